/* One slice: rungs from top to bottom. See chain_answer at the end.
 *
 *     steps   one for each rung of context/rungs.def that the preset has, late
 *             ones below the others; a step is a rung and its account
 *     ask     until one answers; those that rest are passed over
 *     tell    the answer to all rungs above the one that gave it
 *     judge   a rung after WINDOW problems: does it pay, or does it rest?
 *
 * Nothing here knows a rung by its name: what is special about one is in its
 * row or in its class.
 */

#include "ladder/chain.h"

#include "solver/checker.h"

#define WINDOW 128      /* problems after which a rung is judged */
#define FIRST_REST 1024 /* problems */
#define LONGEST_REST 65536
#define FEW 8   /* one of so many problems */
#define HARD 64 /* conflicts of one problem: far more than asking all rungs */

typedef struct chain_step {
  rung_kind kind;
  rung *rung;
  const char *name;
  rung_stats *stats;
  unsigned worth, traits;   /* of its row; worth 0: it never rests */
  uint32_t asked, answered; /* in this window */
  uint32_t resting;         /* problems left to skip */
  uint32_t rest;            /* length of the next rest */
  uint64_t conflicts;       /* met by solvers before this window */
  uint64_t z3_calls;        /* before this window */
} chain_step;

struct chain {
  context *context;
  memory *mem;
  bench *bench;
  checker *checker;
  chain_step steps[N_RUNGS];
  unsigned n_steps;
};

static bool may_rest (const context *c, const rung_row *row) {
  bool is_enforced = c->options.store_mode == STORE_ENFORCE;
  return c->options.suspend && !(is_enforced && row->traits & RUNG_NEEDS_STORE);
}

static void add_step (chain *c, rung_kind k, const rung_site *site) {
  const rung_row *row = preset_row (c->context->extension, k);
  if (!row->make || (row->traits & RUNG_NEEDS_STORE && !site->store))
    return;
  c->steps[c->n_steps++] =
      (chain_step) {.kind = k,
                    .rung = row->make (site),
                    .name = row->name,
                    .stats = c->context->stats.rung + k,
                    .worth = may_rest (c->context, row) ? row->worth : 0,
                    .traits = row->traits,
                    .rest = FIRST_REST};
}

chain *chain_new (context *ctx, bench *b, const preset *p, store *st) {
  memory *mem = &ctx->memory;
  chain *c = memory_zalloc (mem, sizeof *c);
  c->context = ctx;
  c->mem = mem;
  c->bench = b;
  c->checker =
      checker_new (&(checker_config) {.mem = mem,
                                      .terms = bench_terms (b),
                                      .stats = &ctx->stats,
                                      .log = &ctx->log,
                                      .check = (unsigned) ctx->options.check});
  rung_site site = {.mem = mem,
                    .bench = b,
                    .context = ctx,
                    .checker = c->checker,
                    .store = st,
                    .is_fresh = p->is_fresh};
  for (unsigned late = 0; late <= RUNG_IS_LATE; late += RUNG_IS_LATE)
    for (rung_kind k = 0; k < N_RUNGS; k++)
      if (preset_has (p, k) &&
          (preset_row (ctx->extension, k)->traits & RUNG_IS_LATE) == late)
        add_step (c, k, &site);
  assert (c->n_steps && c->steps[c->n_steps - 1].kind == RUNG_SOLVER);
  return c;
}

void chain_free (chain *c) {
  if (!c)
    return;
  for (unsigned i = 0; i < c->n_steps; i++)
    rung_free (c->steps[i].rung);
  checker_free (c->checker);
  memory_free (c->mem, c, sizeof *c);
}

/* Judging. */

/* Where problems are hard, a rung pays by the few that it may answer. Z3 makes
 * every problem hard: a call costs as much as a hundred lookups.
 */
static bool are_hard (const chain *c, const chain_step *s) {
  const stats *st = &c->context->stats;
  return st->sat_conflicts - s->conflicts >= (uint64_t) HARD * WINDOW ||
         st->solver_z3 - s->z3_calls >= WINDOW / FEW;
}

static void judge (chain *c, chain_step *s) {
  assert (s->asked == WINDOW && s->answered <= s->asked);
  if (s->answered * 1000 >= s->asked * s->worth || are_hard (c, s))
    s->rest = FIRST_REST;
  else {
    s->resting = s->rest;
    if (s->rest < LONGEST_REST)
      s->rest *= 2;
    s->stats->rests++;
  }
  s->asked = s->answered = 0;
  s->conflicts = c->context->stats.sat_conflicts;
  s->z3_calls = c->context->stats.solver_z3;
}

