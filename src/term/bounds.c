#include "term/bounds.h"

#include "base/bits.h"

__extension__ typedef __int128 wide;

/* Positions in 'known' by term id, 0 = not yet. Terms of which nothing can be
 * known (variables, reads) are not stored.
 */
typedef struct bounds_cache {
  u32_vec position;
  VEC (bounds) known;
  term_vec todo;
} bounds_cache;

static bounds top (unsigned w) {
  int64_t smax = (int64_t) (bits_mask (w) >> 1);
  return (bounds) {.max = bits_mask (w), .smin = -smax - 1, .smax = smax};
}

static bounds exactly (uint64_t x, unsigned w) {
  int64_t s = bits_signed (x, w);
  return (bounds) {~x & bits_mask (w), x, x, x, s, s};
}

static void at_least (bounds *b, uint64_t x) {
  b->min = b->min < x ? x : b->min;
}

static void at_most (bounds *b, uint64_t x) {
  b->max = b->max > x ? x : b->max;
}

static void signed_at_least (bounds *b, int64_t x) {
  b->smin = b->smin < x ? x : b->smin;
}

static void signed_at_most (bounds *b, int64_t x) {
  b->smax = b->smax > x ? x : b->smax;
}

/* Let bits and the two intervals learn from each other. */
static void exchange (bounds *b, unsigned w) {
  uint64_t mask = bits_mask (w), sign = bits_sign (w);
  at_least (b, b->ones);
  at_most (b, ~b->zeros & mask);
  uint64_t low = b->zeros & sign ? b->ones : b->ones | sign;
  uint64_t high = ~b->zeros & (b->ones & sign ? mask : mask >> 1);
  signed_at_least (b, bits_signed (low, w));
  signed_at_most (b, bits_signed (high, w));
  if (b->smin >= 0 || b->smax < 0) {
    at_least (b, (uint64_t) b->smin & mask);
    at_most (b, (uint64_t) b->smax & mask);
  }
  if (!((b->min ^ b->max) & sign)) {
    signed_at_least (b, bits_signed (b->min, w));
    signed_at_most (b, bits_signed (b->max, w));
  }
  uint64_t differ = b->min ^ b->max; /* above its top bit all are known */
  uint64_t known = mask & ~(differ ? bits_mask (bits_log2 (differ) + 1) : 0);
  b->ones |= b->min & known;
  b->zeros |= ~b->min & known;
}

static bool is_exact (const bounds *b) { return b->min == b->max; }

static unsigned known_zeros_below (const bounds *b, unsigned w) {
  uint64_t rest = ~b->zeros & bits_mask (w);
  return rest ? (unsigned) __builtin_ctzll (rest) : w;
}

static bounds of_ite (const bounds *a, const bounds *b) {
  return (bounds) {a->zeros & b->zeros,
                   a->ones & b->ones,
                   a->min < b->min ? a->min : b->min,
                   a->max > b->max ? a->max : b->max,
                   a->smin < b->smin ? a->smin : b->smin,
                   a->smax > b->smax ? a->smax : b->smax};
}

static bounds of_not (const bounds *a, unsigned w) {
  uint64_t mask = bits_mask (w);
  return (bounds) {a->ones,       a->zeros, mask - a->max,
                   mask - a->min, ~a->smax, ~a->smin};
}

static bounds of_bitwise (kind k, const bounds *a, const bounds *b,
                          unsigned w) {
  bounds r = top (w);
  if (k == KIND_BV_AND) {
    r.zeros = a->zeros | b->zeros;
    r.ones = a->ones & b->ones;
    r.max = a->max < b->max ? a->max : b->max;
  } else if (k == KIND_BV_OR) {
    r.zeros = a->zeros & b->zeros;
    r.ones = a->ones | b->ones;
    r.min = a->min > b->min ? a->min : b->min;
  } else {
    r.zeros = (a->zeros & b->zeros) | (a->ones & b->ones);
    r.ones = (a->zeros & b->ones) | (a->ones & b->zeros);
  }
  return r;
}

/* An unsigned interval modulo 2^w, if it does not wrap inside. */
static void unsigned_between (bounds *r, wide low, wide high, unsigned w) {
  assert (low <= high && w && w <= 64);
  wide modulus = (wide) 1 << w;
  if (low >= modulus) {
    low -= modulus;
    high -= modulus;
  } else if (high < 0) {
    low += modulus;
    high += modulus;
  }
  if (low >= 0 && high < modulus) {
    at_least (r, (uint64_t) low);
    at_most (r, (uint64_t) high);
  }
}

