/* The rung asks "implied" as it is. If that does not answer, it reads the lists
 * of the problem's labels (each once in a run), fetches sets whose entries fit,
 * and asks another "implied", which has only these. An entry that was tried
 * leaves its list.
 *
 * There are two so that sets of other runs take nothing of the budgets of ours,
 * and what they answer is told to ours: with a store, no question goes to a
 * solver that would not without.
 */

#include "store/recall.h"

#include "base/map.h"
#include "store/codec.h"
#include "store/leaf_names.h"

/* Entries of lists kept; then they are read anew. */
#define MAX_ENTRIES ((size_t) 1 << 19)

typedef struct list {
  uint32_t start, n; /* in 'entries' */
} list;

typedef struct recalled {
  rung base;
  memory *mem;
  bench *bench;
  store *store;
  rung *implied; /* of this run */
  rung *others;  /* of other runs */
  lister *lister;
  VEC (listing) entries;
  u64_vec bits; /* of each entry */
  VEC (list) lists;
  map list_of;     /* kind and label -> list + 1 */
  map taken;       /* digests of sets that were fetched, or looked at */
  unsigned budget; /* sets that a problem may fetch now */
  model *model;
  atom_vec atoms;
} recalled;

/* Taking sets. */

/* Leaves that no program has; a set over them is found by mapping only. */
static void make_leaves (terms *ts, size_t n, const uint32_t *sort_code,
                         term *leaf) {
  for (size_t i = 0; i < n; i++) {
    char name[32];
    int len = snprintf (name, sizeof name, "\x1f%zu", i);
    leaf[i] = term_var (ts, name, (size_t) len, (sort) {sort_code[i]});
  }
}

static const values *read_values (recalled *x, const proof *p, const form *f) {
  terms *ts = bench_terms (x->bench);
  arena *a = bench_arena (x->bench);
  model_clear (x->model);
  if (!codec_model_read (p->model, p->model_size, f, x->mem, x->model))
    return NULL;
  term *sorted = arena_copy (a, f->leaf, f->n_leaves * sizeof *sorted);
  if (terms_sort (f->n_leaves, sorted) < f->n_leaves)
    return NULL;
  return values_take (a, x->mem, ts, f->n_leaves, sorted, x->model);
}

static bool take_set (recalled *x, const proof *p) {
  assert (p->verdict != VERDICT_UNKNOWN);
  terms *ts = bench_terms (x->bench);
  arena *a = bench_arena (x->bench);
  form f = {.digest = p->digest, .n_words = p->n_words, .word = p->word};
  const uint32_t *sort_code;
  if (!form_leaf_sorts (&f, &f.n_leaves, &sort_code))
    return false;
  term *leaf = arena_alloc (a, (f.n_leaves + 1) * sizeof *leaf);
  if (!p->names_size ||
      !names_read (ts, p->names_size, p->names, f.n_leaves, sort_code, leaf))
    make_leaves (ts, f.n_leaves, sort_code, leaf);
  f.leaf = leaf;
  vec_clear (&x->atoms);
  if (!form_atoms (ts, a, x->mem, &f, leaf, &x->atoms))
    return false;
  reduction r;
  reduce_atoms (ts, a, x->atoms.len, x->atoms.data, &r);
  if (r.is_unsat)
    return false;
  const values *v = NULL;
  if (p->verdict == VERDICT_SAT && !(v = read_values (x, p, &f)))
    return false;
  return implied_insert (x->others, p->verdict, r.n, r.atom, v);
}

/* Each set once in a run. */
static bool recall_take (recalled *x, const listing *entry) {
  uint64_t *seen = map_at (&x->taken, entry->digest | 1);
  proof p;
  if (*seen)
    return false;
  *seen = 1;
  if (!store_find_listed (x->store, entry, &p) || p.verdict == VERDICT_UNKNOWN)
    return false;
  mark before = arena_mark (bench_arena (x->bench));
  bool is_new = take_set (x, &p);
  arena_return (bench_arena (x->bench), before);
  return is_new;
}

/* Lists. */

static void forget_lists (recalled *x) {
  assert (x->entries.len == x->bits.len);
  vec_clear (&x->entries);
  vec_clear (&x->bits);
  vec_clear (&x->lists);
  map_clear (&x->list_of);
}

static list *list_of (recalled *x, const listing *asked) {
  uint64_t key = (uint64_t) asked->kind << 56 | asked->label;
  uint64_t *at = map_at (&x->list_of, key + 1);
  if (!*at) {
    size_t start = x->entries.len;
    vec_reserve (x->mem, &x->entries, start + RECALL_LIST);
    size_t n = store_list (x->store, (listing_kind) asked->kind, asked->label,
                           RECALL_LIST, x->entries.data + start);
    assert (n <= RECALL_LIST);
    x->entries.len += n;
    for (size_t i = 0; i < n; i++)
      vec_push (x->mem, &x->bits, x->entries.data[start + i].bits);
    vec_push (x->mem, &x->lists, (list) {(uint32_t) start, (uint32_t) n});
    *at = x->lists.len;
  }
  assert (x->entries.len == x->bits.len);
  return x->lists.data + *at - 1;
}

