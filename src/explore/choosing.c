/* Questions of the machine: which alternatives are possible, and a fork for
 * each of them.
 *
 * The witness shows one alternative for free. The oracle is asked whether
 * another one is possible, shows it by a model, and so on: as many questions
 * as there are possible alternatives.
 */

#include "explore/explorer_priv.h"

#include "base/clock.h"
#include "term/bounds.h"

#define PREFERENCE 1000    /* effort that a nicer value is worth */
#define CLASSIFYING 100000 /* ... that decides of the class of an error */
#define MANY 64            /* ways, each of which is asked for by itself */
#define MOST_DEFERRED 16   /* alternatives, of a question that was too hard */

static explorer *explorer_of (chooser *c) { return (explorer *) c; }

static uint64_t deadline_of (const explorer *e) {
  uint64_t time = e->context->options.timeout;
  uint64_t limit = time ? clock_now () + time : 0;
  uint64_t end =
      !limit || (e->deadline && e->deadline < limit) ? e->deadline : limit;
  return patience_until (e, end);
}

static verdict ask_oracle (explorer *e, term condition, model *found) {
  return e->oracle->ask (e->oracle, e->slice.len, e->slice.data, condition,
                         deadline_of (e), found);
}

static verdict ask_observed (explorer *e, pending *p, term condition,
                             model *found) {
  const stats *s = &e->context->stats;
  uint64_t start = clock_now (), solved = s->answered_solver;
  asked_question q = {.state = p->state,
                      .n = e->slice.len,
                      .slice = e->slice.data,
                      .condition = condition,
                      .instructions = e->counts.instructions};
  q.verdict = ask_oracle (e, condition, found);
  q.time = clock_now () - start;
  q.is_solved = s->answered_solver > solved;
  q.why = e->oracle->why (e->oracle);
  e->config.asked (e->config.owner, &q);
  return q.verdict;
}

verdict choosing_ask (explorer *e, pending *p, term condition, model *found,
                      uint64_t effort) {
  explorer_tick (e);
  e->oracle->effort = effort;
  knowledge_slice (p->knowledge, condition, &e->slice);
  seeding_begin (e, p, condition);
  model_clear (found);
  return e->config.asked ? ask_observed (e, p, condition, found)
                         : ask_oracle (e, condition, found);
}

static bool choosing_is_over (const explorer *e) {
  return e->is_interrupted || e->is_full || explorer_is_late (e, clock_now ());
}

/* While a path is executed again its witness answers everything. What is
 * executed up to the last of these questions was seen before.
 */
static bool choosing_is_known (explorer *e, pending *p) {
  if (++p->questions == p->answered) {
    explorer_forget (e);
    if (p->leg.before == p->answered)
      machine_begin_leg (e->machine);
  }
  return p->questions <= p->answered;
}

/* Which guard holds; n when none does, which would be a bug. */
static uint32_t choosing_index_of (pending *p, uint32_t n, const term *guard,
                                   const model *values) {
  return (uint32_t) knowledge_first (p->knowledge, n, guard, true, values);
}

/* Alternatives. */

static model *model_at (explorer *e, size_t i) {
  while (e->models.len <= i)
    vec_push (e->mem, &e->models, model_new (e->mem, e->ts));
  return e->models.data[i];
}

model *choosing_model (explorer *e) { return model_at (e, e->feasible.len); }

static void lose_rest (explorer *e, state *s) {
  explorer_lose_exactness (e, s, patience_cause (e));
  e->counts.cut++;
}

static bool all_fixed (pending *p, uint32_t n, const term *guard) {
  for (uint32_t i = 0; i < n; i++)
    if (!knowledge_is_fixed (p->knowledge, guard[i]))
      return false;
  return true;
}

/* Insert by increasing index, so that the order is the program's. The model
 * goes along; position 'm' of the models is free for reuse afterwards.
 */
void choosing_insert (explorer *e, uint32_t k) {
  assert (e->models.len > e->feasible.len); /* the one that shows it */
  vec_push (e->mem, &e->feasible, k);
  size_t i = e->feasible.len - 1;
  for (; i && e->feasible.data[i - 1] > k; i--) {
    e->feasible.data[i] = e->feasible.data[i - 1];
    model *m = e->models.data[i];
    e->models.data[i] = e->models.data[i - 1];
    e->models.data[i - 1] = m;
  }
  e->feasible.data[i] = k;
  assert (!i || e->feasible.data[i - 1] < k); /* increasing, each once */
}

