#pragma once

/* Boundaries: where a comparison of the program is about to go the other way.
 * A test there sees < for <=, and a constant that is off by one.
 *
 *     x < 10 holds          x + 1 = 10
 *     x < 10 does not       x = 10
 *     x = 10 does not       x + 1 = 10, and x = 10 + 1
 *
 * Of several operands of && and || one is there, and the others are so that it
 * decides. A condition that only the answer is computed from takes both sides.
 */

#include "export/reach.h"
#include "export/retrace.h"

#define BOUNDARY_STEPS 8

typedef struct boundary_step {
  term holds; /* Bool that has to hold */
  term x, y;  /* equal, it does */
} boundary_step;

typedef struct boundary {
  uint64_t key; /* of the comparison and the side */
  unsigned n;
  boundary_step step[BOUNDARY_STEPS]; /* the first is where it decides */
} boundary;

typedef VEC (boundary) boundaries;

void boundaries_of_path (boundaries *, const reaching *, size_t n,
                         const retraced_decision *);
void boundaries_of_answer (boundaries *, const reaching *, const outcome *);
