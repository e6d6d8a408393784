/* Commands of SMT-LIB: what is between the name and the closing parenthesis.
 * Each reads up to and including that before it has an effect.
 */

#include "lab/query/smt_float_read.h"
#include "lab/query/smt_number.h"

#define MAX_LEVELS 1000000u

/* Levels. */

static void return_to (smt_reader *r, smt_level level) {
  assert (level.n_macros <= r->macros.len);
  if (r->is_global)
    return;
  smt_names_cut (&r->names, level.n_bindings);
  r->macros.len = level.n_macros;
  arena_return (&r->steps, level.steps);
}

void smt_clear_levels (smt_reader *r) {
  return_to (r, (smt_level) {0});
  vec_clear (&r->levels);
}

static bool read_name (smt_reader *r, smt_command *c, smt_symbol **s) {
  smt_place where;
  if (!smt_expect_symbol (r, s, &where, "a symbol") ||
      !smt_check_new (r, *s, where))
    return false;
  c->name = (*s)->text;
  return true;
}

static bool give_term (smt_reader *r, smt_command *c, term t) {
  assert (t.id);
  vec_push (r->mem, &r->terms, t);
  c->terms = r->terms.data;
  c->n_terms = r->terms.len;
  return true;
}

static bool read_logic (smt_reader *r, smt_command *c) {
  smt_symbol *s;
  smt_place where;
  if (!smt_expect_symbol (r, &s, &where, "a logic"))
    return false;
  const char *refusal = smt_logic_refusal (s->text);
  if (refusal)
    return smt_fail (r, ST_UNSUPPORTED, where, "%s: '%s'", refusal,
                     smt_show (s->text, s->len).text);
  c->name = s->text;
  if (!smt_expect_close (r))
    return false;
  r->has_no_fp = !strstr (s->text, "FP") && !strstr (s->text, "ALL");
  r->has_no_int = !strstr (s->text, "IA") && !strstr (s->text, "IDL") &&
                  !strstr (s->text, "ALL");
  return true;
}

/* Without the second quote of each pair; NUL-terminated in 'text'. */
static void take_string (smt_reader *r, smt_command *c, const smt_token *t) {
  vec_clear (&r->text);
  vec_reserve (r->mem, &r->text, t->len + 1);
  for (size_t i = 0; i < t->len; i++) {
    r->text.data[r->text.len++] = t->text[i];
    i += t->text[i] == '"';
  }
  c->text = text_c (r->mem, &r->text);
  c->len = r->text.len;
}

static bool read_bare_keyword (smt_reader *r, smt_command *c) {
  smt_token t;
  if (!smt_token_next (r, &t))
    return false;
  if (t.kind != TOKEN_KEYWORD)
    return smt_unexpected (r, &t, "a keyword");
  c->name = smt_names_intern (&r->names, t.text, t.len)->text;
  return true;
}

static bool read_keyword (smt_reader *r, smt_command *c) {
  return read_bare_keyword (r, c) && smt_expect_close (r);
}

/* The value of an option or information, as written. */
static bool take_value (smt_reader *r, smt_command *c, const smt_token *t) {
  if (t->kind == TOKEN_STRING) {
    take_string (r, c, t);
    return true;
  }
  r->lex.hold = r->lex.token;
  if (!smt_skip_value (r, t))
    return false;
  vec_clear (&r->text);
  text_add (r->mem, &r->text, r->lex.hold, (size_t) (r->lex.at - r->lex.hold));
  r->lex.hold = NULL;
  c->text = text_c (r->mem, &r->text);
  c->len = r->text.len;
  return true;
}

static bool read_attribute (smt_reader *r, smt_command *c) {
  smt_token t;
  c->text = "";
  if (!read_bare_keyword (r, c) || !smt_token_next (r, &t))
    return false;
  if (t.kind == TOKEN_CLOSE)
    return c->kind == SMT_SET_INFO ||
           smt_fail (r, ST_BADINPUT, t.place, "expected a value for %s",
                     smt_show (c->name, strlen (c->name)).text);
  if (!take_value (r, c, &t) || !smt_expect_close (r))
    return false;
  if (c->kind == SMT_SET_OPTION && !strcmp (c->name, ":global-declarations"))
    r->is_global = !strcmp (c->text, "true");
  return true;
}

static bool refuse_functions (smt_reader *r, smt_place where,
                              const smt_symbol *s) {
  return smt_fail (r, ST_UNSUPPORTED, where,
                   "theory of uninterpreted functions is not supported: '%s' "
                   "has arguments",
                   smt_show (s->text, s->len).text);
}

