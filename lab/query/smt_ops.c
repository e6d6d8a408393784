#include "lab/query/smt_ops.h"

#include "lab/query/smt_float_read.h"

#include <inttypes.h>
#include <stdio.h>

const smt_op_info smt_op_table[OP_COUNT] = {
    {.name = ""},
#define OP(NAME, SMT, INDICES, LEAST, MOST, NEEDS, KIND, ...) \
  {SMT, INDICES, LEAST, MOST, NEEDS_##NEEDS, KIND_##KIND},
#include "lab/query/smt_ops.def"
};

typedef struct smt_call {
  terms *ts;
  smt_op op;
  const smt_op_info *info;
  const uint64_t *index;
  size_t n;
  const term *arg;
  trouble *trouble;
} smt_call;

static sort sort_at (const smt_call *c, size_t i) {
  assert (i < c->n);
  return term_sort (c->ts, c->arg[i]);
}

/* "bvadd needs bit-vectors of one width, got Bool and Int" */
static bool mismatch (const smt_call *c, const char *what, sort a, sort b) {
  smt_sort_text s = smt_sort_text_of (a), t = smt_sort_text_of (b);
  trouble_set (c->trouble, ST_BADINPUT, "%s needs %s, got %s and %s",
               c->info->name, what, s.text, t.text);
  return false;
}

static bool misfit (const smt_call *c, const char *what, sort a) {
  trouble_set (c->trouble, ST_BADINPUT, "%s needs %s, got %s", c->info->name,
               what, smt_sort_text_of (a).text);
  return false;
}

static term smt_ops_refuse (const smt_call *c, status st, const char *why) {
  trouble_set (c->trouble, st, "%s %s", c->info->name, why);
  return TERM_NONE;
}

/* Checks. */

bool smt_check_count (smt_op op, size_t n, trouble *t) {
  const smt_op_info *info = &smt_op_table[op];
  unsigned least = info->least, most = info->most;
  if (n >= least && (!most || n <= most))
    return true;
  char count[32];
  snprintf (count, sizeof count, most > least ? "%u to %u" : "%u", least, most);
  trouble_set (t, ST_BADINPUT, "%s needs %s%s argument%s, got %zu", info->name,
               most ? "" : "at least ", count,
               (most ? most : least) == 1 ? "" : "s", n);
  return false;
}

static bool check_ite (const smt_call *c) {
  if (!sort_is_bool (sort_at (c, 0)))
    return misfit (c, "a Bool condition", sort_at (c, 0));
  if (!sort_eq (sort_at (c, 1), sort_at (c, 2)))
    return mismatch (c, "branches of one sort", sort_at (c, 1), sort_at (c, 2));
  return true;
}

static bool check_array (const smt_call *c) {
  sort array = sort_at (c, 0);
  char what[96];
  if (!sort_is_array (array))
    return misfit (c, "an array", array);
  if (!sort_eq (sort_at (c, 1), sort_index (array))) {
    snprintf (what, sizeof what, "an index of sort %s",
              smt_sort_text_of (sort_index (array)).text);
    return misfit (c, what, sort_at (c, 1));
  }
  if (c->n == 3 && !sort_eq (sort_at (c, 2), sort_element (array))) {
    snprintf (what, sizeof what, "a value of sort %s",
              smt_sort_text_of (sort_element (array)).text);
    return misfit (c, what, sort_at (c, 2));
  }
  return true;
}

static bool check_each (const smt_call *c, size_t i) {
  sort first = sort_at (c, 0), s = sort_at (c, i);
  switch (c->info->needs) {
  case NEEDS_BOOL:
    return sort_is_bool (s) || misfit (c, "Bool arguments", s);
  case NEEDS_INT:
    return sort_is_int (s) || misfit (c, "Int arguments", s);
  case NEEDS_WIDTHS:
    return sort_is_bv (s) || misfit (c, "bit-vectors", s);
  case NEEDS_SAME:
    return sort_eq (first, s) ||
           mismatch (c, "arguments of one sort", first, s);
  case NEEDS_BV:
    if (i == 0)
      return sort_is_bv (s) || c->n > 1 || misfit (c, "a bit-vector", s);
    return (sort_is_bv (first) && sort_eq (first, s)) ||
           mismatch (c, "bit-vectors of one width", first, s);
  default:
    return true;
  }
}

static bool check_sorts (const smt_call *c) {
  if (c->info->needs == NEEDS_ITE)
    return check_ite (c);
  if (c->info->needs == NEEDS_ARRAY)
    return check_array (c);
  for (size_t i = 0; i < c->n; i++)
    if (!check_each (c, i))
      return false;
  return true;
}

static bool check_width (const smt_call *c, uint64_t width) {
  if (0 < width && width <= SORT_MAX_WIDTH)
    return true;
  trouble_set (c->trouble, ST_UNSUPPORTED,
               "%s gives %" PRIu64 " bits, but bit-vectors have 1 to %u bits",
               c->info->name, width, SORT_MAX_WIDTH);
  return false;
}

/* Building: the last column of smt_ops.def. Every function has its arguments
 * checked.
 */

static term build_none (const smt_call *c) {
  return smt_ops_refuse (c, ST_BADINPUT, "is not a function");
}

static term build_fold (const smt_call *c) {
  assert (kind_table[c->info->kind].arity == 2);
  term res = c->arg[0];
  for (size_t i = 1; i < c->n; i++)
    res = term_binary (c->ts, c->info->kind, res, c->arg[i]);
  return res;
}

static term build_direct (const smt_call *c) {
  assert (c->n == kind_table[c->info->kind].arity);
  return term_build (c->ts, c->info->kind, 0, c->arg[0],
                     c->n > 1 ? c->arg[1] : TERM_NONE,
                     c->n > 2 ? c->arg[2] : TERM_NONE);
}

static term build_swapped (const smt_call *c) {
  return term_binary (c->ts, c->info->kind, c->arg[1], c->arg[0]);
}

static term build_complement (const smt_call *c) {
  return term_unary (c->ts, KIND_BV_NOT, build_fold (c));
}

static term build_fold_sub (const smt_call *c) {
  term res = c->arg[0];
  const bool is_bv = c->op == OP_BV_SUB;
  for (size_t i = 1; i < c->n; i++)
    res = is_bv ? term_bv_sub (c->ts, res, c->arg[i])
                : term_int_sub (c->ts, res, c->arg[i]);
  return c->n == 1 ? term_int_neg (c->ts, res) : res;
}

static term build_implies (const smt_call *c) {
  term res = c->arg[c->n - 1];
  for (size_t i = c->n - 1; i-- > 0;)
    res = term_or (c->ts, term_not (c->ts, c->arg[i]), res);
  return res;
}

static term smt_ops_compare (const smt_call *c, term a, term b) {
  switch (c->op) {
  case OP_LT:
    return term_int_lt (c->ts, a, b);
  case OP_GT:
    return term_int_lt (c->ts, b, a);
  case OP_GE:
    return term_binary (c->ts, KIND_INT_LE, b, a);
  default:
    return term_binary (c->ts, c->info->kind, a, b);
  }
}

static term build_chain (const smt_call *c) {
  term res = smt_ops_compare (c, c->arg[0], c->arg[1]);
  for (size_t i = 2; i < c->n; i++)
    res = term_and (c->ts, res, smt_ops_compare (c, c->arg[i - 1], c->arg[i]));
  return res;
}

static term build_distinct (const smt_call *c) {
  if (c->n > SMT_MAX_DISTINCT)
    return smt_ops_refuse (c, ST_UNSUPPORTED,
                           "of more than 1000 terms is too large");
  term res = TERM_NONE;
  for (size_t i = 0; i < c->n; i++)
    for (size_t j = i + 1; j < c->n; j++) {
      term t = term_not (c->ts, term_equal (c->ts, c->arg[i], c->arg[j]));
      res = res.id ? term_and (c->ts, res, t) : t;
    }
  return res;
}

static term build_concat (const smt_call *c) {
  uint64_t width = 0;
  for (size_t i = 0; i < c->n; i++)
    width += term_width (c->ts, c->arg[i]);
  return check_width (c, width) ? build_fold (c) : TERM_NONE;
}

static term build_extract (const smt_call *c) {
  unsigned width = term_width (c->ts, c->arg[0]);
  uint64_t high = c->index[0], low = c->index[1];
  if (low <= high && high < width)
    return term_extract (c->ts, (unsigned) high, (unsigned) low, c->arg[0]);
  trouble_set (c->trouble, ST_BADINPUT,
               "extract needs indices %u >= high >= low, got %" PRIu64
               " and %" PRIu64,
               width - 1, high, low);
  return TERM_NONE;
}

static term build_extend (const smt_call *c) {
  unsigned width = term_width (c->ts, c->arg[0]);
  uint64_t by = c->index[0];
  if (by > SORT_MAX_WIDTH || !check_width (c, width + by)) {
    check_width (c, by);
    return TERM_NONE;
  }
  if (!by)
    return c->arg[0];
  return term_build (c->ts, c->info->kind, by, c->arg[0], TERM_NONE, TERM_NONE);
}

static term build_rotate (const smt_call *c) {
  unsigned width = term_width (c->ts, c->arg[0]);
  unsigned by = (unsigned) (c->index[0] % width);
  assert (by < width);
  if (!by)
    return c->arg[0];
  unsigned cut = c->op == OP_ROTATE_LEFT ? width - by : by;
  return term_concat (c->ts, term_extract (c->ts, cut - 1, 0, c->arg[0]),
                      term_extract (c->ts, width - 1, cut, c->arg[0]));
}

/* By doubling: one by one would be quadratic in the bits. */
static term build_repeat (const smt_call *c) {
  uint64_t times = c->index[0], width = term_width (c->ts, c->arg[0]);
  if (!times)
    return smt_ops_refuse (c, ST_BADINPUT, "needs at least one repetition");
  if (times > SORT_MAX_WIDTH || !check_width (c, times * width)) {
    check_width (c, times);
    return TERM_NONE;
  }
  term power = c->arg[0], res = TERM_NONE;
  for (;; power = term_concat (c->ts, power, power)) {
    if (times & 1)
      res = res.id ? term_concat (c->ts, power, res) : power;
    if (!(times >>= 1))
      return res;
  }
}

static term ones (terms *ts, unsigned width) {
  return term_unary (ts, KIND_BV_NOT, term_bv (ts, width, 0));
}

/* 10...0 */
static term least_signed (terms *ts, unsigned width) {
  assert (width);
  term one = term_bv (ts, 1, 1);
  if (width == 1)
    return one;
  return term_concat (ts, one, term_bv (ts, width - 1, 0));
}

static term bit_if (terms *ts, term condition) {
  return term_ite (ts, condition, term_bv (ts, 1, 1), term_bv (ts, 1, 0));
}

/* Does the operation on more bits give another value? */
static term build_overflows (const smt_call *c) {
  terms *ts = c->ts;
  kind k = c->info->kind;
  bool is_signed = c->op != OP_BV_UADDO && c->op != OP_BV_UMULO;
  unsigned width = term_width (ts, c->arg[0]);
  unsigned by = k == KIND_BV_MUL ? width : 1;
  if (!check_width (c, (uint64_t) width + by))
    return TERM_NONE;
  kind widen = is_signed ? KIND_SEXT : KIND_ZEXT;
  term a = term_build (ts, widen, by, c->arg[0], TERM_NONE, TERM_NONE);
  term b = term_build (ts, widen, by, c->arg[1], TERM_NONE, TERM_NONE);
  term wide =
      c->op == OP_BV_SSUBO ? term_bv_sub (ts, a, b) : term_binary (ts, k, a, b);
  term back = term_build (ts, widen, by, term_extract (ts, width - 1, 0, wide),
                          TERM_NONE, TERM_NONE);
  return term_not (ts, term_equal (ts, wide, back));
}

static term build_derive (const smt_call *c) {
  terms *ts = c->ts;
  const term a = c->arg[0];
  const unsigned width = term_width (ts, a);
  switch (c->op) {
  case OP_BV_COMP:
    return bit_if (ts, term_equal (ts, a, c->arg[1]));
  case OP_BV_REDOR:
    return bit_if (ts,
                   term_not (ts, term_equal (ts, a, term_bv (ts, width, 0))));
  case OP_BV_REDAND:
    return bit_if (ts, term_equal (ts, a, ones (ts, width)));
  case OP_BV_NEGO:
    return term_equal (ts, a, least_signed (ts, width));
  default:
    assert (c->op == OP_BV_SDIVO);
    return term_and (ts, term_equal (ts, a, least_signed (ts, width)),
                     term_equal (ts, c->arg[1], ones (ts, width)));
  }
}

/* Only a constant divisor other than zero: SMT-LIB leaves division by zero
 * open, and linear arithmetic has no other.
 */
static term build_divide (const smt_call *c) {
  for (size_t i = 1; i < c->n; i++) {
    if (!term_is_const (c->ts, c->arg[i]))
      return smt_ops_refuse (
          c, ST_UNSUPPORTED,
          "by a term that is not a numeral is not supported: "
          "linear integer arithmetic has constant divisors");
    if (!num_sign ((num) {term_word (c->ts, c->arg[i])}))
      return smt_ops_refuse (c, ST_UNSUPPORTED, "by zero is not supported");
  }
  return build_fold (c);
}

static term build_divisible (const smt_call *c) {
  if (!c->index[0])
    return smt_ops_refuse (c, ST_BADINPUT, "needs a positive index");
  term by = term_int (c->ts, num_of_u64 (&c->ts->data, c->index[0]));
  return term_equal (c->ts, term_binary (c->ts, KIND_INT_MOD, c->arg[0], by),
                     term_int (c->ts, NUM_ZERO));
}

static term build_absolute (const smt_call *c) {
  term a = c->arg[0], zero = term_int (c->ts, NUM_ZERO);
  return term_ite (c->ts, term_binary (c->ts, KIND_INT_LE, zero, a), a,
                   term_int_neg (c->ts, a));
}

static bool is_too_large (const smt_call *c, term t) {
  return term_is_const (c->ts, t) && sort_is_int (term_sort (c->ts, t)) &&
         num_bits ((num) {term_word (c->ts, t)}) > SMT_MAX_BITS;
}

/* Folding happens at every step, so every step is looked at. */
static term build_multiply (const smt_call *c) {
  term res = c->arg[0];
  for (size_t i = 1; i < c->n; i++) {
    res = term_binary (c->ts, KIND_INT_MUL, res, c->arg[i]);
    if (is_too_large (c, res))
      return smt_ops_refuse (c, ST_UNSUPPORTED,
                             "gives a number of too many bits");
  }
  return res;
}

static term build_const_array (const smt_call *c) {
  sort array = {(uint32_t) c->index[0]};
  if (sort_eq (sort_at (c, 0), sort_element (array)))
    return term_const_array (c->ts, array, c->arg[0]);
  char what[96];
  snprintf (what, sizeof what, "a value of sort %s",
            smt_sort_text_of (sort_element (array)).text);
  misfit (c, what, sort_at (c, 0));
  return TERM_NONE;
}

static term build_floating (const smt_call *c) {
  assert (c->op == OP_FLOAT && c->n <= 3); /* of the row */
  draft d;
  if (!smt_float_draft (c->ts, c->index[0], c->index[1], c->n, c->arg, &d))
    return smt_ops_refuse (c, ST_BADINPUT, "is applied to something else");
  return term_build (c->ts, d.kind, d.payload, d.arg[0], d.arg[1], d.arg[2]);
}

typedef term smt_builder (const smt_call *);

#define build_number NULL /* smt_number.c */

static smt_builder *const builders[OP_COUNT] = {
#define OP(NAME, SMT, INDICES, LEAST, MOST, NEEDS, KIND, HOW) \
  [OP_##NAME] = build_##HOW,
#include "lab/query/smt_ops.def"
};

term smt_apply (terms *ts, smt_op op, const uint64_t index[2], size_t n,
                const term *arg, trouble *t) {
  const smt_call c = {ts, op, &smt_op_table[op], index, n, arg, t};
  assert (op && op < OP_COUNT && smt_op_table[op].needs != NEEDS_FLOAT);
  if (!smt_check_count (op, n, t) || !check_sorts (&c))
    return TERM_NONE;
  return builders[op](&c);
}
