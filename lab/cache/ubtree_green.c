#include "lab/cache/greentrie.h"
#include "lab/cache/settrie.h"
#include "lab/cache/sketch.h"
#include "lab/cache/ubtree.h"

typedef struct klee_like {
  rung rung;
  memory *mem;
  bench *bench;
  bool greedy;
  arena data;
  texts atoms;
  settrie sat, unsat; /* of numbers in 'atoms', in the order of texts */
  VEC (const sketch *) sketch; /* by value in 'sat' - 1 */
  size_t count;
} klee_like;

static void klee_like_free (rung *r) {
  klee_like *k = (klee_like *) r;
  settrie_release (&k->sat);
  settrie_release (&k->unsat);
  texts_release (&k->atoms);
  vec_release (k->mem, &k->sketch);
  arena_release (&k->data);
  memory_free (k->mem, k, sizeof *k);
}

static bool ubtree_green_prepare (klee_like *k, problem *p, green_key *key) {
  green_canonise (p, k->mem, GREEN_SIGNED, key);
  return greentrie_reduce (bench_arena (k->bench), k->mem, &key->n, &key->atom);
}

static bool greedy_subset (const settrie *t, size_t n, const uint32_t *ids) {
  uint32_t at = SET_ROOT;
  for (size_t i = 0; i < n && !settrie_node (t, at)->value; i++) {
    uint32_t c = settrie_child (t, at, ids[i]);
    at = c ? c : at;
  }
  return settrie_node (t, at)->value;
}

typedef struct ubtree_green_step {
  uint32_t at, next;
} ubtree_green_step;

static bool any_subset (const settrie *t, size_t n, const uint32_t *ids) {
  VEC (ubtree_green_step) todo = {0};
  bool found = false;
  vec_push (t->mem, &todo, (ubtree_green_step) {SET_ROOT, 0});
  while (!found && todo.len) {
    ubtree_green_step s = vec_pop (&todo);
    found = settrie_node (t, s.at)->value;
    for (uint32_t i = s.next; i < n; i++) {
      uint32_t c = settrie_child (t, s.at, ids[i]);
      if (c)
        vec_push (t->mem, &todo, (ubtree_green_step) {c, i + 1});
    }
  }
  vec_release (t->mem, &todo);
  return found;
}

/* Atoms never stored have the number TEXT_NONE, which no set contains. */
static verdict klee_like_ask (rung *r, problem *p, finding *out) {
  klee_like *k = (klee_like *) r;
  green_key key;
  if (!ubtree_green_prepare (k, p, &key))
    return VERDICT_UNSAT;
  uint32_t *e = arena_alloc (bench_arena (k->bench), key.n * sizeof *e);
  for (size_t i = 0; i < key.n; i++)
    e[i] = texts_find (&k->atoms, key.atom[i].text);
  if (k->greedy ? greedy_subset (&k->unsat, key.n, e)
                : any_subset (&k->unsat, key.n, e))
    return VERDICT_UNSAT;
  uint32_t at = settrie_superset (&k->sat, false, key.n, e, NULL, NULL);
  if (!at)
    return VERDICT_UNKNOWN;
  sketch_apply (k->sketch.data[settrie_node (&k->sat, at)->value - 1],
                bench_terms (k->bench), key.n_vars, key.var, out->model);
  return VERDICT_SAT;
}

static void klee_like_learn (rung *r, problem *p, problem *core,
                             const finding *f) {
  (void) core;
  klee_like *k = (klee_like *) r;
  green_key key;
  if (f->verdict == VERDICT_UNKNOWN || !ubtree_green_prepare (k, p, &key))
    return;
  uint32_t *e = arena_alloc (bench_arena (k->bench), key.n * sizeof *e);
  for (size_t i = 0; i < key.n; i++)
    e[i] = texts_add (&k->atoms, key.atom[i].text);
  uint32_t value = 1;
  if (f->verdict == VERDICT_SAT) {
    const sketch *s = sketch_of (&k->data, k->mem, bench_terms (k->bench),
                                 f->model, key.n_vars, key.var);
    vec_push (k->mem, &k->sketch, s);
    value = (uint32_t) k->sketch.len;
  }
  settrie *t = f->verdict == VERDICT_SAT ? &k->sat : &k->unsat;
  settrie_node (t, settrie_insert (t, key.n, e))->value = value;
  k->count++;
}

static size_t klee_like_count (const rung *r) {
  return ((const klee_like *) r)->count;
}

rung *rung_new_ubtree_green (const rung_site *site, bool greedy) {
  static const rung_class class = {.free = klee_like_free,
                                   .ask = klee_like_ask,
                                   .learn = klee_like_learn,
                                   .count = klee_like_count};
  klee_like *k = memory_zalloc (site->mem, sizeof *k);
  k->rung.class = &class;
  k->mem = site->mem;
  k->bench = site->bench;
  k->greedy = greedy;
  arena_init (&k->data, site->mem);
  texts_init (&k->atoms, site->mem);
  settrie_init (&k->sat, site->mem);
  settrie_init (&k->unsat, site->mem);
  return &k->rung;
}
