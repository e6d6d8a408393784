#pragma once

/* Files of a version of a project, which may lie elsewhere than the project:
 * what the flags of the compiler mean there, and what __FILE__ calls them.
 */

#include "program/compile.h"

/* The path under which a compilation database knows the input; NULL: there is
 * no such file. To be freed.
 */
char *version_real_input (const program_config *);

/* The database that tells how the input is compiled, as database_open wants it:
 * the version's own if it has one, else NULL, with which that of the project is
 * found. The text is in 'room'.
 */
const char *version_database (const program_config *, char_vec *room);

/* What a database says about the input, or NULL. */
const database_entry *version_entry (const program_config *, const database *);

/* Directories and files in the words of the command from 'first' on are those
 * of the version. What only the project has, as headers that are generated, is
 * there.
 */
void version_move_flags (const program_config *, command *, size_t first);

/* What the compiler says, with files as git calls them: "HEAD~1:src/a.c". */
void version_tell (const program_config *, const char *messages, FILE *);

/* No version says by __FILE__ or __TIME__ that it is not the other one. 'input'
 * is as the compiler gets it.
 */
void version_name_files (const program_config *, command *, size_t first,
                         const char *input);
