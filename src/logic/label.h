#pragma once

/* Canonical labelling of a coloured graph, by nauty.
 *
 * Two graphs that differ only in the numbers of their vertices get orders of
 * the vertices under which they are the same graph. Colours are any words;
 * vertices of different colours are never mapped to each other.
 */

#include "base/memory.h"

typedef struct labeller labeller; /* work space */

typedef struct label_edge {
  uint32_t a, b; /* undirected; no loops, no edge twice */
} label_edge;

labeller *labeller_new (memory *);
void labeller_free (labeller *);

/* Vertex v comes at place[v]. False when the search needed more than
 * 'budget' nodes or the graph is too large: then 'place' is not set.
 */
bool label_graph (labeller *, uint32_t n, const uint64_t *colour,
                  size_t n_edges, const label_edge *, unsigned budget,
                  uint32_t *place);
