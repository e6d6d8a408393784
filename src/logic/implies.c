#include "logic/implies.h"

#include "base/bits.h"
#include "logic/linear.h"
#include "term/bounds.h"
#include "term/value.h"

typedef struct slice_view {
  terms *terms;
  arena *arena;
  size_t n;
  const atom *atom;
} slice_view;

static int prefix_cmp (const terms *ts, term x, term y) {
  if (x.id == y.id)
    return 0;
  int c = hash128_cmp (term_hash (ts, x), term_hash (ts, y));
  return c ? c : x.id < y.id ? -1 : 1;
}

/* Move to the first atom that is not before 'prefix'. */
static size_t seek (const terms *ts, size_t i, size_t n, const atom *a,
                    term prefix) {
  while (i < n && prefix_cmp (ts, a[i].prefix, prefix) < 0)
    i++;
  return i;
}

static bool is_trivial (size_t n, const atom *a) {
  for (size_t i = 0; i < n; i++)
    if (domain_is_empty (a[i].domain))
      return true;
  return false;
}

static const domain *find (const slice_view *v, term prefix) {
  size_t low = 0, high = v->n;
  while (low < high) {
    size_t mid = (low + high) / 2;
    int c = prefix_cmp (v->terms, v->atom[mid].prefix, prefix);
    if (!c)
      return v->atom[mid].domain;
    if (c < 0)
      low = mid + 1;
    else
      high = mid;
  }
  return NULL;
}

/* Intervals of integers. */

typedef struct range {
  bool has_low, has_high;
  num low, high;
} range;

static range hull (const domain *d) {
  return (range) {!d->open_below, !d->open_above, value_num (d->span[0].low),
                  value_num (d->span[d->n - 1].high)};
}

static range range_add (arena *a, range x, range y) {
  range r = {x.has_low && y.has_low, x.has_high && y.has_high, NUM_ZERO,
             NUM_ZERO};
  if (r.has_low)
    r.low = num_add (a, x.low, y.low);
  if (r.has_high)
    r.high = num_add (a, x.high, y.high);
  return r;
}

static range range_scale (arena *a, range x, num by) {
  range r = x;
  if (x.has_low)
    r.low = num_mul (a, x.low, by);
  if (x.has_high)
    r.high = num_mul (a, x.high, by);
  if (num_sign (by) >= 0)
    return r;
  return (range) {r.has_high, r.has_low, r.high, r.low};
}

static bool range_inside (arena *a, range r, const domain *d) {
  const domain *i = domain_full (a, SORT_INT);
  if (r.has_low)
    i = domain_intersect (a, i, domain_at_least (a, r.low));
  if (r.has_high)
    i = domain_intersect (a, i, domain_at_most (a, r.high));
  return domain_includes (d, i);
}

/* What the slice says of a sum, term by term, on top of 'start'. */
static range sum_range (const slice_view *v, const linear *l, range start) {
  for (size_t i = 0; i < l->n && (start.has_low || start.has_high); i++) {
    const domain *d = find (v, l->monomial[i].term);
    if (!d)
      return (range) {false, false, NUM_ZERO, NUM_ZERO};
    num c = value_num (l->monomial[i].coefficient);
    start = range_add (v->arena, start, range_scale (v->arena, hull (d), c));
  }
  return start;
}

/* Arcs: all values low, low + 1, ..., low + len modulo 2^w. */

typedef struct arc {
  uint64_t low, len;
} arc;

/* The shortest arc over a domain leaves out the widest gap. */
static arc cover (const domain *d) {
  uint64_t mask = bits_mask (sort_width (d->sort));
  uint32_t last = d->n - 1;
  arc best = {d->span[0].low, d->span[last].high - d->span[0].low};
  for (uint32_t i = 1; i < d->n; i++) {
    uint64_t low = d->span[i].low, len = (d->span[i - 1].high - low) & mask;
    if (len < best.len)
      best = (arc) {low, len};
  }
  return best;
}

/* c * x + y; false when it may go around. */
static bool arc_add (unsigned w, uint64_t c, arc x, arc *y) {
  uint64_t mask = bits_mask (w), sign = bits_sign (w), len;
  bool is_minus = c & sign;
  uint64_t size = is_minus ? -c & mask : c;
  if (__builtin_mul_overflow (size, x.len, &len) || len > mask - y->len)
    return false;
  uint64_t first = is_minus ? x.low + x.len : x.low; /* the least of c * x */
  y->low = (y->low + c * first) & mask;
  y->len += len;
  return true;
}

