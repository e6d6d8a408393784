/* Everything that makes a domain goes through the builder: pieces come by
 * increasing low end, and a piece that overlaps or touches the last one makes
 * it longer.
 *
 *     pieces     [2  5]   [6  9]      [12 13]
 *     spans      [2       9]          [12 13]      5 and 6 touch
 *
 * So a finished domain is sorted, disjoint and without neighbours, whatever the
 * operation: domains are equal sets exactly when they are equal lists.
 */

#include "logic/domain.h"

#include "base/bits.h"
#include "term/value.h"

/* One end of a span, with the infinities made explicit. */
typedef struct end {
  int infinite; /* -1, 0, 1 */
  uint64_t word;
} end;

/* A span while it is worked on. Pieces are added to a new domain by
 * increasing lower end; those that overlap or touch become one span.
 */
typedef struct domain_piece {
  end low, high;
} domain_piece;

typedef struct domain_builder {
  arena *arena;
  domain *domain;
  domain_piece last; /* not yet in the domain */
  bool has_last;
} domain_builder;

static unsigned domain_width_of (sort s) {
  return sort_is_bool (s) ? 1 : sort_width (s);
}

static uint64_t mask_of (sort s) { return bits_mask (domain_width_of (s)); }

static int word_cmp (sort s, uint64_t a, uint64_t b) {
  if (sort_is_int (s))
    return num_cmp (value_num (a), value_num (b));
  return a < b ? -1 : a > b;
}

static int end_cmp (sort s, end a, end b) {
  if (a.infinite | b.infinite)
    return a.infinite < b.infinite ? -1 : a.infinite > b.infinite;
  return word_cmp (s, a.word, b.word);
}

static end finite (uint64_t word) { return (end) {0, word}; }

static end low_end (const domain *d, uint32_t i) {
  assert (i < d->n);
  return (end) {-(i == 0 && d->open_below), d->span[i].low};
}

static end high_end (const domain *d, uint32_t i) {
  assert (i < d->n);
  return (end) {i + 1 == d->n && d->open_above, d->span[i].high};
}

static domain_piece piece_at (const domain *d, uint32_t i) {
  return (domain_piece) {low_end (d, i), high_end (d, i)};
}

/* The neighbour of a finite end. For bit-vectors the caller makes sure that
 * there is one.
 */
static end domain_step (arena *a, sort s, end e, int64_t by) {
  assert (by == 1 || by == -1);
  if (e.infinite)
    return e;
  if (sort_is_int (s)) {
    num one = num_of_i64 (a, by);
    return finite (num_add (a, value_num (e.word), one).word);
  }
  return finite (e.word + (uint64_t) by);
}

static void builder_start (domain_builder *b, arena *a, sort s,
                           size_t most_spans) {
  assert (sort_is_small (s) || sort_is_int (s));
  b->arena = a;
  b->has_last = false;
  b->domain = arena_alloc (a, sizeof (domain) + most_spans * sizeof (span));
  *b->domain = (domain) {.sort = s};
}

static uint64_t own_word (domain_builder *b, end e) {
  if (!sort_is_int (b->domain->sort))
    return e.word;
  return e.infinite ? NUM_ZERO.word
                    : num_copy (b->arena, value_num (e.word)).word;
}

static void flush (domain_builder *b) {
  if (!b->has_last)
    return;
  domain *d = b->domain;
  d->open_below |= b->last.low.infinite < 0;
  d->open_above |= b->last.high.infinite > 0;
  d->span[d->n++] =
      (span) {own_word (b, b->last.low), own_word (b, b->last.high)};
}

static bool joins_last (domain_builder *b, end low) {
  sort s = b->domain->sort;
  if (!b->has_last)
    return false;
  if (end_cmp (s, low, b->last.high) <= 0)
    return true;
  return end_cmp (s, domain_step (b->arena, s, low, -1), b->last.high) == 0;
}

static void domain_add (domain_builder *b, end low, end high) {
  assert (!b->has_last || end_cmp (b->domain->sort, b->last.low, low) <= 0);
  sort s = b->domain->sort;
  if (end_cmp (s, low, high) > 0)
    return;
  if (joins_last (b, low)) {
    if (end_cmp (s, high, b->last.high) > 0)
      b->last.high = high;
    return;
  }
  flush (b);
  b->last = (domain_piece) {low, high};
  b->has_last = true;
}

static const domain *builder_finish (domain_builder *b) {
  flush (b);
  assert (domain_is_valid (b->domain));
  return b->domain;
}

/* Making. */

static const domain *one_span (arena *a, sort s, end low, end high) {
  domain_builder b;
  builder_start (&b, a, s, 1);
  domain_add (&b, low, high);
  return builder_finish (&b);
}

