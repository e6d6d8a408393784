/* Floating point: concrete against the machine's own, and symbolic under a
 * model against concrete.
 */

#include "machine/floating.h"
#include "random.h"
#include "support/machine_lab.h"
#include "term/eval.h"
#include "test.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct desk {
  machine_lab lab;
  writer main;
  uint32_t dst;
  state *s;
  uint64_t seed;
  unsigned n; /* variables made */
} desk;

static void desk_init (desk *d) {
  memset (d, 0, sizeof *d);
  d->seed = 5;
  machine_lab_init (&d->lab);
  writer_init (&d->main, "main");
  d->dst = writer_slot (&d->main);
  for (int i = 0; i < 3; i++)
    writer_slot (&d->main);
  writer_block (&d->main);
  writer_add (&d->main, (insn) {.op = OP_BUILTIN});
  d->s = machine_lab_start (&d->lab, writer_finish (&d->main, &d->lab));
}

static void desk_release (desk *d) {
  machine_drop (d->lab.machine, d->s);
  machine_lab_release (&d->lab);
  writer_release (&d->main);
}

static uint64_t of_double (double x) {
  uint64_t bits;
  memcpy (&bits, &x, sizeof bits);
  return bits;
}

static uint64_t of_float (float x) {
  uint32_t bits;
  memcpy (&bits, &x, sizeof bits);
  return bits;
}

static double to_double (uint64_t bits) {
  double x;
  memcpy (&x, &bits, sizeof x);
  return x;
}

static float to_float (uint64_t bits) {
  uint32_t low = (uint32_t) bits;
  float x;
  memcpy (&x, &low, sizeof x);
  return x;
}

/* Numbers that meet: edges, small ones, any. */
static uint64_t pick (desk *d, unsigned w) {
  static const double some[] = {
      0,       -0.0,     1,         -1,    0.5,          2.5,    -3.5,
      7,       1e10,     -1e10,     1e300, 4294967295.0, 0x1p63, 0x1.8p63,
      -0x1p63, INFINITY, -INFINITY, NAN,   DBL_MIN,      5e-324};
  uint64_t x = random_next (&d->seed);
  double v = some[random_below (&d->seed, sizeof some / sizeof *some)];
  if (random_below (&d->seed, 8) == 0) /* no numbers, of any kind */
    return (x | ieee_infinity (w)) & word_mask (w);
  if (random_below (&d->seed, 3))
    return w == 64 ? of_double (v) : of_float ((float) v);
  return x & word_mask (w);
}

static word symbolic_word (desk *d, unsigned w, uint64_t value) {
  char name[16];
  int len = snprintf (name, sizeof name, "v%u", d->n++);
  term t = term_var (d->lab.terms, name, (size_t) len, sort_bv (w));
  model_set (d->lab.follow.model, t, value);
  return (word) {.term = t};
}

/* STEP_NEXT and the value of the result. */
static uint64_t run (desk *d, insn i, const word arg[3]) {
  for (uint32_t k = 0; k < 3; k++)
    slot_set (d->s, d->dst + 1 + k, arg[k]);
  i.dst = d->dst;
  i.a = d->dst + 1;
  i.b = d->dst + 2;
  i.c = d->dst + 3;
  step st = op_float (d->lab.machine, d->s, &i);
  if (st != STEP_NEXT)
    FAIL ("op %u detail %u: %s", i.op, i.x,
          reason_name (ending_cause (&d->s->end).reason));
  return machine_lab_value (&d->lab, slot_get (d->s, d->dst));
}

