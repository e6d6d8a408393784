#ifndef ENGINE_HARVEST_H
#define ENGINE_HARVEST_H

/* The harvest of a run: a test for every path that ends, written to the suite
 * at once, and the list of errors, one per place and kind.
 */

#include "explore/explorer.h"
#include "report/report.h"
#include "suite/suite.h"

typedef struct harvest harvest;

status harvest_new (context *, program *, const suite_facts *, harvest **);
void harvest_attach (harvest *, machine *);
void harvest_free (harvest *);

void harvest_path (harvest *, const state *, const pending *);
void harvest_flush (harvest *);
status harvest_close (harvest *); /* the suite is complete */

size_t harvest_errors (const harvest *, const report_error **);
uint64_t harvest_tests (const harvest *);

#endif
