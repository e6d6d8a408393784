#pragma once

/* Ends and causes in files, field by field (docs/formats/suite.md). Whoever
 * stores them gets a new version when a row of machine/reasons.def moves.
 */

#include "machine/end_record.h"
#include "suite/pack.h"

void cause_pack (memory *, char_vec *out, const cause *);
cause cause_unpack (unpacker *); /* texts are those of the reader */

void end_pack (memory *, char_vec *out, const end_record *);

/* The calls replace those in '*calls', which has to live as long. */
void end_unpack (memory *, unpacker *, source_places *calls, end_record *);
