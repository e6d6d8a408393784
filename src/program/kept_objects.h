#pragma once

/* Compilations that are kept, so that an edit compiles one file of a program
 * and not all of them: bitcode, by the command that made it, with all that it
 * rests on.
 *
 *     PREFIX-KEY.object:  magic, seal | digests of what was read | lists of
 *                         dependencies | bitcode
 *
 * What another command or an edit makes of the same file takes its place only
 * if the command is the same. Believed if it is ours (store/seal.h) and every
 * file is as it was.
 */

#include "program/dependencies.h"
#include "program/program.h"

/* Appends the bitcode, and what it rests on. False: there is none that holds.
 */
bool kept_find (const program_config *, const command *, char_vec *bitcode,
                dependencies *);

/* 'started' was just before the compiler ran (clock of files, in ns). Nothing
 * is kept where a file may have changed since.
 */
void kept_add (const program_config *, const command *, uint64_t started,
               const char_vec *bitcode, const dependencies *);
