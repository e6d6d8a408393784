#include "lab/tables/table.h"

/* null: there is no number. */
static json_t *json_number (double x) {
  return isnan (x) ? json_null () : json_real (x);
}

static json_t *cell_json (const table *t, size_t row, size_t m) {
  const table_entry *c = table_cell (t, row, m);
  return json_pack ("{s:s, s:s, s:s, s:o, s:o, s:o}", "row", t->row.data[row],
                    "metric", t->metric.data[m].name, "unit",
                    t->metric.data[m].unit, "paper", json_number (c->paper),
                    "reproduced", json_number (c->reproduced), "hybrid",
                    json_number (c->hybrid));
}

json_t *table_json (const table *t) {
  json_t *cells = json_array (), *notes = json_array ();
  for (size_t i = 0; i < t->row.len; i++)
    for (size_t m = 0; m < t->metric.len; m++)
      json_array_append_new (cells, cell_json (t, i, m));
  for (size_t i = 0; i < t->note.len; i++)
    json_array_append_new (notes, json_string (t->note.data[i]));
  return json_pack ("{s:s, s:s, s:o, s:o}", "name", t->name, "title", t->title,
                    "cells", cells, "notes", notes);
}