/* What holds of the term on every path. */
static arc known_arc (terms *ts, term t) {
  bounds b = term_bounds (ts, t);
  uint64_t mask = bits_mask (term_width (ts, t));
  uint64_t len = b.max - b.min,
           signed_len = (uint64_t) b.smax - (uint64_t) b.smin;
  return len <= signed_len ? (arc) {b.min, len}
                           : (arc) {(uint64_t) b.smin & mask, signed_len};
}

/* An extension of a term whose arc is known, when it does not cross the
 * place where the extension jumps.
 */
static bool extended_arc (const terms *ts, term t, const domain *inner,
                          arc *res) {
  bool is_signed = term_kind (ts, t) == KIND_SEXT;
  unsigned w = sort_width (inner->sort);
  uint64_t mask = bits_mask (w);
  arc x = cover (inner);
  uint64_t from_edge = (x.low - (is_signed ? bits_sign (w) : 0)) & mask;
  if (from_edge > mask - x.len)
    return false;
  uint64_t low = is_signed ? (uint64_t) bits_signed (x.low, w) : x.low;
  *res = (arc) {low & bits_mask (term_width (ts, t)), x.len};
  return true;
}

static arc term_arc (const slice_view *v, term t) {
  const domain *d = find (v, t);
  if (d)
    return cover (d);
  kind k = term_kind (v->terms, t);
  arc res;
  if (k == KIND_ZEXT || k == KIND_SEXT) {
    d = find (v, term_arg (v->terms, t, 0));
    if (d && extended_arc (v->terms, t, d, &res))
      return res;
  }
  return known_arc (v->terms, t);
}

/* The sum on top of 'start'; false when nothing is known. */
static bool sum_arc (const slice_view *v, const linear *l, arc *start) {
  unsigned w = sort_width (l->sort);
  for (size_t i = 0; i < l->n; i++)
    if (!arc_add (w, l->monomial[i].coefficient,
                  term_arc (v, l->monomial[i].term), start))
      return false;
  return true;
}

static bool arc_inside (arena *a, arc x, const domain *d) {
  uint64_t mask = bits_mask (sort_width (d->sort));
  return domain_includes (
      d, domain_arc (a, d->sort, x.low, (x.low + x.len) & mask));
}

/* A multiple of one term: its spans may fit one by one. */
static bool spans_inside (const slice_view *v, const linear *l,
                          const domain *d) {
  const domain *parts = find (v, l->monomial[0].term);
  if (!parts || l->n != 1)
    return false;
  for (uint32_t i = 0; i < parts->n; i++) {
    span s = parts->span[i];
    arc x = {0, 0};
    if (!arc_add (sort_width (l->sort), l->monomial[0].coefficient,
                  (arc) {s.low, s.high - s.low}, &x) ||
        !arc_inside (v->arena, x, d))
      return false;
  }
  return true;
}

/* Parts that are sums themselves. */

static const monomial *find_monomial (const linear *l, term t) {
  for (size_t i = 0; i < l->n; i++)
    if (l->monomial[i].term.id == t.id)
      return l->monomial + i;
  return NULL;
}

/* How often does 'part' go into the sum, by its first term? For bit-vectors
 * only once, plus or minus.
 */
static bool quotient (arena *a, const linear *l, const linear *part,
                      uint64_t *factor) {
  const monomial *m = find_monomial (l, part->monomial[0].term);
  if (!m)
    return false;
  uint64_t c = part->monomial[0].coefficient;
  if (sort_is_int (l->sort)) {
    num x = value_num (m->coefficient), y = value_num (c);
    *factor = num_div_trunc (a, x, y).word;
    return num_rem_trunc (a, x, y).word == NUM_ZERO.word;
  }
  *factor = word_of_i64 (a, l->sort, m->coefficient == c ? 1 : -1);
  return word_mul (a, l->sort, *factor, c) == m->coefficient;
}

/* l - factor * part, when every term of the part is in the sum. */
static bool subtract (arena *a, const linear *l, const linear *part,
                      uint64_t factor, linear *rest) {
  *rest = (linear) {l->sort, 0, arena_alloc (a, l->n * sizeof (monomial)),
                    l->constant};
  size_t used = 0;
  for (size_t i = 0; i < l->n; i++) {
    monomial m = l->monomial[i];
    const monomial *p = find_monomial (part, m.term);
    used += p != NULL;
    if (p)
      m.coefficient = word_add (
          a, l->sort, m.coefficient,
          word_neg (a, l->sort, word_mul (a, l->sort, factor, p->coefficient)));
    if (!word_is_zero (l->sort, m.coefficient))
      rest->monomial[rest->n++] = m;
  }
  return used == part->n;
}

static bool is_sum (const terms *ts, term t) {
  kind k = term_kind (ts, t);
  return k == KIND_INT_ADD || k == KIND_BV_ADD;
}