/* The same concrete and with every operand symbolic; 'w' of the operands. */
static uint64_t run_both (desk *d, insn i, const unsigned w[3],
                          const uint64_t v[3]) {
  word concrete[3], unknown[3];
  for (int k = 0; k < 3; k++) {
    concrete[k] = word_of (v[k]);
    unknown[k] = w[k] > 1 ? symbolic_word (d, w[k], v[k]) : concrete[k];
  }
  uint64_t want = run (d, i, concrete), got = run (d, i, unknown);
  if (want != got)
    FAIL ("op %u of %u bits, detail %u, on %llx %llx %llx: %llx, not %llx",
          i.op, i.w, i.x, (unsigned long long) v[0], (unsigned long long) v[1],
          (unsigned long long) v[2], (unsigned long long) got,
          (unsigned long long) want);
  return want;
}

/* One instruction of the processor: which operand comes first matters where
 * both are no numbers, and compilers may swap them.
 */
#define INSTRUCTION(NAME, TYPE, SUFFIX) \
  static TYPE NAME (unsigned what, TYPE a, TYPE b) { \
    switch (what) { \
    case OP_FADD: \
      __asm__ ("adds" SUFFIX " %1, %0" : "+x"(a) : "x"(b)); \
      break; \
    case OP_FSUB: \
      __asm__ ("subs" SUFFIX " %1, %0" : "+x"(a) : "x"(b)); \
      break; \
    case OP_FMUL: \
      __asm__ ("muls" SUFFIX " %1, %0" : "+x"(a) : "x"(b)); \
      break; \
    default: \
      assert (what == OP_FDIV); \
      __asm__ ("divs" SUFFIX " %1, %0" : "+x"(a) : "x"(b)); \
    } \
    return a; \
  }

INSTRUCTION (instruction_64, double, "d")
INSTRUCTION (instruction_32, float, "s")

static uint64_t arithmetic_64 (unsigned what, double a, double b) {
  return of_double (what == OP_FREM ? fmod (a, b)
                                    : instruction_64 (what, a, b));
}

static uint64_t arithmetic_32 (unsigned what, float a, float b) {
  return of_float (what == OP_FREM ? fmodf (a, b)
                                   : instruction_32 (what, a, b));
}

TEST (arithmetic) {
  desk d;
  desk_init (&d);
  for (unsigned n = 0; n < 4000; n++) {
    unsigned w = n % 2 ? 32 : 64, what = OP_FADD + n / 2 % 5;
    uint64_t v[3] = {pick (&d, w), pick (&d, w), 0};
    uint64_t got =
        run_both (&d, (insn) {.op = (uint16_t) what, .w = (uint8_t) w},
                  (unsigned[]) {w, w, 0}, v);
    uint64_t want =
        w == 64 ? arithmetic_64 (what, to_double (v[0]), to_double (v[1]))
                : arithmetic_32 (what, to_float (v[0]), to_float (v[1]));
    if (got != want)
      FAIL ("op %u on %llx %llx: %llx, not %llx", what,
            (unsigned long long) v[0], (unsigned long long) v[1],
            (unsigned long long) got, (unsigned long long) want);
  }
  desk_release (&d);
}

TEST (comparisons) {
  desk d;
  desk_init (&d);
  for (unsigned n = 0; n < 4000; n++) {
    unsigned w = n % 2 ? 32 : 64, x = n / 2 % 16;
    uint64_t v[3] = {pick (&d, w), pick (&d, w), 0};
    double a = w == 64 ? to_double (v[0]) : (double) to_float (v[0]);
    double b = w == 64 ? to_double (v[1]) : (double) to_float (v[1]);
    unsigned is = isnan (a) || isnan (b) ? FCMP_UNORDERED
                  : a < b                ? FCMP_LT
                  : a > b                ? FCMP_GT
                                         : FCMP_EQ;
    CHECK_EQ (
        run_both (&d,
                  (insn) {.op = OP_FCMP, .w = (uint8_t) w, .x = (uint8_t) x},
                  (unsigned[]) {w, w, 0}, v),
        (x & is) != 0);
  }
  desk_release (&d);
}

