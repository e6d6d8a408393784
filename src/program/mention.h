#pragma once

/* Does a text of C define a name? Told from the text alone, so that not every
 * file of a project has to be compiled: never certain, in either direction.
 */

#include "base/vec.h"

typedef enum mention {
  MENTION_NONE,
  MENTION_PART,      /* part of it is a word: a macro may make the name */
  MENTION_WORD,      /* it is one */
  MENTION_DEFINITION /* it looks like one: "name (...) {", "name = " */
} mention;

/* The text has no comments (comments.h). */
mention mention_find (const char *text, size_t len, const char *name);

/* Appends the path of another C file beside this one that seems to define a
 * function. False: there is none.
 */
bool mention_beside (memory *, const char *file, const char *name,
                     char_vec *out);
