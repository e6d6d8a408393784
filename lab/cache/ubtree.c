#include "lab/cache/ubtree.h"

#include "lab/cache/settrie.h"

typedef struct ubtree_entry {
  verdict verdict;
  model *model; /* of a satisfiable set, owned */
} ubtree_entry;

typedef struct ubtree {
  rung rung;
  memory *mem;
  bench *bench;
  ubtree_options options;
  settrie trie;             /* of term ids, increasing */
  VEC (ubtree_entry) entry; /* by value in the trie - 1 */
} ubtree;

static void ubtree_free (rung *r) {
  ubtree *u = (ubtree *) r;
  for (size_t i = 0; i < u->entry.len; i++)
    model_free (u->entry.data[i].model);
  vec_release (u->mem, &u->entry);
  settrie_release (&u->trie);
  memory_free (u->mem, u, sizeof *u);
}

static const uint32_t *elements_of (ubtree *u, const problem *p) {
  uint32_t *e = arena_alloc (bench_arena (u->bench), p->n * sizeof *e);
  for (size_t i = 0; i < p->n; i++)
    e[i] = p->constraint[i].id;
  return e;
}

static const ubtree_entry *entry_at (const ubtree *u, uint32_t at) {
  uint32_t value = at ? settrie_node (&u->trie, at)->value : 0;
  return value ? &u->entry.data[value - 1] : NULL;
}

static verdict answer (ubtree *u, uint32_t at, finding *out) {
  const ubtree_entry *e = entry_at (u, at);
  if (!e)
    return VERDICT_UNKNOWN;
  if (e->verdict == VERDICT_SAT)
    model_copy (out->model, e->model);
  else if (out->core)
    for (; at != SET_ROOT; at = settrie_node (&u->trie, at)->parent)
      vec_push (u->mem, out->core,
                (term) {settrie_node (&u->trie, at)->element});
  return e->verdict;
}

typedef struct ubtree_step {
  uint32_t at;
  uint32_t next; /* elements before this one are decided */
} ubtree_step;

typedef VEC (ubtree_step) step_vec;

/* Where an element is in an increasing list; n when it is not. */
static uint32_t position (size_t n, const uint32_t *ids, uint32_t x) {
  size_t low = 0, high = n;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (ids[middle] < x)
      low = middle + 1;
    else
      high = middle;
  }
  return (uint32_t) (low < n && ids[low] == x ? low : n);
}

/* An entry is of use when it is unsatisfiable or, unless only those are
 * wanted, when its model satisfies the problem.
 */
static bool is_useful (ubtree *u, problem *p, uint32_t at, bool only_unsat) {
  const ubtree_entry *e = entry_at (u, at);
  if (!e)
    return false;
  return e->verdict == VERDICT_UNSAT ||
         (!only_unsat && problem_holds (p, e->model));
}

/* Children that are elements, found from the side that has fewer. */
static void push_steps (ubtree *u, step_vec *todo, ubtree_step s, size_t n,
                        const uint32_t *ids) {
  const settrie *t = &u->trie;
  const set_node *from = settrie_node (t, s.at);
  if (from->n_children > n - s.next) {
    for (uint32_t i = s.next; i < n; i++) {
      uint32_t c = settrie_child (t, s.at, ids[i]);
      if (c)
        vec_push (u->mem, todo, (ubtree_step) {c, i + 1});
    }
    return;
  }
  for (uint32_t c = from->child; c; c = settrie_node (t, c)->sibling) {
    uint32_t i = position (n, ids, settrie_node (t, c)->element);
    if (i < n)
      vec_push (u->mem, todo, (ubtree_step) {c, i + 1});
  }
}

/* All stored subsets, depth first, until one is useful. */
static uint32_t find_subset (ubtree *u, problem *p, const uint32_t *ids,
                             bool only_unsat) {
  step_vec todo = {0};
  uint32_t res = 0;
  vec_push (u->mem, &todo, (ubtree_step) {SET_ROOT, 0});
  while (todo.len) {
    ubtree_step s = vec_pop (&todo);
    if (is_useful (u, p, s.at, only_unsat)) {
      res = s.at;
      break;
    }
    push_steps (u, &todo, s, p->n, ids);
  }
  vec_release (u->mem, &todo);
  return res;
}

static verdict try_all_models (ubtree *u, problem *p, finding *out) {
  for (size_t i = 0; i < u->entry.len; i++) {
    const model *m = u->entry.data[i].model;
    if (!m || !problem_holds (p, m))
      continue;
    model_copy (out->model, m);
    return VERDICT_SAT;
  }
  return VERDICT_UNKNOWN;
}

static bool is_sat (const void *state, uint32_t value) {
  return ((const ubtree *) state)->entry.data[value - 1].verdict == VERDICT_SAT;
}

static verdict ubtree_ask (rung *r, problem *p, finding *out) {
  ubtree *u = (ubtree *) r;
  const uint32_t *ids = elements_of (u, p);
  uint32_t at = settrie_find (&u->trie, p->n, ids);
  if (!entry_at (u, at) && u->options.superset)
    at = settrie_superset (&u->trie, true, p->n, ids, is_sat, u);
  if (!entry_at (u, at))
    at = find_subset (u, p, ids, u->options.try_all);
  if (!entry_at (u, at) && u->options.try_all)
    return try_all_models (u, p, out);
  return answer (u, at, out);
}

static model *model_kept (ubtree *u, const finding *f) {
  if (f->verdict != VERDICT_SAT)
    return NULL;
  model *m = model_new (u->mem, bench_terms (u->bench));
  model_copy (m, f->model);
  return m;
}

static void ubtree_learn (rung *r, problem *p, problem *core,
                          const finding *f) {
  (void) core;
  ubtree *u = (ubtree *) r;
  if (f->verdict == VERDICT_UNKNOWN || !p->n)
    return;
  uint32_t at = settrie_insert (&u->trie, p->n, elements_of (u, p));
  if (entry_at (u, at))
    return;
  vec_push (u->mem, &u->entry, (ubtree_entry) {f->verdict, model_kept (u, f)});
  settrie_node (&u->trie, at)->value = (uint32_t) u->entry.len;
}

static size_t ubtree_count (const rung *r) {
  return ((const ubtree *) r)->entry.len;
}

rung *rung_new_ubtree_with (const rung_site *site, ubtree_options options) {
  static const rung_class class = {.free = ubtree_free,
                                   .ask = ubtree_ask,
                                   .learn = ubtree_learn,
                                   .count = ubtree_count};
  ubtree *u = memory_zalloc (site->mem, sizeof *u);
  u->rung.class = &class;
  u->mem = site->mem;
  u->bench = site->bench;
  u->options = options;
  settrie_init (&u->trie, site->mem);
  return &u->rung;
}

rung *rung_new_ubtree (const rung_site *site) {
  return rung_new_ubtree_with (site, (ubtree_options) {0});
}
