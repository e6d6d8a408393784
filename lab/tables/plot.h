#pragma once

/* Plots of a table as SVG within a page, whose style has the colours --a to --f
 * and the classes 'axis' and 'line'. What is written is well-formed XML.
 */

#include "lab/tables/table.h"

/* A table has at least one plot: those of its curves, and a box for each metric
 * whose distribution is wanted; without either, bars.
 */
size_t plot_count (const table *);

/* Alone: not within a page but a file of its own. */
void plot_write (const table *, size_t i, bool is_alone, FILE *);
