#include "memo/twins.h"

#include <string.h>

static uint64_t name_key (const char *name) {
  return hash_bytes (name, strlen (name)).lo | 1;
}

void twins_init (twins *t, memory *mem, const trie *old, recorder *now) {
  *t = (twins) {.mem = mem, .old = old, .now = now};
  map_init (&t->contents, mem);
  map_init (&t->names, mem);
  for (uint32_t i = 0; i < program_count_globals (now->program); i++) {
    const global *g = program_global (now->program, i);
    if (g->is_anonymous)
      map_put (&t->contents, g->digest.lo | 1, 1);
    else
      map_put (&t->names, name_key (g->name), i + UINT64_C (1));
  }
  for (size_t i = 0; i < old->global.len; i++)
    vec_push (mem, &t->to, 0);
}

void twins_release (twins *t) {
  map_release (&t->contents);
  map_release (&t->names);
  vec_release (t->mem, &t->to);
  vec_release (t->mem, &t->from);
  vec_release (t->mem, &t->undo);
}

static bool may_be_twins (const twins *t, uint32_t a, uint32_t b) {
  hash128 x = t->old->global.data[a].digest;
  hash128 y = t->now->trie.global.data[b].digest;
  return hash128_eq (x, y) || !map_get (&t->contents, x.lo | 1, 0);
}

static bool pair (twins *t, uint32_t a, uint32_t b) {
  while (t->from.len <= b)
    vec_push (t->mem, &t->from, 0);
  if (t->to.data[a] == b + 1)
    return true;
  if (t->to.data[a] || t->from.data[b] || !may_be_twins (t, a, b))
    return false;
  t->to.data[a] = b + 1;
  t->from.data[b] = a + 1;
  vec_push (t->mem, &t->undo, a);
  return true;
}

static void drop_last (twins *t) {
  uint32_t a = vec_pop (&t->undo);
  t->from.data[t->to.data[a] - 1] = 0;
  t->to.data[a] = 0;
}

bool twins_unify (twins *t, size_t n, const uint32_t *old,
                  const uint32_t *now) {
  vec_clear (&t->undo);
  for (size_t i = 0; i < n; i++)
    if (!pair (t, old[i], now[i])) {
      while (t->undo.len)
        drop_last (t);
      return false;
    }
  return true;
}

static uint32_t find_named (twins *t, const trie_global *old) {
  const program *p = t->now->program;
  uint64_t i = map_get (&t->names, name_key (old->name), 0);
  if (!i || strcmp (program_global (p, (uint32_t) i - 1)->name, old->name))
    return 0;
  uint32_t id = recorder_global (t->now, (uint32_t) i - 1);
  trie_global now = t->now->trie.global.data[id];
  bool is_same = hash128_eq (old->digest, now.digest) &&
                 old->n_links == now.n_links &&
                 twins_unify (t, now.n_links, t->old->links.data + old->links,
                              t->now->trie.links.data + now.links);
  return is_same ? (uint32_t) i : 0;
}

uint32_t twins_find (twins *t, uint32_t a) {
  const trie_global *old = t->old->global.data + a;
  if (*old->name)
    return find_named (t, old);
  if (!t->to.data[a])
    return 0;
  uint32_t b = t->to.data[a] - 1;
  bool is_same = hash128_eq (old->digest, t->now->trie.global.data[b].digest);
  return is_same ? t->now->global_of.data[b] + 1 : 0;
}
