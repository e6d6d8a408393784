/* Terms, by a stack of open parentheses in place of recursion. */

#include "lab/query/smt_number.h"

#include "base/bits.h"
#include "lab/query/smt_float_read.h"

static bool push_frame (smt_reader *r, smt_frame f) {
  f.first = (uint32_t) r->values.len;
  vec_push (r->mem, &r->frames, f);
  return true;
}

/* Constants. */

static bool is_digit (char c) { return c >= '0' && c <= '9'; }

/* Digits, at most 'most' of them; NULL when there are none or more. */
static const char *scan_number (const char *p, const char *end, int most,
                                uint64_t *res) {
  uint64_t x = 0;
  const char *start = p;
  for (; p < end && is_digit (*p); p++) {
    if (p - start == most)
      return NULL;
    x = 10 * x + (uint64_t) (*p - '0');
  }
  *res = x;
  return p == start ? NULL : p;
}

static term recent_constant (smt_reader *r, uint64_t value, unsigned width) {
  assert (value <= bits_mask (width)); /* else two would be one constant */
  smt_constant *c = r->constants + (value * 5 + width) % SMT_CONSTANTS;
  if (c->value != value || c->width != width)
    *c = (smt_constant) {value, width, term_bv (r->ts, width, value)};
  return c->term;
}

/* Behind '(': "_ bvN w )" of at most 64 bits, complete in the window and
 * well-formed. Anything else takes the long way.
 */
static bool fast_constant (smt_reader *r, term *res) {
  const char *p = r->lex.at, *end = r->lex.end;
  uint64_t value, width;
  if (end - p < 8 || memcmp (p, "_ bv", 4))
    return false;
  p = scan_number (p + 4, end, 18, &value);
  if (!p || p == end || *p++ != ' ')
    return false;
  p = scan_number (p, end, 2, &width);
  if (!p || !width || width > 64 || value > bits_mask ((unsigned) width))
    return false;
  while (p < end && *p == ' ')
    p++;
  if (p == end || *p != ')')
    return false;
  r->lex.at = p + 1;
  r->lex.depth--;
  *res = recent_constant (r, value, (unsigned) width);
  return true;
}

static bool check_digits (smt_reader *r, const smt_token *t, size_t len) {
  return len <= SMT_MAX_DIGITS ||
         smt_fail (r, ST_UNSUPPORTED, t->place,
                   "a numeral of %zu digits is not supported: at most %u", len,
                   SMT_MAX_DIGITS);
}

static bool integer (smt_reader *r, const smt_token *t, term *res) {
  num x;
  if (!check_digits (r, t, t->len))
    return false;
  num_parse (&r->numbers, t->text, t->len, 10, &x);
  *res = term_int (r->ts, x);
  return true;
}

/* #x and #b. */
static bool literal (smt_reader *r, const smt_token *t, term *res) {
  const bool is_hex = t->kind == TOKEN_HEX;
  size_t width = t->len * (is_hex ? 4 : 1);
  if (width > SORT_MAX_WIDTH)
    return smt_fail (r, ST_UNSUPPORTED, t->place,
                     "a constant of %zu bits is not supported: at most %u",
                     width, SORT_MAX_WIDTH);
  num x;
  num_parse (&r->numbers, t->text, t->len, is_hex ? 16 : 2, &x);
  *res = width <= 64 ? term_bv (r->ts, (unsigned) width, num_u64 (x))
                     : term_bv_num (r->ts, (unsigned) width, x);
  return true;
}

/* Behind "(_", with the next symbol read: bvN w ). */
static bool decimal_literal (smt_reader *r, const smt_symbol *s,
                             smt_place where, term *res) {
  smt_token t;
  uint64_t width;
  num x;
  uint64_t exponent;
  if (smt_is_number_constant (s->text))
    return smt_read_indices (r, &exponent, &width) &&
           smt_number_constant (r, where, s->text, exponent, width, res);
  if (s->len < 3 || memcmp (s->text, "bv", 2))
    return smt_fail_unknown (r, where, s, "indexed constant");
  smt_token at = {.place = where};
  if (!check_digits (r, &at, s->len - 2))
    return false;
  if (!num_parse (&r->numbers, s->text + 2, s->len - 2, 10, &x))
    return smt_fail_unknown (r, where, s, "indexed constant");
  if (!smt_token_next (r, &t) || !smt_numeral_u64 (r, &t, &width))
    return false;
  if (!width || width > SORT_MAX_WIDTH)
    return smt_fail (r, width ? ST_UNSUPPORTED : ST_BADINPUT, t.place,
                     "bit-vectors have 1 to %u bits, not %s", SORT_MAX_WIDTH,
                     smt_show (t.text, t.len).text);
  if (num_bits (x) > width)
    return smt_fail (r, ST_BADINPUT, where, "%s does not fit into %u bits",
                     smt_show (s->text, s->len).text, (unsigned) width);
  *res = term_bv_num (r->ts, (unsigned) width, x);
  return smt_expect_close (r);
}