TEST (casts_to_integers) {
  desk d;
  desk_init (&d);
  static const unsigned widths[] = {1, 8, 16, 32, 48, 64};
  for (unsigned n = 0; n < 4000; n++) {
    unsigned from = n % 2 ? 32 : 64, to = widths[random_below (&d.seed, 6)];
    bool is_signed = n & 2;
    uint64_t v[3] = {pick (&d, from)};
    uint64_t got = run_both (&d,
                             (insn) {.op = is_signed ? OP_FPTOSI : OP_FPTOUI,
                                     .w = (uint8_t) to,
                                     .x = (uint8_t) from},
                             (unsigned[]) {from, 0, 0}, v);
    double x = trunc (from == 64 ? to_double (v[0]) : (double) to_float (v[0]));
    double high = ldexp (1, (int) (is_signed ? to - 1 : to));
    if (x >= (is_signed ? -high : 0) && x < high)
      CHECK_EQ (got, (is_signed || x < 0x1p63 ? (uint64_t) (int64_t) x
                                              : (uint64_t) x) &
                         word_mask (to));
  }
  uint64_t nan[3] = {ieee_nan (64)};
  CHECK_EQ (run_both (&d, (insn) {.op = OP_FPTOSI, .w = 32, .x = 64},
                      (unsigned[]) {64, 0, 0}, nan),
            0x80000000);
  desk_release (&d);
}

TEST (casts_from_integers) {
  desk d;
  desk_init (&d);
  static const unsigned widths[] = {8, 16, 31, 32, 33, 64};
  for (unsigned n = 0; n < 4000; n++) {
    unsigned to = n % 2 ? 32 : 64, from = widths[random_below (&d.seed, 6)];
    bool is_signed = n & 2;
    uint64_t v[3] = {random_next (&d.seed) >> random_below (&d.seed, 64) &
                     word_mask (from)};
    int64_t x = (int64_t) (v[0] << (64 - from)) >> (64 - from);
    uint64_t got = run_both (&d,
                             (insn) {.op = is_signed ? OP_SITOFP : OP_UITOFP,
                                     .w = (uint8_t) to,
                                     .x = (uint8_t) from},
                             (unsigned[]) {from, 0, 0}, v);
    uint64_t want = to == 64
                        ? of_double (is_signed ? (double) x : (double) v[0])
                        : of_float (is_signed ? (float) x : (float) v[0]);
    CHECK_EQ (got, want);
  }
  desk_release (&d);
}

/* The library's, which compilers must not replace: some of their code leaves a
 * signalling NaN as it is.
 */
typedef struct library_function {
  fmath f;
  double (*volatile one) (double);
} library_function;

static uint64_t math_64 (fmath f, double a, double b, double c) {
  static const library_function natives[] = {
      {FMATH_SQRT, sqrt},      {FMATH_FLOOR, floor}, {FMATH_CEIL, ceil},
      {FMATH_TRUNC, trunc},    {FMATH_RINT, rint},   {FMATH_NEARBYINT, rint},
      {FMATH_ROUNDEVEN, rint}, {FMATH_ROUND, round}};
  double (*volatile fused) (double, double, double) = fma;
  for (size_t i = 0; i < sizeof natives / sizeof *natives; i++)
    if (natives[i].f == f)
      return of_double (natives[i].one (a));
  return f == FMATH_FMA ? of_double (fused (a, b, c)) : 0;
}

