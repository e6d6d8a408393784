/* Integers, where something is symbolic, wide, or wrong.
 *
 * What may be wrong is asked first, at most twice (a divisor of zero, then the
 * smallest number by -1); a path that goes on knows that it is not. One bit is
 * a Bool and has operations of its own.
 */

#include "machine/machine_priv.h"
#include "term/unset.h"

typedef struct arith_row {
  const char *sign; /* NULL: nothing of it is ever wrong */
  kind kind;
  uint16_t overflows; /* OP_*_OVERFLOWS, if signed ones may */
  bool is_unsigned, divides, shifts;
} arith_row;

static const arith_row rows[] = {
    [OP_ADD] = {"+", KIND_BV_ADD, .overflows = OP_SADD_OVERFLOWS},
    [OP_SUB] = {"-", .overflows = OP_SSUB_OVERFLOWS}, /* no kind of its own */
    [OP_MUL] = {"*", KIND_BV_MUL, .overflows = OP_SMUL_OVERFLOWS},
    [OP_UDIV] = {"/", KIND_BV_UDIV, .is_unsigned = true, .divides = true},
    [OP_SDIV] = {"/", KIND_BV_SDIV, .divides = true},
    [OP_UREM] = {"%", KIND_BV_UREM, .is_unsigned = true, .divides = true},
    [OP_SREM] = {"%", KIND_BV_SREM, .divides = true},
    [OP_SHL] = {"<<", KIND_BV_SHL, .shifts = true},
    [OP_LSHR] = {">>", KIND_BV_LSHR, .is_unsigned = true, .shifts = true},
    [OP_ASHR] = {">>", KIND_BV_ASHR, .shifts = true},
    [OP_AND] = {.kind = KIND_BV_AND},
    [OP_OR] = {.kind = KIND_BV_OR},
    [OP_XOR] = {.kind = KIND_BV_XOR},
};

/* The value of an operand in the test. */
static void take_operand (machine *m, state *s, const insn *in, term t,
                          unsigned which, cause *out) {
  bool is_known = term_is_const (m->terms, t);
  uint64_t v = is_known ? term_word (m->terms, t) : 0;
  unsigned up = 64u - in->w;
  assert (in->w > 1 && in->w <= 64 && which < CAUSE_PARTS);
  if (term_has_unset (m->terms, t))
    return;
  if (!is_known && !machine_shown (m, s, t, &v))
    return;
  bool is_plain = rows[in->op].is_unsigned;
  out->form[which] = is_plain ? VALUE_UNSIGNED : VALUE_SIGNED;
  out->value[which] =
      is_plain ? v << up >> up : (uint64_t) ((int64_t) (v << up) >> up);
}

/* The path goes on where the condition holds; where not it is a fault, with
 * the values of the test, "7 / 0", if they are not wider than ours.
 */
static step op_arith_demand (machine *m, state *s, const insn *in, term a,
                             term b, term ok, fault_kind fault) {
  int holds = machine_check (m, s, ok);
  if (holds == CHOICE_STOP)
    return STEP_STOP;
  if (holds)
    return STEP_NEXT;
  if (in->w == 1 || in->w > 64)
    return machine_fault (m, s, fault, cause_of (WHY_NONE));
  cause why = cause_about (WHY_ARITHMETIC, rows[in->op].sign);
  take_operand (m, s, in, a, 0, &why);
  take_operand (m, s, in, b, 1, &why);
  return machine_fault (m, s, fault, why);
}

static term is_nonzero (terms *ts, term t, unsigned w) {
  return w == 1 ? t : term_not (ts, term_equal (ts, t, term_bv (ts, w, 0)));
}

/* Not the smallest number by -1. */
static term divides_well (terms *ts, term a, term b, unsigned w) {
  if (w == 1)
    return term_not (ts, a);
  term ones = term_unary (ts, KIND_BV_NOT, term_bv (ts, w, 0));
  term top =
      term_binary (ts, KIND_BV_SHL, term_bv (ts, w, 1), term_bv (ts, w, w - 1));
  return term_not (
      ts, term_and (ts, term_equal (ts, a, top), term_equal (ts, b, ones)));
}

/* The width of a register, or less than any has: what divides these traps. */
static bool is_register (unsigned w) { return w <= 64 && !(w & (w - 1)); }

static term shifts_well (terms *ts, term b, unsigned w) {
  if (w == 1)
    return term_not (ts, b);
  return term_binary (ts, KIND_BV_ULT, b, term_bv (ts, w, w));
}

/* One bit. Divisors are 1 and shifts are by 0 when we come here. */
static term on_bools (terms *ts, unsigned what, term a, term b) {
  switch (what) {
  case OP_ADD:
  case OP_SUB:
  case OP_XOR:
    return term_binary (ts, KIND_XOR, a, b);
  case OP_MUL:
  case OP_AND:
    return term_and (ts, a, b);
  case OP_OR:
    return term_or (ts, a, b);
  case OP_UREM:
  case OP_SREM:
    return TERM_FALSE;
  default:
    assert (rows[what].shifts || rows[what].divides);
    return a;
  }
}