/* Symbols. */

static bool symbol_value (smt_reader *r, smt_place where, const smt_symbol *s,
                          term *res) {
  const smt_binding *b = smt_names_find (&r->names, s);
  smt_shown name;
  if (b && b->kind == BOUND_TERM)
    *res = (term) {b->value};
  else if (!b && s->op == OP_TRUE)
    *res = TERM_TRUE;
  else if (!b && s->op == OP_FALSE)
    *res = TERM_FALSE;
  else if (b || !smt_rounding_of (r, s->text, res)) {
    name = smt_show (s->text, s->len);
    if (b && b->kind == BOUND_SORT)
      return smt_fail (r, ST_BADINPUT, where, "'%s' is a sort, not a term",
                       name.text);
    if (b || (s->op && s->op < OP_COUNT))
      return smt_fail (r, ST_BADINPUT, where, "'%s' needs arguments",
                       name.text);
    if (s->op)
      return smt_fail (r, ST_BADINPUT, where,
                       "'%s' is a reserved word, not a term", name.text);
    if (s->len > 1 && s->text[0] == '-' && is_digit (s->text[1]))
      return smt_fail (r, ST_BADINPUT, where,
                       "unknown symbol '%s': a negative number is written "
                       "(- %s)",
                       name.text, name.text + 1);
    return smt_fail_unknown (r, where, s, "symbol");
  }
  return true;
}

/* Let. */

/* The name of the next binding, or the end of their list. */
static bool next_binding (smt_reader *r) {
  smt_token t;
  smt_symbol *s;
  smt_place where;
  if (!smt_token_next (r, &t))
    return false;
  if (t.kind == TOKEN_OPEN) {
    if (!smt_expect_symbol (r, &s, &where, "a variable"))
      return false;
    vec_push (r->mem, &r->lets, s);
    return true;
  }
  if (t.kind != TOKEN_CLOSE)
    return smt_unexpected (r, &t, "a binding");
  smt_frame *f = &vec_last (&r->frames);
  uint32_t before = (uint32_t) r->names.bindings.len;
  for (size_t i = f->mark; i < r->lets.len; i++) {
    s = r->lets.data[i];
    if (s->binding > before)
      return smt_fail (r, ST_BADINPUT, f->place,
                       "let binds '%s' more than once",
                       smt_show (s->text, s->len).text);
    assert (f->first + (i - f->mark) < r->values.len); /* one value a name */
    term value = r->values.data[f->first + (i - f->mark)];
    smt_names_bind (&r->names, s, BOUND_TERM, value.id);
  }
  if (r->lets.len == f->mark)
    return smt_fail (r, ST_BADINPUT, t.place, "let needs a binding");
  r->lets.len = f->mark;
  r->values.len = f->first;
  f->kind = FRAME_BODY;
  f->mark = before;
  return true;
}

static bool open_let (smt_reader *r, smt_place where) {
  smt_frame f = {.kind = FRAME_LET, .place = where};
  f.mark = (uint32_t) r->lets.len;
  return smt_expect_open (r, "the bindings of let") && push_frame (r, f) &&
         next_binding (r);
}

/* Annotations. */

static bool add_name (smt_reader *r, term value) {
  smt_symbol *s;
  smt_place where;
  if (!smt_expect_symbol (r, &s, &where, "a name"))
    return false;
  if (r->has_params)
    return smt_fail (r, ST_BADINPUT, where,
                     "a term in a definition with parameters cannot be named");
  if (!smt_check_new (r, s, where))
    return false;
  smt_named n = {s->text, value};
  vec_push (r->mem, &r->named, n);
  vec_push (r->mem, &r->named_symbols, s);
  return true;
}

