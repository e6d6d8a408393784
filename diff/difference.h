#pragma once

/* What changed from one run to the next.
 *
 * An error is the same when its identity is (machine/identity.h) or, failing
 * that, when it is of the same kind in the same function, at a line of the same
 * number. A test is the
 * same when it takes the same path or, failing that, has the same inputs.
 * Where several look alike, they are paired in order.
 */

#include "diff/snapshot.h"

typedef struct difference {
  memory *mem;
  const snapshot *old; /* NULL: the first run */
  const snapshot *now;
  /* Indices, ascending: into 'now', but gone and dropped into 'old'. */
  u32_vec new_errors, gone_errors;
  u32_vec added, dropped;
  u32_vec turned;           /* the same test, ending otherwise */
  u32_vec refilled;         /* the same path and end, with another input */
  u32_vec answered, before; /* the same input, with another outcome: in 'now',
                               and in 'old' */
} difference;

/* Both snapshots are borrowed. */
void difference_init (difference *, memory *, const snapshot *old,
                      const snapshot *now);
void difference_release (difference *);

/* One block on standard output: new errors, errors that are gone, tests. */
typedef struct difference_title {
  const char *input;
  double seconds; /* that the run took */
  bool is_quiet;  /* errors only, nothing if none came or went */
} difference_title;

void difference_print (const difference *, const difference_title *);

/* New reference. docs/formats/json.md */
json_t *difference_json (const difference *, const difference_title *);
