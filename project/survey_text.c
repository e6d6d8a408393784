#include "project/survey_text.h"

#include <ctype.h>
#include <string.h>

static size_t line_length (const char *at) { return strcspn (at, "\n"); }

/* The name behind an '@'. */
static size_t text_name (const char **at) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-$._";
  bool is_quoted = **at == '"';
  *at += is_quoted;
  return is_quoted ? strcspn (*at, "\"") : strspn (*at, letters);
}

static uint64_t name_key (const char *name, size_t len) {
  return hash_bytes (name, len).lo | 1;
}

static void add_defined (module_text *m, const char *at, size_t size,
                         bool is_function) {
  const char *name = memchr (at, '@', size);
  if (!name)
    return;
  name++;
  size_t len = text_name (&name);
  const char *rest = name + len;
  text_item x = {.name = name,
                 .len = len,
                 .text = at,
                 .size = size,
                 .is_function = is_function};
  x.is_private = !is_function && (!strncmp (rest, " = private ", 11) ||
                                  !strncmp (rest, "\" = private ", 12));
  if (x.is_private) {
    x.text = rest;
    x.size = size - (size_t) (rest - at);
  }
  vec_push (m->mem, &m->item, x);
  map_put (&m->by_name, name_key (name, len), m->item.len);
}

/* A body ends with a brace that is alone on its line. */
static size_t body_size (const char *at) {
  const char *end = strstr (at, "\n}\n");
  return end ? (size_t) (end + 3 - at) : strlen (at);
}

void module_text_init (module_text *m, memory *mem, const char *text) {
  *m = (module_text) {.mem = mem, .text = text};
  map_init (&m->by_name, mem);
  for (const char *at = text; *at;) {
    size_t n = line_length (at);
    if (*at == '@')
      add_defined (m, at, n, false);
    else if (!strncmp (at, "define ", 7)) {
      n = body_size (at) - 1;
      add_defined (m, at, n, true);
    } else if (*at == '%') {
      hash128 one = hash_bytes (at, n);
      m->types = (hash128) {m->types.lo ^ one.lo, m->types.hi ^ one.hi};
    }
    at += n + (at[n] == '\n');
  }
}

void module_text_release (module_text *m) {
  vec_release (m->mem, &m->item);
  map_release (&m->by_name);
}

static bool is_at (const char *at, const char *end, const char *word) {
  size_t n = strlen (word);
  return (size_t) (end - at) >= n && !strncmp (at, word, n);
}

static void count_line (const char *at, const char *end, text_counts *c) {
  while (at < end && *at == ' ')
    at++;
  const char *is =
      is_at (at, end, "%") ? memchr (at, '=', (size_t) (end - at)) : NULL;
  const char *op = is ? is + 2 : at;
  const char *index = NULL;
  c->branches += is_at (op, end, "br i1") || is_at (op, end, "switch");
  c->calls +=
      is_at (op, end, "call") && !memmem (op, (size_t) (end - op), "@llvm.", 6);
  if (is_at (op, end, "getelementptr"))
    index = memmem (op, (size_t) (end - op), "i64 %", 5);
  c->indices += index != NULL;
}

/* Digits behind '#' and '!' are numbers in a table of the module. */
static bool is_numbered (const char *at, const char *end) {
  return (*at == '#' || *at == '!') && at + 1 < end &&
         isdigit ((unsigned char) at[1]);
}

#define MOST_DEPTH 8 /* tables of strings; they may lead to themselves */

static hash128 text_digest (const module_text *m, const text_item *x,
                            text_counts *counts, text_mention *mention,
                            void *owner, unsigned depth) {
  hash128 h = {x->size == 0, 1};
  const char *end = x->text + x->size, *from = x->text;
  for (const char *at = from; at < end;) {
    if (counts && (at == x->text || at[-1] == '\n'))
      count_line (at, at + line_length (at) < end ? at + line_length (at) : end,
                  counts);
    if (is_numbered (at, end)) {
      h = hash128_mix (h, hash_bytes (from, (size_t) (at - from)));
      for (at++; at < end && isdigit ((unsigned char) *at); at++)
        continue;
      from = at;
      continue;
    }
    if (*at != '@') {
      at++;
      continue;
    }
    const char *name = at + 1;
    size_t len = text_name (&name);
    uint32_t i = (uint32_t) map_get (&m->by_name, name_key (name, len), 0);
    const text_item *other = i ? m->item.data + i - 1 : NULL;
    if (other && other->is_private && depth < MOST_DEPTH) {
      h = hash128_mix (h, hash_bytes (from, (size_t) (at - from)));
      h = hash128_mix (h,
                       text_digest (m, other, NULL, mention, owner, depth + 1));
      from = name + len;
    } else if (mention)
      mention (owner, name, len);
    at = name + len;
  }
  if (from < end)
    h = hash128_mix (h, hash_bytes (from, (size_t) (end - from)));
  return h;
}

hash128 module_text_digest (const module_text *m, const text_item *x,
                            text_counts *counts, text_mention *mention,
                            void *owner) {
  return text_digest (m, x, counts, mention, owner, 0);
}
