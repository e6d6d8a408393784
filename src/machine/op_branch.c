/* Jumps that depend on a symbolic value: the path has alternatives, one per
 * target that can be reached. Cases of one target are one alternative, with
 * the disjunction of their conditions, and the last is what none of the others
 * is: guards cover all values, no two of them one.
 */

#include "machine/machine_priv.h"

static step go (state *s, uint32_t pc) {
  assert (pc < s->top->code->n_insns);
  s->top->pc = pc;
  return STEP_JUMPED;
}

/* Which ways the branch at the end of this block was left. */
static void op_branch_note (machine *m, const state *s, uint8_t way) {
  const frame *f = s->top;
  assert (f->code->insn[f->pc].op == OP_BRANCH ||
          f->code->insn[f->pc].op == OP_SWITCH);
  machine_note_way (m, m->prepared[f->code->function].insn[f->pc].dst, way);
}

static step branch (machine *m, state *s, const insn *in) {
  terms *ts = m->terms;
  word v = slot_get (s, in->a);
  if (unset_use (m, s, &v, "a condition") != STEP_NEXT)
    return STEP_STOP;
  term c = word_term (ts, v, 1);
  term guard[2] = {c, term_not (ts, c)};
  int i = machine_choose (m, s, CHOICE_BRANCH, 2, guard);
  if (i == CHOICE_STOP)
    return STEP_STOP;
  op_branch_note (m, s, i ? 2 : 1);
  return go (s, i ? in->c : in->b);
}

/* Alternatives: targets and the condition of each. */

typedef struct ways {
  const switching *of; /* what they were made for, and its value */
  term value;
  memory *mem;
  map at; /* by target: index + 1 */
  u32_vec pc;
  term_vec guard;
} ways;

static void ways_init (ways *w, memory *mem) {
  *w = (ways) {.mem = mem};
  map_init (&w->at, mem);
}

static void ways_release (ways *w) {
  map_release (&w->at);
  vec_release (w->mem, &w->pc, &w->guard);
}

static void ways_add (ways *w, terms *ts, uint32_t pc, term guard) {
  uint64_t *at = map_at (&w->at, pc + UINT64_C (1));
  if (*at) {
    term *known = w->guard.data + *at - 1;
    *known = term_or (ts, *known, guard);
    return;
  }
  *at = w->pc.len + 1;
  vec_push (w->mem, &w->pc, pc);
  vec_push (w->mem, &w->guard, guard);
}

/* The last alternative: none of those before. */
static void ways_close (ways *w, terms *ts, uint32_t pc) {
  term none = TERM_TRUE;
  for (size_t i = 0; i < w->guard.len; i++)
    none = term_and (ts, none, term_not (ts, w->guard.data[i]));
  vec_push (w->mem, &w->pc, pc);
  vec_push (w->mem, &w->guard, none);
}

static int ways_choose (ways *w, machine *m, state *s) {
  assert (w->pc.len == w->guard.len && w->pc.len);
  return machine_choose (m, s, CHOICE_BRANCH, (uint32_t) w->guard.len,
                         w->guard.data);
}

/* From the i-th case, how many have consecutive values and one target? */
static uint32_t run_length (const switching *sw, uint32_t i) {
  uint32_t n = 1;
  assert (i + 1 >= sw->n || sw->value[i] < sw->value[i + 1]); /* sorted */
  while (i + n < sw->n && sw->pc[i + n] == sw->pc[i] &&
         sw->value[i + n] == sw->value[i] + n)
    n++;
  return n;
}

static term is_between (terms *ts, term v, unsigned w, uint64_t low,
                        uint32_t n) {
  if (w == 1)
    return n == 2 ? TERM_TRUE : low ? v : term_not (ts, v);
  if (n == 1)
    return term_equal (ts, v, term_bv (ts, w, low));
  term from_low = term_bv_sub (ts, v, term_bv (ts, w, low));
  return term_binary (ts, KIND_BV_ULE, from_low, term_bv (ts, w, n - 1));
}

/* Cases with the target of the default belong to it. */
static void ways_of_switch (ways *all, terms *ts, unsigned w) {
  const switching *sw = all->of;
  for (uint32_t i = 0, n; i < sw->n; i += n) {
    n = run_length (sw, i);
    if (sw->pc[i] != sw->otherwise)
      ways_add (all, ts, sw->pc[i],
                is_between (ts, all->value, w, sw->value[i], n));
  }
  ways_close (all, ts, sw->otherwise);
}

