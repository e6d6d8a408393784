#include "lab/query/smt_number.h"

#include "base/bits.h"
#include "term/ieee.h"

#include <math.h>
#include <stdio.h>

typedef enum face { FACE_BITS, FACE_NUMBER, FACE_ROUNDING, FACE_REAL } face;

static face face_of (term t) { return (face) (t.id >> SMT_MARKS); }

static term marked (term t, face f) {
  assert (smt_is_plain (t));
  return (term) {t.id | (uint32_t) f << SMT_MARKS};
}

/* Sorts. Numbers have their width, others one that no number has; arrays of
 * numbers that of their indices, too.
 */

#define CLASS (3u << 30)
static const sort ROUNDING = {CLASS | 1};
static const sort REAL = {CLASS | 2};

static sort number_sort (unsigned w) { return (sort) {CLASS | w}; }

static sort array_sort (unsigned index, unsigned w) {
  return (sort) {CLASS | index << 16 | w};
}

/* Of the indices; 0: it is no array of numbers. */
static unsigned index_width (sort s) {
  return s.code < CLASS ? 0 : (s.code & ~CLASS) >> 16;
}

static bool sort_is_number (sort s) {
  return s.code > REAL.code && !index_width (s);
}

/* Of numbers, and of those in an array. */
static unsigned number_width (sort s) { return s.code & 0xffff; }

bool smt_may_be_index (sort s) { return sort_is_bv (s); }

bool smt_may_be_element (sort s) {
  return sort_is_bv (s) || sort_is_number (s);
}

sort smt_array_sort (sort index, sort element) {
  return sort_is_bv (element)
             ? sort_array (sort_width (index), sort_width (element))
             : array_sort (sort_width (index), number_width (element));
}

sort smt_element_sort (sort s) {
  return index_width (s) ? number_sort (number_width (s)) : sort_element (s);
}

sort smt_sort_of (const terms *ts, term t) {
  sort s;
  switch (face_of (t)) {
  case FACE_BITS:
    return term_sort (ts, t);
  case FACE_NUMBER:
    s = term_sort (ts, smt_plain (t));
    return sort_is_array (s) ? array_sort (sort_width (sort_index (s)),
                                           sort_width (sort_element (s)))
                             : number_sort (sort_width (s));
  default:
    return face_of (t) == FACE_REAL ? REAL : ROUNDING;
  }
}

static unsigned exponent_bits (unsigned w) { return w - 1 - ieee_fraction (w); }

smt_sort_text smt_any_sort_text (sort s) {
  smt_sort_text res;
  if (s.code < CLASS)
    return smt_sort_text_of (s);
  unsigned w = number_width (s);
  if (sort_is_number (s))
    snprintf (res.text, sizeof res.text, "(_ FloatingPoint %u %u)",
              exponent_bits (w), ieee_fraction (w) + 1);
  else if (index_width (s))
    snprintf (res.text, sizeof res.text,
              "(Array (_ BitVec %u) (_ FloatingPoint %u %u))", index_width (s),
              exponent_bits (w), ieee_fraction (w) + 1);
  else
    strcpy (res.text, sort_eq (s, REAL) ? "Real" : "RoundingMode");
  return res;
}

sort smt_bits_of_sort (sort s) {
  if (s.code < CLASS)
    return s;
  if (index_width (s))
    return sort_array (index_width (s), number_width (s));
  return sort_bv (sort_is_number (s) ? number_width (s) : 3);
}

term smt_mark (term t, sort s) {
  return s.code < CLASS
             ? t
             : marked (t, s.code > REAL.code ? FACE_NUMBER : FACE_ROUNDING);
}

/* Every value of a variable is a way to round. */
term smt_variable_meaning (terms *ts, term t) {
  if (face_of (t) != FACE_ROUNDING)
    return t;
  term v = smt_plain (t), last = term_bv (ts, 3, IEEE_ZERO);
  return marked (term_ite (ts, term_binary (ts, KIND_BV_ULT, v, last), v, last),
                 FACE_ROUNDING);
}

static unsigned format_width (uint64_t exponent, uint64_t significand) {
  for (unsigned w = 16; w <= 64; w *= 2)
    if (exponent == exponent_bits (w) && significand == ieee_fraction (w) + 1)
      return w;
  return 0;
}

