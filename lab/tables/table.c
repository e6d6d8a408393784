#include "lab/tables/table.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

static const table_entry no_cell = {NO_NUMBER, NO_NUMBER, NO_NUMBER};

void table_init (table *t, memory *mem, const char *name, const char *title) {
  *t = (table) {.mem = mem, .name = name, .title = title};
}

static void drop_text (table *t, char *text) {
  memory_free (t->mem, text, strlen (text) + 1);
}

void table_release (table *t) {
  memory *mem = t->mem;
  for (size_t i = 0; i < t->note.len; i++)
    drop_text (t, t->note.data[i]);
  for (size_t i = 0; i < t->name_copy.len; i++)
    drop_text (t, t->name_copy.data[i]);
  vec_release (mem, &t->name_copy);
  for (size_t i = 0; i < t->curve.len; i++) {
    vec_release (mem, &t->curve.data[i].x);
    vec_release (mem, &t->curve.data[i].y);
  }
  vec_release (mem, &t->note, &t->curve, &t->metric, &t->row, &t->cell);
}

size_t table_add_metric (table *t, const char *name, const char *unit,
                         bool is_summed) {
  assert (!t->row.len);
  vec_push (t->mem, &t->metric, (metric) {name, unit, is_summed, false});
  return t->metric.len - 1;
}

size_t table_add_row (table *t, const char *name) {
  vec_push (t->mem, &t->row, name);
  for (size_t i = 0; i < t->metric.len; i++)
    vec_push (t->mem, &t->cell, no_cell);
  return t->row.len - 1;
}

const char *table_copy_name (table *t, const char *name, size_t len) {
  char *copy = memory_alloc (t->mem, len + 1);
  memcpy (copy, name, len);
  copy[len] = 0;
  vec_push (t->mem, &t->name_copy, copy);
  return copy;
}

table_entry *table_cell (const table *t, size_t row, size_t m) {
  assert (row < t->row.len && m < t->metric.len);
  return t->cell.data + row * t->metric.len + m;
}

void table_show_distribution (table *t, size_t m) {
  t->metric.data[m].has_boxes = true;
}

static void tables_table_add (double *sum, double x) {
  if (!isnan (x))
    *sum = isnan (*sum) ? x : *sum + x;
}

table_entry table_total (const table *t, size_t m) {
  table_entry sum = no_cell;
  for (size_t i = 0; i < t->row.len; i++) {
    const table_entry *c = table_cell (t, i, m);
    tables_table_add (&sum.paper, c->paper);
    tables_table_add (&sum.reproduced, c->reproduced);
    tables_table_add (&sum.hybrid, c->hybrid);
  }
  return sum;
}

void table_add_note (table *t, const char *fmt, ...) {
  char text[512];
  va_list args;
  va_start (args, fmt);
  int n = vsnprintf (text, sizeof text, fmt, args);
  va_end (args);
  size_t len = n < (int) sizeof text ? (size_t) n : sizeof text - 1;
  char *copy = memory_alloc (t->mem, len + 1);
  memcpy (copy, text, len + 1);
  vec_push (t->mem, &t->note, copy);
}

size_t table_add_curve (table *t, const char *name) {
  vec_push (t->mem, &t->curve, (curve) {.name = name});
  return t->curve.len - 1;
}

void table_add_point (table *t, size_t i, double x, double y) {
  vec_push (t->mem, &t->curve.data[i].x, x);
  vec_push (t->mem, &t->curve.data[i].y, y);
}
