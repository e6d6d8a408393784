/* Does a path run in a circle?
 *
 * After very many instructions the loop is watched for a while. A block that
 * is reached again in the same call, with the same slots, while no byte of
 * memory changed and nothing was called that has effects, will be reached
 * again for ever: code is deterministic. Slots are kept from one block, and
 * taken anew after 1, 2, 4, ... blocks (Brent), so that a circle of any
 * length is found.
 */

#include "machine/machine_priv.h"

struct endless {
  uint32_t depth, pc;    /* where the slots are from */
  uint32_t decisions;    /* of the path at that time */
  bool is_stale;         /* something changed since, or nothing was kept */
  uint64_t age, max_age; /* in blocks */
  word *slot;
  uint32_t cap;
};

void endless_start (machine *m) {
  assert (!m->endless);
  m->endless = memory_zalloc (m->mem, sizeof *m->endless);
  m->endless->is_stale = true;
  m->endless->max_age = 1;
}

void endless_end (machine *m) {
  struct endless *w = m->endless;
  if (!w)
    return;
  memory_free (m->mem, w->slot, w->cap * sizeof *w->slot);
  memory_free (m->mem, w, sizeof *w);
  m->endless = NULL;
}

/* Operations without effects but on slots. */
static bool is_pure (unsigned what) {
  return (what >= OP_MOVE && what <= OP_SEXT) || what == OP_LOAD ||
         what == OP_INDEX || what == OP_OFFSET || what == OP_BRANCH ||
         what == OP_SWITCH || what == OP_INDIRECT;
}

void endless_slow (machine *m, const insn *in) {
  if (!is_pure (in->op))
    m->endless->is_stale = true;
}

void endless_store (machine *m, const uint8_t *at, const void *value,
                    unsigned n) {
  if (!at || memcmp (at, value, n))
    m->endless->is_stale = true;
}

void endless_return (machine *m, const state *s) {
  if (s->depth <= m->endless->depth)
    m->endless->is_stale = true;
}

static bool endless_is_same (const struct endless *w, const frame *f) {
  uint32_t n = f->code->n_slots;
  assert (n <= w->cap); /* it is the frame of the same call */
  return !n || !memcmp (w->slot, f->slot, n * sizeof *w->slot);
}

static void endless_keep (machine *m, const state *s, uint32_t pc) {
  struct endless *w = m->endless;
  uint32_t n = s->top->code->n_slots;
  if (n > w->cap) {
    w->slot = memory_resize (m->mem, w->slot, w->cap * sizeof *w->slot,
                             n * sizeof *w->slot);
    w->cap = n;
  }
  if (n)
    memcpy (w->slot, s->top->slot, n * sizeof *w->slot);
  w->depth = s->depth;
  w->pc = pc;
  w->decisions = s->decisions;
  w->is_stale = false;
  w->age = 0;
}

/* Code is deterministic, but a loop may wait for somebody else. */
static void endless_found (machine *m, state *s) {
  if (s->may_be_woken)
    machine_unsupported (
        m, s,
        cause_about (WHY_UNSUPPORTED,
                     "waiting in a loop for a signal, thread or process"));
  else
    machine_fault (m, s, FAULT_INFINITE_LOOP, cause_of (WHY_REPETITION));
}

bool endless_block (machine *m, state *s, uint32_t pc) {
  struct endless *w = m->endless;
  bool is_old = w->is_stale || s->decisions != w->decisions;
  assert (s->end.kind == END_NONE && w->age <= w->max_age);
  if (!is_old && s->depth > w->depth)
    return false;
  if (!is_old && s->depth == w->depth && pc == w->pc &&
      endless_is_same (w, s->top)) {
    s->top->pc = pc;
    endless_found (m, s);
    return true;
  }
  if (!is_old && w->age == w->max_age)
    is_old = true, w->max_age *= 2;
  if (is_old || s->depth < w->depth)
    endless_keep (m, s, pc);
  w->age++;
  return false;
}
