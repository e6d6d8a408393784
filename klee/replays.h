#pragma once

/* Files of inputs on which the program runs, one after the other: nothing is
 * symbolic then. Or seeds, whose paths are explored first.
 */

#include "explore/leads.h"
#include "klee/flags.h"
#include "lab/query/input.h"

typedef struct replays {
  memory *mem;
  arena texts;
  text_list path;
  size_t next;
  script_input file;       /* that was taken last */
  VEC (given_input) given; /* its objects */
  VEC (lead) leads;
} replays;

void replays_init (replays *, memory *);
void replays_release (replays *);

/* Directories stand for the .ktest files in them, in the order of names. */
status replays_add (replays *, const text_list *files,
                    const text_list *directories, trouble *);

bool replays_has_next (const replays *);
const char *replays_name (const replays *);               /* of the next */
status replays_take (replays *, bool by_name, trouble *); /* as 'given' */

/* All of them, as leads (explore/leads.h); with their names, if they are to be
 * found by these.
 */
status replays_lead (replays *, bool by_name, trouble *);
