/* Errors, single tokens and sorts. */

#include "lab/query/smt_number.h"

#include <stdarg.h>
#include <stdio.h>

bool smt_fail (smt_reader *r, status st, smt_place where, const char *fmt,
               ...) {
  if (r->trouble.code)
    return false; /* the first one is what the user must mend */
  char text[sizeof r->trouble.text];
  va_list ap;
  va_start (ap, fmt);
  vsnprintf (text, sizeof text, fmt, ap);
  va_end (ap);
  trouble_set (&r->trouble, st, "%s", text);
  r->wrong = where;
  return false;
}

smt_shown smt_show (const char *s, size_t len) {
  smt_shown res;
  const size_t most = sizeof res.text - 4;
  size_t n = len < most ? len : most;
  for (size_t i = 0; i < n; i++)
    res.text[i] = (char) (s[i] < ' ' || s[i] > '~' || s[i] == '"' ? '?' : s[i]);
  strcpy (res.text + n, len > most ? "..." : "");
  return res;
}

/* Operators that only occur with indices are no hindrance, nor are those of
 * integers in a logic without: C programs have variables called 'mod'.
 */
static bool is_taken (const smt_reader *r, const smt_symbol *s) {
  if (!s->op || s->op >= OP_COUNT)
    return s->op;
  const smt_op_info *info = &smt_op_table[s->op];
  if (info->n_indices || s->op == OP_CONST_ARRAY)
    return false;
  return info->needs == NEEDS_INT     ? !r->has_no_int
         : info->needs == NEEDS_FLOAT ? !r->has_no_fp
                                      : true;
}

bool smt_check_new (smt_reader *r, const smt_symbol *s, smt_place where) {
  if (!s->binding && !is_taken (r, s))
    return true;
  smt_shown name = smt_show (s->text, s->len);
  if (s->op >= OP_COUNT)
    return smt_fail (r, ST_BADINPUT, where,
                     "'%s' is a reserved word and cannot be declared",
                     name.text);
  if (!s->binding)
    return smt_fail (r, ST_BADINPUT, where,
                     "'%s' is a symbol of a theory and cannot be declared",
                     name.text);
  return smt_fail (r, ST_BADINPUT, where, "symbol '%s' is already declared",
                   name.text);
}

/* Tokens. */

bool smt_fail_token (smt_reader *r, const smt_token *t) {
  return smt_fail (r, r->lex.trouble.code, t->place, "%s",
                   trouble_text (&r->lex.trouble));
}

bool smt_token_next (smt_reader *r, smt_token *t) {
  smt_token_kind k = smt_lexer_next (&r->lex, t);
  if (k == TOKEN_BAD)
    return smt_fail_token (r, t);
  if (k == TOKEN_END)
    return smt_fail (r, ST_BADINPUT, t->place,
                     "unexpected end of input: the '(' at %u:%u is not closed",
                     r->place.line, r->place.column);
  return true;
}

bool smt_unexpected (smt_reader *r, const smt_token *t, const char *wanted) {
  smt_shown s = smt_show (t->text, t->len);
  return smt_fail (r, ST_BADINPUT, t->place, "unexpected '%s', expected %s",
                   s.text, wanted);
}

bool smt_expect_open (smt_reader *r, const char *what) {
  smt_token t;
  return smt_token_next (r, &t) &&
         (t.kind == TOKEN_OPEN || smt_unexpected (r, &t, what));
}

bool smt_expect_close (smt_reader *r) {
  smt_token t;
  return smt_token_next (r, &t) &&
         (t.kind == TOKEN_CLOSE || smt_unexpected (r, &t, "')'"));
}

bool smt_expect_symbol (smt_reader *r, smt_symbol **s, smt_place *where,
                        const char *what) {
  smt_token t;
  if (!smt_token_next (r, &t))
    return false;
  if (t.kind != TOKEN_SYMBOL)
    return smt_unexpected (r, &t, what);
  *s = smt_names_intern (&r->names, t.text, t.len);
  *where = t.place;
  return true;
}

bool smt_numeral_u64 (smt_reader *r, const smt_token *t, uint64_t *res) {
  if (t->kind != TOKEN_NUMERAL)
    return smt_unexpected (r, t, "a numeral");
  uint64_t x = 0;
  for (size_t i = 0; i < t->len; i++)
    if (__builtin_mul_overflow (x, 10, &x) ||
        __builtin_add_overflow (x, (uint64_t) (t->text[i] - '0'), &x))
      return smt_fail (r, ST_BADINPUT, t->place, "numeral '%s' is too large",
                       smt_show (t->text, t->len).text);
  *res = x;
  return true;
}

bool smt_skip_value (smt_reader *r, const smt_token *first) {
  if (first->kind == TOKEN_CLOSE)
    return smt_fail (r, ST_BADINPUT, first->place, "unexpected ')'");
  if (first->kind != TOKEN_OPEN)
    return true;
  uint32_t depth = r->lex.depth;
  smt_token t;
  while (r->lex.depth >= depth)
    if (!smt_token_next (r, &t))
      return false;
  return true;
}

