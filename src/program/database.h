#pragma once

/* Compilation databases: compile_commands.json tells how a project compiles
 * each of its files.
 */

#include "program/command.h"

typedef struct database_entry {
  const char *file; /* absolute; of one that exists its real path */
  bool exists;
  const struct json_t *json; /* the rest of it */
} database_entry;

typedef struct database {
  memory *mem;
  arena text;
  const char *path; /* NULL: there is none */
  VEC (database_entry) entry;
  struct json_t *json;
} database;

/* 'path' is the database or the directory that has it; NULL: looked for beside
 * the input, in the directories above, and in each of them where builds are
 * (build/, out/, ...). It is no trouble that there is none, unless the path was
 * given. To be closed in any case.
 */
status database_open (database *, memory *, const char *path, const char *input,
                      trouble *);
void database_close (database *);

/* The first about a file, by its real path; NULL: there is none. */
const database_entry *database_find (const database *, const char *file);

/* Adds to the command what matters for the meaning of the flags in an entry:
 * macros, include paths, language, target. Optimisation, warnings, output and
 * sanitizers are left out. The command gets the entry's directory to run in if
 * it is not the current one.
 */
void database_add_entry (const database *, const database_entry *, command *);

/* Appends where its object goes, which tells targets apart. False: it is
 * compiled as C++.
 */
bool database_output (const database *, const database_entry *, char_vec *out);

/* Appends the database that would be used for the input, and the places where
 * one would be used instead; each path with its NUL.
 */
void database_list (memory *, const char *path, const char *input,
                    char_vec *read, char_vec *missing);
