/* A solver that lives through many problems: each conjunct is asserted once,
 * behind a literal, and a problem is the set of literals that are assumed. So
 * nothing is built again that two problems have in common, lemmas stay, and a
 * core costs no second proof.
 */

#include "z3/z3_priv.h"

/* Conjuncts that no problem has any more are decided away at each check: start
 * again when there are so many for each one that is asked.
 */
#define MAX_IDLE 8
#define FEW 128

void guarded_init (guarded *g, memory *mem) {
  *g = (guarded) {.mem = mem};
  map_init (&g->literal, mem);
  map_init (&g->term, mem);
}

void guarded_drop (guarded *g, Z3_context ctx) {
  if (!g->solver)
    return;
  if (ctx)
    Z3_solver_dec_ref (ctx, g->solver);
  for (size_t i = 0; i < g->owned.len; i++)
    z3_drop (ctx, g->owned.data[i]);
  g->solver = NULL;
  g->n_links = 0;
  vec_clear (&g->owned);
  map_clear (&g->literal);
  map_clear (&g->term);
}

void guarded_release (guarded *g) {
  vec_release (g->mem, &g->owned, &g->asked);
  map_release (&g->literal);
  map_release (&g->term);
}

bool guarded_is_worn (const guarded *g, size_t asked) {
  return g->owned.len > FEW && g->owned.len > MAX_IDLE * asked;
}

static Z3_ast literal_of (guarded *g, Z3_context ctx, term t, Z3_ast a) {
  uint64_t *known = map_at (&g->literal, t.id);
  if (*known)
    return g->owned.data[*known - 1];
  Z3_ast l = Z3_mk_fresh_const (ctx, "on", Z3_mk_bool_sort (ctx));
  if (!l)
    return NULL;
  Z3_inc_ref (ctx, l);
  vec_push (g->mem, &g->owned, l);
  *known = g->owned.len;
  map_put (&g->term, (uint64_t) Z3_get_ast_id (ctx, l) + 1, t.id);
  Z3_solver_assert (ctx, g->solver, Z3_mk_implies (ctx, l, a));
  return l;
}

bool guarded_give (guarded *g, const translator *tr, size_t n, const term *t,
                   const Z3_ast *a) {
  vec_clear (&g->asked);
  for (; g->n_links < tr->links.len; g->n_links++)
    Z3_solver_assert (tr->ctx, g->solver, tr->links.data[g->n_links]);
  for (size_t i = 0; i < n; i++) {
    Z3_ast l = literal_of (g, tr->ctx, t[i], a[i]);
    if (!l)
      return false;
    vec_push (g->mem, &g->asked, l);
  }
  return Z3_get_error_code (tr->ctx) == Z3_OK;
}

Z3_lbool guarded_check (guarded *g, Z3_context ctx) {
  return Z3_solver_check_assumptions (ctx, g->solver, (unsigned) g->asked.len,
                                      g->asked.data);
}

bool guarded_core (guarded *g, Z3_context ctx, memory *mem, term_vec *out) {
  Z3_ast_vector core = Z3_solver_get_unsat_core (ctx, g->solver);
  if (!core)
    return false;
  Z3_ast_vector_inc_ref (ctx, core);
  unsigned n = Z3_ast_vector_size (ctx, core);
  for (unsigned i = 0; i < n; i++) {
    uint64_t id = Z3_get_ast_id (ctx, Z3_ast_vector_get (ctx, core, i));
    vec_push (mem, out, (term) {(uint32_t) map_get (&g->term, id + 1, 0)});
  }
  Z3_ast_vector_dec_ref (ctx, core);
  return n > 0;
}
