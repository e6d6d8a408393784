#include "lab/count/counter_priv.h"

#include "logic/reduce.h"
#include "term/leaves.h"

#include <stdlib.h>

#define MAX_VALUES (1u << 16)
#define MAX_NODES \
  (1u << 20) /* of the first diagram; those of parts have less */
#define LEAST_NODES 4096

/* A group of constraints that was counted, by handles. */
typedef struct counted_group {
  size_t n;
  const term *constraint;
  unsigned bits;
  model_count count;
} counted_group;

struct counter {
  memory *mem;
  terms *terms;
  stats *stats;
  count_limits limits;
  guard guard;
  uint64_t effort, left; /* nodes for each slice; of those, for the one now */
  former *former;
  kept_counts kept;
  map group_at; /* hash of constraints -> index + 1 */
  VEC (counted_group) groups;
  arena numbers, work;
};

counter *counter_new (memory *mem, terms *ts, stats *st, store *s,
                      uint64_t effort) {
  counter *c = memory_zalloc (mem, sizeof *c);
  c->mem = mem;
  c->terms = ts;
  c->stats = st;
  c->effort = effort;
  c->limits = (count_limits) {MAX_VALUES, MAX_NODES};
  c->former = former_new (mem, ts);
  kept_counts_init (&c->kept, mem, s);
  map_init (&c->group_at, mem);
  arena_init (&c->numbers, mem);
  arena_init (&c->work, mem);
  return c;
}

void counter_free (counter *c) {
  if (!c)
    return;
  former_free (c->former);
  kept_counts_release (&c->kept);
  map_release (&c->group_at);
  vec_release (c->mem, &c->groups);
  arena_release (&c->numbers);
  arena_release (&c->work);
  memory_free (c->mem, c, sizeof *c);
}

void counter_end_at (counter *c, uint64_t deadline) {
  guard_start (&c->guard, deadline);
}

void counter_limit (counter *c, count_limits l) { c->limits = l; }

arena *counter_numbers (counter *c) { return &c->numbers; }

/* Sizes. */

bool count_is_bound (const count_slice *s, atom a) {
  return term_is_leaf (s->terms, a.prefix);
}

bool count_domain (const domain *d, arena *a, num *out) {
  if (d->open_below || d->open_above)
    return false;
  *out = NUM_ZERO;
  for (uint32_t i = 0; i < d->n; i++) {
    span s = d->span[i];
    num low = sort_is_int (d->sort) ? (num) {s.low} : num_of_u64 (a, s.low);
    num high = sort_is_int (d->sort) ? (num) {s.high} : num_of_u64 (a, s.high);
    num more = num_add (a, num_sub (a, high, low), NUM_ONE);
    *out = num_add (a, *out, more);
  }
  return true;
}

unsigned counter_leaf_bits (const counter *c, term leaf) {
  sort s = term_sort (c->terms, leaf);
  return sort_is_bool (s) ? 1 : sort_is_bv (s) ? sort_width (s) : 0;
}

static model_count times (counter *c, model_count a, model_count b) {
  arena *n = &c->numbers;
  bool is_none = (a.is_finite && !num_sign (a.high)) ||
                 (b.is_finite && !num_sign (b.high));
  if (is_none)
    return (model_count) {true, NUM_ZERO, NUM_ZERO};
  return (model_count) {a.is_finite && b.is_finite, num_mul (n, a.low, b.low),
                        num_mul (n, a.high, b.high)};
}

static model_count plus (counter *c, model_count a, model_count b) {
  return (model_count) {a.is_finite && b.is_finite,
                        num_add (&c->numbers, a.low, b.low),
                        num_add (&c->numbers, a.high, b.high)};
}

static model_count exactly (num n) { return (model_count) {true, n, n}; }

static const model_count infinite = {false, {1}, {1}};

/* Leaves. */

static bool has_leaf (const term_vec *v, term leaf) {
  for (size_t i = 0; i < v->len; i++)
    if (term_eq (v->data[i], leaf))
      return true;
  return false;
}

