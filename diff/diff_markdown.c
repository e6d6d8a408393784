/* A diff as a comment on a pull request: what a reviewer has to see first, the
 * rest folded.
 */

#include "base/grouped.h"
#include "diff/diffing.h"
#include "report/verdict.h"

#define MAX_ROWS 5 /* of one place */

/* In a row of a table a bar would end the cell. */
static void put_cell (const char *text, FILE *to) {
  fputs (" `", to);
  for (; *text; text++)
    if (*text == '`')
      fputc ('\'', to);
    else
      fputs (*text == '|' ? "\\|" : (char[]) {*text, 0}, to);
  fputs ("` |", to);
}

static void put_row (const diff_class *x, FILE *to) {
  fputc ('|', to);
  if (*x->inputs)
    put_cell (x->inputs, to);
  else
    fputs (" none |", to);
  put_cell (x->now, to);
  put_cell (x->before, to);
  fputc ('\n', to);
}

static void put_place (const diff_result *r, size_t i, size_t end, FILE *to) {
  assert (i < end && end <= r->classes.len);
  const source_place *at = &r->classes.data[i].changed;
  if (at->line)
    fprintf (to, "\nThrough the change at `%s:%u`%s", at->file, at->line,
             r->classes.data[i].is_outside ? ", used" : "");
  else
    fprintf (to, "\nThrough changed parameters or types");
  fprintf (to, " in `%s`:\n\n| input | now | before |\n|---|---|---|\n",
           at->function);
  for (size_t k = i; k < end && k < i + MAX_ROWS; k++)
    put_row (r->classes.data + k, to);
  if (end > i + MAX_ROWS)
    fprintf (to, "\n... and on %s more paths. `--json` lists all.\n",
             GROUPED (end - i - MAX_ROWS));
}

static void put_notes (const diff_result *r, FILE *to) {
  char *text = NULL;
  size_t n = 0;
  FILE *notes = open_memstream (&text, &n);
  diff_print_notes (r, "- ", notes);
  fclose (notes);
  if (n)
    fprintf (to, "\n<details><summary>Details</summary>\n\n%s\n</details>\n",
             text);
  free (text);
}

void diff_print_markdown (const diff_result *r, const diff_request *q,
                          FILE *to) {
  if (q->title)
    fprintf (to, "\n#### `%s`: ", q->title);
  else
    fprintf (to, "\n#### `%s` → `%s`: ", q->before, q->now);
  diff_print_answer (r, to);
  fputc ('\n', to);
  for (size_t i = 0, end; i < r->classes.len; i = end) {
    end = diff_end_of_place (r, i);
    put_place (r, i, end, to);
  }
  put_notes (r, to);
}
