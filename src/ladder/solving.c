/* The lowest rung: backends.
 *
 * One solver of each kind lives through the run; a problem is a set of
 * assumptions to it, so what it learned from one path serves the next. Where
 * the site says so they know nothing instead.
 */

#include "ladder/solving.h"

#include "context/context.h"
#include "solver/checker.h"
#include "solver/core.h"

#include <stdatomic.h>

/* Cores of at most this many conjuncts are made smaller, by at most as many
 * checks.
 */
#define MAX_MINIMISED 24
#define MINIMISE_SHARE 10 /* a tenth */

typedef struct solving {
  rung base;
  context *context;
  memory *mem;
  bench *bench;
  bool is_fresh;
  bool is_enforced; /* a miss in the store is an error */
  backend *backends[BACKEND_COUNT];
  checker *checker;
  reason why;
  uint64_t checks, minimise_checks; /* so far */
  backend *_Atomic running;
  atomic_bool is_interrupted;
} solving;

static backend_kind solving_choose (const solving *s, const problem *p) {
  assert (s->context->options.backend < BACKEND_COUNT);
  backend_kind k = s->context->options.backend;
  if (k != BACKEND_AUTO)
    return k;
  for (size_t i = 0; i < p->n; i++)
    if (!backend_bits_supports (bench_terms (s->bench), p->constraint[i]))
      return BACKEND_Z3;
  return BACKEND_BITS;
}

static backend *open_backend (solving *s, backend_kind k) {
  assert (k != BACKEND_AUTO && k < BACKEND_COUNT);
  if (s->is_fresh && s->backends[k]) {
    if (k == BACKEND_Z3) /* its context takes long to make */
      s->backends[k]->class->reset (s->backends[k]);
    else {
      backend_free (s->backends[k]);
      s->backends[k] = NULL;
    }
  }
  if (!s->backends[k]) {
    backend_config config = {.mem = s->mem,
                             .terms = bench_terms (s->bench),
                             .stats = &s->context->stats,
                             .share = !s->is_fresh,
                             .memory_limit = s->context->memory.limit,
                             .seed = (unsigned) s->context->options.seed};
    s->backends[k] =
        k == BACKEND_Z3 ? backend_new_z3 (&config) : backend_new_bits (&config);
  }
  return s->backends[k];
}

static verdict solving_run (solving *s, backend *b, const problem *p,
                            uint64_t deadline) {
  assert (!atomic_load (&s->running)); /* one check at a time */
  atomic_store (&s->running, b);
  verdict v = VERDICT_UNKNOWN;
  s->why = REASON_INTERRUPTED;
  if (!atomic_load (&s->is_interrupted)) {
    b->effort = bench_asking (s->bench)->effort;
    v = b->class->check (b, p->n, p->given, deadline);
    b->effort = 0;
    s->checks++;
    s->why = v != VERDICT_UNKNOWN               ? REASON_NONE
             : atomic_load (&s->is_interrupted) ? REASON_INTERRUPTED
                                                : b->class->why (b);
  }
  atomic_store (&s->running, NULL);
  return v;
}

/* A smaller core is implied by more problems, but the price is bounded: a
 * share of all checks.
 */
static void minimise (solving *s, backend *b, term_vec *core,
                      uint64_t deadline) {
  assert (core->len); /* an unsatisfiable set is not empty */
  if (core->len < 2 || core->len > MAX_MINIMISED || s->is_fresh ||
      s->minimise_checks * MINIMISE_SHARE > s->checks)
    return;
  s->minimise_checks +=
      core_minimise (b, s->mem, core, MAX_MINIMISED, deadline);
}

static verdict solving_take (solving *s, backend *b, problem *p, verdict v,
                             uint64_t deadline, finding *out) {
  out->by = b->class->name;
  if (v == VERDICT_SAT) {
    b->class->get_model (b, out->model);
    if (s->context->options.check &&
        !checker_accepts_model (s->checker, p->n, p->constraint, out->model,
                                out->by))
      return VERDICT_UNKNOWN;
  } else if (v == VERDICT_UNSAT) {
    b->class->get_core (b, s->mem, out->core);
    minimise (s, b, out->core, deadline);
  }
  return v;
}

static verdict solving_check (solving *s, problem *p, finding *out) {
  backend_kind k = solving_choose (s, p);
  backend *b = open_backend (s, k);
  uint64_t deadline = out->deadline;
  verdict v =
      solving_take (s, b, p, solving_run (s, b, p, deadline), deadline, out);
  bool can_retry = v == VERDICT_UNKNOWN && k == BACKEND_BITS &&
                   s->context->options.backend == BACKEND_AUTO &&
                   (s->why == REASON_UNSUPPORTED || s->why == REASON_NONE);
  if (can_retry) {
    model_clear (out->model);
    b = open_backend (s, BACKEND_Z3);
    v = solving_take (s, b, p, solving_run (s, b, p, deadline), deadline, out);
  }
  return v;
}

/* The rung. */

/* A budget that did not suffice before is not spent again, unless somebody
 * insists; a store that is enforced must have everything; and an effort of 1 is
 * for none of it.
 */
static bool solving_is_idle (rung *r, problem *p, finding *out) {
  const solving *s = (const solving *) r;
  (void) p;
  out->why = s->is_enforced ? REASON_ENFORCED : REASON_TIMEOUT;
  if (s->is_enforced)
    return true;
  if (bench_asking (s->bench)->effort == 1) {
    out->why = REASON_EFFORT;
    return true;
  }
  uint64_t now = clock_now ();
  uint64_t left = out->deadline > now ? out->deadline - now : 0;
  assert (out->why == REASON_TIMEOUT);
  return !bench_asking (s->bench)->insists && out->failed && out->deadline &&
         left <= out->failed + out->failed / 8;
}

static verdict solving_ask (rung *r, problem *p, finding *out) {
  solving *s = (solving *) r;
  uint64_t start = clock_now ();
  assert (p->n && !s->is_enforced);
  verdict v = solving_check (s, p, out);
  out->why = v == VERDICT_UNKNOWN ? s->why : REASON_NONE;
  if (out->why == REASON_TIMEOUT)
    out->budget = clock_now () - start;
  return v;
}

static void solving_interrupt (rung *r) {
  solving *s = (solving *) r;
  atomic_store (&s->is_interrupted, true);
  backend *b = atomic_load (&s->running);
  if (b)
    b->class->interrupt (b);
}

static void solving_resume (rung *r) {
  atomic_store (&((solving *) r)->is_interrupted, false);
}

static void solving_free (rung *r) {
  solving *s = (solving *) r;
  for (int k = 0; k < BACKEND_COUNT; k++)
    backend_free (s->backends[k]);
  memory_free (s->mem, s, sizeof *s);
}

rung *rung_new_solver (const rung_site *site) {
  static const rung_class class = {.free = solving_free,
                                   .ask = solving_ask,
                                   .is_idle = solving_is_idle,
                                   .interrupt = solving_interrupt,
                                   .resume = solving_resume};
  assert (site->context && site->checker);
  solving *s = memory_zalloc (site->mem, sizeof *s);
  s->base.class = &class;
  s->context = site->context;
  s->mem = site->mem;
  s->bench = site->bench;
  s->checker = site->checker;
  s->is_fresh = site->is_fresh;
  s->is_enforced =
      site->store && site->context->options.store_mode == STORE_ENFORCE;
  return &s->base;
}