static bool read_declaration (smt_reader *r, smt_command *c) {
  smt_symbol *s;
  smt_token t;
  if (!read_name (r, c, &s))
    return false;
  if (c->kind == SMT_DECLARE_FUN) {
    if (!smt_expect_open (r, "the sorts of the arguments") ||
        !smt_token_next (r, &t))
      return false;
    if (t.kind != TOKEN_CLOSE)
      return refuse_functions (r, t.place, s);
  }
  if (!smt_read_sort (r, &c->sort) || !smt_expect_close (r))
    return false;
  term var = term_var (r->ts, s->text, s->len, smt_bits_of_sort (c->sort));
  var = smt_mark (var, c->sort);
  smt_names_bind (&r->names, s, BOUND_TERM,
                  smt_variable_meaning (r->ts, var).id);
  return give_term (r, c, var);
}

/* "((x sort) ...)" as bindings to fresh variables, kept in 'terms'. */
static bool read_params (smt_reader *r) {
  smt_token t;
  smt_symbol *s;
  smt_place where;
  sort of;
  uint32_t before = (uint32_t) r->names.bindings.len;
  if (!smt_expect_open (r, "the parameters"))
    return false;
  while (smt_token_next (r, &t)) {
    if (t.kind == TOKEN_CLOSE)
      return true;
    if (t.kind != TOKEN_OPEN)
      return smt_unexpected (r, &t, "a parameter");
    if (!smt_expect_symbol (r, &s, &where, "a parameter") ||
        !smt_read_sort (r, &of) || !smt_expect_close (r))
      return false;
    if (s->binding > before || s->op >= OP_COUNT)
      return smt_fail (r, ST_BADINPUT, where, "'%s' cannot be a parameter%s",
                       smt_show (s->text, s->len).text,
                       s->binding > before ? " twice" : "");
    term param = term_fresh (r->ts, "param", smt_bits_of_sort (of));
    param = smt_mark (param, of);
    vec_push (r->mem, &r->terms, param);
    smt_names_bind (&r->names, s, BOUND_TERM, param.id);
    r->has_params = true;
  }
  return false;
}

static bool keep_macro (smt_reader *r, smt_symbol *s, smt_place where,
                        term body) {
  smt_macro m;
  mark before = arena_mark (&r->steps);
  assert (r->terms.len); /* the parameters */
  if (!smt_macro_init (&m, &r->steps, r->mem, r->ts, r->terms.len,
                       r->terms.data, smt_plain (body))) {
    arena_return (&r->steps, before);
    return smt_fail (r, ST_UNSUPPORTED, where,
                     "the definition of '%s' expands to too many terms",
                     smt_show (s->text, s->len).text);
  }
  m.result = smt_sort_of (r->ts, body);
  vec_push (r->mem, &r->macros, m);
  smt_names_bind (&r->names, s, BOUND_MACRO, (uint32_t) (r->macros.len - 1));
  return true;
}

/* A definition of what we know as an operator (term/smt_float.h). */
static bool is_ours (const smt_command *c, const smt_symbol *s) {
  uint64_t code, width;
  return c->kind == SMT_DEFINE_FUN && smt_float_parse (s->text, &code, &width);
}

static bool pass_over (smt_reader *r, smt_command *c) {
  smt_token t;
  for (unsigned i = 0; i < 3; i++) /* parameters, sort, body */
    if (!smt_token_next (r, &t) || !smt_skip_value (r, &t))
      return false;
  c->sort = SORT_BOOL;
  return smt_expect_close (r) && give_term (r, c, TERM_TRUE);
}

static bool read_definition (smt_reader *r, smt_command *c) {
  smt_symbol *s;
  smt_token t;
  term body;
  size_t before = r->names.bindings.len;
  if (!read_name (r, c, &s))
    return false;
  if (is_ours (c, s))
    return pass_over (r, c);
  if ((c->kind == SMT_DEFINE_FUN && !read_params (r)) ||
      !smt_read_sort (r, &c->sort) || !smt_token_next (r, &t) ||
      !smt_read_term_from (r, t, &body) || !smt_expect_close (r))
    return false;
  smt_names_cut (&r->names, before);
  sort got = smt_sort_of (r->ts, body);
  if (!sort_eq (got, c->sort))
    return smt_fail (
        r, ST_BADINPUT, t.place, "the definition of '%s' needs sort %s, got %s",
        smt_show (s->text, s->len).text, smt_any_sort_text (c->sort).text,
        smt_any_sort_text (got).text);
  if (!r->has_params)
    smt_names_bind (&r->names, s, BOUND_TERM, body.id);
  else if (!keep_macro (r, s, t.place, body))
    return false;
  vec_clear (&r->terms);
  return give_term (r, c, body);
}

static bool read_sort (smt_reader *r, smt_command *c) {
  smt_symbol *s;
  smt_token t;
  if (!read_name (r, c, &s) || !smt_expect_open (r, "the parameters") ||
      !smt_token_next (r, &t))
    return false;
  if (t.kind != TOKEN_CLOSE)
    return smt_fail (r, ST_UNSUPPORTED, t.place,
                     "sorts with parameters are not supported");
  if (!smt_read_sort (r, &c->sort) || !smt_expect_close (r))
    return false;
  smt_names_bind (&r->names, s, BOUND_SORT, c->sort.code);
  return true;
}

