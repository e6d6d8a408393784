#pragma once

/* klee-stats: tables about run.stats, as KLEE's prints them. */

#include "context/context.h"

/* --table-format=klee|csv|readable-csv, --print-columns=A,B, --print-more,
 * --print-all, --print-rel-times, --print-abs-times, --to-csv, DIRECTORY...;
 * gives the exit status.
 */
int klee_stats (context *, int argc, char **argv);
