/* Floating point as circuits against the processor. A circuit is made once and
 * evaluated for 64 inputs at a time.
 */

#include "random.h"
#include "solver/encode.h"
#include "term/ieee.h"
#include "test.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

#define LANES 64

__extension__ typedef _Float16 half;
__extension__ typedef __float128 quad;

typedef struct rig {
  memory mem;
  guard guard;
  circuit circuit;
  node node;
  unsigned from, to;
  lit out[80];
  VEC (uint64_t) value; /* by gate */
} rig;

static void rig_init (rig *r, kind k, uint64_t payload, unsigned from,
                      unsigned to) {
  *r = (rig) {.node = {.kind = k, .payload = payload}, .from = from, .to = to};
  r->node.arity = kind_table[k].arity;
  circuit_init (&r->circuit, &r->mem, &r->guard);
  lit arg[3][80];
  for (unsigned i = 0; i < r->node.arity; i++)
    for (unsigned b = 0; b < from; b++)
      arg[i][b] = circuit_input (&r->circuit, i, b);
  const lit *args[3] = {arg[0], arg[1], arg[2]};
  encode_float (&r->circuit, &r->node, from, to, r->out, args);
}

static void rig_release (rig *r) {
  circuit_release (&r->circuit);
  vec_release (&r->mem, &r->value);
  CHECK_EQ (r->mem.live, 0);
}

static uint64_t of (const rig *r, lit l) {
  return r->value.data[lit_var (l)] ^ (l & 1 ? ~(uint64_t) 0 : 0);
}

static uint64_t gate_value (const rig *r, const gate *g) {
  uint64_t a = of (r, g->a), b = of (r, g->b), c;
  if (g->kind == GATE_AND)
    return a & b;
  if (g->kind == GATE_XOR)
    return a ^ b;
  c = of (r, g->c);
  return g->kind == GATE_MUX ? (a & b) | (~a & c) : (a & b) | (c & (a | b));
}

/* Rows are columns then, for a matrix of 64 by 64 bits. */
static void transpose (uint64_t *a) {
  uint64_t mask = 0xffffffff;
  for (unsigned d = 32; d; d /= 2, mask ^= mask << d)
    for (unsigned i = 0; i < 64; i = (i + d + 1) & ~d) {
      uint64_t x = (a[i] >> d ^ a[i + d]) & mask;
      a[i] ^= x << d;
      a[i + d] ^= x;
    }
}

/* input[i][lane] to output[lane]. */
static void evaluate (rig *r, uint64_t input[3][LANES], uint64_t *output) {
  uint64_t lanes[3][LANES];
  memcpy (lanes, input, sizeof lanes);
  for (unsigned i = 0; i < r->node.arity; i++)
    transpose (lanes[i]);
  uint32_t n = circuit_count (&r->circuit);
  vec_reserve (&r->mem, &r->value, n);
  r->value.data[0] = 0;
  for (uint32_t i = 1; i < n; i++) {
    const gate *g = circuit_gate (&r->circuit, i);
    r->value.data[i] =
        g->kind == GATE_INPUT ? lanes[g->a][g->b] : gate_value (r, g);
  }
  memset (output, 0, LANES * sizeof *output);
  for (unsigned b = 0; b < r->to; b++)
    output[b] = of (r, r->out[b]);
  transpose (output);
}

static uint64_t half_bits (half x) {
  uint16_t bits;
  memcpy (&bits, &x, sizeof bits);
  return ieee_is_nan (16, bits) ? ieee_nan (16) : bits;
}

static half half_of (uint64_t bits) {
  uint16_t low = (uint16_t) bits;
  half x;
  memcpy (&x, &low, sizeof x);
  return x;
}

/* The half next to x in a direction, by what is on both sides of it. */
static uint64_t half_towards (uint64_t mode, quad x) {
  bool is_negative = x < 0;
  quad size = is_negative ? -x : x;
  uint64_t sign = is_negative ? 0x8000 : 0;
  if (x != x || x == 0 || size > 1e300)
    return half_bits ((half) x);
  uint64_t low = half_bits ((half) size); /* to nearest */
  if (low == 0x7c00 || (quad) half_of (low) > size)
    low--;
  quad below = half_of (low);
  quad above = low < 0x7bff ? (quad) half_of (low + 1) : (quad) 65536;
  if (size == below)
    return sign | low;
  if (size > 65536)
    size = 65536; /* not nearer to the largest one */
  bool is_half = size - below == above - size;
  bool is_nearer = size - below > above - size;
  switch (mode) {
  case IEEE_EVEN:
    return sign | (low + (is_nearer || (is_half && (low & 1))));
  case IEEE_AWAY:
    return sign | (low + (is_nearer || is_half));
  case IEEE_UP:
    return sign | (low + !is_negative);
  case IEEE_DOWN:
    return sign | (low + is_negative);
  default:
    return sign | low;
  }
}

/* Sums and products are exact in 113 bits, and quotients and roots of 11 bits
 * that are not exact in twice as many are not half way to anything.
 */
