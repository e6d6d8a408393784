#pragma once

/* A table of a paper: rows and metrics. Each cell has what the paper says,
 * what the paper's technique gives when we run it, and what Reprise gives.
 *
 * The names of rows, metrics and units are borrowed: they are constants, or
 * live as long as the table.
 */

#include "base/vec.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>

#define NO_NUMBER NAN

typedef VEC (double) double_vec;

/* NO_NUMBER where there is none. */
typedef struct table_entry {
  double paper, reproduced, hybrid;
} table_entry;

typedef struct metric {
  const char *name;
  const char *unit; /* "" or "ms" */
  bool is_summed;   /* has a total */
  bool has_boxes;   /* its distribution over the rows is drawn */
} metric;

/* One line of a plot (report of a table as HTML). */
typedef struct curve {
  const char *name;
  const char *plot; /* those of one name are drawn together; NULL is one */
  VEC (double) x, y;
} curve;

typedef struct table {
  memory *mem;
  const char *name, *title;
  VEC (metric) metric;
  VEC (const char *) row;
  VEC (table_entry) cell; /* row by row */
  VEC (curve) curve;      /* may be none */
  const char *x_title, *y_title;
  VEC (char *) note; /* owned */
  VEC (char *) name_copy;
} table;

typedef VEC (table) table_vec;

void table_init (table *, memory *, const char *name, const char *title);
void table_release (table *);

/* Metrics before rows. The position is returned. */
size_t table_add_metric (table *, const char *name, const char *unit,
                         bool is_summed);
size_t table_add_row (table *, const char *name); /* of empty cells */
table_entry *table_cell (const table *, size_t row, size_t metric);

/* A copy that lives as long as the table, for a row that is no constant. */
const char *table_copy_name (table *, const char *, size_t len);

/* On the page, a box plot of this metric for each who. */
void table_show_distribution (table *, size_t metric);

/* The sum over the rows that have a number; NO_NUMBER when none has. */
table_entry table_total (const table *, size_t metric);

/* A sentence below the table: where we differ and why. */
void table_add_note (table *, const char *, ...)
    __attribute__ ((format (printf, 2, 3)));

/* A new curve; points are added by table_add_point. */
size_t table_add_curve (table *, const char *name);
void table_add_point (table *, size_t curve, double x, double y);

/* As in the paper, with three lines a row. */
void table_print (const table *, FILE *);

/* One line per row and metric; the header is written by table_csv_header. */
void table_csv_header (FILE *);
void table_csv (const table *, FILE *);

/* A new object with all cells and notes. */
json_t *table_json (const table *);

/* A page that needs nothing else: tables and plots. */
void table_html (size_t n, const table *, FILE *);
