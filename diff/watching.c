/* A loop over the inputs: whoever changed since it was last looked at is run,
 * with a context of its own; when nobody did, we wait (run/saves.c).
 *
 *     follow -> run_open -> run_explore -> snapshot -> difference to 'last'
 *        |         |             | saved meanwhile, or interrupted
 *        +---------+-------------+--> nothing is shown, 'last' stays
 *
 * What holds: 'last' is that of the last complete run, or NULL. Files are noted
 * before the compiler reads them. A signal handler sees 'running' only while
 * that run exists; a signal that comes earlier is found in 'is_stopped' once
 * 'running' is set.
 */

#include "diff/watching.h"

#include "base/clock.h"
#include "context/exit_status.h"
#include "diff/depends.h"
#include "diff/difference.h"
#include "diff/saves.h"
#include "run/run.h"
#include "run/subject.h"
#include "suite/testcase_text.h"

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct followed {
  const char *input;
  char_vec out;    /* directory of its tests */
  files files;     /* that it depends on, as they were before the last run */
  char_vec others; /* C files that were linked, each with its NUL */
  bool has_run;
  snapshot *last; /* complete run; NULL: none yet */
} followed;

struct watching {
  context *context;
  memory *mem;
  saves *saves;
  VEC (followed) subjects;
  run *volatile running;
  volatile sig_atomic_t is_stopped;
};

/* The tests of one program are where those of 'reprise run' are; of several,
 * each has a directory named by its input.
 */
static void place_tests (watching *w, followed *s, bool is_alone) {
  assert (!s->out.len);
  text_puts (w->mem, &s->out, w->context->options.out);
  if (!is_alone) {
    size_t start = s->out.len + 1;
    text_printf (w->mem, &s->out, "/%s", s->input);
    for (size_t i = start; i < s->out.len; i++)
      if (s->out.data[i] == '/')
        s->out.data[i] = '_';
  }
  text_c (w->mem, &s->out);
}

watching *watching_new (context *c, int n, char **input) {
  watching *w = memory_zalloc (&c->memory, sizeof *w);
  w->context = c;
  w->mem = &c->memory;
  w->saves = saves_new (w->mem);
  for (int i = 0; i < n; i++) {
    vec_push (w->mem, &w->subjects, (followed) {.input = input[i]});
    files_init (&vec_last (&w->subjects).files, w->mem);
    place_tests (w, &vec_last (&w->subjects), n == 1);
  }
  return w;
}

void watching_free (watching *w) {
  assert (!w->running);
  for (size_t i = 0; i < w->subjects.len; i++) {
    followed *s = w->subjects.data + i;
    vec_release (w->mem, &s->out, &s->others);
    files_release (&s->files, w->mem);
    snapshot_free (s->last);
  }
  vec_release (w->mem, &w->subjects);
  saves_free (w->saves);
  memory_free (w->mem, w, sizeof *w);
}

void watching_interrupt (watching *w) {
  run *r = w->running;
  w->is_stopped = 1;
  if (r)
    run_interrupt (r);
  saves_wake (w->saves);
}

int watching_status (const watching *w) {
  int worst = CLI_OK;
  for (size_t i = 0; i < w->subjects.len; i++) {
    const snapshot *s = w->subjects.data[i].last;
    if (s && s->status && worst != CLI_FOUND)
      worst = s->status;
  }
  return worst;
}

/* Showing. */

static void watching_print_json (json_t *o) {
  json_dumpf (o, stdout, JSON_COMPACT | JSON_REAL_PRECISION (9));
  putchar ('\n');
  json_decref (o);
}

static void show_stats (context *c) {
  if (!c->options.stats || c->options.json)
    return;
  stats_print (&c->stats, c->extension, stderr);
  phases_print (&c->phases, stderr);
}

static void watching_show (context *c, const followed *s, const snapshot *now) {
  difference d;
  difference_title title = {s->input, clock_seconds (phases_total (&c->phases)),
                            c->options.quiet};
  difference_init (&d, &c->memory, s->last, now);
  if (c->options.json)
    watching_print_json (difference_json (&d, &title));
  else
    difference_print (&d, &title);
  difference_release (&d);
  fflush (stdout);
  if (c->stats.enforced)
    log_error (
        &c->log,
        "%llu queries have no answer in the proof store (--store-mode=enforce)",
        (unsigned long long) c->stats.enforced);
  show_stats (c);
}

static void show_trouble (const context *c, const followed *s) {
  log_error (&c->log, "%s%s", trouble_text (&c->trouble),
             s->last ? "; the earlier results are kept" : "");
  if (c->options.json)
    watching_print_json (json_pack (
        "{s:i, s:o, s:o}", "format", 1, "input", testcase_text_json (s->input),
        "trouble", testcase_text_json (trouble_text (&c->trouble))));
  fflush (stdout);
}

/* Running. */

static bool is_stale (void *owner) {
  return files_have_changed (&((followed *) owner)->files);
}

