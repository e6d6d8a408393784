/* The summary: what a person wants to know, most important first. */

#include "base/clock.h"
#include "base/grouped.h"
#include "base/shown.h"
#include "machine/ending_text.h"
#include "report/verdict.h"

#define MAX_LISTED 20
#define MANY_TESTS 1000
#define MAX_CHANGES 6

const char *native_kind_name (native_kind k) {
  static const char *const name[] = {"not_run",     "agrees", "unseen",
                                     "unconfirmed", "missed", "otherwise"};
  assert (k < NATIVE_KINDS);
  return name[k];
}

const char *native_text (native_kind k) {
  return k == NATIVE_AGREES   ? "confirmed natively"
         : k == NATIVE_UNSEEN ? "not seen by the sanitizers"
                              : "not confirmed natively";
}

void report_print_fault (const end_record *e, FILE *f) {
  char_vec text = {0};
  shown_add (NULL, &text, e->at.file[0] ? e->at.file : "(unknown place)");
  text_printf (NULL, &text, ":%u: %s in ", e->at.line, fault_name (e->fault));
  shown_add (NULL, &text, e->at.function);
  size_t before = text.len;
  text_puts (NULL, &text, ": ");
  end_print (e, NULL, &text);
  if (text.len == before + 2)
    text.len = before;
  fputs (text_c (NULL, &text), f);
  vec_release (NULL, &text);
}

void report_error_print (const report_error *e) {
  fputs ("  ", stdout);
  report_print_fault (&e->end, stdout);
  if (*e->only_if)
    printf ("\n      %s %s",
            e->class == ERROR_MISUSE ? "possible misuse: only if called with"
            : e->class == ERROR_ONLY_IF
                ? "no caller does it: only if called with"
                : "when called with",
            e->only_if);
  printf ("\n      test %u%s%s", e->test, e->inputs[0] ? ": " : "", e->inputs);
  if (e->paths > 1)
    printf ("; %s more path%s", GROUPED (e->paths - 1), plural (e->paths - 1));
  if (e->native)
    printf ("; %s", native_text (e->native));
  if (e->share.words)
    printf ("\n      %s", e->share.words);
  putchar ('\n');
}

static void print_errors (const run_verdict *v) {
  const report *r = v->report;
  char_vec text = {0};
  verdict_print (v, &text);
  printf ("%s%s\n", text_c (NULL, &text),
          r->n_errors && !v->n_reasons ? ":" : "");
  vec_release (NULL, &text);
  for (size_t i = 0; i < r->n_errors && i < MAX_LISTED; i++)
    report_error_print (r->errors + i);
  if (r->n_errors > MAX_LISTED)
    printf ("  ... and %s more: --json lists all\n",
            GROUPED (r->n_errors - MAX_LISTED));
}

/* One reason at several places is one line, at the first of them. */
static void print_reason (const verdict_reason *w) {
  const report_loss *l = w->first;
  bool has_place = l->line || l->function[0];
  char_vec text = {0};
  verdict_reason_print (w, &text);
  printf ("  %s", text_c (NULL, &text));
  vec_release (NULL, &text);
  if (l->line)
    printf (" (%s:%u", l->file, l->line);
  else if (has_place)
    printf (" (in %s", l->function);
  if (has_place && w->others)
    printf (" and %s more place%s", GROUPED (w->others), plural (w->others));
  puts (has_place ? ")" : "");
}

static void print_told (const char *title, size_t n, const verdict_reason *w) {
  if (n)
    puts (title);
  for (size_t i = 0; i < n && i < MAX_LISTED; i++)
    print_reason (w + i);
  if (n > MAX_LISTED)
    printf ("  ... and %s more: --json lists all\n", GROUPED (n - MAX_LISTED));
}

static void print_reasons (const run_verdict *v) {
  print_told ("not fully explored:", v->n_reasons, v->told.data);
}

static void print_premise (const run_verdict *v) {
  char_vec text = {0};
  verdict_print_premise (v, &text);
  if (text.len)
    printf ("assumed: %s\n", text_c (NULL, &text));
  vec_release (NULL, &text);
}

static void print_warnings (const run_verdict *v) {
  size_t n = 0;
  while (n < v->told.len &&
         v->told.data[v->told.len - n - 1].class == CLASS_WARNING)
    n++;
  print_told ("warnings:", n, v->told.data + v->told.len - n);
}

