#include "logic/lift.h"

#include "base/bits.h"
#include "base/map.h"
#include "logic/linear.h"
#include "term/value.h"

#include <stdio.h>
#include <string.h>

#define MAX_TRIES 16 /* with other readings of leaves */

/* A bit-vector term as an integer: the term is 'value' modulo 2^width, and
 * 'value' is between low and high.
 */
typedef struct image {
  term value;
  num low, high;
} image;

typedef struct lifter {
  terms *terms;
  arena *arena;
  memory *mem;
  map images; /* term id -> index of image + 1 */
  VEC (image) image;
  VEC (lifted_leaf) leaves;
  atom_vec atoms;
  term_vec todo;
  map own;  /* leaf id -> its domain (address) */
  map vars; /* ids of the Int variables of the result and of the input */
  map wish; /* leaf id -> UNSIGNED or SIGNED: how a use wants it read */
  bool has_new_wish;
} lifter;

enum { SHORTEST, UNSIGNED, SIGNED };

static const image *find (const lifter *l, term t) {
  uint64_t i = map_get (&l->images, t.id, 0);
  return i ? l->image.data + i - 1 : NULL;
}

static void keep (lifter *l, term t, image i) {
  vec_push (l->mem, &l->image, i);
  map_put (&l->images, t.id, l->image.len);
}

/* Leaves. */

static bool is_leaf (const terms *ts, term t) {
  kind k = term_kind (ts, t);
  if (k == KIND_VAR)
    return true;
  return k == KIND_SELECT && term_kind (ts, term_arg (ts, t, 0)) == KIND_VAR &&
         term_is_const (ts, term_arg (ts, t, 1));
}

static term leaf_var (terms *ts, term leaf) {
  char name[48];
  hash128 h = term_hash (ts, leaf);
  int len = snprintf (name, sizeof name, "lift!%016llx%016llx",
                      (unsigned long long) h.hi, (unsigned long long) h.lo);
  return term_var (ts, name, (size_t) len, SORT_INT);
}

/* The circle is cut open inside the widest gap of the domain: values below
 * the cut are read as they are, those from it on minus 2^n.
 */
static uint64_t cut_of (const domain *d) {
  uint64_t mask = bits_mask (sort_width (d->sort));
  uint64_t cut = 0, widest = d->span[0].low + (mask - d->span[d->n - 1].high);
  for (uint32_t i = 1; i < d->n; i++) {
    uint64_t gap = d->span[i].low - d->span[i - 1].high - 1;
    if (gap > widest) {
      widest = gap;
      cut = d->span[i].low;
    }
  }
  return cut;
}

static num read_word (arena *a, uint64_t word, uint64_t cut, unsigned w) {
  num n = num_of_u64 (a, word);
  return cut && word >= cut ? num_sub (a, n, num_pow2 (a, w)) : n;
}

static const domain *interval (arena *a, num low, num high) {
  return domain_intersect (a, domain_at_least (a, low),
                           domain_at_most (a, high));
}

static uint64_t wished_cut (const lifter *l, term leaf, const domain *d) {
  switch (map_get (&l->wish, leaf.id, SHORTEST)) {
  case UNSIGNED:
    return 0;
  case SIGNED:
    return bits_sign (sort_width (d->sort));
  default:
    return cut_of (d);
  }
}

static void read_span (arena *a, span s, uint64_t cut, unsigned w,
                       const domain **res) {
  const domain *d =
      interval (a, read_word (a, s.low, cut, w), read_word (a, s.high, cut, w));
  *res = domain_unite (a, *res, d);
}

/* The values of the leaf in the chosen reading. */
static const domain *read_domain (arena *a, const domain *d, uint64_t cut) {
  unsigned w = sort_width (d->sort);
  const domain *res = domain_empty (a, SORT_INT);
  for (uint32_t i = 0; i < d->n; i++) {
    span s = d->span[i];
    if (s.low < cut && cut <= s.high) {
      read_span (a, (span) {s.low, cut - 1}, cut, w, &res);
      s.low = cut;
    }
    read_span (a, s, cut, w, &res);
  }
  return res;
}

