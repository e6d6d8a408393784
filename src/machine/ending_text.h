#pragma once

/* Ends and causes in words, for whoever prints. The only place where they
 * become sentences: nothing reads them back.
 */

#include "machine/end_record.h"

/* All are appended. A cause that happened so often, without what an object
 * adds.
 */
void cause_print (const cause *, uint64_t count, memory *, char_vec *out);

/* The detail of an end, one line: "1 byte at offset 8 of 8 bytes of p, declared
 * in main:3"; nothing, where the kind says it all.
 */
void end_print (const end_record *, memory *, char_vec *out);

/* A stack, a line for each call: "#0 f (file.c:3)". */
void calls_print (size_t n, const source_place *, memory *, char_vec *out);
