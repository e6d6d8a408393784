/* Tables as one page of HTML that needs no other file. */

#include "lab/tables/plot.h"

#include "export/html.h"

#include <string.h>

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>\n"
    "<meta name=\"viewport\" content=\"width=device-width\"/>\n"
    "<title>Reprise: the papers' tables</title>\n<style>\n"
    ":root{--ink:#222;--page:#fff;--faint:#777;--line:#ccc;--a:#666;"
    "--b:#1f6fb4;--c:#1c8a3a;--d:#c05a00;--e:#7d4fb5;--f:#c81e2e}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#ddd;--page:#181818;"
    "--faint:#999;--line:#444;--a:#aaa;--b:#6db3f2;--c:#5fd07f;--d:#ffa04d;"
    "--e:#c09bf0;--f:#ff7480}}\n"
    "body{font:15px/1.5 system-ui,sans-serif;margin:2em auto;max-width:70em;"
    "padding:0 1em;color:var(--ink);background:var(--page)}\n"
    "div.wide{overflow-x:auto}\n"
    "table{border-collapse:collapse;font-variant-numeric:tabular-nums}\n"
    "th,td{padding:.15em .7em;text-align:right}\n"
    "th:first-child,td:first-child,td:nth-child(2){text-align:left}\n"
    "tr.first td{border-top:1px solid var(--line)}\n"
    "tr.paper td{color:var(--faint)}\ntr.hybrid td{font-weight:600}\n"
    "svg{max-width:100%;height:auto;font-size:12px;fill:var(--ink)}\n"
    "svg .axis{stroke:var(--line);fill:none}\n"
    "svg .line{fill:none;stroke-width:2}\n"
    "</style></head><body>\n";

static void put_number (double x, FILE *to) {
  fputs ("<td>", to);
  if (!isnan (x))
    fprintf (to, x == floor (x) || x >= 100 ? "%.0f" : "%.3g", x);
  fputs ("</td>", to);
}

static void put_row (const table *t, size_t row, FILE *to) {
  static const char *const who[] = {"paper", "reproduced", "hybrid"};
  for (int w = 0; w < 3; w++) {
    fprintf (to, "<tr class='%s%s'><td>", who[w], w ? "" : " first");
    html_text (w ? "" : t->row.data[row], to);
    fprintf (to, "</td><td>%s</td>", who[w]);
    for (size_t m = 0; m < t->metric.len; m++) {
      const table_entry *c = table_cell (t, row, m);
      put_number (w == 0 ? c->paper : w == 1 ? c->reproduced : c->hybrid, to);
    }
    fputs ("</tr>\n", to);
  }
}

static void put_table (const table *t, FILE *to) {
  fprintf (to, "<h2 id='%s'>%s: ", t->name, t->name);
  html_text (t->title, to);
  fputs ("</h2>\n<div class='wide'><table><tr><th></th><th></th>", to);
  for (size_t m = 0; m < t->metric.len; m++) {
    fputs ("<th>", to);
    html_text (t->metric.data[m].name, to);
    if (*t->metric.data[m].unit)
      fprintf (to, " (%s)", t->metric.data[m].unit);
    fputs ("</th>", to);
  }
  fputs ("</tr>\n", to);
  for (size_t i = 0; i < t->row.len; i++)
    put_row (t, i, to);
  fputs ("</table></div>\n", to);
  for (size_t i = 0; i < plot_count (t); i++)
    plot_write (t, i, false, to);
  for (size_t i = 0; i < t->note.len; i++) {
    fputs (i ? "<li>" : "<ul><li>", to);
    html_text (t->note.data[i], to);
    fputs ("</li>\n", to);
  }
  fputs (t->note.len ? "</ul>\n" : "", to);
}

void table_html (size_t n, const table *t, FILE *to) {
  fputs (head, to);
  fputs ("<h1>The papers' tables</h1>\n<p><i>paper</i>: published; "
         "<i>reproduced</i>: the paper's technique, measured here; "
         "<i>hybrid</i>: Reprise. Times are of one run.</p>\n",
         to);
  for (size_t i = 0; i < n; i++)
    put_table (t + i, to);
  fputs ("</body></html>\n", to);
}
