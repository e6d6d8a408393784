/* A process of its own does it: it may take too long, and needs options and a
 * program of its own. It takes a compiler, which may not be there, and about as
 * long as a small run: so a run is confirmed only if that fits into a twentieth
 * of its time, or if it found errors and took a second of work; unless it was
 * told to, or tests differed the last time: what an edit does not mend must not
 * go away because the run became shorter.
 */

#include "run/confirming.h"

#include "base/clock.h"
#include "program/command.h"

#include <fcntl.h>
#include <unistd.h>

#define MOST_ERRORS 100
#define OTHERS 20
#define SHARE 20                 /* a twentieth of the time */
#define LEAST (CLOCK_SECOND / 2) /* to build the native program */
#define WORTH CLOCK_SECOND       /* of work, where there are errors */
#define FOR_ERRORS (3 * CLOCK_SECOND)
#define IN_DOUBT (20 * CLOCK_SECOND)

void confirming_init (confirming *c, memory *mem) {
  *c = (confirming) {.mem = mem};
  arena_init (&c->texts, mem);
}

void confirming_release (confirming *c) {
  vec_release (c->mem, &c->errors, &c->losses, &c->differences);
  arena_release (&c->texts);
}

/* How long it may take; 0: it does not take place. */
static uint64_t time_for (const options *o, uint64_t elapsed, bool has_errors,
                          const char *doubt) {
  uint64_t budget = o->time_budget, end = budget + budget / (2 * SHARE);
  uint64_t share = elapsed / SHARE;
  if (o->confirm_time)
    return o->confirm_time;
  if (doubt && !access (doubt, F_OK))
    return IN_DOUBT;
  if (has_errors && share < FOR_ERRORS && clock_cpu () >= WORTH)
    share = FOR_ERRORS;
  if (budget && elapsed + share > end)
    share = end > elapsed ? end - elapsed : 0;
  return share >= LEAST ? share : 0;
}

/* Which tests. */

static void add_test (command *c, uint32_t number) {
  char text[16];
  snprintf (text, sizeof text, "%u", number);
  command_add (c, text);
}

static void add_others (command *c, suite *all) {
  uint32_t n = suite_count (all), step = n / OTHERS + 1;
  for (uint32_t i = 0; i < n; i += step) {
    testcase t;
    suite_get (all, i, &t);
    if (t.end.kind != END_FAULT)
      add_test (c, t.number);
  }
}

static void add_words (command *c, const report *r, suite *all) {
  static const char *const given[] = {"/proc/self/exe", "tests",
                                      "replay",         "--json",
                                      "--watch-memory", "--only-sandboxed"};
  for (size_t i = 0; i < sizeof given / sizeof *given; i++)
    command_add (c, given[i]);
  command_add (c, r->out);
  for (size_t i = 0; i < r->n_errors && i < MOST_ERRORS; i++)
    add_test (c, r->errors[i].test);
  add_others (c, all);
}

/* Who asked for it wants to know. */
static void complain (context *c, const char *why) {
  int n = (int) strcspn (why, "\n");
  if (c->options.confirm_time)
    log_warning (&c->log, "no test was run natively: %.*s", n, why);
  else
    log_debug (&c->log, "no test was run natively: %.*s", n, why);
}

static json_t *replay_them (confirming *c, const report *r, suite *all,
                            uint64_t time) {
  command words;
  char_vec out = {0}, messages = {0};
  trouble why = {0};
  bool succeeded;
  command_init (&words, c->mem);
  words.deadline = clock_now () + time;
  add_words (&words, r, all);
  status st = command_run (&words, &out, &messages, &succeeded, &why);
  json_t *told = st ? NULL : json_loadb (out.data, out.len, 0, NULL);
  if (!json_is_integer (json_object_get (told, "tests"))) { /* its trouble */
    json_decref (told);
    told = NULL;
  }
  if (!told)
    complain (r->context,
              st ? trouble_text (&why) : text_c (c->mem, &messages));
  vec_release (c->mem, &out, &messages);
  command_release (&words);
  return told;
}

/* What it says. */

