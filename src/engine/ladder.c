/* The life of a query, in one screen: see ladder_ask at the end. */

#include "engine/ladder.h"

#include "base/clock.h"
#include "base/map.h"
#include "logic/tables.h"
#include "solver/technique.h"
#include "term/eval.h"

struct ladder {
  context *context;
  memory *mem;
  terms *ts;
  tables *tables;
  technique *technique;
  term_vec given;   /* the constraints of the query */
  term_vec part;    /* conjuncts of the query */
  u32_vec owner;    /* part -> constraint it came from */
  term_vec reduced; /* parts with tables in place, TERM_TRUE where a fact */
  term_vec asked;   /* what is left to ask */
  term_vec todo, core;
  map part_of; /* asked term -> position of its part + 1 */
  model *model;
  evaluator *evaluator;
  reason why;
};

ladder *ladder_new (context *c, terms *ts) {
  memory *mem = &c->memory;
  ladder *l = memory_zalloc (mem, sizeof *l);
  *l = (ladder) {.context = c, .mem = mem, .ts = ts};
  map_init (&l->part_of, mem);
  l->tables = tables_new (mem, ts);
  l->model = model_new (mem, ts);
  l->evaluator = evaluator_new (mem, ts);
  l->technique = technique_new (&(technique_config) {
      .mem = mem,
      .terms = ts,
      .stats = &c->stats,
      .phases = &c->phases,
      .kind = c->options.technique,
      .backend = c->options.backend,
      .check = (unsigned) c->options.check,
      .memory_limit = c->options.memory_limit,
      .seed = (unsigned) c->options.seed,
  });
  return l;
}

void ladder_free (ladder *l) {
  if (!l)
    return;
  technique_free (l->technique);
  tables_free (l->tables);
  model_free (l->model);
  evaluator_free (l->evaluator);
  vec_release (l->mem, &l->given);
  vec_release (l->mem, &l->part);
  vec_release (l->mem, &l->owner);
  vec_release (l->mem, &l->reduced);
  vec_release (l->mem, &l->asked);
  vec_release (l->mem, &l->todo);
  vec_release (l->mem, &l->core);
  map_release (&l->part_of);
  memory_free (l->mem, l, sizeof *l);
}

/* Conjunctions into conjuncts, in order. */
static void split (ladder *l, uint32_t owner, term constraint) {
  vec_push (l->mem, &l->todo, constraint);
  while (l->todo.len) {
    term t = vec_pop (&l->todo);
    if (term_kind (l->ts, t) == KIND_AND) {
      vec_push (l->mem, &l->todo, term_arg (l->ts, t, 1));
      vec_push (l->mem, &l->todo, term_arg (l->ts, t, 0));
    } else {
      vec_push (l->mem, &l->part, t);
      vec_push (l->mem, &l->owner, owner);
    }
  }
}

/* Each different conjunct that is not trivially true is asked once. False
 * when one of them is false: then it alone is the core.
 */
static bool select_asked (ladder *l) {
  vec_clear (&l->asked);
  map_clear (&l->part_of);
  for (size_t i = 0; i < l->reduced.len; i++) {
    term t = l->reduced.data[i];
    if (term_eq (t, TERM_TRUE))
      continue;
    uint64_t *part = map_at (&l->part_of, t.id);
    if (!*part) {
      *part = i + 1;
      vec_push (l->mem, &l->asked, t);
    }
    if (term_eq (t, TERM_FALSE))
      return false;
  }
  return true;
}

/* False when simplification alone finds the query unsatisfiable. */
static bool simplify (ladder *l) {
  vec_clear (&l->part);
  vec_clear (&l->owner);
  for (size_t i = 0; i < l->given.len; i++)
    split (l, (uint32_t) i, l->given.data[i]);
  tables_apply (l->tables, l->part.len, l->part.data, &l->reduced);
  return select_asked (l);
}

/* The model of what was asked, completed by the facts of tables. */
static void take_model (ladder *l) {
  if (l->asked.len)
    model_copy (l->model, technique_model (l->technique));
  tables_complete (l->tables, l->model);
}

