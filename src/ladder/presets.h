#ifndef LADDER_PRESETS_H
#define LADDER_PRESETS_H

/* Presets: which rungs are there, for each name of --preset. */

#include "context/context.h"
#include "solver/technique.h"

typedef struct preset {
  bool is_technique;        /* one of the five of stack against cache ... */
  technique_kind technique; /* ... namely this */
  unsigned rungs;           /* otherwise: a set of 1u << RUNG_* */
  bool fresh;               /* a miss goes to a solver that knows nothing */
} preset;

/* What the options ask for: the preset less the rungs switched off. */
preset preset_of (const options *);

static inline bool preset_has (const preset *p, rung_kind k) {
  return p->rungs >> k & 1;
}

#endif
