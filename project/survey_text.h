#pragma once

/* The text of a module of LLVM, cut into what it defines. Numbers that depend
 * on what else is in the file are left out: of attributes, of strings, which
 * are known by what is in them.
 */

#include "base/hash.h"
#include "base/map.h"
#include "base/vec.h"

typedef struct text_item {
  const char *name; /* of 'len' letters */
  size_t len;
  const char *text; /* of 'size' bytes, from its name on */
  size_t size;
  bool is_function;
  bool is_private; /* a string or a table that has only its content */
} text_item;

typedef struct module_text {
  memory *mem;
  const char *text; /* borrowed */
  VEC (text_item) item;
  map by_name; /* hash of the name -> number + 1 */
  hash128 types;
} module_text;

/* What is counted in a function. */
typedef struct text_counts {
  uint32_t branches, indices, calls;
} text_counts;

void module_text_init (module_text *, memory *, const char *text);
void module_text_release (module_text *);

/* What is in one, with names in place of strings' numbers; calls 'mention' for
 * each name in it, once for each time.
 */
typedef void text_mention (void *owner, const char *name, size_t len);
hash128 module_text_digest (const module_text *, const text_item *,
                            text_counts *, text_mention *, void *owner);
