#include "solver/sat.h"

#include "solver/sat_priv.h"

#define RESTART_UNIT 64
#define FIRST_LEARNED 2000
#define INPUT_ACTIVITY 1e-30 /* before all variables that nobody bumped */
#define ASK_EVERY 1024       /* decisions between two looks at the clock */
#define PROPAGATED 1024      /* literals: as much work as a conflict, at most */

/* Life cycle. */

sat *sat_new (memory *mem) {
  sat *s = memory_zalloc (mem, sizeof *s);
  s->mem = mem;
  s->bump = 1;
  s->max_learned = FIRST_LEARNED;
  vec_push (mem, &s->store, 0); /* no clause is at 0 */
  return s;
}

void sat_free (sat *s) {
  if (!s)
    return;
  for (size_t l = 0; l < 2 * (size_t) s->cap_vars; l++)
    memory_free (s->mem, s->watches[l].data,
                 s->watches[l].cap * sizeof (watched_clause));
  size_t cap = s->cap_vars;
  memory_free (s->mem, s->var, cap * sizeof *s->var);
  memory_free (s->mem, s->value, 2 * cap * sizeof *s->value);
  memory_free (s->mem, s->watches, 2 * cap * sizeof *s->watches);
  vec_release (s->mem, &s->trail, &s->levels, &s->heap, &s->store, &s->learned,
               &s->assumed, &s->failed, &s->made);
  vec_release (s->mem, &s->stack, &s->marked, &s->level_stamp);
  memory_free (s->mem, s, sizeof *s);
}

static void *sat_widen (sat *s, void *data, size_t old_n, size_t new_n,
                        size_t size) {
  data = memory_resize (s->mem, data, old_n * size, new_n * size);
  memset ((char *) data + old_n * size, 0, (new_n - old_n) * size);
  return data;
}

static void make_vars (sat *s, uint32_t n) {
  if (n > s->cap_vars) {
    size_t old = s->cap_vars, cap = old ? old : 64;
    while (cap < n)
      cap *= 2;
    s->var = sat_widen (s, s->var, old, cap, sizeof *s->var);
    s->value = sat_widen (s, s->value, 2 * old, 2 * cap, sizeof *s->value);
    s->watches =
        sat_widen (s, s->watches, 2 * old, 2 * cap, sizeof *s->watches);
    s->cap_vars = (uint32_t) cap;
    vec_reserve (s->mem, &s->trail, cap);
    vec_reserve (s->mem, &s->heap, cap);
  }
  for (; s->n_vars < n; s->n_vars++)
    s->var[s->n_vars] = (variable) {.at = NOT_IN_HEAP};
}

/* The trail. */

void sat_backtrack (sat *s, uint32_t level) {
  if (level >= sat_level (s))
    return;
  size_t to = s->levels.data[level];
  for (size_t i = s->trail.len; i > to; i--) {
    lit l = s->trail.data[i - 1];
    variable *v = sat_var (s, l);
    s->value[l] = s->value[lit_not (l)] = 0;
    v->phase = !(l & 1);
    v->reason = 0;
    s->open += v->is_active;
    if (v->is_active)
      sat_heap_push (s, lit_var (l));
  }
  assert (to <= s->trail.len);
  s->trail.len = to;
  if (s->head > to)
    s->head = to;
  s->levels.len = level;
  if (s->based > level)
    s->based = level;
  assert (s->head <= s->trail.len && s->based <= sat_level (s));
}

/* An implied literal is taken only where it matters. */
static void imply (sat *s, lit l, cref why) {
  if (sat_var (s, l)->is_active)
    sat_assign (s, l, why);
}

/* Move the watch of a long clause off the false literal. True when the list
 * entry is to go.
 */
