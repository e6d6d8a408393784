#pragma once

/* The tries of all members, joined to one, in which tests have the numbers of a
 * depth first run (fleet/pieces.h).
 */

#include "context/context.h"
#include "suite/suite.h"

/* Of these files, the first that of who leads, to another one; its tests are in
 * a suite of this directory on the way. Files that are none are left out: what
 * they have is open. ST_OK also then.
 */
status gather (context *, struct program *, const suite_facts *,
               const char_vec *files, const char *directory, const char *out);