static void signed_between (bounds *r, wide low, wide high, unsigned w) {
  assert (low <= high && w && w <= 64);
  wide modulus = (wide) 1 << w, end = modulus / 2;
  if (low >= end) {
    low -= modulus;
    high -= modulus;
  } else if (high < -end) {
    low += modulus;
    high += modulus;
  }
  if (low >= -end && high < end) {
    signed_at_least (r, (int64_t) low);
    signed_at_most (r, (int64_t) high);
  }
}

/* A bit of a sum is known when both bits and the carry into it are: the carry
 * is known where the largest and the smallest sum agree on it.
 */
static bounds of_add (const bounds *a, const bounds *b, unsigned w) {
  bounds r = top (w);
  uint64_t mask = bits_mask (w);
  uint64_t most = ~a->zeros + ~b->zeros, least = a->ones + b->ones;
  uint64_t carry_zero = ~(most ^ a->zeros ^ b->zeros);
  uint64_t carry_one = least ^ a->ones ^ b->ones;
  uint64_t known = (a->zeros | a->ones) & (b->zeros | b->ones) &
                   (carry_zero | carry_one) & mask;
  r.zeros = ~most & known;
  r.ones = least & known;
  unsigned_between (&r, (wide) a->min + b->min, (wide) a->max + b->max, w);
  signed_between (&r, (wide) a->smin + b->smin, (wide) a->smax + b->smax, w);
  return r;
}

static bounds of_neg (const bounds *a, unsigned w) {
  bounds r = top (w);
  unsigned n = known_zeros_below (a, w);
  r.zeros = n ? bits_mask (n) : 0;
  unsigned_between (&r, -(wide) a->max, -(wide) a->min, w);
  signed_between (&r, -(wide) a->smax, -(wide) a->smin, w);
  return r;
}

static unsigned known_below (const bounds *b, unsigned w) {
  uint64_t rest = ~(b->zeros | b->ones) & bits_mask (w);
  return rest ? (unsigned) __builtin_ctzll (rest) : w;
}

static bounds of_mul (const bounds *a, const bounds *b, unsigned w) {
  __extension__ typedef unsigned __int128 uwide;
  bounds r = top (w);
  uwide high = (uwide) a->max * b->max;
  if (high <= bits_mask (w)) {
    r.min = a->min * b->min;
    r.max = (uint64_t) high;
  }
  unsigned p = known_below (a, w), q = known_below (b, w);
  unsigned n = p < q ? p : q;
  if (n) {
    uint64_t low = bits_mask (n), product = a->ones * b->ones;
    r.ones = product & low;
    r.zeros = ~product & low;
  }
  n = known_zeros_below (a, w) + known_zeros_below (b, w);
  if (n)
    r.zeros |= bits_mask (n < w ? n : w);
  return r;
}

/* Division by zero gives all ones and the dividend. */
static bounds of_udiv (const bounds *a, const bounds *b, unsigned w) {
  bounds r = top (w);
  if (b->max)
    r.min = a->min / b->max;
  else
    r.min = r.max;
  if (b->min)
    r.max = a->max / b->min;
  return r;
}

static bounds of_urem (const bounds *a, const bounds *b, unsigned w) {
  if (a->max < b->min)
    return *a;
  bounds r = top (w);
  r.max = a->max;
  if (b->min)
    at_most (&r, b->max - 1);
  return r;
}

static bounds of_sdiv (const bounds *a, const bounds *b, unsigned w) {
  bounds r = top (w);
  if (a->smin >= 0 && b->smin > 0) {
    r.smin = a->smin / b->smax;
    r.smax = a->smax / b->smin;
  }
  return r;
}

static bounds of_srem (const bounds *a, const bounds *b, unsigned w) {
  bounds r = top (w);
  r.smin = a->smin < 0 ? a->smin : 0;
  r.smax = a->smax > 0 ? a->smax : 0;
  if (b->smin > 0 || b->smax < 0) {
    wide p = b->smin < 0 ? -(wide) b->smin : b->smin;
    wide q = b->smax < 0 ? -(wide) b->smax : b->smax;
    wide most = (p > q ? p : q) - 1;
    signed_between (&r, -most, most, w);
  }
  return r;
}

static bounds of_smod (const bounds *b, unsigned w) {
  bounds r = top (w);
  if (b->smin > 0) {
    r.smin = 0;
    r.smax = b->smax - 1;
  } else if (b->smax < 0) {
    r.smin = b->smin + 1;
    r.smax = 0;
  }
  return r;
}