/* Values for the constraints that share inputs with the guard, and for it. */
bool choosing_shows (explorer *e, pending *p, term guard, const model *m) {
  if (!knowledge_holds (p->knowledge, guard, m))
    return false;
  knowledge_slice (p->knowledge, guard, &e->slice);
  return knowledge_first (p->knowledge, e->slice.len, e->slice.data, false,
                          m) == e->slice.len;
}

static bool is_feasible (const explorer *e, uint32_t k) {
  return bsearch (&k, e->feasible.data, e->feasible.len, sizeof k, compare_u32);
}

/* What is not known to be possible is taken as if it were, by paths that wait
 * until there is time to ask again (patience.c). False: it is lost.
 */
static bool defer_rest (explorer *e, state *s, uint32_t n, const term *guard) {
  pending *p = pending_of (s);
  if (n > MOST_DEFERRED || !patience_defers (e))
    return false;
  for (uint32_t k = 0; k < n; k++)
    if (!is_feasible (e, k) && !term_eq (guard[k], TERM_FALSE)) {
      model_clear (choosing_model (e));
      choosing_insert (e, k);
    }
  e->is_deferring = true;
  e->deferred = p->postponed;
  p->leg.is_inexact = true;
  return true;
}

/* Values of its model lead there, or those of the path. */
static bool is_shown (explorer *e, pending *p, uint32_t n, const term *guard,
                      size_t i) {
  return !e->is_deferring ||
         choosing_index_of (p, n, guard, e->models.data[i]) ==
             e->feasible.data[i];
}

/* What is asked for next: whether there is anything but what was found. Of a
 * switch with many cases that would be a question as long as all of them, each
 * time; there it is one case after the other. FALSE: nothing.
 */
typedef struct ways_left {
  bool is_each;
  uint32_t at; /* behind the one that is asked for */
  term rest;
} ways_left;

static term ways_left_next (ways_left *a, explorer *e, uint32_t n,
                            const term *guard) {
  if (!a->is_each)
    return e->feasible.len < n ? a->rest : TERM_FALSE;
  while (a->at < n)
    if (!is_feasible (e, a->at++) && !term_eq (guard[a->at - 1], TERM_FALSE))
      return guard[a->at - 1];
  return TERM_FALSE;
}

static void ways_left_found (ways_left *a, explorer *e, uint32_t k,
                             const term *guard) {
  if (!a->is_each)
    a->rest = term_and (e->ts, a->rest, term_not (e->ts, guard[k]));
}

/* Fills 'feasible' and the models that show each; the one of the witness has
 * an empty model, which changes nothing. False when the run ended over it, or
 * it is too hard for now.
 */
static bool find_feasible (explorer *e, state *s, choice_kind what, uint32_t n,
                           const term *guard) {
  pending *p = pending_of (s);
  e->is_deferring = false;
  vec_clear (&e->feasible);
  uint32_t k = choosing_index_of (p, n, guard, NULL);
  model_clear (model_at (e, 0));
  choosing_insert (e, k);
  bool is_fixed = all_fixed (p, n, guard);
  if (!is_fixed && precedent_find (e, p, n, guard))
    return true;
  oracle_note (e->oracle, RUNG_WITNESS);
  if (is_fixed)
    return true;
  if (seeding_settles (e, s, n, guard))
    return true;
  ways_left a = {.is_each = what == CHOICE_BRANCH && n > MANY,
                 .rest = TERM_TRUE};
  for (size_t i = 0; i < e->feasible.len; i++)
    ways_left_found (&a, e, e->feasible.data[i], guard);
  for (term more;
       !term_eq (more = ways_left_next (&a, e, n, guard), TERM_FALSE);) {
    model *m = model_at (e, e->feasible.len);
    bool waits = false;
    verdict v = patience_ask (e, s, more, m, &waits);
    if (waits || choosing_is_over (e))
      return false;
    if (v == VERDICT_UNKNOWN && !defer_rest (e, s, n, guard))
      lose_rest (e, s);
    if (v == VERDICT_UNKNOWN)
      return true;
    if (v == VERDICT_UNSAT && a.is_each)
      continue;
    if (v == VERDICT_UNSAT)
      break;
    k = a.is_each ? a.at - 1 : choosing_index_of (p, n, guard, m);
    assert (k < n);
    choosing_insert (e, k);
    ways_left_found (&a, e, k, guard);
  }
  precedent_note (e, p, n, guard);
  return true;
}

