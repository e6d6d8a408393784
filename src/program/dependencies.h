#pragma once

/* What a program that was compiled stands on: if none of it changes, compiling
 * again gives the same.
 *
 * Lists of paths, each with its NUL; a path may come twice. A relative one
 * belongs to the directory of this process.
 */

#include "program/command.h"

typedef struct dependencies {
  memory *mem;
  char_vec read;   /* files: sources, headers, a compilation database */
  char_vec inputs; /* files that are read as they are: not C, or not compiled */
  char_vec folders; /* whose C files are listed */
  char_vec missing; /* where there is no file; one would be taken instead */
  char_vec beside;  /* files that are there and lose against one of 'read' */
  char_vec tools;   /* the compiler */
  bool is_open;     /* what else decides is not known */
} dependencies;

void dependencies_init (dependencies *, memory *);
void dependencies_release (dependencies *);

/* An input that is read as it is. */
void dependencies_add_input (dependencies *, const char *path);

/* After a compilation: the command, and the rule that it wrote, as for make. */
void dependencies_add_compilation (dependencies *, const command *,
                                   const char *rule);

/* Those of another one, too. */
void dependencies_join (dependencies *, const dependencies *);

/* Does a text of C ask for something that is in no file of the footing: the
 * time, or whether a header exists?
 */
bool dependencies_is_open_text (const char *text, size_t len);

/* A rule as in a makefile: appends the paths behind the colon. */
void dependencies_parse_rule (memory *, const char *rule, char_vec *paths);
