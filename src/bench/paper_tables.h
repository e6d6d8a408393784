#ifndef BENCH_PAPER_TABLES_H
#define BENCH_PAPER_TABLES_H

/* Which tables there are (paper_tables.def). */

#include "bench/lab.h"
#include "bench/table.h"

typedef struct table_info {
  const char *name, *title;
  status (*measure) (lab *, table *); /* adds metrics, rows, notes */
} table_info;

#define TABLE(NAME, TEXT, TITLE) status table_##NAME (lab *, table *);
#include "bench/paper_tables.def"

const table_info *tables_all (size_t *n);
const table_info *tables_find (const char *name); /* or NULL */

#endif