static bool read_attributes (smt_reader *r, term value) {
  smt_token t;
  for (size_t n = 0; smt_token_next (r, &t);) {
    if (t.kind == TOKEN_CLOSE && n)
      return true;
    if (t.kind == TOKEN_KEYWORD) {
      n++;
      if (t.len == 6 && !memcmp (t.text, ":named", 6) && !add_name (r, value))
        return false;
    } else if (!n)
      return smt_unexpected (r, &t, "an attribute such as :named");
    else if (!smt_skip_value (r, &t))
      return false;
  }
  return false;
}

/* Opening. */

static bool open_operator (smt_reader *r, smt_place where, smt_frame f) {
  assert (f.op < OP_COUNT && smt_op_table[f.op].n_indices <= 2);
  const smt_op_info *info = &smt_op_table[f.op];
  f.kind = FRAME_APPLY;
  f.place = where;
  smt_token t;
  for (unsigned i = 0; i < info->n_indices; i++)
    if (!smt_token_next (r, &t) || !smt_numeral_u64 (r, &t, &f.index[i]))
      return false;
  return smt_expect_close (r) && push_frame (r, f);
}

/* Behind "((": an indexed operator or a constant array. */
static bool open_indexed (smt_reader *r, smt_place where) {
  smt_symbol *s;
  smt_place at;
  sort array;
  if (!smt_expect_symbol (r, &s, &at, "'_' or 'as'"))
    return false;
  const unsigned word = s->op;
  if (word != WORD_INDEXED && word != WORD_AS)
    return smt_fail (r, ST_BADINPUT, at, "expected '_' or 'as', got '%s'",
                     smt_show (s->text, s->len).text);
  if (!smt_expect_symbol (r, &s, &at, "an operator"))
    return false;
  if (word == WORD_INDEXED) {
    if (!s->op || s->op >= OP_COUNT || s->op == OP_FLOAT ||
        !smt_op_table[s->op].n_indices)
      return smt_fail_unknown (r, at, s, "indexed operator");
    return open_operator (r, where, (smt_frame) {.op = s->op});
  }
  if (s->op != OP_CONST_ARRAY)
    return smt_fail_unknown (r, at, s, "qualified operator");
  if (!smt_read_sort (r, &array) || !smt_expect_close (r))
    return false;
  if (!sort_is_array (smt_bits_of_sort (array)))
    return smt_fail (r, ST_BADINPUT, at, "const needs an array sort, got %s",
                     smt_any_sort_text (array).text);
  return push_frame (r, (smt_frame) {.kind = FRAME_APPLY,
                                     .op = OP_CONST_ARRAY,
                                     .place = where,
                                     .index = {array.code, 0}});
}

static bool open_function (smt_reader *r, smt_place where, smt_place at,
                           const smt_symbol *s) {
  const smt_binding *b = smt_names_find (&r->names, s);
  smt_frame f = {.place = where};
  if (b && b->kind == BOUND_MACRO) {
    f.kind = FRAME_MACRO;
    f.mark = b->value;
    return push_frame (r, f);
  }
  if (b || s->op == OP_TRUE || s->op == OP_FALSE)
    return smt_fail (r, ST_BADINPUT, at, "'%s' is not a function",
                     smt_show (s->text, s->len).text);
  if (smt_float_parse (s->text, &f.index[0], &f.index[1])) {
    f.op = OP_FLOAT;
    return push_frame (r, f);
  }
  if (!s->op || s->op >= OP_COUNT || s->op == OP_CONST_ARRAY)
    return smt_fail_unknown (r, at, s, "function");
  f.op = s->op;
  if (smt_op_table[f.op].n_indices)
    return smt_fail (r, ST_BADINPUT, at,
                     "%s needs %u ind%s, as in ((_ %s ...) x)",
                     smt_op_table[f.op].name, smt_op_table[f.op].n_indices,
                     smt_op_table[f.op].n_indices == 1 ? "ex" : "ices",
                     smt_op_table[f.op].name);
  return push_frame (r, f);
}

