/* Figure 5 of "Stack against cache": queries that KLEE recorded on coreutils,
 * answered in their order. The logs are the user's: --log says where.
 */

#include "lab/query/input.h"
#include "lab/query/query_log.h"
#include "lab/tables/paper_tables.h"

#include <inttypes.h>
#include <string.h>

enum { QUERIES, CACHING, STACK, FACTOR, OWN, CALLS, COST, BUILDING };

/* What a preset made of a log. */
typedef struct log_run {
  log_result answers;
  double calls;    /* of Z3 */
  double time;     /* in it, ms */
  double building; /* of it, for expressions */
} log_run;

static status replay (lab *l, const script_input *text, const char *preset,
                      backend_kind backend, log_run *out) {
  volatile sig_atomic_t never = 0;
  context c;
  context_init (&c);
  c.extension = l->context->extension;
  c.draft.preset = preset;
  c.draft.backend = backend;
  c.draft.quiet = true;
  context_apply_options (&c);
  status st =
      query_log_run (&c, NULL, text->data, text->len, &never, &out->answers);
  if (st)
    l->context->trouble = c.trouble;
  out->calls = (double) c.stats.solver_z3;
  out->time = (double) c.stats.solver_z3_time / 1e6;
  out->building = (double) c.stats.solver_z3_build_time / 1e6;
  context_release (&c);
  return st;
}

static double ms (const log_run *r) {
  return (double) r->answers.ask_time / 1e6;
}

/* Of cachingOpt as reproduced and of stack in the place of hybrid. */
static void set_calls (table *t, size_t row, const log_run *caching,
                       const log_run *stack) {
  *table_cell (t, row, CALLS) =
      (table_entry) {NO_NUMBER, caching->calls, stack->calls};
  *table_cell (t, row, COST) = (table_entry) {
      NO_NUMBER, caching->time / caching->calls, stack->time / stack->calls};
  *table_cell (t, row, BUILDING) =
      (table_entry) {NO_NUMBER, 100 * caching->building / caching->time,
                     100 * stack->building / stack->time};
}

/* Answers that were held against those in the logs, of all four. */
typedef struct log_tally {
  uint64_t agree, disagree, unrecorded;
} log_tally;

static void tally_log (log_tally *n, const log_run *r) {
  n->agree += r->answers.agree;
  n->disagree += r->answers.disagree;
  n->unrecorded += r->answers.unrecorded;
}

static status measure_log (lab *l, table *t, const char *name,
                           const script_input *text, log_tally *n) {
  log_run caching, stack, ours, own;
  backend_kind wanted = l->context->options.backend;
  backend_kind one = wanted == BACKEND_AUTO ? BACKEND_Z3 : wanted;
  log_info (&l->context->log, "%s", name);
  status st = replay (l, text, "cachingOpt", one, &caching);
  st = st ? st : replay (l, text, "stack", one, &stack);
  st = st ? st : replay (l, text, "hybrid", one, &ours);
  st = st ? st : replay (l, text, "hybrid", BACKEND_AUTO, &own);
  if (st)
    return st;
  tally_log (n, &caching);
  tally_log (n, &stack);
  tally_log (n, &ours);
  tally_log (n, &own);
  size_t row = table_add_row (t, name);
  *table_cell (t, row, QUERIES) = (table_entry) {
      NO_NUMBER, (double) stack.answers.queries, (double) ours.answers.queries};
  *table_cell (t, row, CACHING) =
      (table_entry) {NO_NUMBER, ms (&caching), ms (&ours)};
  *table_cell (t, row, STACK) =
      (table_entry) {NO_NUMBER, ms (&stack), ms (&ours)};
  *table_cell (t, row, FACTOR) = (table_entry) {5, ms (&caching) / ms (&stack),
                                                ms (&caching) / ms (&ours)};
  table_cell (t, row, OWN)->hybrid = ms (&caching) / ms (&own);
  set_calls (t, row, &caching, &stack);
  return ST_OK;
}

static status measure_file (lab *l, table *t, const char *folder,
                            const char *file, log_tally *n) {
  char_vec path = {0};
  script_input in;
  text_printf (l->mem, &path, "%s/%s", folder, file);
  status st =
      input_load (&in, l->mem, &l->context->trouble, text_c (l->mem, &path));
  vec_release (l->mem, &path);
  if (st)
    return st;
  const char *name = table_copy_name (t, file, strcspn (file, "."));
  st = measure_log (l, t, name, &in, n);
  input_release (&in);
  return st;
}

static status measure_folder (lab *l, table *t, const char *folder) {
  log_tally n = {0};
  name_list files = {0};
  status st = lab_list (l, folder, ".smt2", &files);
  for (size_t i = 0; !st && i < files.len; i++)
    st = measure_file (l, t, folder, files.data[i], &n);
  lab_release_list (l, &files);
  table_add_note (t,
                  "answers of all four: %" PRIu64 " as the logs say, %" PRIu64
                  " otherwise; of %" PRIu64 " the logs do not say",
                  n.agree, n.disagree, n.unrecorded);
  return st;
}

status table_stackcache_5 (lab *l, table *t) {
  static const struct {
    const char *name, *unit;
  } metrics[] = {{"queries", ""},       {"cachingOpt", "ms"}, {"stack", "ms"},
                 {"times as fast", ""}, {"on bits", ""},      {"calls", ""},
                 {"a call", "ms"},      {"expressions", "%"}};
  const char *folder = l->context->options.on;
  for (int m = QUERIES; m <= BUILDING; m++)
    table_add_metric (t, metrics[m].name, metrics[m].unit, false);
  if (!folder)
    table_add_note (t, "not measured: the logs are not part of the sources; "
                       "'reprise klee --use-query-log=all:smt2' writes them, "
                       "--on=DIR says where "
                       "some are");
  table_add_note (t, "all on one solver: Z3 as in the paper, or --backend; on "
                     "bits: hybrid with the solver that it prefers. Times as "
                     "fast as cachingOpt: stack, and hybrid; the paper's "
                     "number is the median of 96 coreutils");
  table_add_note (t, "calls of the solver, what one costs, and how much of it "
                     "is making expressions: cachingOpt in the line of what "
                     "is reproduced, stack in that of hybrid");
  return folder ? measure_folder (l, t, folder) : ST_OK;
}
