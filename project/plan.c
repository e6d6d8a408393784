/* A function of a header that several files include is run once. Programs get
 * a few symbolic arguments and some input, unless the settings say otherwise.
 *
 * The key of a result: what the function needs, with its lines, the options
 * that matter, and which build of reprise it was.
 */

#include "project/plan.h"

#include "base/build_identity.h"
#include "program/program.h"
#include "project/merged.h"
#include "project/since.h"
#include "store/store.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#define PROGRAM_ARGUMENTS "0:2:4"
#define PROGRAM_INPUT 8

/* Names of directories are those of files, below ours. */
static const char *suite_of (project *p, const surveyed *x) {
  const char *at = x->file;
  while (*at == '/' || !strncmp (at, "../", 3))
    at += *at == '/' ? 1 : 3;
  return arena_printf (&p->texts, "%s/%s/%s", p->context->options.out, at,
                       x->name);
}

/* All folders above the last; that one is made by the run. */
static void make_folders (const char *path) {
  char_vec part = {0};
  text_puts (NULL, &part, path);
  text_c (NULL, &part);
  for (size_t i = 1; i < part.len; i++)
    if (part.data[i] == '/') {
      part.data[i] = 0;
      mkdir (part.data, 0777);
      part.data[i] = '/';
    }
  vec_release (NULL, &part);
}

/* Files that the project has but the database does not tell of. */
static void give_files (project *p, options *o) {
  struct stat st;
  bool is_folder = !stat (p->survey.folder, &st) && S_ISDIR (st.st_mode);
  if (is_folder && !p->survey.database && !o->compile_commands)
    o->cflags = arena_printf (&p->texts, "%s '%s'", o->cflags ? o->cflags : "",
                              p->survey.folder);
}

/* A contract in another file is linked, though nobody calls it. */
static const surveyed *give_contract (project *p, const surveyed *x,
                                      options *o) {
  const surveyed *r = survey_contract (&p->survey, x);
  if (r && strcmp (r->file, x->file))
    o->cflags = arena_printf (&p->texts, "%s '%s'", o->cflags ? o->cflags : "",
                              r->file);
  return r;
}

static void give_program (const surveyed *x, options *o) {
  if (!x->is_program)
    return;
  if (!o->sym_args)
    o->sym_args = PROGRAM_ARGUMENTS;
  if (o->sym_stdin < 0)
    o->sym_stdin = PROGRAM_INPUT;
}

/* What only 'test' means is not what a run does. */
static options run_options (project *p, const job *j) {
  options o = p->context->options;
  o.jobs = 1;
  o.json = o.verbose = o.stats = false;
  o.out = j->dir;
  o.lcov = arena_printf (&p->texts, "%s/" OWN_LCOV, j->dir);
  o.sarif = arena_printf (&p->texts, "%s/" OWN_SARIF, j->dir);
  o.progress = PROGRESS_NONE;
  return o;
}

static hash128 result_key (project *p, const job *j, const char_vec *build) {
  char_vec text = {0};
  options o = j->options;
  o.time_budget = 0;
  options_list (&o, p->mem, EFFECTS_ON_RESULT, &text);
  hash128 h = hash128_mix (j->what->placed, hash_bytes (text.data, text.len));
  if (j->contract)
    h = hash128_mix (h, j->contract->placed);
  vec_release (p->mem, &text);
  return hash128_mix (h, hash_bytes (build->data, build->len));
}

/* Pointers that are computed, decisions, callers that tell what is passed. */
static double promise_of (const job *j) {
  const surveyed *x = j->what;
  double n = 3.0 * x->indices + 2.0 * x->pointers + x->branches;
  n += x->callers.len ? 2 : 0;
  n += x->is_local ? 0 : 3;
  n -= x->calls > 20 ? 10 : 0.25 * x->calls;
  return n + (j->is_changed ? 1000 : 0) - (x->is_program ? 1 : 0);
}

static status add_job (project *p, uint32_t number, const char_vec *build) {
  const surveyed *x = p->survey.item.data + number;
  bool is_on;
  job j = {.what = x, .number = number, .dir = suite_of (p, x)};
  j.input = x->is_program ? x->file
                          : arena_printf (&p->texts, "%s:%s", x->file, x->name);
  j.options = run_options (p, &j);
  give_files (p, &j.options);
  status st = configuration_of (&p->settings, x->file, x->name, x->is_program,
                                &j.options, &is_on, &p->context->trouble);
  give_program (x, &j.options);
  j.contract = give_contract (p, x, &j.options);
  p->skipped += !is_on;
  if (st || !is_on)
    return st;
  j.key = result_key (p, &j, build);
  vec_push (p->mem, &p->jobs, j);
  return ST_OK;
}

/* By name and line, where it is in a header. */
static bool is_again (map *seen, const surveyed *x) {
  uint64_t key = hash128_mix (hash128_mix (x->text, x->lines),
                              hash_bytes (x->name, strlen (x->name)))
                     .lo |
                 1;
  uint64_t *at = map_at (seen, key);
  return (*at)++ > 0;
}

static bool is_contract (const surveyed *x) {
  return text_begins (x->name, HARNESS_REQUIRES);
}

static status list_jobs (project *p, const bool *is_same,
                         const char_vec *build) {
  status st = ST_OK;
  map seen;
  map_init (&seen, p->mem);
  for (uint32_t i = 0; !st && i < p->survey.item.len; i++) {
    const surveyed *x = p->survey.item.data + i;
    if (!x->is_function || x->is_foreign || is_contract (x) ||
        (x->is_local && is_again (&seen, x)))
      continue;
    if (is_same && is_same[i])
      p->unchanged++;
    else
      st = add_job (p, i, build);
  }
  map_release (&seen);
  return st;
}

static status make_out (project *p) {
  const options *o = &p->context->options;
  make_folders (o->out);
  if (mkdir (o->out, 0777) && errno != EEXIST)
    return trouble_set (&p->context->trouble, ST_NOWRITE,
                        "cannot make the directory %s: %s", o->out,
                        strerror (errno));
  for (size_t i = 0; i < p->jobs.len; i++)
    make_folders (p->jobs.data[i].dir);
  return ST_OK;
}

status plan_make (project *p) {
  status st = ST_OK;
  const options *o = &p->context->options;
  size_t n = p->survey.item.len;
  bool *is_same = o->since ? memory_zalloc (p->mem, n ? n : 1) : NULL;
  char_vec build = {0};
  build_identity (p->mem, &build);
  if (is_same)
    TRY (since_find (&p->survey, &p->settings, o->since, is_same));
  TRY (list_jobs (p, is_same, &build));
  TRY (make_out (p));
  ledger_open (&p->ledger, p->context, o->out, &p->jobs, &p->texts, o->deepen);
  for (size_t i = 0; i < p->jobs.len; i++)
    p->jobs.data[i].promise = promise_of (p->jobs.data + i);
out:
  memory_free (p->mem, is_same, is_same ? (n ? n : 1) : 0);
  vec_release (p->mem, &build);
  return st;
}