TEST (math) {
  desk d;
  desk_init (&d);
  static const fmath exact[] = {
      FMATH_SQRT,      FMATH_FABS,     FMATH_FLOOR,     FMATH_CEIL,
      FMATH_TRUNC,     FMATH_RINT,     FMATH_NEARBYINT, FMATH_ROUND,
      FMATH_ROUNDEVEN, FMATH_COPYSIGN, FMATH_MINNUM,    FMATH_MAXNUM,
      FMATH_MINIMUM,   FMATH_MAXIMUM,  FMATH_FMA,       FMATH_CANONICALIZE,
      FMATH_LROUND,    FMATH_LRINT};
  for (unsigned n = 0; n < 4000; n++) {
    unsigned w = n % 2 ? 32 : 64;
    fmath f = exact[n / 2 % (sizeof exact / sizeof *exact)];
    uint64_t v[3] = {pick (&d, w), pick (&d, w), pick (&d, w)};
    uint64_t got = run_both (
        &d, (insn) {.op = OP_FMATH, .w = (uint8_t) w, .x = (uint8_t) f},
        (unsigned[]) {w, w, w}, v);
    double a = to_double (v[0]), b = to_double (v[1]), c = to_double (v[2]);
    uint64_t want = w == 64 ? math_64 (f, a, b, c) : 0;
    if (want && got != want)
      FAIL ("function %u of %llx %llx %llx: %llx, not %llx", f,
            (unsigned long long) v[0], (unsigned long long) v[1],
            (unsigned long long) v[2], (unsigned long long) got,
            (unsigned long long) want);
    if (w == 64 && f == FMATH_MINNUM && !isnan (a) && !isnan (b))
      CHECK (to_double (got) == fmin (a, b));
    if (w == 64 && (f == FMATH_MINNUM || f == FMATH_MAXNUM) &&
        (isnan (a) || isnan (b)))
      CHECK_EQ (got, isnan (a) ? v[1] : v[0]);
    if (w == 64 && f == FMATH_MAXIMUM && (isnan (a) || isnan (b)))
      CHECK_EQ (got, isnan (a) ? v[0] : v[1]);
  }
  desk_release (&d);
}

TEST (math_with_integers) {
  desk d;
  desk_init (&d);
  for (unsigned n = 0; n < 3000; n++) {
    unsigned w = n % 2 ? 32 : 64;
    uint64_t v[3] = {pick (&d, w), random_next (&d.seed) & 1023, 0};
    uint64_t got = run_both (
        &d, (insn) {.op = OP_FMATH, .w = (uint8_t) w, .x = FMATH_IS_CLASS},
        (unsigned[]) {w, 0, 0}, v);
    if (w == 64 && v[1] == 3)
      CHECK_EQ (got, isnan (to_double (v[0])));
    v[1] = (uint32_t) ((int32_t) random_below (&d.seed, 40) - 20);
    got = run_both (&d,
                    (insn) {.op = OP_FMATH, .w = (uint8_t) w, .x = FMATH_LDEXP},
                    (unsigned[]) {w, 0, 0}, v);
    if (w == 64)
      CHECK_EQ (got, of_double (ldexp (to_double (v[0]), (int32_t) v[1])));
    v[1] = (uint32_t) ((int32_t) random_below (&d.seed, 9) - 4);
    run_both (&d, (insn) {.op = OP_FMATH, .w = (uint8_t) w, .x = FMATH_POWI},
              (unsigned[]) {w, 0, 0}, v);
  }
  uint64_t v[3] = {of_double (2)};
  word arg[3] = {word_of (v[0]), word_of (of_double (0.5))};
  CHECK_EQ (run (&d, (insn) {.op = OP_FMATH, .w = 64, .x = FMATH_POW}, arg),
            of_double (sqrt (2)));
  arg[0] = symbolic_word (&d, 64, v[0]);
  CHECK_EQ (run (&d, (insn) {.op = OP_FMATH, .w = 64, .x = FMATH_SIN}, arg),
            of_double (sin (2)));
  CHECK (word_is_concrete (slot_get (d.s, d.dst)));
  desk_release (&d);
}

/* Half: by way of float, rounded once. */
__extension__ typedef _Float16 half_number;

static float of_half (uint64_t bits) {
  uint16_t low = (uint16_t) bits;
  half_number x;
  memcpy (&x, &low, sizeof x);
  return (float) x;
}