static bounds of_shl (const bounds *a, const bounds *b, unsigned w) {
  if (b->min >= w)
    return exactly (0, w);
  bounds r = top (w);
  uint64_t mask = bits_mask (w);
  unsigned by = (unsigned) b->min, n = known_zeros_below (a, w) + by;
  if (n)
    r.zeros = bits_mask (n < w ? n : w);
  if (!is_exact (b))
    return r;
  r.zeros |= a->zeros << by & mask;
  r.ones = a->ones << by & mask;
  if (a->max <= mask >> by) {
    r.min = a->min << by;
    r.max = a->max << by;
  }
  return r;
}

static bounds of_lshr (const bounds *a, const bounds *b, unsigned w) {
  if (b->min >= w)
    return exactly (0, w);
  bounds r = top (w);
  unsigned by = (unsigned) b->min;
  r.min = b->max < w ? a->min >> b->max : 0;
  r.max = a->max >> by;
  if (is_exact (b)) {
    r.zeros = a->zeros >> by | (bits_mask (w) & ~(bits_mask (w) >> by));
    r.ones = a->ones >> by;
  }
  return r;
}

static bounds of_ashr (const bounds *a, const bounds *b, unsigned w) {
  bounds r = top (w);
  unsigned least = (unsigned) (b->min < w ? b->min : w - 1);
  unsigned most = (unsigned) (b->max < w ? b->max : w - 1);
  r.smin = a->smin >> (a->smin < 0 ? least : most);
  r.smax = a->smax >> (a->smax < 0 ? most : least);
  if (is_exact (b)) {
    uint64_t mask = bits_mask (w);
    r.zeros = (uint64_t) (bits_signed (a->zeros, w) >> least) & mask;
    r.ones = (uint64_t) (bits_signed (a->ones, w) >> least) & mask;
  }
  return r;
}

static bounds of_concat (const bounds *a, const bounds *b, unsigned low) {
  return (bounds) {a->zeros << low | b->zeros,
                   a->ones << low | b->ones,
                   a->min << low | b->min,
                   a->max << low | b->max,
                   (int64_t) ((uint64_t) a->smin << low | b->min),
                   (int64_t) ((uint64_t) a->smax << low | b->max)};
}

/* 'w' is the width of the argument. */
static bounds of_extract (const bounds *a, unsigned high, unsigned low,
                          unsigned w) {
  unsigned rw = high - low + 1;
  uint64_t mask = bits_mask (rw);
  bounds r = top (rw);
  r.zeros = a->zeros >> low & mask;
  r.ones = a->ones >> low & mask;
  if (high == w - 1 || a->min >> (high + 1) == a->max >> (high + 1)) {
    r.min = a->min >> low & mask;
    r.max = a->max >> low & mask;
  }
  if (high == w - 1 || (a->smin >> low >= r.smin && a->smax >> low <= r.smax)) {
    r.smin = a->smin >> low;
    r.smax = a->smax >> low;
  }
  return r;
}

static bounds of_zext (const bounds *a, unsigned from, unsigned w) {
  bounds r = top (w);
  r.zeros = a->zeros | (bits_mask (w) & ~bits_mask (from));
  r.ones = a->ones;
  r.min = a->min;
  r.max = a->max;
  return r;
}

static bounds of_sext (const bounds *a, unsigned from, unsigned w) {
  bounds r = top (w);
  r.zeros = (uint64_t) bits_signed (a->zeros, from) & bits_mask (w);
  r.ones = (uint64_t) bits_signed (a->ones, from) & bits_mask (w);
  r.smin = a->smin;
  r.smax = a->smax;
  return r;
}

