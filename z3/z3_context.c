/* Backend z3: its context, and which kind of solver is made in it. */

#include "z3/z3_priv.h"

#include "context/stats.h"

static void ignore_error (Z3_context ctx, Z3_error_code code) {
  (void) ctx, (void) code; /* asked for with Z3_get_error_code */
}

bool z3_has_failed (z3 *z) {
  Z3_error_code code = Z3_get_error_code (z->ctx);
  if (code == Z3_OK)
    return false;
  snprintf (z->trouble, sizeof z->trouble, "%s",
            Z3_get_error_msg (z->ctx, code));
  return true;
}

void z3_drop_model (z3 *z) {
  if (z->model)
    Z3_model_dec_ref (z->ctx, z->model);
  z->model = NULL;
}

void z3_drop_solver (z3 *z) {
  z3_drop_model (z);
  if (z->solver && z->ctx)
    Z3_solver_dec_ref (z->ctx, z->solver);
  z->solver = NULL;
  z->logic = NULL;
  z->is_spent = false;
  z->effort = 0;
  z->n_terms = z->n_levels = z->n_links = 0;
  vec_clear (&z->link_levels);
}

static void release_translation (z3 *z) {
  z3_drop_solver (z);
  guarded_drop (&z->guarded, z->ctx);
  for (size_t i = 0; i < z->asts.len; i++)
    z3_drop (z->ctx, z->asts.data[i]);
  vec_clear (&z->asts);
  translator_release (&z->tr);
}

void z3_drop_translation (z3 *z) {
  if (!z->ctx)
    return;
  release_translation (z);
  translator_init (&z->tr, z->config.mem, z->config.terms, z->ctx,
                   z->config.share);
}

void z3_drop_context (z3 *z) {
  if (!z->ctx)
    return;
  release_translation (z);
  Z3_del_context (z->ctx);
  z->ctx = NULL;
  z->counted = 0;
}

void z3_lose_context (z3 *z) {
  z->ctx = z->tr.ctx = NULL;
  release_translation (z);
  z->counted = 0;
}

void z3_need_context (z3 *z) {
  if (z->ctx)
    return;
  Z3_config config = Z3_mk_config ();
  z->ctx = Z3_mk_context_rc (config);
  Z3_del_config (config);
  Z3_set_error_handler (z->ctx, ignore_error);
  translator_init (&z->tr, z->config.mem, z->config.terms, z->ctx,
                   z->config.share);
}

/* Floating point is bit-blasted from scratch at every check: about seven times
 * as fast on circuits of that size as the simple solver.
 */
static const char floats[] = "qffpbv";

/* On a stack of bit-vectors the solver for them is no slower than the simple
 * one, NULL, and faster when terms are shared. Its tactics for a single
 * question cost more than they gain on questions as small as ours, and for
 * integers there is no difference on a stack. Those for arrays are faster on a
 * stack but do not answer everything.
 */
static const char *choose_logic (const z3 *z) {
  const translator *tr = &z->tr;
  if (tr->has_float && !tr->has_int && !tr->has_array)
    return floats;
  bool is_simple =
      tr->has_int || tr->has_array || tr->has_float || !z->is_stack;
  return is_simple ? NULL : "QF_BV";
}

void z3_set_number (z3 *z, Z3_solver solver, const char *name, unsigned value) {
  Z3_params params = Z3_mk_params (z->ctx);
  Z3_params_inc_ref (z->ctx, params);
  Z3_params_set_uint (z->ctx, params, Z3_mk_string_symbol (z->ctx, name),
                      value);
  Z3_solver_set_params (z->ctx, solver, params);
  Z3_params_dec_ref (z->ctx, params);
}

static Z3_solver solver_by_tactic (z3 *z, const char *name) {
  Z3_tactic t = Z3_mk_tactic (z->ctx, name);
  if (!t)
    return NULL;
  Z3_tactic_inc_ref (z->ctx, t);
  Z3_solver res = Z3_mk_solver_from_tactic (z->ctx, t);
  Z3_tactic_dec_ref (z->ctx, t);
  return res;
}

static Z3_solver solver_by_logic (z3 *z, const char *name) {
  return Z3_mk_solver_for_logic (z->ctx, Z3_mk_string_symbol (z->ctx, name));
}

Z3_solver z3_new_solver (z3 *z, const char *logic) {
  Z3_solver res = !logic            ? Z3_mk_simple_solver (z->ctx)
                  : logic == floats ? solver_by_tactic (z, logic)
                                    : solver_by_logic (z, logic);
  if (!res)
    return NULL;
  Z3_solver_inc_ref (z->ctx, res);
  if (z->config.seed)
    z3_set_number (z, res, "random_seed", z->config.seed);
  if (z->config.stats)
    z->config.stats->fresh_solvers++;
  return res;
}

bool z3_need_solver (z3 *z) {
  const char *logic = choose_logic (z);
  if (z->logic != logic)
    z3_drop_solver (z);
  if (!z->solver) {
    z->solver = z3_new_solver (z, logic);
    z->logic = logic;
  }
  return z->solver;
}
