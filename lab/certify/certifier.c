/* The walk over the tree, depth first. A visit is a path that is executed:
 *
 *     todo   [ visit: state, knowledge, node, values ]   the next one on top
 *     values those of the first test behind the node, or a model of a solver
 *     way    choices from the root to the visit that runs
 *
 * The machine runs until it asks; certify_question.c answers along the trie and
 * pushes a visit for each further alternative, certify_end.c judges ends. What
 * runs holds for all inputs of its knowledge; its values only say which way is
 * taken, and are checked against each guard.
 *
 * One test and one model are loaded at a time ('loaded', 'started'), since
 * visits of one subtree mostly have the same.
 */

#include "lab/certify/certifier.h"

#include "base/bits.h"
#include "base/clock.h"
#include "lab/certify/certifier_priv.h"

#define FUEL (UINT64_C (1) << 20)

node_visit *visit_new (certifier *c, state *s, knowledge *k, uint32_t at) {
  node_visit *v = memory_zalloc (c->mem, sizeof *v);
  v->state = s;
  v->knowledge = k;
  v->node = at;
  s->extra = v;
  return v;
}

void visit_free (certifier *c, node_visit *v) {
  if (!v)
    return;
  if (v->values == c->started)
    c->started = NULL;
  machine_drop (c->machine, v->state);
  knowledge_free (v->knowledge);
  if (v->values)
    model_free (v->values);
  memory_free (c->mem, v, sizeof *v);
}

/* Values. Inputs are made in the order in which the test has them; one that
 * it does not have is 0, and is found out at the end.
 */

static void fill_input (certifier *c, const symbolic *in, const testinput *t) {
  const uint8_t *at = t->bytes;
  if (in->size != t->size)
    return;
  for (uint32_t k = 0; k < in->n_parts; at += in->width[k++])
    model_set (c->values, in->part[k], bits_load (at, in->width[k]));
}

void certify_load (certifier *c, const state *s, uint32_t test) {
  assert (test && test <= suite_count (c->claims.tests));
  if (c->loaded != test) {
    suite_get (c->claims.tests, test - 1, &c->test);
    model_clear (c->values);
    c->loaded = test;
    c->n_filled = 0;
    c->started = NULL;
  }
  for (; c->n_filled < s->symbolics.len; c->n_filled++) {
    if (c->n_filled < c->test.n_inputs)
      fill_input (c, s->symbolics.data + c->n_filled,
                  c->test.input + c->n_filled);
    c->started = NULL;
  }
}

static void start_evaluating (certifier *c, const node_visit *v) {
  assert (!v->test != !v->values); /* of a test, or of a solver */
  if (v->test)
    certify_load (c, v->state, v->test);
  const model *m = v->test ? c->values : v->values;
  if (c->started != m)
    evaluator_start (c->evaluator, m);
  c->started = m;
}

bool certify_holds (certifier *c, const node_visit *v, term t) {
  start_evaluating (c, v);
  return evaluator_holds (c->evaluator, t);
}

uint64_t certify_value (certifier *c, const node_visit *v, term t) {
  start_evaluating (c, v);
  return evaluator_value (c->evaluator, t);
}

bool certify_satisfies (certifier *c, knowledge *k) {
  knowledge_all (k, &c->constraints);
  c->started = NULL;
  return evaluator_satisfies (c->evaluator, c->values, c->constraints.len,
                              c->constraints.data);
}

/* The walk. */

static bool certifier_is_over (const certifier *c) {
  return c->deadline && clock_now () >= c->deadline;
}

/* From one node to the next. Decisions on the way go on with the first of
 * their alternatives.
 */
static void walk (certifier *c, node_visit *v) {
  state *s = v->state;
  assert (s->extra == v && v->node < c->claims.trie.n_nodes);
  assert (v->depth <= c->way.len); /* its parent ran before it */
  c->way.len = v->depth;
  if (v->depth)
    c->way.data[v->depth - 1] = v->choice;
  vec_clear (&c->blocks);
  machine_take_blocks (c->machine, c->mem, &c->blocks);
  while (!v->is_over && s->end.kind == END_NONE) {
    if (certifier_is_over (c)) {
      certify_fail (c, s, "time is over: nothing behind this was checked");
      return;
    }
    if (machine_run (c->machine, s, FUEL) == STOP_CHOICE)
      break;
  }
  if (!v->is_over && s->end.kind != END_NONE)
    certify_end (c, v);
}

/* The first path: values are those of a test, if there is any. */
static void certifier_start (certifier *c) {
  static const char *const no_environment[] = {NULL};
  uint32_t test;
  if (is_boundary (c, 0)) {
    certify_boundary (c, 0, NULL);
    return;
  }
  state *s = machine_start (c->machine, c->config.argc, c->config.argv,
                            no_environment);
  s->id = ++c->next_id;
  s->is_forking = true;
  node_visit *v = visit_new (c, s, knowledge_new (c->knowing), 0);
  if (claims_first_test (&c->claims, 0, &test))
    v->test = test + 1;
  else
    v->values = model_new (c->mem, c->ts);
  vec_push (c->mem, &c->todo, v);
}

