#pragma once

/* How tests of a function are compiled: the line in the head of their file, and
 * the same for whoever compiles them now (confirm.h). Paths are seen from the
 * directory of the tests.
 */

#include "export/c_source.h"
#include "export/kept_file.h"

typedef struct unit_object {
  char_vec path; /* a word for a shell */
  char_vec name; /* of the object; "": the source is compiled with the tests */
  bool has_main; /* that is not the tests' */
} unit_object;

typedef struct unit_build {
  memory *mem;
  const kept_file *file;
  char_vec flags; /* " -I../include -DX" */
  VEC (unit_object) objects;
  bool has_math;
} unit_build;

/* 'is_apart': the source is compiled by itself, the tests include a header. */
void unit_build_init (unit_build *, const kept_file *, const c_source *,
                      bool is_apart);
void unit_build_release (unit_build *);

/* How one gets from a directory to a file, both absolute. */
void unit_put_relative (memory *, const char *from, const char *to,
                        char_vec *out);

/* Appends "cc -c ... -o part1.o ... && cc ... NAME part1.o -lm". Objects are
 * made in 'directory', "" or with a slash at its end; commands are put together
 * by 'next'.
 */
void unit_build_put (const unit_build *, const char *cc, const char *compiler,
                     const char *directory, const char *name,
                     const char *libraries, const char *next, char_vec *out);
