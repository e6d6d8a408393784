/* What the rungs of hybrid cost as they fill: hits in memory and in the store,
 * a problem that none of them knows, and the first queries of another run on
 * the same store. All of it is processor time.
 *
 *     build/bench/micro_rungs [MOST]     default 100000 problems
 *
 * Problems are as symbolic execution makes them: five to eight comparisons of
 * neighbouring bytes and of sums of two of them. Their answers are made up:
 * what is measured does not depend on them.
 */

#include "base/clock.h"
#include "store/recall.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define BYTES 64
#define MAX_CONJUNCTS 10
#define QUESTIONS 2000
#define NEW (UINT64_C (1) << 40) /* problems from there on are not taught */

enum { NATIVE, EXACT, STORED, IMPLIED, MODELS, N_KINDS };

static const char *const kind_name[] = {"native", "exact", "stored", "implied",
                                        "models"};

typedef struct run {
  memory mem, rung_mem[N_KINDS];
  logger log;
  terms *ts;
  bench *bench;
  store *store;
  rung *rung[N_KINDS];
  model *model;
  term_vec core;
} run;

/* Problems by number. */

static uint64_t next (uint64_t *seed) {
  *seed += 0x9e3779b97f4a7c15u;
  return hash_mix (*seed, 0x2545f4914f6cdd1du) >> 16;
}

static term byte_at (run *r, const char *input, uint64_t i) {
  term array = term_var (r->ts, input, strlen (input), sort_array (32, 8));
  return term_select (r->ts, array, term_bv (r->ts, 32, i % BYTES));
}

static term random_prefix (run *r, const char *input, uint64_t start,
                           uint64_t *seed) {
  static const unsigned factor[] = {1, 10, 16, 100, 256, 1000};
  uint64_t at = start + next (seed) % 6;
  term x = byte_at (r, input, at);
  if (next (seed) % 2)
    return x;
  term y = byte_at (r, input, at + 1 + next (seed) % 3);
  term c = term_bv (r->ts, 32, factor[next (seed) % 6]);
  return term_binary (
      r->ts, KIND_BV_ADD, term_zext (r->ts, 24, x),
      term_binary (r->ts, KIND_BV_MUL, term_zext (r->ts, 24, y), c));
}

/* 'slack' makes it weaker, or stronger when negative. What shall be taken for
 * unsatisfiable is narrow: else it would follow from nearly everything.
 */
static term random_conjunct (run *r, term p, bool is_narrow, int slack,
                             uint64_t *seed) {
  unsigned width = term_width (r->ts, p);
  uint64_t c = 20 + next (seed) % (width == 8 ? 200 : 900), how = next (seed);
  if (is_narrow) {
    uint64_t low = c - (unsigned) slack, size = 3 + 2 * (unsigned) slack;
    term from =
        term_binary (r->ts, KIND_BV_ADD, p, term_bv (r->ts, width, -low));
    return term_binary (r->ts, KIND_BV_ULE, from, term_bv (r->ts, width, size));
  }
  if (how % 2)
    return term_binary (r->ts, KIND_BV_ULE, p,
                        term_bv (r->ts, width, c + (unsigned) slack));
  return term_binary (r->ts, KIND_BV_ULE,
                      term_bv (r->ts, width, c - (unsigned) slack), p);
}

/* Negative slack also adds a conjunct that the problem itself does not have.
 */
static problem *make (run *r, const char *input, uint64_t number, int slack) {
  uint64_t seed = hash_mix (number, 3), start = next (&seed) % BYTES;
  term set[MAX_CONJUNCTS], prefix[MAX_CONJUNCTS];
  size_t n = 0, wanted = 5 + next (&seed) % 4;
  bool is_narrow = number % 2 == 0 && number < NEW;
  for (size_t i = 0; i < wanted + (slack < 0); i++) {
    term p = random_prefix (r, input, start, &seed);
    term t = random_conjunct (r, p, is_narrow, slack, &seed);
    bool is_new = true;
    for (size_t k = 0; k < n; k++)
      is_new = is_new && !term_eq (prefix[k], p);
    prefix[n] = p;
    set[n] = t;
    n += is_new;
  }
  return problem_new (r->bench, n, set);
}

/* Runs. */

static void start (run *r, const char *place, store_mode mode) {
  trouble t = {0};
  *r = (run) {.log = {stderr, LEVEL_INFO, "micro_rungs"}};
  store_config c = {
      .mem = &r->mem, .log = &r->log, .place = place, .mode = mode};
  if (store_open (&c, &t, &r->store)) {
    fprintf (stderr, "%s\n", trouble_text (&t));
    exit (2);
  }
  r->ts = terms_new (&r->mem);
  r->bench = bench_new (&r->mem, r->ts);
  r->model = model_new (&r->mem, r->ts);
  memory *m = r->rung_mem;
  r->rung[NATIVE] = rung_new_native (m + NATIVE, r->bench);
  r->rung[EXACT] = rung_new_exact (m + EXACT, r->bench);
  r->rung[STORED] = rung_new_stored (m + STORED, r->bench, r->store);
  r->rung[IMPLIED] =
      rung_new_recalled (m + IMPLIED, r->bench, r->store,
                         rung_new_implied (m + IMPLIED, r->bench));
  r->rung[MODELS] = rung_new_models (m + MODELS, r->bench);
}

static void stop (run *r) {
  for (int i = 0; i < N_KINDS; i++)
    rung_free (r->rung[i]);
  model_free (r->model);
  bench_free (r->bench);
  terms_free (r->ts);
  store_close (r->store);
  vec_release (&r->mem, &r->core);
}

