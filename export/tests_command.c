/* reprise tests: look at the tests of a run, run them natively, write them
 * for other tools.
 */

#include "cli/cli.h"

#include "base/grouped.h"
#include "export/export_commands.h"
#include "export/kept_report.h"
#include "export/left_out.h"
#include "export/replay.h"
#include "export/whole_test.h"
#include "suite/changes.h"
#include "suite/covering.h"
#include "suite/testcase_text.h"

#include <ctype.h>
#include <unistd.h>

#define MAX_LISTED 20 /* kinds of differences that are printed */
#define MAX_SHOWN 10  /* tests that are printed whole unasked */

typedef struct chosen {
  context *context;
  suite *suite;
  const char *directory;
  u32_vec index;
  bool is_picked; /* by numbers */
} chosen;

/* list, show */

/* What the last run did to each test, for -v and JSON. */
typedef struct history {
  changes changes;
  map row_at; /* number of a test plus 1 -> index plus 1 */
  bool is_known;
} history;

static void history_open (history *h, chosen *c) {
  assert (c->directory); /* find_directory */
  uint64_t before = 0;
  changes_init (&h->changes, &c->context->memory);
  map_init (&h->row_at, &c->context->memory);
  h->is_known = changes_read (&h->changes, c->directory, &before) && before;
  for (size_t i = 0; i < h->changes.rows.len; i++)
    if (h->changes.rows.data[i].what != CHANGE_DROPPED)
      map_put (&h->row_at, h->changes.rows.data[i].number + UINT64_C (1),
               i + 1);
}

static void history_close (history *h) {
  changes_release (&h->changes);
  map_release (&h->row_at);
}

static test_change history_of (const history *h, uint32_t number) {
  uint64_t i = map_get (&h->row_at, number + UINT64_C (1), 0);
  assert (h->is_known && i <= h->changes.rows.len);
  return i ? h->changes.rows.data[i - 1]
           : (test_change) {.reason = "same branches, same outcome"};
}

static json_t *all_json (chosen *c, const history *h) {
  json_t *all = json_array ();
  for (size_t i = 0; i < c->index.len; i++) {
    testcase t;
    suite_get (c->suite, c->index.data[i], &t);
    json_t *o = testcase_json (&t);
    if (h->is_known) {
      test_change was = history_of (h, t.number);
      json_object_set_new (o, "what", json_string (change_name (was.what)));
      json_object_set_new (o, "reason", testcase_text_json (was.reason));
    }
    json_array_append_new (all, o);
  }
  return all;
}

static void print_history (const history *h, uint32_t number) {
  test_change was = history_of (h, number);
  printf ("%8s%s: %s\n", "", change_name (was.what), was.reason);
}

static void print_dropped (const history *h) {
  assert (h->is_known);
  for (size_t i = 0; i < h->changes.rows.len; i++)
    if (h->changes.rows.data[i].what == CHANGE_DROPPED)
      printf ("%6u  dropped: %s\n", h->changes.rows.data[i].number,
              h->changes.rows.data[i].reason);
}

static void print_texts (chosen *c, const history *h,
                         void (*print) (const testcase *, FILE *)) {
  bool has_reasons = h->is_known && c->context->options.verbose;
  for (size_t i = 0; i < c->index.len; i++) {
    testcase t;
    suite_get (c->suite, c->index.data[i], &t);
    print (&t, stdout);
    if (has_reasons)
      print_history (h, t.number);
  }
  if (has_reasons && c->index.len == suite_count (c->suite))
    print_dropped (h);
}

static int order_of_tests (const void *a, const void *b) {
  uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;
  return (x > y) - (x < y);
}

/* A suite keeps tests by their paths, and what was added has new numbers. */
static void sort_chosen (chosen *c) {
  size_t n = c->index.len;
  uint64_t *both = memory_alloc (&c->context->memory, n * sizeof *both);
  for (size_t i = 0; i < n; i++) {
    testcase t;
    suite_get (c->suite, c->index.data[i], &t);
    both[i] = (uint64_t) t.number << 32 | c->index.data[i];
  }
  if (n)
    qsort (both, n, sizeof *both, order_of_tests);
  for (size_t i = 0; i < n; i++)
    c->index.data[i] = (uint32_t) both[i];
  memory_free (&c->context->memory, both, n * sizeof *both);
}

static int print_all (chosen *c, void (*print) (const testcase *, FILE *)) {
  history h = {0};
  history_open (&h, c);
  if (c->context->options.json)
    cli_print_json (all_json (c, &h));
  else
    print_texts (c, &h, print);
  history_close (&h);
  return CLI_OK;
}