TEST (half) {
  desk d;
  desk_init (&d);
  for (unsigned n = 0; n < 2000; n++) {
    uint64_t v[3] = {random_next (&d.seed) & 0xffff,
                     random_next (&d.seed) & 0xffff, 0};
    uint64_t got;
    unsigned what = OP_FADD + n % 4;
    got = run_both (&d, (insn) {.op = (uint16_t) what, .w = 16},
                    (unsigned[]) {16, 16, 0}, v);
    half_number want =
        (half_number) instruction_32 (what, of_half (v[0]), of_half (v[1]));
    uint16_t bits;
    memcpy (&bits, &want, sizeof bits);
    CHECK_EQ (got, bits);
  }
  desk_release (&d);
}

/* Long double: there, computed, and back. */
TEST (long_double) {
  desk d;
  desk_init (&d);
  machine *m = d.lab.machine;
  for (unsigned n = 0; n < 2000; n++) {
    unsigned what = OP_FADD + n % 5;
    uint64_t v[2] = {pick (&d, 64), pick (&d, 64)};
    for (uint32_t k = 0; k < 2; k++) {
      slot_set (d.s, d.dst + 1, word_of (v[k]));
      insn i = {.op = OP_FPEXT,
                .w = 80,
                .x = 64,
                .dst = d.dst + 2 + k,
                .a = d.dst + 1};
      CHECK_EQ (op_float (m, d.s, &i), STEP_NEXT);
    }
    insn i = {.op = (uint16_t) what,
              .w = 80,
              .dst = d.dst,
              .a = d.dst + 2,
              .b = d.dst + 3};
    CHECK_EQ (op_float (m, d.s, &i), STEP_NEXT);
    CHECK_EQ (term_width (d.lab.terms, slot_get (d.s, d.dst).term), 80);
    insn back = {.op = OP_FPTRUNC, .w = 64, .x = 80, .dst = d.dst, .a = d.dst};
    CHECK_EQ (op_float (m, d.s, &back), STEP_NEXT);
    long double a = to_double (v[0]), b = to_double (v[1]), r;
    r = what == OP_FADD   ? a + b
        : what == OP_FSUB ? a - b
        : what == OP_FMUL ? a * b
        : what == OP_FDIV ? a / b
                          : fmodl (a, b);
    CHECK_EQ (slot_get (d.s, d.dst).bits, of_double ((double) r));
    insn less = {.op = OP_FCMP,
                 .w = 80,
                 .x = FCMP_LT,
                 .dst = d.dst,
                 .a = d.dst + 2,
                 .b = d.dst + 3};
    CHECK_EQ (op_float (m, d.s, &less), STEP_NEXT);
    CHECK_EQ (slot_get (d.s, d.dst).bits, a < b);
  }
  slot_set (d.s, d.dst + 1, symbolic_word (&d, 64, of_double (2.5)));
  insn i = {.op = OP_FPEXT, .w = 80, .x = 64, .dst = d.dst, .a = d.dst + 1};
  CHECK_EQ (op_float (m, d.s, &i), STEP_NEXT); /* stays what it was */
  insn twice = {
      .op = OP_FADD, .w = 80, .dst = d.dst + 2, .a = d.dst, .b = d.dst};
  insn back = {.op = OP_FPTRUNC, .w = 64, .x = 80, .dst = d.dst, .a = d.dst};
  CHECK_EQ (op_float (m, d.s, &back), STEP_NEXT);
  CHECK (term_eq (slot_get (d.s, d.dst).term, slot_get (d.s, d.dst + 1).term));
  CHECK_EQ (op_float (m, d.s, &i), STEP_NEXT);
  CHECK_EQ (op_float (m, d.s, &twice), STEP_NEXT);
  back.a = d.dst + 2;
  CHECK_EQ (op_float (m, d.s, &back), STEP_NEXT);
  CHECK_EQ (machine_lab_value (&d.lab, slot_get (d.s, d.dst)), of_double (5));
  desk_release (&d);
}

/* A number of 80 bits, concrete or symbolic, from its bits. */
static word long_word (desk *d, bool is_symbolic, long double x) {
  terms *ts = d->lab.terms;
  uint64_t low, high = 0;
  memcpy (&low, &x, 8);
  memcpy (&high, (const char *) &x + 8, 2);
  term t =
      is_symbolic ? symbolic_word (d, 64, low).term : term_bv (ts, 64, low);
  return (word) {.term = term_concat (ts, term_bv (ts, 16, high), t)};
}

