/* Questions of the machine, answered along the trie: what it has must be
 * possible, what it does not have must not.
 */

#include "lab/certify/certifier_priv.h"

#include "base/clock.h"
#include "term/bounds.h"

static certifier *certifier_of (chooser *c) { return (certifier *) c; }

static verdict question_ask (certifier *c, node_visit *v, term condition) {
  uint64_t time = c->context->options.timeout;
  uint64_t deadline = time ? clock_now () + time : c->deadline;
  if (c->deadline && c->deadline < deadline)
    deadline = c->deadline;
  knowledge_slice (v->knowledge, condition, &c->slice);
  model_clear (c->found);
  return c->oracle->ask (c->oracle, c->slice.len, c->slice.data, condition,
                         deadline, c->found);
}

static int question_give_up (node_visit *v) {
  v->is_over = true;
  return CHOICE_STOP;
}

static int fail_unknown (certifier *c, node_visit *v) {
  certify_fail (c, v->state,
                "nobody knows whether an alternative that the "
                "trie does not have is possible: %s",
                reason_text (c->oracle->why (c->oracle)));
  return question_give_up (v);
}

static bool is_fixed (node_visit *v, uint32_t n, const term *guard) {
  for (uint32_t i = 0; i < n; i++)
    if (!knowledge_is_fixed (v->knowledge, guard[i]))
      return false;
  return true;
}

/* One alternative. */

static uint32_t question_index_of (certifier *c, node_visit *v, uint32_t n,
                                   const term *guard) {
  uint32_t k = 0;
  while (k < n && !certify_holds (c, v, guard[k]))
    k++;
  return k;
}

static bool may_leave_out (const certifier *c, const node_visit *v) {
  return shape_of (c, v)->is_inexact || !v->state->is_forking;
}

/* That of the values, and no other one is possible. */
static int take_single (certifier *c, node_visit *v, uint32_t n,
                        const term *guard) {
  assert (n);
  uint32_t k = question_index_of (c, v, n, guard);
  if (k == n) {
    certify_fail (c, v->state, "no alternative holds");
    return question_give_up (v);
  }
  if (is_fixed (v, n, guard)) {
    c->result.fixed++;
    return (int) k;
  }
  verdict found = question_ask (c, v, term_not (c->ts, guard[k]));
  if (found == VERDICT_UNSAT)
    return (int) k;
  if (may_leave_out (c, v)) {
    spot at = certify_spot (v->state);
    c->result.left_out++;
    certify_note_loss (c, &at, "alternatives that were left out");
  } else if (found == VERDICT_UNKNOWN)
    return fail_unknown (c, v);
  else
    certify_fail (c, v->state,
                  "an alternative is possible that the trie does not have");
  knowledge_add (v->knowledge, guard[k], NULL);
  return (int) k;
}

/* Decisions. */

static bool is_site (certifier *c, const shape *s, const state *now,
                     choice_kind what, uint32_t n) {
  spot at, here = certify_spot (now);
  return s->what == what && s->n == n &&
         claims_spot (&c->claims, s->site, &at) &&
         at.function == here.function && at.insn == here.insn;
}

/* All alternatives that are not listed, together. */
static bool has_all (certifier *c, node_visit *v, const shape *s,
                     const term *guard) {
  assert (s->size <= s->n); /* each alternative once */
  const uint32_t *listed = c->claims.trie.pool.data + s->list;
  term rest = TERM_TRUE;
  for (uint32_t i = 0; i < s->size; i++)
    rest = term_and (c->ts, rest, term_not (c->ts, guard[listed[i]]));
  if (s->size == s->n || term_eq (rest, TERM_FALSE))
    return true;
  verdict found = question_ask (c, v, rest);
  if (found == VERDICT_UNSAT)
    return true;
  if (may_leave_out (c, v)) {
    spot at = certify_spot (v->state);
    c->result.left_out++;
    certify_note_loss (c, &at, "alternatives that were left out");
    return true;
  }
  if (found == VERDICT_UNKNOWN)
    fail_unknown (c, v);
  else
    certify_fail (c, v->state,
                  "an alternative is possible that the decision does not have");
  return found != VERDICT_UNKNOWN;
}

