#pragma once

/* Types of inputs in the facts of a suite (docs/formats/suite.md). */

#include "program/datatype.h"
#include "suite/pack.h"

void types_pack (memory *, char_vec *, const datatypes *or_null);

/* NULL, and the reader is bad: they are damaged. */
datatypes *types_unpack (memory *, unpacker *);
