/* A diff for people, on a terminal. */

#include "base/grouped.h"
#include "diff/diffing.h"
#include "report/verdict.h"

#define MAX_SHOWN 5 /* of one place */

static bool is_same_place (const diff_class *a, const diff_class *b) {
  return a->changed.line == b->changed.line &&
         !strcmp (a->changed.file, b->changed.file);
}

size_t diff_end_of_place (const diff_result *r, size_t i) {
  assert (i < r->classes.len);
  size_t end = i + 1;
  while (end < r->classes.len &&
         is_same_place (r->classes.data + i, r->classes.data + end))
    end++;
  return end;
}

static void print_class (const diff_class *x) {
  const char *link = x->is_call ? " " : *x->inputs ? ": " : "";
  printf ("  %s%s%s\n", x->inputs, link, x->text);
}

static void print_place (const diff_result *r, size_t i, size_t end) {
  assert (i < end && end <= r->classes.len);
  const diff_class *x = r->classes.data + i;
  if (x->changed.line)
    printf ("%s:%u%s %s:\n", x->changed.file, x->changed.line,
            x->is_outside ? ", used in" : " in", x->changed.function);
  else
    printf ("%s, whose parameters or types changed:\n", x->changed.function);
  for (size_t k = i; k < end && k < i + MAX_SHOWN; k++)
    print_class (r->classes.data + k);
  if (end > i + MAX_SHOWN)
    printf ("  ... and %s more: --json lists all\n",
            GROUPED (end - i - MAX_SHOWN));
}

uint64_t diff_failing_paths (const diff_result *r) {
  uint64_t n = 0;
  for (size_t i = 0; i < r->n_failing; i++)
    n += r->failing[i].n;
  return n;
}

static void print_failing (const diff_result *r, const char *bullet, FILE *to) {
  for (size_t i = 0; i < r->n_failing; i++)
    fprintf (to, "%s%s path%s in both versions: %s\n", bullet,
             GROUPED (r->failing[i].n),
             r->failing[i].n == 1 ? " fails" : "s fail",
             fault_words (r->failing[i].name));
}

uint64_t diff_paths (const diff_result *r) {
  return r->classes.len + r->same + r->unaffected;
}

/* The first line, without what ends it. */
void diff_print_answer (const diff_result *r, FILE *to) {
  uint64_t n = r->classes.len, all = diff_paths (r);
  const char *whose = r->is_first_call ? " of the first call" : "";
  if (r->answer == DIFF_DIFFERENT)
    fprintf (to, "different on %s of %s path%s%s", GROUPED (n), GROUPED (all),
             plural (all), whose);
  else if (r->answer == DIFF_UNKNOWN && all && diff_failing_paths (r) == all)
    fprintf (to, "not known: no path comes to its end in both versions");
  else if (r->answer == DIFF_UNKNOWN)
    fprintf (to, "not known: no difference on the %s path%s%s explored",
             GROUPED (all), plural (all), whose);
  else if (!r->n_changed)
    fprintf (to, "equivalent: nothing that can be reached has changed");
  else if (all <= 2)
    fprintf (to, "equivalent on %s%s",
             all == 2 ? "both paths" : "the only path", whose);
  else
    fprintf (to, "equivalent on all %s paths%s", GROUPED (all), whose);
}

void diff_print_reason (const verdict_reason *w, char_vec *out) {
  const report_loss *l = w->first;
  const char *name = strrchr (l->file, '/');
  verdict_reason_print (w, out);
  if (!l->line || w->class > CLASS_SOLVER)
    return;
  text_printf (NULL, out, " (%s:%u in %.*s%s", name ? name + 1 : l->file,
               l->line, (int) strcspn (l->function, "@"), l->function,
               strstr (l->function, "@old") ? ", before" : "");
  if (w->others)
    text_printf (NULL, out, ", and %s other place%s", GROUPED (w->others),
                 plural (w->others));
  text_puts (NULL, out, ")");
}

static void print_told (const char *title, const verdict_reason *w, FILE *to) {
  char_vec text = {0};
  diff_print_reason (w, &text);
  fprintf (to, "%s: %s\n", title, text_c (NULL, &text));
  vec_release (NULL, &text);
}

void diff_print_flags (const diff_result *r, char_vec *out) {
  if (*r->flags)
    text_printf (NULL, out,
                 "flags of %s as they are now, for a version that does not "
                 "have this file",
                 r->flags);
}

/* Bounds and premises are told with every verdict. */
static void print_limits (const diff_result *r, const char *bullet, FILE *to) {
  run_verdict v;
  verdict_init (&v, r->report);
  for (size_t i = 0; i < v.told.len; i++) {
    fputs (bullet, to);
    print_told (i < v.n_reasons ? "not fully explored" : "assumed",
                v.told.data + i, to);
  }
  verdict_release (&v);
  char_vec flags = {0};
  diff_print_flags (r, &flags);
  if (flags.len)
    fprintf (to, "%sassumed: %s\n", bullet, text_c (NULL, &flags));
  vec_release (NULL, &flags);
  if (r->answer == DIFF_EQUIVALENT && r->n_changed)
    fprintf (
        to,
        "%snot compared: errno, addresses, where a fault is, when output "
        "is flushed, variables that only one version has, and what the C "
        "library and the system remember (the environment, open files and how "
        "far they are read, "
        "signal handlers, random numbers)\n",
        bullet);
  if (r->unconfirmed)
    fprintf (to,
             "%snot decided: %s path%s seemed to differ, but the example "
             "showed no difference when executed\n",
             bullet, GROUPED (r->unconfirmed), plural (r->unconfirmed));
}

void diff_print_notes (const diff_result *r, const char *bullet, FILE *to) {
  uint64_t n = r->same + r->unaffected;
  if (r->answer == DIFF_DIFFERENT && n)
    fprintf (to, "%sequivalent on the other %s%spath%s\n", bullet,
             n == 1 ? "" : GROUPED (n), n == 1 ? "" : " ", plural (n));
  if (r->unaffected && r->n_changed)
    fprintf (to, "%s%s path%s no changed code\n", bullet,
             GROUPED (r->unaffected),
             r->unaffected == 1 ? " executes" : "s execute");
  print_failing (r, bullet, to);
  print_limits (r, bullet, to);
}

void diff_print (const diff_result *r, const diff_request *q) {
  if (q->is_titled)
    printf ("%s: ", q->title);
  diff_print_answer (r, stdout);
  puts (r->classes.len ? ":" : "");
  for (size_t i = 0, end; i < r->classes.len; i = end) {
    end = diff_end_of_place (r, i);
    print_place (r, i, end);
  }
  diff_print_notes (r, "", stdout);
}