/* The value is of at most 64 bits: of others, both halves. */
static void same_bits (desk *d, const insn *i, bool is_symbolic,
                       long double want) {
  term t = slot_get (d->s, d->dst).term;
  uint64_t low, high = 0, got[2];
  memcpy (&low, &want, 8);
  memcpy (&high, (const char *) &want + 8, 2);
  for (unsigned n = 0; n < 2; n++)
    got[n] = machine_lab_value (
        &d->lab,
        word_from (d->lab.terms,
                   term_extract (d->lab.terms, n ? 79 : 63, n ? 64 : 0, t)));
  if (got[0] != low || got[1] != high)
    FAIL ("op %u, detail %u, symbolic %u: %04jx%016jx, not %04jx%016jx", i->op,
          i->x, is_symbolic, (uintmax_t) got[1], (uintmax_t) got[0],
          (uintmax_t) high, (uintmax_t) low);
}

static void run_long (desk *d, const insn *i, word a, word b) {
  slot_set (d->s, d->dst + 1, a);
  slot_set (d->s, d->dst + 2, b);
  CHECK_EQ (op_float (d->lab.machine, d->s, i), STEP_NEXT);
}

/* Numbers; some that are none, quiet or not; some that x87 does not know. */
static long double pick_long (desk *d) {
  static const long double some[] = {
      0.0L,     -0.0L,       1,           -1,           0.5L,
      2.5L,     -3.5L,       0x1p63L,     0x1.8p63L,    -0x1p63L,
      0x1p31L,  0x1p-16400L, 0x1p-16382L, 0x1.8p16383L, 3.6e-4951L,
      INFINITY, -INFINITY,   NAN,         1e-310L,      4294967295.5L};
  uint64_t x = random_next (&d->seed);
  if (x >> 61 == 0) {
    uint64_t low = x << 32 >> (x & 1) | (x & 2), high = x % 5 ? 0x7fff : 0x4000;
    long double res = 0;
    high |= x >> 8 << 15;
    memcpy (&res, &low, 8);
    memcpy ((char *) &res + 8, &high, 2);
    return res;
  }
  if (x % 3)
    return some[x / 3 % (sizeof some / sizeof *some)];
  return ldexpl ((long double) (int64_t) random_next (&d->seed),
                 (int) (x / 3 % 140) - 130);
}

/* Libraries take such bits as they like. */
static bool is_no_encoding (long double x) {
  uint64_t low;
  uint16_t high;
  memcpy (&low, &x, 8);
  memcpy (&high, (const char *) &x + 8, 2);
  return (high & 0x7fff) && !(low >> 63);
}

