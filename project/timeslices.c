/* The parent starts processes, waits for their ends, and never explores. What a
 * child has to say is in its suite and in its exit status; the sentence of a
 * trouble comes through a pipe, whose end is also the child's.
 */

#include "project/timeslices.h"

#include "base/clock.h"
#include "cli/cli.h"
#include "export/formats.h"
#include "export/kept_report.h"
#include "project/ledger.h"
#include "report/verdict.h"
#include "run/run.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define FIRST_SLICE CLOCK_SECOND
#define SLICE_FACTOR 3
#define LEAST_SLICE (CLOCK_SECOND / 10)
#define PATIENCE (20 * CLOCK_SECOND) /* with one that does not end */
#define LEDGER_EVERY CLOCK_SECOND
#define MOST_PROCESSES 64

/* One at work. */
typedef struct slice {
  job *job; /* NULL: there is none */
  pid_t pid;
  int pipe;
  uint64_t started, length;
  bool is_told; /* to end */
} slice;

typedef struct rotation {
  timeslices *s;
  slice at[MOST_PROCESSES];
  unsigned n; /* at work */
  uint64_t last_ledger;
} rotation;

/* The child. */

static int status_of_child (const report *rep) {
  run_verdict v;
  verdict_init (&v, rep);
  int result = v.status;
  verdict_release (&v);
  return result;
}

/* Another context: what the parent has is of no concern. */
static int run_job (const timeslices *s, const job *j, uint64_t length,
                    int out) {
  context c;
  run *r;
  report rep;
  options o = j->options;
  int result = CLI_TROUBLE;
  context_init (&c);
  c.extension = s->context->extension;
  o.time_budget = length;
  context_take_options (&c, &o);
  context_apply_options (&c);
  c.log.file = NULL;
  status st =
      run_open (&c, &(run_request) {.input = j->input, .may_recall = true}, &r);
  if (!st) {
    st = cli_explore (r, &rep);
    if (!st)
      st = formats_write (&rep, &c.trouble);
    if (!st)
      result = status_of_child (&rep);
    run_leave (r);
  }
  if (st == ST_FULL)
    result = CLI_INCOMPLETE;
  const char *text = st ? trouble_text (&c.trouble) : "";
  if (write (out, text, strlen (text)) < 0)
    return CLI_TROUBLE;
  return result;
}

static void be_child (const timeslices *s, const job *j, uint64_t length,
                      int out) {
  int nothing = open ("/dev/null", O_RDWR);
  signal (SIGINT, SIG_IGN); /* the parent tells */
  dup2 (nothing, STDIN_FILENO);
  dup2 (nothing, STDOUT_FILENO);
  dup2 (nothing, STDERR_FILENO);
  _exit (run_job (s, j, length, out));
}

/* The parent. */

static bool start_slice (rotation *t, job *j, uint64_t length) {
  int ends[2];
  slice *x = t->at;
  while (x->job)
    x++;
  if (pipe2 (ends, O_CLOEXEC))
    return false;
  fflush (stdout);
  pid_t pid = fork ();
  if (!pid) {
    close (ends[0]);
    be_child (t->s, j, length, ends[1]);
  }
  close (ends[1]);
  if (pid < 0) {
    close (ends[0]);
    return false;
  }
  *x = (slice) {j, pid, ends[0], clock_now (), length, false};
  t->n++;
  return true;
}

static void keep_ledger (rotation *t, bool is_now) {
  trouble why = {0};
  uint64_t now = clock_now ();
  if (!is_now && now - t->last_ledger < LEDGER_EVERY)
    return;
  t->last_ledger = now;
  if (ledger_write (t->s->ledger, t->s->jobs, false, &why))
    log_warning (&t->s->context->log, "%s", trouble_text (&why));
}

static void read_result (const timeslices *s, job *j) {
  trouble why = {0};
  if (j->state != JOB_OPEN && j->state != JOB_DONE)
    return;
  uint64_t before = j->has_report ? j->report.coverage.lines_covered : 0;
  j->has_report =
      !kept_report_read (s->context, j->dir, s->texts, &j->report, &why);
  if (!j->has_report)
    return;
  uint64_t now = j->report.coverage.lines_covered;
  j->gain = now - (now < before ? now : before);
  if (!j->report.end && !j->report.state)
    j->state = JOB_DONE;
}

static void end_slice (rotation *t, slice *x) {
  char text[512];
  int how = 0;
  job *j = x->job;
  ssize_t n = read (x->pipe, text, sizeof text - 1);
  close (x->pipe);
  while (waitpid (x->pid, &how, 0) < 0 && errno == EINTR)
    continue;
  int left = WIFEXITED (how) ? WEXITSTATUS (how) : -1;
  j->spent += clock_now () - x->started;
  text[n > 0 ? n : 0] = 0;
  j->message = NULL;
  if (left == CLI_TROUBLE || left < 0) {
    j->state = JOB_FAILED;
    j->message = memory_alloc (NULL, sizeof text); /* lives as long as we do */
    if (left < 0)
      snprintf (text, sizeof text, "its process ended by signal %d",
                WIFSIGNALED (how) ? WTERMSIG (how) : 0);
    memcpy ((char *) j->message, text, sizeof text);
  } else
    j->state = JOB_OPEN;
  j->is_kept = false;
  read_result (t->s, j);
  x->job = NULL;
  t->n--;
}