static bool move_watch (sat *s, kernel_clause *cl, lit is_false, lit other,
                        uint32_t ref) {
  assert (cl->size > 2 && s->value[is_false] < 0);
  for (uint32_t k = 2; k < cl->size; k++) {
    lit l = cl->lits[k];
    if (s->value[l] < 0)
      continue;
    cl->lits[0] = other;
    cl->lits[1] = l;
    cl->lits[k] = is_false;
    sat_watch (s, l, (watched_clause) {ref, other});
    return true;
  }
  return false;
}

/* Visit the clauses that watch a literal which is false now. */
static cref sat_visit (sat *s, lit is_false) {
  watch_list *ws = s->watches + is_false;
  watched_clause *from = ws->data, *to = from, *end = from + ws->len;
  cref conflict = 0;
  while (from < end && !conflict) {
    watched_clause w = *to++ = *from++;
    if (s->value[w.other] > 0)
      continue;
    lit other = w.other;
    if (!(w.ref & 1)) {
      kernel_clause *cl = sat_clause (s, w.ref >> 1);
      other = cl->lits[0] ^ cl->lits[1] ^ is_false;
      to[-1].other = other;
      if (s->value[other] > 0)
        continue;
      if (move_watch (s, cl, is_false, other, w.ref)) {
        to--;
        continue;
      }
    }
    if (s->value[other] < 0)
      conflict = w.ref >> 1;
    else
      imply (s, other, w.ref >> 1);
  }
  while (from < end)
    *to++ = *from++;
  ws->len = (uint32_t) (to - ws->data);
  return conflict;
}

static cref propagate (sat *s) {
  cref conflict = 0;
  size_t from = s->head;
  while (!conflict && s->head < s->trail.len)
    conflict = sat_visit (s, lit_not (s->trail.data[s->head++]));
  s->n_propagated += s->head - from;
  return conflict;
}

/* Questions. */

void sat_unwind (sat *s) { sat_backtrack (s, 0); }

static bool is_unit_but (const sat *s, cref c, lit l) {
  const kernel_clause *cl = sat_clause (s, c);
  for (uint32_t i = 0; i < cl->size; i++)
    if (cl->lits[i] != l && s->value[cl->lits[i]] >= 0)
      return false;
  return true;
}

/* While it was inactive its value may have been implied. If so the clause
 * watches it: it was the last literal not false.
 */
static void catch_up (sat *s, lit l) {
  const watch_list *ws = s->watches + l;
  for (uint32_t i = 0; i < ws->len && !s->value[l]; i++) {
    watched_clause w = ws->data[i];
    if (s->value[w.other] > 0)
      continue;
    bool is_unit =
        w.ref & 1 ? s->value[w.other] < 0 : is_unit_but (s, w.ref >> 1, l);
    if (is_unit)
      sat_assign (s, l, w.ref >> 1);
  }
}

void sat_activate (sat *s, uint32_t var, bool first) {
  make_vars (s, var + 1);
  variable *v = s->var + var;
  if (v->is_active)
    return;
  v->is_active = true;
  if (first && v->activity < INPUT_ACTIVITY)
    v->activity = INPUT_ACTIVITY;
  if (s->value[lit_make (var)])
    return;
  s->open++;
  sat_heap_push (s, var);
  if (!s->trail.len)
    return;
  catch_up (s, lit_make (var));
  if (!s->value[lit_make (var)])
    catch_up (s, lit_not (lit_make (var)));
}

void sat_deactivate (sat *s, uint32_t var) {
  assert (var < s->n_vars);
  variable *v = s->var + var;
  s->open -= v->is_active && !s->value[lit_make (var)];
  v->is_active = false;
}

/* How good it is to watch a literal: true, open, false as late as possible. */
static uint32_t merit (const sat *s, lit l) {
  int value = s->value[l];
  return value > 0 ? UINT32_MAX
         : value   ? sat_var (s, l)->level
                   : UINT32_MAX - 1;
}