static bool lift_leaf (lifter *l, term t) {
  arena *a = l->arena;
  const domain *d = (const domain *) (uintptr_t) map_get (&l->own, t.id, 0);
  if (!d)
    d = domain_full (a, term_sort (l->terms, t));
  if (domain_is_empty (d))
    return false;
  const domain *read = read_domain (a, d, wished_cut (l, t, d));
  lifted_leaf leaf = {t, leaf_var (l->terms, t), value_num (read->span[0].low),
                      value_num (read->span[read->n - 1].high)};
  uint64_t *used = map_at (&l->vars, leaf.var.id);
  if (*used) /* two leaves with one name, or a name of the input */
    return false;
  *used = 1;
  vec_push (l->mem, &l->leaves, leaf);
  vec_push (l->mem, &l->atoms, (atom) {leaf.var, read});
  keep (l, t, (image) {leaf.var, leaf.low, leaf.high});
  return true;
}

/* Sums and extensions. */

static term add_terms (terms *ts, term x, term y) {
  return x.id ? term_binary (ts, KIND_INT_ADD, x, y) : y;
}

static void image_add (lifter *l, image *sum, num c, const image *part) {
  terms *ts = l->terms;
  num p = num_mul (l->arena, c, part->low),
      q = num_mul (l->arena, c, part->high);
  bool is_minus = num_sign (c) < 0;
  sum->low = num_add (l->arena, sum->low, is_minus ? q : p);
  sum->high = num_add (l->arena, sum->high, is_minus ? p : q);
  sum->value =
      add_terms (ts, sum->value,
                 term_binary (ts, KIND_INT_MUL, part->value, term_int (ts, c)));
}

static image image_of_num (lifter *l, num n) {
  return (image) {term_int (l->terms, n), n, n};
}

static void image_move (lifter *l, image *i, num by) {
  const image one = image_of_num (l, by);
  image_add (l, i, NUM_ONE, &one);
}

/* The leaves in a sum that does not fit shall be read in another way, if none
 * was wished for yet.
 */
static void wish (lifter *l, term t, bool is_signed) {
  linear sum;
  linear_of (l->terms, l->arena, t, &sum);
  for (size_t i = 0; i < sum.n; i++) {
    term leaf = sum.monomial[i].term;
    if (!is_leaf (l->terms, leaf))
      continue;
    uint64_t *how = map_at (&l->wish, leaf.id);
    if (*how != SHORTEST)
      continue;
    *how = is_signed ? SIGNED : UNSIGNED;
    l->has_new_wish = true;
  }
}

/* Move the image by turns of 2^width so that it lies in the window that
 * starts at 'first'; false when it reaches over the edge of one.
 */
static bool into_window (lifter *l, image *i, unsigned width, num first) {
  arena *a = l->arena;
  num turn = num_pow2 (a, width);
  num low = num_div_floor (a, num_sub (a, i->low, first), turn);
  num high = num_div_floor (a, num_sub (a, i->high, first), turn);
  if (!num_eq (low, high))
    return false;
  if (num_sign (low))
    image_move (l, i, num_neg (a, num_mul (a, low, turn)));
  return true;
}

static bool read_as (lifter *l, term t, bool is_signed, image *i) {
  unsigned w = term_width (l->terms, t);
  num first =
      is_signed ? num_neg (l->arena, num_pow2 (l->arena, w - 1)) : NUM_ZERO;
  bool fits = into_window (l, i, w, first);
  if (!fits)
    wish (l, t, is_signed);
  return fits;
}

static bool lift_extension (lifter *l, term t) {
  terms *ts = l->terms;
  term u = term_arg (ts, t, 0);
  image i = *find (l, u);
  if (!read_as (l, u, term_kind (ts, t) == KIND_SEXT, &i))
    return false;
  keep (l, t, i);
  return true;
}

static bool lift_concat (lifter *l, term t) {
  terms *ts = l->terms;
  term high = term_arg (ts, t, 0), low = term_arg (ts, t, 1);
  image sum = *find (l, low), top = *find (l, high);
  unsigned w = term_width (ts, low);
  if (!read_as (l, low, false, &sum))
    return false;
  image_add (l, &sum, num_pow2 (l->arena, w), &top);
  keep (l, t, sum);
  return true;
}

