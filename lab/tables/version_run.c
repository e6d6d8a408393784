#include "lab/tables/version_run.h"

#include "base/clock.h"
#include "lab/published/published.h"
#include "run/run.h"

#include <string.h>

status workplace_open (lab *l, workplace *w) {
  *w = (workplace) {0};
  status st = scratch_open (l, &w->scratch);
  if (st)
    return st;
  const char *path = scratch_path (&w->scratch);
  text_printf (l->mem, &w->input, "%s/program.c", path);
  text_printf (l->mem, &w->store, "%s/store", path);
  text_printf (l->mem, &w->out, "%s/out", path);
  text_c (l->mem, &w->input);
  text_c (l->mem, &w->store);
  text_c (l->mem, &w->out);
  return ST_OK;
}

void workplace_close (lab *l, workplace *w) {
  scratch_close (&w->scratch);
  vec_release (l->mem, &w->input, &w->store, &w->out);
}

/* "-DX=Y -DZ" as lines of the preprocessor. */
static void write_definitions (FILE *to, const char *flags) {
  for (const char *at = flags; at && *at;) {
    size_t len = strcspn (at, " "), name = strcspn (at, "= ");
    assert (len > 2 && at[0] == '-' && at[1] == 'D');
    fprintf (to, "#define %.*s %.*s\n", (int) name - 2, at + 2,
             name < len ? (int) (len - name - 1) : 1,
             name < len ? at + name + 1 : "1");
    at += len + (at[len] == ' ');
  }
}

static status write_version (lab *l, const workplace *w, const version *v) {
  char_vec path = {0};
  specimen_path (l, &(specimen) {.file = v->file}, &path);
  FILE *to = fopen (w->input.data, "w");
  if (to) {
    write_definitions (to, v->flags);
    fprintf (to, "#include \"%s\"\n", path.data);
  }
  bool is_bad = !to || fclose (to);
  vec_release (l->mem, &path);
  return is_bad ? trouble_set (&l->context->trouble, ST_NOWRITE,
                               "cannot write '%s'", w->input.data)
                : ST_OK;
}

static void set_options (context *c, const lab *l, const workplace *w,
                         const version *v) {
  options *o = &c->draft;
  o->store = w->store.data;
  o->out = w->out.data;
  o->libc = LIBC_NONE;
  o->keep_branches = true;
  o->quiet = true;
  o->progress = PROGRESS_NONE;
  o->max_depth = v->depth;
  o->incremental = v->incremental;
  o->target = v->target;
  o->stop = v->stop;
  o->memory_limit = l->context->memory.limit;
  context_apply_options (c);
  c->extension = &published;
}

static void take_test (void *owner, const testcase *t, const state *s,
                       const pending *p) {
  (void) s, (void) p;
  version_outcome *o = owner;
  uint64_t end = (uint64_t) t->end.kind << 32 | t->end.fault;
  o->tests += hash_mix (hash_mix (t->path.lo, t->path.hi),
                        hash_mix (end, t->end.at.line));
  o->n_tests++;
}

static status explore_version (context *c, const char *input,
                               version_outcome *o) {
  run *r;
  report rep;
  *o = (version_outcome) {0};
  uint64_t start = clock_cpu ();
  run_request q = {.input = input, .found = take_test, .owner = o};
  status st = run_open (c, &q, &r);
  if (st)
    return st;
  st = run_explore (r, &rep);
  o->paths = rep.explored;
  o->coverage = rep.coverage;
  o->n_errors = rep.n_errors;
  o->solver_time = c->stats.solver_bits_time + c->stats.solver_z3_time;
  o->solved = c->stats.solver_bits + c->stats.solver_z3;
  o->queries = c->stats.queries;
  o->solved_anew = c->stats.tests_new;
  o->instructions = rep.explored.instructions;
  run_free (r);
  o->time = clock_cpu () - start;
  return st;
}

status version_run (lab *l, const workplace *w, const version *v,
                    version_outcome *out) {
  status st = write_version (l, w, v);
  if (st)
    return st;
  context c;
  context_init (&c);
  set_options (&c, l, w, v);
  st = explore_version (&c, w->input.data, out);
  if (st)
    l->context->trouble = c.trouble;
  context_release (&c);
  return st;
}

bool version_is_same (const version_outcome *a, const version_outcome *b) {
  return a->paths.complete == b->paths.complete &&
         a->paths.error == b->paths.error && a->paths.cut == b->paths.cut &&
         a->n_errors == b->n_errors && a->n_tests == b->n_tests &&
         a->tests == b->tests &&
         a->coverage.lines_covered == b->coverage.lines_covered &&
         a->coverage.branches_covered == b->coverage.branches_covered;
}