/* Every operation on numbers that were never doubles, against the processor. */
TEST (long_double_symbolic) {
  static const fmath functions[] = {FMATH_SQRT, FMATH_FABS,  FMATH_FLOOR,
                                    FMATH_CEIL, FMATH_TRUNC, FMATH_RINT,
                                    FMATH_ROUND};
  static long double (*const native[]) (long double) = {
      sqrtl, fabsl, floorl, ceill, truncl, rintl, roundl};
  desk d;
  desk_init (&d);
  for (unsigned n = 0; n < 4400; n++) {
    bool is_symbolic = n % 2;
    unsigned what = n / 2 % 15;
    long double x = pick_long (&d), y = pick_long (&d);
    while (what >= 4 && what < 12 &&
           (is_no_encoding (x) || (what == 4 && is_no_encoding (y))))
      x = pick_long (&d), y = pick_long (&d);
    word a = long_word (&d, is_symbolic, x), b = long_word (&d, n & 8, y);
    insn i = {.w = 80, .dst = d.dst, .a = d.dst + 1, .b = d.dst + 2};
    if (what < 5) {
      i.op = (uint16_t) (OP_FADD + what);
      run_long (&d, &i, a, b);
      same_bits (&d, &i, is_symbolic,
                 what == 0   ? x + y
                 : what == 1 ? x - y
                 : what == 2 ? x * y
                 : what == 3 ? x / y
                             : fmodl (x, y));
    } else if (what < 12) {
      i.op = OP_FMATH;
      i.x = (uint16_t) functions[what - 5];
      run_long (&d, &i, a, b);
      same_bits (&d, &i, is_symbolic, native[what - 5](x));
    } else if (what == 12) {
      i.op = OP_FCMP;
      i.x = FCMP_LT | FCMP_EQ;
      run_long (&d, &i, a, b);
      CHECK_EQ (machine_lab_value (&d.lab, slot_get (d.s, d.dst)), x <= y);
    } else if (what == 13) {
      i = (insn) {
          .op = OP_FPTRUNC, .w = 64, .x = 80, .dst = d.dst, .a = d.dst + 1};
      run_long (&d, &i, a, b);
      CHECK_EQ (machine_lab_value (&d.lab, slot_get (d.s, d.dst)),
                of_double ((double) x));
    } else if (x > -0x1p63L && x < 0x1p63L) {
      i = (insn) {
          .op = OP_FPTOSI, .w = 64, .x = 80, .dst = d.dst, .a = d.dst + 1};
      run_long (&d, &i, a, b);
      CHECK_EQ ((int64_t) machine_lab_value (&d.lab, slot_get (d.s, d.dst)),
                (int64_t) x);
    }
  }
  desk_release (&d);
}

/* The 80 bits are those that the processor makes. */
TEST (widened) {
  static const double numbers[] = {0.0,  -0.0,   1.0,       -2.5,     1e300,
                                   1e-9, 5e-324, -3.5e-310, INFINITY, -INFINITY,
                                   NAN,  0.1,    2e-308,    4096};
  desk d;
  desk_init (&d);
  terms *ts = d.lab.terms;
  evaluator *e = evaluator_new (ts->mem, ts);
  for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
    uint64_t bits = of_double (numbers[k]), low, high = 0;
    word v = symbolic_word (&d, 64, bits);
    long double x = numbers[k];
    memcpy (&low, &x, 8);
    memcpy (&high, (const char *) &x + 8, 2);
    term wide = float_widen (d.lab.machine, v);
    evaluator_start (e, d.lab.follow.model);
    CHECK_EQ (evaluator_value (e, term_extract (ts, 63, 0, wide)), low);
    CHECK_EQ (evaluator_value (e, term_extract (ts, 79, 64, wide)), high);
  }
  evaluator_free (e);
  desk_release (&d);
}

/* Chains of operations do not meet the choice of a NaN, turned or negated. */
TEST (numbers_alone) {
  desk d;
  desk_init (&d);
  terms *ts = d.lab.terms;
  for (unsigned w = 32; w <= 64; w += 32) {
    word x = symbolic_word (&d, w, 1), y = symbolic_word (&d, w, 2);
    word sum = float_apply (d.lab.machine, KIND_FP_ADD, 0, w, x, y, (word) {0});
    word less = float_negate (d.lab.machine, w, sum);
    CHECK_EQ (term_kind (ts, sum.term), KIND_ITE);
    word alone[2] = {float_number (d.lab.machine, sum),
                     float_number (d.lab.machine, less)};
    CHECK_EQ (term_kind (ts, alone[0].term), KIND_FP_ADD);
    CHECK (term_eq (alone[1].term,
                    float_negate (d.lab.machine, w, alone[0]).term));
    word whole = float_number (
        d.lab.machine,
        float_select (d.lab.machine, w,
                      float_compare (d.lab.machine, w, FCMP_LT, x, y), x, y));
    CHECK_EQ (term_kind (ts, whole.term), KIND_ITE);
  }
  desk_release (&d);
}