static bool rest_inside (const slice_view *v, const linear *rest,
                         const domain *part, uint64_t factor, const domain *d) {
  if (sort_is_int (d->sort)) {
    range r = range_scale (v->arena, hull (part), value_num (factor));
    return range_inside (v->arena, sum_range (v, rest, r), d);
  }
  arc x = {0, 0};
  return arc_add (sort_width (d->sort), factor, cover (part), &x) &&
         sum_arc (v, rest, &x) && arc_inside (v->arena, x, d);
}

static bool sum_inside_by_part (const slice_view *v, const linear *l,
                                const domain *d) {
  for (size_t i = 0; i < v->n; i++) {
    linear part, rest;
    uint64_t factor;
    if (!sort_eq (v->atom[i].domain->sort, l->sort) ||
        !is_sum (v->terms, v->atom[i].prefix))
      continue;
    linear_of (v->terms, v->arena, v->atom[i].prefix, &part);
    if (part.n && quotient (v->arena, l, &part, &factor) &&
        subtract (v->arena, l, &part, factor, &rest) &&
        rest_inside (v, &rest, v->atom[i].domain, factor, d))
      return true;
  }
  return false;
}

static bool sum_inside (const slice_view *v, term prefix, const domain *d) {
  linear l;
  if (!linear_of (v->terms, v->arena, prefix, &l) || !l.n)
    return false;
  if (sort_is_int (d->sort)) {
    range zero = {true, true, NUM_ZERO, NUM_ZERO};
    if (range_inside (v->arena, sum_range (v, &l, zero), d))
      return true;
  } else {
    arc x = {0, 0};
    if (spans_inside (v, &l, d) ||
        (sum_arc (v, &l, &x) && arc_inside (v->arena, x, d)))
      return true;
  }
  return l.n > 1 && sum_inside_by_part (v, &l, d);
}

/* Comparisons of two bit-vectors. */

/* Least and greatest value; signed values are moved up by 2^(w-1), which
 * keeps their order.
 */
static span extremes (const slice_view *v, term t, bool is_signed) {
  unsigned w = term_width (v->terms, t);
  uint64_t mask = bits_mask (w);
  linear l;
  linear_of (v->terms, v->arena, t, &l);
  arc x = {l.constant, 0};
  if (!sum_arc (v, &l, &x))
    return (span) {0, mask};
  uint64_t low = (x.low + (is_signed ? bits_sign (w) : 0)) & mask;
  if (x.len > mask - low)
    return (span) {0, mask};
  return (span) {low, low + x.len};
}

static bool order_inside (const slice_view *v, term t, const domain *d) {
  terms *ts = v->terms;
  kind k = term_kind (ts, t);
  bool is_signed = k == KIND_BV_SLT || k == KIND_BV_SLE;
  if (!is_signed && k != KIND_BV_ULT && k != KIND_BV_ULE)
    return false;
  if (term_width (ts, term_arg (ts, t, 0)) > 64)
    return false;
  bool is_strict = k == KIND_BV_ULT || k == KIND_BV_SLT;
  span x = extremes (v, term_arg (ts, t, 0), is_signed);
  span y = extremes (v, term_arg (ts, t, 1), is_signed);
  if (domain_has (d, 1))
    return is_strict ? x.high < y.low : x.high <= y.low;
  return is_strict ? x.low >= y.high : x.low > y.high;
}

static bool follows (const slice_view *v, atom b) {
  mark m = arena_mark (v->arena);
  bool res = sort_is_bool (b.domain->sort)
                 ? order_inside (v, b.prefix, b.domain)
                 : sum_inside (v, b.prefix, b.domain);
  arena_return (v->arena, m);
  return res;
}

bool implies_by_prefix (const terms *ts, size_t n_a, const atom *a, size_t n_b,
                        const atom *b) {
  size_t i = 0;
  for (size_t j = 0; j < n_b; j++) {
    i = seek (ts, i, n_a, a, b[j].prefix);
    if (i == n_a || a[i].prefix.id != b[j].prefix.id ||
        !domain_includes (b[j].domain, a[i].domain))
      return is_trivial (n_a, a);
  }
  return true;
}

bool implies (terms *ts, arena *scratch, size_t n_a, const atom *a, size_t n_b,
              const atom *b) {
  slice_view v = {ts, scratch, n_a, a};
  if (is_trivial (n_a, a))
    return true;
  size_t i = 0;
  for (size_t j = 0; j < n_b; j++) {
    if (domain_is_full (b[j].domain))
      continue;
    i = seek (ts, i, n_a, a, b[j].prefix);
    if (i < n_a && a[i].prefix.id == b[j].prefix.id &&
        domain_includes (b[j].domain, a[i].domain))
      continue;
    if (domain_is_empty (b[j].domain) || !follows (&v, b[j]))
      return false;
  }
  return true;
}
