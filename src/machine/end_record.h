#pragma once

/* How a path ended, by names: for suites, tries, reports (ending.h has the
 * other form). Texts are borrowed: from the program and the machine, a file
 * that is mapped, or an arena.
 */

#include "machine/ending.h"

/* Where in the source; "" and 0 where it is not known. */
typedef struct source_place {
  const char *function, *file;
  uint32_t line;
} source_place;
typedef VEC (source_place) source_places;

/* Which error it is. Two ends with the same 'error' are one bug, shown twice:
 * identity.h has the rule.
 */
typedef struct error_identity {
  uint64_t place; /* kind and place */
  uint64_t error; /* and the object that is its cause */
} error_identity;

typedef struct end_record {
  end_kind kind;
  fault_kind fault;
  limit_kind limit;
  int status; /* after END_EXIT */
  source_place at;
  cause cause;
  const char *suffix; /* of FAULT_REPORTED, or NULL */
  end_object object;
  uint32_t n_related;
  source_place related[ENDING_RELATED]; /* made, freed */
  size_t n_calls;
  const source_place *call; /* of a fault: the stack, innermost first */
  error_identity identity;  /* of a fault */
} end_record;

/* "declared", "allocated" or "freed": what happened at such a place. */
const char *end_related_what (const end_record *, uint32_t i);

/* With all it refers to. */
end_record end_record_copy (arena *, const end_record *);

struct machine;
struct state;
struct program;

/* Appends the calls of a frame, innermost first: what was inlined there, then
 * its function.
 */
void spot_calls (struct program *, spot, memory *, source_places *out);

/* Of a state that ended. The calls are put into '*calls', which has to live as
 * long.
 */
void end_record_of (struct machine *, const struct state *, memory *,
                    source_places *calls, end_record *out);

/* Where the end of an earlier run is now: 'at' NULL: nobody knows; then frames,
 * innermost first, and what is related. Everything else stays, and the identity
 * is what it would be in a run from scratch.
 */
typedef struct end_spots {
  const spot *at;
  size_t n_frames, n_related;
  const spot *frame, *related;
} end_spots;
void end_record_move (struct machine *, const end_spots *, memory *,
                      source_places *calls, end_record *);
