/* Tables as text and as CSV. */

#include "lab/tables/table.h"

#include <string.h>

#define LONGEST 64 /* of a number as text */

/* "" where there is none. Counts have no decimals, times a few. */
static const char *table_text_number (char *out, double x) {
  out[0] = 0;
  if (!isnan (x))
    snprintf (out, LONGEST, x == floor (x) || x >= 100 ? "%.0f" : "%.3g", x);
  return out;
}

static const char *label (char *out, const metric *m) {
  snprintf (out, LONGEST, *m->unit ? "%s (%s)" : "%s", m->name, m->unit);
  return out;
}

static size_t max (size_t a, size_t b) { return a > b ? a : b; }

static size_t width_of_cell (const table_entry *c, size_t w) {
  char text[LONGEST];
  w = max (w, strlen (table_text_number (text, c->paper)));
  w = max (w, strlen (table_text_number (text, c->reproduced)));
  return max (w, strlen (table_text_number (text, c->hybrid)));
}

static size_t table_text_width_of (const table *t, size_t m) {
  char text[LONGEST];
  table_entry total = table_total (t, m);
  size_t w = max (6, strlen (label (text, t->metric.data + m)));
  for (size_t i = 0; i < t->row.len; i++)
    w = width_of_cell (table_cell (t, i, m), w);
  return t->metric.data[m].is_summed ? width_of_cell (&total, w) : w;
}

static int width_of_rows (const table *t) {
  size_t w = 5;
  for (size_t i = 0; i < t->row.len; i++)
    w = max (w, strlen (t->row.data[i]));
  return (int) w;
}

typedef enum who { PAPER, REPRODUCED, HYBRID, N_WHO } who;

static double part (table_entry c, who w) {
  return w == PAPER ? c.paper : w == REPRODUCED ? c.reproduced : c.hybrid;
}

/* A line of a row; the totals are the row behind the last. */
static table_entry cell_at (const table *t, size_t row, size_t m) {
  static const table_entry none = {NO_NUMBER, NO_NUMBER, NO_NUMBER};
  if (row < t->row.len)
    return *table_cell (t, row, m);
  return t->metric.data[m].is_summed ? table_total (t, m) : none;
}

static bool has_line (const table *t, size_t row, who w) {
  for (size_t m = 0; m < t->metric.len; m++)
    if (!isnan (part (cell_at (t, row, m), w)))
      return true;
  return false;
}

static void print_line (const table *t, size_t row, who w, const char *name,
                        FILE *to) {
  static const char *const text[] = {"paper", "reproduced", "hybrid"};
  char digits[LONGEST];
  fprintf (to, "%-*s  %-10s", width_of_rows (t), name, text[w]);
  for (size_t m = 0; m < t->metric.len; m++)
    fprintf (to, "  %*s", (int) table_text_width_of (t, m),
             table_text_number (digits, part (cell_at (t, row, m), w)));
  fputc ('\n', to);
}

static void print_row (const table *t, size_t row, const char *name, FILE *to) {
  for (who w = PAPER; w < N_WHO; w++) {
    if (!has_line (t, row, w))
      continue;
    print_line (t, row, w, name, to);
    name = "";
  }
}

static bool has_totals (const table *t) {
  for (size_t m = 0; m < t->metric.len; m++)
    if (t->metric.data[m].is_summed)
      return t->row.len > 1;
  return false;
}

void table_print (const table *t, FILE *to) {
  char text[LONGEST];
  fprintf (to, "%s: %s\n\n%-*s  %-10s", t->name, t->title, width_of_rows (t),
           "", "");
  for (size_t m = 0; m < t->metric.len; m++)
    fprintf (to, "  %*s", (int) table_text_width_of (t, m),
             label (text, t->metric.data + m));
  fputc ('\n', to);
  for (size_t i = 0; i < t->row.len; i++)
    print_row (t, i, t->row.data[i], to);
  if (has_totals (t))
    print_row (t, t->row.len, "total", to);
  for (size_t i = 0; i < t->note.len; i++)
    fprintf (to, "%s- %s\n", i ? "" : "\n", t->note.data[i]);
  fputc ('\n', to);
}

void table_csv_header (FILE *to) {
  fputs ("table,row,metric,paper,reproduced,hybrid\n", to);
}

static void csv_number (double x, FILE *to) {
  fputc (',', to);
  if (!isnan (x))
    fprintf (to, "%.10g", x);
}

/* Quoted where it must be (RFC 4180). */
static void csv_text (const char *text, char after, FILE *to) {
  bool is_quoted = strpbrk (text, ",\"\r\n");
  if (is_quoted)
    fputc ('"', to);
  for (const char *c = text; *c; c++) {
    if (*c == '"')
      fputc ('"', to);
    fputc (*c, to);
  }
  if (is_quoted)
    fputc ('"', to);
  if (after)
    fputc (after, to);
}

void table_csv (const table *t, FILE *to) {
  for (size_t i = 0; i < t->row.len; i++)
    for (size_t m = 0; m < t->metric.len; m++) {
      const table_entry *c = table_cell (t, i, m);
      if (isnan (c->paper) && isnan (c->reproduced) && isnan (c->hybrid))
        continue;
      csv_text (t->name, ',', to);
      csv_text (t->row.data[i], ',', to);
      csv_text (t->metric.data[m].name, 0, to);
      csv_number (c->paper, to);
      csv_number (c->reproduced, to);
      csv_number (c->hybrid, to);
      fputc ('\n', to);
    }
}