/* Without a test behind the alternative a solver shows that it is possible. */
static model *find_values (certifier *c, node_visit *v, term guard) {
  if (question_ask (c, v, guard) != VERDICT_SAT) {
    certify_fail (c, v->state,
                  "the trie has an alternative that is not known "
                  "to be possible, and no test for it");
    return NULL;
  }
  model *m = model_new (c->mem, c->ts);
  if (v->test)
    certify_load (c, v->state, v->test);
  model_copy (m, v->test ? c->values : v->values);
  model_add (m, c->found);
  return m;
}

/* The path behind one alternative of this decision; NULL: there is none. */
static node_visit *make_visit (certifier *c, node_visit *from, uint32_t at,
                               uint32_t k, term guard) {
  assert (at > from->node && at < c->claims.trie.n_nodes);
  uint32_t test = 0;
  model *values = NULL;
  bool has_test = claims_first_test (&c->claims, at, &test);
  if (!has_test && !(values = find_values (c, from, guard)))
    return NULL;
  state *copy = machine_fork (c->machine, from->state, ++c->next_id);
  node_visit *v = visit_new (c, copy, knowledge_fork (from->knowledge), at);
  v->test = has_test ? test + 1 : 0;
  v->values = values;
  v->depth = (uint32_t) c->way.len + 1;
  v->choice = k;
  if (!certify_holds (c, v, guard)) {
    certify_fail (c, from->state,
                  "the values for alternative %u of the "
                  "decision do not lead there",
                  k);
    visit_free (c, v);
    return NULL;
  }
  knowledge_add (v->knowledge, guard, NULL);
  return v;
}

/* Not executed; if it has a test, that has come so far. */
static void skip_boundary (certifier *c, node_visit *from, uint32_t at,
                           term guard) {
  assert (is_boundary (c, at));
  spot here = certify_spot (from->state);
  uint32_t link = c->claims.trie.node[at].link;
  certify_boundary (c, at, &here);
  if (!link)
    return;
  knowledge *k = knowledge_fork (from->knowledge);
  knowledge_add (k, guard, NULL);
  certify_load (c, from->state, link);
  if (!certify_satisfies (c, k))
    certify_fail (c, from->state,
                  "test %u does not lead to where it was cut short",
                  c->test.number);
  knowledge_free (k);
}

/* The first of the new paths goes on in the state that asks. */
static int become (certifier *c, node_visit *v, node_visit *first) {
  assert (first->depth == c->way.len + 1);
  model *values = v->values;
  knowledge *k = v->knowledge;
  v->knowledge = first->knowledge;
  v->values = first->values;
  v->test = first->test;
  v->node = first->node;
  v->depth = first->depth;
  v->choice = first->choice;
  v->asked = 0;
  v->sees_globals = v->sees_functions = false;
  first->knowledge = k;
  first->values = values;
  visit_free (c, first);
  vec_push (c->mem, &c->way, v->choice);
  return (int) v->choice;
}

static int question_go_on (certifier *c, node_visit *v) {
  if (!c->born.len)
    return question_give_up (v);
  for (size_t i = c->born.len - 1; i; i--) {
    state_force (c->born.data[i]->state, v->state->next_forced,
                 c->born.data[i]->choice);
    vec_push (c->mem, &c->todo, c->born.data[i]);
  }
  return become (c, v, c->born.data[0]);
}

static int question_decide (certifier *c, node_visit *v, const term *guard) {
  const trie *t = &c->claims.trie;
  const shape *s = shape_of (c, v);
  uint32_t kid = v->node + 1;
  assert (s->kind == SHAPE_DECISION);
  c->result.decisions++;
  certify_way (c, v);
  vec_clear (&c->born);
  if (!has_all (c, v, s, guard))
    return question_give_up (v);
  for (uint32_t i = 0; i < s->size; i++) {
    uint32_t k = t->pool.data[s->list + i];
    node_visit *made = NULL;
    if (is_boundary (c, kid))
      skip_boundary (c, v, kid, guard[k]);
    else
      made = make_visit (c, v, kid, k, guard[k]);
    if (made)
      vec_push (c->mem, &c->born, made);
    kid += trie_size (t, kid);
  }
  assert (kid == v->node + trie_size (t, v->node));
  machine_begin_leg (c->machine);
  return question_go_on (c, v);
}

