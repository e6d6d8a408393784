#include "lab/tables/paper_tables.h"

#include <string.h>

static const table_info infos[] = {
#define TABLE(NAME, TEXT, OWN, TITLE) {TEXT, OWN, TITLE, table_##NAME},
#include "lab/tables/paper_tables.def"
};

const table_info *tables_all (size_t *n) {
  *n = sizeof infos / sizeof *infos;
  return infos;
}

const table_info *tables_find (const char *name) {
  for (size_t i = 0; i < sizeof infos / sizeof *infos; i++)
    if (!strcmp (infos[i].name, name))
      return infos + i;
  return NULL;
}