/* The run is over: the path waits at its instruction. */
static void stop_here (explorer *e, state *s) {
  pending *p = pending_of (s);
  explorer_pause (e, p);
  s->next_forced = 0;
  e->searcher->add (e->searcher, p);
}

/* The same, as if it had not asked. */
static int stop_unasked (explorer *e, state *s, uint64_t asked) {
  pending *p = pending_of (s);
  p->questions--;
  p->leg.asked = asked;
  stop_here (e, s);
  return CHOICE_STOP;
}

/* Forks. */

static uint32_t edge_of (explorer *e, const state *s, uint32_t k) {
  uint64_t key =
      hash_mix ((uint64_t) s->top->code->function << 32 | s->top->pc, k) | 1;
  uint64_t *at = map_at (&e->edges, key);
  if (!*at) {
    vec_push (e->mem, &e->visits, 0);
    *at = e->visits.len;
  }
  return (uint32_t) *at - 1;
}

hash128 explore_site (const program *p, uint32_t f, uint32_t pc, uint32_t k) {
  const char *name = program_function (p, f)->name;
  return hash128_mix (hash_bytes (name, strlen (name)), hash128_of (pc, k));
}

static hash128 site_of (explorer *e, const state *s, uint32_t k) {
  return explore_site (e->program, s->top->code->function, s->top->pc, k);
}

static void choosing_decide (explorer *e, state *s, hash128 site, uint32_t edge,
                             term guard, const model *values) {
  pending *p = pending_of (s);
  p->is_given_up = !values;
  p->unproven = values ? TERM_NONE : guard;
  p->postponed = values ? 0 : e->deferred;
  if (values)
    knowledge_add (p->knowledge, guard, values);
  p->path = hash128_mix (p->path, site);
  p->edge = edge;
  p->met_lately = 0;
  explorer_begin_leg (p);
  p->notice = s->depth;
  p->n_calls = 0;
  p->since = s->instructions;
  e->visits.data[edge]++;
  p->decisions = ++s->decisions;
}

/* A copy of the state that will find 'k' as the answer to this question. */
static pending *fork_state (explorer *e, state *s, uint32_t k) {
  state *copy = machine_fork (e->machine, s, ++e->next_id);
  pending *p = pending_new (e, copy, knowledge_fork (s->knowledge));
  const pending *from = pending_of (s);
  p->questions = from->questions;
  p->path = from->path;
  p->met = from->met;
  state_force (copy, s->next_forced, k);
  return p;
}

/* If it is to be left out, then when its turn comes. */
static void set_aside (explorer *e, state *s, uint32_t k) {
  pending *p = pending_of (s);
  state_force (s, s->next_forced, k);
  goal_moved (p);
  e->searcher->add (e->searcher, p);
}

/* Only what the owner wants of them. */
static void narrow_feasible (explorer *e, const pending *p) {
  size_t n = e->feasible.len;
  size_t i = e->config.narrow (e->config.owner, p, n, e->feasible.data);
  if (i >= n)
    return;
  model *m = e->models.data[i];
  e->models.data[i] = e->models.data[0];
  e->models.data[0] = m;
  e->feasible.data[0] = e->feasible.data[i];
  e->feasible.len = 1;
}

/* One state for each feasible alternative; false: there are none, as not all
 * can be had in time and memory.
 */
static bool fork_states (explorer *e, state *s) {
  vec_clear (&e->born);
  vec_push (e->mem, &e->born, pending_of (s));
  for (size_t i = 1; i < e->feasible.len && !choosing_is_over (e); i++) {
    vec_push (e->mem, &e->born, fork_state (e, s, e->feasible.data[i]));
    if (e->mem->limit && e->mem->live > e->mem->limit)
      e->is_full = 1;
  }
  if (e->born.len == e->feasible.len)
    return true;
  while (e->born.len > 1)
    pending_free (e, vec_pop (&e->born));
  return false;
}

