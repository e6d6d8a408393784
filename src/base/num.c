#include "base/num.h"

#include <gmp.h>

_Static_assert (sizeof (mp_limb_t) == 8, "limbs of 64 bits");

/* Limbs as GMP keeps them: |size| limbs, least significant first, sign of
 * the number in the sign of 'size'.
 */
typedef struct big {
  int64_t size;
  mp_limb_t limb[];
} big;

static num small (int64_t x) {
  assert (num_fits_small (x));
  return (num) {(uint64_t) x << 1 | 1};
}

static const big *big_of (num a) { return (const big *) (uintptr_t) a.word; }

/* A GMP integer that borrows the number's limbs. 'room' holds the limb of a
 * small one and must live as long as the result.
 */
static mpz_srcptr view (num a, mpz_t z, mp_limb_t room[1]) {
  if (!num_is_small (a))
    return mpz_roinit_n (z, big_of (a)->limb, big_of (a)->size);
  int64_t x = num_small (a);
  room[0] = x < 0 ? -(uint64_t) x : (uint64_t) x;
  return mpz_roinit_n (z, room, x < 0 ? -1 : x > 0);
}

#define VIEW(NAME, A) \
  mpz_t NAME##_z; \
  mp_limb_t NAME##_room[1]; \
  mpz_srcptr NAME = view ((A), NAME##_z, NAME##_room)

static num take_limbs (arena *a, const mp_limb_t *limb, size_t n,
                       bool negative) {
  big *b = arena_alloc (a, sizeof *b + n * sizeof *limb);
  b->size = negative ? -(int64_t) n : (int64_t) n;
  memcpy (b->limb, limb, n * sizeof *limb);
  return (num) {(uint64_t) (uintptr_t) b};
}

static num of_limbs (arena *a, const mp_limb_t *limb, size_t n, bool negative) {
  if (!n)
    return NUM_ZERO;
  if (n == 1 && limb[0] <= (uint64_t) NUM_SMALL_MAX + negative)
    return small (negative ? (int64_t) -limb[0] : (int64_t) limb[0]);
  return take_limbs (a, limb, n, negative);
}

/* Move a result out of GMP and release it there. */
static num num_take (arena *a, mpz_t z) {
  num res = of_limbs (a, mpz_limbs_read (z), mpz_size (z), mpz_sgn (z) < 0);
  mpz_clear (z);
  return res;
}

num num_of_i64 (arena *a, int64_t x) {
  if (num_fits_small (x))
    return small (x);
  mp_limb_t limb = x < 0 ? -(uint64_t) x : (uint64_t) x;
  return take_limbs (a, &limb, 1, x < 0);
}

num num_of_u64 (arena *a, uint64_t x) {
  if (x <= (uint64_t) NUM_SMALL_MAX)
    return small ((int64_t) x);
  return take_limbs (a, &(mp_limb_t) {x}, 1, false);
}

num num_of_bytes (arena *a, const void *bytes, size_t n) {
  mpz_t z;
  mpz_init (z);
  mpz_import (z, n, -1, 1, 0, 0, bytes);
  return num_take (a, z);
}

num num_pow2 (arena *a, unsigned exponent) {
  return num_shl (a, NUM_ONE, exponent);
}

num num_copy (arena *a, num x) {
  if (num_is_small (x))
    return x;
  const big *b = big_of (x);
  assert (b->size); /* zero is small */
  size_t n = (size_t) (b->size < 0 ? -b->size : b->size);
  return take_limbs (a, b->limb, n, b->size < 0);
}

static int digit (char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'F')
    return c - 'A' + 10;
  return 99;
}

bool num_parse (arena *a, const char *s, size_t len, int base, num *res) {
  assert (base == 2 || base == 10 || base == 16);
  if (!len)
    return false;
  for (size_t i = 0; i < len; i++)
    if (digit (s[i]) >= base)
      return false;
  if (len <= 15) { /* below 2^62 in every base we read */
    int64_t x = 0;
    for (size_t i = 0; i < len; i++)
      x = x * base + digit (s[i]);
    *res = small (x);
    return true;
  }
  char *copy = memory_alloc (NULL, len + 1);
  memcpy (copy, s, len);
  copy[len] = 0;
  mpz_t z;
  mpz_init_set_str (z, copy, base);
  memory_free (NULL, copy, len + 1);
  *res = num_take (a, z);
  return true;
}

void num_print (memory *mem, char_vec *out, num x, int base) {
  VIEW (z, x);
  size_t room = mpz_sizeinbase (z, base) + 2;
  vec_reserve (mem, out, out->len + room);
  mpz_get_str (out->data + out->len, base, z);
  out->len += strlen (out->data + out->len);
}

int num_sign (num x) {
  if (num_is_small (x))
    return num_small (x) < 0 ? -1 : num_small (x) > 0;
  return big_of (x)->size < 0 ? -1 : 1;
}

int num_cmp (num x, num y) {
  if (num_is_small (x) && num_is_small (y)) {
    int64_t i = num_small (x), j = num_small (y);
    return i < j ? -1 : i > j;
  }
  VIEW (a, x);
  VIEW (b, y);
  int res = mpz_cmp (a, b);
  return res < 0 ? -1 : res > 0;
}

bool num_eq (num x, num y) {
  if (num_is_small (x) || num_is_small (y))
    return x.word == y.word;
  return num_cmp (x, y) == 0;
}

hash128 num_hash (num x) {
  if (num_is_small (x))
    return hash128_of (x.word, 1);
  const big *b = big_of (x);
  size_t n = (size_t) (b->size < 0 ? -b->size : b->size);
  return hash128_mix (hash_bytes (b->limb, n * sizeof *b->limb),
                      hash128_of ((uint64_t) b->size, 2));
}

