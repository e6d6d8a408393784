/* Program, directory of work, tests to the native program, results back. What
 * the results mean: compare.c.
 */

#include "export/replay.h"

#include "base/clock.h"
#include "export/compare.h"
#include "export/executable.h"
#include "export/outside.h"
#include "export/tested.h"
#include "program/command.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct replaying {
  const replay_request *request;
  context *context;
  memory *mem;
  trouble *trouble;
  const suite_facts *facts;
  tested tested;
  char directory[PATH_MAX];
  char_vec bitcode, executable, tests, results; /* paths */
  reference *reference;    /* which has what 'expected' refers to */
  VEC (recorded) expected; /* by position in the request */
  u32_vec position;        /* of the tests of this round */
} replaying;

/* Files. */

static void path (replaying *r, char_vec *to, const char *name) {
  text_printf (r->mem, to, "%s/%s", r->directory, name);
  text_c (r->mem, to);
}

static status replay_make_directory (replaying *r) {
  const char *base = getenv ("TMPDIR");
  base = base && *base ? base : "/tmp";
  snprintf (r->directory, sizeof r->directory, "%s/reprise-replay-XXXXXX",
            base);
  if (!mkdtemp (r->directory)) {
    r->directory[0] = 0;
    return trouble_set (r->trouble, ST_NOWRITE,
                        "cannot create a directory in '%s': %s", base,
                        strerror (errno));
  }
  path (r, &r->bitcode, "program.bc");
  path (r, &r->executable, "program");
  path (r, &r->tests, "tests");
  path (r, &r->results, "results");
  return ST_OK;
}

static void remove_directory (replaying *r) {
  static const char *const names[] = {"program", "tests", "results",
                                      "program.bc"};
  char_vec name = {0};
  if (!r->directory[0])
    return;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    vec_clear (&name);
    path (r, &name, names[i]);
    unlink (name.data);
  }
  rmdir (r->directory);
  vec_release (r->mem, &name);
}

static void replay_put (FILE *f, uint64_t n) { fwrite (&n, sizeof n, 1, f); }

static void replay_put_text (FILE *f, const char *text) {
  replay_put (f, strlen (text) + 1);
  fwrite (text, 1, strlen (text) + 1, f);
}

/* Where a byte has a value that does not depend on addresses. */
static bool is_compared (const outcome_part *p, uint32_t at) {
  if (at >= outcome_shown (p))
    return false;
  for (uint32_t i = 0; i < p->n_pointers; i++)
    if (at - p->pointer[i].at < 8)
      return false;
  return outcome_is_known (p, at);
}

/* What a driven function answers, where the driver knows it, and files. */
static bool is_put (const outcome_part *p) {
  return p->what == OUTCOME_RETURN || p->what == OUTCOME_ARGUMENT ||
         p->what == OUTCOME_FILE;
}

static void put_outcome (FILE *f, const outcome *o) {
  uint64_t n = 0;
  char_vec name = {0};
  for (uint32_t i = 0; i < o->n; i++)
    n += is_put (o->part + i);
  replay_put (f, n);
  for (uint32_t i = 0; i < o->n; i++) {
    const outcome_part *p = o->part + i;
    if (!is_put (p))
      continue;
    bool is_file = p->what == OUTCOME_FILE;
    vec_clear (&name);
    text_printf (NULL, &name, "%s%s", is_file ? "/" : "", p->name);
    replay_put_text (f, text_c (NULL, &name));
    replay_put (f, p->n);
    replay_put (f, p->is_freed                ? REPLAY_GONE
                   : outcome_shown (p) < p->n ? REPLAY_ANY_SIZE
                                              : p->size);
    fwrite (p->bytes, 1, p->n, f);
    for (uint32_t k = 0; k < p->n; k++)
      putc (is_compared (p, k), f);
  }
  vec_release (NULL, &name);
}

static void put_test (FILE *f, const testcase *t, const recorded *r) {
  replay_put (f, compare_stop_after (r));
  replay_put (f, r->blocks);
  put_outcome (f, &t->outcome);
  replay_put (f, t->n_inputs);
  for (uint32_t i = 0; i < t->n_inputs; i++) {
    replay_put_text (f, t->input[i].name);
    replay_put (f, t->input[i].size);
    fwrite (t->input[i].bytes, 1, t->input[i].size, f);
  }
}

/* That an endless loop is one has been found out: a part of it is enough. */
#define ENDLESS (CLOCK_SECOND / 4)

