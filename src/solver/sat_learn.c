/* Conflict analysis: first unique implication point, recursive minimisation
 * (Sorensson and Biere, SAT 2009) without recursion, failed assumptions.
 */

#include "solver/sat_priv.h"

#define DECAY 0.95

static void mark_var (sat *s, uint32_t var) {
  assert (var < s->n_vars && !s->var[var].seen);
  s->var[var].seen = true;
  vec_push (s->mem, &s->marked, var);
}

static void unmark_all (sat *s) {
  while (s->marked.len)
    s->var[vec_pop (&s->marked)].seen = false;
}

static uint32_t top_level (const sat *s, const kernel_clause *cl) {
  uint32_t top = 0;
  for (uint32_t i = 0; i < cl->size; i++) {
    uint32_t level = sat_var (s, cl->lits[i])->level;
    top = level > top ? level : top;
  }
  return top;
}

/* Resolve a clause in; gives how many of its literals are new on the level
 * of the conflict. Those of other levels go to the learned clause.
 */
static uint32_t sat_learn_resolve (sat *s, cref c, lit implied) {
  assert (c);
  const kernel_clause *cl = sat_clause (s, c);
  uint32_t n = 0;
  for (uint32_t i = 0; i < cl->size; i++) {
    lit l = cl->lits[i];
    variable *v = sat_var (s, l);
    if (l == implied || v->seen || !v->level)
      continue;
    mark_var (s, lit_var (l));
    sat_heap_bump (s, lit_var (l));
    if (v->level == sat_level (s))
      n++;
    else
      vec_push (s->mem, &s->made, l);
  }
  return n;
}

static void find_uip (sat *s, cref conflict) {
  vec_clear (&s->made);
  vec_push (s->mem, &s->made, LIT_FALSE); /* the place of the UIP */
  size_t i = s->trail.len;
  lit l = LIT_FALSE;
  uint32_t n = sat_learn_resolve (s, conflict, l);
  for (;;) {
    assert (n); /* literals of this level that are not yet resolved */
    do
      l = s->trail.data[--i];
    while (!sat_var (s, l)->seen);
    if (!--n)
      break;
    n += sat_learn_resolve (s, sat_var (s, l)->reason, l);
  }
  s->made.data[0] = lit_not (l);
  assert (sat_var (s, l)->level == sat_level (s));
}

/* Is the literal implied by the other marked ones? Marks what it finds to be
 * so on the way; takes the marks back when the answer is no.
 */
static bool is_redundant (sat *s, lit l) {
  assert (sat_var (s, l)->seen && s->value[l] < 0);
  if (!sat_var (s, l)->reason)
    return false;
  size_t before = s->marked.len;
  vec_clear (&s->stack);
  vec_push (s->mem, &s->stack, l);
  while (s->stack.len) {
    lit p = vec_pop (&s->stack);
    const kernel_clause *cl = sat_clause (s, sat_var (s, p)->reason);
    for (uint32_t i = 0; i < cl->size; i++) {
      lit q = cl->lits[i];
      const variable *v = sat_var (s, q);
      if (lit_var (q) == lit_var (p) || v->seen || !v->level)
        continue;
      if (!v->reason || s->level_stamp.data[v->level] != s->stamp) {
        while (s->marked.len > before)
          s->var[vec_pop (&s->marked)].seen = false;
        return false;
      }
      mark_var (s, lit_var (q));
      vec_push (s->mem, &s->stack, q);
    }
  }
  return true;
}

/* Stamps the levels of the clause and counts them. */
static uint32_t stamp_levels (sat *s) {
  vec_extend (s->mem, &s->level_stamp, sat_level (s) + 1);
  s->stamp++;
  uint32_t n = 0;
  for (size_t i = 0; i < s->made.len; i++) {
    uint32_t *at = s->level_stamp.data + sat_var (s, s->made.data[i])->level;
    n += *at != s->stamp;
    *at = s->stamp;
  }
  return n;
}

static void minimise (sat *s) {
  assert (s->made.len);
  size_t n = 1;
  for (size_t i = 1; i < s->made.len; i++)
    if (!is_redundant (s, s->made.data[i]))
      s->made.data[n++] = s->made.data[i];
  s->made.len = n;
}

/* The level to go to; its literal becomes the second. */
static uint32_t second_level (sat *s) {
  if (s->made.len == 1)
    return 0;
  lit *lits = s->made.data;
  size_t best = 1;
  for (size_t i = 2; i < s->made.len; i++)
    if (sat_var (s, lits[i])->level > sat_var (s, lits[best])->level)
      best = i;
  lit l = lits[best];
  lits[best] = lits[1];
  lits[1] = l;
  return sat_var (s, l)->level;
}

/* A long path is a long list of assumptions, and to undo and redo them for a
 * clause that is unit somewhere among them costs more than the clause gives.
 * It is asserted above them. A unit clause has no reason to give and would
 * look like an assumption: it goes to the top.
 */
static uint32_t level_to_assert (sat *s, uint32_t conflict_level) {
  uint32_t level = second_level (s), floor = s->based;
  assert (level < conflict_level); /* the clause is unit there */
  bool is_above = level < floor && floor < conflict_level;
  return s->made.len > 1 && is_above ? floor : level;
}

void sat_learn (sat *s, cref conflict) {
  assert (!s->marked.len && !s->is_unsat);
  s->n_conflicts++;
  uint32_t top = top_level (s, sat_clause (s, conflict));
  sat_backtrack (s, top);
  if (!top) {
    s->is_unsat = true;
    return;
  }
  find_uip (s, conflict);
  uint32_t glue = stamp_levels (s);
  minimise (s);
  unmark_all (s);
  sat_backtrack (s, level_to_assert (s, top));
  cref c = s->made.len > 1
               ? sat_store (s, s->made.len, s->made.data, true, glue)
               : 0;
  assert (!s->marked.len && !s->value[s->made.data[0]]);
  sat_assign (s, s->made.data[0], c);
  s->bump *= 1 / DECAY;
}

/* Decisions below the last assumption are assumptions themselves. */
void sat_explain (sat *s, lit assumption) {
  vec_clear (&s->failed);
  vec_push (s->mem, &s->failed, assumption);
  if (!sat_var (s, assumption)->level)
    return;
  assert (s->value[assumption] < 0);
  mark_var (s, lit_var (assumption));
  for (size_t i = s->trail.len; i > s->levels.data[0]; i--) {
    lit l = s->trail.data[i - 1];
    const variable *v = sat_var (s, l);
    if (!v->seen)
      continue;
    if (!v->reason) {
      vec_push (s->mem, &s->failed, l);
      continue;
    }
    const kernel_clause *cl = sat_clause (s, v->reason);
    for (uint32_t k = 0; k < cl->size; k++) {
      const variable *u = sat_var (s, cl->lits[k]);
      if (!u->seen && u->level)
        mark_var (s, lit_var (cl->lits[k]));
    }
  }
  unmark_all (s);
}
