/* Domains against sets of bits: every arc, every pair of arcs. */

#include "base/bits.h"
#include "logic/domain.h"
#include "term/value.h"

#include "random.h"
#include "test.h"

#define W 4
#define SIZE (1u << W)
#define ALL ((1u << SIZE) - 1)

typedef struct arcs {
  memory mem;
  arena arena;
  const domain *arc[2 + SIZE * SIZE];
  uint32_t set[2 + SIZE * SIZE];
  size_t n;
} arcs;

static uint32_t set_of (const domain *d) {
  uint32_t res = 0;
  for (uint64_t v = 0; v < SIZE; v++)
    res |= (uint32_t) domain_has (d, v) << v;
  return res;
}

static void arcs_init (arcs *x) {
  *x = (arcs) {.n = 0};
  arena_init (&x->arena, &x->mem);
  sort s = sort_bv (W);
  x->arc[x->n++] = domain_full (&x->arena, s);
  x->arc[x->n++] = domain_empty (&x->arena, s);
  for (uint64_t low = 0; low < SIZE; low++)
    for (uint64_t high = 0; high < SIZE; high++)
      x->arc[x->n++] = domain_arc (&x->arena, s, low, high);
  for (size_t i = 0; i < x->n; i++)
    x->set[i] = set_of (x->arc[i]);
}

static void arcs_release (arcs *x) {
  arena_release (&x->arena);
  CHECK_EQ (x->mem.live, 0);
}

TEST (arcs_are_what_they_say) {
  arcs x;
  arcs_init (&x);
  CHECK_EQ (x.set[0], ALL);
  CHECK_EQ (x.set[1], 0);
  for (uint64_t low = 0, i = 2; low < SIZE; low++)
    for (uint64_t high = 0; high < SIZE; high++, i++)
      for (uint64_t v = 0; v < SIZE; v++)
        CHECK_EQ (x.set[i] >> v & 1, ((v - low) & 15) <= ((high - low) & 15));
  arcs_release (&x);
}

TEST (pairs_of_arcs) {
  arcs x;
  arcs_init (&x);
  mark m = arena_mark (&x.arena);
  for (size_t i = 0; i < x.n; i++)
    for (size_t j = 0; j < x.n; j++) {
      const domain *a = x.arc[i], *b = x.arc[j];
      uint32_t p = x.set[i], q = x.set[j];
      const domain *meet = domain_intersect (&x.arena, a, b);
      const domain *join = domain_unite (&x.arena, a, b);
      CHECK (domain_is_valid (meet) && domain_is_valid (join));
      CHECK_EQ (set_of (meet), p & q);
      CHECK_EQ (set_of (join), p | q);
      CHECK_EQ (domain_includes (a, b), !(q & ~p));
      CHECK_EQ (domain_eq (a, b), p == q);
      CHECK_EQ (domain_cmp (a, b), -domain_cmp (b, a));
      CHECK_EQ (domain_cmp (a, b) == 0, p == q);
      CHECK_EQ (hash128_eq (domain_hash (a), domain_hash (b)), p == q);
      arena_return (&x.arena, m);
    }
  arcs_release (&x);
}

static uint32_t moved (uint32_t set, unsigned by) {
  return (set << by | set >> (SIZE - by)) & ALL;
}

static uint32_t negated (uint32_t set) {
  uint32_t res = 0;
  for (unsigned v = 0; v < SIZE; v++)
    res |= (set >> v & 1) << (-v & 15);
  return res;
}

static void check_unary (arena *a, const domain *d, uint32_t set) {
  const domain *rest = domain_complement (a, d), *minus = domain_negate (a, d);
  CHECK (domain_is_valid (rest) && domain_is_valid (minus));
  CHECK_EQ (set_of (rest), ~set & ALL);
  CHECK_EQ (set_of (minus), negated (set));
  CHECK_EQ (domain_is_empty (d), !set);
  CHECK_EQ (domain_is_full (d), set == ALL);
  uint64_t word = 99;
  CHECK_EQ (domain_is_point (d, &word), bits_is_pow2 (set));
  CHECK (!bits_is_pow2 (set) || word == bits_log2 (set));
  CHECK (domain_eq (domain_copy (a, d), d));
  for (unsigned by = 0; by < SIZE; by++) {
    const domain *there = domain_shift (a, d, by);
    CHECK (domain_is_valid (there));
    CHECK_EQ (set_of (there), moved (set, by));
    CHECK (domain_eq (domain_shift (a, there, -by), d));
  }
}

