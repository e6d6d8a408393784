/* Every operation on integers, against its definition: concrete in the loop,
 * symbolic under a model, and with one operand of each kind.
 */

#include "random.h"
#include "support/machine_lab.h"
#include "test.h"

#include <stdio.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;
__extension__ typedef __int128 swide;

static wide mask_of (unsigned w) {
  return w == 128 ? ~(wide) 0 : ((wide) 1 << w) - 1;
}

static swide as_signed (wide v, unsigned w) {
  return (swide) (v << (128 - w)) >> (128 - w);
}

static unsigned bit_at (wide v, unsigned i) { return (unsigned) (v >> i & 1); }

static wide reversed (wide v, unsigned w, unsigned piece) {
  wide r = 0;
  for (unsigned i = 0; i < w; i++) {
    unsigned to = w - piece - i / piece * piece + i % piece;
    r |= (wide) bit_at (v, i) << to;
  }
  return r;
}

static wide count_zeros (wide v, unsigned w, bool is_leading) {
  for (unsigned i = 0; i < w; i++)
    if (bit_at (v, is_leading ? w - 1 - i : i))
      return i;
  return w;
}

static wide count_bits (wide v) {
  return (wide) (__builtin_popcountll ((uint64_t) v) +
                 __builtin_popcountll ((uint64_t) (v >> 64)));
}

/* Widths up to 64 here, so that nothing is lost. */
static bool leaves_range (swide v, unsigned w, bool is_signed) {
  if (is_signed)
    return v != as_signed ((wide) v & mask_of (w), w);
  return v < 0 || (wide) v > mask_of (w);
}

static fault_kind fault_of (unsigned what, wide a, wide b, unsigned w) {
  wide top = (wide) 1 << (w - 1), ones = top | (top - 1);
  if (what >= OP_UDIV && what <= OP_SREM && !b)
    return FAULT_DIVISION_BY_ZERO;
  bool traps = w <= 64 && !(w & (w - 1));
  if ((what == OP_SDIV || what == OP_SREM) && traps && a == top && b == ones)
    return FAULT_SIGNED_OVERFLOW;
  if (what >= OP_SHL && what <= OP_ASHR && b >= w)
    return FAULT_OVERSHIFT;
  return FAULT_NONE;
}

static wide divided (swide a, swide b, bool is_rest) {
  if (b == -1)
    return is_rest ? 0 : -(wide) a;
  return (wide) (is_rest ? a % b : a / b);
}

static wide reference (unsigned what, wide a, wide b, unsigned w) {
  swide x = as_signed (a, w), y = as_signed (b, w);
  switch (what) {
  case OP_ADD:
    return a + b;
  case OP_SUB:
    return a - b;
  case OP_MUL:
    return a * b;
  case OP_UDIV:
    return a / b;
  case OP_UREM:
    return a % b;
  case OP_SDIV:
    return divided (x, y, false);
  case OP_SREM:
    return divided (x, y, true);
  case OP_SHL:
    return a << (unsigned) b;
  case OP_LSHR:
    return a >> (unsigned) b;
  case OP_ASHR:
    return (wide) (x >> (unsigned) b);
  case OP_AND:
    return a & b;
  case OP_OR:
    return a | b;
  case OP_XOR:
    return a ^ b;
  case OP_CTPOP:
    return count_bits (a);
  case OP_CTLZ:
    return count_zeros (a, w, true);
  case OP_CTTZ:
    return count_zeros (a, w, false);
  case OP_BSWAP:
    return reversed (a, w, 8);
  case OP_BITREVERSE:
    return reversed (a, w, 1);
  case OP_EQ:
    return a == b;
  case OP_NE:
    return a != b;
  case OP_ULT:
    return a < b;
  case OP_ULE:
    return a <= b;
  case OP_SLT:
    return x < y;
  case OP_SLE:
    return x <= y;
  case OP_SADD_OVERFLOWS:
    return leaves_range (x + y, w, true);
  case OP_UADD_OVERFLOWS:
    return leaves_range ((swide) (a + b), w, false);
  case OP_SSUB_OVERFLOWS:
    return leaves_range (x - y, w, true);
  case OP_USUB_OVERFLOWS:
    return leaves_range ((swide) (a - b), w, false);
  case OP_SMUL_OVERFLOWS:
    return leaves_range (x * y, w, true);
  default:
    return a * b > mask_of (w);
  }
}

static bool is_comparison (unsigned what) { return what >= OP_EQ; }

static bool applies (unsigned what, unsigned w) {
  if (what >= OP_SADD_OVERFLOWS)
    return w <= 64;
  return what != OP_BSWAP || (w % 16 == 0);
}

static wide interesting (uint64_t *seed, unsigned w) {
  wide v = (wide) random_next (seed) << 64 | random_next (seed);
  switch (random_below (seed, 8)) {
  case 0:
    return 0;
  case 1:
    return 1;
  case 2:
    return mask_of (w);
  case 3:
    return (wide) 1 << (w - 1);
  case 4:
    return ((wide) 1 << (w - 1)) - 1;
  case 5:
    return v & mask_of (w) & 0x7f;
  default:
    return v & mask_of (w);
  }
}

