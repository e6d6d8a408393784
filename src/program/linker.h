#pragma once

/* The files of a program in one module, as a linker puts them together.
 *
 *     given     files and objects: all of each
 *     pool      members of archives, C files of directories, and those of the
 *               compilation database: each when it defines what is needed
 *
 * A symbol that the pool defines several times is taken from where is nearest
 * to the first file: of the same target, then of the same directory. A file of
 * the pool that would define something a second time is not taken. What a file
 * was looked at for is among the dependencies, whether it was taken or not.
 */

#include "program/module.h"

/* The module of config->input and the others, not simplified. */
status linker_load (const program_config *, module *, trouble *);