/* Techniques evaluate their models; here it is about the facts added to
 * them.
 */
static bool is_model_right (ladder *l) {
  return !l->context->options.check || !tables_facts (l->tables)->len ||
         evaluator_satisfies (l->evaluator, l->model, l->given.len,
                              l->given.data);
}

static verdict ask (ladder *l, const term_vec *what, uint64_t deadline) {
  verdict v = technique_check (l->technique, what->len, what->data, deadline);
  l->why = v == VERDICT_UNKNOWN ? technique_why (l->technique) : REASON_NONE;
  return v;
}

/* A model that fails is a bug of ours: say so, and do without tables. */
static verdict ask_without_tables (ladder *l, uint64_t deadline) {
  log_error (&l->context->log, "a model does not satisfy its query; the "
                               "query is asked again without tables");
  vec_clear (&l->reduced);
  for (size_t i = 0; i < l->part.len; i++)
    vec_push (l->mem, &l->reduced, l->part.data[i]);
  select_asked (l);
  verdict v = ask (l, &l->asked, deadline);
  if (v == VERDICT_SAT)
    model_copy (l->model, technique_model (l->technique));
  return v;
}

/* Techniques count what they answer. */
static void count_simplified (stats *s, verdict v) {
  s->queries++;
  s->answered_simplify++;
  s->answers_sat += v == VERDICT_SAT;
  s->answers_unsat += v == VERDICT_UNSAT;
}

static void take_query (ladder *l, size_t n, const term *constraint) {
  vec_clear (&l->given);
  for (size_t i = 0; i < n; i++)
    vec_push (l->mem, &l->given, constraint[i]);
  model_clear (l->model);
  l->why = REASON_NONE;
}

verdict ladder_ask (ladder *l, size_t n, const term *constraint,
                    uint64_t time) {
  phases *ph = &l->context->phases;
  stats *st = &l->context->stats;
  uint64_t deadline = time ? clock_now () + time : 0;
  verdict v;

  phase_start (ph, PHASE_SIMPLIFY);
  take_query (l, n, constraint);
  bool is_open = simplify (l);
  phase_stop (ph, PHASE_SIMPLIFY);

  if (!is_open || !l->asked.len) {
    v = is_open ? VERDICT_SAT : VERDICT_UNSAT;
    count_simplified (st, v);
  } else {
    phase_start (ph, PHASE_SOLVE);
    v = ask (l, &l->asked, deadline);
    phase_stop (ph, PHASE_SOLVE);
  }
  if (v == VERDICT_SAT) {
    phase_start (ph, PHASE_CHECK);
    take_model (l);
    bool is_right = is_model_right (l);
    phase_stop (ph, PHASE_CHECK);
    if (!is_right)
      v = ask_without_tables (l, deadline);
  }
  return v;
}

const model *ladder_model (const ladder *l) { return l->model; }

reason ladder_why (const ladder *l) { return l->why; }

/* Cores speak of constraints, and a conjunct with a table in place says what
 * it says only together with the facts of its tables.
 */
static void add_to_core (ladder *l, term asked, bool *uses_facts) {
  uint64_t at = map_get (&l->part_of, asked.id, 0) - 1;
  *uses_facts |= !term_eq (l->part.data[at], l->reduced.data[at]);
  vec_push (l->mem, &l->core, l->given.data[l->owner.data[at]]);
}

const term_vec *ladder_core (ladder *l) {
  bool uses_facts = false;
  vec_clear (&l->core);
  if (map_find (&l->part_of, TERM_FALSE.id))
    add_to_core (l, TERM_FALSE, &uses_facts);
  else {
    const term_vec *core = technique_core (l->technique);
    for (size_t i = 0; i < core->len; i++)
      add_to_core (l, core->data[i], &uses_facts);
  }
  for (size_t i = 0; uses_facts && i < l->part.len; i++)
    if (term_eq (l->reduced.data[i], TERM_TRUE))
      vec_push (l->mem, &l->core, l->given.data[l->owner.data[i]]);
  return &l->core;
}

void ladder_interrupt (ladder *l) { technique_interrupt (l->technique); }
