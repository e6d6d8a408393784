#include "lab/query/session.h"

#include "base/clock.h"
#include "base/map.h"
#include "lab/count/counter.h"
#include "lab/query/smt_number.h"
#include "lab/query/smt_write_model.h"
#include "reprise.h"
#include "term/leaves.h"
#include "term/smt_write.h"

typedef struct assertion {
  term term;
  const char *name; /* of (! term :named name), or NULL; owned by reader */
} assertion;

typedef struct assertion_frame {
  size_t n_assertions, n_declared;
} assertion_frame;

struct session {
  context *context;
  memory *mem;
  terms *ts;
  query_ladder *ladder;
  evaluator *evaluator;
  store *store;     /* or NULL */
  counter *counter; /* NULL: nothing was counted yet */
  VEC (assertion) assertions;
  term_vec declared;
  VEC (assertion_frame) frames;
  term_vec constraints, assumptions;
  VEC (smt_text) words; /* the assumptions as the user wrote them */
  arena text;           /* of the words */
  verdict_vec verdicts;
  bool has_answer; /* the last verdict still belongs to the assertions */
  bool print_success, global_declarations;
  uint64_t timeout; /* ns per query, 0 = none */
};

session *session_new (context *c, terms *ts, store *st) {
  memory *mem = &c->memory;
  session *s = memory_zalloc (mem, sizeof *s);
  *s = (session) {.context = c,
                  .mem = mem,
                  .ts = ts,
                  .ladder = query_ladder_new (c, ts, st),
                  .evaluator = evaluator_new (mem, ts),
                  .store = st,
                  .timeout = c->options.timeout};
  arena_init (&s->text, mem);
  return s;
}

void session_free (session *s) {
  if (!s)
    return;
  counter_free (s->counter);
  query_ladder_free (s->ladder);
  evaluator_free (s->evaluator);
  vec_release (s->mem, &s->assertions, &s->declared, &s->frames,
               &s->constraints, &s->assumptions, &s->words);
  arena_release (&s->text);
  vec_release (s->mem, &s->verdicts);
  memory_free (s->mem, s, sizeof *s);
}

/* Responses. */

static session_step error (session *s, const smt_command *c, char_vec *out,
                           const char *text) {
  trouble_clear (&s->context->trouble);
  trouble_set (&s->context->trouble, ST_BADINPUT, "%s", text);
  text_printf (s->mem, out, "(error \"%u:%u: ", c->place.line, c->place.column);
  for (const char *p = text; *p; p++) /* SMT-LIB doubles quotes */
    text_add (s->mem, out, *p == '"' ? "\"\"" : p, *p == '"' ? 2 : 1);
  text_puts (s->mem, out, "\")\n");
  return SESSION_ERROR;
}

static session_step obey_error (session *s, const smt_command *c,
                                char_vec *out) {
  return error (s, c, out, c->text);
}

static session_step line (session *s, char_vec *out, const char *text) {
  text_puts (s->mem, out, text);
  text_puts (s->mem, out, "\n");
  return SESSION_GO;
}

static session_step success (session *s, char_vec *out) {
  return s->print_success ? line (s, out, "success") : SESSION_GO;
}

static verdict last_verdict (const session *s) {
  assert (!s->has_answer || s->verdicts.len);
  return s->has_answer ? vec_last (&s->verdicts) : VERDICT_UNKNOWN;
}

/* The assertion stack. */

static void forget_answer (session *s) { s->has_answer = false; }

static session_step obey_assert (session *s, const smt_command *c,
                                 char_vec *out) {
  assert (c->n_terms == 1 && sort_is_bool (term_sort (s->ts, c->terms[0])));
  assertion a = {c->terms[0], NULL};
  for (size_t i = 0; i < c->n_named; i++)
    if (term_eq (c->named[i].term, a.term))
      a.name = c->named[i].name;
  vec_push (s->mem, &s->assertions, a);
  forget_answer (s);
  return success (s, out);
}