static int compare_terms (const void *a, const void *b) {
  uint32_t x = ((const term *) a)->id, y = ((const term *) b)->id;
  return x < y ? -1 : x > y;
}

static void sort_terms (term_vec *v) {
  size_t n = 0;
  if (v->len)
    qsort (v->data, v->len, sizeof *v->data, compare_terms);
  for (size_t i = 0; i < v->len; i++)
    if (!n || !term_eq (v->data[n - 1], v->data[i]))
      v->data[n++] = v->data[i];
  v->len = n;
}

void counter_leaves (counter *c, size_t n, const term *t, term_vec *out) {
  for (size_t i = 0; i < n; i++) {
    const leaf_set *l = term_leaves (c->terms, t[i]);
    for (uint32_t k = 0; k < l->n; k++)
      vec_push (c->mem, out, l->leaf[k]);
  }
  sort_terms (out);
}

static uint32_t find_root (uint32_t *group, uint32_t i) {
  while (group[i] != i)
    i = group[i] = group[group[i]];
  return i;
}

void counter_group (counter *c, size_t n, const term *t, uint32_t *group) {
  map owner; /* of a leaf: term + 1 */
  map_init (&owner, c->mem);
  for (uint32_t i = 0; i < n; i++) {
    const leaf_set *l = term_leaves (c->terms, t[i]);
    group[i] = i;
    for (uint32_t k = 0; k < l->n; k++) {
      uint64_t *at = map_at (&owner, l->leaf[k].id);
      uint32_t with = *at ? find_root (group, (uint32_t) *at - 1) : i;
      uint32_t own = find_root (group, i);
      uint32_t least = with < own ? with : own;
      group[with] = group[own] = least;
      *at = least + 1;
    }
  }
  for (uint32_t i = 0; i < n; i++)
    group[i] = find_root (group, i);
  map_release (&owner);
}

/* One slice. */

static model_count count_atoms (counter *, size_t n, const atom *,
                                const term_vec *leaves, unsigned depth);

/* What is known without counting. */
static model_count bounds_of (counter *c, const count_slice *s) {
  num all = NUM_ONE, n;
  for (size_t i = 0; i < s->n_leaves; i++) {
    unsigned bits = counter_leaf_bits (c, s->leaf[i]);
    if (s->domain[i] ? !count_domain (s->domain[i], &c->numbers, &n) : !bits)
      return infinite;
    if (!s->domain[i])
      n = num_pow2 (&c->numbers, bits);
    all = num_mul (&c->numbers, all, n);
  }
  return (model_count) {true, NUM_ZERO, all};
}

static size_t smallest_leaf (counter *c, const count_slice *s) {
  size_t best = s->n_leaves;
  num least = NUM_ZERO, n;
  for (size_t i = 0; i < s->n_leaves; i++) {
    uint64_t word;
    if (!s->domain[i] || !sort_is_small (s->domain[i]->sort) ||
        domain_is_point (s->domain[i], &word) ||
        !count_domain (s->domain[i], &c->work, &n))
      continue;
    if (best == s->n_leaves || num_cmp (n, least) < 0) {
      best = i;
      least = n;
    }
  }
  return best;
}

/* The smallest input, below and above the middle. */
static model_count split_slice (counter *c, const count_slice *s,
                                unsigned depth) {
  size_t at = smallest_leaf (c, s);
  if (at == s->n_leaves || !c->left)
    return bounds_of (c, s);
  const domain *d = s->domain[at];
  uint64_t low = d->span[0].low, high = d->span[d->n - 1].high;
  uint64_t middle = low + (high - low) / 2;
  model_count sum = exactly (NUM_ZERO);
  term_vec leaves = {0};
  VEC (atom) atoms = {0};
  for (size_t i = 0; i < s->n_leaves; i++)
    vec_push (c->mem, &leaves, s->leaf[i]);
  for (size_t i = 0; i < s->n; i++)
    vec_push (c->mem, &atoms, s->atom[i]);
  for (int half = 0; half < 2; half++) {
    const domain *part = domain_between (
        &c->work, d->sort, half ? middle + 1 : low, half ? high : middle);
    vec_push (c->mem, &atoms, atom_in (c->terms, &c->work, s->leaf[at], part));
    sum = plus (c, sum,
                count_atoms (c, atoms.len, atoms.data, &leaves, depth + 1));
    atoms.len--;
  }
  vec_release (c->mem, &atoms, &leaves);
  return sum;
}