static end lowest (sort s) {
  return sort_is_int (s) ? (end) {-1, 0} : finite (0);
}

static end highest (sort s) {
  return sort_is_int (s) ? (end) {1, 0} : finite (mask_of (s));
}

const domain *domain_full (arena *a, sort s) {
  return one_span (a, s, lowest (s), highest (s));
}

const domain *domain_empty (arena *a, sort s) {
  domain_builder b;
  builder_start (&b, a, s, 0);
  return builder_finish (&b);
}

const domain *domain_point (arena *a, sort s, uint64_t word) {
  assert (sort_is_int (s) || word <= mask_of (s));
  return one_span (a, s, finite (word), finite (word));
}

const domain *domain_but (arena *a, sort s, uint64_t word) {
  return domain_complement (a, domain_point (a, s, word));
}

const domain *domain_at_most (arena *a, num n) {
  return one_span (a, SORT_INT, lowest (SORT_INT), finite (n.word));
}

const domain *domain_at_least (arena *a, num n) {
  return one_span (a, SORT_INT, finite (n.word), highest (SORT_INT));
}

const domain *domain_between (arena *a, sort s, uint64_t low, uint64_t high) {
  return one_span (a, s, finite (low), finite (high));
}

const domain *domain_arc (arena *a, sort s, uint64_t low, uint64_t high) {
  assert (sort_is_bv (s) && low <= mask_of (s) && high <= mask_of (s));
  domain_builder b;
  builder_start (&b, a, s, 2);
  if (low > high) {
    domain_add (&b, finite (0), finite (high));
    domain_add (&b, finite (low), highest (s));
  } else
    domain_add (&b, finite (low), finite (high));
  return builder_finish (&b);
}

/* The same spans in another sort. */
static const domain *retype (arena *a, const domain *d, sort s) {
  domain_builder b;
  builder_start (&b, a, s, d->n);
  for (uint32_t i = 0; i < d->n; i++)
    domain_add (&b, low_end (d, i), high_end (d, i));
  return builder_finish (&b);
}

const domain *domain_copy (arena *a, const domain *d) {
  return retype (a, d, d->sort);
}

/* Operations. */

const domain *domain_intersect (arena *a, const domain *x, const domain *y) {
  assert (sort_eq (x->sort, y->sort));
  domain_builder b;
  builder_start (&b, a, x->sort, (size_t) x->n + y->n);
  for (uint32_t i = 0, j = 0; i < x->n && j < y->n;) {
    domain_piece p = piece_at (x, i), q = piece_at (y, j);
    bool p_ends_first = end_cmp (x->sort, p.high, q.high) <= 0;
    end low = end_cmp (x->sort, p.low, q.low) < 0 ? q.low : p.low;
    domain_add (&b, low, p_ends_first ? p.high : q.high);
    if (p_ends_first)
      i++;
    else
      j++;
  }
  return builder_finish (&b);
}

const domain *domain_unite (arena *a, const domain *x, const domain *y) {
  assert (sort_eq (x->sort, y->sort));
  domain_builder b;
  builder_start (&b, a, x->sort, (size_t) x->n + y->n);
  for (uint32_t i = 0, j = 0; i < x->n || j < y->n;) {
    bool take_x = j == y->n || (i < x->n && end_cmp (x->sort, low_end (x, i),
                                                     low_end (y, j)) <= 0);
    domain_piece p = take_x ? piece_at (x, i++) : piece_at (y, j++);
    domain_add (&b, p.low, p.high);
  }
  return builder_finish (&b);
}

const domain *domain_complement (arena *a, const domain *d) {
  sort s = d->sort;
  domain_builder b;
  builder_start (&b, a, s, (size_t) d->n + 1);
  end low = lowest (s), top = highest (s);
  bool has_rest = true;
  for (uint32_t i = 0; i < d->n; i++) {
    domain_piece p = piece_at (d, i);
    if (end_cmp (s, low, p.low) < 0)
      domain_add (&b, low, domain_step (a, s, p.low, -1));
    has_rest = end_cmp (s, p.high, top) < 0;
    low = domain_step (a, s, p.high, 1);
  }
  if (has_rest)
    domain_add (&b, low, top);
  return builder_finish (&b);
}

static void shift_int (domain_builder *b, const domain *d, num by) {
  assert (sort_is_int (d->sort));
  for (uint32_t i = 0; i < d->n; i++) {
    domain_piece p = piece_at (d, i);
    if (!p.low.infinite)
      p.low.word = num_add (b->arena, value_num (p.low.word), by).word;
    if (!p.high.infinite)
      p.high.word = num_add (b->arena, value_num (p.high.word), by).word;
    domain_add (b, p.low, p.high);
  }
}

