#pragma once

/* A measurement, done several times: a table of medians. */

#include "lab/tables/paper_tables.h"

/* Measures as often as --repeat says. */
status repeat_measure (lab *, const table_info *, table *out);