static int run_list (chosen *c) {
  sort_chosen (c);
  return print_all (c, testcase_print_line);
}

/* Programs get all. */
static int run_show (chosen *c) {
  size_t n = c->index.len;
  bool is_cut = !c->is_picked && !c->context->options.json && n > MAX_SHOWN;
  sort_chosen (c);
  if (is_cut)
    c->index.len = MAX_SHOWN;
  int result = print_all (c, testcase_print);
  if (is_cut)
    printf ("... and %zu more: give numbers, such as %d-%d; 'reprise tests "
            "list' has a line for each\n",
            n - MAX_SHOWN, MAX_SHOWN + 1, 2 * MAX_SHOWN);
  return result;
}

/* export */

static int run_export (chosen *c) {
  return export_command (c->context, c->suite, c->directory, c->index.len,
                         c->index.data, c->is_picked);
}

/* replay */

/* Tests that differ in the same way. */
typedef struct alike_tests {
  uint32_t first; /* number of a test */
  uint32_t n;
  bool is_unseen;
  const char *how;
} alike_tests;

typedef struct differences {
  memory *mem;
  bool is_json;
  json_t *all, *depending;
  const char *cause; /* of the first that depends on the system */
  map group_at;      /* hash of how -> place in groups + 1 */
  VEC (alike_tests) groups;
  arena texts;
  uint32_t of; /* tests in all, if progress is shown; else 0 */
} differences;

static const char *recorded_end (const replay_difference *d) {
  return *d->recorded ? d->recorded : d->ours;
}

static json_t *inputs_json (const testcase *t) {
  char_vec line = {0};
  testcase_inputs (t, &line);
  json_t *o = testcase_text_json (line.data);
  vec_release (NULL, &line);
  return o;
}

static json_t *difference_json (const replay_difference *d) {
  return json_pack (
      "{s:I, s:s, s:o, s:o, s:o, s:o, s:o}", "test", (json_int_t) d->number,
      "kind", native_kind_name (d->kind), "inputs", inputs_json (d->test),
      "recorded", testcase_text_json (recorded_end (d)), "machine",
      testcase_text_json (d->ours), "native", testcase_text_json (d->natively),
      "remark", testcase_text_json (d->remark));
}

static void group (differences *l, const replay_difference *d) {
  assert (!l->is_json && !d->depends);
  char_vec how = {0};
  bool is_still = *d->recorded && !strcmp (d->recorded, d->ours);
  if (is_still)
    text_puts (l->mem, &how, "still ");
  else if (*d->recorded)
    text_printf (l->mem, &how, "was %s, now ", d->recorded);
  text_puts (l->mem, &how, d->ours);
  if (!d->is_native_same)
    text_printf (l->mem, &how, "; natively %s", d->natively);
  if (*d->remark && (*d->recorded || !d->is_native_same))
    text_printf (l->mem, &how, ", %s", d->remark);
  uint64_t *at = map_at (&l->group_at, hash_bytes (how.data, how.len).lo | 1);
  if (!*at) {
    const char *kept = arena_string (&l->texts, how.data, how.len);
    vec_push (l->mem, &l->groups,
              ((alike_tests) {.first = d->number,
                              .is_unseen = d->kind == NATIVE_UNSEEN,
                              .how = kept}));
    *at = l->groups.len;
  }
  assert (*at <= l->groups.len);
  l->groups.data[*at - 1].n++;
  vec_release (l->mem, &how);
}

static void print_groups (const differences *l) {
  uint32_t left = 0;
  assert (!l->is_json); /* they are listed one by one there */
  for (size_t i = 0; i < l->groups.len; i++) {
    const alike_tests *a = l->groups.data + i;
    if (i >= MAX_LISTED) {
      left += a->n;
      continue;
    }
    printf ("test %u ", a->first);
    if (a->n > 1)
      printf ("and %u more ", a->n - 1);
    printf ("%s: %s\n",
            a->is_unseen ? "natively unseen"
            : a->n > 1   ? "differ"
                         : "differs",
            a->how);
  }
  if (left)
    printf ("... and %u more: --json has all\n", left);
}

static void on_difference (void *owner, const replay_difference *d) {
  differences *l = owner;
  if (d->depends) {
    l->cause = l->cause ? l->cause : d->depends;
    json_array_append_new (
        l->depending,
        json_pack ("{s:I, s:s, s:o}", "test", (json_int_t) d->number, "on",
                   d->depends, "remark", testcase_text_json (d->remark)));
    return;
  }
  if (l->is_json)
    json_array_append_new (l->all, difference_json (d));
  else
    group (l, d);
}