static status keep_result (watching *w, followed *s, const report *rep) {
  context *c = rep->context;
  suite *tests = suite_open (&c->memory, s->out.data, &c->trouble);
  if (!tests)
    return c->trouble.code;
  assert (c != w->context && rep->end != EXPLORE_INTERRUPTED);
  snapshot *now = snapshot_take (w->mem, rep, tests);
  suite_free (tests);
  watching_show (c, s, now);
  snapshot_free (s->last);
  s->last = now;
  return ST_OK;
}

static status watching_explore (watching *w, followed *s, context *c, run *r) {
  report rep;
  assert (!w->running); /* one at a time: a signal ends that one */
  w->running = r;
  if (w->is_stopped)
    run_interrupt (r);
  status st = run_explore (r, &rep);
  w->running = NULL;
  if (st || rep.end == EXPLORE_INTERRUPTED) {
    if (!st && !w->is_stopped)
      log_info (&c->log, "%s was saved during its run", s->input);
    return st;
  }
  return keep_result (w, s, &rep);
}

/* What was noted of a file is older than what the compiler is about to read,
 * so a file that is saved from now on will have changed.
 */
static status watching_follow (watching *w, followed *s, context *c) {
  char_vec paths = {0};
  status st = depends_list (c, s->input, &paths);
  EACH_TEXT (at, &s->others)
  if (!st && depends_list (c, at, &paths))
    trouble_clear (&c->trouble); /* whoever needs it says so */
  const char *flags = c->options.compile_commands;
  if (flags)
    text_add (&c->memory, &paths, flags, strlen (flags) + 1);
  if (!st || !s->files.file.len)
    files_replace (&s->files, w->mem, &paths);
  vec_release (&c->memory, &paths);
  saves_watch (w->saves, &s->files);
  return st;
}

/* Which files a program is made of is known when it is linked; it is not where
 * its result was kept. True: there are more than before.
 */
static bool find_others (watching *w, followed *s, program *p) {
  size_t before = s->others.len;
  for (uint32_t i = 0; p && i < program_count_functions (p); i++) {
    const function *f = program_function (p, i);
    const char *path = f->is_users && f->file ? program_file (p, f->file) : "";
    size_t n = strlen (path);
    bool is_new = n > 2 && !strcmp (path + n - 2, ".c") && !access (path, R_OK);
    EACH_TEXT (at, &s->others)
    is_new = is_new && strcmp (at, path) != 0;
    if (is_new)
      text_add (w->mem, &s->others, path, n + 1);
  }
  return s->others.len > before;
}

static status run_again (watching *w, followed *s, context *c) {
  status st;
  run *r;
  files_note (&s->files);
  TRY (watching_follow (w, s, c));
  assert (s->files.file.len); /* the input itself: or no save would be seen */
  run_request q = {.input = s->input,
                   .is_stale = is_stale,
                   .may_recall = s->others.len > 0,
                   .owner = s};
  TRY (run_open (c, &q, &r));
  if (find_others (w, s, run_program (r)))
    st = watching_follow (w, s, c);
  if (!st)
    st = watching_explore (w, s, c, r);
  run_free (r);
out:
  return st;
}

/* An edit may remove it. */
static bool is_of_program (const followed *s, status st) {
  return s->has_run || st == ST_BADINPUT || st == ST_UNSUPPORTED;
}

/* Every run has a context of its own: counters and times begin at zero, and
 * its account must end there.
 */
static status run_subject (watching *w, followed *s) {
  context c;
  context_init (&c);
  c.draft = w->context->options;
  c.draft.out = s->out.data;
  context_apply_options (&c);
  status st = run_again (w, s, &c);
  if (st && !w->is_stopped && is_of_program (s, st)) {
    show_trouble (&c, s);
    st = ST_OK;
  } else if (st && !w->is_stopped)
    trouble_set (&w->context->trouble, st, "%s", trouble_text (&c.trouble));
  s->has_run = true;
  context_release (&c);
  return w->is_stopped ? ST_OK : st;
}

/* True in 'any' if there was something to run. */
static status run_changed (watching *w, bool *any) {
  *any = false;
  for (size_t i = 0; i < w->subjects.len && !w->is_stopped; i++) {
    followed *s = w->subjects.data + i;
    saves_watch (w->saves, &s->files);
    if (s->has_run && !files_have_changed (&s->files))
      continue;
    *any = true;
    status st = run_subject (w, s);
    if (st)
      return st;
  }
  return ST_OK;
}

status watching_go (watching *w) {
  if (w->subjects.len > 1)
    mkdir (w->context->options.out, 0777); /* trouble shows below it */
  while (!w->is_stopped) {
    bool any;
    status st = run_changed (w, &any);
    if (st)
      return st;
    if (any)
      saves_settle (w->saves); /* it may have been saved meanwhile */
    else
      saves_wait (w->saves);
  }
  return ST_OK;
}