/* This one takes the first. */
static int fork_all (explorer *e, state *s, choice_kind what, uint32_t n,
                     const term *guard) {
  pending *p = pending_of (s);
  assert (e->feasible.len && e->models.len >= e->feasible.len);
  assert (e->born.len == e->feasible.len);
  vec_clear (&e->open);
  for (size_t i = 0; i < e->feasible.len; i++)
    vec_push (e->mem, &e->open, !is_shown (e, p, n, guard, i));
  if (e->guide)
    e->guide->decide (e->guide, s, what, n, e->feasible.len, e->feasible.data,
                      e->born.data);
  for (size_t i = 0; i < e->feasible.len; i++) {
    uint32_t k = e->feasible.data[i];
    choosing_decide (e, e->born.data[i]->state, site_of (e, s, k),
                     edge_of (e, s, k), guard[k],
                     e->open.data[i] ? NULL : e->models.data[i]);
  }
  seeding_split (e, p, e->born.len, e->feasible.data, e->born.data);
  for (size_t i = 0; i < e->born.len; i++)
    if (!e->open.data[i])
      seeding_adopt (e, e->born.data[i]);
  if (e->config.forked)
    e->config.forked (e->config.owner, s, what, e->feasible.len,
                      e->feasible.data, e->born.data, guard);
  e->counts.forks += e->feasible.len - 1;
  for (size_t i = 0; i < e->born.len; i++)
    explorer_validate (e, e->born.data[i]);
  e->searcher->forked (e->searcher, p, e->born.len, e->born.data);
  machine_begin_leg (e->machine);
  uint32_t first = e->feasible.data[0];
  if (e->context->options.klee) { /* its order: a stack goes on with the last */
    set_aside (e, s, first);
    for (size_t i = 1; i < e->born.len; i++)
      explorer_wait (e, e->born.data[i]);
    return CHOICE_STOP;
  }
  for (size_t i = e->born.len - 1; i > 0; i--)
    explorer_wait (e, e->born.data[i]);
  if (!p->is_outside && !p->is_given_up && explorer_goes_on (e, p))
    return (int) first;
  set_aside (e, s, first);
  return CHOICE_STOP;
}

static bool may_fork (explorer *e, state *s) {
  int64_t max = e->context->options.max_forks;
  bool is_over = max < 0 || (max && e->counts.forks >= (uint64_t) max);
  end_reason why = !s->is_forking ? WHY_FORKING_OFF
                   : is_over      ? WHY_MAX_FORKS
                                  : WHY_NONE;
  if (why)
    explorer_lose_exactness (e, s, cause_of (why));
  return !why;
}

/* Go on with the witness's alternative alone. */
static int take_one (explorer *e, state *s, uint32_t n, const term *guard) {
  pending *p = pending_of (s);
  uint32_t k = choosing_index_of (p, n, guard, NULL);
  e->counts.cut += e->feasible.len - 1;
  knowledge_add (p->knowledge, guard[k], NULL);
  return (int) k;
}

/* What is remembered. */

/* The alternatives with values for each, as by 'find_feasible', without those
 * that are carried over.
 */
static bool take_remembered (explorer *e, state *s, size_t n,
                             const alternative *a, const term *guard) {
  pending *p = pending_of (s);
  vec_clear (&e->feasible);
  for (size_t i = 0; i < n; i++) {
    model *m = model_at (e, e->feasible.len);
    term t = guard[a[i].choice];
    model_clear (m);
    bool is_possible =
        a[i].test
            ? seeding_shows_side (e, p, a[i].test - 1, t, m)
            : a[i].is_carried || choosing_ask (e, p, t, m, 0) == VERDICT_SAT;
    if (!is_possible)
      return false;
    if (!a[i].is_carried)
      vec_push (e->mem, &e->feasible, a[i].choice);
  }
  return true;
}

static guidance choosing_follow (explorer *e, state *s, choice_kind what,
                                 uint32_t n, const term *guard) {
  size_t n_known = 0;
  const alternative *known = NULL;
  if (!e->guide)
    return GUIDE_NONE;
  pending *p = pending_of (s);
  uint16_t now = s->top->code->insn[s->top->pc].op;
  p->leg.asked += explore_question (what, n);
  p->leg.sees_globals |= what == CHOICE_RESOLVE || now == OP_ALLOCA;
  p->leg.sees_functions |= now == OP_CALL_POINTER;
  guidance g = e->guide->ask (e->guide, s, what, n, &n_known, &known);
  if (g != GUIDE_SEVERAL && g != GUIDE_CARRIED)
    return g;
  bool is_true = take_remembered (e, s, n_known, known, guard) &&
                 (g == GUIDE_CARRIED || e->feasible.len);
  if (is_true)
    return g;
  return e->guide->stray (e->guide, p)
             ? GUIDE_ASTRAY
             : e->guide->ask (e->guide, s, what, n, &n_known, &known);
}

