#include "report/verdict.h"

#include "base/grouped.h"
#include "context/exit_status.h"
#include "machine/ending_text.h"
#include "program/mention.h"

#define MAX_SAID 2 /* reasons in one line */

const char *verdict_name (run_answer a) {
  static const char *const name[] = {"safe", "errors", "incomplete"};
  assert (a <= RUN_INCOMPLETE);
  return name[a];
}

/* --allow-incomplete. */

static bool is_allowable (reason_class k) {
  return class_weight_of (k) == WEIGHT_MISSING;
}

static unsigned classes_named (const char *name, size_t len) {
  unsigned set = 0;
  bool is_all = len == 3 && !strncmp (name, "all", len);
  for (int k = 0; k < CLASS_COUNT; k++) {
    const char *other = class_name ((reason_class) k);
    bool is_it = strlen (other) == len && !strncmp (name, other, len);
    if (is_allowable ((reason_class) k) && (is_all || is_it))
      set |= 1u << k;
  }
  return set;
}

static status refuse (const char *name, size_t len, trouble *why) {
  char_vec known = {0};
  for (int k = 0; k < CLASS_COUNT; k++)
    if (is_allowable ((reason_class) k) && class_help ((reason_class) k)[0])
      text_printf (NULL, &known, "%s, ", class_name ((reason_class) k));
  status st = trouble_set (
      why, ST_USAGE,
      "--allow-incomplete: '%.*s' is no kind of reason; there are %sand all",
      (int) len, name, text_c (NULL, &known));
  vec_release (NULL, &known);
  return st;
}

status verdict_allow (const char *list, unsigned *out, trouble *why) {
  *out = 0;
  for (const char *p = list; p; p = *p ? p + 1 : NULL) {
    size_t len = strcspn (p, ",");
    unsigned set = classes_named (p, len);
    if (!set)
      return refuse (p, len, why);
    *out |= set;
    p += len;
  }
  return ST_OK;
}

/* Reasons. */

/* Of a reason at several places the first one in the source is told, whichever
 * was met first: what is carried over comes before what is executed.
 */
static bool is_earlier (const report_loss *a, const report_loss *b) {
  int file = strcmp (a->file, b->file);
  return file ? file < 0 : a->line < b->line;
}

static void add_loss (run_verdict *v, map *at, const report_loss *l,
                      unsigned allowed) {
  memory *mem = &v->report->context->memory;
  reason_class k = reason_class_of (l->cause.reason);
  uint64_t *group = map_at (at, cause_hash (&l->cause) | 1);
  assert (k < CLASS_COUNT && *group <= v->told.len); /* positions + 1 */
  if (*group) {
    verdict_reason *r = v->told.data + *group - 1;
    r->others++;
    if (is_earlier (l, r->first))
      r->first = l;
  } else {
    vec_push (mem, &v->told,
              ((verdict_reason) {.class = k,
                                 .first = l,
                                 .is_allowed =
                                     !is_allowable (k) || (allowed >> k & 1)}));
    *group = v->told.len;
  }
  v->told.data[*group - 1].count += l->count;
}

/* What is too hard is asked until the time is over, which need not be said. */
static bool has_budget (const run_verdict *v) {
  bool is_late = v->report->end == EXPLORE_TIME;
  for (size_t i = 0; i < v->told.len; i++)
    if (v->told.data[i].class == CLASS_BUDGET ||
        (is_late && v->told.data[i].first->cause.reason == WHY_TOO_HARD))
      return true;
  return false;
}

/* Every path ended at an assumption, or in what is possible misuse: nothing was
 * shown of anything.
 */
static cause nothing_allowed (const run_verdict *v) {
  const explored *x = &v->report->explored;
  const char *contract = NULL;
  if (x->complete || x->cut || v->report->n_targets)
    return cause_of (WHY_NONE);
  if (x->error)
    return cause_of (v->n_misuses && !v->n_errors ? WHY_ONLY_MISUSE : WHY_NONE);
  for (size_t i = 0; i < v->told.len; i++)
    if (v->told.data[i].first->cause.reason == WHY_CONTRACT)
      contract = v->told.data[i].first->cause.text[0];
  return contract ? cause_about (WHY_NO_CALL_ALLOWED, contract)
                  : cause_of (WHY_NO_INPUT_ALLOWED);
}

/* A run that did not come to its end says so, whatever it lost. */
static end_reason unfinished_by (const run_verdict *v) {
  const report *r = v->report;
  bool is_found = r->end == EXPLORE_TARGET || r->end == EXPLORE_COVERED;
  if (r->state)
    return strcmp (r->state, "running") ? WHY_KILLED : WHY_GOES_ON;
  if (r->explored.error && !r->n_errors) /* found, and lost: never "safe" */
    return WHY_PROCESS_DIED;
  if (r->end == EXPLORE_DONE || is_found || has_budget (v))
    return WHY_NONE;
  return explore_end_reason (r->end);
}

static int compare (const void *a, const void *b) {
  const verdict_reason *x = a, *y = b;
  if (x->class != y->class)
    return x->class < y->class ? -1 : 1;
  if (x->count != y->count)
    return x->count > y->count ? -1 : 1;
  uint64_t h = cause_hash (&x->first->cause), k = cause_hash (&y->first->cause);
  return h < k ? -1 : h > k;
}