static session_step obey_declare (session *s, const smt_command *c,
                                  char_vec *out) {
  assert (c->n_terms == 1);
  vec_push (s->mem, &s->declared, c->terms[0]);
  return success (s, out);
}

static session_step obey_push (session *s, const smt_command *c,
                               char_vec *out) {
  for (uint64_t i = 0; i < c->number; i++)
    vec_push (s->mem, &s->frames,
              (assertion_frame) {s->assertions.len, s->declared.len});
  if (c->number)
    forget_answer (s);
  return success (s, out);
}

static session_step obey_pop (session *s, const smt_command *c, char_vec *out) {
  if (c->number > s->frames.len)
    return error (s, c, out, "pop goes below the first level");
  if (c->number) {
    s->frames.len -= c->number;
    assertion_frame f = s->frames.data[s->frames.len];
    assert (f.n_assertions <= s->assertions.len); /* levels only grow */
    s->assertions.len = f.n_assertions;
    if (!s->global_declarations)
      s->declared.len = f.n_declared;
    forget_answer (s);
  }
  return success (s, out);
}

static void clear_assertions (session *s) {
  vec_clear (&s->assertions);
  vec_clear (&s->frames);
  if (!s->global_declarations)
    vec_clear (&s->declared);
  forget_answer (s);
}

static session_step obey_reset_assertions (session *s, const smt_command *c,
                                           char_vec *out) {
  (void) c;
  clear_assertions (s);
  return success (s, out);
}

static session_step obey_reset (session *s, const smt_command *c,
                                char_vec *out) {
  (void) c;
  session_step step = success (s, out); /* by the option before the reset */
  s->global_declarations = false;
  clear_assertions (s);
  s->print_success = false;
  s->timeout = s->context->options.timeout;
  return step;
}

/* Asking. */

static void take_assumptions (session *s, const smt_command *c) {
  vec_clear (&s->assumptions);
  vec_clear (&s->words);
  arena_reset (&s->text);
  if (c->kind != SMT_CHECK_SAT_ASSUMING)
    return;
  for (size_t i = 0; i < c->n_terms; i++) {
    smt_text w = c->words[i];
    w.text = arena_copy (&s->text, w.text, w.len);
    vec_push (s->mem, &s->words, w);
    vec_push (s->mem, &s->assumptions, c->terms[i]);
  }
}

static session_step obey_check (session *s, const smt_command *c,
                                char_vec *out) {
  take_assumptions (s, c);
  vec_clear (&s->constraints);
  for (size_t i = 0; i < s->assertions.len; i++)
    vec_push (s->mem, &s->constraints, s->assertions.data[i].term);
  for (size_t i = 0; i < s->assumptions.len; i++)
    vec_push (s->mem, &s->constraints, s->assumptions.data[i]);
  verdict v = query_ladder_ask (s->ladder, s->constraints.len,
                                s->constraints.data, s->timeout);
  vec_push (s->mem, &s->verdicts, v);
  s->has_answer = true;
  return line (s, out, verdict_text (v));
}

static void write_value (session *s, char_vec *out, term t) {
  assert (last_verdict (s) == VERDICT_SAT); /* the evaluator has a model */
  sort of = smt_sort_of (s->ts, t);
  term plain = smt_plain (t);
  if (!sort_is_array (term_sort (s->ts, plain))) {
    smt_write_any (s->mem, out, of, evaluator_value (s->evaluator, plain));
    return;
  }
  element_vec elements = {0};
  uint64_t rest = evaluator_array (s->evaluator, plain, s->mem, &elements);
  smt_write_array (s->mem, out, of, rest, elements.len, elements.data);
  vec_release (s->mem, &elements);
}

static void write_pair (session *s, char_vec *out, smt_text word, term t) {
  text_puts (s->mem, out, "(");
  text_add (s->mem, out, word.text, word.len);
  text_puts (s->mem, out, " ");
  write_value (s, out, t);
  text_puts (s->mem, out, ")");
}

