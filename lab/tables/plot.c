#include "lab/tables/plot.h"

#include "export/html.h"

#include <stdlib.h>
#include <string.h>

#define LEFT 60.0
#define TOP 26.0
#define WIDTH 420.0 /* of what is inside the axes */
#define HEIGHT 240.0
#define TICKS 5

static char colour (size_t i) { return (char) ('a' + i % 6); }

/* Axes. */

/* The least of 1, 2, 5, 10, ... that is not smaller. */
static double round_up (double x) {
  double unit = pow (10, floor (log10 (x)));
  static const double step[] = {1, 2, 5, 10};
  for (size_t i = 0; i < 4; i++)
    if (x <= step[i] * unit * (1 + 1e-9))
      return step[i] * unit;
  return 10 * unit;
}

/* What a page has in its head. */
static const char style[] =
    "<style>svg{--a:#666;--b:#1f6fb4;--c:#1c8a3a;--d:#c05a00;--e:#7d4fb5;"
    "--f:#c81e2e;font:12px system-ui,sans-serif;fill:#222;background:#fff}"
    ".axis{stroke:#ccc;fill:none}.line{fill:none;stroke-width:2}</style>";

static void open_picture (const char *title, double width, bool is_alone,
                          FILE *to) {
  fprintf (to,
           "<svg%s viewBox='0 0 %.0f %.0f' width='%.0f' height='%.0f' "
           "role='img'>%s<title>",
           is_alone ? " xmlns='http://www.w3.org/2000/svg'" : "", width,
           TOP + HEIGHT + 44, width, TOP + HEIGHT + 44, is_alone ? style : "");
  html_text (title, to);
  fprintf (to, "</title><text x='%.0f' y='14' font-weight='600'>", LEFT);
  html_text (title, to);
  fprintf (to, "</text>\n<path class='axis' d='M%.0f %.0fv%.0fh%.0f'/>\n", LEFT,
           TOP, HEIGHT, WIDTH);
}

static double y_of (double y, double max) {
  return TOP + HEIGHT * (1 - y / max);
}

static void put_y_axis (const char *title, double max, FILE *to) {
  for (int i = 0; i <= TICKS; i++) {
    double value = max * i / TICKS, y = y_of (value, max);
    fprintf (to,
             "<path class='axis' d='M%.0f %.1fh%.0f' opacity='.5'/>"
             "<text x='%.0f' y='%.1f' text-anchor='end'>%.4g</text>\n",
             LEFT, y, WIDTH, LEFT - 6, y + 4, value);
  }
  fprintf (to,
           "<text transform='translate(14 %.0f) rotate(-90)' "
           "text-anchor='middle'>",
           TOP + HEIGHT / 2);
  html_text (title, to);
  fputs ("</text>\n", to);
}

static void put_x_axis (const char *title, double max, FILE *to) {
  for (int i = 0; i <= TICKS; i++)
    fprintf (to, "<text x='%.1f' y='%.0f' text-anchor='middle'>%.4g</text>\n",
             LEFT + WIDTH * i / TICKS, TOP + HEIGHT + 18, max * i / TICKS);
  fprintf (to, "<text x='%.0f' y='%.0f' text-anchor='middle'>",
           LEFT + WIDTH / 2, TOP + HEIGHT + 36);
  html_text (title, to);
  fputs ("</text>\n", to);
}

/* Curves. */

static bool is_of (const curve *c, const char *plot) {
  if (!c->plot || !plot)
    return c->plot == plot;
  return !strcmp (c->plot, plot);
}

static double largest (const table *t, const char *plot, bool of_x) {
  double max = 0;
  for (size_t i = 0; i < t->curve.len; i++) {
    const curve *c = t->curve.data + i;
    for (size_t k = 0; is_of (c, plot) && k < c->x.len; k++)
      max = fmax (max, of_x ? c->x.data[k] : c->y.data[k]);
  }
  return max > 0 ? max : 1;
}