static verdict ask (run *r, int k, problem *p) {
  finding f = {.model = r->model, .core = &r->core};
  vec_clear (&r->core);
  model_clear (r->model);
  return r->rung[k]->class->ask (r->rung[k], p, &f);
}

static void teach (run *r, uint64_t first, uint64_t end) {
  for (uint64_t i = first; i < end; i++) {
    problem *p = make (r, "input", i, 0);
    finding f = {.verdict = i % 2 ? VERDICT_SAT : VERDICT_UNSAT,
                 .model = r->model,
                 .core = &r->core,
                 .by = "bits"};
    vec_clear (&r->core);
    model_clear (r->model);
    for (int k = 0; k < N_KINDS && !problem_reduced (p)->is_unsat; k++)
      r->rung[k]->class->learn (r->rung[k], p, i % 2 ? NULL : p, &f);
    bench_clear (r->bench);
  }
  store_flush (r->store);
}

/* Measuring: all questions through one rung, then through the next. */

static problem *questions[QUESTIONS];

static void show (const char *what, uint64_t since, unsigned found) {
  printf ("  %-34s %7.2f us", what,
          (double) (clock_cpu () - since) / 1e3 / QUESTIONS);
  if (found != QUESTIONS + 1)
    printf ("  found %3u%%", 100 * found / QUESTIONS);
  printf ("\n");
}

static void pose (run *r, const char *input, uint64_t first, uint64_t n,
                  int slack) {
  bench_clear (r->bench);
  for (unsigned i = 0; i < QUESTIONS; i++)
    questions[i] = make (r, input, first + hash_mix (i, first + 5) % n, slack);
}

static void prepare (bool is_shown) {
  uint64_t since = clock_cpu ();
  for (unsigned i = 0; i < QUESTIONS; i++)
    problem_reduced (questions[i]);
  if (is_shown)
    show ("  atoms and their reduction", since, QUESTIONS + 1);
  since = clock_cpu ();
  for (unsigned i = 0; i < QUESTIONS; i++)
    if (!problem_reduced (questions[i])->is_unsat)
      problem_form (questions[i]);
  if (is_shown)
    show ("  canonical form", since, QUESTIONS + 1);
}

static void ask_all (run *r, int k, const char *what) {
  unsigned found = 0;
  uint64_t since = clock_cpu ();
  for (unsigned i = 0; i < QUESTIONS; i++)
    found += ask (r, k, questions[i]) != VERDICT_UNKNOWN;
  show (what, since, found);
}

static void measure_hits (run *r, uint64_t n) {
  pose (r, "input", 0, n, 0);
  prepare (false);
  ask_all (r, NATIVE, "native hit");
  pose (r, "other", 0, n, 0); /* the same forms under other names */
  prepare (false);
  ask_all (r, EXACT, "exact hit, the form given");
  ask_all (r, STORED, "stored hit, the form given");
}

static void measure_miss (run *r, uint64_t n) {
  pose (r, "input", NEW, n, 0);
  uint64_t since = clock_cpu ();
  prepare (true);
  for (int k = 0; k < N_KINDS; k++) {
    char what[32];
    snprintf (what, sizeof what, "  %s", kind_name[k]);
    ask_all (r, k, what);
  }
  show ("new problem, all rungs", since, QUESTIONS + 1);
}

static void measure_memory (run *r, uint64_t n) {
  store_stat st;
  store_get_stat (r->store, &st);
  printf ("  bytes a proof:");
  for (int k = 0; k < N_KINDS; k++)
    if (k != STORED)
      printf (" %s %zu,", kind_name[k], r->rung_mem[k].live / n);
  printf (" store %llu with lists\n", (unsigned long long) (st.bytes / n));
}

/* Another run on the store knows nothing yet. It must be another process. */
static void measure_run (const char *place, uint64_t n) {
  run r;
  uint64_t since = clock_cpu ();
  start (&r, place, STORE_RO);
  double open = (double) (clock_cpu () - since) / 1e6;
  since = clock_cpu ();
  verdict v = ask (&r, IMPLIED, make (&r, "input", n / 2, -1));
  printf ("  another run: open %.2f ms, first query %.2f ms (%s)\n", open,
          (double) (clock_cpu () - since) / 1e6, v ? "answered" : "unknown");
  pose (&r, "input", 0, n, -1);
  prepare (false);
  ask_all (&r, IMPLIED, "  stronger, recalled");
  pose (&r, "input", NEW, n, 0);
  prepare (false);
  ask_all (&r, IMPLIED, "  new");
  ask_all (&r, IMPLIED, "  new, again");
  stop (&r);
}

int main (int argc, char **argv) {
  uint64_t most = argc > 1 ? strtoull (argv[1], NULL, 10) : 100000, done = 0;
  char place[] = "/tmp/reprise-bench-XXXXXX", command[64];
  run r;
  if (!mkdtemp (place))
    return 2;
  setvbuf (stdout, NULL, _IOLBF, 0);
  start (&r, place, STORE_RW);
  for (uint64_t n = 1000; n <= most; n *= 10) {
    uint64_t since = clock_cpu ();
    teach (&r, done, n);
    printf ("%8llu problems, %.1f us to teach each\n", (unsigned long long) n,
            (double) (clock_cpu () - since) / 1e3 / (double) (n - done));
    done = n;
    measure_hits (&r, n);
    measure_miss (&r, n);
    measure_memory (&r, n);
    pid_t child = fork ();
    if (!child) {
      measure_run (place, n);
      _exit (0);
    }
    waitpid (child, NULL, 0);
  }
  stop (&r);
  snprintf (command, sizeof command, "rm -rf '%s'", place);
  return system (command) ? 2 : 0;
}