/* The path waits to be executed again. */
static int go_back (explorer *e, state *s) {
  explorer_go_back (e, s);
  e->searcher->add (e->searcher, pending_of (s));
  return CHOICE_STOP;
}

/* All that it leads to is known. */
static int be_done (explorer *e, state *s, choice_kind what, uint32_t n) {
  e->guide->decide (e->guide, s, what, n, 0, NULL, NULL);
  pending_of (s)->is_carried = true;
  return CHOICE_STOP;
}

static int choosing_choose (chooser *c, state *s, choice_kind what, uint32_t n,
                            const term *guard) {
  explorer *e = explorer_of (c);
  pending *p = pending_of (s);
  uint64_t asked = p->leg.asked;
  if (e->config.is_over && e->config.is_over (e->config.owner, s))
    return CHOICE_STOP;
  if (choosing_is_known (e, p))
    return (int) choosing_index_of (p, n, guard, NULL);
  if (e->goal)
    goal_notice (e->goal, p);
  if (explorer_cuts_long (e, s)) {
    p->questions--; /* it was not asked */
    return CHOICE_STOP;
  }
  if (choosing_is_over (e) || is_wanted (e))
    return stop_unasked (e, s, asked);
  vec_clear (&e->takes);
  guidance known = choosing_follow (e, s, what, n, guard);
  if (known == GUIDE_ASTRAY)
    return go_back (e, s);
  if (known == GUIDE_SINGLE)
    return (int) choosing_index_of (p, n, guard, NULL);
  if (known == GUIDE_CARRIED)
    return be_done (e, s, what, n);
  if (known == GUIDE_NONE && !find_feasible (e, s, what, n, guard))
    return stop_unasked (e, s, asked);
  p->postponed = 0;
  if (known == GUIDE_NONE && e->feasible.len == 1) {
    seeding_split (e, p, 1, e->feasible.data, &p);
    return (int) e->feasible.data[0];
  }
  int64_t depth = e->context->options.max_depth;
  if (depth && s->decisions >= (uint64_t) depth) {
    machine_cut (e->machine, s, cause_of (WHY_MAX_DEPTH));
    s->end.limit = LIMIT_DEPTH;
    return CHOICE_STOP;
  }
  if (s->next_forced >= MAX_FORCED) {
    machine_cut (e->machine, s, cause_of (WHY_TOO_MANY_CHOICES));
    return CHOICE_STOP;
  }
  if (e->config.narrow)
    narrow_feasible (e, p);
  if (!may_fork (e, s))
    return take_one (e, s, n, guard);
  if (!fork_states (e, s))
    return stop_unasked (e, s, asked);
  return fork_all (e, s, what, n, guard);
}

/* The other questions. */

static void add_assumption (explorer *e, pending *p, term t,
                            const model *values) {
  if (e->config.assumed)
    e->config.assumed (e->config.owner, p->knowledge, t);
  knowledge_add (p->knowledge, t, values);
}

static bool choosing_assume (chooser *c, state *s, term t, bool *waits) {
  explorer *e = explorer_of (c);
  pending *p = pending_of (s);
  if (choosing_is_known (e, p))
    return true;
  if (knowledge_holds (p->knowledge, t, NULL)) {
    oracle_note (e->oracle, RUNG_WITNESS);
    add_assumption (e, p, t, NULL);
    return true;
  }
  if (seeding_shows (e, s, t)) {
    add_assumption (e, p, t, e->seeded);
    return true;
  }
  verdict v = patience_ask (e, s, t, e->found, waits);
  if (v == VERDICT_UNKNOWN && waits && !*waits && patience_defers (e))
    *waits = p->is_given_up = true;
  if (waits && *waits) {
    p->questions--;
    stop_here (e, s);
    return false;
  }
  p->postponed = 0;
  if (v == VERDICT_SAT)
    add_assumption (e, p, t, e->found);
  else if (v == VERDICT_UNKNOWN)
    machine_cut (e->machine, s, patience_cause (e));
  return v == VERDICT_SAT;
}

static bool choosing_value (chooser *c, state *s, term t, bool fix,
                            const char *why, uint64_t *out) {
  explorer *e = explorer_of (c);
  pending *p = pending_of (s);
  *out = knowledge_value (p->knowledge, t);
  if (!fix || choosing_is_known (e, p) || knowledge_is_fixed (p->knowledge, t))
    return true;
  sort st = term_sort (e->ts, t);
  knowledge_add (p->knowledge,
                 term_equal (e->ts, t, term_const (e->ts, st, *out)), NULL);
  if (why)
    explorer_lose_exactness (e, s, cause_about (WHY_VALUE_FIXED, why));
  return true;
}