/* All 65536 sets of 4-bit values, as unions of points. */
TEST (every_set) {
  memory mem = {0};
  arena a;
  arena_init (&a, &mem);
  for (uint32_t set = 0; set <= ALL; set++) {
    const domain *d = domain_empty (&a, sort_bv (W));
    for (uint64_t v = 0; v < SIZE; v++)
      if (set >> v & 1)
        d = domain_unite (&a, d, domain_point (&a, sort_bv (W), v));
    CHECK_EQ (set_of (d), set);
    if (set % 7 == 0)
      check_unary (&a, d, set);
    for (unsigned t = 0; t < W; t++) {
      const domain *q = domain_divide_pow2 (&a, d, t);
      CHECK (domain_is_valid (q));
      for (uint64_t v = 0; v < SIZE; v++)
        CHECK_EQ (domain_has (q, v), set >> (v << t & 15) & 1);
    }
    arena_reset (&a);
  }
  arena_release (&a);
  CHECK_EQ (mem.live, 0);
}

TEST (narrowing) {
  memory mem = {0};
  arena a;
  arena_init (&a, &mem);
  for (uint32_t set = 0; set <= ALL; set += 3) {
    const domain *d = domain_empty (&a, sort_bv (W));
    for (uint64_t v = 0; v < SIZE; v++)
      if (set >> v & 1)
        d = domain_unite (&a, d, domain_point (&a, sort_bv (W), v));
    for (unsigned w = 1; w < W; w++) {
      const domain *z = domain_narrow_zero (&a, d, w);
      const domain *s = domain_narrow_sign (&a, d, w);
      CHECK (domain_is_valid (z) && domain_is_valid (s));
      for (uint64_t v = 0; v <= bits_mask (w); v++) {
        CHECK_EQ (domain_has (z, v), set >> v & 1);
        CHECK_EQ (domain_has (s, v), set >> (bits_signed (v, w) & 15) & 1);
      }
    }
    for (uint64_t scale = 1; scale < SIZE; scale++) {
      const domain *q = domain_divide_exact (&a, d, scale);
      CHECK (domain_is_valid (q));
      for (uint64_t v = 0; v < SIZE; v++)
        CHECK_EQ (domain_has (q, v),
                  v * scale < SIZE && (set >> (v * scale) & 1));
    }
    arena_reset (&a);
  }
  arena_release (&a);
  CHECK_EQ (mem.live, 0);
}

/* Int domains, seen through the window -8 .. 8; outside of -4 .. 4 a domain
 * is what it is at -5 or 5.
 */

#define FAR 8

static bool has (arena *a, const domain *d, int64_t v) {
  return domain_has (d, num_of_i64 (a, v).word);
}

static const domain *random_int (arena *a, uint64_t *seed) {
  const domain *d = domain_empty (a, SORT_INT);
  for (unsigned i = random_below (seed, 4); i-- > 0;) {
    num n = num_of_i64 (a, (int64_t) random_below (seed, 9) - 4);
    const domain *e;
    switch (random_below (seed, 4)) {
    case 0:
      e = domain_at_most (a, n);
      break;
    case 1:
      e = domain_at_least (a, n);
      break;
    case 2:
      e = domain_point (a, SORT_INT, n.word);
      break;
    default:
      e = domain_but (a, SORT_INT, n.word);
    }
    d = random_below (seed, 2)
            ? domain_unite (a, d, e)
            : domain_intersect (a, domain_complement (a, d), e);
  }
  return d;
}

