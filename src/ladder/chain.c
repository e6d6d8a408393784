#include "ladder/chain.h"

#include "base/clock.h"
#include "store/recall.h"

#include <string.h>

#define WINDOW 128      /* problems after which a rung is judged */
#define FIRST_REST 1024 /* problems */
#define LONGEST_REST 65536
#define FEW 8   /* one of so many problems */
#define HARD 64 /* conflicts of one problem: far more than asking all rungs */

/* How many problems of a thousand a rung must answer to be worth asking:
 * about what it costs to ask (and to teach) it, in thousandths of what it
 * costs to solve a problem, measured on streams of small problems with
 * backend bits. Numbers and not clocks, so that a run can be repeated.
 */
static const unsigned worth[N_RUNGS] = {
    [RUNG_WITNESS] = 20, [RUNG_NATIVE] = 10, [RUNG_REDUCE] = 40,
    [RUNG_EXACT] = 60,   [RUNG_STORED] = 60, [RUNG_IMPLIED] = 60,
    [RUNG_MODELS] = 80,  [RUNG_SUITE] = 80,  [RUNG_ENUMERATE] = 0,
    [RUNG_CLIMB] = 0,
};

/* One rung in the chain, with its account. */
typedef struct step {
  rung_kind kind;
  rung *rung;               /* NULL: built in */
  uint32_t asked, answered; /* in this window */
  uint32_t resting;         /* problems left to skip */
  uint32_t rest;            /* length of the next rest */
  uint64_t conflicts;       /* met by solvers before this window */
  uint64_t z3_calls;        /* before this window */
} step;

struct chain {
  context *context;
  memory *mem;
  bench *bench;
  solving *solving;
  const model *witness;
  hints *hints; /* or NULL */
  rung *far;    /* has use for problems before they are asked; or NULL */
  problem *const *coming;
  size_t n_coming;
  bool is_enforced; /* a miss in the store is an error */
  reason why;
  step steps[N_RUNGS];
  unsigned n_steps;
  term_vec core_terms;
};

typedef rung *rung_maker (memory *, bench *);

static void add_rung (chain *c, const preset *p, rung_kind k, rung *r) {
  if (preset_has (p, k))
    c->steps[c->n_steps++] = (step) {.kind = k, .rung = r, .rest = FIRST_REST};
  else
    rung_free (r);
}

/* Without a maker the rung is built in. */
static void add_step (chain *c, const preset *p, rung_kind k,
                      rung_maker *make) {
  if (preset_has (p, k))
    add_rung (c, p, k, make ? make (c->mem, c->bench) : NULL);
}

static void add_stored (chain *c, const preset *p, store *st) {
  rung *r = rung_new_stored (c->mem, c->bench, st);
  add_rung (c, p, RUNG_STORED, r);
  c->far = preset_has (p, RUNG_STORED) && store_is_far (st) ? r : NULL;
}

/* What other runs found is asked by implication too, if the store has lists
 * of it.
 */
static void add_implied (chain *c, const preset *p, store *st) {
  rung *r = rung_new_implied (c->mem, c->bench);
  if (st && store_has_lists (st))
    r = rung_new_recalled (c->mem, c->bench, st, r);
  add_rung (c, p, RUNG_IMPLIED, r);
}

chain *chain_new (context *ctx, bench *b, const preset *p, store *st) {
  memory *mem = &ctx->memory;
  chain *c = memory_zalloc (mem, sizeof *c);
  c->context = ctx;
  c->mem = mem;
  c->bench = b;
  c->solving = solving_new (ctx, b, p);
  c->is_enforced = st && ctx->options.store_mode == STORE_ENFORCE;

  /* All rungs, from top to bottom. */
  add_step (c, p, RUNG_WITNESS, NULL);
  add_step (c, p, RUNG_NATIVE, rung_new_native);
  add_step (c, p, RUNG_REDUCE, NULL);
  add_step (c, p, RUNG_EXACT, rung_new_exact);
  if (st)
    add_stored (c, p, st);
  add_implied (c, p, st);
  add_step (c, p, RUNG_MODELS, rung_new_models);
  add_step (c, p, RUNG_GREEN, rung_new_green);
  add_step (c, p, RUNG_UBTREE, rung_new_ubtree);
  add_step (c, p, RUNG_GREENTRIE, rung_new_greentrie);
  add_step (c, p, RUNG_RECAL, rung_new_recal);
  add_step (c, p, RUNG_SUITE, NULL);
  add_step (c, p, RUNG_ENUMERATE, rung_new_enumerate);
  add_step (c, p, RUNG_CLIMB, rung_new_climb);
  return c;
}