/* (as x sort) */
static bool ascribed (smt_reader *r, term *res) {
  smt_symbol *s;
  smt_place where;
  sort want;
  if (!smt_expect_symbol (r, &s, &where, "a symbol") ||
      !symbol_value (r, where, s, res) || !smt_read_sort (r, &want) ||
      !smt_expect_close (r))
    return false;
  sort got = smt_sort_of (r->ts, *res);
  return sort_eq (got, want) ||
         smt_fail (r, ST_BADINPUT, where, "'%s' has sort %s, not %s",
                   smt_show (s->text, s->len).text,
                   smt_any_sort_text (got).text, smt_any_sort_text (want).text);
}

/* Behind '(': either a whole term or one more frame. */
static bool open_term (smt_reader *r, smt_place where, term *value) {
  smt_token t;
  *value = TERM_NONE;
  if (fast_constant (r, value))
    return true;
  if (!smt_token_next (r, &t))
    return false;
  if (t.kind == TOKEN_OPEN)
    return open_indexed (r, where);
  if (t.kind == TOKEN_CLOSE)
    return smt_fail (r, ST_BADINPUT, t.place, "unexpected ')'");
  if (t.kind != TOKEN_SYMBOL)
    return smt_unexpected (r, &t, "a function");
  smt_symbol *s = smt_names_intern (&r->names, t.text, t.len);
  switch (s->op) {
  case WORD_LET:
    return open_let (r, where);
  case WORD_ANNOTATE:
    return push_frame (r,
                       (smt_frame) {.kind = FRAME_ANNOTATION, .place = where});
  case WORD_INDEXED:
    return smt_expect_symbol (r, &s, &t.place, "a constant") &&
           decimal_literal (r, s, t.place, value);
  case WORD_AS:
    return ascribed (r, value);
  case WORD_QUANTIFIER:
    return smt_fail (r, ST_UNSUPPORTED, t.place,
                     "quantifiers are not supported: '%s'", s->text);
  case WORD_MATCH:
    return smt_fail (r, ST_UNSUPPORTED, t.place,
                     "theory of datatypes is not supported: 'match'");
  case WORD_LAMBDA:
    return smt_fail (r, ST_UNSUPPORTED, t.place,
                     "lambda terms are not supported");
  default:
    return open_function (r, where, t.place, s);
  }
}

/* Closing. */

static bool close_macro (smt_reader *r, const smt_frame *f, size_t n,
                         const term *arg, term *res) {
  const smt_macro *m = r->macros.data + f->mark;
  assert (f->mark < r->macros.len && m->n_params);
  if (n != m->n_params)
    return smt_fail (r, ST_BADINPUT, f->place,
                     "a function of %zu argument%s is given %zu", m->n_params,
                     m->n_params == 1 ? "" : "s", n);
  for (size_t i = 0; i < n; i++) {
    sort want = smt_sort_of (r->ts, m->param[i]),
         got = smt_sort_of (r->ts, arg[i]);
    if (!sort_eq (want, got))
      return smt_fail (
          r, ST_BADINPUT, f->place, "argument %zu must have sort %s, got %s",
          i + 1, smt_any_sort_text (want).text, smt_any_sort_text (got).text);
  }
  r->n_expanded += m->n_steps;
  if (r->n_expanded > SMT_MAX_EXPANSION)
    return smt_fail (r, ST_UNSUPPORTED, f->place,
                     "the definitions in this command expand to too many "
                     "terms");
  term *plain = memory_alloc (r->mem, n * sizeof *plain);
  for (size_t i = 0; i < n; i++)
    plain[i] = smt_plain (arg[i]);
  *res = smt_mark (smt_macro_expand (m, r->ts, r->mem, plain), m->result);
  memory_free (r->mem, plain, n * sizeof *plain);
  return true;
}

static bool smt_parse_apply (smt_reader *r, const smt_frame *f, size_t n,
                             const term *arg, term *res) {
  sort filled = {f->op == OP_CONST_ARRAY ? (uint32_t) f->index[0] : 0};
  bool is_plain = smt_op_table[f->op].needs != NEEDS_FLOAT &&
                  sort_eq (filled, smt_bits_of_sort (filled));
  for (size_t i = 0; i < n && is_plain; i++)
    is_plain = smt_is_plain (arg[i]);
  if (!is_plain)
    return smt_number_apply (r, f, n, arg, res);
  *res = smt_apply (r->ts, (smt_op) f->op, f->index, n, arg, &r->why);
  if (res->id)
    return true;
  smt_fail (r, r->why.code, f->place, "%s", trouble_text (&r->why));
  trouble_clear (&r->why);
  return false;
}