static term on_words (terms *ts, unsigned what, term a, term b) {
  if (what == OP_SUB)
    return term_bv_sub (ts, a, b);
  return term_binary (ts, rows[what].kind, a, b);
}

static step op_arith_check (machine *m, state *s, const insn *in, term a,
                            term b) {
  terms *ts = m->terms;
  const arith_row *row = &rows[in->op];
  bool is_strict = m->context->options.check_overflow;
  bool is_loose = in->x & ARITH_LOOSE;
  if (row->shifts)
    return is_loose
               ? STEP_NEXT
               : op_arith_demand (m, s, in, a, b, shifts_well (ts, b, in->w),
                                  FAULT_OVERSHIFT);
  if (row->divides) {
    step st = op_arith_demand (m, s, in, a, b, is_nonzero (ts, b, in->w),
                               FAULT_DIVISION_BY_ZERO);
    bool is_asked =
        is_strict || (m->context->options.check_native && is_register (in->w));
    if (st != STEP_NEXT || !is_asked || row->is_unsigned)
      return st;
    return op_arith_demand (m, s, in, a, b, divides_well (ts, a, b, in->w),
                            FAULT_SIGNED_OVERFLOW);
  }
  if (is_loose || !is_strict || !row->overflows || !(in->x & ARITH_NSW) ||
      in->w == 1)
    return STEP_NEXT;
  term bad = compare_overflow (ts, row->overflows, a, b, in->w);
  return op_arith_demand (m, s, in, a, b, term_not (ts, bad),
                          FAULT_SIGNED_OVERFLOW);
}

/* Operations of one operand. */

static term bit (terms *ts, term a, unsigned i) {
  return term_equal (ts, term_extract (ts, i, i, a), term_bv (ts, 1, 1));
}

/* Neighbouring fields are added, of 1, 2, 4, ... bits. */
static term count_ones (terms *ts, term a, unsigned w) {
  unsigned wide = 2;
  while (wide < w)
    wide *= 2;
  term t = wide > w ? term_zext (ts, wide - w, a) : a;
  for (unsigned by = 1; by < wide; by *= 2) {
    term field =
        term_zext (ts, by, term_unary (ts, KIND_BV_NOT, term_bv (ts, by, 0)));
    term mask = field;
    for (unsigned n = 2 * by; n < wide; n *= 2)
      mask = term_concat (ts, mask, mask);
    term high = term_binary (ts, KIND_BV_LSHR, t, term_bv (ts, wide, by));
    t = term_binary (ts, KIND_BV_ADD, term_binary (ts, KIND_BV_AND, t, mask),
                     term_binary (ts, KIND_BV_AND, high, mask));
  }
  return wide > w ? term_extract (ts, w - 1, 0, t) : t;
}

static term count_leading (terms *ts, term a, unsigned w) {
  term t = term_bv (ts, w, w);
  for (unsigned i = 0; i < w; i++)
    t = term_ite (ts, bit (ts, a, i), term_bv (ts, w, w - 1 - i), t);
  return t;
}

static term count_trailing (terms *ts, term a, unsigned w) {
  term t = term_bv (ts, w, w);
  for (unsigned i = w; i-- > 0;)
    t = term_ite (ts, bit (ts, a, i), term_bv (ts, w, i), t);
  return t;
}

/* Pieces of so many bits in the other order. */
static term reverse (terms *ts, term a, unsigned w, unsigned piece) {
  assert (w % piece == 0);
  term t = term_extract (ts, piece - 1, 0, a);
  for (unsigned i = piece; i + piece <= w; i += piece)
    t = term_concat (ts, t, term_extract (ts, i + piece - 1, i, a));
  return t;
}

static term on_one (terms *ts, unsigned what, term a, unsigned w) {
  if (w == 1)
    return what == OP_CTLZ || what == OP_CTTZ ? term_not (ts, a) : a;
  switch (what) {
  case OP_CTPOP:
    return count_ones (ts, a, w);
  case OP_CTLZ:
    return count_leading (ts, a, w);
  case OP_CTTZ:
    return count_trailing (ts, a, w);
  case OP_BSWAP:
    return reverse (ts, a, w, 8);
  default:
    assert (what == OP_BITREVERSE);
    return reverse (ts, a, w, 1);
  }
}

step op_arith (machine *m, state *s, const insn *in) {
  terms *ts = m->terms;
  term a = word_term (ts, slot_get (s, in->a), in->w);
  if (in->op >= OP_CTPOP && in->op <= OP_BITREVERSE) {
    slot_set_term (m, s, in->dst, on_one (ts, in->op, a, in->w));
    return STEP_NEXT;
  }
  word right = slot_get (s, in->b);
  if (rows[in->op].divides &&
      unset_use (m, s, &right, "a divisor") != STEP_NEXT)
    return STEP_STOP;
  term b = unset_apart (m->unset, a, word_term (ts, right, in->w));
  step st = op_arith_check (m, s, in, a, b);
  if (st != STEP_NEXT)
    return st;
  slot_set_term (m, s, in->dst,
                 in->w == 1 ? on_bools (ts, in->op, a, b)
                            : on_words (ts, in->op, a, b));
  return STEP_NEXT;
}
