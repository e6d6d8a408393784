#include "ladder/solving.h"

#include "solver/backend.h"
#include "solver/checker.h"
#include "solver/core.h"

#include <stdatomic.h>

/* Cores of at most this many conjuncts are made smaller, by at most as many
 * checks.
 */
#define MAX_MINIMISED 24
#define MINIMISE_SHARE 10 /* a tenth */

struct solving {
  context *context;
  memory *mem;
  bench *bench;
  bool fresh;
  backend *backends[BACKEND_COUNT];
  technique_config config; /* for the checker */
  checker *checker;
  reason why;
  uint64_t checks, minimise_checks; /* so far */
  backend *_Atomic running;
  atomic_bool is_interrupted;
};

solving *solving_new (context *c, bench *b, const preset *p) {
  solving *s = memory_zalloc (&c->memory, sizeof *s);
  s->context = c;
  s->mem = &c->memory;
  s->bench = b;
  s->fresh = p->fresh;
  s->config = (technique_config) {.mem = s->mem,
                                  .terms = bench_terms (b),
                                  .stats = &c->stats,
                                  .log = &c->log,
                                  .check = (unsigned) c->options.check};
  s->checker = checker_new (&s->config);
  return s;
}

void solving_free (solving *s) {
  if (!s)
    return;
  checker_free (s->checker);
  for (int k = 0; k < BACKEND_COUNT; k++)
    backend_free (s->backends[k]);
  memory_free (s->mem, s, sizeof *s);
}

static backend_kind choose (const solving *s, const problem *p) {
  backend_kind k = s->context->options.backend;
  if (k != BACKEND_AUTO)
    return k;
  for (size_t i = 0; i < p->n; i++)
    if (!backend_bits_supports (bench_terms (s->bench), p->constraint[i]))
      return BACKEND_Z3;
  return BACKEND_BITS;
}

static backend *open_backend (solving *s, backend_kind k) {
  if (s->fresh && s->backends[k]) {
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
                             .share = !s->fresh,
                             .memory_limit = s->context->memory.limit,
                             .seed = (unsigned) s->context->options.seed};
    s->backends[k] =
        k == BACKEND_Z3 ? backend_new_z3 (&config) : backend_new_bits (&config);
  }
  return s->backends[k];
}

static verdict run (solving *s, backend *b, const problem *p,
                    uint64_t deadline) {
  atomic_store (&s->running, b);
  verdict v = VERDICT_UNKNOWN;
  s->why = REASON_INTERRUPTED;
  if (!atomic_load (&s->is_interrupted)) {
    v = b->class->check (b, p->n, p->given, deadline);
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
  if (core->len < 2 || core->len > MAX_MINIMISED || s->fresh ||
      s->minimise_checks * MINIMISE_SHARE > s->checks)
    return;
  s->minimise_checks +=
      core_minimise (b, s->mem, core, MAX_MINIMISED, deadline);
}

void solving_confirm (solving *s, const problem *p, verdict v, const char *by) {
  if (s->context->options.check > 1 && v != VERDICT_UNKNOWN)
    checker_confirm (s->checker, p->n, p->constraint, v, by);
}

static verdict take (solving *s, backend *b, problem *p, verdict v,
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
  solving_confirm (s, p, v, out->by);
  return v;
}

verdict solving_check (solving *s, problem *p, uint64_t deadline,
                       finding *out) {
  backend_kind k = choose (s, p);
  backend *b = open_backend (s, k);
  verdict v = take (s, b, p, run (s, b, p, deadline), deadline, out);
  bool can_retry = v == VERDICT_UNKNOWN && k == BACKEND_BITS &&
                   s->context->options.backend == BACKEND_AUTO &&
                   (s->why == REASON_UNSUPPORTED || s->why == REASON_NONE);
  if (can_retry) {
    model_clear (out->model);
    b = open_backend (s, BACKEND_Z3);
    v = take (s, b, p, run (s, b, p, deadline), deadline, out);
  }
  return v;
}

reason solving_why (const solving *s) { return s->why; }

void solving_interrupt (solving *s) {
  atomic_store (&s->is_interrupted, true);
  backend *b = atomic_load (&s->running);
  if (b)
    b->class->interrupt (b);
}

void solving_resume (solving *s) { atomic_store (&s->is_interrupted, false); }
