#pragma once

/* One interface for all solvers: an assertion stack with assumptions.
 *
 * A backend works on terms of one table and keeps nothing of the caller's.
 * After SAT the model is available, after UNSAT the core, both until the
 * next change or check. After UNKNOWN the backend stays usable.
 *
 * Z3 and bits (our bit-blaster onto CaDiCaL) implement it; the headers of
 * foreign solvers are included only by their own files.
 */

#include "base/clock.h"
#include "solver/answer.h"

#define BACKEND_BRIEF 1000 /* effort of a check that is not worth more */

typedef struct backend backend;

typedef struct backend_class {
  const char *name;
  void (*free) (backend *);
  void (*push) (backend *);
  void (*pop) (backend *, unsigned levels);

  /* Assert a Bool term on the current level. Terms the backend has no theory
   * for are remembered and make check answer unknown (unsupported).
   */
  void (*assert_term) (backend *, term);

  /* Are the asserted terms and the assumptions (any Bool terms) together
   * satisfiable? 'deadline' is a time of clock_now () in ns, 0 = none; it is
   * kept within 10 % or a few milliseconds.
   */
  verdict (*check) (backend *, size_t n, const term *assumption,
                    uint64_t deadline);

  /* After UNKNOWN. */
  reason (*why) (const backend *);

  /* After SAT: values for the leaves of what was asked, added to 'out'. */
  void (*get_model) (backend *, model *out);

  /* After UNSAT: asserted terms and assumptions whose conjunction is
   * unsatisfiable; appended. Not necessarily minimal.
   */
  void (*get_core) (backend *, memory *, term_vec *out);

  /* From another thread or a signal handler: the running check ends soon, or
   * the next one when none is running, so that no interrupt gets lost.
   */
  void (*interrupt) (backend *);

  /* Forget all assertions and levels; learned things may stay. */
  void (*reset) (backend *);
} backend_class;

/* Every implementation begins with this. */
struct backend {
  const backend_class *class;
  uint64_t effort; /* after so much work a check is given up (REASON_EFFORT);
                      0: never. Conflicts of a small circuit, or as much as
                      they take: a count, the same in every run */
};

struct stats;

/* 'share' keeps what sub-terms were translated to over pops (stackOpt): Z3
 * expressions or circuits. Without it whatever a level introduced goes with
 * the level.
 */
typedef struct backend_config {
  memory *mem;
  terms *terms;
  struct stats *stats; /* may be NULL */
  bool share;
  size_t memory_limit; /* bytes, 0 = none */
  unsigned seed;
} backend_config;

backend *backend_new_z3 (const backend_config *);
backend *backend_new_bits (const backend_config *);

const char *backend_z3_version (void);
const char *backend_bits_version (void);

/* Can bits decide this term (no Int, no array equality, ...)? Cached per
 * table walk; the cost is in terms not seen before.
 */
bool backend_bits_supports (terms *, term);

static inline void backend_free (backend *b) {
  if (b)
    b->class->free (b);
}
