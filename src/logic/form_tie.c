/* Leaves that refinement cannot tell apart.
 *
 * Most often they are interchangeable, as x and y in x + y <= 5: exchanging
 * any two of a class changes nothing. This is tested by hashing the slice
 * with all leaves different, before and after the exchange. Otherwise orders
 * are searched. A wrong decision here, by collision of hashes, would make a
 * form miss; never lie.
 */

#include "logic/form_priv.h"

#define MAX_EXCHANGE_STEPS 1000000
#define GADGET 0x4741444745544741u

static vertex *leaf_at (former *f, size_t i) {
  return f->vertices.data + f->leaves.data[i];
}

/* Exchanging. */

static uint64_t hash_slice (former *f) {
  uint64_t sum = 0;
  former_hash (f);
  for (size_t i = 0; i < f->atoms.len; i++)
    sum += hash_mix (f->vertices.data[f->atoms.data[i]].hash, GADGET);
  return sum;
}

static bool can_exchange (former *f, vertex *a, vertex *b, uint64_t all) {
  uint64_t x = a->hash, y = b->hash;
  a->hash = y;
  b->hash = x;
  bool same = hash_slice (f) == all;
  a->hash = x;
  b->hash = y;
  return same;
}

/* Different colours for all leaves; those of one class remain neighbours. */
static void name_leaves (former *f) {
  for (size_t i = 0; i < f->leaves.len; i++)
    leaf_at (f, f->order.data[i].id)->hash = hash_mix (GADGET, i);
}

static bool are_interchangeable (former *f) {
  assert (f->order.len == f->leaves.len); /* sorted by colour */
  const ranked *o = f->order.data;
  size_t n = f->order.len, first = 0;
  if (n * f->edges.len > MAX_EXCHANGE_STEPS)
    return false;
  uint64_t all = hash_slice (f);
  for (size_t i = 1; i < n; i++)
    if (o[i].key != o[first].key)
      first = i;
    else if (!can_exchange (f, leaf_at (f, o[first].id), leaf_at (f, o[i].id),
                            all))
      return false;
  return true;
}

/* Searching.
 *
 *     a b | c d         colours are stable, two classes are tied
 *     a' | b | c | d    a gets a colour of its own, which refinement spreads
 *
 * Each leaf of the first tied class is tried, until no two are tied; of all
 * orders that come out, the one with the least hash is taken. Where a symmetry
 * of the slice exchanges two leaves of the class, one of them will do: then
 * the orders that follow from both by going on with any leaf have one hash.
 */
typedef struct tie_search {
  unsigned left; /* refinements */
  bool has_best;
  uint64_t best;
  const uint64_t *colours; /* of the best order, by leaf */
} tie_search;

static const uint64_t *save_colours (former *f) {
  size_t n = f->leaves.len;
  uint64_t *colour = arena_alloc (&f->scratch, n * sizeof *colour);
  for (size_t i = 0; i < n; i++)
    colour[i] = leaf_at (f, i)->hash;
  return colour;
}

static void restore_colours (former *f, const uint64_t *colour) {
  for (size_t i = 0; i < f->leaves.len; i++)
    leaf_at (f, i)->hash = colour[i];
}

/* Of the first class, in 'order'; none: nothing is tied. */
static size_t count_tied (const former *f, size_t *first) {
  const ranked *o = f->order.data;
  size_t n = f->order.len, begin = 0, end = n != 0;
  for (; end < n && (o[end].key == o[begin].key || end - begin < 2); end++)
    if (o[end].key != o[begin].key)
      begin = end;
  *first = begin;
  return end - begin < 2 ? 0 : end - begin;
}

static bool single_out (former *f, tie_search *s, uint32_t leaf) {
  if (!s->left || !f->rounds)
    return false;
  s->left--;
  leaf_at (f, leaf)->hash = hash_mix (GADGET, leaf_at (f, leaf)->hash);
  former_refine (f);
  return true;
}

/* Of the order that was found: the colours that led to it, and the slice. */
static uint64_t hash_order (former *f) {
  uint64_t sum = 0;
  for (size_t i = 0; i < f->order.len; i++)
    sum += hash_mix (f->order.data[i].key, i);
  name_leaves (f);
  return hash_mix (sum, hash_slice (f));
}

/* Go on with any leaf. */
static bool follow (former *f, tie_search *s, uint64_t *hash) {
  size_t first;
  while (count_tied (f, &first))
    if (!single_out (f, s, f->order.data[first].id))
      return false;
  *hash = hash_order (f);
  return true;
}

static void take_order (former *f, tie_search *s) {
  uint64_t hash = hash_order (f);
  if (s->has_best && s->best <= hash)
    return;
  s->has_best = true;
  s->best = hash;
  s->colours = save_colours (f);
}

/* One leaf for each different hash in 'hash': those that were tried. */
static bool is_symmetric (size_t n, const uint64_t *hash) {
  for (size_t i = 0; i < n; i++)
    if (hash[i] == hash[n])
      return true;
  return false;
}

static bool search_orders (former *f, tie_search *s) {
  size_t first, n = count_tied (f, &first), n_tried = 0;
  if (!n) {
    take_order (f, s);
    return true;
  }
  const uint64_t *before = save_colours (f);
  const ranked *tied =
      arena_copy (&f->scratch, f->order.data + first, n * sizeof *tied);
  uint64_t *hash = arena_alloc (&f->scratch, n * sizeof *hash);
  for (size_t i = 0; i < n; i++) {
    restore_colours (f, before);
    if (!single_out (f, s, tied[i].id) || !follow (f, s, hash + n_tried))
      return false;
    if (is_symmetric (n_tried, hash))
      continue;
    n_tried++;
    restore_colours (f, before);
    if (!single_out (f, s, tied[i].id) || !search_orders (f, s))
      return false;
  }
  return true;
}

bool former_break_ties (former *f) {
  tie_search s = {.left = f->budget};
  const uint64_t *before = save_colours (f);
  name_leaves (f);
  if (!f->budget || are_interchangeable (f))
    return f->budget;
  restore_colours (f, before);
  bool is_found = search_orders (f, &s);
  restore_colours (f, is_found ? s.colours : before);
  if (is_found)
    return true;
  former_count (f);
  name_leaves (f);
  return false;
}