/* The switch that was met last keeps its ways: each path that waits at it
 * comes back to all of them.
 */
static ways *ways_met (machine *m, const switching *sw, term v, unsigned w) {
  ways *met = m->met_ways;
  if (met && met->of == sw && term_eq (met->value, v))
    return met;
  op_branch_forget (m);
  met = m->met_ways = memory_alloc (m->mem, sizeof *met);
  ways_init (met, m->mem);
  met->of = sw;
  met->value = v;
  ways_of_switch (met, m->terms, w);
  return met;
}

void op_branch_forget (machine *m) {
  if (m->met_ways)
    ways_release (m->met_ways);
  memory_free (m->mem, m->met_ways, sizeof *m->met_ways);
  m->met_ways = NULL;
}

static step switch_symbolic (machine *m, state *s, const switching *sw, term v,
                             unsigned w) {
  ways *all = ways_met (m, sw, v, w);
  int i = ways_choose (all, m, s);
  if (i == CHOICE_STOP)
    return STEP_STOP;
  op_branch_note (m, s, 1);
  return go (s, all->pc.data[i]);
}

uint32_t switch_find (const switching *sw, uint64_t v) {
  uint32_t low = 0, high = sw->n;
  while (low < high) {
    uint32_t mid = low + (high - low) / 2;
    if (sw->value[mid] < v)
      low = mid + 1;
    else
      high = mid;
  }
  return low < sw->n && sw->value[low] == v ? sw->pc[low] : sw->otherwise;
}

static step switch_any (machine *m, state *s, const insn *in) {
  const switching *sw = &s->top->code->switches[in->b];
  word v = slot_get (s, in->a);
  if (unset_use (m, s, &v, "a switch") != STEP_NEXT)
    return STEP_STOP;
  if (!word_is_concrete (v))
    return switch_symbolic (m, s, sw, word_term (m->terms, v, in->w), in->w);
  op_branch_note (m, s, 1);
  return go (s, switch_find (sw, v.bits));
}

static step bad_label (machine *m, state *s) {
  return machine_fault (m, s, FAULT_BAD_FUNCTION, cause_of (WHY_NO_LABEL));
}

/* Labels lie within their function's slot. */
static uint64_t label_address (const machine *m, const state *s,
                               uint32_t label) {
  return m->prepared[s->top->code->function].function->address + label;
}

static step indirect_symbolic (machine *m, state *s, const insn *in, term v) {
  const uint32_t *pair = s->top->code->pool + in->b;
  ways all;
  ways_init (&all, m->mem);
  for (uint32_t i = 0; i < in->c; i++)
    ways_add (
        &all, m->terms, pair[2 * i + 1],
        is_between (m->terms, v, 64, label_address (m, s, pair[2 * i]), 1));
  ways_close (&all, m->terms, UINT32_MAX);
  int i = ways_choose (&all, m, s);
  uint32_t pc = i == CHOICE_STOP ? 0 : all.pc.data[i];
  ways_release (&all);
  if (i == CHOICE_STOP)
    return STEP_STOP;
  return pc == UINT32_MAX ? bad_label (m, s) : go (s, pc);
}

static step indirect (machine *m, state *s, const insn *in) {
  word v = slot_get (s, in->a);
  if (unset_use (m, s, &v, "a jump") != STEP_NEXT)
    return STEP_STOP;
  if (!word_is_concrete (v))
    return indirect_symbolic (m, s, in, word_term (m->terms, v, 64));
  const uint32_t *pair = s->top->code->pool + in->b;
  for (uint32_t i = 0; i < in->c; i++)
    if (label_address (m, s, pair[2 * i]) == v.bits)
      return go (s, pair[2 * i + 1]);
  return bad_label (m, s);
}

step op_branch (machine *m, state *s, const insn *in) {
  if (in->op == OP_BRANCH)
    return branch (m, s, in);
  assert (in->op == OP_SWITCH || in->op == OP_INDIRECT);
  return in->op == OP_SWITCH ? switch_any (m, s, in) : indirect (m, s, in);
}
