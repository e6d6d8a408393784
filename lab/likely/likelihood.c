#include "lab/likely/likelihood.h"

#include "logic/atom.h"
#include "term/leaves.h"

#define MAX_CASES 4096 /* combinations of ranges in one slice */

/* The case at hand: which of its ranges each input of the profile has. */
typedef struct range_case {
  const likelihoods *of;
  term_vec conditions; /* of the slice, and the ranges so far */
  term_vec leaf;       /* inputs of the profile */
  u32_vec range, first, total;
  unsigned bits; /* of all inputs */
  likelihood sum;
} range_case;

static likelihood bounds (ratio low, ratio high) {
  return (likelihood) {low, high};
}

static term in_range (terms *ts, term leaf, const profile_range *r) {
  unsigned w = term_width (ts, leaf);
  uint64_t mask = w == 64 ? UINT64_MAX : (UINT64_C (1) << w) - 1;
  if (r->size >= mask)
    return TERM_TRUE;
  term from = term_bv (ts, w, (uint64_t) r->low);
  return term_binary (ts, KIND_BV_ULE, term_bv_sub (ts, leaf, from),
                      term_bv (ts, w, r->size));
}

/* Values of a range that the input can have. */
static num size_of_range (const likelihoods *l, term leaf,
                          const profile_range *r) {
  arena *a = l->numbers;
  num all = num_pow2 (a, term_width (l->terms, leaf));
  num size = num_add (a, num_of_u64 (a, r->size), NUM_ONE);
  return num_cmp (size, all) < 0 ? size : all;
}

static uint64_t total_weight (const profile *p, size_t n,
                              const uint32_t *range) {
  uint64_t sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += p->ranges.data[range[i]].weight;
  return sum;
}

/* All inputs have their ranges: what remains is a count. 'share' is the weight
 * of the ranges over their sizes.
 */
static void add_case (range_case *c, ratio share, unsigned bits) {
  const likelihoods *l = c->of;
  arena *a = l->numbers;
  unsigned counted;
  model_count n = counter_count (l->counter, c->conditions.len,
                                 c->conditions.data, &counted);
  assert (n.is_finite); /* inputs have bits */
  /* Inputs that no condition mentions any more have all their values, those
   * of the profile within their range: 'counted' has all of the others.
   */
  num whole = num_pow2 (a, bits);
  ratio low = ratio_mul (a, share, ratio_of (a, n.low, whole));
  ratio high = ratio_mul (a, share, ratio_of (a, n.high, whole));
  c->sum.low = ratio_add (a, c->sum.low, low);
  c->sum.high = ratio_add (a, c->sum.high, high);
}

static void try_ranges (range_case *c, size_t i, ratio share, unsigned bits) {
  const likelihoods *l = c->of;
  arena *a = l->numbers;
  if (i == c->leaf.len) {
    add_case (c, share, bits);
    return;
  }
  size_t first = c->first.data[i], n = c->first.data[i + 1] - first;
  uint64_t total = total_weight (l->profile, n, c->range.data + first);
  for (size_t k = 0; k < n; k++) {
    const profile_range *r = l->profile->ranges.data + c->range.data[first + k];
    num size = size_of_range (l, c->leaf.data[i], r);
    ratio part = ratio_of (a, num_of_u64 (a, r->weight),
                           num_mul (a, num_of_u64 (a, total), size));
    vec_push (l->mem, &c->conditions, in_range (l->terms, c->leaf.data[i], r));
    try_ranges (c, i + 1, ratio_mul (a, share, part), bits);
    c->conditions.len--;
  }
}

/* Which inputs of the slice are in the profile. False: too many cases. */
static bool find_ranges (range_case *c, size_t n, const term *leaf) {
  const likelihoods *l = c->of;
  uint64_t cases = 1;
  u32_vec found = {0};
  for (size_t i = 0; i < n && l->profile; i++) {
    if (term_kind (l->terms, leaf[i]) != KIND_VAR)
      continue;
    size_t m = profile_find (l->profile, term_name (l->terms, leaf[i]), &found);
    if (!m)
      continue;
    vec_push (l->mem, &c->leaf, leaf[i]);
    vec_push (l->mem, &c->first, (uint32_t) c->range.len);
    for (size_t k = 0; k < m; k++)
      vec_push (l->mem, &c->range, found.data[k]);
    cases = cases > MAX_CASES ? cases : cases * m;
  }
  vec_push (l->mem, &c->first, (uint32_t) c->range.len);
  vec_release (l->mem, &found);
  return cases <= MAX_CASES;
}

static likelihood likelihood_of_slice (const likelihoods *l, size_t n,
                                       const term *t) {
  range_case c = {.of = l, .sum = bounds (RATIO_ZERO, RATIO_ZERO)};
  term_vec leaves = {0};
  unsigned bits = 0;
  for (size_t i = 0; i < n; i++)
    vec_push (l->mem, &c.conditions, t[i]);
  counter_leaves (l->counter, n, t, &leaves);
  bool is_feasible = find_ranges (&c, leaves.len, leaves.data);
  for (size_t i = 0; i < leaves.len; i++)
    bits += counter_leaf_bits (l->counter, leaves.data[i]);
  for (size_t i = 0; i < c.leaf.len; i++)
    bits -= counter_leaf_bits (l->counter, c.leaf.data[i]);
  if (is_feasible)
    try_ranges (&c, 0, RATIO_ONE, bits);
  else
    c.sum.high = RATIO_ONE;
  vec_release (l->mem, &c.conditions, &c.leaf, &c.range, &c.first, &c.total,
               &leaves);
  return c.sum;
}

likelihood likelihood_of (const likelihoods *l, size_t n, const term *t) {
  arena *a = l->numbers;
  likelihood all = bounds (RATIO_ONE, RATIO_ONE);
  term_vec conjuncts = {0}, some = {0};
  u32_vec group = {0};
  for (size_t i = 0; i < n; i++)
    term_add_conjuncts (l->mem, &conjuncts, l->terms, t[i]);
  for (size_t i = 0; i < conjuncts.len; i++)
    vec_push (l->mem, &group, 0);
  counter_group (l->counter, conjuncts.len, conjuncts.data, group.data);
  for (size_t g = 0; g < conjuncts.len; g++) {
    if (group.data[g] != g)
      continue;
    vec_clear (&some);
    for (size_t i = g; i < conjuncts.len; i++)
      if (group.data[i] == g)
        vec_push (l->mem, &some, conjuncts.data[i]);
    likelihood one = likelihood_of_slice (l, some.len, some.data);
    all.low = ratio_mul (a, all.low, one.low);
    all.high = ratio_mul (a, all.high, one.high);
  }
  vec_release (l->mem, &conjuncts, &some, &group);
  return all;
}
