#pragma once

/* How far it is to places of a program: the number of blocks to be entered, on
 * the shortest way of its control flow, calls included.
 *
 * The way of a path begins in its innermost frame, goes into calls, and goes
 * on in the caller where a function can return. A distance of DISTANCE_NONE
 * says that no execution comes there from here.
 */

#include "explore/flow.h"
#include "machine/state.h"

#define DISTANCE_NONE UINT32_MAX

typedef struct distances distances;

/* Of a program's flow, borrowed. */
distances *distances_new (memory *, const flow *);
void distances_free (distances *);

/* Forget all places; a place more (nothing where the flow does not lead); and
 * measure, in time of about the size of the graph.
 */
void distances_clear (distances *);
void distances_add (distances *, uint32_t at);
void distances_measure (distances *);

/* From a node: to the next place, to the return from its function. */
uint32_t distance_of_node (const distances *, uint32_t at);
uint32_t distance_through (const distances *, uint32_t at);

/* From where a path is. A choice made for its next instruction is heeded. */
uint32_t distance_of_state (const distances *, const state *);
