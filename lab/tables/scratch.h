#pragma once

/* A directory for the files of a measurement, gone with all that is in it when
 * it is closed.
 */

#include "lab/tables/lab.h"

typedef struct scratch {
  memory *mem;
  char_vec path;
} scratch;

/* In $TMPDIR, or /tmp. Closed in any case. */
status scratch_open (lab *, scratch *);
void scratch_close (scratch *);

const char *scratch_path (const scratch *);
