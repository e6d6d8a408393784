#include "solver/checker.h"

#include "base/log.h"
#include "base/map.h"
#include "context/stats.h"
#include "term/eval.h"
#include "term/smt_write.h"

/* Time for one proof at level 2: a solver that is slow is no contradiction. */
#define CONFIRM_TIME (10 * CLOCK_SECOND)

struct checker {
  checker_config config;
  evaluator *evaluator;
  uint32_t validated; /* number of terms at the last validation */
  logger loud;        /* where bugs go when nobody listens */
};

checker *checker_new (const checker_config *config) {
  checker *c = memory_zalloc (config->mem, sizeof *c);
  c->config = *config;
  c->evaluator = evaluator_new (config->mem, config->terms);
  c->loud = (logger) {.file = stderr, .level = LEVEL_ERROR, .name = "reprise"};
  return c;
}

void checker_free (checker *c) {
  if (!c)
    return;
  evaluator_free (c->evaluator);
  memory_free (c->config.mem, c, sizeof *c);
}

static const logger *bugs (const checker *c) {
  return c->config.log ? c->config.log : &c->loud;
}

bool checker_accepts_model (checker *c, size_t n, const term *constraint,
                            const model *m, const char *by) {
  if (!c->config.check || evaluator_satisfies (c->evaluator, m, n, constraint))
    return true;
  log_error (bugs (c),
             "bug: a model of %s does not satisfy the query of %zu "
             "constraints; it is not used",
             by, n);
  if (c->config.stats)
    c->config.stats->bad_models++;
  return false;
}

backend_kind checker_other (terms *ts, size_t n, const term *constraint,
                            const char *by) {
  if (!strcmp (by, "bits"))
    return BACKEND_Z3;
  for (size_t i = 0; i < n; i++)
    if (!backend_bits_supports (ts, constraint[i]))
      return BACKEND_Z3;
  return BACKEND_BITS;
}

static void write_query (checker *c, size_t n, const term *constraint) {
  FILE *file = bugs (c)->file;
  if (!file)
    return;
  memory *mem = c->config.mem;
  char_vec text = {0};
  smt_write_script (mem, &text, c->config.terms, n, constraint);
  fwrite (text.data, 1, text.len, file);
  fflush (file);
  vec_release (mem, &text);
}

static _Noreturn void checker_stop (checker *c, size_t n,
                                    const term *constraint, const char *text) {
  log_error (bugs (c),
             "soundness: %s; the program stops, its query was:", text);
  if (c->config.on_disagreement)
    c->config.on_disagreement (c->config.data, n, constraint);
  else
    write_query (c, n, constraint);
  abort ();
}

static void prove_again (checker *c, size_t n, const term *constraint,
                         verdict v, const char *by) {
  const checker_config *t = &c->config;
  backend_config config = {.mem = t->mem,
                           .terms = t->terms,
                           .memory_limit = t->memory_limit,
                           .seed = t->seed};
  bool is_z3 = checker_other (t->terms, n, constraint, by) == BACKEND_Z3;
  backend *b = is_z3 ? backend_new_z3 (&config) : backend_new_bits (&config);
  for (size_t i = 0; i < n; i++)
    b->class->assert_term (b, constraint[i]);
  verdict w = b->class->check (b, 0, NULL, clock_now () + CONFIRM_TIME);
  if (w != VERDICT_UNKNOWN && w != v) {
    char text[128];
    snprintf (text, sizeof text, "%s says %s but %s says %s", by,
              verdict_text (v), b->class->name, verdict_text (w));
    checker_stop (c, n, constraint, text);
  }
  if (t->stats && w == v)
    t->stats->confirmed++;
  backend_free (b);
}

void checker_confirm (checker *c, size_t n, const term *constraint, verdict v,
                      const char *by) {
  if (c->config.check >= 2 && v != VERDICT_UNKNOWN)
    prove_again (c, n, constraint, v, by);
  uint32_t count = terms_count (c->config.terms);
  if (c->config.check < 3 || count / 2 < c->validated)
    return;
  c->validated = count;
  checker_require (c, terms_is_valid (c->config.terms), n, constraint,
                   "the table of terms is damaged");
}

void checker_require (checker *c, bool is_valid, size_t n,
                      const term *constraint, const char *text) {
  if (!is_valid)
    checker_stop (c, n, constraint, text);
}
