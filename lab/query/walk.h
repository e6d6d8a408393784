#pragma once

/* Answering query after query along a path, slice by slice.
 *
 * The walk knows a model of the longest prefix of the path that was found
 * satisfiable. Only slices with something behind that prefix are asked, each
 * through the chain of rungs; their values replace those in the model. So
 * the answer for the untouched part of a path costs nothing.
 */

#include "lab/query/strategy.h"
#include "ladder/presets.h"
#include "store/store.h"

/* The store may be NULL; it is borrowed. */
strategy *walk_new (context *, terms *, const preset *, store *);