static uint64_t time_for (const replay_request *q, const testcase *t) {
  bool is_endless =
      t->end.kind == END_FAULT && t->end.fault == FAULT_INFINITE_LOOP;
  return is_endless && q->timeout > ENDLESS ? ENDLESS : q->timeout;
}

/* Our side. */
static void execute_all (replaying *r) {
  const replay_request *q = r->request;
  assert (r->tested.program && !r->reference && !r->expected.len);
  r->reference = reference_new (r->context, r->tested.program,
                                (int) r->tested.arg.len, r->tested.arg.data);
  for (uint32_t i = 0; i < q->n; i++) {
    testcase t;
    recorded run;
    suite_get (q->suite, q->index[i], &t);
    recorded_make (r->mem, r->reference, &t, clock_now () + time_for (q, &t),
                   &run);
    vec_push (r->mem, &r->expected, run);
  }
}

/* What is expected decides where the native side may stop. */
static status write_tests (replaying *r) {
  const replay_request *q = r->request;
  assert (r->expected.len == q->n);
  FILE *f = fopen (r->tests.data, "w");
  if (!f)
    return trouble_set (r->trouble, ST_NOWRITE, "cannot write '%s': %s",
                        r->tests.data, strerror (errno));
  replay_put (f, r->tested.arg.len);
  for (size_t i = 0; i < r->tested.arg.len; i++)
    replay_put_text (f, r->tested.arg.data[i]);
  for (size_t i = 0; i < r->position.len; i++) {
    testcase t;
    uint32_t at = r->position.data[i];
    suite_get (q->suite, q->index[at], &t);
    put_test (f, &t, &r->expected.data[at]);
  }
  bool is_written = !ferror (f);
  if (fclose (f) || !is_written)
    return trouble_set (r->trouble, ST_NOWRITE, "cannot write '%s'",
                        r->tests.data);
  return ST_OK;
}

/* The native side. */

static status run_all (replaying *r, const char *how, int *ended) {
  command c;
  char_vec out = {0}, messages = {0};
  char milliseconds[24], jobs[16];
  bool succeeded;
  command_init (&c, r->mem);
  snprintf (milliseconds, sizeof milliseconds, "%llu",
            (unsigned long long) (r->request->timeout / (CLOCK_SECOND / 1000)));
  snprintf (jobs, sizeof jobs, "%u", r->request->jobs);
  const char *argument[] = {r->executable.data, r->tests.data, r->results.data,
                            milliseconds,       jobs,          how};
  for (size_t i = 0; i < sizeof argument / sizeof *argument; i++)
    command_add (&c, argument[i]);
  status st = command_run (&c, &out, &messages, &succeeded, r->trouble);
  *ended = c.status;
  vec_release (r->mem, &out);
  vec_release (r->mem, &messages);
  command_release (&c);
  return st;
}

static status run_natively (replaying *r) {
  int ended;
  status st = run_all (r, "sandboxed", &ended);
  if (st || !ended)
    return st;
  bool is_open = WIFEXITED (ended) && WEXITSTATUS (ended) == REPLAY_NO_SANDBOX;
  if (is_open && !r->request->must_be_safe) {
    log_warning (&r->context->log,
                 "no sandbox can be made here, since user namespaces are not "
                 "allowed: what the tests do to files is done");
    st = run_all (r, "open", &ended);
  }
  if (!st && ended)
    st = trouble_set (r->trouble, ST_UNSUPPORTED,
                      is_open ? "no sandbox can be made here"
                              : "the native program cannot run its tests");
  return st;
}

