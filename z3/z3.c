/* Backend z3, on the C API.
 *
 * The stack of asserted terms is ours; Z3 follows it only when a check needs
 * it, so that a level that is pushed and popped in between costs nothing, the
 * kind of solver can be chosen by what is asked, and a context that failed or
 * grew too large can be thrown away and built again.
 *
 * Assertions are plain. Tracking literals would give cores at once but burden
 * checks whose core nobody wants; instead a second solver with literals proves
 * the same again when a core is really asked for.
 */

#include "context/stats.h"
#include "term/leaves.h"
#include "z3/z3_priv.h"

#include <limits.h>

/* As Z3 counts: some hundred thousand take a second. */
#define UNITS 20 /* for one of ours */

/* Where conjuncts of other problems are there too; then without them. */
#define GUARDED_UNITS 10000

static z3 *self (backend *b) { return (z3 *) b; }

/* Following the stack. */

static bool translate (z3 *z) {
  translator *tr = &z->tr;
  for (size_t i = z->asts.len; i < z->asserted.len; i++) {
    while (tr->marks.len < z->levels.len && z->levels.data[tr->marks.len] <= i)
      translator_push (tr);
    Z3_ast a = translator_get (tr, z->asserted.data[i]);
    if (!a)
      return false;
    Z3_inc_ref (z->ctx, a);
    vec_push (z->config.mem, &z->asts, a);
  }
  while (tr->marks.len < z->levels.len)
    translator_push (tr);
  return true;
}

/* As low on the stack as possible: there they stay longest. */
static bool assert_links (z3 *z) {
  for (; z->n_links < z->tr.links.len; z->n_links++) {
    Z3_solver_assert (z->ctx, z->solver, z->tr.links.data[z->n_links]);
    if (z3_has_failed (z))
      return false;
    vec_push (z->config.mem, &z->link_levels, (uint32_t) z->n_levels);
  }
  return true;
}

static bool assert_terms (z3 *z) {
  assert (z->asts.len == z->asserted.len); /* translate */
  for (;;) {
    bool is_push = z->n_levels < z->levels.len &&
                   z->levels.data[z->n_levels] <= z->n_terms;
    if (is_push) {
      Z3_solver_push (z->ctx, z->solver);
      z->n_levels++;
    } else if (z->n_terms < z->asserted.len)
      Z3_solver_assert (z->ctx, z->solver, z->asts.data[z->n_terms++]);
    else
      return true;
    if (z3_has_failed (z))
      return false;
  }
}

static bool z3_follow (z3 *z) {
  return z3_need_solver (z) && assert_links (z) && assert_terms (z);
}

static void follow_pop (z3 *z) {
  size_t levels = z->levels.len, len = z->asserted.len;
  assert (z->n_levels <= levels || z->solver);
  while (z->asts.len > len)
    Z3_dec_ref (z->ctx, vec_pop (&z->asts));
  if (z->ctx && z->tr.marks.len > levels)
    translator_pop (&z->tr, levels);
  if (z->n_terms > len)
    z->n_terms = len;
  if (z->n_levels <= levels)
    return;
  Z3_solver_pop (z->ctx, z->solver, (unsigned) (z->n_levels - levels));
  z->n_levels = levels;
  while (z->n_links && vec_last (&z->link_levels) > levels) {
    (void) vec_pop (&z->link_levels);
    z->n_links--;
  }
}

static void pop_levels (z3 *z, size_t n) {
  assert (n <= z->levels.len);
  z3_drop_model (z);
  if (!n)
    return;
  z->levels.len -= n;
  z->asserted.len = z->levels.data[z->levels.len];
  follow_pop (z);
}

static void add_term (z3 *z, term t) {
  assert (sort_is_bool (term_sort (z->config.terms, t)));
  vec_push (z->config.mem, &z->asserted, t);
}

static void add_level (z3 *z) {
  vec_push (z->config.mem, &z->levels, (uint32_t) z->asserted.len);
  z->is_stack = true;
}

/* Forget the last check, whose assumptions may still be there. */
static void forget_check (z3 *z) {
  z3_drop_model (z);
  z->verdict = VERDICT_UNKNOWN;
  if (z->is_spent && z->is_guarded)
    guarded_drop (&z->guarded, z->ctx);
  if (z->is_spent)
    z3_drop_solver (z);
  z->is_guarded = false;
  if (z->is_probing)
    pop_levels (z, 1);
  z->is_probing = false;
}

/* Checking. */

static Z3_solver solver_of (const z3 *z) {
  return z->is_guarded ? z->guarded.solver : z->solver;
}

