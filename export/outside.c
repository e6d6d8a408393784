#include "export/outside.h"

#include "base/clock.h"
#include "export/left_files.h"
#include "export/recorded.h"
#include "export/sandbox.h"
#include "runtime/replay/facts.h"

#include <errno.h>
#include <limits.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Different enough to be seen: another year, month, day of the week, hour. */
static const struct {
  const char *name;
  uint64_t other;
} facts[FACT_COUNT] = {[FACT_CLOCK] = {"the clock", 200000000},
                       [FACT_RANDOM] = {"random numbers", 987654321},
                       [FACT_FILES] = {"numbers of files", 54321},
                       [FACT_DISK] = {"the disk", 8192},
                       [FACT_HOST] = {"the host", 4321}};

/* What a process found out about a test, for the one that started it. */
typedef enum outcome_kind {
  NOT_YET,
  AGREES,
  DIFFERS,
  DEPENDS, /* on a fact */
  LEFT_OUT
} outcome_kind;

typedef struct outside_outcome {
  outcome_kind kind;
  unsigned fact;     /* or why it is left out */
  char text[3][256]; /* ours, natively, remark */
} outside_outcome;

/* In memory that all processes have. */
typedef struct board {
  _Atomic uint32_t next; /* test */
  _Atomic uint32_t done;
  trouble trouble; /* of one of them */
  _Atomic bool has_trouble;
  outside_outcome outcome[]; /* by position in the request */
} board;

typedef struct outside_replay {
  const outside *o;
  const replay_request *request;
  memory *mem;
  reference *reference;
  sandbox *sandbox;
} outside_replay;

typedef struct outside_trial {
  const testcase *test;
  recorded expected;
  char_vec written[2];
  sandbox_run run;
} outside_trial;

static bool is_same_text (const char_vec *a, const char_vec *b) {
  return a->len == b->len && (!a->len || !memcmp (a->data, b->data, a->len));
}

/* Does the machine write something else when this fact is another? */
static bool depends (outside_replay *r, const outside_trial *t, unsigned fact) {
  char_vec written[2] = {{0}};
  recorded other;
  assert (fact < FACT_COUNT && t->expected.end.kind == END_EXIT);
  reference_set (r->reference, fact, facts[fact].other);
  recorded_make_whole (r->reference, t->test,
                       clock_now () + r->request->timeout, &other, written);
  reference_set (r->reference, fact, 0);
  bool is_other =
      other.end.kind == END_EXIT &&
      (other.end.status != t->expected.end.status || !other.answers_so);
  for (int i = 0; i < 2; i++) {
    is_other |= other.end.kind == END_EXIT &&
                !is_same_text (&written[i], &t->written[i]);
    vec_release (r->mem, &written[i]);
  }
  return is_other;
}

/* FACT_COUNT: on none. */
static unsigned find_cause (outside_replay *r, const outside_trial *t) {
  unsigned i = 0;
  while (i < FACT_COUNT && !depends (r, t, i))
    i++;
  return i;
}

/* For people: the first line that differs, of both. */

static size_t start_of_difference (const char_vec *a, const char_vec *b) {
  size_t line = 0;
  for (size_t i = 0; i < a->len && i < b->len && a->data[i] == b->data[i]; i++)
    if (a->data[i] == '\n')
      line = i + 1;
  return line;
}

#define SHOWN 60

static void show_line (const char_vec *text, size_t at, char out[SHOWN]) {
  size_t n = 0;
  for (; at < text->len && text->data[at] != '\n' && n + 1 < SHOWN; at++) {
    unsigned char c = (unsigned char) text->data[at];
    out[n++] = c >= ' ' && c < 127 ? (char) c : '?';
  }
  out[n] = 0;
}

static void describe (const outside_trial *t, char text[3][256]) {
  static const char *const streams[] = {"output", "error"};
  const sandbox_run *run = &t->run;
  char line[2][SHOWN];
  snprintf (text[0], sizeof text[0], "exit %d", t->expected.end.status & 255);
  snprintf (text[1], sizeof text[1], run->is_timeout ? "timed out" : "exit %d",
            run->status);
  text[2][0] = 0;
  for (int i = 1; i >= 0; i--) {
    if (is_same_text (&t->written[i], &run->written[i]) ||
        t->expected.has_addresses[i])
      continue;
    size_t at = start_of_difference (&t->written[i], &run->written[i]);
    show_line (&t->written[i], at, line[0]);
    show_line (&run->written[i], at, line[1]);
    snprintf (text[2], sizeof text[2],
              "with different standard %s: '%s', natively '%s'", streams[i],
              line[0], line[1]);
  }
}

/* Of files, the outcome of the test is what is expected. */
static void compare_left (const outside_replay *r, const outside_trial *t,
                          const situation *s, char text[256]) {
  char what[200];
  if (!*text && !left_files_agree (sandbox_root (r->sandbox),
                                   r->request->context->options.host_files, s,
                                   &t->test->outcome, what, sizeof what))
    snprintf (text, 256, "but the %s", what);
}

static void leave_aside (outside_outcome *out, outside_why why) {
  out->kind = LEFT_OUT;
  out->fact = why;
}