/* What passes the top comes first, then what stays below it. */
static void shift_circle (domain_builder *b, const domain *d, uint64_t by) {
  assert (by <= mask_of (d->sort));
  uint64_t mask = mask_of (d->sort), room = mask - by;
  for (uint32_t i = 0; i < d->n; i++) {
    span s = d->span[i];
    if (s.high > room)
      domain_add (b, finite (s.low > room ? (s.low + by) & mask : 0),
                  finite ((s.high + by) & mask));
  }
  for (uint32_t i = 0; i < d->n; i++) {
    span s = d->span[i];
    if (s.low <= room)
      domain_add (b, finite (s.low + by),
                  finite (s.high > room ? mask : s.high + by));
  }
}

const domain *domain_shift (arena *a, const domain *d, uint64_t by) {
  domain_builder b;
  builder_start (&b, a, d->sort, (size_t) d->n + 1);
  if (sort_is_int (d->sort))
    shift_int (&b, d, value_num (by));
  else
    shift_circle (&b, d, by & mask_of (d->sort));
  return builder_finish (&b);
}

static end negate_end (arena *a, end e) {
  if (e.infinite)
    return (end) {-e.infinite, 0};
  return finite (num_neg (a, value_num (e.word)).word);
}

const domain *domain_negate (arena *a, const domain *d) {
  domain_builder b;
  builder_start (&b, a, d->sort, (size_t) d->n + 1);
  if (sort_is_int (d->sort)) {
    for (uint32_t i = d->n; i-- > 0;) {
      domain_piece p = piece_at (d, i);
      domain_add (&b, negate_end (a, p.high), negate_end (a, p.low));
    }
    return builder_finish (&b);
  }
  uint64_t mask = mask_of (d->sort);
  if (d->n && !d->span[0].low)
    domain_add (&b, finite (0), finite (0));
  for (uint32_t i = d->n; i-- > 0;) {
    span s = d->span[i];
    if (s.high)
      domain_add (&b, finite (-s.high & mask),
                  finite (-(s.low ? s.low : 1) & mask));
  }
  return builder_finish (&b);
}

const domain *domain_divide (arena *a, const domain *d, num scale) {
  assert (sort_is_int (d->sort) && num_sign (scale) > 0);
  domain_builder b;
  builder_start (&b, a, d->sort, d->n);
  for (uint32_t i = 0; i < d->n; i++) {
    domain_piece p = piece_at (d, i);
    if (!p.low.infinite)
      p.low.word = num_div_ceil (a, value_num (p.low.word), scale).word;
    if (!p.high.infinite)
      p.high.word = num_div_floor (a, value_num (p.high.word), scale).word;
    domain_add (&b, p.low, p.high);
  }
  return builder_finish (&b);
}

const domain *domain_divide_pow2 (arena *a, const domain *d, unsigned t) {
  assert (sort_is_bv (d->sort) && t < sort_width (d->sort));
  uint64_t round = ((uint64_t) 1 << t) - 1;
  uint64_t turn = (mask_of (d->sort) >> t) + 1; /* solutions repeat by this */
  domain_builder b;
  builder_start (&b, a, d->sort, (size_t) d->n << t);
  for (uint64_t copy = 0; copy <= round; copy++)
    for (uint32_t i = 0; i < d->n; i++) {
      span s = d->span[i];
      uint64_t low = (s.low >> t) + ((s.low & round) != 0);
      if (low < turn && low <= s.high >> t)
        domain_add (&b, finite (copy * turn + low),
                    finite (copy * turn + (s.high >> t)));
    }
  return builder_finish (&b);
}

const domain *domain_divide_exact (arena *a, const domain *d, uint64_t scale) {
  assert (sort_is_bv (d->sort) && scale);
  domain_builder b;
  builder_start (&b, a, d->sort, d->n);
  for (uint32_t i = 0; i < d->n; i++) {
    span s = d->span[i];
    uint64_t low = s.low / scale + (s.low % scale != 0);
    domain_add (&b, finite (low), finite (s.high / scale));
  }
  return builder_finish (&b);
}

const domain *domain_narrow_zero (arena *a, const domain *d, unsigned width) {
  assert (sort_is_bv (d->sort) && width < sort_width (d->sort));
  sort s = sort_bv (width);
  const domain *image = domain_between (a, d->sort, 0, bits_mask (width));
  return retype (a, domain_intersect (a, d, image), s);
}

/* The image of sign extension is a low and a high part of the circle; cut
 * to 'width' bits the high one comes right after the low one.
 */