static status map_results (replaying *r, struct replay_result **out) {
  size_t size = r->position.len * sizeof **out;
  assert (size); /* nothing cannot be mapped */
  int fd = open (r->results.data, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  *out = MAP_FAILED;
  if (fd >= 0 && !(errno = posix_fallocate (fd, 0, (off_t) size)))
    *out = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (fd >= 0)
    close (fd);
  if (*out != MAP_FAILED)
    return ST_OK;
  return trouble_set (r->trouble, ST_NOWRITE, "cannot write '%s': %s",
                      r->results.data, strerror (errno));
}

/* 'results' NULL: there are none. */
static void compare_all (replaying *r, const struct replay_result *results,
                         replay_counts *counts) {
  const replay_request *q = r->request;
  for (size_t i = 0; i < r->position.len; i++) {
    testcase t;
    comparison c;
    uint32_t at = r->position.data[i];
    suite_get (q->suite, q->index[at], &t);
    compare_test (&t, &r->expected.data[at], results ? results + i : NULL, &c);
    counts->agree += c.kind == NATIVE_AGREES;
    counts->unseen += c.kind == NATIVE_UNSEEN;
    if (c.kind == NATIVE_AGREES)
      continue;
    counts->differ += c.kind != NATIVE_UNSEEN;
    q->differs (q->owner,
                &(replay_difference) {.number = t.number,
                                      .test = &t,
                                      .kind = c.kind,
                                      .recorded = c.recorded,
                                      .ours = c.ours,
                                      .natively = c.natively,
                                      .remark = c.remark,
                                      .is_native_same = c.is_native_same});
  }
}

/* Tests whose memory is watched, or the others. */
static void replay_collect (replaying *r, bool is_watched) {
  assert (r->expected.len == r->request->n);
  vec_clear (&r->position);
  for (uint32_t i = 0; i < r->request->n; i++) {
    bool is_fault = r->expected.data[i].end.kind == END_FAULT;
    if ((r->request->is_watched || is_fault) == is_watched)
      vec_push (r->mem, &r->position, i);
  }
}

static status replay_round (replaying *r, bool is_watched,
                            replay_counts *counts) {
  struct replay_result *results;
  status st;
  replay_collect (r, is_watched);
  if (!r->position.len)
    return ST_OK;
  uint64_t start = clock_now ();
  TRY (executable_link (&r->tested.config, r->bitcode.data, is_watched,
                        r->executable.data, r->trouble));
  counts->build_ns += clock_now () - start;
  start = clock_now ();
  TRY (write_tests (r));
  TRY (map_results (r, &results));
  st = run_natively (r);
  counts->native_ns += clock_now () - start;
  if (!st)
    compare_all (r, results, counts);
  munmap (results, r->position.len * sizeof *results);
out:
  return st;
}

static status replay_alone (replaying *r, replay_counts *counts) {
  status st = tested_load (&r->tested, r->context, r->facts);
  if (st)
    return st;
  execute_all (r);
  for (uint32_t i = 0; i < r->request->n; i++)
    vec_push (r->mem, &r->position, i);
  compare_all (r, NULL, counts);
  return ST_OK;
}

static status replay_executable (replaying *r, replay_counts *counts) {
  char given[PATH_MAX];
  status st;
  if (!realpath (r->request->executable, given))
    return trouble_set (r->trouble, ST_NOFILE, "cannot find '%s'",
                        r->request->executable);
  TRY (replay_make_directory (r));
  TRY (tested_load (&r->tested, r->context, r->facts));
  st = replay_outside (&(outside) {.request = r->request,
                                   .program = r->tested.program,
                                   .argc = (int) r->tested.arg.len,
                                   .argv = r->tested.arg.data,
                                   .directory = r->directory,
                                   .executable = given},
                       counts);
out:
  return st;
}

static status replay_tests (replaying *r, replay_counts *counts) {
  status st;
  uint64_t start = clock_now ();
  TRY (replay_make_directory (r));
  TRY (tested_load (&r->tested, r->context, r->facts));
  TRY (executable_prepare (&r->tested.config,
                           r->context->options.check_overflow, r->bitcode.data,
                           r->trouble));
  counts->build_ns = clock_now () - start;
  start = clock_now ();
  execute_all (r);
  counts->machine_ns = clock_now () - start;
  TRY (replay_round (r, false, counts));
  TRY (replay_round (r, true, counts));
  assert (counts->agree + counts->unseen + counts->differ == r->request->n);
out:
  return st;
}

status replay (const replay_request *q, replay_counts *counts) {
  replaying r = {.request = q,
                 .context = q->context,
                 .mem = &q->context->memory,
                 .trouble = &q->context->trouble,
                 .facts = suite_about (q->suite),
                 .tested.mem = &q->context->memory};
  *counts = (replay_counts) {0};
  if (!q->n)
    return ST_OK;
  status st = q->executable ? replay_executable (&r, counts)
              : q->is_alone ? replay_alone (&r, counts)
                            : replay_tests (&r, counts);
  remove_directory (&r);
  reference_free (r.reference); /* its machine looks at the program */
  tested_release (&r.tested);
  vec_release (r.mem, &r.bitcode);
  vec_release (r.mem, &r.executable);
  vec_release (r.mem, &r.tests);
  vec_release (r.mem, &r.results);
  vec_release (r.mem, &r.expected);
  vec_release (r.mem, &r.position);
  return st;
}
