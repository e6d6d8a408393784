#pragma once

/* One question to a CaDiCaL of its own, with all it can do: for what the
 * kernel (solver/sat.h) found hard.
 */

#include "solver/gates.h"

typedef struct cadical cadical;

cadical *cadical_new (memory *, guard *);
void cadical_free (cadical *);

/* A clause_sink. */
void cadical_add (void *, size_t n, const lit *);

/* UNKNOWN when the guard stops. */
verdict cadical_solve (cadical *, size_t n, const lit *assumption,
                       uint64_t conflicts); /* then it gives up */

/* After SAT. The literal's variable must be in a clause. */
bool cadical_value (const cadical *, lit);

/* After UNSAT: is it an assumption that was used? */
bool cadical_failed (const cadical *, lit);

uint64_t cadical_clauses (const cadical *);
