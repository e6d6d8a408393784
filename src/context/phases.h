#pragma once

/* Where the time goes. At any moment exactly one phase is charged: the
 * innermost one that was started, or 'other' if none is. So a nested phase is
 * not counted in the outer one again, and the sum of all is the wall time
 * since phases_init. Times of other processes come on top (phases_absorb).
 *
 *     phase_start (phases, PHASE_CHECK);      parse   check  parse
 *     ...                                    |-------|------|-----|
 *     phase_stop (phases, PHASE_CHECK);
 */

#include <jansson.h>
#include <stdint.h>
#include <stdio.h>

typedef enum phase {
#define PHASE(NAME, NAME_, HELP) PHASE_##NAME,
#include "context/phases.def"
  PHASE_OTHER,
  N_PHASES
} phase;

#define MAX_PHASE_DEPTH 16

typedef struct phases {      /* all fields are private */
  uint64_t time[N_PHASES];   /* nanoseconds */
  uint64_t starts[N_PHASES]; /* how often it was started */
  uint64_t elsewhere;        /* of the times, those of other processes */
  uint64_t since;            /* when the current phase was last charged */
  unsigned depth;
  phase stack[MAX_PHASE_DEPTH + 1]; /* stack[depth] is the current phase */
} phases;

void phases_init (phases *); /* starts the clock */

/* Starts and stops must nest like parentheses; the phase is named in both so
 * that an assertion finds the one that was forgotten.
 */
void phase_start (phases *, phase);
void phase_stop (phases *, phase);

const char *phase_name (phase);

/* The times since 'before' was copied, in a process that is a copy of this
 * one; and adding such. The total stays the time that passed here.
 */
void phases_since (phases *, const phases *before, uint64_t out[N_PHASES]);
void phases_absorb (phases *, const uint64_t time[N_PHASES]);

/* The current phase only waited since then: those who worked count. */
void phases_waited (phases *, uint64_t since);

/* Both charge the current phase up to now first. */

uint64_t phases_total (phases *);
void phases_print (phases *, FILE *);