static void outside_compare (outside_replay *r, const outside_trial *t,
                             const situation *s, outside_outcome *out) {
  bool is_same_end =
      !t->run.is_timeout && t->run.status == (t->expected.end.status & 255);
  assert (out->kind == NOT_YET); /* each test has one process */
  describe (t, out->text);
  if (is_same_end)
    compare_left (r, t, s, out->text[2]);
  out->fact = FACT_COUNT;
  if (is_same_end && !*out->text[2])
    out->kind = AGREES;
  else if (t->run.is_timeout && t->expected.elapsed >= r->request->timeout)
    leave_aside (out, OUTSIDE_TIME);
  else {
    out->fact = is_same_end ? find_cause (r, t) : FACT_COUNT;
    out->kind = out->fact < FACT_COUNT ? DEPENDS : DIFFERS;
  }
}

static status replay_test (outside_replay *r, const testcase *test,
                           outside_outcome *out) {
  const replay_request *q = r->request;
  outside_trial t = {.test = test};
  situation s;
  arena texts;
  status st = ST_OK;
  arena_init (&texts, r->mem);
  recorded_make_whole (r->reference, test, clock_now () + q->timeout,
                       &t.expected, t.written);
  if (t.expected.end.kind != END_EXIT)
    leave_aside (out, OUTSIDE_END);
  else if (!situation_make (&s, r->mem, &texts, suite_about (q->suite), test))
    leave_aside (out, OUTSIDE_INPUTS);
  else if (!(st = sandbox_execute (r->sandbox, &s, q->timeout, &t.run,
                                   &q->context->trouble)))
    outside_compare (r, &t, &s, out);
  situation_release (&s, r->mem);
  arena_release (&texts);
  for (int i = 0; i < 2; i++) {
    vec_release (r->mem, &t.written[i]);
    vec_release (r->mem, &t.run.written[i]);
  }
  return st;
}

/* One of several processes: takes tests as long as there are any. */

static void replay_some (outside_replay *r, board *b) {
  const replay_request *q = r->request;
  uint32_t i;
  status st = ST_OK;
  while (!st && !b->has_trouble && (i = b->next++) < q->n) {
    testcase t;
    suite_get (q->suite, q->index[i], &t);
    st = replay_test (r, &t, &b->outcome[i]);
    b->done++;
  }
}

static status work (const outside *o, unsigned number, board *b) {
  const replay_request *q = o->request;
  trouble *why = &q->context->trouble;
  outside_replay r = {.o = o, .request = q, .mem = &q->context->memory};
  char directory[PATH_MAX];
  snprintf (directory, sizeof directory, "%s/%u", o->directory, number);
  if (mkdir (directory, 0700))
    return trouble_set (why, ST_NOWRITE, "cannot make '%s': %s", directory,
                        strerror (errno));
  r.sandbox = sandbox_new (r.mem, directory, o->executable,
                           q->context->options.host_files, why);
  if (r.sandbox) {
    r.reference = reference_new (q->context, o->program, o->argc, o->argv);
    replay_some (&r, b);
    reference_free (r.reference);
  }
  sandbox_free (r.sandbox);
  rmdir (directory);
  return why->code;
}

static void be_worker (const outside *o, unsigned number, board *b) {
  if (work (o, number, b) && !atomic_exchange (&b->has_trouble, true))
    b->trouble = o->request->context->trouble;
  _exit (0);
}

/* The process that started them. */

#define LOOK_EVERY 100000 /* us */

static void watch (const replay_request *q, const board *b, unsigned n) {
  while (n) {
    pid_t ended = waitpid (-1, NULL, WNOHANG);
    if (ended < 0 && errno != EINTR)
      return;
    n -= ended > 0;
    if (q->went_on)
      q->went_on (q->owner, b->done);
    if (!ended)
      usleep (LOOK_EVERY);
  }
}

static void tell (const replay_request *q, uint32_t i, const outside_outcome *x,
                  replay_counts *n) {
  testcase t;
  if (x->kind == AGREES || x->kind == LEFT_OUT) {
    *(x->kind == AGREES ? &n->agree : &n->left_out[x->fact]) += 1;
    return;
  }
  suite_get (q->suite, q->index[i], &t);
  assert (x->kind != DEPENDS || x->fact < FACT_COUNT);
  bool is_over = x->kind != NOT_YET; /* else its process was killed */
  *(x->kind == DEPENDS ? &n->status_only : &n->differ) += 1;
  q->differs (q->owner,
              &(replay_difference) {
                  .number = t.number,
                  .test = &t,
                  .kind = NATIVE_OTHERWISE,
                  .recorded = "",
                  .ours = is_over ? x->text[0] : "exit",
                  .natively = is_over ? x->text[1] : "did not run",
                  .remark = x->text[2],
                  .depends = x->kind == DEPENDS ? facts[x->fact].name : NULL});
}

status replay_outside (const outside *o, replay_counts *counts) {
  const replay_request *q = o->request;
  trouble *why = &q->context->trouble;
  size_t size = sizeof (board) + q->n * sizeof (outside_outcome);
  unsigned n = q->n < q->jobs ? q->n : q->jobs, started = 0;
  assert (n && q->differs); /* replay has seen to it */
  board *b = mmap (NULL, size, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (b == MAP_FAILED)
    return trouble_set (why, ST_FULL, "no memory for %u tests", q->n);
  fflush (NULL);
  for (unsigned i = 0; i < n; i++) {
    pid_t child = fork ();
    if (!child)
      be_worker (o, i, b);
    started += child > 0;
  }
  watch (q, b, started);
  status st = ST_OK;
  if (b->has_trouble || !started)
    st = trouble_set (why, started ? b->trouble.code : ST_FULL, "%s",
                      started ? b->trouble.text : "cannot start a process");
  for (uint32_t i = 0; i < q->n && !st; i++)
    tell (q, i, &b->outcome[i], counts);
  munmap (b, size);
  return st;
}
