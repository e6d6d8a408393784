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
  uint64_t deadline;      /* of the run, 0: none */
  map items;              /* blocks and sides -> number, plus 1 */
  VEC (covering_more) covers;
  u32_vec blocks; /* work space */
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

static void add_item (recounting *x, uint32_t key, u32_vec *out) {
  uint64_t *at = map_at (&x->items, key + UINT64_C (1));
  if (!*at)
    *at = x->items.len;
  vec_push (x->of->mem, out, (uint32_t) *at - 1);
}

/* What the last test covers: blocks of the user's functions, and their sides.
 */
static void note_items (recounting *x, machine *m, u32_vec *out) {
  program *p = machine_program (m);
  vec_clear (&x->blocks);
  machine_take_blocks (m, x->of->mem, &x->blocks);
  for (size_t i = 0; i < x->blocks.len; i++) {
    uint32_t key = x->blocks.data[i], owner;
    if (key / 4 & MACHINE_GLOBAL)
      continue;
    program_block (p, key / 4, &owner);
    for (uint32_t way = 0; way < 3; way++)
      if (program_function (p, owner)->is_users && (!way || key & way))
        add_item (x, (key & ~3u) + way, out);
  }
  vec_sort (out, compare_u32);
}

static void look (void *owner, machine *m, const state *s) {
  recounting *x = owner;
  x->machine = m;
  x->work -= s->instructions < x->work ? s->instructions : x->work;
  note_items (x, m, &vec_last (&x->covers).items);
}

/* False: it cannot be counted, or there was no more time for it. */
static bool execute_test (recounting *x, uint32_t index) {
  testcase t;
  suite_get (x->suite, index, &t);
  bool has_end = t.end.kind == END_EXIT || t.end.kind == END_FAULT;
  if (!has_end || !x->work || (x->deadline && clock_now () >= x->deadline))
    return false;
  vec_push (x->of->mem, &x->covers, (covering_more) {.index = index});
  uint64_t until = clock_now () + TEST_TIME;
  if (x->deadline && x->deadline < until)
    until = x->deadline;
  reference_show (x->reference, &t, until, x, look);
  return true;
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

/* Small suites are chosen by C's branches, too. */
static void extend_covering (recounting *x) {
  covering all;
  trouble why = {0};
  covering_init (&all, x->of->mem);
  if (covering_read (&all, x->report->out, x->suite)) {
    covering_extend (&all, (uint32_t) x->items.len, x->covers.len,
                     x->covers.data);
    if (covering_write (&all, x->report->out, suite_digest (x->suite), &why))
      log_warning (&x->report->context->log, "%s", trouble_text (&why));
  }
  covering_release (&all);
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

/* Loading is one step, of which is known how long it took before. */
static bool has_time_to_load (const subject *s, uint64_t deadline) {
  return !deadline || clock_now () + s->load_time < deadline;
}

void recount_tests (recount *r, subject *s, uint64_t deadline, report *out) {
  context *c = s->context;
  trouble why = {0};
  recounting x = {.of = r, .report = out};
  program_config config = subject_config (s);
  uint64_t share = out->explored.instructions / SHARE;
  if (config.keep_branches || covered_is_source (out->covered) || !out->tests ||
      s->before)
    return;
  out->coverage.is_least = true;
  if (!has_time_to_load (s, deadline))
    return;
  config.keep_branches = true;
  x.deadline = config.deadline = deadline;
  x.work = share > LEAST_WORK ? share : LEAST_WORK;
  map_init (&x.items, r->mem);
  x.suite = suite_open (r->mem, out->out, &why);
  if (x.suite)
    r->program = program_load (&config, &why);
  if (r->program) {
    x.reference = reference_new (c, r->program, (int) s->arg.len, s->arg.data);
    execute_tests (&x);
    if (x.machine) {
      take_coverage (&x);
      extend_covering (&x);
    }
    reference_free (x.reference);
  } else
    log_debug (&c->log, "branches are not counted again: %s",
               trouble_text (&why));
  suite_free (x.suite);
  map_release (&x.items);
  for (size_t i = 0; i < x.covers.len; i++)
    vec_release (r->mem, &x.covers.data[i].items);
  vec_release (r->mem, &x.covers, &x.blocks);
}