static void put_curve (const curve *c, size_t i, double x_max, double y_max,
                       FILE *to) {
  double y = TOP + 10 + 18 * (double) i;
  fprintf (to, "<polyline class='line' stroke='var(--%c)' points='",
           colour (i));
  for (size_t k = 0; k < c->x.len; k++)
    fprintf (to, "%s%.1f,%.1f", k ? " " : "",
             LEFT + WIDTH * c->x.data[k] / x_max, y_of (c->y.data[k], y_max));
  fprintf (to,
           "'/><path class='line' stroke='var(--%c)' d='M%.0f %.1fh16'/>"
           "<text x='%.0f' y='%.1f'>",
           colour (i), LEFT + WIDTH + 12, y, LEFT + WIDTH + 34, y + 4);
  html_text (c->name, to);
  fputs ("</text>\n", to);
}

static void plot_together (const table *t, const char *plot, bool is_alone,
                           FILE *to) {
  double x_max = largest (t, plot, true);
  double y_max = round_up (largest (t, plot, false));
  open_picture (plot ? plot : t->title, LEFT + WIDTH + 150, is_alone, to);
  put_y_axis (t->y_title ? t->y_title : "", y_max, to);
  put_x_axis (t->x_title ? t->x_title : "", x_max, to);
  size_t n = 0;
  for (size_t i = 0; i < t->curve.len; i++)
    if (is_of (t->curve.data + i, plot))
      put_curve (t->curve.data + i, n++, x_max, y_max, to);
  fputs ("</svg>\n", to);
}

/* The i-th of the plots that curves name; false: there are not so many. */
static bool find_plot (const table *t, size_t i, const char **plot) {
  for (size_t k = 0; k < t->curve.len; k++) {
    bool is_first = true;
    *plot = t->curve.data[k].plot;
    for (size_t j = 0; j < k; j++)
      is_first &= !is_of (t->curve.data + j, *plot);
    if (is_first && !i--)
      return true;
  }
  return false;
}

/* Boxes. */

