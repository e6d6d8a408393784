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
#include "solver/backend.h"

#include "context/stats.h"
#include "solver/z3_priv.h"
#include "term/leaves.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/* As Z3 counts: some hundred thousand take a second. */
#define BRIEF_EFFORT 20000
#define CORE_EFFORT 100000

/* Time to find a core of what was proved in the last moment. */
#define LEAST (CLOCK_SECOND / 100)

typedef struct z3 {
  backend base;
  backend_config config;

  term_vec asserted;
  u32_vec levels;  /* lengths of 'asserted' at each push */
  bool is_stack;   /* there were levels since the start */
  bool is_probing; /* the last level holds the assumptions of a check */

  Z3_context ctx; /* NULL until needed */
  translator tr;
  ast_vec asts; /* of the first terms of 'asserted' */

  Z3_solver solver; /* NULL until needed */
  const char *logic;
  unsigned effort; /* of the solver, by its own count; 0: any */
  bool is_spent;   /* the solver cannot go on */
  size_t n_terms, n_levels, n_links; /* what the solver has got */
  u32_vec link_levels;               /* of each link it has got */

  guarded guarded;
  bool is_guarded; /* the last check was there */
  unsigned guarded_effort;

  verdict verdict;
  reason why;
  uint64_t deadline; /* of the last check */
  unsigned counted;  /* effort of the context up to the last core */
  Z3_model model;
  char trouble[128]; /* what Z3 said last, for debugging */

  watch watch;
  aside aside;
} z3;

static z3 *self (backend *b) { return (z3 *) b; }

static void ignore_error (Z3_context ctx, Z3_error_code code) {
  (void) ctx, (void) code; /* asked for with Z3_get_error_code */
}

static bool has_failed (z3 *z) {
  Z3_error_code code = Z3_get_error_code (z->ctx);
  if (code == Z3_OK)
    return false;
  snprintf (z->trouble, sizeof z->trouble, "%s",
            Z3_get_error_msg (z->ctx, code));
  return true;
}

/* Context and solver. */

static void drop_model (z3 *z) {
  if (z->model)
    Z3_model_dec_ref (z->ctx, z->model);
  z->model = NULL;
}

static void drop_solver (z3 *z) {
  drop_model (z);
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
  drop_solver (z);
  guarded_drop (&z->guarded, z->ctx);
  for (size_t i = 0; i < z->asts.len; i++)
    z3_drop (z->ctx, z->asts.data[i]);
  vec_clear (&z->asts);
  translator_release (&z->tr);
}

static void drop_translation (z3 *z) {
  if (!z->ctx)
    return;
  release_translation (z);
  translator_init (&z->tr, z->config.mem, z->config.terms, z->ctx,
                   z->config.share);
}

static void drop_context (z3 *z) {
  if (!z->ctx)
    return;
  release_translation (z);
  Z3_del_context (z->ctx);
  z->ctx = NULL;
  z->counted = 0;
}

/* It belongs to a thread now, with all references. */
static void lose_context (z3 *z) {
  z->ctx = z->tr.ctx = NULL;
  release_translation (z);
  z->counted = 0;
}

static void need_context (z3 *z) {
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

static void set_number (z3 *z, Z3_solver solver, const char *name,
                        unsigned value) {
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

static Z3_solver new_solver (z3 *z, const char *logic) {
  Z3_solver res = !logic            ? Z3_mk_simple_solver (z->ctx)
                  : logic == floats ? solver_by_tactic (z, logic)
                                    : solver_by_logic (z, logic);
  if (!res)
    return NULL;
  Z3_solver_inc_ref (z->ctx, res);
  if (z->config.seed)
    set_number (z, res, "random_seed", z->config.seed);
  if (z->config.stats)
    z->config.stats->fresh_solvers++;
  return res;
}

static bool need_solver (z3 *z) {
  const char *logic = choose_logic (z);
  if (z->logic != logic)
    drop_solver (z);
  if (!z->solver) {
    z->solver = new_solver (z, logic);
    z->logic = logic;
  }
  return z->solver;
}

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
    if (has_failed (z))
      return false;
    vec_push (z->config.mem, &z->link_levels, (uint32_t) z->n_levels);
  }
  return true;
}