static void check_int_pair (arena *a, const domain *x, const domain *y) {
  const domain *meet = domain_intersect (a, x, y);
  const domain *join = domain_unite (a, x, y);
  const domain *rest = domain_complement (a, x), *minus = domain_negate (a, x);
  CHECK (domain_is_valid (meet) && domain_is_valid (join));
  CHECK (domain_is_valid (rest) && domain_is_valid (minus));
  bool same = true, inside = true;
  for (int64_t v = -FAR; v <= FAR; v++) {
    bool p = has (a, x, v), q = has (a, y, v);
    CHECK_EQ (has (a, meet, v), p && q);
    CHECK_EQ (has (a, join, v), p || q);
    CHECK_EQ (has (a, rest, v), !p);
    CHECK_EQ (has (a, minus, -v), p);
    same = same && p == q;
    inside = inside && (!q || p);
  }
  CHECK_EQ (domain_eq (x, y), same);
  CHECK_EQ (domain_cmp (x, y) == 0, same);
  CHECK_EQ (domain_includes (x, y), inside);
}

static void check_int_single (arena *a, const domain *d) {
  for (int64_t by = -3; by <= 3; by++) {
    const domain *there = domain_shift (a, d, num_of_i64 (a, by).word);
    CHECK (domain_is_valid (there));
    for (int64_t v = -FAR; v <= FAR; v++)
      CHECK_EQ (has (a, there, v + by), has (a, d, v));
  }
  for (int64_t scale = 1; scale <= 5; scale++) {
    const domain *q = domain_divide (a, d, num_of_i64 (a, scale));
    CHECK (domain_is_valid (q));
    for (int64_t v = -FAR; v <= FAR; v++)
      CHECK_EQ (has (a, q, v), has (a, d, scale * v));
  }
}

TEST (int_domains) {
  memory mem = {0};
  arena a;
  arena_init (&a, &mem);
  uint64_t seed = 1;
  for (int round = 0; round < 20000; round++) {
    const domain *x = random_int (&a, &seed), *y = random_int (&a, &seed);
    check_int_pair (&a, x, y);
    check_int_single (&a, x);
    arena_reset (&a);
  }
  arena_release (&a);
  CHECK_EQ (mem.live, 0);
}

TEST (large_numbers) {
  memory mem = {0};
  arena a, other;
  arena_init (&a, &mem);
  arena_init (&other, &mem);
  num big = num_pow2 (&a, 100), next = num_add (&a, big, NUM_ONE);
  const domain *d = domain_unite (&other, domain_at_most (&a, big),
                                  domain_at_least (&a, next));
  CHECK (domain_is_full (d));
  d = domain_but (&other, SORT_INT, big.word);
  CHECK_EQ (d->n, 2);
  CHECK (!domain_has (d, big.word) && domain_has (d, next.word));
  const domain *half = domain_divide (
      &other, domain_point (&a, SORT_INT, big.word), num_pow2 (&a, 99));
  arena_reset (&a); /* 'd' and 'half' own their limbs */
  uint64_t word;
  CHECK (domain_is_point (half, &word) && num_small (value_num (word)) == 2);
  CHECK (domain_is_valid (d));
  CHECK (!domain_has (d, num_pow2 (&a, 100).word));
  arena_release (&a);
  arena_release (&other);
  CHECK_EQ (mem.live, 0);
}

TEST (bool_and_64_bits) {
  memory mem = {0};
  arena a;
  arena_init (&a, &mem);
  const domain *t = domain_point (&a, SORT_BOOL, 1);
  const domain *f = domain_complement (&a, t);
  CHECK (domain_has (f, 0) && !domain_has (f, 1));
  CHECK (domain_is_full (domain_unite (&a, t, f)));
  CHECK (domain_is_empty (domain_intersect (&a, t, f)));
  sort s = sort_bv (64);
  const domain *d = domain_arc (&a, s, UINT64_MAX - 1, 1);
  CHECK_EQ (d->n, 2);
  d = domain_shift (&a, d, 2);
  CHECK_EQ (d->n, 1);
  CHECK_EQ (d->span[0].high, 3);
  CHECK (domain_is_full (domain_shift (&a, domain_full (&a, s), 77)));
  CHECK (domain_is_full (domain_negate (&a, domain_full (&a, s))));
  CHECK (domain_is_empty (
      domain_complement (&a, domain_arc (&a, s, 0, UINT64_MAX))));
  arena_release (&a);
  CHECK_EQ (mem.live, 0);
}
