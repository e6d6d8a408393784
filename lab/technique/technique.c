#include "lab/technique/technique.h"

#include "context/stats.h"
#include "lab/technique/technique_priv.h"

#include <string.h>

static const technique_class *const classes[TECHNIQUE_COUNT] = {
    [TECHNIQUE_BASELINE] = &technique_baseline,
    [TECHNIQUE_CACHING] = &technique_caching,
    [TECHNIQUE_CACHING_OPT] = &technique_caching_opt,
    [TECHNIQUE_STACK] = &technique_stack,
    [TECHNIQUE_STACK_OPT] = &technique_stack};

technique *technique_new (const technique_config *config) {
  technique *t = memory_zalloc (config->mem, sizeof *t);
  t->config = *config;
  t->class = classes[config->kind];
  t->checker =
      checker_new (&(checker_config) {.mem = config->mem,
                                      .terms = config->terms,
                                      .stats = config->stats,
                                      .check = config->check,
                                      .memory_limit = config->memory_limit,
                                      .seed = config->seed,
                                      .log = config->log});
  t->model = model_new (config->mem, config->terms);
  t->by = "";
  map_init (&t->query.at, config->mem);
  if (t->class->open)
    t->state = t->class->open (t);
  return t;
}

void technique_free (technique *t) {
  if (!t)
    return;
  memory *mem = t->config.mem;
  if (t->class->close)
    t->class->close (t, t->state);
  for (int k = 0; k <= BACKEND_Z3; k++)
    backend_free (t->fresh[k]);
  checker_free (t->checker);
  model_free (t->model);
  map_release (&t->query.at);
  vec_release (mem, &t->query.part, &t->query.origin, &t->given, &t->core);
  memory_free (mem, t, sizeof *t);
}

/* Taking the constraints apart. */

static void set_core (technique *t, term a, term b) {
  vec_push (t->config.mem, &t->core, a);
  if (!term_eq (a, b))
    vec_push (t->config.mem, &t->core, b);
  t->has_core = true;
}

typedef struct query_splitter {
  map seen; /* conjunctions taken apart already */
  term_vec todo;
} query_splitter;

/* False when this part contradicts an earlier one or itself; then the core is
 * known. A negation is not always KIND_NOT, so the table is asked for it.
 */
static bool add_part (technique *t, uint32_t origin, term part) {
  query *q = &t->query;
  if (term_eq (part, TERM_TRUE) || map_find (&q->at, part.id))
    return true;
  uint64_t other = map_get (&q->at, term_not (t->config.terms, part).id, 0);
  if (other || term_eq (part, TERM_FALSE)) {
    uint32_t first = other ? q->origin.data[other - 1] : origin;
    set_core (t, t->given.data[first], t->given.data[origin]);
    return false;
  }
  vec_push (t->config.mem, &q->part, part);
  vec_push (t->config.mem, &q->origin, origin);
  map_put (&q->at, part.id, q->part.len);
  return true;
}

static bool technique_split (technique *t, query_splitter *s, uint32_t origin) {
  terms *ts = t->config.terms;
  vec_push (t->config.mem, &s->todo, t->given.data[origin]);
  while (s->todo.len) {
    term part = vec_pop (&s->todo);
    if (term_kind (ts, part) != KIND_AND) {
      if (!add_part (t, origin, part))
        return false;
    } else if (!map_find (&s->seen, part.id)) {
      map_put (&s->seen, part.id, 1);
      vec_push (t->config.mem, &s->todo, term_arg (ts, part, 1));
      vec_push (t->config.mem, &s->todo, term_arg (ts, part, 0));
    }
  }
  return true;
}

/* False when the constraints contradict each other on their face. */
static bool take_apart (technique *t) {
  memory *mem = t->config.mem;
  query_splitter s = {0};
  map_init (&s.seen, mem);
  bool ok = true;
  for (uint32_t i = 0; ok && i < t->given.len; i++)
    ok = technique_split (t, &s, i);
  map_release (&s.seen);
  vec_release (mem, &s.todo);
  return ok;
}

/* Checking. */

