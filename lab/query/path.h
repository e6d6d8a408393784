#pragma once

/* The path that a stream of queries walks on, cut into slices.
 *
 * Symbolic execution asks about one path after the other, each mostly a
 * prefix of the last one and something new. The path keeps the partition
 * (slice.h) of every prefix; moving to the next query goes back to the
 * longest prefix whose parts it contains, in whatever order it lists them,
 * and adds the rest.
 */

#include "lab/query/slice.h"

typedef struct path path;

path *path_new (memory *, terms *);
void path_free (path *);

/* Move to a query of distinct parts. Returns how many parts of the path
 * stayed; the new ones are behind them.
 */
size_t path_move (path *, size_t n, const term *part);

/* The parts, in the order of the path. */
const term_vec *path_parts (const path *);

/* The slices with parts at or behind position 'from', one after the other;
 * 'ends' gets the end of each in 'out'. All slices when 'from' is 0.
 */
void path_slices (path *, size_t from, term_vec *out, u32_vec *ends);