static term constant_of (terms *ts, wide v, unsigned w) {
  if (w == 1)
    return term_bool (ts, v & 1);
  if (w <= 64)
    return term_bv (ts, w, (uint64_t) v);
  return term_concat (ts, term_bv (ts, w - 64, (uint64_t) (v >> 64)),
                      term_bv (ts, 64, (uint64_t) v));
}

static word concrete (machine_lab *lab, wide v, unsigned w) {
  if (w <= 64)
    return word_of ((uint64_t) v);
  return (word) {.term = constant_of (lab->terms, v, w)};
}

/* A variable that has the value in the model. */
static word symbolic_word (machine_lab *lab, const char *name, wide v,
                           unsigned w) {
  char full[16];
  int n = snprintf (full, sizeof full, "%s%u", name, w);
  sort s = w == 1 ? SORT_BOOL : sort_bv (w);
  term t = term_var (lab->terms, full, (size_t) n, s);
  model_set (lab->follow.model, t,
             term_word (lab->terms, constant_of (lab->terms, v, w)));
  return (word) {.term = t};
}

typedef struct trial {
  uint32_t function, dst, first; /* 'first': slot of the first operand */
  unsigned what, w, from;        /* of the result, of the operands */
  wide a, b;
} trial;

/* The word is the value, under the model. */
static bool is_value (machine_lab *lab, word v, wide expected, unsigned w) {
  if (w <= 64)
    return machine_lab_value (lab, v) == (uint64_t) expected;
  term t = constant_of (lab->terms, expected, w);
  evaluator_start (lab->follow.evaluator, lab->follow.model);
  return evaluator_holds (lab->follow.evaluator,
                          term_equal (lab->terms, v.term, t));
}

static void try_with (machine_lab *lab, const trial *t, word a, word b,
                      wide expected) {
  state *s = machine_lab_start (lab, t->function);
  s->top->slot[t->first] = a;
  s->top->slot[t->first + 1] = b;
  CHECK_EQ (machine_run (lab->machine, s, 1000), STOP_ENDED);
  fault_kind fault = fault_of (t->what, t->a, t->b, t->from);
  if (s->end.fault != fault)
    FAIL ("%s of %u bits: fault %s", op_name ((op) t->what), t->w,
          fault_name (s->end.fault));
  if (!fault) {
    CHECK_EQ (s->end.kind, END_EXIT);
    if (!is_value (lab, s->top->slot[t->dst], expected, t->w))
      FAIL ("%s of %u bits: 0x%llx and 0x%llx give 0x%llx, not 0x%llx",
            op_name ((op) t->what), t->w, (unsigned long long) t->a,
            (unsigned long long) t->b,
            (unsigned long long) machine_lab_value (lab, s->top->slot[t->dst]),
            (unsigned long long) expected);
  }
  machine_drop (lab->machine, s);
}

static void try_all (machine_lab *lab, const trial *t, wide expected) {
  word a = concrete (lab, t->a, t->from), b = concrete (lab, t->b, t->from);
  word x = symbolic_word (lab, "a", t->a, t->from);
  word y = symbolic_word (lab, "b", t->b, t->from);
  try_with (lab, t, a, b, expected);
  try_with (lab, t, x, b, expected);
  try_with (lab, t, a, y, expected);
  try_with (lab, t, x, y, expected);
}

static void write_op (machine_lab *lab, writer *w, trial *t) {
  writer_init (w, "f");
  t->first = writer_params (w, 2);
  w->param[0] = w->param[1] = (uint8_t) t->from;
  t->dst = writer_slot (w);
  bool is_cast = t->what >= OP_TRUNC;
  unsigned width = is_cast || !is_comparison (t->what) ? t->w : t->from;
  writer_block (w);
  writer_add (w, (insn) {.op = (uint16_t) t->what,
                         .w = (uint8_t) width,
                         .x = (uint8_t) (is_cast ? t->from : 0),
                         .dst = t->dst,
                         .a = t->first,
                         .b = t->first + 1});
  writer_add (w, (insn) {.op = OP_RETURN});
  t->function = writer_finish (w, lab);
}

static const uint8_t widths[] = {1, 5, 8, 13, 16, 31, 32, 33, 48, 64, 80, 128};
#define N_WIDTHS (sizeof widths)

#define ROUNDS 24

static void try_op (unsigned what, unsigned w, uint64_t *seed) {
  machine_lab lab;
  machine_lab_init (&lab);
  trial t = {.what = what, .w = is_comparison (what) ? 1 : w, .from = w};
  writer wr;
  write_op (&lab, &wr, &t);
  for (unsigned i = 0; i < ROUNDS; i++) {
    t.a = interesting (seed, w);
    t.b = interesting (seed, w);
    if (what >= OP_SHL && what <= OP_ASHR && random_below (seed, 4))
      t.b = random_below (seed, w);
    wide r = fault_of (what, t.a, t.b, w) ? 0 : reference (what, t.a, t.b, w);
    try_all (&lab, &t, r & mask_of (t.w));
  }
  machine_lab_release (&lab);
  writer_release (&wr);
}