static bounds bounds_apply (const terms *ts, const node *n, const bounds *a,
                            const bounds *b, const bounds *c) {
  unsigned w = sort_width (n->sort);
  switch (n->kind) {
  case KIND_ITE:
    return of_ite (b, c);
  case KIND_BV_NOT:
    return of_not (a, w);
  case KIND_BV_NEG:
    return of_neg (a, w);
  case KIND_BV_AND:
  case KIND_BV_OR:
  case KIND_BV_XOR:
    return of_bitwise ((kind) n->kind, a, b, w);
  case KIND_BV_ADD:
    return of_add (a, b, w);
  case KIND_BV_MUL:
    return of_mul (a, b, w);
  case KIND_BV_UDIV:
    return of_udiv (a, b, w);
  case KIND_BV_UREM:
    return of_urem (a, b, w);
  case KIND_BV_SDIV:
    return of_sdiv (a, b, w);
  case KIND_BV_SREM:
    return of_srem (a, b, w);
  case KIND_BV_SMOD:
    return of_smod (b, w);
  case KIND_BV_SHL:
    return of_shl (a, b, w);
  case KIND_BV_LSHR:
    return of_lshr (a, b, w);
  case KIND_BV_ASHR:
    return of_ashr (a, b, w);
  case KIND_CONCAT:
    return of_concat (a, b, term_width (ts, n->arg[1]));
  case KIND_EXTRACT:
    return of_extract (a, (unsigned) (n->payload >> 32),
                       (unsigned) (n->payload & ~0u),
                       term_width (ts, n->arg[0]));
  case KIND_ZEXT:
    return of_zext (a, w - (unsigned) n->payload, w);
  case KIND_SEXT:
    return of_sext (a, w - (unsigned) n->payload, w);
  default:
    return top (w);
  }
}

/* Variables, reads, and what has an argument that is too wide. */
static bool is_opaque (const terms *ts, const node *n) {
  bool may_be_wide = n->kind == KIND_EXTRACT || n->kind == KIND_FP_CONVERT ||
                     n->kind == KIND_FP_TO_SINT;
  return n->kind == KIND_VAR || n->kind == KIND_SELECT ||
         (may_be_wide && term_width (ts, n->arg[0]) > 64);
}

/* Known without a look at the cache? */
static bool is_immediate (const terms *ts, const node *n, bounds *b) {
  unsigned w = sort_width (n->sort);
  if (n->kind == KIND_CONST)
    *b = exactly (n->payload, w);
  else if (is_opaque (ts, n))
    *b = top (w);
  else
    return false;
  return true;
}

static bool look_up (const terms *ts, term t, bounds *b) {
  if (is_immediate (ts, term_node (ts, t), b))
    return true;
  const bounds_cache *c = ts->bounds;
  uint32_t at = t.id < c->position.len ? c->position.data[t.id] : 0;
  if (at)
    *b = c->known.data[at];
  return at;
}

static void store (terms *ts, term t, const bounds *b) {
  bounds_cache *c = ts->bounds;
  vec_reserve (ts->mem, &c->position, t.id + 1);
  while (c->position.len <= t.id)
    c->position.data[c->position.len++] = 0;
  c->position.data[t.id] = (uint32_t) c->known.len;
  vec_push (ts->mem, &c->known, *b);
}

/* Bounds of the term from those of its arguments; false when one of them has
 * none yet, which is then put on the list.
 */
static bool bounds_visit (terms *ts, term t, const node *n) {
  bounds arg[3] = {{0}};
  bounds_cache *c = ts->bounds;
  size_t before = c->todo.len;
  for (unsigned i = n->kind == KIND_ITE; i < n->arity; i++)
    if (!look_up (ts, n->arg[i], arg + i))
      vec_push (ts->mem, &c->todo, n->arg[i]);
  if (c->todo.len != before)
    return false;
  bounds r = bounds_apply (ts, n, arg, arg + 1, arg + 2);
  unsigned w = sort_width (n->sort);
  exchange (&r, w);
  exchange (&r, w);
  assert (r.min <= r.max && r.smin <= r.smax && !(r.zeros & r.ones));
  store (ts, t, &r);
  return true;
}

static void init (terms *ts) {
  bounds_cache *c = memory_zalloc (ts->mem, sizeof *c);
  vec_push (ts->mem, &c->known, (bounds) {0}); /* position 0 is none */
  ts->bounds = c;
}

bounds term_bounds (terms *ts, term root) {
  assert (sort_width (term_sort (ts, root)) <= 64);
  bounds res;
  if (!ts->bounds)
    init (ts);
  if (look_up (ts, root, &res))
    return res;
  term_vec *todo = &ts->bounds->todo;
  vec_push (ts->mem, todo, root);
  while (todo->len) {
    term t = vec_last (todo);
    if (look_up (ts, t, &res) || bounds_visit (ts, t, term_node (ts, t)))
      (void) vec_pop (todo);
  }
  (void) look_up (ts, root, &res);
  return res;
}

void bounds_free (terms *ts) {
  bounds_cache *c = ts->bounds;
  if (!c)
    return;
  vec_release (ts->mem, &c->position, &c->known, &c->todo);
  memory_free (ts->mem, c, sizeof *c);
  ts->bounds = NULL;
}