static bool assert_terms (z3 *z) {
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
    if (has_failed (z))
      return false;
  }
}

static bool follow (z3 *z) {
  return need_solver (z) && assert_links (z) && assert_terms (z);
}

static void follow_pop (z3 *z) {
  size_t levels = z->levels.len, len = z->asserted.len;
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
  drop_model (z);
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
  drop_model (z);
  z->verdict = VERDICT_UNKNOWN;
  if (z->is_spent && z->is_guarded)
    guarded_drop (&z->guarded, z->ctx);
  if (z->is_spent)
    drop_solver (z);
  z->is_guarded = false;
  if (z->is_probing)
    pop_levels (z, 1);
  z->is_probing = false;
}

/* Checking. */

static Z3_solver solver_of (const z3 *z) {
  return z->is_guarded ? z->guarded.solver : z->solver;
}

static reason classify (z3 *z) {
  if (!has_failed (z))
    snprintf (z->trouble, sizeof z->trouble, "%s",
              Z3_solver_get_reason_unknown (z->ctx, solver_of (z)));
  return strstr (z->trouble, "memory") ? REASON_MEMORY : REASON_INCOMPLETE;
}

static bool take_model (z3 *z) {
  z->model = Z3_solver_get_model (z->ctx, solver_of (z));
  if (z->model)
    Z3_model_inc_ref (z->ctx, z->model);
  return z->model;
}

static verdict give_up (z3 *z, reason why) {
  z->why = why;
  return VERDICT_UNKNOWN;
}

/* Kinds of work that Z3 does not look up from. */
static bool is_deaf (const z3 *z) { return z->tr.has_float || z->tr.has_hard; }

/* False: the context is lost. */
static bool check_now (z3 *z, Z3_lbool *res) {
  if (is_deaf (z) && !z->is_guarded && z->watch.deadline)
    return aside_check (&z->aside, &z->watch, z->ctx, z->solver, NULL, res);
  *res = z->is_guarded ? guarded_check (&z->guarded, z->ctx)
                       : Z3_solver_check (z->ctx, z->solver);
  return true;
}

/* A solver whose check was ended is not used again: popping its levels may
 * never end. It goes when the next check comes, as that takes time which this
 * one does not have. One that failed takes its context with it.
 */
static verdict ask (z3 *z) {
  unsigned effort = z->base.is_brief ? BRIEF_EFFORT : 0;
  unsigned *last = z->is_guarded ? &z->guarded_effort : &z->effort;
  if (effort != *last)
    set_number (z, solver_of (z), "rlimit", effort);
  *last = effort;
  Z3_lbool res;
  bool is_lost = !check_now (z, &res);
  reason why = watch_stop (&z->watch);
  if (is_lost) {
    lose_context (z);
    return give_up (z, why);
  }
  bool ok = !has_failed (z);
  if (ok && res == Z3_L_FALSE)
    return VERDICT_UNSAT;
  if (ok && res == Z3_L_TRUE && take_model (z))
    return VERDICT_SAT;
  bool was_ended = why != REASON_NONE;
  if (!was_ended)
    why = classify (z);
  if (!ok || why == REASON_MEMORY)
    drop_context (z);
  else
    z->is_spent = was_ended || effort;
  return give_up (z, why);
}

/* Integers of problems that share terms, and nothing else is asserted. What is
 * not linear makes Z3 wander off in conjuncts that are not asked about.
 */
static bool is_guardable (const z3 *z) {
  const translator *tr = &z->tr;
  return z->config.share && z->is_probing && z->levels.len == 1 &&
         !z->levels.data[0] && tr->has_int && !tr->has_hard && !tr->has_array &&
         !tr->has_float;
}

static bool follow_guarded (z3 *z) {
  guarded *g = &z->guarded;
  if (guarded_is_worn (g, z->asserted.len))
    guarded_drop (g, z->ctx);
  if (!g->solver) {
    g->solver = new_solver (z, NULL);
    z->guarded_effort = 0;
  }
  if (!g->solver)
    return false;
  z->is_guarded = true;
  return guarded_give (g, &z->tr, z->asserted.len, z->asserted.data,
                       z->asts.data);
}

