#pragma once

/* Which tables there are (paper_tables.def). */

#include "lab/tables/lab.h"
#include "lab/tables/table.h"

typedef struct table_info {
  const char *name, *own, *title;
  status (*measure) (lab *, table *); /* adds metrics, rows, notes */
} table_info;

#define TABLE(NAME, ...) status table_##NAME (lab *, table *);
#include "lab/tables/paper_tables.def"

const table_info *tables_all (size_t *n);
const table_info *tables_find (const char *name); /* or NULL */