hash128 num_digest (const hash_key *k, num x) {
  if (num_is_small (x))
    return keyed_of (k, x.word, 2);
  const big *b = big_of (x);
  size_t n = (size_t) (b->size < 0 ? -b->size : b->size);
  return keyed_mix (k, keyed_bytes (k, b->limb, n * sizeof *b->limb),
                    keyed_of (k, (uint64_t) b->size, 3));
}

bool num_fits_u64 (num x) {
  return num_sign (x) >= 0 && (num_is_small (x) || big_of (x)->size == 1);
}

bool num_fits_i64 (num x) {
  if (num_is_small (x))
    return true;
  const big *b = big_of (x);
  if (b->size == 1)
    return b->limb[0] <= INT64_MAX;
  return b->size == -1 && b->limb[0] <= (uint64_t) 1 << 63;
}

uint64_t num_u64 (num x) {
  if (num_is_small (x))
    return (uint64_t) num_small (x);
  const big *b = big_of (x);
  return b->size < 0 ? -b->limb[0] : b->limb[0];
}

int64_t num_i64 (num x) {
  assert (num_fits_i64 (x));
  return (int64_t) num_u64 (x);
}

unsigned num_bits (num x) {
  if (num_sign (x) == 0)
    return 0;
  VIEW (z, x);
  return (unsigned) mpz_sizeinbase (z, 2);
}

bool num_testbit (num x, unsigned i) {
  VIEW (z, x);
  return mpz_tstbit (z, i);
}

num num_neg (arena *a, num x) { return num_sub (a, NUM_ZERO, x); }

num num_abs (arena *a, num x) { return num_sign (x) < 0 ? num_neg (a, x) : x; }

static bool both_small (num x, num y) { return x.word & y.word & 1; }

/* By GMP, or by 'SMALL' where both fit into a word: i and j. 'DOMAIN' is where
 * it is defined.
 */
#define BINARY(NAME, CALL, DOMAIN, SMALL) \
  num NAME (arena *a, num x, num y) { \
    assert (DOMAIN); \
    if (both_small (x, y)) { \
      int64_t i = num_small (x), j = num_small (y); \
      return SMALL; \
    } \
    VIEW (p, x); \
    VIEW (q, y); \
    mpz_t r; \
    mpz_init (r); \
    CALL (r, p, q); \
    return num_take (a, r); \
  }

static num small_gcd (arena *a, int64_t i, int64_t j) {
  while (j) {
    int64_t k = i % j;
    i = j;
    j = k;
  }
  return num_of_i64 (a, i < 0 ? -i : i);
}

static num small_product (arena *a, int64_t i, int64_t j) {
  int64_t product;
  if (!__builtin_mul_overflow (i, j, &product))
    return num_of_i64 (a, product);
  mpz_t r;
  mpz_init_set_si (r, i);
  mpz_mul_si (r, r, j);
  return num_take (a, r);
}

BINARY (num_add, mpz_add, true, num_of_i64 (a, i + j))
BINARY (num_sub, mpz_sub, true, num_of_i64 (a, i - j))
BINARY (num_mul, mpz_mul, true, small_product (a, i, j))
BINARY (num_gcd, mpz_gcd, true, small_gcd (a, i, j))
BINARY (num_div_floor, mpz_fdiv_q, num_sign (y),
        num_of_i64 (a, i / j - (i % j && (i < 0) != (j < 0))))
BINARY (num_div_ceil, mpz_cdiv_q, num_sign (y),
        num_of_i64 (a, i / j + (i % j && (i < 0) == (j < 0))))
BINARY (num_div_trunc, mpz_tdiv_q, num_sign (y), num_of_i64 (a, i / j))
BINARY (num_rem_trunc, mpz_tdiv_r, num_sign (y), small (i % j))
BINARY (num_and, mpz_and, true, small (i &j))
BINARY (num_or, mpz_ior, true, small (i | j))
BINARY (num_xor, mpz_xor, true, small (i ^ j))

num num_div_euclid (arena *a, num x, num y) {
  return num_sign (y) > 0 ? num_div_floor (a, x, y) : num_div_ceil (a, x, y);
}

num num_mod_euclid (arena *a, num x, num y) {
  num r = num_rem_trunc (a, x, y);
  return num_sign (r) < 0 ? num_add (a, r, num_abs (a, y)) : r;
}

num num_not (arena *a, num x) { return num_sub (a, num_neg (a, x), NUM_ONE); }

num num_shl (arena *a, num x, unsigned by) {
  VIEW (p, x);
  mpz_t r;
  mpz_init (r);
  mpz_mul_2exp (r, p, by);
  return num_take (a, r);
}

num num_shr (arena *a, num x, unsigned by) {
  if (num_is_small (x))
    return small (num_small (x) >> (by > 63 ? 63 : by));
  VIEW (p, x);
  mpz_t r;
  mpz_init (r);
  mpz_fdiv_q_2exp (r, p, by);
  return num_take (a, r);
}

num num_wrap (arena *a, num x, unsigned width) {
  if (num_sign (x) >= 0 && num_bits (x) <= width)
    return x;
  VIEW (p, x);
  mpz_t r;
  mpz_init (r);
  mpz_fdiv_r_2exp (r, p, width);
  return num_take (a, r);
}

num num_signed (arena *a, num x, unsigned width) {
  assert (width);
  x = num_wrap (a, x, width);
  if (!num_testbit (x, width - 1))
    return x;
  return num_sub (a, x, num_pow2 (a, width));
}