static model_count count_anew (counter *c, const count_slice *s,
                               unsigned depth) {
  num n;
  if (enumerated_count (s, c->mem, &c->numbers, c->limits.values, &n))
    return exactly (n);
  uint64_t max = c->limits.nodes >> (depth < 31 ? depth : 31), work = 0;
  if (max < LEAST_NODES && LEAST_NODES < c->limits.nodes)
    max = LEAST_NODES;
  bool is_done =
      diagram_count (s, c->mem, &c->numbers,
                     (uint32_t) (max < c->left ? max : c->left), &work, &n);
  c->left -= work < c->left ? work : c->left;
  return is_done ? exactly (n) : split_slice (c, s, depth);
}

static void find_domains (counter *c, count_slice *s) {
  s->domain = arena_alloc (&c->work, s->n_leaves * sizeof *s->domain);
  for (size_t i = 0; i < s->n_leaves; i++) {
    sort of = term_sort (c->terms, s->leaf[i]);
    s->domain[i] = sort_is_small (of) || sort_is_int (of)
                       ? domain_full (&c->work, of)
                       : NULL;
    for (size_t k = 0; k < s->n; k++)
      if (term_eq (s->atom[k].prefix, s->leaf[i]) && s->domain[i])
        s->domain[i] = s->atom[k].domain; /* one for each prefix */
  }
}

static model_count count_slice_of (counter *c, size_t n, const atom *atoms,
                                   const term_vec *leaves, unsigned depth) {
  count_slice s = {.terms = c->terms,
                   .guard = &c->guard,
                   .n = n,
                   .atom = atoms,
                   .n_leaves = leaves->len,
                   .leaf = leaves->data};
  num size;
  form f;
  if (n == 1 && count_is_bound (&s, *atoms))
    return count_domain (atoms->domain, &c->numbers, &size) ? exactly (size)
                                                            : infinite;
  for (size_t i = 0; i < s.n_leaves; i++)
    if (sort_is_array (term_sort (c->terms, s.leaf[i])))
      return infinite;
  form_of (c->former, &c->work, n, atoms, &f);
  const model_count *known = kept_counts_find (&c->kept, &f);
  if (known)
    return *known;
  if (!depth && (known = kept_counts_recall (&c->kept, &f))) {
    c->stats->counts_recalled++;
    return *known;
  }
  find_domains (c, &s);
  if (guard_asks_to_stop (&c->guard))
    return bounds_of (c, &s);
  if (!depth) {
    c->stats->counted++;
    c->left = c->effort;
  }
  model_count found = count_anew (c, &s, depth);
  bool is_whole = !depth && !guard_is_stopped (&c->guard);
  if (is_whole || model_count_is_exact (found))
    kept_counts_add (&c->kept, &f, found, !depth);
  return found;
}

/* A conjunction: reduced, and each of its slices. Leaves that it does not
 * depend on any more have all their values.
 */
