#pragma once

/* Outcomes in suites (docs/formats/suite.md). Without the end, which tests have
 * anyway.
 */

#include "machine/outcome.h"
#include "suite/pack.h"

/* Nothing is appended for one that has no parts. */
void outcome_pack (memory *, char_vec *, const outcome *);

/* Names and bytes are borrowed from what is read, the rest is in the arena. */
void outcome_unpack (unpacker *, arena *, outcome *);