static bool prepare (z3 *z) {
  if (!translate (z))
    return false;
  return is_guardable (z) ? follow_guarded (z) : follow (z);
}

static verdict solve (z3 *z, uint64_t deadline) {
  z->why = REASON_NONE;
  if (deadline && clock_now () >= deadline)
    return give_up (z, REASON_TIMEOUT);
  need_context (z);
  if (!watch_start (&z->watch, z->ctx, deadline))
    return give_up (z, REASON_MEMORY);
  if (prepare (z))
    return ask (z);
  reason why = watch_stop (&z->watch);
  drop_context (z); /* built again by the next check */
  return give_up (z, why != REASON_NONE ? why : REASON_INCOMPLETE);
}

static verdict check (backend *b, size_t n, const term *assumption,
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
  z->verdict = solve (z, deadline);
  atomic_store (&z->watch.is_interrupted, false);
  z->deadline = deadline;
  if (z->config.stats) {
    z->config.stats->solver_z3++;
    z->config.stats->solver_z3_time += clock_now () - start;
  }
  return z->verdict;
}

static reason why (const backend *b) { return ((const z3 *) b)->why; }

/* Models. */

static void get_model (backend *b, model *out) {
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
  set_number (z, s, "rlimit", is_much ? UINT_MAX / 2 : CORE_EFFORT + since);
  uint64_t now = clock_now (), limit = 0;
  if (z->deadline)
    limit = z->deadline > now + LEAST ? z->deadline : now + LEAST;
  if (!watch_start (&z->watch, z->ctx, limit))
    return false;
  Z3_lbool res = Z3_L_UNDEF;
  bool is_lost = false;
  if (is_deaf (z) && limit)
    is_lost = !aside_check (&z->aside, &z->watch, z->ctx, s, literals, &res);
  else
    res = Z3_solver_check_assumptions (z->ctx, s, (unsigned) literals->len,
                                       literals->data);
  (void) watch_stop (&z->watch);
  if (is_lost) {
    lose_context (z);
    return false;
  }
  bool is_proved = res == Z3_L_FALSE && !has_failed (z);
  z->counted = count_effort (z, s);
  return is_proved;
}

static bool prove_again (z3 *z, memory *mem, term_vec *out) {
  Z3_solver s = new_solver (z, z->logic);
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

static void get_core (backend *b, memory *mem, term_vec *out) {
  z3 *z = self (b);
  assert (z->verdict == VERDICT_UNSAT);
  size_t before = out->len;
  if (z->asserted.len > 1 &&
      (z->is_guarded ? guarded_core (&z->guarded, z->ctx, mem, out)
                     : prove_again (z, mem, out)))
    return;
  out->len = before;
  use_all (z, mem, out);
}

/* Life cycle and changes. */

static void push (backend *b) {
  forget_check (self (b));
  add_level (self (b));
}

static void pop (backend *b, unsigned levels) {
  forget_check (self (b));
  pop_levels (self (b), levels);
}

static void assert_term (backend *b, term t) {
  forget_check (self (b));
  add_term (self (b), t);
}

static void interrupt (backend *b) { watch_interrupt (&self (b)->watch); }

static void reset (backend *b) {
  z3 *z = self (b);
  drop_translation (z);
  vec_clear (&z->asserted);
  vec_clear (&z->levels);
  z->is_stack = z->is_probing = false;
  z->verdict = VERDICT_UNKNOWN;
}

static void free_z3 (backend *b) {
  z3 *z = self (b);
  memory *mem = z->config.mem;
  drop_context (z);
  guarded_release (&z->guarded);
  aside_release (&z->aside);
  watch_release (&z->watch);
  vec_release (mem, &z->asserted);
  vec_release (mem, &z->levels);
  vec_release (mem, &z->asts);
  vec_release (mem, &z->link_levels);
  memory_free (mem, z, sizeof *z);
}

static const backend_class z3_class = {.name = "z3",
                                       .free = free_z3,
                                       .push = push,
                                       .pop = pop,
                                       .assert_term = assert_term,
                                       .check = check,
                                       .why = why,
                                       .get_model = get_model,
                                       .get_core = get_core,
                                       .interrupt = interrupt,
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