static session_step obey_get_value (session *s, const smt_command *c,
                                    char_vec *out) {
  if (last_verdict (s) != VERDICT_SAT)
    return error (s, c, out, "there is no model: the last answer is not sat");
  evaluator_start (s->evaluator, query_ladder_model (s->ladder));
  text_puts (s->mem, out, "(");
  for (size_t i = 0; i < c->n_terms; i++) {
    if (i)
      text_puts (s->mem, out, "\n ");
    write_pair (s, out, c->words[i], c->terms[i]);
  }
  return line (s, out, ")");
}

static session_step obey_get_model (session *s, const smt_command *c,
                                    char_vec *out) {
  if (last_verdict (s) != VERDICT_SAT)
    return error (s, c, out, "there is no model: the last answer is not sat");
  smt_write_model (s->mem, out, s->ts, query_ladder_model (s->ladder),
                   s->declared.len, s->declared.data);
  return SESSION_GO;
}

/* Does a constraint mention this variable? */
static bool is_mentioned (session *s, term var) {
  for (size_t i = 0; i < s->constraints.len; i++) {
    const leaf_set *l = term_leaves (s->ts, s->constraints.data[i]);
    for (uint32_t k = 0; k < l->n; k++)
      if (term_eq (l->leaf[k], var))
        return true;
  }
  return false;
}

/* Bits of declared constants that no assertion mentions. False: one of them
 * has infinitely many values.
 */
static bool count_unmentioned (session *s, unsigned *bits) {
  *bits = 0;
  for (size_t i = 0; i < s->declared.len; i++) {
    sort of = term_sort (s->ts, s->declared.data[i]);
    if (is_mentioned (s, s->declared.data[i]))
      continue;
    if (sort_is_int (of))
      return false;
    *bits += sort_is_bool (of) ? 1 : sort_width (of);
  }
  return true;
}

/* How many values of all declared constants satisfy the assertions. */
static session_step obey_get_model_count (session *s, const smt_command *c,
                                          char_vec *out) {
  unsigned bits, more;
  for (size_t i = 0; i < s->declared.len; i++)
    if (!smt_is_plain (s->declared.data[i]))
      return error (s, c, out, "models with floating point are not counted");
    else if (sort_is_array (term_sort (s->ts, s->declared.data[i])))
      return error (s, c, out, "models with arrays are not counted");
  if (!s->counter)
    s->counter = counter_new (s->mem, s->ts, &s->context->stats, s->store,
                              (uint64_t) s->context->options.count_effort);
  vec_clear (&s->constraints);
  for (size_t i = 0; i < s->assertions.len; i++)
    vec_push (s->mem, &s->constraints, s->assertions.data[i].term);
  forget_answer (s); /* a core would be of other constraints */
  model_count n = counter_count (s->counter, s->constraints.len,
                                 s->constraints.data, &bits);
  bool is_none = n.is_finite && !num_sign (n.high);
  if (!is_none && (!n.is_finite || !count_unmentioned (s, &more)))
    return line (s, out, "unknown");
  more = is_none ? 0 : more;
  arena *a = counter_numbers (s->counter);
  bool is_exact = model_count_is_exact (n);
  text_puts (s->mem, out, is_exact ? "" : "(between ");
  num_print (s->mem, out, num_shl (a, n.low, more), 10);
  if (!is_exact) {
    text_puts (s->mem, out, " ");
    num_print (s->mem, out, num_shl (a, n.high, more), 10);
  }
  return line (s, out, is_exact ? "" : ")");
}

/* A list whose i-th element, of n, is written by the function if its term is in
 * the core of the last answer; true: it was written.
 */
typedef bool core_writer (session *, char_vec *out, const map *core,
                          const char *space, size_t i);

