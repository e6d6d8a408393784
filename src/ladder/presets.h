#pragma once

/* Presets: which rungs there are, or who answers in their place, for each name
 * of --preset. Ours is "hybrid", with all rungs of context/rungs.def; others
 * come with an extension (context/extension.h).
 */

#include "context/context.h"

typedef struct preset preset;
struct preset {
  const char *name;
  rung_set rungs; /* FIXED ones are always there */
  bool is_fresh;  /* a miss goes to a solver that knows nothing */

  /* Who answers instead of rungs, a business of the extension's alone, as is
   * the variant; NULL: nobody.
   */
  struct strategy *(*make) (context *, struct terms *, const preset *);
  unsigned variant;
};

/* What the options ask for: the preset less the rungs that are switched off.
 * They must be ones that 'preset_check' accepts.
 */
preset preset_of (const context *);

/* ST_USAGE, or ST_ELSEWHERE without an extension, with one sentence in the
 * trouble, if --preset or --technique names nothing that is there, or they name
 * two things.
 */
status preset_check (context *);

/* The row of a rung; NULL: there is none of this number. */
const rung_row *preset_row (const extension *, rung_kind);

static inline bool preset_has (const preset *p, rung_kind k) {
  return p->rungs & RUNG_BIT (k);
}
