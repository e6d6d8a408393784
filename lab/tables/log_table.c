/* Figure 5 of "Stack against cache": queries that KLEE recorded on coreutils,
 * answered in their order. The logs are the user's: --log says where.
 */

#include "lab/query/input.h"
#include "lab/query/query_log.h"
#include "lab/tables/paper_tables.h"

#include <string.h>

enum { QUERIES, CACHING, STACK, FACTOR, OWN };

static status replay (lab *l, const script_input *text, const char *preset,
                      backend_kind backend, log_result *out) {
  volatile sig_atomic_t never = 0;
  context c;
  context_init (&c);
  c.extension = l->context->extension;
  c.draft.preset = preset;
  c.draft.backend = backend;
  c.draft.quiet = true;
  context_apply_options (&c);
  status st = query_log_run (&c, NULL, text->data, text->len, &never, out);
  if (st)
    l->context->trouble = c.trouble;
  context_release (&c);
  return st;
}

static double ms (const log_result *r) { return (double) r->ask_time / 1e6; }

static status measure_log (lab *l, table *t, const char *name,
                           const script_input *text) {
  log_result caching, stack, ours, own;
  backend_kind wanted = l->context->options.backend;
  backend_kind one = wanted == BACKEND_AUTO ? BACKEND_Z3 : wanted;
  log_info (&l->context->log, "%s", name);
  status st = replay (l, text, "cachingOpt", one, &caching);
  st = st ? st : replay (l, text, "stack", one, &stack);
  st = st ? st : replay (l, text, "hybrid", one, &ours);
  st = st ? st : replay (l, text, "hybrid", BACKEND_AUTO, &own);
  if (st)
    return st;
  size_t row = table_add_row (t, name);
  *table_cell (t, row, QUERIES) =
      (table_entry) {NO_NUMBER, (double) stack.queries, (double) ours.queries};
  *table_cell (t, row, CACHING) =
      (table_entry) {NO_NUMBER, ms (&caching), ms (&ours)};
  *table_cell (t, row, STACK) =
      (table_entry) {NO_NUMBER, ms (&stack), ms (&ours)};
  *table_cell (t, row, FACTOR) = (table_entry) {5, ms (&caching) / ms (&stack),
                                                ms (&caching) / ms (&ours)};
  table_cell (t, row, OWN)->hybrid = ms (&caching) / ms (&own);
  return ST_OK;
}

static status measure_file (lab *l, table *t, const char *folder,
                            const char *file) {
  char_vec path = {0};
  script_input in;
  text_printf (l->mem, &path, "%s/%s", folder, file);
  status st =
      input_load (&in, l->mem, &l->context->trouble, text_c (l->mem, &path));
  vec_release (l->mem, &path);
  if (st)
    return st;
  const char *name = table_copy_name (t, file, strcspn (file, "."));
  st = measure_log (l, t, name, &in);
  input_release (&in);
  return st;
}

static status measure_folder (lab *l, table *t, const char *folder) {
  name_list files = {0};
  status st = lab_list (l, folder, ".smt2", &files);
  for (size_t i = 0; !st && i < files.len; i++)
    st = measure_file (l, t, folder, files.data[i]);
  lab_release_list (l, &files);
  return st;
}

status table_stackcache_5 (lab *l, table *t) {
  static const char *const name[] = {"queries", "cachingOpt", "stack",
                                     "times as fast", "on bits"};
  const char *folder = l->context->options.on;
  for (int m = QUERIES; m <= OWN; m++)
    table_add_metric (t, name[m], m == CACHING || m == STACK ? "ms" : "",
                      false);
  if (!folder)
    table_add_note (t, "not measured: the logs are not part of the sources; "
                       "'reprise klee --use-query-log=all:smt2' writes them, "
                       "--on=DIR says where "
                       "some are");
  table_add_note (t, "all on one solver: Z3 as in the paper, or --backend; on "
                     "bits: hybrid with the solver that it prefers. Times as "
                     "fast as cachingOpt: stack, and hybrid; the paper's "
                     "number is the median of 96 coreutils");
  return folder ? measure_folder (l, t, folder) : ST_OK;
}
