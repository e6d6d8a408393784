/* What a person wants to know of a project, most important first: errors, what
 * is missing, then a row for each file.
 */

#include "project/project.h"

#include "base/clock.h"
#include "base/grouped.h"
#include "report/verdict.h"

#include <string.h>

#define MOST_LISTED 20
#define MOST_MISSING 8

/* The first line. */

static void put_counts (const project *p, bool is_all) {
  static const char *const words[] = {"error", "error", "possible misuse"};
  const char *sep = "";
  for (int k = 0; k < ERROR_CLASSES; k++) {
    size_t n = p->found.count[k];
    if (!n)
      continue;
    printf ("%s%s %s%s", sep, GROUPED (n), words[k], plural (n));
    if (k == ERROR_ONLY_IF)
      fputs (" only if called as no caller does", stdout);
    sep = ", ";
  }
  if (!*sep)
    fputs (is_all ? "no errors found" : "no errors so far", stdout);
}

static void print_first (const project *p, const project_counts *n) {
  size_t all = p->jobs.len;
  bool is_all = n->whole == all && !p->survey.failed.len;
  if (!all && is_all && p->unchanged && !p->skipped) {
    printf ("no function has changed since %s\n", p->context->options.since);
    return;
  }
  put_counts (p, is_all);
  printf (" in %s function%s", GROUPED (all), plural (all));
  project_print_bounds (p);
  if (is_all)
    puts (", all explored completely");
  else
    printf (", %s of them explored completely\n", GROUPED (n->whole));
}

/* Errors. */

static bool is_in (const source_place *call, const source_place *at) {
  return !strcmp (call->function, at->function) &&
         !strcmp (call->file, at->file);
}

/* "called by read_list (a.c:30), main (a.c:41)". The library may be above the
 * function that is blamed: those it called.
 */
static void print_callers (const found_error *x) {
  const end_record *e = &x->error.end;
  const char *sep = "      called by ";
  size_t i = 0;
  while (i < e->n_calls && !is_in (e->call + i, &e->at))
    i++;
  for (i++; i < e->n_calls; i++) {
    if (!*e->call[i].file) /* ours, around it */
      continue;
    printf ("%s%s (%s:%u)", sep, e->call[i].function, e->call[i].file,
            e->call[i].line);
    sep = ", ";
  }
  if (*sep == ',')
    putchar ('\n');
}

static void print_error (const found_error *x) {
  report_error_print (&x->error);
  print_callers (x);
  printf ("      in %s", x->job->dir);
  if (x->jobs > 1)
    printf ("; also from %u other function%s", x->jobs - 1,
            plural (x->jobs - 1));
  putchar ('\n');
}

static void print_errors_of (const project *p) {
  for (size_t i = 0; i < p->found.error.len && i < MOST_LISTED; i++)
    print_error (p->found.error.data + i);
  if (p->found.error.len > MOST_LISTED)
    printf ("  ... and %s more: --json lists all\n",
            GROUPED (p->found.error.len - MOST_LISTED));
}

/* What is missing. */

static void put_why (const job *j) {
  run_verdict v;
  char_vec text = {0};
  if (j->state == JOB_FAILED)
    fputs (j->message && *j->message ? j->message : "it cannot be run", stdout);
  else if (j->state == JOB_WAITING)
    fputs ("no time was left for it", stdout);
  else if (!j->has_report)
    fputs ("the time was over before it was loaded", stdout);
  else {
    verdict_init (&v, &j->report);
    verdict_print_reasons (&v, &text);
    fputs (text_c (NULL, &text), stdout);
    verdict_release (&v);
  }
  vec_release (NULL, &text);
}

static void print_missing (const project *p, const project_counts *n) {
  size_t all = p->jobs.len - n->whole, shown = 0;
  for (size_t i = 0; i < p->survey.failed.len; i++)
    printf ("left out: %s\n", p->survey.failed.data[i]);
  if (all)
    puts ("not explored completely:");
  for (size_t i = 0; i < p->jobs.len && shown < MOST_MISSING; i++) {
    const job *j = p->jobs.data + i;
    if (job_is_whole (j))
      continue;
    printf ("  %s: ", j->input);
    put_why (j);
    putchar ('\n');
    shown++;
  }
  if (all > shown)
    printf ("  ... and %s more: --json lists all\n", GROUPED (all - shown));
}

