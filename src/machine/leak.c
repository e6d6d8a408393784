/* Memory that nothing points to any more when a path ends.
 *
 * Roots are globals, what a driver made, what lives on the stack, and the slots
 * of the frames unless the first function returns. Only concrete pointers are
 * followed; one that points into an object keeps it.
 */

#include "machine/machine_priv.h"

typedef struct marker {
  machine *m;
  state *s;
  map seen; /* slots, plus one */
  u32_vec todo;
  const object *lost;
} marker;

static void leak_visit (marker *k, uint64_t address) {
  uint32_t slot = address_slot (address);
  const object *o = slot ? space_find (k->s->space, slot) : NULL;
  if (!o || address - o->address > o->size || *map_at (&k->seen, slot + 1u))
    return;
  map_put (&k->seen, slot + 1u, 1);
  vec_push (k->m->mem, &k->todo, slot);
}

/* What a driver made for a function belongs to who would have called it. */
static bool is_of_driver (const machine *m, const object *o) {
  const function *f =
      o->function < m->n_functions ? m->prepared[o->function].function : NULL;
  return f && f->base && !strcmp (f->base, HARNESS_NAME);
}

static bool mark_root (void *closure, object *o) {
  const marker *k = closure;
  if (o->kind != OBJECT_HEAP || is_of_driver (k->m, o))
    leak_visit (closure, o->address);
  return true;
}

static void mark_slots (marker *k) {
  const frame *f = k->s->top;
  if (!f->caller && f->code->insn[f->pc].op == OP_RETURN)
    return;
  for (; f; f = f->caller)
    for (uint32_t i = 0; i < f->code->n_slots; i++)
      if (word_is_concrete (f->slot[i]))
        leak_visit (k, f->slot[i].bits);
}

static void follow_stretch (marker *k, const stretch *r) {
  for (uint64_t i = 0; i + 8 <= r->n; i += 8) {
    uint64_t address;
    memcpy (&address, r->bytes + i, 8);
    leak_visit (k, address);
  }
}

static void leak_follow (marker *k, uint32_t slot) {
  const object *o = space_find (k->s->space, slot);
  assert (o);                 /* it was seen */
  const uint8_t *last = NULL; /* a page comes often, filled with one value */
  stretch r;
  for (uint64_t i = 0; i < o->set; i += r.n) {
    r = object_stretch (o, i, o->set - i);
    if (r.bytes != last)
      follow_stretch (k, &r);
    last = r.bytes;
  }
}

/* Made by a function that nobody defines, which may keep it: one that is
 * called by the program and is neither its own nor of a file.
 */
static bool is_of_undefined (const machine *m, const object *o) {
  const code *c =
      o->function < m->n_functions ? m->prepared[o->function].code : NULL;
  const insn *i = c && o->insn < c->n_insns ? &c->insn[o->insn] : NULL;
  if (!i || i->op != OP_CALL || i->a >= m->n_functions)
    return false;
  const function *f = m->prepared[i->a].function;
  return f && f->has_body && !f->is_users && !f->file;
}

static bool find_lost (void *closure, object *o) {
  marker *k = closure;
  if (o->kind != OBJECT_HEAP || is_of_undefined (k->m, o) ||
      map_find (&k->seen, address_slot (o->address) + 1u))
    return true;
  k->lost = o;
  return false;
}

/* The place of a leak is where the object was allocated: at the end of the
 * path the functions that lost it are gone.
 */
static void report (machine *m, state *s, const object *o) {
  bool is_known = o->function < m->n_functions && m->prepared[o->function].code;
  const prepared *p = is_known ? &m->prepared[o->function] : NULL;
  end_detail d;
  assert (s->end.kind == END_NONE && o->kind == OBJECT_HEAP);
  memset (&d, 0, sizeof d);
  d.object.origin = ORIGIN_MADE;
  d.object.size = o->size;
  machine_fault_about (m, s, FAULT_LEAK,
                       cause_about (WHY_LEAK, p ? p->function->name : "?"), &d);
  if (is_known) {
    s->end.function = o->function;
    s->end.insn = o->insn;
  }
}

bool leak_check (machine *m, state *s) {
  marker k = {.m = m, .s = s, .seen = {.mem = m->mem}};
  space_each (s->space, 0, ADDRESS_SLOTS, &k, mark_root);
  mark_slots (&k);
  while (k.todo.len)
    leak_follow (&k, vec_pop (&k.todo));
  space_each (s->space, 0, ADDRESS_SLOTS, &k, find_lost);
  if (k.lost)
    report (m, s, k.lost);
  map_release (&k.seen);
  vec_release (m->mem, &k.todo);
  return k.lost != NULL;
}
