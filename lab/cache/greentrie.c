#include "lab/cache/greentrie.h"

#include "lab/cache/sketch.h"

typedef struct greentrie {
  rung rung;
  memory *mem;
  bench *bench;
  arena data;
  ltrie sat, unsat;
  VEC (const sketch *) sketch; /* by value in 'sat' - 1 */
} greentrie;

static void greentrie_free (rung *r) {
  greentrie *g = (greentrie *) r;
  ltrie_release (&g->sat);
  ltrie_release (&g->unsat);
  vec_release (g->mem, &g->sketch);
  arena_release (&g->data);
  memory_free (g->mem, g, sizeof *g);
}

/* False when it is unsatisfiable at sight. */
static bool greentrie_prepare (greentrie *g, problem *p, green_key *key) {
  green_canonise (p, g->mem, GREEN_SIGNED, key);
  return greentrie_reduce (bench_arena (g->bench), g->mem, &key->n, &key->atom);
}

static verdict greentrie_ask (rung *r, problem *p, finding *out) {
  greentrie *g = (greentrie *) r;
  green_key key;
  if (!greentrie_prepare (g, p, &key))
    return VERDICT_UNSAT;
  if (ltrie_subset (&g->unsat, key.n, key.atom))
    return VERDICT_UNSAT;
  uint32_t value = ltrie_superset (&g->sat, key.n, key.atom);
  if (!value)
    return VERDICT_UNKNOWN;
  sketch_apply (g->sketch.data[value - 1], bench_terms (g->bench), key.n_vars,
                key.var, out->model);
  return VERDICT_SAT;
}

/* UNSAT is stored whole, as in the paper, and not as its core. */
static void greentrie_learn (rung *r, problem *p, problem *core,
                             const finding *f) {
  (void) core;
  greentrie *g = (greentrie *) r;
  green_key key;
  if (f->verdict == VERDICT_UNKNOWN || !greentrie_prepare (g, p, &key))
    return;
  if (f->verdict == VERDICT_UNSAT) {
    (void) ltrie_insert (&g->unsat, key.n, key.atom, 1);
    return;
  }
  const sketch *s = sketch_of (&g->data, g->mem, bench_terms (g->bench),
                               f->model, key.n_vars, key.var);
  vec_push (g->mem, &g->sketch, s);
  (void) ltrie_insert (&g->sat, key.n, key.atom, (uint32_t) g->sketch.len);
}

static size_t greentrie_count (const rung *r) {
  const greentrie *g = (const greentrie *) r;
  return g->sat.count + g->unsat.count;
}

rung *rung_new_greentrie_with (const rung_site *site, trie_search search) {
  static const rung_class class = {.free = greentrie_free,
                                   .ask = greentrie_ask,
                                   .learn = greentrie_learn,
                                   .count = greentrie_count};
  greentrie *g = memory_zalloc (site->mem, sizeof *g);
  g->rung.class = &class;
  g->mem = site->mem;
  g->bench = site->bench;
  arena_init (&g->data, site->mem);
  ltrie_init (&g->sat, site->mem, search, true);
  ltrie_init (&g->unsat, site->mem, search, false);
  return &g->rung;
}

rung *rung_new_greentrie (const rung_site *site) {
  return rung_new_greentrie_with (site, TRIE_PROTOTYPE);
}

rung *rung_new_greentrie_printed (const rung_site *site) {
  return rung_new_greentrie_with (site, TRIE_PRINTED);
}

rung *rung_new_greentrie_complete (const rung_site *site) {
  return rung_new_greentrie_with (site, TRIE_COMPLETE);
}
