#include "lab/cache/texts.h"

#include "base/hash.h"

#include <string.h>

void texts_init (texts *t, memory *mem) {
  memset (t, 0, sizeof *t);
  t->mem = mem;
  arena_init (&t->data, mem);
  map_init (&t->first, mem);
}

void texts_release (texts *t) {
  arena_release (&t->data);
  map_release (&t->first);
  vec_release (t->mem, &t->entry);
}

static uint64_t hash_of (const char *text, size_t len) {
  return hash_bytes (text, len).lo | 1;
}

static uint32_t cache_texts_find (const texts *t, const char *text, size_t len,
                                  uint64_t hash) {
  uint32_t i = (uint32_t) map_get (&t->first, hash, 0) - 1;
  while (i != TEXT_NONE) {
    const text_entry *e = &t->entry.data[i];
    if (e->len == len && !memcmp (e->text, text, len))
      return i;
    i = e->next;
  }
  return TEXT_NONE;
}

uint32_t texts_find (const texts *t, const char *text) {
  size_t len = strlen (text);
  return cache_texts_find (t, text, len, hash_of (text, len));
}

uint32_t texts_add (texts *t, const char *text) {
  size_t len = strlen (text);
  uint64_t hash = hash_of (text, len);
  uint32_t i = cache_texts_find (t, text, len, hash);
  if (i != TEXT_NONE)
    return i;
  uint64_t *first = map_at (&t->first, hash);
  text_entry e = {arena_string (&t->data, text, len), (uint32_t) len,
                  (uint32_t) *first - 1};
  vec_push (t->mem, &t->entry, e);
  *first = t->entry.len;
  return (uint32_t) t->entry.len - 1;
}