static reason z3_classify (z3 *z) {
  if (!z3_has_failed (z))
    snprintf (z->trouble, sizeof z->trouble, "%s",
              Z3_solver_get_reason_unknown (z->ctx, solver_of (z)));
  return strstr (z->trouble, "memory")     ? REASON_MEMORY
         : strstr (z->trouble, "resource") ? REASON_EFFORT
                                           : REASON_INCOMPLETE;
}

static bool take_model (z3 *z) {
  assert (!z->model); /* forget_check */
  z->model = Z3_solver_get_model (z->ctx, solver_of (z));
  if (z->model)
    Z3_model_inc_ref (z->ctx, z->model);
  return z->model;
}

static verdict z3_give_up (z3 *z, reason why) {
  z->why = why;
  return VERDICT_UNKNOWN;
}

/* False: the context is lost. */
static bool check_now (z3 *z, Z3_lbool *res) {
  if (z3_is_deaf (z) && !z->is_guarded && z->watch.deadline)
    return aside_check (&z->aside, &z->watch, z->ctx, z->solver, NULL, res);
  *res = z->is_guarded ? guarded_check (&z->guarded, z->ctx)
                       : Z3_solver_check (z->ctx, z->solver);
  return true;
}

/* A solver whose check was ended is not used again: popping its levels may
 * never end. It goes when the next check comes, as that takes time which this
 * one does not have. One that failed takes its context with it.
 */
static verdict z3_ask (z3 *z) {
  uint64_t units = z->base.effort * UNITS;
  unsigned effort = units < UINT_MAX ? (unsigned) units : 0;
  if (z->is_guarded && (!effort || effort > GUARDED_UNITS))
    effort = GUARDED_UNITS;
  unsigned *last = z->is_guarded ? &z->guarded_effort : &z->effort;
  if (effort != *last)
    z3_set_number (z, solver_of (z), "rlimit", effort);
  *last = effort;
  Z3_lbool res;
  bool is_lost = !check_now (z, &res);
  reason why = watch_stop (&z->watch);
  if (is_lost) {
    z3_lose_context (z);
    return z3_give_up (z, why);
  }
  bool ok = !z3_has_failed (z);
  if (ok && res == Z3_L_FALSE)
    return VERDICT_UNSAT;
  if (ok && res == Z3_L_TRUE && take_model (z))
    return VERDICT_SAT;
  bool was_ended = why != REASON_NONE;
  if (!was_ended)
    why = z3_classify (z);
  if (!ok || why == REASON_MEMORY)
    z3_drop_context (z);
  else
    z->is_spent = was_ended || effort;
  return z3_give_up (z, why);
}

/* Integers of problems that share terms, and nothing else is asserted. What is
 * not linear makes Z3 wander off in conjuncts that are not asked about.
 */
static bool is_guardable (const z3 *z) {
  const translator *tr = &z->tr;
  return z->config.share && !z->is_alone && z->is_probing &&
         z->levels.len == 1 && !z->levels.data[0] && tr->has_int &&
         !tr->has_hard && !tr->has_array && !tr->has_float;
}

static bool follow_guarded (z3 *z) {
  assert (z->is_probing && !z->is_guarded);
  guarded *g = &z->guarded;
  if (guarded_is_worn (g, z->asserted.len))
    guarded_drop (g, z->ctx);
  if (!g->solver) {
    g->solver = z3_new_solver (z, NULL);
    z->guarded_effort = 0;
  }
  if (!g->solver)
    return false;
  z->is_guarded = true;
  return guarded_give (g, &z->tr, z->asserted.len, z->asserted.data,
                       z->asts.data);
}

static bool z3_prepare (z3 *z) {
  uint64_t start = clock_cpu ();
  bool is_ready =
      translate (z) && (is_guardable (z) ? follow_guarded (z) : z3_follow (z));
  if (z->config.stats)
    z->config.stats->solver_z3_build_time += clock_cpu () - start;
  return is_ready;
}

static verdict z3_solve_once (z3 *z, uint64_t deadline) {
  z->why = REASON_NONE;
  if (deadline && clock_now () >= deadline)
    return z3_give_up (z, REASON_TIMEOUT);
  z3_need_context (z);
  if (!watch_start (&z->watch, z->ctx, deadline))
    return z3_give_up (z, REASON_MEMORY);
  if (z3_prepare (z))
    return z3_ask (z);
  reason why = watch_stop (&z->watch);
  z3_drop_context (z); /* built again by the next check */
  return z3_give_up (z, why != REASON_NONE ? why : REASON_INCOMPLETE);
}