static int by_value (const void *a, const void *b) {
  double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

static double part_of (const table_entry *c, int who) {
  return who == 0 ? c->paper : who == 1 ? c->reproduced : c->hybrid;
}

static void plot_collect (const table *t, size_t m, int who, double_vec *out) {
  vec_clear (out);
  for (size_t i = 0; i < t->row.len; i++) {
    double x = part_of (table_cell (t, i, m), who);
    if (!isnan (x))
      vec_push (t->mem, out, x);
  }
  if (out->len)
    qsort (out->data, out->len, sizeof *out->data, by_value);
}

/* Between the two values around it. */
static double quantile (const double_vec *v, double q) {
  double at = q * (double) (v->len - 1);
  size_t i = (size_t) at;
  double rest = at - (double) i;
  return i + 1 < v->len ? v->data[i] * (1 - rest) + v->data[i + 1] * rest
                        : v->data[i];
}

/* Quartiles as a box with the median, lines to the extremes. */
static void put_box (const double_vec *v, double x, double max, size_t hue,
                     FILE *to) {
  double low = y_of (v->data[0], max), high = y_of (vec_last (v), max);
  double q1 = y_of (quantile (v, .25), max), q3 = y_of (quantile (v, .75), max);
  double median = y_of (quantile (v, .5), max);
  fprintf (
      to,
      "<g class='line' stroke='var(--%c)'>"
      "<path d='M%.1f %.1fV%.1fM%.1f %.1fV%.1fM%.1f %.1fh20M%.1f %.1fh20'/>"
      "<rect x='%.1f' y='%.1f' width='36' height='%.1f'/>"
      "<path d='M%.1f %.1fh36' stroke-width='4'/></g>\n",
      colour (hue), x, low, q1, x, q3, high, x - 10, low, x - 10, high, x - 18,
      q3, fmax (q1 - q3, 0.5), x - 18, median);
}

static double largest_value (const table *t) {
  double max = 0;
  for (size_t m = 0; m < t->metric.len; m++)
    for (size_t i = 0; t->metric.data[m].has_boxes && i < t->row.len; i++)
      for (int who = 0; who < 3; who++)
        max = fmax (max, part_of (table_cell (t, i, m), who));
  return max > 0 ? round_up (max) : 1;
}

static void put_metric (const table *t, size_t m, double x, double wide,
                        double max, FILE *to) {
  static const size_t hue[] = {0, 1, 5};
  double_vec v = {0};
  for (int who = 0; who < 3; who++) {
    plot_collect (t, m, who, &v);
    if (v.len)
      put_box (&v, x + wide * (who - 1) / 3, max, hue[who], to);
  }
  vec_release (t->mem, &v);
  fprintf (to, "<text x='%.1f' y='%.0f' text-anchor='middle'>", x,
           TOP + HEIGHT + 18);
  html_text (t->metric.data[m].name, to);
  fputs ("</text>\n", to);
}

static void put_legend (FILE *to) {
  static const char *const who[] = {"paper", "reproduced", "hybrid"};
  static const size_t hue[] = {0, 1, 5};
  for (size_t i = 0; i < 3; i++) {
    double y = TOP + 10 + 18 * (double) i;
    fprintf (to,
             "<path class='line' stroke='var(--%c)' d='M%.0f %.1fh16'/>"
             "<text x='%.0f' y='%.1f'>%s</text>\n",
             colour (hue[i]), LEFT + WIDTH + 12, y, LEFT + WIDTH + 34, y + 4,
             who[i]);
  }
}

static size_t count_boxes (const table *t) {
  size_t n = 0;
  for (size_t m = 0; m < t->metric.len; m++)
    n += t->metric.data[m].has_boxes;
  return n;
}

static const char *unit_of_boxes (const table *t) {
  for (size_t m = 0; m < t->metric.len; m++)
    if (t->metric.data[m].has_boxes)
      return t->metric.data[m].unit;
  return "";
}

static void plot_boxes (const table *t, bool is_alone, FILE *to) {
  double max = largest_value (t), wide = WIDTH / (double) count_boxes (t),
         x = LEFT - wide / 2;
  open_picture ("distribution over the rows", LEFT + WIDTH + 150, is_alone, to);
  put_y_axis (unit_of_boxes (t), max, to);
  for (size_t m = 0; m < t->metric.len; m++)
    if (t->metric.data[m].has_boxes)
      put_metric (t, m, x += wide, wide * 0.9, max, to);
  put_legend (to);
  fputs ("</svg>\n", to);
}

/* Bars, of a table without other plots: for each metric its total, or its mean,
 * as a share of the largest of the three.
 */

static double bar_of (const table *t, size_t m, int who) {
  table_entry total = table_total (t, m);
  double sum = part_of (&total, who);
  return isnan (sum) ? 0 : sum;
}

static void put_bars (const table *t, size_t m, double x, double wide,
                      FILE *to) {
  static const size_t hue[] = {0, 1, 5};
  double max = 0;
  for (int who = 0; who < 3; who++)
    max = fmax (max, bar_of (t, m, who));
  for (int who = 0; who < 3 && max > 0; who++) {
    double share = bar_of (t, m, who) / max, high = HEIGHT * share;
    fprintf (to,
             "<rect fill='var(--%c)' x='%.1f' y='%.1f' width='%.1f' "
             "height='%.1f'/>\n",
             colour (hue[who]), x + wide * (who - 1.5) / 3, TOP + HEIGHT - high,
             wide / 3, high);
  }
  fprintf (to, "<text x='%.1f' y='%.0f' text-anchor='middle'>", x,
           TOP + HEIGHT + 18);
  html_text (t->metric.data[m].name, to);
  fputs ("</text>\n", to);
}

static void plot_bars (const table *t, bool is_alone, FILE *to) {
  double wide = WIDTH / (double) (t->metric.len ? t->metric.len : 1);
  open_picture (t->title, LEFT + WIDTH + 150, is_alone, to);
  put_y_axis ("% of the largest, all rows together", 100, to);
  for (size_t m = 0; m < t->metric.len; m++)
    put_bars (t, m, LEFT + wide * ((double) m + 0.5), wide * 0.8, to);
  put_legend (to);
  fputs ("</svg>\n", to);
}

static size_t count_plots (const table *t) {
  const char *plot;
  size_t n = 0;
  while (find_plot (t, n, &plot))
    n++;
  return n;
}

size_t plot_count (const table *t) {
  size_t n = count_plots (t) + (count_boxes (t) > 0);
  return n ? n : 1;
}

void plot_write (const table *t, size_t i, bool is_alone, FILE *to) {
  assert (i < plot_count (t));
  const char *plot;
  if (find_plot (t, i, &plot))
    plot_together (t, plot, is_alone, to);
  else if (count_boxes (t))
    plot_boxes (t, is_alone, to);
  else
    plot_bars (t, is_alone, to);
}
