#include "base/map.h"

#include "base/hash.h"

void map_init (map *m, memory *mem) { *m = (map) {.mem = mem}; }

void map_release (map *m) {
  memory_free (m->mem, m->slot, m->cap * sizeof *m->slot);
  *m = (map) {.mem = m->mem};
}

void map_clear (map *m) {
  if (m->len)
    memset (m->slot, 0, m->cap * sizeof *m->slot);
  m->len = 0;
}

void map_copy (map *to, const map *from) {
  assert (to != from);
  map_release (to);
  if (!from->len)
    return;
  to->slot = memory_alloc (to->mem, from->cap * sizeof *to->slot);
  memcpy (to->slot, from->slot, from->cap * sizeof *to->slot);
  to->len = from->len;
  to->cap = from->cap;
}

static size_t home (size_t cap, uint64_t key) {
  assert (cap && !(cap & (cap - 1)));
  return hash_mix (key, 0x2545f4914f6cdd1du) & (cap - 1);
}

static map_slot *locate (map_slot *slot, size_t cap, uint64_t key) {
  assert (key);
  size_t i = home (cap, key);
  while (slot[i].key && slot[i].key != key)
    i = (i + 1) & (cap - 1);
  return slot + i;
}

uint64_t *map_find (const map *m, uint64_t key) {
  assert (key);
  if (!m->len)
    return NULL;
  map_slot *s = locate (m->slot, m->cap, key);
  return s->key ? &s->value : NULL;
}

void map_prefetch (const map *m, uint64_t key) {
  if (m->cap)
    __builtin_prefetch (m->slot + home (m->cap, key));
}

static void map_grow (map *m) {
  assert (2 * m->len <= m->cap); /* so that probing ends */
  size_t cap = m->cap ? 2 * m->cap : 16;
  map_slot *slot = memory_zalloc (m->mem, cap * sizeof *slot);
  for (size_t i = 0; i < m->cap; i++)
    if (m->slot[i].key)
      *locate (slot, cap, m->slot[i].key) = m->slot[i];
  memory_free (m->mem, m->slot, m->cap * sizeof *m->slot);
  m->slot = slot;
  m->cap = cap;
}

uint64_t *map_at (map *m, uint64_t key) {
  assert (key);
  if (2 * (m->len + 1) > m->cap)
    map_grow (m);
  map_slot *s = locate (m->slot, m->cap, key);
  if (!s->key) {
    *s = (map_slot) {key, 0};
    m->len++;
  }
  return &s->value;
}