static void best_first (const sat *s, size_t n, lit *lits) {
  assert (n > 1);
  for (size_t to = 0; to < 2; to++)
    for (size_t i = to + 1; i < n; i++)
      if (merit (s, lits[i]) > merit (s, lits[to])) {
        lit l = lits[i];
        lits[i] = lits[to];
        lits[to] = l;
      }
  assert (merit (s, lits[0]) >= merit (s, lits[1]));
}

static void add_unit (sat *s, lit l) {
  sat_backtrack (s, 0);
  if (s->value[l] < 0)
    s->is_unsat = true;
  else if (!s->value[l])
    sat_assign (s, l, 0);
}

static void add_falsified_up (sat *s, const lit *lits) {
  uint32_t top = sat_var (s, lits[0])->level;
  if (s->value[lits[0]] >= 0)
    return;
  if (!top)
    s->is_unsat = true;
  else
    sat_backtrack (s, top - 1);
}

void sat_add (sat *s, size_t n, const lit *given) {
  s->n_clauses++;
  vec_clear (&s->made);
  for (size_t i = 0; i < n; i++) {
    make_vars (s, lit_var (given[i]) + 1);
    vec_push (s->mem, &s->made, given[i]);
  }
  if (!n)
    s->is_unsat = true;
  if (n < 2) {
    if (n)
      add_unit (s, given[0]);
    return;
  }
  lit *lits = s->made.data;
  best_first (s, n, lits);
  add_falsified_up (s, lits);
  best_first (s, n, lits);
  assert (s->is_unsat || s->value[lits[0]] >= 0); /* no longer falsified */
  cref c = sat_store (s, n, lits, false, 0);
  if (!s->value[lits[0]] && s->value[lits[1]] < 0)
    imply (s, lits[0], c);
}

/* Solving. */

/* 1 1 2 1 1 2 4 1 ... (Luby, Sinclair and Zuckerman 1993), i from 1. */
static uint64_t luby (uint64_t i) {
  assert (i);
  for (;;) {
    unsigned k = 1;
    while (((uint64_t) 1 << k) - 1 < i)
      k++;
    if (((uint64_t) 1 << k) - 1 == i)
      return (uint64_t) 1 << (k - 1);
    i -= ((uint64_t) 1 << (k - 1)) - 1;
  }
}

static void open_level (sat *s, lit decision) {
  assert (s->head == s->trail.len);
  vec_push (s->mem, &s->levels, (uint32_t) s->trail.len);
  if (!s->value[decision])
    sat_assign (s, decision, 0);
}

static lit pick (sat *s) {
  for (;;) {
    assert (s->heap.len); /* all open variables are in it */
    uint32_t var = sat_heap_pop (s);
    const variable *v = s->var + var;
    if (v->is_active && !s->value[lit_make (var)])
      return lit_make (var) | !v->phase;
  }
}

/* The next level, without a conflict around. UNKNOWN means go on. */
static verdict descend (sat *s, bool assumptions_hold) {
  if (!assumptions_hold && s->based < s->assumed.len) {
    lit next = s->assumed.data[s->based];
    if (s->value[next] < 0) {
      sat_explain (s, next);
      return VERDICT_UNSAT;
    }
    assert (sat_level (s) == s->based); /* no decision is below them */
    open_level (s, next);
    s->based++;
    return VERDICT_UNKNOWN;
  }
  if (!s->open)
    return VERDICT_SAT;
  open_level (s, pick (s));
  return VERDICT_UNKNOWN;
}

static void set_assumptions (sat *s, size_t n, const lit *assumption) {
  assert (s->based <= sat_level (s) && s->based <= s->assumed.len);
  uint32_t same = 0;
  while (same < n && same < s->based &&
         s->assumed.data[same] == assumption[same])
    same++;
  s->based = same;
  vec_clear (&s->assumed);
  for (size_t i = 0; i < n; i++)
    vec_push (s->mem, &s->assumed, assumption[i]);
  vec_clear (&s->failed);
}

