/* Integers, where something is symbolic, wide, or wrong.
 *
 * What may be wrong is asked first, at most twice (a divisor of zero, then the
 * smallest number by -1); a path that goes on knows that it is not. One bit is
 * a Bool and has operations of its own.
 */

#include "machine/machine_priv.h"

static bool is_unsigned (unsigned what) {
  return what == OP_UDIV || what == OP_UREM || what == OP_LSHR;
}

static const char *sign_of (unsigned what) {
  switch (what) {
  case OP_ADD:
    return "+";
  case OP_SUB:
    return "-";
  case OP_MUL:
    return "*";
  case OP_SHL:
    return "<<";
  case OP_LSHR:
  case OP_ASHR:
    return ">>";
  case OP_UREM:
  case OP_SREM:
    return "%";
  default:
    assert (what == OP_UDIV || what == OP_SDIV);
    return "/";
  }
}

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
  bool is_plain = is_unsigned (in->op);
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
  cause why = cause_about (WHY_ARITHMETIC, sign_of (in->op));
  take_operand (m, s, in, a, 0, &why);
  take_operand (m, s, in, b, 1, &why);
  return machine_fault (m, s, fault, why);
}

static bool divides (unsigned what) {
  return what == OP_UDIV || what == OP_SDIV || what == OP_UREM ||
         what == OP_SREM;
}

static bool shifts (unsigned what) {
  return what == OP_SHL || what == OP_LSHR || what == OP_ASHR;
}

static bool is_signed_division (unsigned what) {
  return what == OP_SDIV || what == OP_SREM;
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
    assert (shifts (what) || what == OP_UDIV || what == OP_SDIV);
    return a;
  }
}

static kind op_arith_kind_of (unsigned what) {
  switch (what) {
  case OP_ADD:
    return KIND_BV_ADD;
  case OP_MUL:
    return KIND_BV_MUL;
  case OP_UDIV:
    return KIND_BV_UDIV;
  case OP_SDIV:
    return KIND_BV_SDIV;
  case OP_UREM:
    return KIND_BV_UREM;
  case OP_SREM:
    return KIND_BV_SREM;
  case OP_SHL:
    return KIND_BV_SHL;
  case OP_LSHR:
    return KIND_BV_LSHR;
  case OP_ASHR:
    return KIND_BV_ASHR;
  case OP_AND:
    return KIND_BV_AND;
  case OP_OR:
    return KIND_BV_OR;
  default:
    assert (what == OP_XOR);
    return KIND_BV_XOR;
  }
}

static term on_words (terms *ts, unsigned what, term a, term b) {
  if (what == OP_SUB)
    return term_bv_sub (ts, a, b);
  return term_binary (ts, op_arith_kind_of (what), a, b);
}

/* Does the signed operation leave its range? */
static term overflows (terms *ts, unsigned what, term a, term b, unsigned w) {
  if (what == OP_ADD)
    return compare_overflow (ts, OP_SADD_OVERFLOWS, a, b, w);
  if (what == OP_SUB)
    return compare_overflow (ts, OP_SSUB_OVERFLOWS, a, b, w);
  assert (what == OP_MUL);
  return compare_overflow (ts, OP_SMUL_OVERFLOWS, a, b, w);
}

static step op_arith_check (machine *m, state *s, const insn *in, term a,
                            term b) {
  terms *ts = m->terms;
  bool is_strict = m->context->options.check_overflow;
  bool is_loose = in->x & ARITH_LOOSE;
  if (shifts (in->op))
    return is_loose
               ? STEP_NEXT
               : op_arith_demand (m, s, in, a, b, shifts_well (ts, b, in->w),
                                  FAULT_OVERSHIFT);
  if (divides (in->op)) {
    step st = op_arith_demand (m, s, in, a, b, is_nonzero (ts, b, in->w),
                               FAULT_DIVISION_BY_ZERO);
    bool is_asked = is_strict || m->context->options.check_native;
    if (st != STEP_NEXT || !is_asked || !is_signed_division (in->op))
      return st;
    return op_arith_demand (m, s, in, a, b, divides_well (ts, a, b, in->w),
                            FAULT_SIGNED_OVERFLOW);
  }
  bool may = in->op == OP_ADD || in->op == OP_SUB || in->op == OP_MUL;
  if (is_loose || !is_strict || !may || !(in->x & ARITH_NSW) || in->w == 1)
    return STEP_NEXT;
  term bad = overflows (ts, in->op, a, b, in->w);
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
  if (divides (in->op) && unset_use (m, s, &right, "a divisor") != STEP_NEXT)
    return STEP_STOP;
  term b = word_term (ts, right, in->w);
  step st = op_arith_check (m, s, in, a, b);
  if (st != STEP_NEXT)
    return st;
  slot_set_term (m, s, in->dst,
                 in->w == 1 ? on_bools (ts, in->op, a, b)
                            : on_words (ts, in->op, a, b));
  return STEP_NEXT;
}