static bool choosing_other (chooser *c, state *s, term condition, term t,
                            uint64_t *out) {
  explorer *e = explorer_of (c);
  pending *p = pending_of (s);
  if (p->questions < p->answered || knowledge_is_fixed (p->knowledge, t))
    return false;
  if (choosing_ask (e, p, condition, e->found, 0) != VERDICT_SAT)
    return false;
  *out = knowledge_value_under (p->knowledge, t, e->found);
  return true;
}

static void choosing_range (chooser *c, state *s, term t, uint64_t *low,
                            uint64_t *high) {
  explorer *e = explorer_of (c);
  pending *p = pending_of (s);
  bounds b = term_bounds (e->ts, t);
  *low = b.min;
  *high = b.max;
  if (knowledge_is_fixed (p->knowledge, t))
    *low = *high = knowledge_value (p->knowledge, t);
}

static int choosing_possible (chooser *c, state *s, term condition) {
  explorer *e = explorer_of (c);
  verdict v = choosing_ask (e, pending_of (s), condition, e->found, 0);
  return v == VERDICT_UNKNOWN ? -1 : v == VERDICT_SAT;
}

static void choosing_settle (chooser *c, state *s) {
  explorer_settle (explorer_of (c), pending_of (s));
}

static void choosing_warn (chooser *c, state *s, const cause *why) {
  explorer *e = explorer_of (c);
  if (!choosing_is_known (e, pending_of (s)))
    explorer_warn (e, s, why);
}

/* One after the other: what cannot be had beside those before is left. */
void choosing_prefer (explorer *e, pending *p, bool adds) {
  const state *s = p->state;
  term all = TERM_TRUE;
  for (size_t i = 0; i < s->preferred.len && !choosing_is_over (e); i++) {
    term t = s->preferred.data[i], both = term_and (e->ts, all, t);
    bool holds = knowledge_holds (p->knowledge, both, NULL);
    if (!holds && choosing_ask (e, p, both, e->found,
                                adds ? CLASSIFYING : PREFERENCE) != VERDICT_SAT)
      continue;
    if (adds)
      knowledge_add (p->knowledge, t, holds ? NULL : e->found);
    else if (holds || knowledge_settle (p->knowledge, both, e->found))
      all = both;
  }
}

static bool may_go_on (chooser *c, state *s) {
  explorer *e = explorer_of (c);
  if (!choosing_is_over (e))
    return true;
  stop_here (e, s);
  return false;
}

static uint64_t witnessed (void *owner, term t) {
  return knowledge_value (((pending *) owner)->knowledge, t);
}

static void choosing_wrote (chooser *c, state *s, int descriptor, uint64_t n) {
  explorer *e = explorer_of (c);
  pending *p = pending_of (s);
  uint64_t total = machine_count_output (s);
  char_vec text = {0};
  assert (n && total >= n);
  if (!e->config.wrote || total <= p->shown)
    return;
  machine_output (e->machine, s, descriptor, total - n, p, witnessed, &text);
  e->config.wrote (e->config.owner, descriptor, text.data, text.len);
  vec_release (e->mem, &text);
}

static bool choosing_merge (chooser *c, state *s, bool closes) {
  explorer *e = explorer_of (c);
  assert (!e->guide); /* which knows paths by their decisions */
  return e->config.joiner->merge (e->config.joiner, e, s, closes);
}

void choosing_init (explorer *e) {
  e->chooser = (chooser) {choosing_choose,   choosing_assume,
                          choosing_value,    choosing_other,
                          choosing_range,    choosing_warn,
                          choosing_possible, may_go_on,
                          choosing_settle,   NULL,
                          choosing_wrote};
  if (e->config.joiner)
    e->chooser.merge = choosing_merge;
  e->found = model_new (e->mem, e->ts);
  seeding_init (e);
}

void choosing_release (explorer *e) {
  model_free (e->found);
  seeding_release (e);
  vec_release (e->mem, &e->inputs, &e->input_values);
  for (size_t i = 0; i < e->models.len; i++)
    model_free (e->models.data[i]);
  vec_release (e->mem, &e->models, &e->feasible, &e->slice, &e->born);
}