static void collect (run_verdict *v) {
  const report *r = v->report;
  memory *mem = &r->context->memory;
  trouble checked = {0}; /* when the options were */
  unsigned allowed;
  map at;
  map_init (&at, mem);
  verdict_allow (r->context->options.allow_incomplete, &allowed, &checked);
  for (size_t i = 0; i < r->n_losses; i++)
    add_loss (v, &at, r->losses + i, allowed);
  v->unfinished = (report_loss) {.cause = cause_of (unfinished_by (v)),
                                 .file = "",
                                 .function = "",
                                 .count = 1};
  if (!v->unfinished.cause.reason && r->end == EXPLORE_DONE)
    v->unfinished.cause = nothing_allowed (v);
  if (v->unfinished.cause.reason)
    add_loss (v, &at, &v->unfinished, allowed);
  map_release (&at);
  vec_sort (&v->told, compare);
  while (v->n_reasons < v->told.len &&
         class_weight_of (v->told.data[v->n_reasons].class) > WEIGHT_BOUND)
    v->is_accepted &= v->told.data[v->n_reasons++].is_allowed;
}

/* That a target is reached is all that was asked. */
static int status_of (const run_verdict *v) {
  const report *r = v->report;
  if (v->n_errors)
    return CLI_FOUND;
  for (size_t i = 0; i < r->n_targets; i++)
    if (r->targets[i].state != TARGET_REACHED)
      return r->targets[i].state == TARGET_UNREACHABLE ? CLI_NO_WAY
                                                       : CLI_INCOMPLETE;
  return v->is_accepted || r->n_targets ? CLI_OK : CLI_INCOMPLETE;
}

void verdict_init (run_verdict *v, const report *r) {
  assert (r->context && r->end != EXPLORE_YIELDED); /* who yields goes on */
  uint64_t paths;
  *v = (run_verdict) {.report = r, .is_accepted = true};
  v->n_errors = report_count (r, ERROR_CERTAIN, &paths);
  v->n_only_if = report_count (r, ERROR_ONLY_IF, &paths);
  v->n_misuses = report_count (r, ERROR_MISUSE, &paths);
  collect (v);
  v->answer = v->n_errors    ? RUN_ERRORS
              : v->n_reasons ? RUN_INCOMPLETE
                             : RUN_SAFE;
  v->status = status_of (v);
}

void verdict_release (run_verdict *v) {
  vec_release (&v->report->context->memory, &v->told);
}

/* Words. */

void verdict_reason_print (const verdict_reason *w, char_vec *out) {
  cause_print (&w->first->cause, w->count, NULL, out);
}

/* A function without source may be in a file that the user left out. */
static void print_neighbour (const report_loss *l, char_vec *out) {
  end_reason why = l->cause.reason;
  const char *name = l->cause.text[0];
  char_vec file = {0};
  if ((why == WHY_ANY_RESULT || why == WHY_UNDEFINED_CALL ||
       why == WHY_UNDEFINED_END || why == WHY_UNDEFINED_RESULT) &&
      name && *l->file && mention_beside (NULL, l->file, name, &file))
    text_printf (NULL, out, "; %s() is defined in %s: add it", name, file.data);
  vec_release (NULL, &file);
}

void verdict_print_reasons (const run_verdict *v, char_vec *out) {
  size_t n = v->n_reasons;
  size_t said = n > MAX_SAID + 1 ? MAX_SAID : n; /* "1 more" is no shorter */
  for (size_t i = 0; i < said; i++) {
    text_puts (NULL, out, i ? "; " : "");
    verdict_reason_print (v->told.data + i, out);
    print_neighbour (v->told.data[i].first, out);
  }
  if (n > said)
    text_printf (NULL, out, "; and %s more reasons", GROUPED (n - said));
}

/* "with A, B and C" */
static void print_bounds (const run_verdict *v, char_vec *out) {
  const verdict_reason *last = NULL;
  const char *before = " with ";
  for (size_t i = v->n_reasons; i < v->told.len; i++) {
    const verdict_reason *w = v->told.data + i;
    if (w->first->cause.reason != WHY_BOUND)
      continue;
    if (last) {
      text_puts (NULL, out, before);
      verdict_reason_print (last, out);
      before = ", ";
    }
    last = w;
  }
  if (last) {
    text_puts (NULL, out, before[0] == ',' ? " and " : before);
    verdict_reason_print (last, out);
  }
}

void verdict_print_premise (const run_verdict *v, char_vec *out) {
  static const end_reason what[] = {WHY_CONTRACT, WHY_PREMISE};
  const char *before = "";
  for (int k = 0; k < 2; k++)
    for (size_t i = v->n_reasons; i < v->told.len; i++)
      if (v->told.data[i].first->cause.reason == what[k]) {
        text_puts (NULL, out, before);
        verdict_reason_print (v->told.data + i, out);
        before = "; ";
      }
}

void verdict_print (const run_verdict *v, char_vec *out) {
  const report *r = v->report;
  uint64_t n = r->explored.complete + r->explored.error;
  if (v->answer == RUN_ERRORS)
    text_printf (NULL, out, "%s error%s", GROUPED (v->n_errors),
                 plural (v->n_errors));
  else if (v->answer == RUN_SAFE)
    text_puts (NULL, out, "no errors found");
  else if (n)
    text_printf (NULL, out, "no errors in the %s path%s explored", GROUPED (n),
                 plural (n));
  else
    text_puts (NULL, out, "no path was explored to its end");
  if (v->answer != RUN_ERRORS)
    print_bounds (v, out);
  if (v->n_misuses)
    text_printf (NULL, out, ", %s possible misuse%s", GROUPED (v->n_misuses),
                 plural (v->n_misuses));
  if (v->n_only_if)
    text_printf (NULL, out, ", %s only if called as no caller does",
                 GROUPED (v->n_only_if));
  text_puts (NULL, out, v->n_reasons ? "; " : "");
  verdict_print_reasons (v, out);
}