static void on_progress (void *owner, uint32_t done) {
  const differences *l = owner;
  if (l->of)
    fprintf (stderr, "\r\033[K%u of %u tests", done, l->of);
}

static void differences_init (differences *l, context *c, uint32_t n) {
  const options *o = &c->options;
  *l = (differences) {.mem = &c->memory,
                      .is_json = o->json,
                      .all = json_array (),
                      .depending = json_array ()};
  l->of = o->quiet || !isatty (STDERR_FILENO) ? 0 : n;
  map_init (&l->group_at, l->mem);
  arena_init (&l->texts, l->mem);
}

static void differences_release (differences *l) {
  json_decref (l->all);
  json_decref (l->depending);
  map_release (&l->group_at);
  vec_release (l->mem, &l->groups);
  arena_release (&l->texts);
}

static double seconds (uint64_t ns) { return (double) ns / 1e9; }

static json_t *replay_json (const replay_request *q, const replay_counts *n,
                            const differences *l) {
  return json_pack ("{s:I, s:I, s:I, s:I, s:I, s:I, s:O, s:O}", "tests",
                    (json_int_t) q->n, "agree", (json_int_t) n->agree,
                    "status_only", (json_int_t) n->status_only, "unseen",
                    (json_int_t) n->unseen, "differ", (json_int_t) n->differ,
                    "left_out",
                    (json_int_t) left_out_count (OUTSIDE_COUNT, n->left_out),
                    "differences", l->all, "depending", l->depending);
}

static void print_replay (const replay_request *q, const replay_counts *n,
                          const differences *l) {
  static const char *const why[OUTSIDE_COUNT] = {
      [OUTSIDE_INPUTS] = "with inputs or failures from elsewhere",
      [OUTSIDE_END] = "ended in an error or cut short",
      [OUTSIDE_TIME] = "asleep for longer than --replay-timeout"};
  printf ("%s test%s replayed: %s agree, ", GROUPED (q->n),
          q->n == 1 ? "" : "s", GROUPED (n->agree));
  if (n->status_only)
    printf ("%s agree in exit status only (their output depends on %s), ",
            GROUPED (n->status_only), l->cause);
  printf ("%s differ", GROUPED (n->differ));
  if (n->unseen)
    printf (", %s not seen natively", GROUPED (n->unseen));
  left_out_print (", ", OUTSIDE_COUNT, n->left_out, why);
  putchar ('\n');
}

/* Making a sandbox is mostly waiting. */
#define SANDBOXES 4 /* for each processor */

static unsigned count_jobs (const options *o) {
  long cores = sysconf (_SC_NPROCESSORS_ONLN);
  if (options_is_given (o, "jobs"))
    return (unsigned) o->jobs;
  unsigned n = cores > 0 && cores < 256 ? (unsigned) cores : 1;
  return o->executable && n < 64 ? n * SANDBOXES : n;
}

static int run_replay (chosen *c) {
  const options *o = &c->context->options;
  differences l;
  differences_init (&l, c->context, (uint32_t) c->index.len);
  replay_request q = {.context = c->context,
                      .suite = c->suite,
                      .index = c->index.data,
                      .n = (uint32_t) c->index.len,
                      .timeout = o->replay_timeout,
                      .jobs = count_jobs (o),
                      .executable = o->executable,
                      .is_alone = !o->native,
                      .is_watched = o->watch_memory,
                      .must_be_safe = o->only_sandboxed,
                      .owner = &l,
                      .differs = on_difference,
                      .went_on = on_progress};
  replay_counts n;
  bool is_quiet = o->quiet;
  status st = replay (&q, &n);
  if (l.of)
    fputs ("\r\033[K", stderr);
  if (!st)
    log_debug (&c->context->log,
               "built in %.2f s, executed in %.2f s, natively in %.2f s",
               seconds (n.build_ns), seconds (n.machine_ns),
               seconds (n.native_ns));
  if (!st && l.is_json)
    cli_print_json (replay_json (&q, &n, &l));
  else if (!st) {
    print_groups (&l);
    if (!is_quiet)
      print_replay (&q, &n, &l);
  }
  differences_release (&l);
  if (st)
    return cli_trouble (c->context);
  return n.differ ? CLI_FOUND : CLI_OK;
}

/* Operands: a directory, and numbers of tests. */

