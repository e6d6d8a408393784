#include "lab/tables/native_run.h"

#include "base/clock.h"
#include "run/run.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* The directory has files only. */
static void remove_directory (memory *mem, const char *path) {
  DIR *d = opendir (path);
  char_vec file = {0};
  for (struct dirent *e; d && (e = readdir (d));) {
    vec_clear (&file);
    text_printf (mem, &file, "%s/%s", path, e->d_name);
    (void) unlink (text_c (mem, &file));
  }
  if (d)
    closedir (d);
  vec_release (mem, &file);
  (void) rmdir (path);
}

static status explore (context *c, const char *input, native_counts *out) {
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
  const char *base = getenv ("TMPDIR");
  char_vec directory = {0}, input = {0};
  text_printf (l->mem, &directory, "%s/reprise-bench-XXXXXX",
               base && *base ? base : "/tmp");
  text_c (l->mem, &directory);
  specimen_path (l, s, &input);
  status st;
  context c;
  context_init (&c);
  uint64_t start = clock_cpu ();
  if (mkdtemp (directory.data)) {
    set_options (&c, l, s, directory.data);
    st = explore (&c, input.data, out);
    l->context->trouble = c.trouble;
  } else
    st = trouble_set (&l->context->trouble, ST_NOWRITE,
                      "cannot make directory '%s'", directory.data);
  out->time = clock_cpu () - start;
  remove_directory (l->mem, directory.data);
  context_release (&c);
  vec_release (l->mem, &directory);
  vec_release (l->mem, &input);
  return st;
}