/* What can be said without executing anything. */
static void check_tables (certifier *c) {
  const claims *k = &c->claims;
  const char *foreign = claims_foreign_function (k);
  if (foreign)
    certify_fail (c, NULL,
                  "the code of '%s' is not that of the program: another "
                  "program, or another version of it",
                  foreign);
  if (!k->same_globals)
    certify_fail (c, NULL, "the globals are not those of the program");
  if (!k->same_functions)
    certify_fail (c, NULL, "the functions are not those of the program");
}

/* Every test belongs to one end; no two ends share one. */
static void count_stray (certifier *c) {
  const claims *k = &c->claims;
  u32_vec used = {0};
  for (uint32_t i = 0; i < suite_count (k->tests); i++)
    vec_push (c->mem, &used, 0);
  for (size_t i = 0; i < k->with_test.len; i++)
    used.data[k->trie.node[k->with_test.data[i]].link - 1]++;
  for (size_t i = 0; i < used.len; i++) {
    c->result.stray += !used.data[i];
    if (used.data[i] > 1)
      certify_fail (c, NULL, "%u ends have one test", used.data[i]);
  }
  vec_release (c->mem, &used);
}

static certify_verdict judge (const certificate *r) {
  if (r->n_failures)
    return NOT_CERTIFIED;
  return r->open || r->cut || r->left_out || r->n_notes ? CERTIFIED_BOUNDED
                                                        : CERTIFIED;
}

void certifier_run (certifier *c, certificate *out) {
  uint64_t time = c->context->options.time_budget, before = clock_cpu ();
  c->deadline = time ? clock_now () + time : 0;
  check_tables (c);
  count_stray (c);
  certifier_start (c);
  while (c->todo.len) {
    node_visit *v = vec_pop (&c->todo);
    if (!certifier_is_over (c))
      walk (c, v);
    else if (c->todo.len == 0)
      certify_fail (c, v->state, "time is over before all was checked");
    visit_free (c, v);
  }
  certificate *r = &c->result;
  r->path = c->config.path;
  r->before = c->claims.trie.cost;
  r->nodes = c->claims.trie.n_nodes;
  r->n_listed = c->failures.len;
  r->failure = c->failures.data;
  r->n_notes = c->notes.len;
  r->note = c->notes.data;
  r->verdict = judge (r);
  r->time = clock_cpu () - before;
  *out = *r;
}

/* Life. */

/* Where the machine gives up is part of what the trie is about. */
static void take_limits (context *c, const uint64_t *limit) {
  options o = c->options;
  options_take_limits (&o, limit);
  context_take_options (c, &o);
}

status certifier_open (const certify_config *config, certifier **out) {
  context *x = config->context;
  claims k;
  status st =
      claims_open (&k, &x->memory, config->program, config->path, &x->trouble);
  if (st)
    return st;
  certifier *c = memory_zalloc (&x->memory, sizeof *c);
  c->config = *config;
  c->context = x;
  c->mem = &x->memory;
  c->ts = config->terms;
  c->program = config->program;
  c->oracle = config->oracle;
  c->claims = k;
  take_limits (x, k.trie.limit);
  certify_answer_machine (c);
  c->machine = machine_new (&(machine_config) {.context = x,
                                               .terms = c->ts,
                                               .program = c->program,
                                               .chooser = &c->chooser,
                                               .is_tracing = true});
  c->reference = reference_new (x, c->program, config->argc, config->argv);
  c->knowing = knowing_new (c->mem, c->ts);
  c->evaluator = evaluator_new (c->mem, c->ts);
  c->values = model_new (c->mem, c->ts);
  c->found = model_new (c->mem, c->ts);
  arena_init (&c->texts, c->mem);
  map_init (&c->note_at, c->mem);
  *out = c;
  return ST_OK;
}

void certifier_free (certifier *c) {
  if (!c)
    return;
  while (c->todo.len)
    visit_free (c, vec_pop (&c->todo));
  machine_free (c->machine);
  reference_free (c->reference);
  knowing_free (c->knowing);
  evaluator_free (c->evaluator);
  model_free (c->values);
  model_free (c->found);
  claims_release (&c->claims);
  arena_release (&c->texts);
  map_release (&c->note_at);
  vec_release (c->mem, &c->todo, &c->way, &c->slice, &c->constraints,
               &c->blocks, &c->born, &c->spots, &c->text);
  vec_release (c->mem, &c->failures, &c->notes);
  memory_free (c->mem, c, sizeof *c);
}