static void hurry_slices (rotation *t) {
  for (unsigned i = 0; i < t->s->processes; i++) {
    slice *x = t->at + i;
    uint64_t now = clock_now ();
    if (!x->job)
      continue;
    bool is_late = now > x->started + x->length * 2 + PATIENCE;
    if ((is_late || t->s->is_interrupted) && !x->is_told) {
      kill (x->pid, SIGTERM);
      x->is_told = true;
      x->started = now; /* and patience begins again */
    } else if (is_late)
      kill (x->pid, SIGKILL);
  }
}

/* Until one ends, or a signal comes. */
static void wait_for_one (rotation *t) {
  struct pollfd fd[MOST_PROCESSES];
  slice *of[MOST_PROCESSES];
  nfds_t n = 0;
  for (unsigned i = 0; i < t->s->processes; i++)
    if (t->at[i].job) {
      of[n] = t->at + i;
      fd[n++] = (struct pollfd) {.fd = t->at[i].pipe, .events = POLLIN};
    }
  if (n && poll (fd, n, 1000) > 0)
    for (nfds_t i = 0; i < n; i++)
      if (fd[i].revents)
        end_slice (t, of[i]);
  hurry_slices (t);
  keep_ledger (t, false);
}

/* What is left to do. */

static int by_promise (const void *a, const void *b) {
  const job *x = *(job *const *) a, *y = *(job *const *) b;
  if (x->promise != y->promise)
    return x->promise > y->promise ? -1 : 1;
  return x->number < y->number ? -1 : x->number > y->number;
}

typedef VEC (job *) turn_list;

/* It had a slice, which was over before it was loaded: it gets longer ones. */
static bool is_unloaded (const job *j) {
  return j->spent > j->before && !j->has_report;
}

/* What is left of its time is worth a slice. */
static bool has_time (const timeslices *s, const job *j) {
  uint64_t spent = j->spent - j->before;
  return !spent || is_unloaded (j) || spent + LEAST_SLICE <= s->per_job;
}

static void list_turn (const timeslices *s, turn_list *out) {
  vec_clear (out);
  for (size_t i = 0; i < s->jobs->len; i++) {
    job *j = s->jobs->data + i;
    bool is_open = j->state == JOB_WAITING || j->state == JOB_OPEN;
    if (is_open && !j->is_kept && has_time (s, j))
      vec_push (&s->context->memory, out, j);
  }
  if (out->len)
    qsort (out->data, out->len, sizeof *out->data, by_promise);
}

static uint64_t time_left (const timeslices *s) {
  uint64_t now = clock_now ();
  return now < s->deadline && !s->is_interrupted ? s->deadline - now : 0;
}

static uint64_t slice_of (const timeslices *s, const job *j, uint64_t length) {
  uint64_t left = time_left (s);
  uint64_t own = is_unloaded (j) ? length : s->per_job + j->before - j->spent;
  length = own < length ? own : length;
  return left < length ? left : length;
}

/* What brought something new will again, sooner than others. */
static void promise_again (const timeslices *s) {
  for (size_t i = 0; i < s->jobs->len; i++) {
    job *j = s->jobs->data + i;
    const coverage *c = &j->report.coverage;
    if (j->state != JOB_OPEN || !j->has_report)
      continue;
    double missing =
        c->lines ? 1 - (double) c->lines_covered / (double) c->lines : 0;
    j->promise = (double) j->gain + 10 * missing + (j->is_changed ? 1000 : 0) -
                 clock_seconds (j->spent);
  }
}

static void run_turn (rotation *t, const turn_list *list, uint64_t length) {
  const timeslices *s = t->s;
  for (size_t i = 0; i < list->len && time_left (s);) {
    uint64_t own = slice_of (s, list->data[i], length);
    if ((own < LEAST_SLICE && own < s->per_job) ||
        (t->n < s->processes && start_slice (t, list->data[i], own)))
      i++;
    else
      wait_for_one (t);
  }
  while (t->n)
    wait_for_one (t);
}

/* It had the time that one function may have: that of all is not to blame. */
static void blame (const timeslices *s, job *j) {
  report *r = &j->report;
  uint64_t spent = j->is_kept ? j->spent : j->spent - j->before;
  if (!j->has_report || j->state != JOB_OPEN ||
      spent + LEAST_SLICE < s->per_job)
    return;
  report_loss *own = arena_alloc (s->texts, (r->n_losses + 1) * sizeof *own);
  for (size_t i = 0; i < r->n_losses; i++) {
    own[i] = r->losses[i];
    if (own[i].cause.reason == WHY_TIME_BUDGET)
      own[i].cause.reason = WHY_FUNCTION_BUDGET;
  }
  r->losses = own;
}

void timeslices_run (timeslices *s) {
  rotation t = {.s = s};
  turn_list list = {0};
  uint64_t length = FIRST_SLICE;
  if (s->processes > MOST_PROCESSES)
    s->processes = MOST_PROCESSES;
  for (size_t i = 0; i < s->jobs->len; i++)
    read_result (s, s->jobs->data + i);
  list_turn (s, &list);
  while (list.len && time_left (s) >= LEAST_SLICE) {
    run_turn (&t, &list, length);
    promise_again (s);
    keep_ledger (&t, true);
    list_turn (s, &list);
    length *= SLICE_FACTOR;
  }
  for (size_t i = 0; i < s->jobs->len; i++)
    blame (s, s->jobs->data + i);
  vec_release (&s->context->memory, &list);
}

void timeslices_interrupt (timeslices *s) { s->is_interrupted = 1; }
