/* A diff for people: on a terminal, and as Markdown. */

#include "base/grouped.h"
#include "diff/diffing.h"
#include "report/verdict.h"

#define MAX_SHOWN 5 /* of one place */

static bool is_same_place (const diff_class *a, const diff_class *b) {
  return a->changed.line == b->changed.line &&
         !strcmp (a->changed.file, b->changed.file);
}

static size_t end_of_place (const diff_result *r, size_t i) {
  assert (i < r->classes.len);
  size_t end = i + 1;
  while (end < r->classes.len &&
         is_same_place (r->classes.data + i, r->classes.data + end))
    end++;
  return end;
}

static void print_class (const diff_class *x) {
  printf ("  %s%s %s\n", x->inputs, x->is_call ? "" : ":", x->text);
}

static void print_place (const diff_result *r, size_t i, size_t end) {
  assert (i < end && end <= r->classes.len);
  const diff_class *x = r->classes.data + i;
  if (x->changed.line)
    printf ("%s:%u in %s:\n", x->changed.file, x->changed.line,
            x->changed.function);
  else
    printf ("%s, whose parameters or types changed:\n", x->changed.function);
  for (size_t k = i; k < end && k < i + MAX_SHOWN; k++)
    print_class (r->classes.data + k);
  if (end > i + MAX_SHOWN)
    printf ("  ... and %s more: --json lists all\n",
            GROUPED (end - i - MAX_SHOWN));
}

static uint64_t diff_paths (const diff_result *r) {
  return r->classes.len + r->same + r->unaffected;
}

/* The first line, without what ends it. */
static void print_answer (const diff_result *r) {
  uint64_t n = r->classes.len, all = diff_paths (r);
  if (r->answer == DIFF_DIFFERENT)
    printf ("different on %s of %s path%s", GROUPED (n), GROUPED (all),
            plural (all));
  else if (r->answer == DIFF_UNKNOWN)
    printf ("not known: no difference on the %s path%s explored", GROUPED (all),
            plural (all));
  else if (!r->n_changed)
    printf ("equivalent: nothing that can be reached has changed");
  else if (all == 1)
    printf ("equivalent on the only path");
  else
    printf ("equivalent on all %s paths", GROUPED (all));
}

static void print_told (const char *title, const verdict_reason *w) {
  char_vec text = {0};
  verdict_reason_print (w, &text);
  printf ("%s: %s\n", title, text_c (NULL, &text));
  vec_release (NULL, &text);
}

/* Bounds and premises are told with every verdict. */
static void print_limits (const diff_result *r) {
  run_verdict v;
  verdict_init (&v, r->report);
  for (size_t i = 0; i < v.told.len; i++)
    print_told (i < v.n_reasons ? "not fully explored" : "assumed",
                v.told.data + i);
  verdict_release (&v);
  if (r->answer == DIFF_EQUIVALENT && r->n_changed)
    puts ("not compared: errno, addresses, and variables that only one version "
          "has");
  if (r->unconfirmed)
    printf ("not decided: %s path%s seemed to differ, but not when executed\n",
            GROUPED (r->unconfirmed), plural (r->unconfirmed));
}

static void print_rest (const diff_result *r) {
  uint64_t n = r->same + r->unaffected;
  if (r->answer == DIFF_DIFFERENT && n)
    printf ("equivalent on the other%s%s\n", n == 1 ? "" : " ",
            n == 1 ? "" : GROUPED (n));
  if (r->unaffected && r->n_changed)
    printf ("%s path%s no changed code\n", GROUPED (r->unaffected),
            r->unaffected == 1 ? " executes" : "s execute");
}

void diff_print (const diff_result *r, const diff_request *q) {
  if (q->is_titled)
    printf ("%s: ", q->title);
  print_answer (r);
  puts (r->classes.len ? ":" : "");
  for (size_t i = 0, end; i < r->classes.len; i = end) {
    end = end_of_place (r, i);
    print_place (r, i, end);
  }
  print_rest (r);
  print_limits (r);
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
  assert (i < end && end <= r->classes.len);
  const diff_class *x = r->classes.data + i;
  if (x->changed.line)
    printf ("\n`%s:%u` in `%s`\n", x->changed.file, x->changed.line,
            x->changed.function);
  else
    printf ("\n`%s`, whose parameters or types changed\n", x->changed.function);
  puts ("\n| input | now | before |\n|---|---|---|");
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
  if (q->title)
    printf ("### `%s`\n\n**", q->title);
  else
    printf ("### `%s` → `%s`\n\n**", q->before, q->now);
  print_answer (r);
  puts ("**");
  for (size_t i = 0, end; i < r->classes.len; i = end) {
    end = end_of_place (r, i);
    print_table (r, i, end);
  }
  putchar ('\n');
  print_rest (r);
  print_limits (r);
}