static model_count count_reduced (counter *c, const reduction *r,
                                  const term_vec *leaves, unsigned depth) {
  model_count all = exactly (NUM_ONE);
  term_vec prefixes = {0}, some = {0}, used = {0};
  VEC (atom) atoms = {0};
  u32_vec group = {0};
  for (size_t i = 0; i < r->n; i++) {
    vec_push (c->mem, &prefixes, r->atom[i].prefix);
    vec_push (c->mem, &group, 0);
  }
  counter_group (c, r->n, prefixes.data, group.data);
  counter_leaves (c, r->n, prefixes.data, &used);
  for (size_t g = 0; g < r->n; g++) {
    if (group.data[g] != g)
      continue;
    vec_clear (&atoms);
    vec_clear (&some);
    for (size_t i = g; i < r->n; i++)
      if (group.data[i] == g) {
        vec_push (c->mem, &atoms, r->atom[i]);
        counter_leaves (c, 1, prefixes.data + i, &some);
      }
    all =
        times (c, all, count_slice_of (c, atoms.len, atoms.data, &some, depth));
  }
  for (size_t i = 0; i < leaves->len; i++) {
    unsigned bits = counter_leaf_bits (c, leaves->data[i]);
    if (!has_leaf (&used, leaves->data[i]))
      all = times (c, all,
                   bits ? exactly (num_pow2 (&c->numbers, bits)) : infinite);
  }
  vec_release (c->mem, &prefixes, &some, &used, &atoms, &group);
  return all;
}

static model_count count_atoms (counter *c, size_t n, const atom *atoms,
                                const term_vec *leaves, unsigned depth) {
  reduction r;
  mark before = arena_mark (&c->work);
  model_count result = exactly (NUM_ZERO);
  reduce_atoms (c->terms, &c->work, n, atoms, &r);
  if (!r.is_unsat)
    reduce_substitute (c->terms, &c->work, c->mem, &r);
  if (!r.is_unsat)
    result = count_reduced (c, &r, leaves, depth);
  arena_return (&c->work, before);
  return result;
}

/* Constraints that share leaves. */

static bool is_group (const counted_group *g, const term_vec *v) {
  return g->n == v->len &&
         !memcmp (g->constraint, v->data, v->len * sizeof *v->data);
}

static model_count count_group (counter *c, term_vec *constraints,
                                unsigned *bits) {
  term_vec leaves = {0};
  VEC (atom) atoms = {0};
  uint64_t hash = 0;
  sort_terms (constraints);
  for (size_t i = 0; i < constraints->len; i++)
    hash = hash_mix (hash + 1, constraints->data[i].id);
  uint64_t *at = map_at (&c->group_at, hash | 1);
  if (*at && is_group (c->groups.data + *at - 1, constraints)) {
    *bits += c->groups.data[*at - 1].bits;
    return c->groups.data[*at - 1].count;
  }
  counted_group g = {.n = constraints->len};
  counter_leaves (c, constraints->len, constraints->data, &leaves);
  for (size_t i = 0; i < leaves.len; i++)
    g.bits += counter_leaf_bits (c, leaves.data[i]);
  mark before = arena_mark (&c->work);
  for (size_t i = 0; i < constraints->len; i++)
    vec_push (c->mem, &atoms,
              atom_of (c->terms, &c->work, constraints->data[i]));
  g.count = count_atoms (c, atoms.len, atoms.data, &leaves, 0);
  arena_return (&c->work, before);
  g.constraint = arena_copy (&c->numbers, constraints->data,
                             g.n * sizeof *constraints->data);
  vec_push (c->mem, &c->groups, g);
  *at = c->groups.len;
  *bits += g.bits;
  vec_release (c->mem, &leaves, &atoms);
  return g.count;
}

model_count counter_count (counter *c, size_t n, const term *constraint,
                           unsigned *bits) {
  term_vec all = {0}, some = {0};
  u32_vec group = {0};
  model_count result = exactly (NUM_ONE);
  *bits = 0;
  for (size_t i = 0; i < n; i++)
    term_add_conjuncts (c->mem, &all, c->terms, constraint[i]);
  for (size_t i = 0; i < all.len; i++)
    vec_push (c->mem, &group, 0);
  counter_group (c, all.len, all.data, group.data);
  for (size_t g = 0; g < all.len; g++) {
    if (group.data[g] != g)
      continue;
    vec_clear (&some);
    for (size_t i = g; i < all.len; i++)
      if (group.data[i] == g)
        vec_push (c->mem, &some, all.data[i]);
    result = times (c, result, count_group (c, &some, bits));
  }
  vec_release (c->mem, &all, &some, &group);
  return result;
}