static void print_confirmed (const report_confirmed *c) {
  if (!c->tests)
    return;
  printf ("natively: %s of %s test%s agree", GROUPED (c->agree),
          GROUPED (c->tests), plural (c->tests));
  if (c->unseen)
    printf (", %s not seen by the sanitizers", GROUPED (c->unseen));
  if (c->differ)
    printf (", %s end%s otherwise", GROUPED (c->differ),
            c->differ == 1 ? "s" : "");
  putchar ('\n');
}

static void print_changes (const report *r) {
  const uint64_t *n = r->changes.count;
  printf ("since the last run: %s kept, %s changed, %s added, %s "
          "dropped; %s path%s carried over\n",
          GROUPED (n[CHANGE_KEPT]), GROUPED (n[CHANGE_CHANGED]),
          GROUPED (n[CHANGE_ADDED]), GROUPED (n[CHANGE_DROPPED]),
          GROUPED (r->explored.carried), plural (r->explored.carried));
  changes_print (&r->changes, MAX_CHANGES, stdout);
}

static void print_paths (const report *r) {
  const explored *x = &r->explored;
  uint64_t all = x->complete + x->error + x->cut;
  printf ("%s path%s: %s complete, %s with an error", GROUPED (all),
          plural (all), GROUPED (x->complete), GROUPED (x->error - x->misuse));
  if (x->misuse)
    printf (", %s with misuse", GROUPED (x->misuse));
  if (x->cut > x->left_out)
    printf (", %s cut short", GROUPED (x->cut - x->left_out));
  if (x->left_out)
    printf (", %s left out", GROUPED (x->left_out));
  printf ("\n%s test%s in %s", GROUPED (r->tests), plural (r->tests), r->out);
  if (r->chosen_of)
    printf (", chosen of %s", GROUPED (r->chosen_of));
  putchar ('\n');
  const uint64_t *n = r->changes.count;
  if (n[CHANGE_KEPT] || n[CHANGE_CHANGED] || n[CHANGE_DROPPED])
    print_changes (r);
  else if (r->tests > MANY_TESTS && !r->chosen_of)
    puts ("--suite=branches writes only a few tests that cover the same code "
          "and branches");
}

const char *target_state_name (target_state k) {
  static const char *const name[] = {"reached", "unreachable", "unknown"};
  return name[k];
}

static void print_targets (const report *r) {
  for (size_t i = 0; i < r->n_targets; i++) {
    const report_target *t = r->targets + i;
    if (t->state == TARGET_REACHED)
      printf ("target %s: reached by test %llu, after %s path%s\n", t->place,
              (unsigned long long) t->test, GROUPED (t->paths),
              plural (t->paths));
    else if (t->state == TARGET_UNREACHABLE)
      printf ("target %s: unreachable, no path leads there\n", t->place);
    else
      printf ("target %s: not reached on the explored paths\n", t->place);
  }
}

static double percent (uint64_t part, uint64_t all) {
  return all ? 100.0 * (double) part / (double) all : 100.0;
}

static void print_coverage (const report *r) {
  const coverage *c = &r->coverage;
  if (!c->lines) /* killed before it was counted, or compiled without -g */
    return;
  printf ("coverage: %.1f %% of %s line%s",
          percent (c->lines_covered, c->lines), GROUPED (c->lines),
          plural (c->lines));
  if (c->branches)
    printf (", %s%.1f %% of %s branch%s",
            c->is_least && c->branches_covered < c->branches ? "at least " : "",
            percent (c->branches_covered, c->branches), GROUPED (c->branches),
            c->branches == 1 ? "" : "es");
  if (c->folded)
    printf (" (%s %sbranch%s in expressions: counted with --keep-branches)",
            GROUPED (c->folded), c->branches ? "more " : "",
            c->folded == 1 ? "" : "es");
  putchar ('\n');
}

static void print_work (const report *r) {
  const report_work *w = &r->work;
  printf ("%s quer%s, %s needed a solver; %s instruction%s; %.2f s\n",
          GROUPED (w->queries), w->queries == 1 ? "y" : "ies",
          GROUPED (w->solved), GROUPED (r->explored.instructions),
          plural (r->explored.instructions), clock_seconds (w->total));
}

void report_print (const report *r) {
  run_verdict v;
  bool is_quiet = r->context->options.quiet;
  verdict_init (&v, r);
  if (!is_quiet || v.answer != RUN_SAFE)
    print_errors (&v);
  if (!is_quiet) {
    print_premise (&v);
    print_reasons (&v);
  }
  print_targets (r);
  if (!is_quiet) {
    print_paths (r);
    print_confirmed (&r->confirmed);
    if (r->counted)
      puts (r->counted);
    print_coverage (r);
    print_warnings (&v);
    print_work (r);
  }
  verdict_release (&v);
}
