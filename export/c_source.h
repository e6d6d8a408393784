#pragma once

/* A C source as text: what an exported test has to know of it, found by
 * looking at words, not by a compiler.
 */

#include "base/status.h"
#include "base/vec.h"

typedef struct c_source {
  const char *path;
  char_vec text;  /* as it is */
  char_vec plain; /* comments and literals are spaces */
  bool has_klee;  /* it includes klee/klee.h */
  bool has_math;  /* and math.h, which needs a library */
} c_source;

status c_source_read (memory *, const char *path, c_source *, trouble *);
void c_source_release (memory *, c_source *);

/* Does the word occur? Is a function of this name defined? */
bool c_source_has (const c_source *, const char *word);
bool c_source_defines (const c_source *, const char *function);

/* Is the last statement of this function no return? */
bool c_source_falls_off (const c_source *, const char *function);

/* Does it include a file whose name ends so? */
bool c_source_includes (const c_source *, const char *name);

/* Parameters of main, or -1 if there is none. */
int c_source_main_params (const c_source *);

/* The next word at or after 'at' that starts so; its length, 0: none. */
size_t c_source_next (const c_source *, const char *prefix, size_t *at);

/* Any file; NUL-terminated. */
bool c_source_read_file (memory *, const char *path, char_vec *out);

/* The path of a file that it includes from beside itself and that has this
 * word; false: there is none.
 */
bool c_source_declaring (memory *, const c_source *, const char *word,
                         char_vec *path);

/* For a file elsewhere: #include of klee/klee.h is replaced by 'klee', files
 * beside the source get their whole path.
 */
void c_source_embed (memory *, const c_source *, const char *klee,
                     char_vec *out);