/* Equations of other problems can make a small one hard. */
static bool was_too_much (const z3 *z, verdict v) {
  bool gave_up = z->why == REASON_EFFORT || z->why == REASON_INCOMPLETE;
  uint64_t effort = z->base.effort;
  return v == VERDICT_UNKNOWN && gave_up && z->is_guarded && z->ctx &&
         (!effort || effort > GUARDED_UNITS / UNITS);
}

static verdict z3_solve (z3 *z, uint64_t deadline) {
  verdict v = z3_solve_once (z, deadline);
  if (!was_too_much (z, v))
    return v;
  guarded_drop (&z->guarded, z->ctx);
  z->is_guarded = z->is_spent = false;
  z->is_alone = true;
  v = z3_solve_once (z, deadline);
  z->is_alone = false;
  return v;
}

static verdict z3_check (backend *b, size_t n, const term *assumption,
                         uint64_t deadline) {
  z3 *z = self (b);
  uint64_t start = clock_now ();
  forget_check (z);
  z->trouble[0] = 0;
  if (n) {
    add_level (z);
    z->is_probing = true;
  }
  for (size_t i = 0; i < n; i++)
    add_term (z, assumption[i]);
  z->verdict = z3_solve (z, deadline);
  atomic_store (&z->watch.is_interrupted, false);
  z->deadline = deadline;
  if (z->config.stats) {
    z->config.stats->solver_z3++;
    z->config.stats->solver_z3_time += clock_now () - start;
  }
  return z->verdict;
}

static reason z3_why (const backend *b) { return ((const z3 *) b)->why; }

/* Models. */

static void z3_get_model (backend *b, model *out) {
  z3 *z = self (b);
  assert (z->verdict == VERDICT_SAT && z->model);
  map done;
  map_init (&done, z->config.mem);
  for (size_t i = 0; i < z->asserted.len; i++) {
    const leaf_set *set = term_leaves (z->config.terms, z->asserted.data[i]);
    for (uint32_t j = 0; j < set->n; j++) {
      uint64_t *seen = map_at (&done, set->leaf[j].id);
      if (!*seen)
        z3_read_leaf (&z->tr, z->model, set->leaf[j], out);
      *seen = 1;
    }
  }
  map_release (&done);
}

/* Cores. */

static void use_all (z3 *z, memory *mem, term_vec *out) {
  for (size_t i = 0; i < z->asserted.len; i++)
    vec_push (mem, out, z->asserted.data[i]);
}

static void get_core (backend *b, memory *mem, term_vec *out) {
  z3 *z = self (b);
  assert (z->verdict == VERDICT_UNSAT);
  size_t before = out->len;
  if (z->asserted.len > 1 &&
      (z->is_guarded ? guarded_core (&z->guarded, z->ctx, mem, out)
                     : z3_prove_again (z, mem, out)))
    return;
  out->len = before;
  use_all (z, mem, out);
}

/* Life cycle and changes. */

static void z3_push (backend *b) {
  forget_check (self (b));
  add_level (self (b));
}

static void z3_pop (backend *b, unsigned levels) {
  forget_check (self (b));
  pop_levels (self (b), levels);
}

static void assert_term (backend *b, term t) {
  forget_check (self (b));
  add_term (self (b), t);
}

static void z3_interrupt (backend *b) { watch_interrupt (&self (b)->watch); }

static void reset (backend *b) {
  z3 *z = self (b);
  z3_drop_translation (z);
  vec_clear (&z->asserted);
  vec_clear (&z->levels);
  z->is_stack = z->is_probing = false;
  z->verdict = VERDICT_UNKNOWN;
}

static void free_z3 (backend *b) {
  z3 *z = self (b);
  memory *mem = z->config.mem;
  z3_drop_context (z);
  guarded_release (&z->guarded);
  aside_release (&z->aside);
  watch_release (&z->watch);
  vec_release (mem, &z->asserted, &z->levels, &z->asts, &z->link_levels);
  memory_free (mem, z, sizeof *z);
}

static const backend_class z3_class = {.name = "z3",
                                       .free = free_z3,
                                       .push = z3_push,
                                       .pop = z3_pop,
                                       .assert_term = assert_term,
                                       .check = z3_check,
                                       .why = z3_why,
                                       .get_model = z3_get_model,
                                       .get_core = get_core,
                                       .interrupt = z3_interrupt,
                                       .reset = reset};

backend *backend_new_z3 (const backend_config *config) {
  z3 *z = memory_zalloc (config->mem, sizeof *z);
  z->base.class = &z3_class;
  z->config = *config;
  guarded_init (&z->guarded, config->mem);
  watch_init (&z->watch, config->memory_limit);
  aside_init (&z->aside, config->mem);
  return &z->base;
}

const char *backend_z3_version (void) { return Z3_get_full_version (); }
