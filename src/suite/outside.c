#include "suite/outside.h"

#include "base/clock.h"
#include "runtime/replay/facts.h"
#include "suite/reference.h"
#include "suite/sandbox.h"
#include "suite/testcase_text.h"

#include <stdio.h>
#include <string.h>

/* Different enough to be seen: another year, month, day of the week, hour. */
static const struct {
  const char *name;
  uint64_t other;
} facts[FACT_COUNT] = {[FACT_CLOCK] = {"the clock", 200000000},
                       [FACT_RANDOM] = {"random numbers", 987654321},
                       [FACT_FILES] = {"numbers of files", 54321},
                       [FACT_DISK] = {"the disk", 8192},
                       [FACT_HOST] = {"the host", 4321}};

typedef struct replaying {
  const outside *o;
  const replay_request *request;
  memory *mem;
  reference *reference;
  sandbox *sandbox;
  replay_counts *counts;
} replaying;

typedef struct trial {
  const testcase *test;
  reference_run expected;
  char_vec written[2];
  sandbox_run run;
} trial;

static bool is_same_text (const char_vec *a, const char_vec *b) {
  return a->len == b->len && (!a->len || !memcmp (a->data, b->data, a->len));
}

/* Does the machine write something else when this fact is another? */
static bool depends (replaying *r, const trial *t, unsigned fact) {
  char_vec written[2] = {{0}};
  reference_run other;
  reference_set (r->reference, fact, facts[fact].other);
  reference_record (r->reference, t->test, clock_now () + r->request->timeout,
                    &other, written);
  reference_set (r->reference, fact, 0);
  bool is_other =
      other.end.kind == END_EXIT && other.end.status != t->expected.end.status;
  for (int i = 0; i < 2; i++) {
    is_other |= other.end.kind == END_EXIT &&
                !is_same_text (&written[i], &t->written[i]);
    vec_release (r->mem, &written[i]);
  }
  return is_other;
}

static const char *find_cause (replaying *r, const trial *t) {
  for (unsigned i = 0; i < FACT_COUNT; i++)
    if (depends (r, t, i))
      return facts[i].name;
  return NULL;
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

static void describe (const trial *t, replay_difference *d, char text[3][256]) {
  static const char *const streams[] = {"output", "error"};
  const sandbox_run *run = &t->run;
  char line[2][SHOWN];
  snprintf (text[0], sizeof text[0], "exit %d", t->expected.end.status & 255);
  snprintf (text[1], sizeof text[1],
            run->is_timeout ? "no end in time" : "exit %d", run->status);
  text[2][0] = 0;
  for (int i = 1; i >= 0; i--) {
    if (is_same_text (&t->written[i], &run->written[i]))
      continue;
    size_t at = start_of_difference (&t->written[i], &run->written[i]);
    show_line (&t->written[i], at, line[0]);
    show_line (&run->written[i], at, line[1]);
    snprintf (text[2], sizeof text[2],
              "with other standard %s: '%s', natively '%s'", streams[i],
              line[0], line[1]);
  }
  *d = (replay_difference) {.number = t->test->number,
                            .recorded = "",
                            .ours = text[0],
                            .natively = text[1],
                            .remark = text[2]};
}

static void compare (replaying *r, const trial *t) {
  replay_difference d;
  char text[3][256];
  bool is_same_end =
      !t->run.is_timeout && t->run.status == (t->expected.end.status & 255);
  describe (t, &d, text);
  if (is_same_end && !*d.remark) {
    r->counts->agree++;
    return;
  }
  if (t->run.is_timeout && t->expected.elapsed >= r->request->timeout) {
    r->counts->left_out++; /* it sleeps for longer than we wait */
    return;
  }
  d.depends = is_same_end ? find_cause (r, t) : NULL;
  *(d.depends ? &r->counts->status_only : &r->counts->differ) += 1;
  r->request->differs (r->request->owner, &d);
}

static status replay_test (replaying *r, const testcase *test) {
  const replay_request *q = r->request;
  trial t = {.test = test};
  situation s;
  arena texts;
  status st = ST_OK;
  arena_init (&texts, r->mem);
  reference_record (r->reference, test, clock_now () + q->timeout, &t.expected,
                    t.written);
  if (!situation_make (&s, r->mem, &texts, suite_about (q->suite), test) ||
      t.expected.end.kind != END_EXIT)
    r->counts->left_out++;
  else if (!(st = sandbox_execute (r->sandbox, &s, q->timeout, &t.run,
                                   &q->context->trouble)))
    compare (r, &t);
  situation_release (&s, r->mem);
  arena_release (&texts);
  for (int i = 0; i < 2; i++) {
    vec_release (r->mem, &t.written[i]);
    vec_release (r->mem, &t.run.written[i]);
  }
  return st;
}

status replay_outside (const outside *o, replay_counts *counts) {
  const replay_request *q = o->request;
  replaying r = {
      .o = o, .request = q, .mem = &q->context->memory, .counts = counts};
  r.sandbox =
      sandbox_new (r.mem, o->directory, o->executable,
                   q->context->options.host_files, &q->context->trouble);
  if (!r.sandbox)
    return q->context->trouble.code;
  r.reference = reference_new (q->context, o->program, o->argc, o->argv);
  status st = ST_OK;
  for (uint32_t i = 0; i < q->n && !st; i++) {
    testcase t;
    suite_get (q->suite, q->index[i], &t);
    st = replay_test (&r, &t);
  }
  reference_free (r.reference);
  sandbox_free (r.sandbox);
  return st;
}