/* What was assumed. */

static void print_told (const char *title, const told_list *list) {
  size_t shown = list->len > MOST_MISSING ? MOST_MISSING : list->len;
  if (list->len)
    puts (title);
  for (size_t i = 0; i < shown; i++) {
    const told_once *x = list->data + i;
    if (x->first)
      printf ("  %s", x->first->input);
    if (x->jobs > 1)
      printf (" and %zu more", x->jobs - 1);
    printf ("%s%s\n", x->first ? ": " : "  ", x->text);
  }
  if (list->len > shown)
    printf ("  ... and %s more: --json lists all\n",
            GROUPED (list->len - shown));
}

/* The table. */

typedef struct file_row {
  const char *file;
  size_t functions, whole;
  uint64_t tests, spent;
  size_t errors[ERROR_CLASSES];
} file_row;

static void add_job (file_row *r, const job *j) {
  r->functions++;
  r->whole += job_is_whole (j);
  r->tests += j->has_report ? j->report.tests : 0;
  r->spent += j->spent;
}

static void print_file (const file_row *r, int width) {
  printf ("  %-*s %9zu %8zu %6zu %7zu %6zu %7s %7.1f s\n", width, r->file,
          r->functions, r->whole, r->errors[ERROR_CERTAIN],
          r->errors[ERROR_ONLY_IF], r->errors[ERROR_MISUSE], GROUPED (r->tests),
          clock_seconds (r->spent));
}

/* Jobs are in the order of files. */
static void print_table (const project *p) {
  int width = 4;
  file_row r = {0};
  for (size_t i = 0; i < p->jobs.len; i++) {
    int n = (int) strlen (p->jobs.data[i].what->file);
    width = n > width ? n : width;
  }
  printf ("  %-*s %9s %8s %6s %7s %6s %7s %9s\n", width, "file", "functions",
          "complete", "errors", "only if", "misuse", "tests", "time");
  for (size_t i = 0; i < p->jobs.len; i++) {
    const job *j = p->jobs.data + i;
    if (!r.file || strcmp (r.file, j->what->file)) {
      if (r.file)
        print_file (&r, width);
      r = (file_row) {.file = j->what->file};
      for (size_t k = 0; k < p->found.error.len; k++)
        if (p->found.error.data[k].job->what->file == r.file)
          r.errors[p->found.error.data[k].error.class]++;
    }
    add_job (&r, j);
  }
  if (r.file)
    print_file (&r, width);
}

static double share (uint64_t part, uint64_t all) {
  return all ? 100.0 * (double) part / (double) all : 100.0;
}

static void print_sums (const project *p, const project_counts *n) {
  const coverage *c = &p->coverage;
  printf ("%s test%s in %s\n", GROUPED (n->tests), plural (n->tests),
          p->context->options.out);
  if (c->lines)
    printf ("coverage: %.1f %% of %s line%s",
            share (c->lines_covered, c->lines), GROUPED (c->lines),
            plural (c->lines));
  if (c->lines && c->branches)
    printf (", %.1f %% of %s branch%s",
            share (c->branches_covered, c->branches), GROUPED (c->branches),
            c->branches == 1 ? "" : "es");
  if (c->lines)
    putchar ('\n');
  if (p->unchanged)
    printf ("%s function%s as in %s: not run\n", GROUPED (p->unchanged),
            p->unchanged == 1 ? " is" : "s are", p->context->options.since);
  if (n->kept)
    printf ("%s result%s kept: nothing changed there\n", GROUPED (n->kept),
            n->kept == 1 ? " is" : "s are");
  printf ("%s quer%s, %s needed a solver; %s instructions; %.2f s\n",
          GROUPED (n->queries), n->queries == 1 ? "y" : "ies",
          GROUPED (n->solved), GROUPED (n->instructions),
          clock_seconds (p->time));
}

void project_print (const project *p) {
  project_counts n = project_count (p);
  print_first (p, &n);
  print_errors_of (p);
  print_missing (p, &n);
  print_told ("warnings:", &p->warnings);
  if (p->jobs.len)
    print_table (p);
  print_told ("assumed:", &p->premises);
  print_sums (p, &n);
}