static session_step write_core (session *s, const smt_command *c, char_vec *out,
                                size_t n, core_writer *write) {
  if (last_verdict (s) != VERDICT_UNSAT)
    return error (s, c, out, "there is no core: the last answer is not unsat");
  const term_vec *v = query_ladder_core (s->ladder);
  assert (v->len && v->len <= s->constraints.len);
  const char *space = "";
  map core;
  map_init (&core, s->mem);
  for (size_t i = 0; i < v->len; i++)
    map_put (&core, v->data[i].id, 1);
  text_puts (s->mem, out, "(");
  for (size_t i = 0; i < n; i++)
    if (write (s, out, &core, space, i))
      space = " ";
  map_release (&core);
  return line (s, out, ")");
}

static bool write_name (session *s, char_vec *out, const map *core,
                        const char *space, size_t i) {
  assertion a = s->assertions.data[i];
  if (!a.name || !map_find (core, a.term.id))
    return false;
  text_puts (s->mem, out, space);
  smt_write_symbol (s->mem, out, a.name);
  return true;
}

static bool write_assumption (session *s, char_vec *out, const map *core,
                              const char *space, size_t i) {
  assert (s->words.len == s->assumptions.len);
  if (!map_find (core, s->assumptions.data[i].id))
    return false;
  text_puts (s->mem, out, space);
  text_add (s->mem, out, s->words.data[i].text, s->words.data[i].len);
  return true;
}

static session_step obey_get_core (session *s, const smt_command *c,
                                   char_vec *out) {
  return write_core (s, c, out, s->assertions.len, write_name);
}

static session_step obey_get_assumptions (session *s, const smt_command *c,
                                          char_vec *out) {
  return write_core (s, c, out, s->assumptions.len, write_assumption);
}

static session_step obey_get_assertions (session *s, const smt_command *c,
                                         char_vec *out) {
  (void) c;
  text_puts (s->mem, out, "(");
  for (size_t i = 0; i < s->assertions.len; i++) {
    text_puts (s->mem, out, i ? "\n " : "");
    smt_write_term (s->mem, out, s->ts, s->assertions.data[i].term);
  }
  return line (s, out, ")");
}

static session_step obey_get_assignment (session *s, const smt_command *c,
                                         char_vec *out) {
  if (last_verdict (s) != VERDICT_SAT)
    return error (s, c, out, "there is no model: the last answer is not sat");
  evaluator_start (s->evaluator, query_ladder_model (s->ladder));
  const char *space = "";
  text_puts (s->mem, out, "(");
  for (size_t i = 0; i < s->assertions.len; i++) {
    assertion a = s->assertions.data[i];
    if (!a.name)
      continue;
    text_printf (s->mem, out, "%s(", space);
    smt_write_symbol (s->mem, out, a.name);
    bool holds = evaluator_holds (s->evaluator, a.term);
    text_puts (s->mem, out, holds ? " true)" : " false)");
    space = " ";
  }
  return line (s, out, ")");
}

/* Options and information. */

static bool read_bool (const smt_command *c, bool *to) {
  bool is_true = !strcmp (c->text, "true");
  if (!is_true && strcmp (c->text, "false"))
    return false;
  *to = is_true;
  return true;
}

/* Options whose default cannot be changed here but which say nothing wrong:
 * models and cores are always there.
 */
static bool is_accepted (const char *name) {
  return text_is_one_of (name, ":produce-models", ":produce-unsat-cores",
                         ":produce-unsat-assumptions", ":produce-assertions",
                         ":produce-assignments", ":interactive-mode",
                         ":incremental", ":random-seed", ":verbosity",
                         ":reproducible-resource-limit");
}

/* Milliseconds, as in Z3. */
static session_step set_timeout (session *s, const smt_command *c,
                                 char_vec *out) {
  size_t digits = strspn (c->text, "0123456789");
  if (!digits || c->text[digits] || digits > 12)
    return error (s, c, out, ":timeout needs a number of milliseconds");
  s->timeout = strtoull (c->text, NULL, 10) * (CLOCK_SECOND / 1000);
  return success (s, out);
}

