#include "lab/tables/native_run.h"

#include "base/clock.h"
#include "lab/tables/scratch.h"
#include "run/run.h"

/* Options are as those of a user who wants no store and no C library. */
static void set_options (context *c, const lab *l, const specimen *s,
                         const char *out) {
  options *o = &c->draft;
  o->store = "none";
  o->out = out;
  o->libc = LIBC_NONE;
  o->keep_branches = true;
  o->quiet = true;
  o->progress = PROGRESS_NONE;
  o->cflags = s->flags;
  o->max_depth = s->limit ? s->limit - 1 : 0;
  o->memory_limit = l->context->memory.limit;
  context_apply_options (c);
}

static status native_run_explore (context *c, const char *input,
                                  native_counts *out) {
  run *r;
  report rep;
  status st = run_open (c, &(run_request) {.input = input}, &r);
  if (st)
    return st;
  st = run_explore (r, &rep);
  out->paths = rep.explored.complete + rep.explored.error;
  out->solved = c->stats.solver_bits + c->stats.solver_z3;
  run_free (r);
  return st;
}

status native_run (lab *l, const specimen *s, native_counts *out) {
  scratch directory;
  status st = scratch_open (l, &directory);
  if (st)
    return st;
  char_vec input = {0};
  specimen_path (l, s, &input);
  context c;
  context_init (&c);
  uint64_t start = clock_cpu ();
  set_options (&c, l, s, scratch_path (&directory));
  st = native_run_explore (&c, input.data, out);
  out->time = clock_cpu () - start;
  if (st)
    l->context->trouble = c.trouble;
  context_release (&c);
  vec_release (l->mem, &input);
  scratch_close (&directory);
  return st;
}
