/* Uses of values that were never set.
 *
 * Such a value may be copied and computed with: it is any value (term_unset).
 * Where the path depends on it, by a decision, an address, a divisor, by what
 * leaves the program, it is a fault. A term may depend on it for some inputs
 * alone: those are the fault, for the others the path goes on with the clean
 * form. So no question of the path mentions what was never set, nor does
 * anything that is known of it.
 */

#include "machine/machine_priv.h"
#include "term/unset.h"

/* An object that lives, or NULL: how large, and which bytes of it. */
static const object *place_in_object (const state *s, const unset *u,
                                      unsigned bytes, end_object *out) {
  out->size = out->access = bytes;
  if (!u->at || space_at (s->space, u->at) != SLOT_LIVE)
    return NULL;
  const object *o = space_find (s->space, address_slot (u->at));
  if (u->at - o->address >= o->size)
    return NULL;
  out->size = o->size;
  out->offset = (int64_t) (u->at - o->address);
  return o;
}

static step use_fault (machine *m, state *s, term t, const char *what) {
  end_detail d;
  term first = unset_first (m->unset, t);
  const unset *u = term_unset_of (m->terms, first);
  assert (u);
  memset (&d, 0, sizeof d);
  d.object.origin = ORIGIN_MADE;
  const object *o =
      place_in_object (s, u, (term_width (m->terms, first) + 7) / 8, &d.object);
  const char *taker = o ? access_taker (m, s, o) : NULL;
  if (taker)
    return machine_fault (
        m, s, FAULT_UNINITIALIZED,
        (cause) {.reason = WHY_UNSET_WIDE, .text = {what, taker}});
  access_relate (m, 1, &(spot) {u->function, u->insn}, &d);
  bool is_part = d.object.access < d.object.size;
  return machine_fault_about (
      m, s, FAULT_UNINITIALIZED,
      cause_about (is_part ? WHY_UNSET_PART : WHY_UNSET, what), &d);
}

step unset_ask (machine *m, state *s, term *t, const char *what) {
  int holds = machine_check (m, s, unset_is_set (m->unset, *t));
  if (holds == CHOICE_STOP)
    return STEP_STOP;
  if (!holds)
    return use_fault (m, s, *t, what);
  *t = unset_clean (m->unset, *t);
  return STEP_NEXT;
}

step unset_ask_word (machine *m, state *s, word *v, const char *what) {
  term t = v->term;
  step st = unset_ask (m, s, &t, what);
  if (st == STEP_NEXT)
    *v = word_from (m->terms, t);
  return st;
}