bool smt_number_format (smt_reader *r, smt_place where, uint64_t exponent,
                        uint64_t significand, sort *res) {
  unsigned w = format_width (exponent, significand);
  if (!w)
    return smt_fail (r, ST_UNSUPPORTED, where,
                     "(_ FloatingPoint %llu %llu) is not supported: only "
                     "Float16, Float32 and Float64",
                     (unsigned long long) exponent,
                     (unsigned long long) significand);
  *res = number_sort (w);
  return true;
}

bool smt_number_sort (smt_reader *r, smt_place where, const char *name,
                      sort *res) {
  static const struct named {
    const char *name;
    sort sort;
  } all[] = {{"RoundingMode", {CLASS | 1}},
             {"Float16", {CLASS | 16}},
             {"Float32", {CLASS | 32}},
             {"Float64", {CLASS | 64}}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (!strcmp (name, all[i].name)) {
      *res = all[i].sort;
      return true;
    }
  return !strcmp (name, "Float128") &&
         smt_number_format (r, where, 15, 113, res);
}

/* Constants. */

static const struct way {
  const char *name, *abbreviation;
} ways[IEEE_ROUNDINGS] = {{"roundNearestTiesToEven", "RNE"},
                          {"roundNearestTiesToAway", "RNA"},
                          {"roundTowardPositive", "RTP"},
                          {"roundTowardNegative", "RTN"},
                          {"roundTowardZero", "RTZ"}};

bool smt_rounding_of (smt_reader *r, const char *name, term *res) {
  for (unsigned i = 0; i < IEEE_ROUNDINGS; i++)
    if (!strcmp (name, ways[i].name) || !strcmp (name, ways[i].abbreviation)) {
      *res = marked (term_bv (r->ts, 3, i), FACE_ROUNDING);
      return true;
    }
  return false;
}

static const char *const constants[] = {"+zero", "-zero", "+oo", "-oo", "NaN"};

static uint64_t constant_word (unsigned w, size_t which) {
  return which == 4 ? ieee_nan (w)
                    : (which & 1 ? bits_sign (w) : 0) |
                          (which & 2 ? ieee_infinity (w) : 0);
}

bool smt_is_number_constant (const char *name) {
  for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
    if (!strcmp (name, constants[i]))
      return true;
  return false;
}

bool smt_number_constant (smt_reader *r, smt_place where, const char *name,
                          uint64_t e, uint64_t s, term *res) {
  sort of;
  size_t which = 0;
  while (strcmp (name, constants[which]))
    which++;
  if (!smt_number_format (r, where, e, s, &of))
    return false;
  unsigned w = number_width (of);
  *res = marked (term_bv (r->ts, w, constant_word (w, which)), FACE_NUMBER);
  return true;
}

void smt_write_any (memory *mem, char_vec *out, sort s, uint64_t word) {
  unsigned w = number_width (s);
  if (s.code < CLASS) {
    smt_write_value (mem, out, s, word);
    return;
  }
  if (!sort_is_number (s)) {
    text_puts (mem, out, ways[word < IEEE_ZERO ? word : IEEE_ZERO].name);
    return;
  }
  unsigned f = ieee_fraction (w), e = exponent_bits (w);
  for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
    if (i == 4 ? ieee_is_nan (w, word) : word == constant_word (w, i)) {
      text_printf (mem, out, "(_ %s %u %u)", constants[i], e, f + 1);
      return;
    }
  text_printf (mem, out, "(fp #b%u ", (unsigned) (word >> (w - 1)));
  smt_write_value (mem, out, sort_bv (e), word >> f & bits_mask (e));
  text_puts (mem, out, " ");
  smt_write_value (mem, out, sort_bv (f), word & bits_mask (f));
  text_puts (mem, out, ")");
}

/* Reals. */

static bool keep_real (smt_reader *r, smt_place where, num top, num bottom,
                       term *res) {
  smt_real_number x = {num_copy (&r->real_digits, top),
                       num_copy (&r->real_digits, bottom)};
  *res = marked ((term) {(uint32_t) r->reals.len}, FACE_REAL);
  vec_push (r->mem, &r->reals, x);
  return r->reals.len < 1u << SMT_MARKS ||
         smt_fail (r, ST_UNSUPPORTED, where, "there are too many decimals");
}

static num power (arena *a, unsigned base, size_t exponent) {
  num res = num_of_u64 (a, 1), x = num_of_u64 (a, base);
  for (; exponent; exponent >>= 1, x = num_mul (a, x, x))
    if (exponent & 1)
      res = num_mul (a, res, x);
  return res;
}

/* 1.25: the digits, and how many are behind the point. */
bool smt_real (smt_reader *r, const smt_token *t, term *res) {
  const char *point = memchr (t->text, '.', t->len);
  size_t behind = t->len - (size_t) (point - t->text) - 1;
  arena *a = &r->numbers;
  num whole, fraction, unit;
  if (t->len > SMT_MAX_DIGITS / 10)
    return smt_fail (r, ST_UNSUPPORTED, t->place,
                     "a decimal of %zu digits is not supported: at most %u",
                     t->len, SMT_MAX_DIGITS / 10);
  num_parse (a, t->text, t->len - behind - 1, 10, &whole);
  num_parse (a, point + 1, behind, 10, &fraction);
  unit = power (a, 10, behind);
  return keep_real (r, t->place,
                    num_add (a, num_mul (a, whole, unit), fraction), unit, res);
}

/* Numerals are reals where these are wanted. */
static bool real_of (smt_reader *r, term t, smt_real_number *out) {
  if (face_of (t) == FACE_REAL) {
    *out = r->reals.data[smt_plain (t).id];
    return true;
  }
  if (!smt_is_plain (t) || !sort_is_int (term_sort (r->ts, t)) ||
      !term_is_const (r->ts, t))
    return false;
  *out =
      (smt_real_number) {{term_word (r->ts, t)}, num_of_u64 (&r->numbers, 1)};
  return true;
}

/* 64 digits, the last of them set if anything is behind it. What is beyond
 * every format stays so if it is moved nearer.
 */
static uint64_t rounded_real (smt_reader *r, unsigned w, uint64_t mode,
                              const smt_real_number *x) {
  arena *a = &r->numbers;
  num top = num_abs (a, x->top), bottom = x->bottom;
  int sign = num_sign (top) ? num_sign (x->top) : 0;
  if (!sign)
    return 0;
  int size = (int) num_bits (top) - (int) num_bits (bottom);
  if (size > 3000 || size < -3000)
    return ieee_narrow (w, mode, sign * ldexpl (1, size > 0 ? 3000 : -3000));
  int shift = 66 - size;
  if (shift > 0)
    top = num_shl (a, top, (unsigned) shift);
  else
    bottom = num_shl (a, bottom, (unsigned) -shift);
  num all = num_div_floor (a, top, bottom);
  unsigned drop = num_bits (all) - 64;
  num kept = num_shr (a, all, drop);
  bool is_exact = num_eq (num_mul (a, all, bottom), top) &&
                  num_eq (num_shl (a, kept, drop), all);
  uint64_t digits = num_u64 (kept) | !is_exact;
  return ieee_narrow (w, mode,
                      sign * ldexpl ((long double) digits, (int) drop - shift));
}

/* Applications. */

typedef struct call {
  smt_reader *r;
  terms *ts;
  const smt_op_info *info;
  smt_op op;
  smt_place place;
  uint64_t index[2];
  size_t n;
  const term *arg; /* plain, without a rounding */
  unsigned w;      /* of the numbers */
  sort to;         /* of the result */
} call;

static term is_nan (terms *ts, term t) {
  unsigned w = term_width (ts, t);
  return term_binary (ts, KIND_BV_ULT, term_bv (ts, w - 1, ieee_infinity (w)),
                      term_extract (ts, w - 2, 0, t));
}

static term is_size (terms *ts, term t, uint64_t size) {
  unsigned w = term_width (ts, t);
  return term_equal (ts, term_extract (ts, w - 2, 0, t),
                     term_bv (ts, w - 1, size));
}

static term is_exponent (terms *ts, term t, uint64_t e) {
  unsigned w = term_width (ts, t), f = ieee_fraction (w);
  return term_equal (ts, term_extract (ts, w - 2, f, t),
                     term_bv (ts, exponent_bits (w), e));
}

static term has_sign (terms *ts, term t) {
  unsigned w = term_width (ts, t);
  return term_equal (ts, term_extract (ts, w - 1, w - 1, t),
                     term_bv (ts, 1, 1));
}

static term numbers (terms *ts, term a, term b) {
  return term_not (ts, term_or (ts, is_nan (ts, a), is_nan (ts, b)));
}

static term in_order (terms *ts, kind k, term a, term b) {
  return term_and (ts, numbers (ts, a, b),
                   term_binary (ts, k, ieee_order (ts, a), ieee_order (ts, b)));
}

static term with_one_nan (terms *ts, term t) {
  return term_ite (
      ts, is_nan (ts, t),
      term_bv (ts, term_width (ts, t), ieee_nan (term_width (ts, t))), t);
}

static term same (terms *ts, sort s, term a, term b) {
  term is = term_equal (ts, a, b);
  return sort_is_number (s)
             ? term_or (ts, is, term_and (ts, is_nan (ts, a), is_nan (ts, b)))
             : is;
}

static term negated (terms *ts, term t) {
  unsigned w = term_width (ts, t);
  return term_binary (ts, KIND_BV_XOR, t, term_bv (ts, w, bits_sign (w)));
}

static term convert (terms *ts, unsigned to, uint64_t mode, term t) {
  if (term_width (ts, t) == to)
    return t;
  return term_build (ts, KIND_FP_CONVERT,
                     ieee_target (to, (ieee_rounding) mode), t, TERM_NONE,
                     TERM_NONE);
}

static term power_of_two (terms *ts, unsigned w, int exponent, bool is_minus) {
  long double x = ldexpl (1, exponent);
  return term_bv (ts, w, ieee_narrow (w, IEEE_EVEN, is_minus ? -x : x));
}

/* What nobody says: "\" is in no symbol that can be written. */
static term open_value (terms *ts, const char *name, unsigned w, uint64_t mode,
                        sort s) {
  char text[64];
  int len =
      snprintf (text, sizeof text, "\\%s.%u.%u", name, w, (unsigned) mode);
  return term_var (ts, text, (size_t) len, s);
}

/* Operations that round: of the arguments behind the rounding. */

static term build_rounded (const call *c, uint64_t mode) {
  terms *ts = c->ts;
  term b = c->n > 1 ? c->arg[1] : TERM_NONE;
  if (c->op == OP_FP_SUB)
    b = negated (ts, b);
  return term_build (ts, c->info->kind, mode, c->arg[0], b,
                     c->n > 2 ? c->arg[2] : TERM_NONE);
}

static term build_conversion (const call *c, uint64_t mode) {
  return convert (c->ts, number_width (c->to), mode, c->arg[0]);
}

/* Integers of 32 and 64 bits can be converted. */
static term build_from_integer (const call *c, uint64_t mode) {
  terms *ts = c->ts;
  term t = c->arg[0];
  bool is_signed = c->op == OP_TO_FP;
  unsigned w = term_width (ts, t), wide = w <= 32 ? 32 : 64;
  if (w < wide)
    t = term_build (ts, is_signed ? KIND_SEXT : KIND_ZEXT, wide - w, t,
                    TERM_NONE, TERM_NONE);
  return term_build (ts, is_signed ? KIND_FP_FROM_SINT : KIND_FP_FROM_UINT,
                     ieee_target (number_width (c->to), (ieee_rounding) mode),
                     t, TERM_NONE, TERM_NONE);
}

static term from_real (const call *c, uint64_t mode, const smt_real_number *x) {
  unsigned w = number_width (c->to);
  return term_bv (c->ts, w, rounded_real (c->r, w, mode, x));
}

/* What fits is between two powers of two. An unsigned integer of 64 bits from
 * the half on is that of the number without the half.
 */
static term build_to_integer (const call *c, uint64_t mode) {
  terms *ts = c->ts;
  bool is_signed = c->op == OP_FP_TO_SBV;
  unsigned m = (unsigned) c->index[0], w = c->w < 32 ? 32 : c->w;
  term x =
      term_build (ts, KIND_FP_ROUND, mode,
                  convert (ts, w, IEEE_EVEN, c->arg[0]), TERM_NONE, TERM_NONE);
  term least =
      is_signed ? power_of_two (ts, w, (int) m - 1, true) : term_bv (ts, w, 0);
  term fits =
      term_and (ts, in_order (ts, KIND_BV_SLE, least, x),
                in_order (ts, KIND_BV_SLT, x,
                          power_of_two (ts, w, (int) m - is_signed, false)));
  term flip = term_bv (ts, 64, 0), half = TERM_NONE, is_high = TERM_FALSE;
  if (m == 64 && !is_signed) {
    half = power_of_two (ts, w, 63, true);
    is_high = in_order (ts, KIND_BV_SLE, negated (ts, half), x);
    term less = term_build (ts, KIND_FP_ADD, IEEE_EVEN, x, half, TERM_NONE);
    x = term_ite (ts, is_high, less, x);
    flip = term_ite (ts, is_high, term_bv (ts, 64, bits_sign (64)), flip);
  }
  term is = term_build (ts, KIND_FP_TO_SINT, 64, x, TERM_NONE, TERM_NONE);
  is = term_binary (ts, KIND_BV_XOR, is, flip);
  if (m < 64)
    is = term_extract (ts, m - 1, 0, is);
  char name[32];
  snprintf (name, sizeof name, "%s.%u", c->info->name, m);
  term others = open_value (ts, name, c->w, mode, sort_array (c->w, m));
  return term_ite (
      ts, fits, is,
      term_binary (ts, KIND_SELECT, others, with_one_nan (ts, c->arg[0])));
}

typedef term rounded_builder (const call *, uint64_t mode);

static term in_each_way (const call *c, term rounding, rounded_builder *build) {
  terms *ts = c->ts;
  if (term_is_const (ts, rounding))
    return build (c, term_word (ts, rounding));
  term res = build (c, IEEE_ZERO);
  for (unsigned mode = 0; mode < IEEE_ZERO; mode++)
    res = term_ite (ts, term_equal (ts, rounding, term_bv (ts, 3, mode)),
                    build (c, mode), res);
  return res;
}

/* Other operations. */

/* Zeros of two signs: either. */
static term build_extreme (const call *c) {
  terms *ts = c->ts;
  term a = c->arg[0], b = c->arg[1];
  bool is_max = c->op == OP_FP_MAX;
  term less = in_order (ts, KIND_BV_SLT, a, b);
  term more = in_order (ts, KIND_BV_SLT, b, a);
  term sign = term_ite (ts, has_sign (ts, a),
                        open_value (ts, c->info->name, c->w, 1, sort_bv (1)),
                        open_value (ts, c->info->name, c->w, 0, sort_bv (1)));
  term zero = term_concat (ts, sign, term_bv (ts, c->w - 1, 0));
  term level = term_ite (ts, term_equal (ts, a, b), a, zero);
  term is = term_ite (ts, is_max ? more : less, a,
                      term_ite (ts, is_max ? less : more, b, level));
  is = term_ite (ts, is_nan (ts, b), a, is);
  return term_ite (ts, is_nan (ts, a), b, is);
}

/* Of NaN, of which nobody says which it is, those of some NaN. */
static term build_bits (const call *c) {
  terms *ts = c->ts;
  unsigned f = ieee_fraction (c->w);
  sort of = sort_bv (f);
  term fraction = open_value (ts, c->info->name, c->w, 0, of);
  term none = term_equal (ts, fraction, term_bv (ts, f, 0));
  fraction = term_ite (ts, none, term_bv (ts, f, 1), fraction);
  term top = open_value (ts, c->info->name, c->w, 1, sort_bv (1));
  unsigned e = exponent_bits (c->w);
  top = term_concat (ts, top, term_bv (ts, e, bits_mask (e)));
  return term_ite (ts, is_nan (ts, c->arg[0]), term_concat (ts, top, fraction),
                   c->arg[0]);
}

static term build_comparison (const call *c, term a, term b) {
  terms *ts = c->ts;
  switch (c->op) {
  case OP_FP_LEQ:
    return in_order (ts, KIND_BV_SLE, a, b);
  case OP_FP_LT:
    return in_order (ts, KIND_BV_SLT, a, b);
  case OP_FP_GEQ:
    return in_order (ts, KIND_BV_SLE, b, a);
  case OP_FP_GT:
    return in_order (ts, KIND_BV_SLT, b, a);
  default:
    assert (c->op == OP_FP_EQ);
    return in_order (ts, KIND_EQ, a, b);
  }
}

static term build_chain (const call *c) {
  term res = TERM_TRUE;
  for (size_t i = 1; i < c->n; i++)
    res = term_and (c->ts, res, build_comparison (c, c->arg[i - 1], c->arg[i]));
  return res;
}

static term build_class (const call *c) {
  terms *ts = c->ts;
  term t = c->arg[0], low = is_exponent (ts, t, 0), is = is_nan (ts, t);
  switch (c->op) {
  case OP_FP_IS_NAN:
    return is;
  case OP_FP_IS_ZERO:
    return is_size (ts, t, 0);
  case OP_FP_IS_INFINITE:
    return is_size (ts, t, ieee_infinity (c->w));
  case OP_FP_IS_SUBNORMAL:
    return term_and (ts, low, term_not (ts, is_size (ts, t, 0)));
  case OP_FP_IS_NORMAL:
    is = is_exponent (ts, t, bits_mask (exponent_bits (c->w)));
    return term_not (ts, term_or (ts, low, is));
  case OP_FP_IS_NEGATIVE:
    return term_and (ts, has_sign (ts, t), term_not (ts, is));
  default:
    assert (c->op == OP_FP_IS_POSITIVE);
    return term_not (ts, term_or (ts, has_sign (ts, t), is));
  }
}

/* Checks. */

/* "fp.add needs ..., got (_ FloatingPoint 8 24) and Bool" */
static bool number_misfit (const call *c, const char *what, const term *arg) {
  char got[200] = "";
  for (size_t i = 0; i < c->n && i < 4; i++) {
    const char *before = !i ? "" : i + 1 == c->n ? " and " : ", ";
    snprintf (got + strlen (got), sizeof got - strlen (got), "%s%s", before,
              smt_any_sort_text (smt_sort_of (c->ts, arg[i])).text);
  }
  return smt_fail (c->r, ST_BADINPUT, c->place, "%s needs %s, got %s",
                   c->info->name, what, got);
}

static bool take_numbers (call *c, const term *arg, size_t first) {
  sort of = smt_sort_of (c->ts, arg[first]);
  for (size_t i = first; i < c->n; i++)
    if (!sort_is_number (of) || !sort_eq (of, smt_sort_of (c->ts, arg[i])))
      return number_misfit (c,
                            first ? "a rounding and numbers of one format"
                                  : "numbers of one format",
                            arg);
  c->w = number_width (of);
  return true;
}

static bool has_rounding (const call *c, const term *arg) {
  return sort_eq (smt_sort_of (c->ts, arg[0]), ROUNDING) ||
         number_misfit (c, "a rounding first", arg);
}

static bool check_target (call *c) {
  return smt_number_format (c->r, c->place, c->index[0], c->index[1], &c->to);
}

static bool check_bits (const call *c, uint64_t width) {
  return (width && width <= 64) ||
         smt_fail (c->r, ST_UNSUPPORTED, c->place,
                   "%s with integers of %llu bits is not supported: only 1 to "
                   "64",
                   c->info->name, (unsigned long long) width);
}

/* By what is given. */

/* The bits themselves. */
static bool reinterpret (const call *c, const term *arg, term *res) {
  sort s = smt_sort_of (c->ts, arg[0]);
  if (!sort_is_bv (s) || sort_width (s) != number_width (c->to))
    return number_misfit (c, "as many bits as its format has", arg);
  *res = marked (arg[0], FACE_NUMBER);
  return true;
}

/* (fp sign exponent fraction) */
static bool join_parts (call *c, const term *arg, term *res) {
  for (size_t i = 0; i < 3; i++)
    if (!sort_is_bv (smt_sort_of (c->ts, arg[i])))
      return number_misfit (c, "bit-vectors", arg);
  if (term_width (c->ts, arg[0]) != 1)
    return number_misfit (c, "a sign of one bit", arg);
  if (!smt_number_format (c->r, c->place, term_width (c->ts, arg[1]),
                          (uint64_t) term_width (c->ts, arg[2]) + 1, &c->to))
    return false;
  *res = term_concat (c->ts, arg[0], term_concat (c->ts, arg[1], arg[2]));
  *res = marked (*res, FACE_NUMBER);
  return true;
}

static bool convert_to (call *c, const term *arg, term *res) {
  smt_real_number x;
  rounded_builder *build = build_conversion;
  if (!check_target (c))
    return false;
  if (c->n == 1 && c->op == OP_TO_FP)
    return reinterpret (c, arg, res);
  if (c->n != 2)
    return number_misfit (c, "a rounding and what is converted", arg);
  if (!has_rounding (c, arg))
    return false;
  term rounding = smt_plain (arg[0]), t = smt_plain (arg[1]);
  sort s = smt_sort_of (c->ts, arg[1]);
  c->arg = &t;
  if (c->op == OP_TO_FP && real_of (c->r, arg[1], &x)) {
    term way[IEEE_ROUNDINGS];
    for (unsigned i = 0; i < IEEE_ROUNDINGS; i++)
      way[i] = from_real (c, i, &x);
    *res = way[IEEE_ZERO];
    for (unsigned i = 0; i < IEEE_ZERO; i++)
      *res =
          term_ite (c->ts, term_equal (c->ts, rounding, term_bv (c->ts, 3, i)),
                    way[i], *res);
    *res = marked (*res, FACE_NUMBER);
    return true;
  }
  if (sort_is_bv (s)) {
    if (!check_bits (c, sort_width (s)))
      return false;
    build = build_from_integer;
  } else if (!sort_is_number (s) || c->op != OP_TO_FP)
    return number_misfit (c, "a number, a bit-vector or a constant", arg);
  *res = marked (in_each_way (c, rounding, build), FACE_NUMBER);
  return true;
}

/* The rest of a list of arguments without marks. */
#define MOST_PLAIN 3

static bool apply_rounding (call *c, const term *arg, term *res) {
  bool to_bits = c->op == OP_FP_TO_UBV || c->op == OP_FP_TO_SBV;
  if (!has_rounding (c, arg) || !take_numbers (c, arg, 1) ||
      (to_bits && !check_bits (c, c->index[0])))
    return false;
  term rounding = smt_plain (arg[0]), plain[MOST_PLAIN];
  for (size_t i = 1; i < c->n; i++)
    plain[i - 1] = smt_plain (arg[i]);
  c->arg = plain;
  c->n--;
  *res = in_each_way (c, rounding, to_bits ? build_to_integer : build_rounded);
  *res = to_bits ? *res : marked (*res, FACE_NUMBER);
  return true;
}

static bool apply_plain (call *c, const term *arg, term *res) {
  if (!take_numbers (c, arg, 0))
    return false;
  terms *ts = c->ts;
  term *plain = memory_alloc (c->r->mem, c->n * sizeof *plain);
  for (size_t i = 0; i < c->n; i++)
    plain[i] = smt_plain (arg[i]);
  c->arg = plain;
  term t = plain[0];
  bool is_marked = true;
  switch (c->op) {
  case OP_FP_ABS:
    *res = term_binary (ts, KIND_BV_AND, t,
                        term_bv (ts, c->w, bits_mask (c->w - 1)));
    break;
  case OP_FP_NEG:
    *res = negated (ts, t);
    break;
  case OP_FP_REM:
    *res = term_binary (ts, KIND_FP_REM, t, plain[1]);
    break;
  case OP_FP_MIN:
  case OP_FP_MAX:
    *res = build_extreme (c);
    break;
  default:
    is_marked = false;
    *res = c->op == OP_FP_TO_IEEE_BV ? build_bits (c)
           : c->info->most == 1      ? build_class (c)
                                     : build_chain (c);
  }
  memory_free (c->r->mem, plain, c->n * sizeof *plain);
  *res = is_marked ? marked (*res, FACE_NUMBER) : *res;
  return true;
}

/* Of reals: quotients, differences from nothing. */
static bool apply_real (const call *c, const term *arg, term *res) {
  smt_real_number x, y;
  arena *a = &c->r->numbers;
  if (!real_of (c->r, arg[0], &x) || (c->n > 1 && !real_of (c->r, arg[1], &y)))
    return smt_fail (c->r, ST_UNSUPPORTED, c->place,
                     "theory of reals is not supported: '%s'", c->info->name);
  if (c->n == 1)
    return keep_real (c->r, c->place, num_neg (a, x.top), x.bottom, res);
  if (!num_sign (y.top))
    return smt_fail (c->r, ST_UNSUPPORTED, c->place,
                     "division by zero is not supported");
  num top = num_mul (a, x.top, y.bottom), bottom = num_mul (a, x.bottom, y.top);
  bool is_minus = num_sign (bottom) < 0;
  return keep_real (c->r, c->place, is_minus ? num_neg (a, top) : top,
                    num_abs (a, bottom), res);
}

/* Operators of other theories. */
static bool refuse (const call *c, const term *arg) {
  for (size_t i = 0; i < c->n; i++)
    if (face_of (arg[i]) == FACE_REAL)
      return smt_fail (c->r, ST_UNSUPPORTED, c->place,
                       "theory of reals is not supported: '%s'", c->info->name);
  return number_misfit (c, "other arguments", arg);
}

/* Of arrays: (select array index), (store array index number). */
static bool access_array (const call *c, const term *arg, term *res) {
  terms *ts = c->ts;
  sort of = smt_sort_of (ts, arg[0]), i = smt_sort_of (ts, arg[1]);
  bool is_read = c->op == OP_SELECT;
  if (!index_width (of) || !sort_eq (i, sort_bv (index_width (of))) ||
      (!is_read && !sort_eq (smt_element_sort (of), smt_sort_of (ts, arg[2]))))
    return number_misfit (c,
                          is_read ? "an array and its index"
                                  : "an array, its index and its element",
                          arg);
  *res = marked (term_build (ts, is_read ? KIND_SELECT : KIND_STORE, 0,
                             smt_plain (arg[0]), arg[1],
                             is_read ? TERM_NONE : smt_plain (arg[2])),
                 FACE_NUMBER);
  return true;
}

/* ((as const sort) number) */
static bool fill_array (const call *c, const term *arg, term *res) {
  sort of = {(uint32_t) c->index[0]};
  if (!index_width (of) ||
      !sort_eq (smt_element_sort (of), smt_sort_of (c->ts, arg[0])))
    return number_misfit (c, "an element of the array", arg);
  *res = marked (
      term_const_array (c->ts, smt_bits_of_sort (of), smt_plain (arg[0])),
      FACE_NUMBER);
  return true;
}

/* Operators of every theory: all arguments but a condition are of one sort. */
static bool apply_common (const call *c, const term *arg, term *res) {
  terms *ts = c->ts;
  size_t first = c->op == OP_ITE;
  sort of = smt_sort_of (ts, arg[first]);
  for (size_t i = first; i < c->n; i++)
    if (sort_eq (of, REAL))
      return refuse (c, arg);
    else if (!sort_eq (of, smt_sort_of (ts, arg[i])))
      return number_misfit (c, "arguments of one sort", arg);
  if (c->op == OP_ITE) {
    if (!sort_is_bool (smt_sort_of (ts, arg[0])))
      return number_misfit (c, "a Bool condition", arg);
    *res = smt_mark (
        term_ite (ts, arg[0], smt_plain (arg[1]), smt_plain (arg[2])), of);
    return true;
  }
  if (index_width (of)) /* whose bits may differ where both are NaN */
    return smt_fail (c->r, ST_UNSUPPORTED, c->place,
                     "equality of arrays of floating-point numbers is not "
                     "supported");
  bool is_chain = c->op == OP_EQ; /* of neighbours; else of all pairs */
  *res = TERM_TRUE;
  for (size_t i = 0; i < c->n; i++)
    for (size_t j = i + 1; j < c->n && (j == i + 1 || !is_chain); j++) {
      term is = same (ts, of, smt_plain (arg[i]), smt_plain (arg[j]));
      *res = term_and (ts, *res, is_chain ? is : term_not (ts, is));
    }
  return true;
}

static bool is_common (smt_op op) {
  return op == OP_EQ || op == OP_DISTINCT || op == OP_ITE;
}

bool smt_number_apply (smt_reader *r, const smt_frame *f, size_t n,
                       const term *arg, term *res) {
  smt_op op = (smt_op) f->op;
  call c = {.r = r,
            .ts = r->ts,
            .info = &smt_op_table[op],
            .op = op,
            .place = f->place,
            .index = {f->index[0], f->index[1]},
            .n = n};
  if (!smt_check_count (op, n, &r->why)) {
    smt_fail (r, r->why.code, f->place, "%s", trouble_text (&r->why));
    trouble_clear (&r->why);
    return false;
  }
  if (is_common (op))
    return (op != OP_DISTINCT || n <= SMT_MAX_DISTINCT ||
            smt_fail (r, ST_UNSUPPORTED, f->place,
                      "distinct of more than %u terms is too large",
                      SMT_MAX_DISTINCT)) &&
           apply_common (&c, arg, res);
  if (op == OP_SELECT || op == OP_STORE)
    return access_array (&c, arg, res);
  if (op == OP_CONST_ARRAY)
    return fill_array (&c, arg, res);
  if (op == OP_REAL_DIV || (op == OP_SUB && n == 1))
    return apply_real (&c, arg, res);
  if (c.info->needs != NEEDS_FLOAT)
    return refuse (&c, arg);
  if (op == OP_FP)
    return join_parts (&c, arg, res);
  if (op == OP_TO_FP || op == OP_TO_FP_UNSIGNED)
    return convert_to (&c, arg, res);
  bool rounds = (c.info->kind != KIND_CONST && op != OP_FP_REM) ||
                op == OP_FP_TO_UBV || op == OP_FP_TO_SBV;
  return rounds ? apply_rounding (&c, arg, res) : apply_plain (&c, arg, res);
}
