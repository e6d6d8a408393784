/* Tables as one page of HTML that needs no other file. */

#include "bench/table.h"

#include <string.h>

static const char head[] =
    "<!doctype html>\n<html lang=en><meta charset=utf-8>\n"
    "<title>Reprise: tables</title>\n<style>\n"
    "body{font:15px/1.5 system-ui,sans-serif;margin:2em auto;max-width:70em;"
    "padding:0 1em;color:#222;background:#fff}\n"
    "table{border-collapse:collapse;font-variant-numeric:tabular-nums}\n"
    "th,td{padding:.15em .7em;text-align:right}\n"
    "th:first-child,td:first-child,td:nth-child(2){text-align:left}\n"
    "tr.first td{border-top:1px solid #ccc}\n"
    "tr.paper td{color:#777}\ntr.hybrid td{font-weight:600}\n"
    "svg{max-width:100%;height:auto}\n"
    "@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}"
    "tr.first td{border-color:#444}}\n</style>\n";

static void put_text (const char *s, FILE *to) {
  for (; *s; s++)
    if (*s == '<')
      fputs ("&lt;", to);
    else if (*s == '&')
      fputs ("&amp;", to);
    else
      fputc (*s, to);
}

static void put_number (double x, FILE *to) {
  fputs ("<td>", to);
  if (!isnan (x))
    fprintf (to, x == floor (x) || x >= 100 ? "%.0f" : "%.3g", x);
}

static void put_row (const table *t, size_t row, FILE *to) {
  static const char *const who[] = {"paper", "reproduced", "hybrid"};
  for (int w = 0; w < 3; w++) {
    fprintf (to, "<tr class='%s%s'><td>", who[w], w ? "" : " first");
    put_text (w ? "" : t->row.data[row], to);
    fprintf (to, "<td>%s", who[w]);
    for (size_t m = 0; m < t->metric.len; m++) {
      const cell *c = table_cell (t, row, m);
      put_number (w == 0 ? c->paper : w == 1 ? c->reproduced : c->hybrid, to);
    }
    fputc ('\n', to);
  }
}

/* Plots: polylines in a box of 640 x 320, axes from 0. */

static double largest (const table *t, bool of_x) {
  double max = 0;
  for (size_t i = 0; i < t->curve.len; i++) {
    const curve *c = t->curve.data + i;
    for (size_t k = 0; k < c->x.len; k++)
      max = fmax (max, of_x ? c->x.data[k] : c->y.data[k]);
  }
  return max > 0 ? max : 1;
}

static void put_curve (const curve *c, size_t i, double x_max, double y_max,
                       FILE *to) {
  static const char *const colour[] = {"#888",    "#1f77b4", "#2ca02c",
                                       "#ff7f0e", "#9467bd", "#d62728"};
  const char *hue = colour[i % (sizeof colour / sizeof *colour)];
  fprintf (to, "<polyline fill=none stroke='%s' stroke-width=2 points='", hue);
  for (size_t k = 0; k < c->x.len; k++)
    fprintf (to, "%.1f,%.1f ", 60 + 560 * c->x.data[k] / x_max,
             290 - 270 * c->y.data[k] / y_max);
  fprintf (to, "'/><text x=70 y=%zu fill='%s' font-size=13>", 30 + 16 * i, hue);
  put_text (c->name, to);
  fputs ("</text>\n", to);
}

static void put_plot (const table *t, FILE *to) {
  double x_max = largest (t, true), y_max = largest (t, false);
  fputs ("<svg viewBox='0 0 640 330' width=640 height=330>"
         "<path d='M60 20V290H620' fill=none stroke='#888'/>\n",
         to);
  fprintf (to,
           "<text x=620 y=322 text-anchor=end fill='#888' font-size=13>%s, to "
           "%.4g</text><text x=4 y=14 fill='#888' font-size=13>%s, to "
           "%.4g</text>\n",
           t->x_title ? t->x_title : "", x_max, t->y_title ? t->y_title : "",
           y_max);
  for (size_t i = 0; i < t->curve.len; i++)
    put_curve (t->curve.data + i, i, x_max, y_max, to);
  fputs ("</svg>\n", to);
}

static void put_table (const table *t, FILE *to) {
  fprintf (to, "<h2 id='%s'>%s: ", t->name, t->name);
  put_text (t->title, to);
  fputs ("</h2>\n<table><tr><th><th>", to);
  for (size_t m = 0; m < t->metric.len; m++) {
    fputs ("<th>", to);
    put_text (t->metric.data[m].name, to);
    if (*t->metric.data[m].unit)
      fprintf (to, " (%s)", t->metric.data[m].unit);
  }
  fputc ('\n', to);
  for (size_t i = 0; i < t->row.len; i++)
    put_row (t, i, to);
  fputs ("</table>\n", to);
  if (t->curve.len)
    put_plot (t, to);
  for (size_t i = 0; i < t->note.len; i++) {
    fputs (i ? "<li>" : "<ul><li>", to);
    put_text (t->note.data[i], to);
    fputc ('\n', to);
  }
  fputs (t->note.len ? "</ul>\n" : "", to);
}

void table_html (size_t n, const table *t, FILE *to) {
  fputs (head, to);
  fputs ("<h1>The papers' tables</h1>\n", to);
  for (size_t i = 0; i < n; i++)
    put_table (t + i, to);
}
