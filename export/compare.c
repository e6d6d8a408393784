#include "export/compare.h"

#include "machine/ending_text.h"
#include "suite/testcase_text.h"

#include <signal.h>

/* Ends that only our limits make, or after which anything may happen. */
static bool is_open (const ending *e) {
  return e->kind == END_NONE || e->kind == END_CUT ||
         (e->kind == END_FAULT &&
          (e->fault == FAULT_INFINITE_LOOP || e->fault >= FAULT_UNDEFINED));
}

uint64_t compare_stop_after (const recorded *r) {
  return is_open (&r->end) ? r->blocks : 0;
}

static bool is_signal (const struct replay_result *n, int a, int b, int c) {
  return n->end == REPLAY_SIGNAL &&
         (n->status == a || n->status == b || n->status == c);
}

static bool is_fault (const struct replay_result *n, fault_kind f) {
  return n->end == REPLAY_FAULT && !strcmp (n->fault, fault_name (f));
}

/* Which kind of memory error it is depends on what lies around the object, so
 * one is as good as another natively.
 */
static bool is_same_fault (fault_kind f, const struct replay_result *n) {
  switch (f) {
  case FAULT_OUT_OF_BOUNDS:
  case FAULT_NULL_POINTER:
  case FAULT_USE_AFTER_FREE:
  case FAULT_READ_ONLY:
  case FAULT_BAD_FUNCTION:
    return is_fault (n, f) || n->end == REPLAY_SANITIZER ||
           is_signal (n, SIGSEGV, SIGBUS, SIGILL);
  case FAULT_DOUBLE_FREE:
  case FAULT_INVALID_FREE:
    return n->end == REPLAY_SANITIZER || is_signal (n, SIGABRT, SIGSEGV, 0);
  case FAULT_DIVISION_BY_ZERO:
  case FAULT_SIGNED_OVERFLOW:
    return is_fault (n, f) || is_signal (n, SIGFPE, 0, 0);
  case FAULT_ABORT:
    return is_fault (n, f) || is_signal (n, SIGABRT, SIGILL, SIGTRAP);
  case FAULT_KILLED:
    return is_fault (n, f) || n->end == REPLAY_SIGNAL;
  case FAULT_STACK_EXHAUSTED:
    return n->end == REPLAY_SANITIZER || is_signal (n, SIGSEGV, SIGBUS, 0);
  default:
    assert (f != FAULT_NONE && f < FAULT_COUNT);
    return is_fault (n, f);
  }
}

static bool is_same_end (const ending *e, const struct replay_result *n) {
  if (is_open (e))
    return n->end == REPLAY_STOPPED;
  if (e->kind == END_FAULT)
    return is_same_fault (e->fault, n);
  if (e->kind == END_SILENT)
    return n->end == REPLAY_SILENT;
  assert (e->kind == END_EXIT); /* the others are open */
  return n->end == REPLAY_EXIT && (e->status & 255) == (n->status & 255);
}

/* That a state repeats itself is seen where all of it is: here it does not end.
 */
static bool is_as_recorded (const testcase *t, const ending *e) {
  const end_record *r = &t->end;
  if (r->kind == END_CUT)
    return true;
  if (r->fault == FAULT_INFINITE_LOOP && e->kind == END_NONE)
    return true;
  return r->kind == e->kind && r->fault == e->fault &&
         (r->kind != END_EXIT || r->status == e->status);
}

/* For people. */

static void describe_cut (const ending *e, char *text, size_t size) {
  char_vec told = {0};
  cause why = ending_cause (e);
  cause_print (&why, 1, NULL, &told);
  snprintf (text, size, "cut: %s", text_c (NULL, &told));
  vec_release (NULL, &told);
}

static void describe_test (const testcase *t, char *text, size_t size) {
  char_vec end = {0};
  testcase_describe (t, NULL, &end);
  snprintf (text, size, "%s", end.data);
  vec_release (NULL, &end);
}

static void describe_ending (const ending *e, char *text, size_t size) {
  switch (e->kind) {
  case END_EXIT:
    snprintf (text, size, "exit %d", e->status);
    break;
  case END_FAULT:
    snprintf (text, size, "%s", fault_name (e->fault));
    break;
  case END_CUT:
    describe_cut (e, text, size);
    break;
  case END_SILENT:
    snprintf (text, size, "silent exit");
    break;
  default:
    assert (e->kind == END_NONE); /* still running at the deadline */
    snprintf (text, size, "timed out");
  }
}