static bool is_passed_over (chain_step *s, problem *p, finding *f) {
  assert (!s->resting || s->worth); /* worth 0 never rests */
  const rung_class *class = s->rung->class;
  if (class->is_idle && class->is_idle (s->rung, p, f))
    return true;
  if (!s->resting)
    return false;
  s->resting--;
  return true;
}

/* Asking. */

/* A proposed model is nothing until it was evaluated on the problem. */
static verdict evaluate (chain_step *s, problem *p, verdict v, finding *f) {
  assert (v <= VERDICT_UNSAT);
  if (v != VERDICT_SAT || s->traits & RUNG_EVALUATES ||
      problem_holds (p, f->model))
    return v;
  s->stats->wrong++;
  model_clear (f->model);
  return VERDICT_UNKNOWN;
}

static bool ask_step (chain *c, chain_step *s, problem *p, finding *f) {
  assert (p->n && s->asked < WINDOW);
  uint64_t start = clock_now ();
  vec_clear (f->core);
  f->by = s->name;
  f->verdict = evaluate (s, p, s->rung->class->ask (s->rung, p, f), f);
  bool is_answered = f->verdict != VERDICT_UNKNOWN;
  s->asked++;
  s->answered += is_answered;
  s->stats->asked++;
  s->stats->answered += is_answered;
  if (c->context->options.check > 2)
    checker_require (c->checker, problem_is_valid (p), p->n, p->constraint,
                     "a problem is damaged");
  if (is_answered && c->context->options.check > 1)
    checker_confirm (c->checker, p->n, p->constraint, f->verdict, f->by);
  s->stats->time += clock_now () - start;
  if (s->asked == WINDOW)
    judge (c, s);
  return is_answered;
}

static bool chain_is_ready (const chain_step *s, const problem *p) {
  const rung_class *class = s->rung->class;
  return class->is_ready && class->is_ready (s->rung, p);
}

/* The step whose rung answered; the last one if none did. */
static unsigned ask_steps (chain *c, problem *p, finding *f) {
  unsigned last = c->n_steps - 1;
  chain_step *s = c->steps;
  for (unsigned i = 0; i < last; i++)
    if (!is_passed_over (s + i, p, f) && ask_step (c, s + i, p, f))
      return i;
  for (unsigned i = 0; i < last; i++)
    if (chain_is_ready (s + i, p) && ask_step (c, s + i, p, f))
      return i;
  if (!is_passed_over (s + last, p, f))
    (void) ask_step (c, s + last, p, f);
  return last;
}

/* Learning. */

static problem *core_problem (chain *c, problem *p, const finding *f) {
  if (f->verdict != VERDICT_UNSAT)
    return NULL;
  assert (f->core->len <= p->n); /* a core is a part of the problem */
  if (!f->core->len || f->core->len == p->n)
    return p;
  return problem_new (c->bench, f->core->len, f->core->data);
}

static bool is_learning (const chain_step *s) {
  bool is_awake = !s->resting || s->traits & RUNG_LEARNS_RESTING;
  return is_awake && s->rung->class->learn;
}

static void tell (chain *c, unsigned below, problem *p, const finding *f) {
  assert (f->verdict != VERDICT_UNKNOWN || f->budget); /* there is news */
  problem *core = core_problem (c, p, f);
  for (unsigned i = 0; i < below; i++) {
    chain_step *s = c->steps + i;
    if (!is_learning (s))
      continue;
    uint64_t start = clock_now ();
    s->rung->class->learn (s->rung, p, core, f);
    s->stats->time += clock_now () - start;
  }
}

verdict chain_answer (chain *c, problem *p, finding *f, rung_kind *by) {
  assert (f->model && f->core);
  f->verdict = VERDICT_UNKNOWN;
  f->failed = f->budget = 0;
  f->why = REASON_NONE;
  unsigned i = ask_steps (c, p, f);
  assert (f->verdict != VERDICT_UNKNOWN || i == c->n_steps - 1);
  if (f->verdict != VERDICT_UNKNOWN || f->budget)
    tell (c, i, p, f);
  *by = c->steps[i].kind;
  return f->verdict;
}

void chain_interrupt (chain *c) {
  for (unsigned i = 0; i < c->n_steps; i++)
    if (c->steps[i].rung->class->interrupt)
      c->steps[i].rung->class->interrupt (c->steps[i].rung);
}

void chain_resume (chain *c) {
  for (unsigned i = 0; i < c->n_steps; i++)
    if (c->steps[i].rung->class->resume)
      c->steps[i].rung->class->resume (c->steps[i].rung);
}
