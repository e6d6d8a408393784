#pragma once

/* Rungs of the ladder as numbers and as data, all derived from rungs.def.
 *
 * The numbers are the order: a larger one is asked later. Those from
 * RUNG_EXTRA on belong to the rungs of an extension (context/extension.h), in
 * its order.
 */

#include <stdint.h>

typedef enum rung_kind {
#define RUNG(NAME, ...) RUNG_##NAME,
#define EXTRA(N) RUNG_EXTRA, RUNG_LAST_EXTRA = RUNG_EXTRA + (N) - 1,
#include "context/rungs.def"
  N_RUNGS
} rung_kind;

#define MAX_EXTRA_RUNGS (RUNG_LAST_EXTRA - RUNG_EXTRA + 1)

/* A set of rungs. */
typedef uint32_t rung_set;
_Static_assert (N_RUNGS <= 32, "a bit for each rung");
#define RUNG_BIT(KIND) ((rung_set) 1 << (KIND))

enum {
  RUNG_EVALUATES = 1,   /* its models need no evaluation, they had it */
  RUNG_NEEDS_STORE = 2, /* is there with a store only, and does not rest where
                           a miss in the store is an error */
  RUNG_LEARNS_RESTING = 4, /* since its use is in runs to come */
  RUNG_IS_LATE = 8         /* is asked after all that are not */
};

struct rung;
struct rung_site;

typedef struct rung_row {
  const char *name, *help;
  unsigned worth, traits;
  struct rung *(*make) (const struct rung_site *); /* reuse/rung.h */
} rung_row;