TEST (integers_are_right_concrete_and_symbolic) {
  uint64_t seed = 1;
  for (unsigned what = OP_ADD; what <= OP_UMUL_OVERFLOWS; what++)
    for (unsigned i = 0; i < N_WIDTHS; i++)
      if (applies (what, widths[i]))
        try_op (what, widths[i], &seed);
}

static void try_cast (unsigned what, unsigned from, unsigned to,
                      uint64_t *seed) {
  machine_lab lab;
  machine_lab_init (&lab);
  trial t = {.what = what, .w = to, .from = from};
  writer wr;
  write_op (&lab, &wr, &t);
  for (unsigned i = 0; i < ROUNDS / 4; i++) {
    t.a = interesting (seed, from);
    wide r = what == OP_SEXT ? (wide) as_signed (t.a, from) : t.a;
    try_all (&lab, &t, r & mask_of (to));
  }
  machine_lab_release (&lab);
  writer_release (&wr);
}

TEST (casts_are_right_concrete_and_symbolic) {
  uint64_t seed = 2;
  for (unsigned i = 0; i < N_WIDTHS; i++)
    for (unsigned j = i + 1; j < N_WIDTHS; j++) {
      try_cast (OP_TRUNC, widths[j], widths[i], &seed);
      try_cast (OP_ZEXT, widths[i], widths[j], &seed);
      try_cast (OP_SEXT, widths[i], widths[j], &seed);
    }
}

/* Floating point: the host's, but a NaN has one form. */

static uint64_t float_of (uint64_t *seed, unsigned w) {
  static const double some[] = {0.0, -0.0, 1.0, -1.5, 3.0, 1e-310, 1e300, 0.1};
  double d = some[random_below (seed, 8)];
  uint64_t bits = random_next (seed);
  if (random_below (seed, 2) && w == 64)
    memcpy (&bits, &d, 8);
  else if (random_below (seed, 2) && w == 32) {
    float f = (float) d;
    bits = 0;
    memcpy (&bits, &f, 4);
  }
  return bits & word_mask (w);
}

static double double_of (uint64_t bits, unsigned w) {
  double d;
  float f;
  memcpy (&d, &bits, 8);
  memcpy (&f, &bits, 4);
  return w == 64 ? d : (double) f;
}

/* Of floats too: what doubles give, rounded, is right for these four. One
 * instruction each: compilers may swap operands, of which the first is passed
 * on where both are NaN.
 */
static uint64_t float_result (unsigned what, double r, double y, unsigned w) {
  if (what == OP_FADD)
    __asm__ ("addsd %1, %0" : "+x"(r) : "x"(y));
  else if (what == OP_FSUB)
    __asm__ ("subsd %1, %0" : "+x"(r) : "x"(y));
  else if (what == OP_FMUL)
    __asm__ ("mulsd %1, %0" : "+x"(r) : "x"(y));
  else
    __asm__ ("divsd %1, %0" : "+x"(r) : "x"(y));
  uint64_t bits = 0;
  float f = (float) r;
  if (w == 64)
    memcpy (&bits, &r, 8);
  else
    memcpy (&bits, &f, 4);
  return bits;
}

static uint64_t float_outcome (unsigned x, double a, double b) {
  unsigned outcome = a < b    ? FCMP_LT
                     : a > b  ? FCMP_GT
                     : a == b ? FCMP_EQ
                              : FCMP_UNORDERED;
  return (x & outcome) != 0;
}

static void try_float (unsigned what, unsigned w, unsigned x, uint64_t *seed) {
  machine_lab lab;
  machine_lab_init (&lab);
  bool is_compare = what == OP_FCMP;
  trial t = {.what = what, .w = is_compare ? 1 : w, .from = w};
  writer wr;
  writer_init (&wr, "f");
  t.first = writer_params (&wr, 2);
  t.dst = writer_slot (&wr);
  writer_block (&wr);
  writer_add (&wr, (insn) {.op = (uint16_t) what,
                           .w = (uint8_t) w,
                           .x = (uint8_t) x,
                           .dst = t.dst,
                           .a = t.first,
                           .b = t.first + 1});
  writer_add (&wr, (insn) {.op = OP_RETURN});
  t.function = writer_finish (&wr, &lab);
  for (unsigned i = 0; i < ROUNDS; i++) {
    t.a = float_of (seed, w);
    t.b = float_of (seed, w);
    double a = double_of ((uint64_t) t.a, w), b = double_of ((uint64_t) t.b, w);
    try_all (&lab, &t,
             is_compare ? float_outcome (x, a, b)
                        : float_result (what, a, b, w));
  }
  machine_lab_release (&lab);
  writer_release (&wr);
}

TEST (floats_are_right_concrete_and_symbolic) {
  uint64_t seed = 3;
  for (unsigned w = 32; w <= 64; w += 32) {
    for (unsigned what = OP_FADD; what <= OP_FDIV; what++)
      try_float (what, w, 0, &seed);
    for (unsigned x = 0; x < 16; x++)
      try_float (OP_FCMP, w, x, &seed);
  }
}