void chain_free (chain *c) {
  if (!c)
    return;
  for (unsigned i = 0; i < c->n_steps; i++)
    rung_free (c->steps[i].rung);
  solving_free (c->solving);
  vec_release (c->mem, &c->core_terms);
  memory_free (c->mem, c, sizeof *c);
}

void chain_set_witness (chain *c, const model *m) { c->witness = m; }
void chain_set_hints (chain *c, hints *h) { c->hints = h; }

/* Looking ahead. */

void chain_expect (chain *c, size_t n, problem *const *p) {
  c->n_coming = n;
  c->coming = p;
}

/* Once for each query, when the first of its problems gets there. What the
 * witness satisfies will not be looked for.
 */
static void announce (chain *c) {
  for (size_t i = 0; i < c->n_coming && c->far; i++)
    if (!c->witness || !problem_holds (c->coming[i], c->witness))
      stored_expect (c->far, c->coming[i]);
  c->n_coming = 0;
}

/* The built-in rungs. */

static verdict ask_witness (chain *c, problem *p, finding *out) {
  if (!c->witness || !problem_holds (p, c->witness))
    return VERDICT_UNKNOWN;
  size_t n;
  const term *leaf = problem_leaves (p, &n);
  for (size_t i = 0; i < n; i++)
    model_take (out->model, leaf[i], c->witness);
  return VERDICT_SAT;
}

/* A value of a domain that is not empty. */
static uint64_t any_value (const domain *d) {
  if (!d->open_below)
    return d->span[0].low;
  return d->n == 1 && d->open_above ? NUM_ZERO.word : d->span[0].high;
}

/* Atoms that are about one variable each, another one each, can all be true:
 * their domains are not empty.
 */
static bool are_apart (chain *c, const reduction *r) {
  const terms *ts = bench_terms (c->bench);
  for (size_t i = 0; i < r->n; i++)
    if (term_kind (ts, r->atom[i].prefix) != KIND_VAR)
      return false;
  return true;
}

static verdict ask_reduce (chain *c, problem *p, finding *out) {
  const reduction *r = problem_reduced (p);
  if (r->is_unsat) {
    for (size_t i = 0; i < r->n_core; i++)
      vec_push (c->mem, out->core, p->constraint[r->core[i]]);
    return VERDICT_UNSAT;
  }
  if (!are_apart (c, r))
    return VERDICT_UNKNOWN;
  for (size_t i = 0; i < r->n; i++)
    model_set (out->model, r->atom[i].prefix, any_value (r->atom[i].domain));
  return VERDICT_SAT;
}

static verdict ask_suite (chain *c, problem *p, finding *out) {
  while (c->hints->next (c->hints, out->model))
    if (problem_holds (p, out->model))
      return VERDICT_SAT;
  model_clear (out->model);
  return VERDICT_UNKNOWN;
}

static verdict ask_rung (chain *c, step *s, problem *p, finding *out) {
  if (s->kind == RUNG_WITNESS)
    return ask_witness (c, p, out);
  if (s->kind == RUNG_REDUCE)
    return ask_reduce (c, p, out);
  if (s->kind == RUNG_SUITE)
    return ask_suite (c, p, out);
  if (s->rung == c->far)
    announce (c);
  return s->rung->class->ask (s->rung, p, out);
}

/* Judging. */

/* Where problems are hard, a rung pays by the few that it may answer. Z3 makes
 * every problem hard: a call costs as much as a hundred lookups.
 */
static bool are_hard (const chain *c, const step *s) {
  const stats *st = &c->context->stats;
  return st->sat_conflicts - s->conflicts >= (uint64_t) HARD * WINDOW ||
         st->solver_z3 - s->z3_calls >= WINDOW / FEW;
}

static void judge (chain *c, step *s) {
  bool pays =
      s->answered * 1000 >= s->asked * worth[s->kind] || are_hard (c, s);
  bool may_rest = c->context->options.suspend &&
                  !(s->kind == RUNG_STORED && c->is_enforced);
  if (!pays && may_rest) {
    s->resting = s->rest;
    if (s->rest < LONGEST_REST)
      s->rest *= 2;
    c->context->stats.rung[s->kind].rests++;
  } else if (pays)
    s->rest = FIRST_REST;
  s->asked = s->answered = 0;
  s->conflicts = c->context->stats.sat_conflicts;
  s->z3_calls = c->context->stats.solver_z3;
}

static void charge (chain *c, const step *s, uint64_t ns) {
  c->context->stats.rung[s->kind].time += ns;
}

static bool is_resting (const chain *c, step *s) {
  if (s->kind == RUNG_SUITE && !c->hints)
    return true;
  if (!s->resting)
    return false;
  s->resting--;
  return true;
}

