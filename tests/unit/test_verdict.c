/* The verdict is a function of the report: errors, losses, end, state. */

#include "report/verdict.h"

#include "context/exit_status.h"
#include "test.h"

#include <string.h>

static report_loss loss_of (cause why, uint32_t line, uint64_t count) {
  return (report_loss) {.cause = why,
                        .file = "a.c",
                        .function = "f",
                        .line = line,
                        .count = count};
}

static void check_line (const run_verdict *v, const char *want) {
  char_vec text = {0};
  verdict_print (v, &text);
  CHECK_STR (text_c (NULL, &text), want);
  vec_release (NULL, &text);
}

/* With what it allows. */
static void check_verdict (report *r, const char *allowed, run_answer answer,
                           int exits, const char *line) {
  context c;
  run_verdict v;
  context_init (&c);
  c.draft.allow_incomplete = allowed;
  context_apply_options (&c);
  r->context = &c;
  verdict_init (&v, r);
  CHECK_EQ (v.answer, answer);
  CHECK_EQ (v.status, exits);
  check_line (&v, line);
  verdict_release (&v);
  context_release (&c);
}

TEST (verdict_is_safe_only_if_nothing_is_missing) {
  report r = {.explored = {.complete = 1200}};
  check_verdict (&r, NULL, RUN_SAFE, CLI_OK, "no errors found");
  report_loss harmless = loss_of (cause_of (WHY_PART_SYMBOLIC), 3, 2);
  r.n_losses = 1;
  r.losses = &harmless;
  check_verdict (&r, NULL, RUN_SAFE, CLI_OK, "no errors found");
  report_loss calls[] = {loss_of (cause_about (WHY_UNDEFINED_CALL, "g"), 3, 2),
                         loss_of (cause_about (WHY_UNDEFINED_CALL, "g"), 5, 1)};
  r.n_losses = 2;
  r.losses = calls;
  check_verdict (&r, NULL, RUN_INCOMPLETE, CLI_INCOMPLETE,
                 "no errors in the 1,200 paths explored; 3 calls of g() were "
                 "not followed: no source");
  r.n_losses = 1;
  calls[0].count = r.explored.complete = 1;
  check_verdict (&r, NULL, RUN_INCOMPLETE, CLI_INCOMPLETE,
                 "no errors in the 1 path explored; a call of g() was not "
                 "followed: no source");
}

TEST (verdict_tells_of_an_interrupt_beside_hard_branches) {
  report_loss hard = loss_of (cause_of (WHY_TOO_HARD), 3, 1);
  report r = {.explored = {.complete = 9}, .n_losses = 1, .losses = &hard};
  const char *is_hard = "a branch was too hard to decide";
  const char *is_over = "an interrupt cut a path short";
  for (int i = 0; i < 2; i++) {
    char_vec line = {0};
    text_printf (NULL, &line, "no errors in the 9 paths explored; %s%s%s",
                 i ? is_over : is_hard, i ? "; " : "", i ? is_hard : "");
    r.end = i ? EXPLORE_INTERRUPTED : EXPLORE_TIME;
    check_verdict (&r, NULL, RUN_INCOMPLETE, CLI_INCOMPLETE,
                   text_c (NULL, &line));
    vec_release (NULL, &line);
  }
}

TEST (verdict_of_no_path_at_all) {
  report_loss l = loss_of (cause_about (WHY_CONTRACT, "requires_f()"), 0, 1);
  report r = {.n_losses = 0, .losses = &l};
  check_verdict (&r, NULL, RUN_INCOMPLETE, CLI_INCOMPLETE,
                 "no path was explored to its end; no input satisfies what is "
                 "assumed");
  r.n_losses = 1;
  check_verdict (
      &r, NULL, RUN_INCOMPLETE, CLI_INCOMPLETE,
      "no path was explored to its end; requires_f() allows no call");
  r.explored.complete = 1;
  check_verdict (&r, NULL, RUN_SAFE, CLI_OK, "no errors found");
}

/* Every class that is missing counts, alone, unless its name is allowed. */
TEST (verdict_knows_every_reason) {
  for (int k = 0; k < WHY_COUNT; k++) {
    cause why = cause_about ((end_reason) k, "it");
    report_loss l = loss_of (why, 1, 1);
    report r = {.n_losses = 1, .losses = &l, .explored.complete = 1};
    reason_class class = reason_class_of (why.reason);
    class_weight weight = class_weight_of (class);
    run_verdict v;
    context c;
    context_init (&c);
    c.draft.allow_incomplete = "limit";
    context_apply_options (&c);
    r.context = &c;
    verdict_init (&v, &r);
    CHECK_EQ (v.answer, weight <= WEIGHT_BOUND ? RUN_SAFE : RUN_INCOMPLETE);
    bool is_limit = !strcmp (class_name (class), "limit");
    CHECK_EQ (v.status,
              weight == WEIGHT_MISSING && !is_limit ? CLI_INCOMPLETE : CLI_OK);
    verdict_release (&v);
    context_release (&c);
  }
}

