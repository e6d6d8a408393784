/* Numbers against __int128 where that is enough, and against GMP beyond. */

#include "base/num.h"
#include "test.h"

#include <gmp.h>
#include <string.h>

__extension__ typedef __int128 wide;

static uint64_t next (uint64_t *seed) {
  uint64_t x = *seed += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

/* Near zero, near the ends of what is small, or anything. */
static int64_t some_i64 (uint64_t *seed) {
  int64_t near = (int64_t) (next (seed) % 7) - 3;
  switch (next (seed) % 5) {
  case 0:
    return near;
  case 1:
    return NUM_SMALL_MAX + near;
  case 2:
    return NUM_SMALL_MIN + near;
  case 3:
    return (int64_t) next (seed) >> next (seed) % 63;
  default:
    return near < 0 ? INT64_MIN + (near + 3) : INT64_MAX - near;
  }
}

static bool is_wide (arena *a, num x, wide expected) {
  num high = num_of_i64 (a, (int64_t) (expected >> 64));
  num low = num_of_u64 (a, (uint64_t) expected);
  return num_eq (x, num_add (a, num_shl (a, high, 64), low));
}

static wide floor_div (wide x, wide y) {
  wide q = x / y;
  return q - (x % y && (x < 0) != (y < 0));
}

static void check_division (arena *a, num x, num y, wide p, wide q) {
  wide euclid = p % q < 0 ? p % q + (q < 0 ? -q : q) : p % q;
  CHECK (is_wide (a, num_div_trunc (a, x, y), p / q));
  CHECK (is_wide (a, num_rem_trunc (a, x, y), p % q));
  CHECK (is_wide (a, num_div_floor (a, x, y), floor_div (p, q)));
  CHECK (is_wide (a, num_div_ceil (a, x, y), -floor_div (-p, q)));
  CHECK (is_wide (a, num_mod_euclid (a, x, y), euclid));
  CHECK (is_wide (a, num_div_euclid (a, x, y), (p - euclid) / q));
}

TEST (words_against_int128) {
  memory mem = {0};
  arena a;
  arena_init (&a, &mem);
  uint64_t seed = 7;
  for (unsigned i = 0; i < 100000; i++) {
    int64_t p = some_i64 (&seed), q = some_i64 (&seed);
    num x = num_of_i64 (&a, p), y = num_of_i64 (&a, q);
    CHECK (num_fits_i64 (x) && num_i64 (x) == p);
    CHECK_EQ (num_cmp (x, y), p < q ? -1 : p > q);
    CHECK_EQ (num_eq (x, y), p == q);
    CHECK_EQ (num_sign (x), p < 0 ? -1 : p > 0);
    CHECK_EQ (num_fits_u64 (x), p >= 0);
    CHECK (is_wide (&a, num_add (&a, x, y), (wide) p + q));
    CHECK (is_wide (&a, num_sub (&a, x, y), (wide) p - q));
    CHECK (is_wide (&a, num_mul (&a, x, y), (wide) p * q));
    CHECK (is_wide (&a, num_and (&a, x, y), p & q));
    CHECK (is_wide (&a, num_or (&a, x, y), p | q));
    CHECK (is_wide (&a, num_xor (&a, x, y), p ^ q));
    CHECK (is_wide (&a, num_not (&a, x), ~p));
    unsigned by = (unsigned) (next (&seed) % 63);
    CHECK (is_wide (&a, num_shr (&a, x, by), p >> by));
    CHECK (is_wide (&a, num_shl (&a, x, by), (wide) p * ((wide) 1 << by)));
    CHECK (is_wide (&a, num_wrap (&a, x, 64), (uint64_t) p));
    CHECK (is_wide (&a, num_signed (&a, x, 64), p));
    CHECK_EQ (num_testbit (x, by), p >> by & 1);
    if (q)
      check_division (&a, x, y, p, q);
    arena_reset (&a);
  }
  arena_release (&a);
  CHECK_EQ (mem.live, 0);
}

/* Random numbers of up to 300 bits, by way of their digits. */

typedef struct pair {
  num x;
  mpz_t z;
} pair;

static void draw (arena *a, uint64_t *seed, pair *p) {
  unsigned bits = (unsigned) (next (seed) % 300);
  mpz_set_ui (p->z, 0);
  for (unsigned i = 0; i < bits; i += 64) {
    mpz_mul_2exp (p->z, p->z, 64);
    mpz_add_ui (p->z, p->z, next (seed));
  }
  mpz_fdiv_r_2exp (p->z, p->z, bits);
  char text[128];
  mpz_get_str (text, 10, p->z);
  CHECK (num_parse (a, text, strlen (text), 10, &p->x));
  if (next (seed) & 1) {
    mpz_neg (p->z, p->z);
    p->x = num_neg (a, p->x);
  }
}

static void check_text (memory *mem, num x, const mpz_t z) {
  char text[256];
  char_vec out = {0};
  mpz_get_str (text, 16, z);
  num_print (mem, &out, x, 16);
  CHECK_STR (text_c (mem, &out), text);
  vec_release (mem, &out);
}

TEST (large_against_gmp) {
  memory mem = {0};
  arena a;
  arena_init (&a, &mem);
  uint64_t seed = 9;
  pair p, q;
  mpz_t r;
  mpz_inits (p.z, q.z, r, NULL);
  for (unsigned i = 0; i < 20000; i++) {
    draw (&a, &seed, &p);
    draw (&a, &seed, &q);
#define AGREE(NUM, GMP) \
  GMP (r, p.z, q.z); \
  check_text (&mem, NUM (&a, p.x, q.x), r)
    AGREE (num_add, mpz_add);
    AGREE (num_sub, mpz_sub);
    AGREE (num_mul, mpz_mul);
    AGREE (num_gcd, mpz_gcd);
    AGREE (num_and, mpz_and);
    AGREE (num_or, mpz_ior);
    AGREE (num_xor, mpz_xor);
    if (mpz_sgn (q.z)) {
      AGREE (num_div_floor, mpz_fdiv_q);
      AGREE (num_div_ceil, mpz_cdiv_q);
      AGREE (num_div_trunc, mpz_tdiv_q);
      AGREE (num_rem_trunc, mpz_tdiv_r);
      AGREE (num_mod_euclid, mpz_mod);
    }
#undef AGREE
    unsigned by = (unsigned) (next (&seed) % 200) + 1;
    mpz_fdiv_q_2exp (r, p.z, by);
    check_text (&mem, num_shr (&a, p.x, by), r);
    mpz_fdiv_r_2exp (r, p.z, by);
    check_text (&mem, num_wrap (&a, p.x, by), r);
    CHECK_EQ (num_cmp (p.x, q.x),
              mpz_cmp (p.z, q.z) < 0 ? -1 : mpz_cmp (p.z, q.z) > 0);
    CHECK_EQ (num_bits (p.x), mpz_sgn (p.z) ? mpz_sizeinbase (p.z, 2) : 0);
    num copy = num_copy (&a, p.x);
    CHECK (num_eq (copy, p.x));
    CHECK (hash128_eq (num_hash (copy), num_hash (p.x)));
    arena_reset (&a);
  }
  mpz_clears (p.z, q.z, r, NULL);
  arena_release (&a);
  CHECK_EQ (mem.live, 0);
}

TEST (reading) {
  memory mem = {0};
  arena a;
  arena_init (&a, &mem);
  num x;
  CHECK (num_parse (&a, "ff", 2, 16, &x) && num_u64 (x) == 255);
  CHECK (num_parse (&a, "0101", 4, 2, &x) && num_u64 (x) == 5);
  CHECK (num_parse (&a, "18446744073709551615", 20, 10, &x));
  CHECK (num_fits_u64 (x) && num_u64 (x) == UINT64_MAX);
  CHECK (!num_parse (&a, "", 0, 10, &x));
  CHECK (!num_parse (&a, "12a", 3, 10, &x));
  CHECK (!num_parse (&a, "-1", 2, 10, &x));
  CHECK (!num_parse (&a, "2", 1, 2, &x));
  arena_release (&a);
  CHECK_EQ (mem.live, 0);
}