static uint64_t number_in (const json_t *o, const char *name) {
  return (uint64_t) json_integer_value (json_object_get (o, name));
}

static const char *text_in (confirming *c, const json_t *o, const char *name) {
  const char *text = json_string_value (json_object_get (o, name));
  return text ? arena_string (&c->texts, text, strlen (text)) : "";
}

static native_kind kind_in (const json_t *o) {
  const char *name = json_string_value (json_object_get (o, "kind"));
  for (int k = 0; name && k < NATIVE_KINDS; k++)
    if (!strcmp (name, native_kind_name ((native_kind) k)))
      return (native_kind) k;
  return NATIVE_OTHERWISE;
}

static void take_differences (confirming *c, const json_t *told) {
  size_t i;
  json_t *o;
  json_array_foreach (json_object_get (told, "differences"), i, o)
      vec_push (c->mem, &c->differences,
                ((native_difference) {.test = (uint32_t) number_in (o, "test"),
                                      .kind = kind_in (o),
                                      .inputs = text_in (c, o, "inputs"),
                                      .ours = text_in (c, o, "recorded"),
                                      .natively = text_in (c, o, "native"),
                                      .remark = text_in (c, o, "remark")}));
}

static native_kind kind_of_test (const confirming *c, uint32_t test) {
  for (size_t i = 0; i < c->differences.len; i++)
    if (c->differences.data[i].test == test)
      return c->differences.data[i].kind;
  return NATIVE_AGREES;
}

static void mark_errors (confirming *c, report *r) {
  for (size_t i = 0; i < r->n_errors; i++) {
    report_error e = r->errors[i];
    if (i < MOST_ERRORS)
      e.native = kind_of_test (c, e.test);
    vec_push (c->mem, &c->errors, e);
  }
  r->errors = c->errors.data;
}

/* The first of them is told in the reason. */
static void doubt_result (confirming *c, report *r) {
  const native_difference *d = c->differences.data;
  while (d->kind == NATIVE_UNSEEN)
    d++;
  assert (d < c->differences.data + c->differences.len); /* one was seen */
  const char *text =
      arena_printf (&c->texts, "test %u%s%s: %s; natively %s%s%s", d->test,
                    *d->inputs ? ", " : "", d->inputs, d->ours, d->natively,
                    *d->remark ? ", " : "", d->remark);
  for (size_t i = 0; i < r->n_losses; i++)
    vec_push (c->mem, &c->losses, r->losses[i]);
  report_loss l = {.cause = cause_about (WHY_ENDS_OTHERWISE, text),
                   .file = "",
                   .function = "",
                   .count = r->confirmed.differ};
  vec_push (c->mem, &c->losses, l);
  r->losses = c->losses.data;
  r->n_losses = c->losses.len;
}

static void remember_doubt (const char *doubt, bool is_any) {
  if (!is_any) {
    unlink (doubt);
    return;
  }
  int fd = open (doubt, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (fd >= 0)
    close (fd);
}

void confirm (confirming *c, report *r, uint64_t elapsed, const char *doubt) {
  const options *o = &r->context->options;
  trouble ignored = {0};
  uint64_t time = o->confirm && r->end != EXPLORE_INTERRUPTED
                      ? time_for (o, elapsed, r->n_errors, doubt)
                      : 0;
  suite *all = time ? suite_open (c->mem, r->out, &ignored) : NULL;
  json_t *told =
      all && suite_count (all) ? replay_them (c, r, all, time) : NULL;
  assert (!c->errors.len && !c->losses.len); /* once */
  suite_free (all);
  if (!told)
    return;
  take_differences (c, told);
  r->confirmed = (report_confirmed) {.tests = number_in (told, "tests"),
                                     .agree = number_in (told, "agree"),
                                     .unseen = number_in (told, "unseen"),
                                     .differ = number_in (told, "differ"),
                                     .n_differences = c->differences.len,
                                     .differences = c->differences.data};
  json_decref (told);
  mark_errors (c, r);
  if (r->confirmed.differ)
    doubt_result (c, r);
  if (doubt)
    remember_doubt (doubt, r->confirmed.differ);
}