TEST (verdict_orders_and_shortens_reasons) {
  report_loss l[] = {
      loss_of (cause_about (WHY_VALUE_FIXED, "address"), 1, 7),
      loss_of (cause_of (WHY_TIME_BUDGET), 2, 1),
      loss_of (cause_of (WHY_MAX_DEPTH), 2, 2),
      loss_of (cause_about (WHY_VALUE_FIXED, "long double"), 3, 1345)};
  report r = {.n_losses = 4, .losses = l, .end = EXPLORE_TIME};
  check_verdict (&r, "budget,approximated,limit", RUN_INCOMPLETE, CLI_OK,
                 "no path was explored to its end; --time-budget cut a path "
                 "short; --max-depth cut 2 paths short; and 2 more reasons");
  r.losses = l + 2;
  r.n_losses = 2;
  check_verdict (&r, "all", RUN_INCOMPLETE, CLI_OK,
                 "no path was explored to its end; --time-budget cut a path "
                 "short; --max-depth cut 2 paths short; 1,345 symbolic long "
                 "doubles were reduced to one value each");
}

TEST (verdict_of_errors_and_of_runs_that_go_on) {
  report_error e[] = {{.class = ERROR_CERTAIN},
                      {.class = ERROR_CERTAIN},
                      {.class = ERROR_MISUSE}};
  report r = {
      .n_errors = 2, .errors = e, .explored.complete = 1, .end = EXPLORE_PATHS};
  check_verdict (&r, "all", RUN_ERRORS, CLI_FOUND,
                 "2 errors; --max-paths cut a path short");
  r.n_errors = 3;
  check_verdict (&r, "all", RUN_ERRORS, CLI_FOUND,
                 "2 errors, 1 possible misuse; --max-paths cut a path short");
  e[0].class = e[1].class = ERROR_ONLY_IF;
  r.end = EXPLORE_DONE;
  check_verdict (&r, NULL, RUN_SAFE, CLI_OK,
                 "no errors found, 1 possible misuse, 2 only if called as no "
                 "caller does");
  r = (report) {.state = "killed", .explored = {.complete = 2}};
  check_verdict (&r, NULL, RUN_INCOMPLETE, CLI_INCOMPLETE,
                 "no errors in the 2 paths explored; the run was killed");
}

TEST (verdict_of_targets_is_whether_they_are_reached) {
  report_loss l = loss_of (cause_of (WHY_OFF_TARGET), 1, 3);
  report_target t = {.place = "f", .state = TARGET_REACHED};
  report r = {.n_losses = 1, .losses = &l, .n_targets = 1, .targets = &t};
  const char *line = "no path was explored to its end; 3 paths that do not "
                     "lead to --target were left out";
  check_verdict (&r, NULL, RUN_INCOMPLETE, CLI_OK, line);
  t.state = TARGET_UNREACHABLE;
  check_verdict (&r, NULL, RUN_INCOMPLETE, CLI_NO_WAY, line);
  t.state = TARGET_UNKNOWN;
  check_verdict (&r, NULL, RUN_INCOMPLETE, CLI_INCOMPLETE, line);
}

TEST (verdict_allows_only_known_names) {
  static const char *const bad[] = {"",      "budget,", ",",     "warning",
                                    "found", "all,x",   "budge", "budgets"};
  trouble why = {0};
  unsigned set;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    trouble_clear (&why);
    CHECK_EQ (verdict_allow (bad[i], &set, &why), ST_USAGE);
  }
  CHECK_STR (
      trouble_text (&why),
      "--allow-incomplete: 'budgets' is no kind of reason; there are "
      "native, budget, limit, solver, undefined, unsupported, approximated, "
      "assumed, and all");
  trouble_clear (&why);
  CHECK_EQ (verdict_allow (NULL, &set, &why), ST_OK);
  CHECK_EQ (set, 0);
  CHECK_EQ (verdict_allow ("assumed,limit", &set, &why), ST_OK);
  CHECK_EQ (set, 1u << CLASS_ASSUMED | 1u << CLASS_LIMIT | 1u << CLASS_REACH);
}