/* By the bits, which settle most: the next entry at or after 'i', or n. */
static uint32_t next_entry (const recalled *x, const list *l, uint32_t i,
                            const listing *asked) {
  assert (i <= l->n && l->start + l->n <= x->bits.len);
  bool is_sat = listing_is_sat (asked->kind);
  const uint64_t *bits = x->bits.data + l->start;
  uint64_t flip = is_sat ? UINT64_MAX : 0;
  uint64_t mask = is_sat ? asked->bits : ~asked->bits;
  while (i < l->n && (bits[i] ^ flip) & mask)
    i++;
  return i;
}

static bool fits (const listing *entry, size_t n, const listing *asked) {
  for (size_t i = 0; i < n; i++)
    if (listing_fits (entry, asked + i))
      return true;
  return false;
}

static void drop_entry (recalled *x, list *l, uint32_t i) {
  assert (i < l->n);
  uint32_t last = l->start + --l->n;
  x->bits.data[l->start + i] = x->bits.data[last];
  x->entries.data[l->start + i] = x->entries.data[last];
}

/* What fits leaves the list: it was tried. 'n' questions have one label. */
static unsigned take_fitting (recalled *x, size_t n, const listing *asked,
                              unsigned *left) {
  unsigned taken = 0;
  list *l = list_of (x, asked);
  uint32_t i = 0;
  while (*left && (i = next_entry (x, l, i, asked)) < l->n) {
    const listing *entry = x->entries.data + l->start + i;
    if (!fits (entry, n, asked)) {
      i++;
      continue;
    }
    bool is_new = recall_take (x, entry);
    drop_entry (x, l, i);
    taken += is_new;
    *left -= is_new;
  }
  return taken;
}

static unsigned recall (recalled *x, listing_kind k, const reduction *r,
                        unsigned *left) {
  unsigned taken = 0;
  assert (!r->is_unsat && *left <= RECALL_MAX);
  listing *asked;
  size_t n =
      lister_ask (x->lister, bench_arena (x->bench), k, r->n, r->atom, &asked);
  for (size_t i = 0, end; i < n && *left; i = end) {
    for (end = i + 1; end < n && asked[end].label == asked[i].label;)
      end++;
    taken += take_fitting (x, end - i, asked + i, left);
  }
  return taken;
}

/* The rung. */

static verdict ask_others (recalled *x, problem *p, finding *out) {
  const reduction *r = problem_reduced (p);
  unsigned left = x->budget;
  assert (left && left <= RECALL_MAX); /* never none: it could not recover */
  if (r->is_unsat)
    return VERDICT_UNKNOWN;
  verdict v = x->others->class->ask (x->others, p, out);
  for (listing_kind k = 0; k < N_LISTING_KINDS && !v && left; k++)
    if (recall (x, k, r, &left))
      v = x->others->class->ask (x->others, p, out);
  if (v)
    x->budget = RECALL_MAX;
  else if (left < x->budget && x->budget > 1)
    x->budget--;
  if (x->entries.len > MAX_ENTRIES)
    forget_lists (x);
  return v;
}

static void keep_answer (recalled *x, problem *p, const finding *out,
                         verdict v) {
  finding f = *out;
  problem *core = v == VERDICT_UNSAT ? p : NULL;
  f.verdict = v;
  if (v == VERDICT_UNSAT && out->core->len)
    core = problem_new (x->bench, out->core->len, out->core->data);
  if (v == VERDICT_UNSAT || problem_holds (p, out->model))
    x->implied->class->learn (x->implied, p, core, &f);
}

static verdict recall_ask (rung *r, problem *p, finding *out) {
  recalled *x = (recalled *) r;
  verdict v = x->implied->class->ask (x->implied, p, out);
  if (!v && (v = ask_others (x, p, out)))
    keep_answer (x, p, out, v);
  return v;
}

static void recall_learn (rung *r, problem *p, problem *core,
                          const finding *f) {
  recalled *x = (recalled *) r;
  x->implied->class->learn (x->implied, p, core, f);
}

static size_t recall_count (const rung *r) {
  const recalled *x = (const recalled *) r;
  return x->implied->class->count (x->implied) +
         x->others->class->count (x->others);
}

static void free_recalled (rung *r) {
  recalled *x = (recalled *) r;
  rung_free (x->implied);
  rung_free (x->others);
  lister_free (x->lister);
  model_free (x->model);
  vec_release (x->mem, &x->atoms, &x->entries, &x->bits, &x->lists);
  map_release (&x->list_of);
  map_release (&x->taken);
  memory_free (x->mem, x, sizeof *x);
}

rung *rung_new_recalled (const rung_site *site) {
  static const rung_class class = {.free = free_recalled,
                                   .ask = recall_ask,
                                   .learn = recall_learn,
                                   .count = recall_count};
  rung *implied = rung_new_implied (site);
  if (!site->store || !store_has_lists (site->store))
    return implied;
  terms *ts = bench_terms (site->bench);
  recalled *x = memory_zalloc (site->mem, sizeof *x);
  *x = (recalled) {.base = {&class},
                   .mem = site->mem,
                   .bench = site->bench,
                   .store = site->store,
                   .implied = implied,
                   .others = rung_new_implied (site),
                   .lister = lister_new (site->mem, ts),
                   .budget = RECALL_MAX,
                   .model = model_new (site->mem, ts)};
  map_init (&x->list_of, site->mem);
  map_init (&x->taken, site->mem);
  return &x->base;
}
