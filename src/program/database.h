#pragma once

/* Compilation databases: compile_commands.json tells how a project compiles
 * each of its files.
 */

#include "program/command.h"

/* Adds to the command what matters for the meaning of 'input' of the flags in
 * its entry: macros, include paths, language, target. Optimisation, warnings,
 * output and sanitizers are left out. The command gets the entry's directory
 * to run in if it is not the current one.
 *
 * 'path' is the database; NULL: looked for beside the input and in the
 * directories above. It is no trouble that there is none, or none for this
 * input, unless the path was given.
 */
status database_add_flags (command *, const char *path, const char *input,
                           trouble *);

/* Appends the database that would be used for the input, and the places where
 * one would be used instead; each path with its NUL.
 */
void database_list (memory *, const char *path, const char *input,
                    char_vec *read, char_vec *missing);
