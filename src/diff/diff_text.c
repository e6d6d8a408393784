/* A diff for people: on a terminal, and as Markdown. */

#include "base/grouped.h"
#include "diff/diffing.h"
#include "report/verdict.h"

#include <string.h>

#define MAX_SHOWN 5 /* of one place */

static bool is_same_place (const diff_class *a, const diff_class *b) {
  return a->changed.line == b->changed.line &&
         !strcmp (a->changed.file, b->changed.file);
}

static size_t end_of_place (const diff_result *r, size_t i) {
  size_t end = i + 1;
  while (end < r->classes.len &&
         is_same_place (r->classes.data + i, r->classes.data + end))
    end++;
  return end;
}

static void print_place (const diff_result *r, size_t i, size_t end) {
  const diff_class *x = r->classes.data + i;
  printf ("%s:%u in %s\n", x->changed.file, x->changed.line,
          x->changed.function);
  for (size_t k = i; k < end && k < i + MAX_SHOWN; k++) {
    x = r->classes.data + k;
    printf ("  %s: %s, was: %s\n", x->inputs, x->now, x->before);
  }
  if (end > i + MAX_SHOWN)
    printf ("  ... and %s more: --json lists all\n",
            GROUPED (end - i - MAX_SHOWN));
}

static void print_reasons (const run_verdict *v) {
  char_vec text = {0};
  verdict_print_reasons (v, &text);
  if (text.len)
    printf ("not fully explored: %s\n", text_c (NULL, &text));
  vec_release (NULL, &text);
}

static void print_answer (const diff_result *r) {
  uint64_t n = r->classes.len, all = n + r->same + r->unaffected;
  if (r->answer == DIFF_DIFFERENT)
    printf ("different: %s class%s of inputs, of %s path%s\n", GROUPED (n),
            n == 1 ? "" : "es", GROUPED (all), plural (all));
  else if (r->answer == DIFF_UNKNOWN)
    printf ("not known: no difference on %s path%s\n", GROUPED (all),
            plural (all));
  else if (!r->n_changed)
    puts ("equivalent: nothing that can be reached has changed");
  else
    printf ("equivalent on all %s path%s\n", GROUPED (all), plural (all));
}

void diff_print (const diff_result *r) {
  run_verdict v;
  verdict_init (&v, r->report);
  print_answer (r);
  for (size_t i = 0, end; i < r->classes.len; i = end) {
    end = end_of_place (r, i);
    print_place (r, i, end);
  }
  if (r->answer == DIFF_DIFFERENT && r->same + r->unaffected)
    printf ("%s path%s equivalent\n", GROUPED (r->same + r->unaffected),
            r->same + r->unaffected == 1 ? " is" : "s are");
  print_reasons (&v);
  verdict_release (&v);
}

/* Markdown. */

/* In a row of a table a bar would end the cell. */
static void print_cell (const char *text) {
  fputs (" `", stdout);
  for (; *text; text++)
    if (*text == '`')
      putchar ('\'');
    else
      fputs (*text == '|' ? "\\|" : (char[]) {*text, 0}, stdout);
  fputs ("` |", stdout);
}

static void print_table (const diff_result *r, size_t i, size_t end) {
  const diff_class *x = r->classes.data + i;
  printf ("\n`%s:%u` in `%s`\n\n| input | now | before |\n|---|---|---|\n",
          x->changed.file, x->changed.line, x->changed.function);
  for (size_t k = i; k < end && k < i + MAX_SHOWN; k++) {
    x = r->classes.data + k;
    putchar ('|');
    print_cell (x->inputs);
    print_cell (x->now);
    print_cell (x->before);
    putchar ('\n');
  }
  if (end > i + MAX_SHOWN)
    printf ("\n... and %s more classes of inputs\n",
            GROUPED (end - i - MAX_SHOWN));
}

void diff_print_markdown (const diff_result *r, const diff_request *q) {
  printf ("### `%s` and `%s`\n\n", q->before, q->now);
  print_answer (r);
  for (size_t i = 0, end; i < r->classes.len; i = end) {
    end = end_of_place (r, i);
    print_table (r, i, end);
  }
}