/* The same by way of the recent applications. */
static bool close_apply (smt_reader *r, const smt_frame *f, size_t n,
                         const term *arg, term *res) {
  if (!n || n > 3 || f->index[0] >> 32 || f->index[1] >> 32)
    return smt_parse_apply (r, f, n, arg, res);
  smt_application a = {.op = f->op, .arg = {arg[0]}};
  a.index = f->index[0] << 32 | f->index[1];
  if (n > 1)
    a.arg[1] = arg[1];
  if (n > 2)
    a.arg[2] = arg[2];
  uint64_t h = hash_mix (a.index ^ (uint64_t) a.op << 48 ^ a.arg[2].id,
                         (uint64_t) a.arg[0].id << 32 | a.arg[1].id);
  smt_application *known = r->applications + h % SMT_APPLICATIONS;
  if (known->op == a.op && known->index == a.index &&
      known->arg[0].id == a.arg[0].id && known->arg[1].id == a.arg[1].id &&
      known->arg[2].id == a.arg[2].id) {
    *res = known->term;
    return true;
  }
  if (!smt_parse_apply (r, f, n, arg, res))
    return false;
  a.term = *res;
  *known = a;
  return true;
}

/* At ')' where a term could have stood. */
static bool close_frame (smt_reader *r, smt_place where, term *res) {
  if (!r->frames.len)
    return smt_fail (r, ST_BADINPUT, where, "unexpected ')', expected a term");
  smt_frame f = vec_last (&r->frames);
  assert (r->values.len >= f.first); /* each frame's values are on top */
  const size_t n = r->values.len - f.first;
  const term *arg = n ? r->values.data + f.first : NULL;
  bool is_open = f.kind == FRAME_APPLY || f.kind == FRAME_MACRO;
  if (!is_open)
    return smt_fail (r, ST_BADINPUT, where, "unexpected ')', expected a term");
  if (f.kind == FRAME_APPLY ? !close_apply (r, &f, n, arg, res)
                            : !close_macro (r, &f, n, arg, res))
    return false;
  r->values.len = f.first;
  r->frames.len--;
  return true;
}

/* Give a term to the innermost frame that waits for one. *is_done when there
 * is none: then the term is complete.
 */
static bool deliver (smt_reader *r, term value, bool *is_done) {
  for (*is_done = false; r->frames.len; r->frames.len--) {
    smt_frame *f = &vec_last (&r->frames);
    switch (f->kind) {
    case FRAME_BODY:
      if (!smt_expect_close (r))
        return false;
      smt_names_cut (&r->names, f->mark);
      break;
    case FRAME_ANNOTATION:
      if (!read_attributes (r, value))
        return false;
      break;
    case FRAME_LET:
      vec_push (r->mem, &r->values, value);
      return smt_expect_close (r) && next_binding (r);
    default:
      assert (f->kind == FRAME_APPLY || f->kind == FRAME_MACRO);
      vec_push (r->mem, &r->values, value);
      return true;
    }
  }
  *is_done = true;
  return true;
}

static bool smt_parse_step (smt_reader *r, const smt_token *t, term *value) {
  switch (t->kind) {
  case TOKEN_OPEN:
    return open_term (r, t->place, value);
  case TOKEN_CLOSE:
    return close_frame (r, t->place, value);
  case TOKEN_SYMBOL:
    return symbol_value (r, t->place,
                         smt_names_intern (&r->names, t->text, t->len), value);
  case TOKEN_NUMERAL:
    return integer (r, t, value);
  case TOKEN_HEX:
  case TOKEN_BINARY:
    return literal (r, t, value);
  case TOKEN_DECIMAL:
    return smt_real (r, t, value);
  case TOKEN_STRING:
    return smt_fail (r, ST_UNSUPPORTED, t->place,
                     "theory of strings is not supported");
  default:
    return smt_unexpected (r, t, "a term");
  }
}

bool smt_read_term_from (smt_reader *r, smt_token t, term *res) {
  for (bool is_done = false;;) {
    *res = TERM_NONE;
    if (!smt_parse_step (r, &t, res))
      return false;
    if (res->id && !deliver (r, *res, &is_done))
      return false;
    if (is_done)
      return true;
    if (!smt_token_next (r, &t))
      return false;
  }
}