static bool sum_of (lifter *l, term t, linear *sum) {
  return linear_of (l->terms, l->arena, t, sum) &&
         (sum->n != 1 || sum->constant || sum->monomial[0].coefficient != 1 ||
          sum->monomial[0].term.id != t.id);
}

static void lift_sum (lifter *l, term t, const linear *sum) {
  arena *a = l->arena;
  unsigned w = sort_width (sum->sort);
  image res = image_of_num (l, num_of_i64 (a, bits_signed (sum->constant, w)));
  for (size_t i = 0; i < sum->n; i++) {
    num c = num_of_i64 (a, bits_signed (sum->monomial[i].coefficient, w));
    image_add (l, &res, c, find (l, sum->monomial[i].term));
  }
  keep (l, t, res);
}

/* The walk over terms. */

static bool need (lifter *l, term t) {
  if (find (l, t))
    return false;
  vec_push (l->mem, &l->todo, t);
  return true;
}

/* Lift 't' if its parts are; otherwise push them. False: refused. */
static bool visit (lifter *l, term t) {
  terms *ts = l->terms;
  linear sum;
  kind k = term_kind (ts, t);
  bool waits = false;
  if (!sort_is_bv (term_sort (ts, t)) || term_width (ts, t) > 64)
    return false;
  if (is_leaf (ts, t))
    return lift_leaf (l, t);
  if (sum_of (l, t, &sum)) {
    for (size_t i = 0; i < sum.n; i++)
      waits |= need (l, sum.monomial[i].term);
    if (!waits)
      lift_sum (l, t, &sum);
    return true;
  }
  if (k == KIND_ZEXT || k == KIND_SEXT)
    return need (l, term_arg (ts, t, 0)) || lift_extension (l, t);
  if (k != KIND_CONCAT)
    return false;
  waits = need (l, term_arg (ts, t, 0));
  waits |= need (l, term_arg (ts, t, 1));
  return waits || lift_concat (l, t);
}

static bool lift_term (lifter *l, term t, image *res) {
  vec_clear (&l->todo);
  need (l, t);
  while (l->todo.len) {
    term u = vec_last (&l->todo);
    if (find (l, u)) {
      l->todo.len--;
      continue;
    }
    if (l->image.len + l->todo.len > LIFT_MAX || !visit (l, u))
      return false;
  }
  *res = *find (l, t);
  return true;
}

/* Atoms. */

static void add_atom (lifter *l, atom a) { vec_push (l->mem, &l->atoms, a); }

/* value modulo 2^w in D, where the value spans less than one turn: every
 * copy of D that it can reach, of which there are at most two.
 */
static bool lift_sum_atom (lifter *l, atom at) {
  arena *a = l->arena;
  const domain *d = at.domain;
  unsigned w = sort_width (d->sort);
  image i;
  if (!lift_term (l, at.prefix, &i))
    return false;
  num turn = num_pow2 (a, w);
  if (num_cmp (num_sub (a, i.high, i.low), turn) >= 0)
    return false;
  const domain *all = domain_empty (a, SORT_INT);
  const domain *reach = interval (a, i.low, i.high);
  num base = num_mul (a, turn, num_div_floor (a, i.low, turn));
  const domain *first = read_domain (a, d, 0);
  for (int copy = 0; copy < 2; copy++) {
    const domain *there = domain_shift (a, first, base.word);
    all = domain_unite (a, all, domain_intersect (a, there, reach));
    base = num_add (a, base, turn);
  }
  /* The sum is never outside of its reach: what goes up to the edge may be
   * open there, as comparisons of integers are.
   */
  if (domain_has (all, i.low.word))
    all = domain_unite (a, all, domain_at_most (a, i.low));
  if (domain_has (all, i.high.word))
    all = domain_unite (a, all, domain_at_least (a, i.high));
  add_atom (l, atom_in (l->terms, a, i.value, all));
  return true;
}