static session_step obey_set_option (session *s, const smt_command *c,
                                     char_vec *out) {
  bool *flag = !strcmp (c->name, ":print-success") ? &s->print_success
               : !strcmp (c->name, ":global-declarations")
                   ? &s->global_declarations
                   : NULL;
  if (flag)
    return read_bool (c, flag) ? success (s, out)
                               : error (s, c, out, "true or false is needed");
  if (!strcmp (c->name, ":timeout"))
    return set_timeout (s, c, out);
  return is_accepted (c->name) ? success (s, out)
                               : line (s, out, "unsupported");
}

static session_step obey_get_option (session *s, const smt_command *c,
                                     char_vec *out) {
  bool is_flag = !strcmp (c->name, ":print-success");
  bool is_global = !strcmp (c->name, ":global-declarations");
  if (is_flag || is_global)
    return line (s, out,
                 (is_flag ? s->print_success : s->global_declarations)
                     ? "true"
                     : "false");
  if (!strncmp (c->name, ":produce-", 9))
    return line (s, out, "true");
  return line (s, out, "unsupported");
}

static session_step obey_get_info (session *s, const smt_command *c,
                                   char_vec *out) {
  const char *name = c->name, *value = NULL;
  char number[32];
  if (!strcmp (name, ":name"))
    value = "\"reprise\"";
  else if (!strcmp (name, ":version")) {
    text_printf (s->mem, out, "(:version \"%s\")\n", reprise_version ());
    return SESSION_GO;
  } else if (!strcmp (name, ":authors"))
    value = "\"The Reprise authors\"";
  else if (!strcmp (name, ":error-behavior"))
    value = s->context->options.interactive ? "continued-execution"
                                            : "immediate-exit";
  else if (!strcmp (name, ":assertion-stack-levels")) {
    snprintf (number, sizeof number, "%zu", s->frames.len);
    value = number;
  } else if (!strcmp (name, ":reason-unknown") && s->has_answer &&
             last_verdict (s) == VERDICT_UNKNOWN) {
    text_printf (s->mem, out, "(:reason-unknown \"%s\")\n",
                 reason_text (query_ladder_why (s->ladder)));
    return SESSION_GO;
  }
  if (!value)
    return line (s, out, "unsupported");
  text_printf (s->mem, out, "(%s %s)\n", name, value);
  return SESSION_GO;
}

static session_step obey_echo (session *s, const smt_command *c,
                               char_vec *out) {
  text_puts (s->mem, out, "\"");
  for (size_t i = 0; i < c->len; i++)
    text_add (s->mem, out, c->text[i] == '"' ? "\"\"" : c->text + i,
              c->text[i] == '"' ? 2 : 1);
  return line (s, out, "\"");
}

static session_step obey_exit (session *s, const smt_command *c,
                               char_vec *out) {
  (void) s, (void) c, (void) out;
  return SESSION_EXIT;
}

/* The reader has done all there is. */
static session_step obey_nothing (session *s, const smt_command *c,
                                  char_vec *out) {
  (void) c;
  return success (s, out);
}

session_step session_obey (session *s, const smt_command *c, char_vec *out) {
  static session_step (*const obey[]) (session *, const smt_command *,
                                       char_vec *) = {
#define COMMAND(NAME, SMT, READ, OBEY) [SMT_##NAME] = obey_##OBEY,
#include "lab/query/smt_commands.def"
      [SMT_ERROR] = obey_error,
      [SMT_END] = obey_exit,
  };
  assert (c->kind < sizeof obey / sizeof *obey && obey[c->kind]);
  return obey[c->kind](s, c, out);
}

const verdict_vec *session_verdicts (const session *s) { return &s->verdicts; }

void session_interrupt (session *s) { query_ladder_interrupt (s->ladder); }