static bool check_bool (smt_reader *r, const char *what, smt_place where,
                        term t) {
  sort s = smt_sort_of (r->ts, t);
  return sort_is_bool (s) ||
         smt_fail (r, ST_BADINPUT, where, "%s needs a Bool term, got %s", what,
                   smt_any_sort_text (s).text);
}

static bool read_assertion (smt_reader *r, smt_command *c) {
  smt_token t;
  term formula;
  return smt_token_next (r, &t) && smt_read_term_from (r, t, &formula) &&
         check_bool (r, "assert", t.place, formula) && smt_expect_close (r) &&
         give_term (r, c, formula);
}

/* "(t ...)" into 'terms' and 'words'. The window is held, so that words stay
 * where they are, as offsets until it can move no more.
 */
static bool read_list (smt_reader *r, smt_command *c) {
  smt_token t;
  term res;
  smt_lexer *x = &r->lex;
  if (!smt_expect_open (r, "a list of terms"))
    return false;
  x->hold = x->token;
  while (smt_token_next (r, &t) && t.kind != TOKEN_CLOSE) {
    uint64_t from = x->offset + (uint64_t) (x->token - x->data);
    if (!smt_read_term_from (r, t, &res) ||
        (c->kind == SMT_CHECK_SAT_ASSUMING &&
         !check_bool (r, smt_kind_name (c->kind), t.place, res)))
      return false;
    uint64_t to = x->offset + (uint64_t) (x->at - x->data);
    smt_text said = {(const char *) (uintptr_t) from, (size_t) (to - from)};
    vec_push (r->mem, &r->words, said);
    give_term (r, c, res);
  }
  if (r->trouble.code || !smt_expect_close (r))
    return false;
  for (size_t i = 0; i < r->words.len; i++) {
    uint64_t from = (uint64_t) (uintptr_t) r->words.data[i].text;
    r->words.data[i].text = x->data + (from - x->offset);
  }
  c->words = r->words.data;
  return c->n_terms || c->kind == SMT_CHECK_SAT_ASSUMING ||
         smt_fail (r, ST_BADINPUT, t.place, "get-value needs a term");
}

/* "[numeral] )" */
static bool read_count (smt_reader *r, smt_command *c, smt_place *where) {
  smt_token t;
  c->number = 1;
  if (!smt_token_next (r, &t))
    return false;
  *where = t.place;
  if (t.kind == TOKEN_CLOSE)
    return true;
  return smt_numeral_u64 (r, &t, &c->number) && smt_expect_close (r);
}

static bool read_push (smt_reader *r, smt_command *c) {
  smt_place where;
  if (!read_count (r, c, &where))
    return false;
  if (c->number > MAX_LEVELS || r->levels.len + c->number > MAX_LEVELS)
    return smt_fail (r, ST_UNSUPPORTED, where,
                     "more than %u levels are not supported", MAX_LEVELS);
  smt_level level = {r->names.bindings.len, r->macros.len,
                     arena_mark (&r->steps)};
  for (uint64_t i = 0; i < c->number; i++)
    vec_push (r->mem, &r->levels, level);
  return true;
}

static bool read_pop (smt_reader *r, smt_command *c) {
  smt_place where;
  if (!read_count (r, c, &where))
    return false;
  if (c->number > r->levels.len)
    return smt_fail (r, ST_BADINPUT, where,
                     "pop of %llu levels, but only %zu %s open",
                     (unsigned long long) c->number, r->levels.len,
                     r->levels.len == 1 ? "is" : "are");
  if (!c->number)
    return true;
  size_t left = r->levels.len - (size_t) c->number;
  assert (left < r->levels.len);
  return_to (r, r->levels.data[left]);
  r->levels.len = left;
  return true;
}

static bool read_echo (smt_reader *r, smt_command *c) {
  smt_token t;
  if (!smt_token_next (r, &t))
    return false;
  if (t.kind != TOKEN_STRING)
    return smt_unexpected (r, &t, "a string");
  take_string (r, c, &t);
  return smt_expect_close (r);
}

static bool read_nothing (smt_reader *r, smt_command *c) {
  (void) c;
  return smt_expect_close (r);
}

static bool read_reset (smt_reader *r, smt_command *c) {
  bool is_good = read_nothing (r, c);
  if (is_good)
    smt_reader_reset (r);
  return is_good;
}

static bool read_reset_assertions (smt_reader *r, smt_command *c) {
  bool is_good = read_nothing (r, c);
  if (is_good)
    smt_clear_levels (r);
  return is_good;
}

bool smt_read_arguments (smt_reader *r, smt_command *c) {
  static bool (*const read[]) (smt_reader *, smt_command *) = {
#define COMMAND(NAME, SMT, READ, OBEY) [SMT_##NAME] = read_##READ,
#include "lab/query/smt_commands.def"
  };
  assert (c->kind < sizeof read / sizeof *read && read[c->kind]);
  return read[c->kind](r, c);
}
