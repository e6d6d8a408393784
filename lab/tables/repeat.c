#include "lab/tables/repeat.h"

#include "lab/tables/contest.h"

#include <stdlib.h>

static int repeat_compare (const void *a, const void *b) {
  double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

/* The numbers of one cell and of one column, which are there each time or
 * never, become their median. Returns how far they are apart, relative to it.
 */
static double take_median (memory *mem, const table_vec *v, size_t cell,
                           size_t offset) {
  double_vec all = {0};
  for (size_t i = 0; i < v->len; i++)
    vec_push (mem, &all,
              *(double *) ((char *) (v->data[i].cell.data + cell) + offset));
  qsort (all.data, all.len, sizeof *all.data, repeat_compare);
  double median = all.data[all.len / 2];
  double spread = median > 0 ? (vec_last (&all) - all.data[0]) / median : 0;
  *(double *) ((char *) (v->data[0].cell.data + cell) + offset) = median;
  vec_release (mem, &all);
  return isnan (spread) ? 0 : spread;
}

/* The first of the tables gets the medians, and says how times differed. */
static void combine (memory *mem, const table_vec *v) {
  table *t = v->data;
  double worst = 0;
  for (size_t i = 0; i < t->cell.len; i++) {
    double by_us = take_median (mem, v, i, offsetof (table_entry, reproduced));
    double ours = take_median (mem, v, i, offsetof (table_entry, hybrid));
    if (*t->metric.data[i % t->metric.len].unit)
      worst = fmax (worst, fmax (by_us, ours));
  }
  table_add_note (t,
                  "medians of %zu measurements; those of one time differ by up "
                  "to %.0f %%",
                  v->len, 100 * worst);
}

static status measure_once (lab *l, const table_info *info, table *out) {
  contest_free (l->contest);
  l->contest = NULL;
  table_init (out, l->mem, info->name, info->title);
  return info->measure (l, out);
}

status repeat_measure (lab *l, const table_info *info, table *out) {
  int64_t n = l->context->options.repeat;
  if (n == 1) {
    table_init (out, l->mem, info->name, info->title);
    return info->measure (l, out);
  }
  table_vec all = {0};
  status st = ST_OK;
  for (int64_t i = 0; !st && i < n; i++) {
    vec_push (l->mem, &all, (table) {0});
    st = measure_once (l, info, &vec_last (&all));
    assert (st || all.data[0].cell.len == vec_last (&all).cell.len);
  }
  if (!st)
    combine (l->mem, &all);
  *out = all.data[0];
  for (size_t i = 1; i < all.len; i++)
    table_release (all.data + i);
  vec_release (l->mem, &all);
  return st;
}
