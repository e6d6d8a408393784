#pragma once

/* Bitcode in native files. What 'clang -fembed-bitcode' compiles has its
 * bitcode in the section .llvmbc of the object; linking puts these behind each
 * other. So a program that was built as ever can be explored.
 */

#include <stdbool.h>
#include <stddef.h>

/* The section of an ELF file, 64 bits, little-endian. False: there is none, or
 * the file is none. Nothing of it is believed.
 */
bool embedded_find (const char *bytes, size_t n, size_t *at, size_t *size);

/* The module at '*at' or behind padding, where '*at' moves then: its size, 0:
 * there is none any more, or what is there is no bitcode.
 */
size_t embedded_module (const char *bytes, size_t n, size_t *at);
