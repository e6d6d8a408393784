/* Atoms get labels, by name or by shape, and are sorted with the rarest first:
 * a set is listed under the first few of them, a problem looks under all of its
 * own.
 */

#include "store/listing.h"

#include "logic/form.h"
#include "reuse/implied_sets.h"
#include "reuse/mapping.h"

/* How many entries a set gets. */
static const unsigned most[N_LISTING_KINDS] = {
    [LISTED_UNSAT_BY_NAME] = 1,
    [LISTED_SAT_BY_NAME] = 2,
    [LISTED_UNSAT_BY_SHAPE] = 1,
    [LISTED_SAT_BY_SHAPE] = 1,
};

struct lister {
  memory *mem;
  terms *terms;
  mapper *mapper;
  uint32_t version; /* of forms: labels of another one are others */
};

lister *lister_new (memory *mem, terms *ts) {
  lister *l = memory_zalloc (mem, sizeof *l);
  *l = (lister) {mem, ts, mapper_new (mem, ts), form_version ()};
  return l;
}

void lister_free (lister *l) {
  if (!l)
    return;
  mapper_free (l->mapper);
  memory_free (l->mem, l, sizeof *l);
}

/* An atom and how rare its label is. */
typedef struct marked {
  uint64_t label;
  uint32_t size;
  hull hull;
} marked;

static uint64_t label_of (const lister *l, uint64_t hash) {
  return hash_mix (hash, l->version) & LISTING_LABEL;
}

static size_t mark_names (const lister *l, size_t n, const atom *atoms,
                          marked *out) {
  for (size_t i = 0; i < n; i++)
    out[i] = (marked) {label_of (l, term_hash (l->terms, atoms[i].prefix).lo),
                       atoms[i].prefix.id, hull_of (atoms[i].domain)};
  return n;
}

/* What shall be mapped to has both signs (reuse/mapping.h). */
static size_t mark_shapes (lister *l, arena *a, size_t n, const atom *atoms,
                           bool both_signs, marked *out) {
  variant *v = arena_alloc (a, 2 * n * sizeof *v);
  size_t m = mapper_prepare (l->mapper, a, n, atoms, both_signs, v);
  for (size_t i = 0; i < m; i++)
    out[i] = (marked) {label_of (l, v[i].label), v[i].label,
                       hull_of (v[i].atom.domain)};
  return m;
}

static int by_size (const void *a, const void *b) {
  const marked *x = a, *y = b;
  if (x->size != y->size)
    return x->size > y->size ? -1 : 1;
  if (x->label != y->label)
    return x->label > y->label ? -1 : 1;
  if (x->hull.low != y->hull.low)
    return x->hull.low < y->hull.low ? -1 : 1;
  return x->hull.high < y->hull.high ? -1 : x->hull.high > y->hull.high;
}

/* The rarest first. 'is_asked': by a problem, not of a set in a list. */
static size_t mark_all (lister *l, arena *a, listing_kind k, bool is_asked,
                        size_t n, const atom *atoms, listing **out) {
  assert (k < N_LISTING_KINDS);
  marked *m = arena_alloc (a, (2 * n + 1) * sizeof *m);
  uint64_t bits = 0;
  size_t len =
      listing_is_by_shape (k)
          ? mark_shapes (l, a, n, atoms, listing_is_sat (k) != is_asked, m)
          : mark_names (l, n, atoms, m);
  qsort (m, len, sizeof *m, by_size);
  for (size_t i = 0; i < len; i++)
    bits |= UINT64_C (1) << (m[i].label >> 50);
  assert (len <= 2 * n); /* at most both signs of each */
  *out = arena_alloc (a, (len + 1) * sizeof **out);
  for (size_t i = 0; i < len; i++)
    (*out)[i] = (listing) {.kind = (uint8_t) k,
                           .label = m[i].label,
                           .bits = bits,
                           .low = m[i].hull.low,
                           .high = m[i].hull.high};
  return len;
}

size_t lister_list (lister *l, arena *a, verdict v, size_t n, const atom *atoms,
                    listing out[LISTINGS_MAX]) {
  size_t len = 0;
  if (v == VERDICT_UNKNOWN)
    return 0;
  for (listing_kind k = 0; k < N_LISTING_KINDS; k++) {
    listing *all;
    if (listing_is_sat (k) != (v == VERDICT_SAT))
      continue;
    size_t found = mark_all (l, a, k, false, n, atoms, &all);
    for (size_t i = 0; i < found && i < most[k]; i++)
      out[len++] = all[i];
    assert (len <= LISTINGS_MAX);
  }
  return len;
}

size_t lister_ask (lister *l, arena *a, listing_kind k, size_t n,
                   const atom *atoms, listing **out) {
  return mark_all (l, a, k, true, n, atoms, out);
}