/* A proposed model is nothing until it was evaluated on the problem. */
static verdict evaluate (chain *c, step *s, problem *p, verdict v, finding *f) {
  bool is_evaluated = s->kind == RUNG_WITNESS || s->kind == RUNG_SUITE;
  if (v != VERDICT_SAT || is_evaluated || problem_holds (p, f->model))
    return v;
  c->context->stats.rung[s->kind].wrong++;
  model_clear (f->model);
  return VERDICT_UNKNOWN;
}

static verdict ask_step (chain *c, step *s, problem *p, finding *f) {
  rung_stats *st = c->context->stats.rung + s->kind;
  uint64_t start = clock_now ();
  vec_clear (f->core);
  verdict v = evaluate (c, s, p, ask_rung (c, s, p, f), f);
  s->asked++;
  st->asked++;
  if (v != VERDICT_UNKNOWN) {
    s->answered++;
    st->answered++;
    f->by = rung_name (s->kind);
    solving_confirm (c->solving, p, v, f->by);
  }
  charge (c, s, clock_now () - start);
  if (s->asked == WINDOW)
    judge (c, s);
  return v;
}

/* Learning. */

static problem *core_problem (chain *c, problem *p, const finding *f) {
  if (f->verdict != VERDICT_UNSAT)
    return NULL;
  if (!f->core->len || f->core->len == p->n)
    return p;
  return problem_new (c->bench, f->core->len, f->core->data);
}

/* Rungs above the one that answered learn; those that rest do not, but for
 * the store, whose use is in runs to come.
 */
static void tell (chain *c, unsigned below, problem *p, const finding *f) {
  problem *core = core_problem (c, p, f);
  for (unsigned i = 0; i < below; i++) {
    step *s = c->steps + i;
    if (!s->rung || (s->resting && s->kind != RUNG_STORED))
      continue;
    uint64_t start = clock_now ();
    s->rung->class->learn (s->rung, p, core, f);
    charge (c, s, clock_now () - start);
  }
}

static verdict ask_solver (chain *c, problem *p, uint64_t deadline,
                           finding *f) {
  rung_stats *st = c->context->stats.rung + RUNG_SOLVER;
  uint64_t start = clock_now ();
  vec_clear (f->core);
  verdict v = solving_check (c->solving, p, deadline, f);
  uint64_t ns = clock_now () - start;
  st->asked++;
  st->answered += v != VERDICT_UNKNOWN;
  st->time += ns;
  c->why = v == VERDICT_UNKNOWN ? solving_why (c->solving) : REASON_NONE;
  f->budget = v == VERDICT_UNKNOWN ? ns : 0;
  return v;
}

/* A budget that did not suffice before is not spent again; and a store that
 * is enforced must have everything.
 */
static bool is_worth_trying (chain *c, uint64_t failed, uint64_t deadline) {
  if (c->is_enforced) {
    c->why = REASON_ENFORCED;
    return false;
  }
  uint64_t now = clock_now ();
  uint64_t left = deadline > now ? deadline - now : 0;
  if (!failed || !deadline || left > failed + failed / 8)
    return true;
  c->why = REASON_TIMEOUT;
  return false;
}

/* A reduction that others made while its rung rests is there for nothing; and
 * they count on it: what it finds is not stored.
 */
static bool reduces_for_free (const step *s, const problem *p) {
  return s->kind == RUNG_REDUCE && p->reduced && p->reduced->is_unsat;
}

/* The step whose rung answered, or their number. */
static unsigned ask_rungs (chain *c, problem *p, finding *f) {
  for (unsigned i = 0; i < c->n_steps; i++)
    if (!is_resting (c, c->steps + i) &&
        (f->verdict = ask_step (c, c->steps + i, p, f)))
      return i;
  for (unsigned i = 0; i < c->n_steps; i++)
    if (reduces_for_free (c->steps + i, p) &&
        (f->verdict = ask_step (c, c->steps + i, p, f)))
      return i;
  return c->n_steps;
}

verdict chain_answer (chain *c, problem *p, uint64_t deadline, finding *f,
                      rung_kind *by) {
  f->verdict = VERDICT_UNKNOWN;
  f->budget = 0;
  unsigned i = ask_rungs (c, p, f);
  *by = i < c->n_steps ? c->steps[i].kind : RUNG_SOLVER;
  if (i == c->n_steps) {
    if (!is_worth_trying (c, f->budget, deadline))
      return f->verdict;
    f->verdict = ask_solver (c, p, deadline, f);
  }
  if (f->verdict != VERDICT_UNKNOWN || c->why == REASON_TIMEOUT)
    tell (c, i, p, f);
  return f->verdict;
}

reason chain_why (const chain *c) { return c->why; }

void chain_interrupt (chain *c) { solving_interrupt (c->solving); }
void chain_resume (chain *c) { solving_resume (c->solving); }
