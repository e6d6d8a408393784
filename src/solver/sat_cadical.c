#include "solver/sat_cadical.h"

#include "solver/backend.h"

#include <ccadical.h>
#include <limits.h>

/* What CaDiCaL holds for a literal of a clause, roughly; its memory is not
 * in our accounts.
 */
#define BYTES_PER_LITERAL 24
#define PERIOD 4096 /* clauses between looks at the clock */

struct cadical {
  memory *mem;
  guard *guard;
  CCaDiCaL *solver;
  uint64_t n_clauses;
  size_t charged;
};

static int stops (void *g) { return guard_asks_to_stop (g); }

cadical *cadical_new (memory *mem, guard *g) {
  cadical *c = memory_zalloc (mem, sizeof *c);
  c->mem = mem;
  c->guard = g;
  c->solver = ccadical_init ();
  ccadical_set_option (c->solver, "quiet", 1);
  ccadical_set_terminate (c->solver, g, stops);
  return c;
}

void cadical_free (cadical *c) {
  if (!c)
    return;
  ccadical_release (c->solver);
  if (c->mem)
    c->mem->live -= c->charged;
  memory_free (c->mem, c, sizeof *c);
}

/* DIMACS: variables from 1, sign by sign. */
static int sat_cadical_number (lit l) {
  return l & 1 ? -(int) lit_var (l) : (int) lit_var (l);
}

void cadical_add (void *to, size_t n, const lit *lits) {
  cadical *c = to;
  if (guard_is_stopped (c->guard)) /* then nothing is solved, either */
    return;
  if (c->n_clauses % PERIOD == 0)
    guard_asks_to_stop (c->guard);
  for (size_t i = 0; i < n; i++)
    ccadical_add (c->solver, sat_cadical_number (lits[i]));
  ccadical_add (c->solver, 0);
  c->n_clauses++;
  c->charged += n * BYTES_PER_LITERAL;
  if (c->mem)
    c->mem->live += n * BYTES_PER_LITERAL;
}

verdict cadical_solve (cadical *c, size_t n, const lit *assumption,
                       uint64_t conflicts) {
  if (guard_asks_to_stop (c->guard))
    return VERDICT_UNKNOWN;
  for (size_t i = 0; i < n; i++)
    ccadical_assume (c->solver, sat_cadical_number (assumption[i]));
  if (conflicts < INT_MAX)
    ccadical_limit (c->solver, "conflicts", (int) conflicts);
  int res = ccadical_solve (c->solver);
  return res == 10 ? VERDICT_SAT : res == 20 ? VERDICT_UNSAT : VERDICT_UNKNOWN;
}

bool cadical_value (const cadical *c, lit l) {
  return ccadical_val (c->solver, sat_cadical_number (l)) > 0;
}

bool cadical_failed (const cadical *c, lit l) {
  return ccadical_failed (c->solver, sat_cadical_number (l));
}

uint64_t cadical_clauses (const cadical *c) { return c->n_clauses; }

const char *backend_bits_version (void) { return ccadical_signature (); }
