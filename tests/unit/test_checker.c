#include "solver/checker.h"

#include "base/log.h"
#include "context/stats.h"
#include "solver/core.h"
#include "test.h"
#include "universe.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static term small (terms *ts, unsigned bound) {
  term x = term_var (ts, "x", 1, sort_bv (8));
  return term_binary (ts, KIND_BV_ULT, x, term_bv (ts, 8, bound));
}

TEST (wrong_models_are_refused) {
  memory mem = {0};
  stats s = {0};
  logger silent = {0};
  terms *ts = terms_new (&mem);
  checker_config config = {
      .mem = &mem, .terms = ts, .stats = &s, .check = 1, .log = &silent};
  checker *c = checker_new (&config);
  model *m = model_new (&mem, ts);
  term t = small (ts, 5);
  CHECK (checker_accepts_model (c, 1, &t, m, "test"));
  model_set (m, term_var (ts, "x", 1, sort_bv (8)), 5);
  CHECK (!checker_accepts_model (c, 1, &t, m, "test"));
  CHECK_EQ (s.bad_models, 1);
  checker_free (c);
  config.check = 0;
  c = checker_new (&config);
  CHECK (checker_accepts_model (c, 1, &t, m, "test"));
  model_free (m);
  checker_free (c);
  terms_free (ts);
  CHECK_EQ (mem.live, 0);
}

static void note (void *data, size_t n, const term *constraint) {
  (void) constraint;
  *(size_t *) data = n;
  _exit (n == 1 ? 42 : 43);
}

/* The answer of a child that claims 'v' for a satisfiable query. */
static int claim (verdict v, bool has_hook) {
  pid_t pid = fork ();
  if (!pid) {
    size_t n = 0;
    logger silent = {0};
    terms *ts = terms_new (NULL);
    checker_config config = {.terms = ts,
                             .check = 3,
                             .log = &silent,
                             .data = &n,
                             .on_disagreement = has_hook ? note : NULL};
    checker *c = checker_new (&config);
    term t = small (ts, 5);
    checker_confirm (c, 1, &t, v, "bits");
    _exit (0);
  }
  int status = 0;
  CHECK (waitpid (pid, &status, 0) == pid);
  return status;
}

TEST (disagreement_stops) {
  int status = claim (VERDICT_SAT, true);
  CHECK (WIFEXITED (status) && WEXITSTATUS (status) == 0);
  status = claim (VERDICT_UNKNOWN, true);
  CHECK (WIFEXITED (status) && WEXITSTATUS (status) == 0);
  status = claim (VERDICT_UNSAT, true);
  CHECK (WIFEXITED (status) && WEXITSTATUS (status) == 42);
  status = claim (VERDICT_UNSAT, false);
  CHECK (WIFSIGNALED (status) && WTERMSIG (status) == SIGABRT);
}

/* Without a hook the query is in the log when the program stops. */
TEST (disagreement_is_written) {
  FILE *file = tmpfile ();
  pid_t pid = fork ();
  if (!pid) {
    logger log = {.file = file, .level = LEVEL_ERROR};
    terms *ts = terms_new (NULL);
    checker_config config = {.terms = ts, .check = 2, .log = &log};
    checker *c = checker_new (&config);
    term t = small (ts, 5);
    checker_confirm (c, 1, &t, VERDICT_UNSAT, "bits");
    _exit (0);
  }
  int status = 0;
  CHECK (waitpid (pid, &status, 0) == pid);
  CHECK (WIFSIGNALED (status) && WTERMSIG (status) == SIGABRT);
  char text[1024] = {0};
  rewind (file);
  CHECK (fread (text, 1, sizeof text - 1, file) > 0);
  CHECK (strstr (text, "soundness:"));
  CHECK (strstr (text, "(assert"));
  CHECK (strstr (text, "(check-sat)"));
  fclose (file);
}

TEST (cores_become_minimal) {
  unsigned n_unsat = 0;
  universe *u = universe_new (5, 60, false);
  backend *b =
      backend_new_z3 (&(backend_config) {.mem = &u->mem, .terms = u->ts});
  for (unsigned i = 0; i + 8 <= u->n; i += 2) {
    if (universe_terms_sat (u, 8, u->constraint + i))
      continue;
    n_unsat++;
    term_vec core = {0};
    for (unsigned j = 0; j < 8; j++)
      vec_push (&u->mem, &core, u->constraint[i + j]);
    core_minimise (b, &u->mem, &core, 100, 0);
    CHECK (!universe_terms_sat (u, core.len, core.data));
    for (size_t j = 0; j < core.len; j++) {
      term t = core.data[j];
      core.data[j] = core.data[core.len - 1];
      CHECK (universe_terms_sat (u, core.len - 1, core.data));
      core.data[j] = t;
    }
    vec_release (&u->mem, &core);
  }
  CHECK (n_unsat > 3);
  backend_free (b);
  universe_free (u);
}