static uint64_t half_apply (kind k, uint64_t mode, uint64_t a, uint64_t b,
                            uint64_t c) {
  quad x = half_of (a), y = half_of (b), z = half_of (c), res;
  if (k == KIND_FP_ROUND) {
    uint64_t wide = ieee_apply (KIND_FP_CONVERT, 16, 32, a, 0, 0);
    wide = ieee_apply (k, 32, mode, wide, 0, 0);
    return ieee_apply (KIND_FP_CONVERT, 32, 16, wide, 0, 0);
  }
  if (k == KIND_FP_REM) {
    float rest = remainderf ((float) half_of (a), (float) half_of (b));
    return half_bits ((half) rest);
  }
  z = k == KIND_FP_ADD ? y : z;
  x = k == KIND_FP_FMA ? x * y : x;
  res = k == KIND_FP_MUL    ? x * y
        : k == KIND_FP_DIV  ? x / y
        : k == KIND_FP_SQRT ? (quad) sqrtl ((long double) x)
                            : x + z;
  bool is_sum = k == KIND_FP_ADD || k == KIND_FP_FMA;
  if (is_sum && mode == IEEE_DOWN && res == 0 &&
      (__builtin_signbit (x) || __builtin_signbit (z)))
    return 0x8000;
  return half_towards (mode, res);
}

static bool is_on_numbers (kind k) { return k < KIND_FP_CONVERT; }

/* Doubles in a direction, by the processor. */
static uint64_t double_apply (kind k, int direction, uint64_t a, uint64_t b,
                              uint64_t c) {
  volatile double x, y, z, res = 0;
  uint64_t bits;
  memcpy ((void *) &x, &a, 8);
  memcpy ((void *) &y, &b, 8);
  memcpy ((void *) &z, &c, 8);
  fesetround (direction);
  switch (k) {
  case KIND_FP_ADD:
    res = x + y;
    break;
  case KIND_FP_MUL:
    res = x * y;
    break;
  case KIND_FP_DIV:
    res = x / y;
    break;
  case KIND_FP_SQRT:
    res = sqrt (x);
    break;
  default:
    res = fma (x, y, z);
  }
  fesetround (FE_TONEAREST);
  memcpy (&bits, (const void *) &res, 8);
  return isnan (res) ? ieee_nan (64) : bits;
}

/* What the evaluator says, checked where there is another way to know. */
static uint64_t wanted (const rig *r, const uint64_t input[3][LANES],
                        unsigned n) {
  static const int direction[] = {[IEEE_EVEN] = FE_TONEAREST,
                                  [IEEE_UP] = FE_UPWARD,
                                  [IEEE_DOWN] = FE_DOWNWARD,
                                  [IEEE_ZERO] = FE_TOWARDZERO};
  kind k = (kind) r->node.kind;
  uint64_t a = input[0][n], b = input[1][n], c = input[2][n];
  uint64_t mode = ieee_mode (k, r->node.payload);
  uint64_t res = ieee_apply (k, r->from, r->node.payload, a, b, c), other = res;
  if (r->from == 16 && is_on_numbers (k))
    other = half_apply (k, r->node.payload, a, b, c);
  else if (r->from == 64 && k <= KIND_FP_FMA && k != KIND_FP_REM &&
           mode != IEEE_AWAY)
    other = double_apply (k, direction[mode], a, b, c);
  if (res != other)
    FAIL ("%s/%u of %#jx %#jx %#jx (%u bits) is evaluated to %#jx, not %#jx",
          kind_table[k].smt, (unsigned) r->node.payload, (uintmax_t) a,
          (uintmax_t) b, (uintmax_t) c, r->from, (uintmax_t) res,
          (uintmax_t) other);
  return res;
}

static void compare (rig *r, uint64_t input[3][LANES]) {
  uint64_t output[LANES];
  evaluate (r, input, output);
  for (unsigned n = 0; n < LANES; n++) {
    uint64_t want = wanted (r, (const uint64_t (*)[LANES]) input, n);
    if (output[n] != want)
      FAIL ("%s/%u of %#jx %#jx %#jx (%u bits) is %#jx, not %#jx",
            kind_table[r->node.kind].smt, (unsigned) r->node.payload,
            (uintmax_t) input[0][n], (uintmax_t) input[1][n],
            (uintmax_t) input[2][n], r->from, (uintmax_t) output[n],
            (uintmax_t) want);
  }
}

/* Zeros, infinities, the first and last of each class, one, and neighbours. */
static unsigned specials (unsigned w, uint64_t out[64]) {
  uint64_t inf = ieee_infinity (w), one = inf >> 1 & inf;
  uint64_t least = (uint64_t) 1 << ieee_fraction (w);
  uint64_t some[] = {0,
                     1,
                     2,
                     least - 1,
                     least,
                     least + 1,
                     one - 1,
                     one,
                     one + 1,
                     inf - 1,
                     inf,
                     inf + 1,
                     inf - 2,
                     ieee_nan (w),
                     one - least,
                     one + least,
                     one + least / 2,
                     least / 2};
  unsigned n = 0;
  for (unsigned i = 0; i < sizeof some / sizeof *some; i++)
    for (uint64_t sign = 0; sign < 2; sign++)
      out[n++] = some[i] | sign << (w - 1);
  return n;
}

