#pragma once

/* What a state is made of is in tables (memory/memory.def, machine/state.def):
 * a row for each field, with what a digest of the state does with it
 * (memo/moment.h).
 *
 *     COVERED  is in the digest
 *     NAMED    is in it, under a name that other runs have as well
 *     WITH     is in it together with the row before
 *     FOLLOWS  from fields that are in it, or from the program
 *     COUNTED  only a limit looks at it, and it is in it if there is that limit
 *     UNSEEN   nothing that the path will do depends on it
 *
 * Structs are made from their tables, so there is no field without a class.
 * Who digests a struct makes a call from each row that is COVERED or NAMED, so
 * none is forgotten:
 *
 *     static bool add_frame_pc (work *d, const frame *x);     one for each
 *     return true
 *     #define FRAME(CLASS, type, name) FIELD_DIGEST (CLASS, add_frame_##name)
 *     #include "machine/state.def"
 */

#define FIELD_DIGEST(CLASS, add) FIELD_##CLASS (add)
#define FIELD_COVERED(add) &&add (d, x)
#define FIELD_NAMED(add) &&add (d, x)
#define FIELD_COUNTED(add) &&add (d, x)
#define FIELD_WITH(add)
#define FIELD_FOLLOWS(add)
#define FIELD_UNSEEN(add)