static void describe_native (const struct replay_result *n, char *text,
                             size_t size) {
  switch (n->end) {
  case REPLAY_EXIT:
    snprintf (text, size, "exit %d", n->status);
    break;
  case REPLAY_FAULT:
    snprintf (text, size, "%s%s%.90s", n->fault, n->detail[0] ? ": " : "",
              n->detail);
    break;
  case REPLAY_STOPPED:
    snprintf (text, size, "going on");
    break;
  case REPLAY_SILENT:
    snprintf (text, size, "silent exit");
    break;
  case REPLAY_SIGNAL:
    snprintf (text, size, "signal %d (%s) at 0x%llx", n->status,
              strsignal (n->status), (unsigned long long) n->address);
    break;
  case REPLAY_SANITIZER:
    snprintf (text, size, "%.90s", n->detail);
    break;
  case REPLAY_TIMEOUT:
    snprintf (text, size, "timed out");
    break;
  case REPLAY_NO_INPUT:
    snprintf (text, size, "reads an input that the test lacks: %.90s",
              n->detail);
    break;
  case REPLAY_UNSUPPORTED:
    snprintf (text, size, "not supported: %.90s", n->detail);
    break;
  default:
    snprintf (text, size, "did not run");
  }
}

/* An error that shows itself wherever it is executed: by a trap, or since we
 * have a check compiled in. Of others there may be no sign.
 */
static bool is_always_seen (fault_kind f) {
  return f == FAULT_NULL_POINTER || f == FAULT_DIVISION_BY_ZERO ||
         f == FAULT_OVERSHIFT || f == FAULT_SIGNED_OVERFLOW ||
         f == FAULT_ASSERTION || f == FAULT_ABORT || f == FAULT_UNREACHABLE ||
         f == FAULT_REPORTED;
}

static bool is_death (const struct replay_result *n) {
  return n->end == REPLAY_FAULT || n->end == REPLAY_SIGNAL ||
         n->end == REPLAY_SANITIZER || n->end == REPLAY_TIMEOUT;
}

static native_kind kind_of (const recorded *r, const struct replay_result *n) {
  if (r->end.kind != END_FAULT)
    return is_death (n) ? NATIVE_MISSED : NATIVE_OTHERWISE;
  if (n->noted != r->trace && r->blocks)
    return NATIVE_OTHERWISE;
  return is_always_seen (r->end.fault) ? NATIVE_UNCONFIRMED : NATIVE_UNSEEN;
}

/* In our machine alone. */
static void compare_alone (const testcase *t, const recorded *r,
                           comparison *out) {
  *out = (comparison) {.kind = NATIVE_AGREES, .remark = ""};
  if (is_as_recorded (t, &r->end) && r->answers_so)
    return;
  out->kind = NATIVE_OTHERWISE;
  out->is_native_same = true;
  if (!r->answers_so)
    out->remark = "with another outcome than was kept";
  describe_test (t, out->recorded, sizeof out->recorded);
  describe_ending (&r->end, out->ours, sizeof out->ours);
}

static const char *const other_answer[] = {
    [REPLAY_OTHER_RESULT] = "with another result",
    [REPLAY_OTHER_WRITES] = "with other writes to arguments",
    [REPLAY_OTHER_FILES] = "with other files"};

void compare_test (const testcase *t, const recorded *r,
                   const struct replay_result *n, comparison *out) {
  if (!n) {
    compare_alone (t, r, out);
    return;
  }
  bool is_reproduced = is_as_recorded (t, &r->end) && r->answers_so;
  bool is_same = is_same_end (&r->end, n);
  bool is_same_path = r->trace == n->trace && r->blocks == n->blocks;
  if (is_open (&r->end) && !r->blocks)
    is_same = is_same_path = true;
  if (r->end.kind == END_FAULT && r->end.fault == FAULT_STACK_EXHAUSTED)
    is_same_path |= is_same; /* frames have other sizes there */
  bool is_same_output =
      r->end.kind != END_EXIT ||
      ((r->output[0] == n->output[0] || r->has_addresses[0]) &&
       (r->output[1] == n->output[1] || r->has_addresses[1]));
  bool is_same_answer =
      r->end.kind != END_EXIT || n->answer <= REPLAY_AS_EXPECTED;
  out->kind = NATIVE_AGREES;
  if (is_reproduced && is_same && is_same_path && is_same_output &&
      is_same_answer)
    return;
  *out =
      (comparison) {.kind = is_reproduced ? kind_of (r, n) : NATIVE_OTHERWISE};
  out->remark = out->kind == NATIVE_UNSEEN        ? "the sanitizers see nothing"
                : out->kind == NATIVE_UNCONFIRMED ? ""
                : !is_same_path                   ? "on another path"
                : !is_same_output                 ? "with different output"
                : !r->answers_so  ? "with another outcome than was kept"
                : !is_same_answer ? other_answer[n->answer]
                                  : "";
  describe_native (n, out->natively, sizeof out->natively);
  if (is_reproduced) {
    describe_test (t, out->ours, sizeof out->ours);
  } else {
    describe_test (t, out->recorded, sizeof out->recorded);
    describe_ending (&r->end, out->ours, sizeof out->ours);
  }
  out->is_native_same =
      is_same && is_same_path && is_same_output && is_same_answer;
}