bool smt_read_indices (smt_reader *r, uint64_t *first, uint64_t *second) {
  smt_token t;
  return smt_token_next (r, &t) && smt_numeral_u64 (r, &t, first) &&
         smt_token_next (r, &t) && smt_numeral_u64 (r, &t, second) &&
         smt_expect_close (r);
}

/* Sorts. */

/* Behind "(_ BitVec". */
static bool read_width (smt_reader *r, sort *res) {
  smt_token t;
  uint64_t width;
  if (!smt_token_next (r, &t) || !smt_numeral_u64 (r, &t, &width))
    return false;
  if (!width || width > SORT_MAX_WIDTH)
    return smt_fail (r, width ? ST_UNSUPPORTED : ST_BADINPUT, t.place,
                     "(_ BitVec %s) is not supported: bit-vectors have 1 to "
                     "%u bits",
                     smt_show (t.text, t.len).text, SORT_MAX_WIDTH);
  *res = sort_bv ((unsigned) width);
  return smt_expect_close (r);
}

/* Behind "(_ FloatingPoint". */
static bool read_format (smt_reader *r, smt_place where, sort *res) {
  uint64_t exponent, significand;
  return smt_read_indices (r, &exponent, &significand) &&
         smt_number_format (r, where, exponent, significand, res);
}

static bool named_sort (smt_reader *r, smt_place where, const smt_symbol *s,
                        sort *res) {
  const smt_binding *b = smt_names_find (&r->names, s);
  if (b && b->kind == BOUND_SORT)
    *res = (sort) {b->value};
  else if (s->op == WORD_BOOL)
    *res = SORT_BOOL;
  else if (s->op == WORD_INT)
    *res = SORT_INT;
  else if (b || !smt_number_sort (r, where, s->text, res))
    return smt_fail_unknown (r, where, s, "sort");
  return true;
}

/* A sort other than an array; *is_array when "(Array" was read instead. */
static bool simple_sort (smt_reader *r, smt_token t, sort *res,
                         bool *is_array) {
  smt_symbol *s;
  smt_place where;
  *is_array = false;
  if (t.kind == TOKEN_SYMBOL)
    return named_sort (r, t.place, smt_names_intern (&r->names, t.text, t.len),
                       res);
  if (t.kind != TOKEN_OPEN)
    return smt_unexpected (r, &t, "a sort");
  if (!smt_expect_symbol (r, &s, &where, "a sort"))
    return false;
  if (s->op == WORD_ARRAY) {
    *is_array = true;
    return true;
  }
  if (s->op != WORD_INDEXED)
    return smt_fail_unknown (r, where, s, "sort");
  if (!smt_expect_symbol (r, &s, &where, "BitVec"))
    return false;
  if (!strcmp (s->text, "FloatingPoint"))
    return read_format (r, where, res);
  if (s->op != WORD_BITVEC)
    return smt_fail_unknown (r, where, s, "sort");
  return read_width (r, res);
}

/* Index or element of an array. */
static bool part_sort (smt_reader *r, bool is_index, sort *res) {
  smt_token t;
  bool is_array;
  if (!smt_token_next (r, &t) || !simple_sort (r, t, res, &is_array))
    return false;
  if (is_array || sort_is_array (smt_bits_of_sort (*res)))
    return smt_fail (r, ST_UNSUPPORTED, t.place,
                     "arrays of arrays are not supported");
  if (is_index ? smt_may_be_index (*res) : smt_may_be_element (*res))
    return true;
  return smt_fail (r, ST_UNSUPPORTED, t.place,
                   "arrays with %s of sort %s are not supported: only "
                   "bit-vectors%s",
                   is_index ? "indices" : "elements",
                   smt_any_sort_text (*res).text,
                   is_index ? "" : " and floating-point numbers");
}

static bool read_sort_from (smt_reader *r, smt_token t, sort *res) {
  bool is_array;
  sort index, value;
  if (!simple_sort (r, t, res, &is_array))
    return false;
  if (!is_array)
    return true;
  if (!part_sort (r, true, &index) || !part_sort (r, false, &value) ||
      !smt_expect_close (r))
    return false;
  if (sort_width (index) > SORT_MAX_INDEX ||
      sort_width (smt_bits_of_sort (value)) > SORT_MAX_ELEMENT)
    return smt_fail (r, ST_UNSUPPORTED, t.place,
                     "arrays with indices of more than %u or elements of more "
                     "than %u bits are not supported",
                     SORT_MAX_INDEX, SORT_MAX_ELEMENT);
  *res = smt_array_sort (index, value);
  return true;
}

bool smt_read_sort (smt_reader *r, sort *res) {
  smt_token t;
  return smt_token_next (r, &t) && read_sort_from (r, t, res);
}
