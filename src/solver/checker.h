#pragma once

/* The independent check of every answer, by level (option --check):
 *
 *   1  models are evaluated on the constraints as they were given; cores are
 *      subsets of them
 *   2  every answer is proved again by the other backend, started fresh; what
 *      the last run says of paths is executed and compared (memo_doubts)
 *   3  the table of terms is validated as it grows; so is what was computed
 *      of a problem (atoms, reduction, form) whenever a rung has seen it, what
 *      paths know and hold as they fork and end (explore/validity.c), tries as
 *      they are read and written, and proofs before they are stored, by reading
 *      them back
 *
 * A failed check is a bug of ours or of a solver and is reported as such. A
 * model that fails is never used. Two solvers that contradict each other end
 * the program: from there on no answer would be worth anything.
 */

#include "context/choices.h"
#include "solver/backend.h"

typedef struct checker checker;

typedef struct checker_config {
  memory *mem;
  terms *terms;
  struct stats *stats; /* may be NULL */
  unsigned check;      /* level, see options.def */
  size_t memory_limit;
  unsigned seed;
  const struct logger *log; /* of bugs of ours; NULL: standard error */

  /* Called when two backends disagree (level 2), before the program is
   * stopped: the place to write down the query. NULL: it goes to the log, as a
   * script.
   */
  void (*on_disagreement) (void *data, size_t n, const term *constraint);
  void *data;
} checker_config;

checker *checker_new (const checker_config *);
void checker_free (checker *);

/* Does the model satisfy all constraints? */
bool checker_accepts_model (checker *, size_t n, const term *constraint,
                            const model *, const char *by);

/* Levels 2 and 3. Does not return after a disagreement. */
void checker_confirm (checker *, size_t n, const term *constraint, verdict,
                      const char *by);

/* Level 3: a structure was looked at. Does not return if it is not valid. */
void checker_require (checker *, bool is_valid, size_t n, const term *,
                      const char *text);

/* The backend that is not the one called 'by', if it knows the terms. */
backend_kind checker_other (terms *, size_t n, const term *, const char *by);