static bool assumptions_hold (const sat *s) {
  for (size_t i = s->assumed.len; i > s->based; i--)
    if (s->value[s->assumed.data[i - 1]] <= 0)
      return false;
  return true;
}

/* The last assignment with what is new. Nothing in it but the first levels
 * is owed to the assumptions, so it can only lead to SAT.
 */
static verdict try_last (sat *s, guard *g) {
  for (unsigned steps = 1; !s->is_unsat; steps++) {
    cref conflict = propagate (s);
    if (conflict) {
      sat_learn (s, conflict);
      break;
    }
    if (steps == 1 && !assumptions_hold (s))
      break; /* once they hold they stay */
    if (!(steps % ASK_EVERY) && guard_asks_to_stop (g))
      break;
    if (descend (s, true) == VERDICT_SAT)
      return VERDICT_SAT;
  }
  sat_backtrack (s, s->based);
  return VERDICT_UNKNOWN;
}

verdict sat_solve (sat *s, size_t n, const lit *assumption, uint64_t conflicts,
                   guard *g) {
  set_assumptions (s, n, assumption);
  if (try_last (s, g) == VERDICT_SAT)
    return VERDICT_SAT;
  uint64_t end = s->n_conflicts + conflicts, restarts = 1, steps = 0;
  uint64_t restart = s->n_conflicts + RESTART_UNIT;
  uint64_t full =
      s->n_propagated +
      (conflicts < UINT32_MAX ? conflicts * PROPAGATED : UINT64_MAX / 2);
  verdict res = VERDICT_UNKNOWN;
  while (!s->is_unsat && res == VERDICT_UNKNOWN && !guard_is_stopped (g)) {
    cref conflict = propagate (s);
    if (conflict) {
      sat_learn (s, conflict);
      if (guard_asks_to_stop (g))
        break;
      continue;
    }
    if (s->n_conflicts >= end || s->n_propagated >= full)
      break;
    if (!(++steps % ASK_EVERY) && guard_asks_to_stop (g))
      break;
    if (s->n_conflicts >= restart) {
      restart = s->n_conflicts + RESTART_UNIT * luby (++restarts);
      sat_backtrack (s, s->based);
    }
    if (s->learned.len > s->max_learned)
      sat_reduce (s);
    res = descend (s, false);
  }
  assert (res != VERDICT_SAT || (!s->open && assumptions_hold (s)));
  assert (res != VERDICT_UNSAT || s->failed.len);
  return s->is_unsat ? VERDICT_UNSAT : res;
}

bool sat_value (const sat *s, lit l) {
  return l == LIT_TRUE || (lit_var (l) < s->n_vars && s->value[l] > 0);
}

const lit_vec *sat_failed (const sat *s) { return &s->failed; }

void sat_set_phase (sat *s, lit l) {
  assert (lit_var (l) < s->n_vars);
  sat_var (s, l)->phase = !(l & 1);
}

lit sat_fixed (const sat *s, uint32_t var) {
  lit l = lit_make (var);
  if (var >= s->n_vars || !s->value[l] || s->var[var].level)
    return LIT_FALSE;
  return s->value[l] > 0 ? l : lit_not (l);
}

uint64_t sat_conflicts (const sat *s) { return s->n_conflicts; }
uint64_t sat_clauses (const sat *s) { return s->n_clauses; }

bool sat_is_valid (const sat *s) {
  size_t open = 0;
  for (uint32_t v = 0; v < s->n_vars; v++) {
    bool is_open = s->var[v].is_active && !s->value[lit_make (v)];
    open += is_open;
    if (is_open && s->var[v].at == NOT_IN_HEAP)
      return false;
  }
  size_t watches = 0, clauses = 0;
  for (uint32_t l = 0; l < 2 * s->n_vars; l++)
    watches += s->watches[l].len;
  for (size_t c = 1; c < s->store.len; clauses++)
    c += CLAUSE_WORDS + sat_clause (s, (cref) c)->size;
  return open == s->open && watches == 2 * clauses;
}
