/* Two tables, young and old. A find in the old one copies into the young one; a
 * full young one becomes the old one.
 */

#include "remote/redis/redis_local.h"

#include "base/clock.h"
#include "base/map.h"

typedef struct generation {
  map index; /* word of the key -> last memo with it, plus one */
  VEC (redis_memo) memos;
  u32_vec before; /* of a memo: the one with the same word before it, plus 1 */
  arena data;
  size_t size;
} generation;

struct redis_local {
  memory *mem;
  size_t max_size;
  generation young, old;
};

/* Digests are evenly spread already. */
static uint64_t word_of (const record_key *key) {
  uint64_t w;
  memcpy (&w, key->byte, sizeof w);
  return w ? w : 1;
}

static void init (redis_local *s, generation *g) {
  *g = (generation) {0};
  map_init (&g->index, s->mem);
  arena_init (&g->data, s->mem);
}

static void redis_local_release (redis_local *s, generation *g) {
  map_release (&g->index);
  vec_release (s->mem, &g->memos, &g->before);
  arena_release (&g->data);
}

static redis_memo *find_in (generation *g, const record_key *key) {
  assert (g->memos.len == g->before.len);
  uint64_t at = map_get (&g->index, word_of (key), 0);
  for (; at; at = g->before.data[at - 1]) {
    redis_memo *m = &g->memos.data[at - 1];
    if (!memcmp (&m->key, key, sizeof *key))
      return m;
  }
  return NULL;
}

static redis_memo *add_to (redis_local *s, generation *g,
                           const record_key *key) {
  assert (!find_in (g, key));
  uint64_t *at = map_at (&g->index, word_of (key));
  vec_push (s->mem, &g->memos, (redis_memo) {.key = *key});
  vec_push (s->mem, &g->before, (uint32_t) *at);
  *at = g->memos.len;
  g->size += sizeof (redis_memo) + 4 * sizeof (map_slot);
  return &vec_last (&g->memos);
}

static void age (redis_local *s) {
  redis_local_release (s, &s->old);
  s->old = s->young;
  init (s, &s->young);
}

static void set_data (generation *g, redis_memo *m, const uint8_t *data,
                      size_t size) {
  bool is_same =
      m->is_there && data && m->size == size && !memcmp (m->data, data, size);
  assert (!m->is_there || m->data);
  m->is_there = data;
  if (is_same || !data)
    return;
  m->data = arena_copy (&g->data, data, size);
  m->size = size;
  g->size += size;
}

/* To the young generation, as a copy: the old one may go at any note. */
static redis_memo *move_up (redis_local *s, const redis_memo *old) {
  assert (!find_in (&s->young, &old->key));
  redis_memo *m = add_to (s, &s->young, &old->key);
  m->time = old->time;
  set_data (&s->young, m, old->is_there ? old->data : NULL, old->size);
  return m;
}

redis_local *redis_local_new (memory *mem, size_t max_size) {
  redis_local *s = memory_zalloc (mem, sizeof *s);
  s->mem = mem;
  s->max_size = max_size;
  init (s, &s->young);
  init (s, &s->old);
  return s;
}

void redis_local_free (redis_local *s) {
  if (!s)
    return;
  redis_local_release (s, &s->young);
  redis_local_release (s, &s->old);
  memory_free (s->mem, s, sizeof *s);
}

const redis_memo *redis_local_find (redis_local *s, const record_key *key) {
  const redis_memo *m = find_in (&s->young, key);
  if (m)
    return m;
  m = find_in (&s->old, key);
  return m ? move_up (s, m) : NULL;
}

const redis_memo *redis_local_note (redis_local *s, const record_key *key,
                                    const uint8_t *data, size_t size) {
  if (s->young.size > s->max_size / 2)
    age (s);
  redis_memo *m = find_in (&s->young, key);
  if (!m)
    m = add_to (s, &s->young, key);
  set_data (&s->young, m, data, size);
  m->time = clock_now ();
  return m;
}
