/* Backend z3: cores. Another solver proves the same again, with a literal for
 * each term.
 */

#include "z3/z3_priv.h"

#include <limits.h>

/* As Z3 counts: some hundred thousand take a second. */
#define CORE_EFFORT 100000

/* Time to find a core of what was proved in the last moment. */
#define LEAST (CLOCK_SECOND / 100)

/* Assert everything under literals; 'of' maps a literal's ast id to the
 * position of its term.
 */
static void assert_tracked (z3 *z, Z3_solver s, ast_vec *literals, map *of) {
  Z3_sort boolean = Z3_mk_bool_sort (z->ctx);
  for (size_t i = 0; i < z->tr.links.len; i++)
    Z3_solver_assert (z->ctx, s, z->tr.links.data[i]);
  for (size_t i = 0; i < z->asserted.len; i++) {
    Z3_ast literal = Z3_mk_fresh_const (z->ctx, "core", boolean);
    Z3_inc_ref (z->ctx, literal);
    vec_push (z->config.mem, literals, literal);
    map_put (of, (uint64_t) Z3_get_ast_id (z->ctx, literal) + 1, i);
    Z3_solver_assert (z->ctx, s,
                      Z3_mk_implies (z->ctx, literal, z->asts.data[i]));
  }
}

static bool read_core (z3 *z, Z3_solver s, const map *of, memory *mem,
                       term_vec *out) {
  Z3_ast_vector core = Z3_solver_get_unsat_core (z->ctx, s);
  if (!core)
    return false;
  Z3_ast_vector_inc_ref (z->ctx, core);
  unsigned n = Z3_ast_vector_size (z->ctx, core);
  for (unsigned i = 0; i < n; i++) {
    Z3_ast literal = Z3_ast_vector_get (z->ctx, core, i);
    uint64_t id = Z3_get_ast_id (z->ctx, literal);
    vec_push (mem, out, z->asserted.data[map_get (of, id + 1, 0)]);
  }
  Z3_ast_vector_dec_ref (z->ctx, core);
  return n > 0;
}

/* What Z3 did in this context so far, by its own count. */
static unsigned count_effort (z3 *z, Z3_solver s) {
  unsigned res = 0;
  Z3_stats all = Z3_solver_get_statistics (z->ctx, s);
  if (!all)
    return 0;
  Z3_stats_inc_ref (z->ctx, all);
  for (unsigned i = 0; i < Z3_stats_size (z->ctx, all); i++)
    if (!strcmp (Z3_stats_get_key (z->ctx, all, i), "rlimit count") &&
        Z3_stats_is_uint (z->ctx, all, i))
      res = Z3_stats_get_uint_value (z->ctx, all, i);
  Z3_stats_dec_ref (z->ctx, all);
  return res;
}

/* Proving again may take as much as all since the last core, with some room:
 * work is counted, for the same core in every run. Where time is limited
 * there is no such promise.
 */
static bool is_unsat (z3 *z, Z3_solver s, const ast_vec *literals) {
  unsigned since = count_effort (z, s) - z->counted;
  bool is_much = since > UINT_MAX / 2 - CORE_EFFORT;
  z3_set_number (z, s, "rlimit", is_much ? UINT_MAX / 2 : CORE_EFFORT + since);
  uint64_t now = clock_now (), limit = 0;
  if (z->deadline)
    limit = z->deadline > now + LEAST ? z->deadline : now + LEAST;
  if (!watch_start (&z->watch, z->ctx, limit))
    return false;
  Z3_lbool res = Z3_L_UNDEF;
  bool is_lost = false;
  if (z3_is_deaf (z) && limit)
    is_lost = !aside_check (&z->aside, &z->watch, z->ctx, s, literals, &res);
  else
    res = Z3_solver_check_assumptions (z->ctx, s, (unsigned) literals->len,
                                       literals->data);
  (void) watch_stop (&z->watch);
  if (is_lost) {
    z3_lose_context (z);
    return false;
  }
  bool is_proved = res == Z3_L_FALSE && !z3_has_failed (z);
  z->counted = count_effort (z, s);
  return is_proved;
}

bool z3_prove_again (z3 *z, memory *mem, term_vec *out) {
  Z3_solver s = z3_new_solver (z, z->logic);
  if (!s)
    return false;
  ast_vec literals = {0};
  map of;
  map_init (&of, z->config.mem);
  assert_tracked (z, s, &literals, &of);
  bool ok = is_unsat (z, s, &literals) && read_core (z, s, &of, mem, out);
  for (size_t i = 0; i < literals.len; i++)
    z3_drop (z->ctx, literals.data[i]);
  vec_release (z->config.mem, &literals);
  map_release (&of);
  if (z->ctx)
    Z3_solver_dec_ref (z->ctx, s);
  return ok;
}