static int question_choose (chooser *ch, state *now, choice_kind what,
                            uint32_t n, const term *guard) {
  certifier *c = certifier_of (ch);
  node_visit *v = visit_of (now);
  const shape *s = shape_of (c, v);
  c->result.questions++;
  v->asked += explore_question (what, n);
  v->sees_globals |= what == CHOICE_RESOLVE;
  v->sees_functions |= now->top->code->insn[now->top->pc].op == OP_CALL_POINTER;
  if (s->kind != SHAPE_DECISION || s->asked != v->asked)
    return take_single (c, v, n, guard);
  if (is_site (c, s, now, what, n) && now->next_forced < MAX_FORCED)
    return question_decide (c, v, guard);
  certify_fail (c, now, "the decision of the trie is somewhere else");
  return question_give_up (v);
}

/* The other questions. */

static bool question_assume (chooser *ch, state *s, term t, bool *waits) {
  (void) waits;
  certifier *c = certifier_of (ch);
  node_visit *v = visit_of (s);
  if (certify_holds (c, v, t)) {
    knowledge_add (v->knowledge, t, NULL);
    return true;
  }
  verdict found = question_ask (c, v, t);
  if (found == VERDICT_UNKNOWN)
    fail_unknown (c, v);
  if (found != VERDICT_SAT)
    return false;
  if (v->test) {
    certify_load (c, s, v->test);
    certify_fail (c, s, "test %u does not satisfy an assumption",
                  c->test.number);
    question_give_up (v);
    return false;
  }
  model_add (v->values, c->found);
  c->started = NULL;
  knowledge_add (v->knowledge, t, NULL);
  return true;
}

static bool question_value (chooser *ch, state *s, term t, bool fix,
                            const char *why, uint64_t *out) {
  certifier *c = certifier_of (ch);
  node_visit *v = visit_of (s);
  *out = certify_value (c, v, t);
  if (!fix || knowledge_is_fixed (v->knowledge, t))
    return true;
  sort st = term_sort (c->ts, t);
  spot at = certify_spot (s);
  knowledge_add (v->knowledge,
                 term_equal (c->ts, t, term_const (c->ts, st, *out)), NULL);
  certify_note_loss (c, &at, why ? why : "a value was fixed");
  return true;
}

static bool question_other (chooser *ch, state *s, term condition, term t,
                            uint64_t *out) {
  certifier *c = certifier_of (ch);
  node_visit *v = visit_of (s);
  if (knowledge_is_fixed (v->knowledge, t) ||
      question_ask (c, v, condition) != VERDICT_SAT)
    return false;
  *out = knowledge_value_under (v->knowledge, t, c->found);
  return true;
}

static void question_range (chooser *ch, state *s, term t, uint64_t *low,
                            uint64_t *high) {
  certifier *c = certifier_of (ch);
  node_visit *v = visit_of (s);
  bounds b = term_bounds (c->ts, t);
  *low = b.min;
  *high = b.max;
  if (knowledge_is_fixed (v->knowledge, t))
    *low = *high = certify_value (c, v, t);
}

static int question_possible (chooser *ch, state *s, term condition) {
  verdict v = question_ask (certifier_of (ch), visit_of (s), condition);
  return v == VERDICT_UNKNOWN ? -1 : v == VERDICT_SAT;
}

static void question_warn (chooser *ch, state *s, const cause *why) {
  spot at = certify_spot (s);
  certify_note_cause (certifier_of (ch), &at, why);
}

void certify_answer_machine (certifier *c) {
  c->chooser = (chooser) {.choose = question_choose,
                          .assume = question_assume,
                          .value = question_value,
                          .other = question_other,
                          .range = question_range,
                          .warn = question_warn,
                          .possible = question_possible};
}
