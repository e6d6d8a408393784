#include "run/recount.h"

#include "base/clock.h"
#include "suite/covering.h"
#include "suite/reference.h"

#define MOST_TESTS 5000
#define LEAST_WORK (UINT64_C (1) << 22) /* instructions */
#define SHARE 4                         /* a quarter of those of the run */
#define TEST_TIME (10 * CLOCK_SECOND)

typedef struct recounting {
  recount *of;
  report *report;
  suite *suite;
  reference *reference;
  const machine *machine; /* that executed tests */
  uint64_t work;          /* instructions that are left */
} recounting;

void recount_init (recount *r, memory *mem) {
  *r = (recount) {.mem = mem};
  arena_init (&r->sources, mem);
}

void recount_release (recount *r) {
  covered_release (&r->covered);
  program_free (r->program);
  arena_release (&r->sources);
}

static void look (void *owner, machine *m, const state *s) {
  recounting *x = owner;
  x->machine = m;
  x->work -= s->instructions < x->work ? s->instructions : x->work;
}

/* False: it cannot be counted, or there was no more time for it. */
static bool execute_test (recounting *x, uint32_t index) {
  testcase t;
  suite_get (x->suite, index, &t);
  bool has_end = t.end.kind == END_EXIT || t.end.kind == END_FAULT;
  if (has_end && x->work)
    reference_show (x->reference, &t, clock_now () + TEST_TIME, x, look);
  return has_end && x->work;
}

/* Those that cover most come first. */
static void execute_tests (recounting *x) {
  uint32_t n = suite_count (x->suite), step = n / MOST_TESTS + 1;
  u32_vec few = {0};
  trouble ignored = {0};
  bool is_whole = step == 1;
  if (!is_whole)
    covering_choose (x->of->mem, x->report->out, x->suite, SUITE_BRANCHES, &few,
                     &ignored);
  for (size_t i = 0; i < few.len; i++)
    execute_test (x, few.data[i]);
  for (uint32_t i = 0; i < n; i += step)
    is_whole &= execute_test (x, i);
  vec_release (x->of->mem, &few);
  x->report->coverage.is_least = !is_whole;
}

/* What paths without a test executed is covered, too. */
static void add_lines (covered *out, const covered *more) {
  map seen;
  map_init (&seen, out->mem);
  for (size_t i = 0; i < more->lines.len; i++) {
    const covered_line *l = more->lines.data + i;
    if (l->is_covered)
      map_put (&seen, covered_line_key (more, l), 1);
  }
  for (size_t i = 0; i < out->lines.len; i++)
    out->lines.data[i].is_covered |=
        map_get (&seen, covered_line_key (out, out->lines.data + i), 0) != 0;
  map_release (&seen);
}

static void take_coverage (recounting *x) {
  recount *r = x->of;
  report *out = x->report;
  bool is_least = out->coverage.is_least;
  covered_collect (&r->covered, r->mem, r->program, x->machine, true);
  if (is_least)
    add_lines (&r->covered, out->covered);
  out->covered = &r->covered;
  out->coverage = coverage_of (&r->covered);
  out->coverage.is_least = is_least;
  coverage_by_file (&r->covered, &r->sources, out);
}

void recount_tests (recount *r, subject *s, report *out) {
  context *c = s->context;
  trouble why = {0};
  recounting x = {.of = r, .report = out};
  program_config config = subject_config (s);
  uint64_t share = out->explored.instructions / SHARE;
  if (!out->coverage.folded || !out->tests || s->before)
    return;
  config.keep_branches = true;
  x.work = share > LEAST_WORK ? share : LEAST_WORK;
  x.suite = suite_open (r->mem, out->out, &why);
  if (x.suite)
    r->program = program_load (&config, &why);
  if (r->program) {
    x.reference = reference_new (c, r->program, (int) s->arg.len, s->arg.data);
    execute_tests (&x);
    if (x.machine)
      take_coverage (&x);
    reference_free (x.reference);
  } else
    log_debug (&c->log, "branches are not counted again: %s",
               trouble_text (&why));
  suite_free (x.suite);
}