static const struct {
  const char *name;
  int (*run) (chosen *);
} actions[] = {{"list", run_list},
               {"show", run_show},
               {"replay", run_replay},
               {"export", run_export}};

#define N_ACTIONS (sizeof actions / sizeof *actions)

static bool read_range (const char *text, uint32_t *low, uint32_t *high) {
  char *end;
  if (!isdigit ((unsigned char) *text))
    return false;
  unsigned long a = strtoul (text, &end, 10), b = a;
  if (*end == '-' && isdigit ((unsigned char) end[1]))
    b = strtoul (end + 1, &end, 10);
  *low = a > UINT32_MAX ? UINT32_MAX : (uint32_t) a;
  *high = b > UINT32_MAX ? UINT32_MAX : (uint32_t) b;
  return !*end;
}

static status choose_range (chosen *c, const char *text, uint32_t low,
                            uint32_t high) {
  size_t before = c->index.len;
  uint32_t last = 0;
  assert (c->suite); /* opened before operands are looked at */
  if (low > high)
    return trouble_set (&c->context->trouble, ST_USAGE,
                        "'%s' is not a range of tests: the lower number comes "
                        "first, as in %u-%u",
                        text, high, low);
  for (uint32_t i = 0; i < suite_count (c->suite); i++) {
    testcase t;
    suite_get (c->suite, i, &t);
    last = t.number > last ? t.number : last;
    if (t.number >= low && t.number <= high)
      vec_push (&c->context->memory, &c->index, i);
  }
  if (c->index.len > before)
    return ST_OK;
  return trouble_set (&c->context->trouble, ST_USAGE,
                      "there is no test %s: the last one is %u", text, last);
}

static status tests_choose (chosen *c, int argc, char **argv) {
  bool is_any = false;
  assert (c->suite && !c->index.len);
  for (int i = 0; i < argc; i++) {
    uint32_t low, high;
    if (!read_range (argv[i], &low, &high))
      continue;
    is_any = true;
    status st = choose_range (c, argv[i], low, high);
    if (st)
      return st;
  }
  c->is_picked = is_any;
  if (!is_any && c->context->options.suite != SUITE_ALL)
    return covering_choose (&c->context->memory, c->directory, c->suite,
                            c->context->options.suite, &c->index,
                            &c->context->trouble);
  for (uint32_t i = 0; !is_any && i < suite_count (c->suite); i++)
    vec_push (&c->context->memory, &c->index, i);
  return ST_OK;
}

static status find_directory (chosen *c, int argc, char **argv) {
  assert (!c->directory && !c->suite); /* the suite is opened in it */
  uint32_t low, high;
  for (int i = 0; i < argc; i++)
    if (!read_range (argv[i], &low, &high)) {
      if (c->directory)
        return trouble_set (&c->context->trouble, ST_USAGE,
                            "'%s' is not a test number or range, such as 3 or "
                            "2-5, and a directory was already given: '%s'",
                            argv[i], c->directory);
      c->directory = argv[i];
    }
  if (!c->directory)
    c->directory = CLI_DIRECTORY;
  return ST_OK;
}

static int no_action (context *c, const char *given) {
  trouble_set (
      &c->trouble, ST_USAGE,
      given
          ? "tests has no command '%s'; use list, show, diff, replay or export"
          : "tests needs a command: list, show, diff, replay or export",
      given);
  return cli_trouble (c);
}

int tests_command (context *ctx, int argc, char **argv) {
  size_t i = 0;
  if (argc && !strcmp (argv[0], "diff"))
    return tests_diff_command (ctx, argc - 1, argv + 1);
  while (argc && i < N_ACTIONS && strcmp (argv[0], actions[i].name))
    i++;
  if (!argc || i == N_ACTIONS)
    return no_action (ctx, argc ? argv[0] : NULL);
  chosen c = {.context = ctx};
  int result = CLI_TROUBLE;
  if (find_directory (&c, argc - 1, argv + 1))
    return cli_trouble (ctx);
  c.suite = suite_open (&ctx->memory, c.directory, &ctx->trouble);
  if (c.suite && !tests_choose (&c, argc - 1, argv + 1))
    result = actions[i].run (&c);
  else {
    char_vec command = {0};
    text_printf (NULL, &command, "tests %s", argv[0]);
    if (!c.suite)
      kept_report_point (c.directory, text_c (NULL, &command), &ctx->trouble);
    vec_release (NULL, &command);
    cli_trouble (ctx);
  }
  vec_release (&ctx->memory, &c.index);
  suite_free (c.suite);
  return result;
}