const domain *domain_narrow_sign (arena *a, const domain *d, unsigned width) {
  assert (width < sort_width (d->sort));
  uint64_t mask = mask_of (d->sort), cut = bits_mask (width);
  uint64_t half = bits_sign (width);
  const domain *image = domain_arc (a, d->sort, mask - (half - 1), half - 1);
  const domain *values = domain_intersect (a, d, image);
  domain_builder b;
  builder_start (&b, a, sort_bv (width), values->n);
  for (uint32_t i = 0; i < values->n; i++) {
    span s = values->span[i];
    domain_add (&b, finite (s.low & cut), finite (s.high & cut));
  }
  return builder_finish (&b);
}

/* Questions. */

bool domain_is_empty (const domain *d) { return !d->n; }

bool domain_is_full (const domain *d) {
  if (d->n != 1)
    return false;
  if (sort_is_int (d->sort))
    return d->open_below && d->open_above;
  return !d->span[0].low && d->span[0].high == mask_of (d->sort);
}

bool domain_has (const domain *d, uint64_t word) {
  assert (sort_is_int (d->sort) || word <= mask_of (d->sort));
  uint32_t low = 0, high = d->n; /* first span that ends at or above word */
  while (low < high) {
    uint32_t mid = low + (high - low) / 2;
    if (end_cmp (d->sort, high_end (d, mid), finite (word)) < 0)
      low = mid + 1;
    else
      high = mid;
  }
  return low < d->n && end_cmp (d->sort, low_end (d, low), finite (word)) <= 0;
}

bool domain_includes (const domain *outer, const domain *inner) {
  assert (sort_eq (outer->sort, inner->sort));
  sort s = outer->sort;
  uint32_t j = 0;
  for (uint32_t i = 0; i < inner->n; i++) {
    domain_piece p = piece_at (inner, i);
    while (j < outer->n && end_cmp (s, high_end (outer, j), p.high) < 0)
      j++;
    if (j == outer->n || end_cmp (s, low_end (outer, j), p.low) > 0)
      return false;
  }
  return true;
}

int domain_cmp (const domain *x, const domain *y) {
  if (x->sort.code != y->sort.code)
    return x->sort.code < y->sort.code ? -1 : 1;
  for (uint32_t i = 0; i < x->n && i < y->n; i++) {
    domain_piece p = piece_at (x, i), q = piece_at (y, i);
    int c = end_cmp (x->sort, p.low, q.low);
    if (!c)
      c = end_cmp (x->sort, p.high, q.high);
    if (c)
      return c;
  }
  return x->n < y->n ? -1 : x->n > y->n;
}

bool domain_eq (const domain *x, const domain *y) {
  return x == y || (x->n == y->n && domain_cmp (x, y) == 0);
}

static hash128 hash_word (sort s, uint64_t word) {
  return sort_is_int (s) ? num_hash (value_num (word)) : hash128_of (word, 0);
}

hash128 domain_hash (const domain *d) {
  uint64_t open = (uint64_t) d->open_below << 1 | (uint64_t) d->open_above;
  hash128 h = hash128_of (d->sort.code, (uint64_t) d->n << 2 | open);
  for (uint32_t i = 0; i < d->n; i++) {
    h = hash128_mix (h, hash_word (d->sort, d->span[i].low));
    h = hash128_mix (h, hash_word (d->sort, d->span[i].high));
  }
  return h;
}

bool domain_is_point (const domain *d, uint64_t *word) {
  if (d->n != 1 || d->open_below || d->open_above ||
      word_cmp (d->sort, d->span[0].low, d->span[0].high))
    return false;
  *word = d->span[0].low;
  return true;
}

/* Is there a value between two ends that belongs to neither? */
static bool has_gap (sort s, uint64_t high, uint64_t low) {
  if (!sort_is_int (s))
    return high < low && low - high > 1;
  arena scratch;
  arena_init (&scratch, NULL);
  num next = num_add (&scratch, value_num (high), NUM_ONE);
  bool res = num_cmp (next, value_num (low)) < 0;
  arena_release (&scratch);
  return res;
}

bool domain_is_valid (const domain *d) {
  sort s = d->sort;
  bool is_int = sort_is_int (s);
  if ((d->open_below || d->open_above) && (!is_int || !d->n))
    return false;
  if (d->open_below && d->span[0].low != NUM_ZERO.word)
    return false;
  if (d->open_above && d->span[d->n - 1].high != NUM_ZERO.word)
    return false;
  for (uint32_t i = 0; i < d->n; i++) {
    if (end_cmp (s, low_end (d, i), high_end (d, i)) > 0)
      return false;
    if (!is_int && d->span[i].high > mask_of (s))
      return false;
    if (i && !has_gap (s, d->span[i - 1].high, d->span[i].low))
      return false;
  }
  return true;
}
