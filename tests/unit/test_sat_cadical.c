/* Whose guard says stop takes no more clauses, and never an answer of fewer. */

#include "solver/sat_cadical.h"
#include "test.h"

TEST (cadical_stops_while_it_is_filled) {
  memory mem = {0};
  guard g = {0};
  lit x = lit_make (1), not_x = lit_not (x);
  cadical *c = cadical_new (&mem, &g);
  guard_start (&g, 0);
  cadical_add (c, 1, &x);
  CHECK (cadical_solve (c, 0, NULL, UINT64_MAX) == VERDICT_SAT);
  atomic_store (&g.interrupted, true);
  uint64_t added = 1;
  do
    cadical_add (c, 1, &not_x);
  while (++added < 100000 && !guard_is_stopped (&g));
  CHECK (guard_is_stopped (&g));
  uint64_t before = cadical_clauses (c);
  cadical_add (c, 1, &not_x);
  CHECK (cadical_clauses (c) == before);
  CHECK (cadical_solve (c, 0, NULL, UINT64_MAX) == VERDICT_UNKNOWN);
  cadical_free (c);
  CHECK (!mem.live);
}