/* Exponents near each other more often than not: else sums are trivial. */
static uint64_t pick (uint64_t *seed, unsigned w, uint64_t near) {
  uint64_t mask = w == 64 ? ~(uint64_t) 0 : ((uint64_t) 1 << w) - 1;
  uint64_t x = random_next (seed), special[64];
  switch (random_next (seed) % 4) {
  case 0:
    return special[random_next (seed) % specials (w, special)];
  case 1: /* few digits */
    return x & mask & ~(uint64_t) 0 << (ieee_fraction (w) - x % 8);
  case 2:
    return (near + ((x >> 8) % 64 << (ieee_fraction (w) - 2)) + x % 5) & mask;
  default:
    return x & mask;
  }
}

static void check_random (rig *r, unsigned rounds) {
  uint64_t seed = r->node.kind * 64 + r->from, input[3][LANES];
  unsigned w =
      r->node.kind == KIND_FP_FROM_SINT || r->node.kind == KIND_FP_FROM_UINT
          ? 64
          : r->from;
  uint64_t mask = r->from == 64 ? ~(uint64_t) 0 : ((uint64_t) 1 << r->from) - 1;
  for (unsigned i = 0; i < rounds; i++) {
    for (unsigned n = 0; n < LANES; n++)
      for (unsigned j = 0; j < 3; j++)
        input[j][n] = pick (&seed, w, j ? input[j - 1][n] : seed) & mask;
    compare (r, input);
  }
}

static void check_specials (rig *r) {
  uint64_t special[64], input[3][LANES];
  unsigned n = specials (r->from, special), lane = 0;
  unsigned m = r->node.arity > 1 ? n : 1, l = r->node.arity > 2 ? n : 1;
  memset (input, 0, sizeof input);
  for (unsigned i = 0; i < n * m * l; i++) {
    input[0][lane] = special[i % n];
    input[1][lane] = special[i / n % m];
    input[2][lane] = special[i / n / m];
    if (++lane == LANES) {
      compare (r, input);
      lane = 0;
    }
  }
  compare (r, input);
}

/* All values of one argument, and of both where that is asked for. */
static void check_halves (rig *r, bool both) {
  uint64_t input[3][LANES], seed = 7;
  for (uint32_t b = 0; b < (both ? 1u << 16 : 1); b++)
    for (uint32_t a = 0; a < 1u << 16; a += LANES) {
      for (unsigned n = 0; n < LANES; n++) {
        input[0][n] = a + n;
        input[1][n] = both ? b : pick (&seed, 16, a + n);
        input[2][n] = pick (&seed, 16, a + n);
      }
      compare (r, input);
    }
}

static const kind on_numbers[] = {KIND_FP_ADD, KIND_FP_MUL,  KIND_FP_DIV,
                                  KIND_FP_FMA, KIND_FP_SQRT, KIND_FP_ROUND,
                                  KIND_FP_REM};

static void check_numbers (kind k, unsigned w) {
  for (uint64_t mode = 0; mode < IEEE_ROUNDINGS; mode++) {
    rig r;
    if (mode && k == KIND_FP_REM) /* exact */
      break;
    rig_init (&r, k, mode, w, w);
    check_specials (&r);
    check_random (&r, test_is_long () ? 200000 : 200);
    if (w == 16)
      check_halves (&r, test_is_long () && r.node.arity == 2);
    rig_release (&r);
  }
}

#define EACH_KIND(K) \
  for (unsigned K = 0; K < sizeof on_numbers / sizeof *on_numbers; K++)

TEST (halves) { EACH_KIND (i) check_numbers (on_numbers[i], 16); }
TEST (singles) { EACH_KIND (i) check_numbers (on_numbers[i], 32); }
TEST (doubles) { EACH_KIND (i) check_numbers (on_numbers[i], 64); }

static void check_conversion (kind k, unsigned from, unsigned to,
                              ieee_rounding mode) {
  rig r;
  rig_init (&r, k, ieee_target (to, mode), from, to);
  check_specials (&r);
  check_random (&r, test_is_long () ? 50000 : 200);
  if (from == 16)
    check_halves (&r, false);
  rig_release (&r);
}

TEST (conversions) {
  static const unsigned formats[] = {16, 32, 64};
  for (unsigned i = 0; i < 3; i++)
    for (unsigned j = 0; j < 3; j++)
      for (ieee_rounding mode = 0; mode < IEEE_ROUNDINGS; mode++) {
        if (i != j)
          check_conversion (KIND_FP_CONVERT, formats[i], formats[j], mode);
        if (i) {
          check_conversion (KIND_FP_FROM_SINT, formats[i], formats[j], mode);
          check_conversion (KIND_FP_FROM_UINT, formats[i], formats[j], mode);
        }
        if (i && j && !mode)
          check_conversion (KIND_FP_TO_SINT, formats[i], formats[j], mode);
      }
}
