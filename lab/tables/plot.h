#pragma once

/* Plots of a table as SVG within a page, whose style has the colours --a to --f
 * and the classes 'axis' and 'line'. What is written is well-formed XML.
 */

#include "lab/tables/table.h"

/* Curves, one picture for each of their plots; nothing without curves. */
void plot_curves (const table *, FILE *);

/* Metrics of which the distribution is wanted: a box for each who. */
void plot_boxes (const table *, FILE *);
