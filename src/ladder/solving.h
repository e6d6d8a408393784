#ifndef LADDER_SOLVING_H
#define LADDER_SOLVING_H

/* The lowest rung: backends. One solver of each kind lives through the run;
 * a problem is a set of assumptions to it, so what it learned from one path
 * serves the next. The published caches are measured with solvers that know
 * nothing instead.
 */

#include "context/context.h"
#include "ladder/presets.h"
#include "reuse/rung.h"

typedef struct solving solving;

solving *solving_new (context *, bench *, const preset *);
void solving_free (solving *);

/* SAT gives a model that was evaluated (check level 1), UNSAT a core that was
 * made smaller within a small budget.
 */
verdict solving_check (solving *, problem *, uint64_t deadline, finding *out);

/* Check level 2: prove the answer of a rung again, and end the program loudly
 * if it was wrong. Below that level nothing.
 */
void solving_confirm (solving *, const problem *, verdict, const char *by);

reason solving_why (const solving *);

/* All checks end soon, also those to come, until it is resumed. */
void solving_interrupt (solving *);
void solving_resume (solving *);

#endif