static bool lift_order (lifter *l, atom at) {
  terms *ts = l->terms;
  kind k = term_kind (ts, at.prefix);
  bool is_signed = k == KIND_BV_SLT || k == KIND_BV_SLE;
  if (!is_signed && k != KIND_BV_ULT && k != KIND_BV_ULE)
    return false;
  term left = term_arg (ts, at.prefix, 0), right = term_arg (ts, at.prefix, 1);
  image x, y;
  if (!lift_term (l, left, &x) || !lift_term (l, right, &y) ||
      !read_as (l, left, is_signed, &x) || !read_as (l, right, is_signed, &y))
    return false;
  term t = k == KIND_BV_ULT || k == KIND_BV_SLT
               ? term_int_lt (ts, x.value, y.value)
               : term_binary (ts, KIND_INT_LE, x.value, y.value);
  if (domain_has (at.domain, 0))
    t = term_not (ts, t);
  add_atom (l, atom_of (ts, l->arena, t));
  return true;
}

static bool is_int_sum (lifter *l, term t) {
  linear sum;
  linear_of (l->terms, l->arena, t, &sum);
  for (size_t i = 0; i < sum.n; i++) {
    if (term_kind (l->terms, sum.monomial[i].term) != KIND_VAR)
      return false;
    map_put (&l->vars, sum.monomial[i].term.id, 1);
  }
  return true;
}

/* Leaves are lifted with their domain when something needs them, or at the
 * end.
 */
static bool lift_atom (lifter *l, atom at) {
  terms *ts = l->terms;
  sort s = at.domain->sort;
  image i;
  if (sort_is_bv (s))
    return is_leaf (ts, at.prefix) ? lift_term (l, at.prefix, &i)
                                   : lift_sum_atom (l, at);
  if (sort_is_int (s) || term_kind (ts, at.prefix) == KIND_VAR) {
    add_atom (l, at);
    return true;
  }
  return lift_order (l, at);
}

static bool lift_all (lifter *l, size_t n, const atom *a) {
  for (size_t i = 0; i < n; i++) {
    if (sort_is_int (a[i].domain->sort) && !is_int_sum (l, a[i].prefix))
      return false;
    if (sort_is_bv (a[i].domain->sort) && is_leaf (l->terms, a[i].prefix))
      map_put (&l->own, a[i].prefix.id, (uintptr_t) a[i].domain);
  }
  for (size_t i = 0; i < n; i++)
    if (!lift_atom (l, a[i]))
      return false;
  return true;
}

static void lifter_clear (lifter *l) {
  map_clear (&l->images);
  map_clear (&l->own);
  map_clear (&l->vars);
  vec_clear (&l->image);
  vec_clear (&l->leaves);
  vec_clear (&l->atoms);
  l->has_new_wish = false;
}

static void lifter_release (lifter *l) {
  map_release (&l->images);
  map_release (&l->own);
  map_release (&l->vars);
  map_release (&l->wish);
  vec_release (l->mem, &l->image);
  vec_release (l->mem, &l->leaves);
  vec_release (l->mem, &l->atoms);
  vec_release (l->mem, &l->todo);
}

bool lift_atoms (terms *ts, arena *a, memory *mem, size_t n, const atom *atoms,
                 lift *res) {
  lifter l = {.terms = ts, .arena = a, .mem = mem};
  map_init (&l.images, mem);
  map_init (&l.own, mem);
  map_init (&l.vars, mem);
  map_init (&l.wish, mem);
  bool ok;
  int tries = 0;
  do
    lifter_clear (&l);
  while (!(ok = lift_all (&l, n, atoms)) && l.has_new_wish &&
         ++tries < MAX_TRIES);
  if (ok) {
    *res = (lift) {.n_atoms = l.atoms.len, .n_leaves = l.leaves.len};
    res->atom = arena_copy (a, l.atoms.data, l.atoms.len * sizeof (atom));
    res->leaf =
        arena_copy (a, l.leaves.data, l.leaves.len * sizeof (lifted_leaf));
  }
  lifter_release (&l);
  return ok;
}