static void technique_start (technique *t, size_t n, const term *constraint,
                             uint64_t deadline) {
  query *q = &t->query;
  vec_clear (&t->given);
  for (size_t i = 0; i < n; i++)
    vec_push (t->config.mem, &t->given, constraint[i]);
  vec_clear (&q->part);
  vec_clear (&q->origin);
  map_clear (&q->at);
  q->deadline = deadline;
  model_clear (t->model);
  vec_clear (&t->core);
  t->has_core = false;
  t->why = REASON_NONE;
  t->last = NULL;
  t->has_run = false;
}

static verdict answer (technique *t) {
  t->by = "simplify";
  if (!take_apart (t))
    return VERDICT_UNSAT;
  if (!t->query.part.len)
    return VERDICT_SAT;
  return t->class->check (t, t->state, &t->query);
}

static bool has_good_model (technique *t) {
  return checker_accepts_model (t->checker, t->given.len, t->given.data,
                                t->model, t->by);
}

/* The model was wrong, so nothing that led to it is believed. */
static verdict answer_again (technique *t) {
  backend_kind k =
      checker_other (t->config.terms, t->given.len, t->given.data, t->by);
  if (t->class->forget)
    t->class->forget (t->state);
  model_clear (t->model);
  verdict v = technique_solve_fresh (t, k, t->given.len, t->given.data,
                                     t->query.deadline, t->model);
  if (v == VERDICT_UNSAT) {
    t->last->class->get_core (t->last, t->config.mem, &t->core);
    t->has_core = true;
  }
  if (v != VERDICT_SAT || has_good_model (t))
    return v;
  t->why = REASON_INCOMPLETE;
  return VERDICT_UNKNOWN;
}

static void technique_count (technique *t) {
  stats *s = t->config.stats;
  if (!s)
    return;
  s->queries++;
  if (t->has_run)
    s->answered_solver++;
  else if (!strcmp (t->by, "cache"))
    s->answered_rung++;
  else
    s->answered_simplify++;
  switch (t->verdict) {
  case VERDICT_SAT:
    s->answers_sat++;
    break;
  case VERDICT_UNSAT:
    s->answers_unsat++;
    break;
  default:
    s->answers_unknown++;
  }
}

verdict technique_check (technique *t, size_t n, const term *constraint,
                         uint64_t deadline) {
  technique_start (t, n, constraint, deadline);
  t->verdict = answer (t);
  if (t->verdict == VERDICT_SAT && !has_good_model (t))
    t->verdict = answer_again (t);
  if (t->verdict == VERDICT_UNKNOWN)
    model_clear (t->model);
  atomic_store (&t->is_interrupted, false);
  checker_confirm (t->checker, n, t->given.data, t->verdict, t->by);
  technique_count (t);
  return t->verdict;
}

/* The answer. */

const model *technique_model (const technique *t) {
  return t->verdict == VERDICT_SAT ? t->model : NULL;
}

/* From parts to the constraints they came from, each once. */
static void map_core (technique *t, const term_vec *parts) {
  map seen;
  map_init (&seen, t->config.mem);
  for (size_t i = 0; i < parts->len; i++) {
    uint64_t at = map_get (&t->query.at, parts->data[i].id, 0);
    assert (at);
    uint32_t origin = t->query.origin.data[at - 1];
    uint64_t *known = map_at (&seen, origin + UINT64_C (1));
    if (!*known)
      vec_push (t->config.mem, &t->core, t->given.data[origin]);
    *known = 1;
  }
  map_release (&seen);
}

static void find_core (technique *t) {
  term_vec parts = {0};
  t->class->core (t, t->state, &t->query, &parts);
  map_core (t, &parts);
  vec_release (t->config.mem, &parts);
  if (t->core.len) /* of what was given */
    return;
  vec_clear (&t->core);
  for (size_t i = 0; i < t->given.len; i++)
    vec_push (t->config.mem, &t->core, t->given.data[i]);
}

const term_vec *technique_core (technique *t) {
  if (t->verdict != VERDICT_UNSAT)
    return NULL;
  if (!t->has_core)
    find_core (t);
  t->has_core = true;
  return &t->core;
}

reason technique_why (const technique *t) { return t->why; }

const char *technique_answered_by (const technique *t) { return t->by; }

void technique_interrupt (technique *t) {
  atomic_store (&t->is_interrupted, true);
  backend *b = atomic_load (&t->running);
  if (b)
    b->class->interrupt (b);
}
