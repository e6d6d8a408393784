/* Faults of accesses: which object, and what became of it.
 *
 * An object is told by what does not change from run to run: the name of a
 * global, what a string says, or the instruction that made it. Of one that was
 * freed its space keeps a note, the number of a 'grave': size, where it was
 * made and where it was freed.
 */

#include "machine/driven.h"
#include "machine/machine_priv.h"

#define UNSET 0xABABABABu /* as space_allocate fills */

/* What a constant says that has no name but that. */
static const char *string_of (machine *m, const object *o) {
  char_vec text = {0};
  for (uint64_t i = 0; i < o->size; i++) {
    char c;
    object_get (o, i, 1, &c);
    if (!c)
      break;
    vec_push (m->mem, &text, c);
  }
  const char *kept = machine_text (m, text.len ? text.data : "", text.len);
  vec_release (m->mem, &text);
  return kept;
}

/* Names of strings are numbers. */
static void name_global (machine *m, const object *o, end_object *out) {
  const global *g = program_global_at (m->program, address_slot (o->address));
  if (!g || g->address != o->address)
    return;
  bool is_string = !strncmp (g->name, ".str", 4);
  out->origin = is_string ? ORIGIN_STRING : ORIGIN_GLOBAL;
  out->name = is_string ? string_of (m, o) : g->name;
}

/* Without a line it was the harness, or says little. */
static bool has_line (const machine *m, spot at) {
  if (!m->program || at.function >= m->n_functions ||
      !m->prepared[at.function].code)
    return false;
  const code *c = m->prepared[at.function].code;
  return c->place && c->place[at.insn].line;
}

void access_relate (const machine *m, uint32_t n, const spot *at,
                    end_detail *out) {
  assert (n <= ENDING_RELATED);
  for (uint32_t i = 0; i < n && has_line (m, at[i]); i++)
    out->related[out->n_related++] = at[i];
}

/* Of symbolic size: as large as it is for the test, if that is known. */
void access_describe (machine *m, state *s, const object *o, end_detail *out) {
  memset (out, 0, sizeof *out);
  out->object.origin = ORIGIN_MADE;
  out->object.size = o->size;
  out->object.has_symbolic_size = o->size_term.id != 0;
  if (o->size_term.id)
    machine_shown (m, s, o->size_term, &out->object.size);
  if (m->program && o->kind != OBJECT_STACK && o->kind != OBJECT_HEAP)
    name_global (m, o, &out->object);
  if (o->kind == OBJECT_HEAP)
    out->object.name = driven_name (s->driven, address_slot (o->address));
  if (!out->object.name)
    access_relate (m, 1, &(spot) {o->function, o->insn}, out);
}

const char *access_taker (const machine *m, const state *s, const object *o) {
  for (const frame *f = s->top; f; f = f->caller)
    if (f->varargs == o->address && m->prepared[f->code->function].function)
      return m->prepared[f->code->function].function->name;
  return NULL;
}

step access_beyond (machine *m, state *s, const object *o, uint64_t address,
                    uint64_t bytes) {
  end_detail d;
  machine_touch (m, o);
  if (!o->size && driven_name (s->driven, address_slot (o->address))) {
    s->end = (ending) {.kind = END_SILENT, /* the driver's structures end */
                       .function = s->top->code->function,
                       .insn = s->top->pc};
    return STEP_STOP;
  }
  access_describe (m, s, o, &d);
  d.object.access = bytes;
  d.object.offset = (int64_t) (address - o->address);
  const char *taker = access_taker (m, s, o);
  if (!o->is_ended)
    return machine_fault_about (m, s, FAULT_OUT_OF_BOUNDS,
                                taker ? cause_about (WHY_NO_ARGUMENT, taker)
                                      : cause_of (WHY_ACCESS),
                                &d);
  d.object.size = m->prepared[o->function].code->insn[o->insn].b;
  return machine_fault_about (m, s, FAULT_USE_AFTER_FREE,
                              cause_of (WHY_SCOPE_ENDED), &d);
}

step access_freed (machine *m, state *s, fault_kind fault, uint64_t address,
                   uint64_t bytes) {
  uint32_t slot = address_slot (address), note = space_note (s->space, slot);
  end_detail d;
  if (!note)
    return machine_fault (m, s, fault,
                          cause_of (fault == FAULT_USE_AFTER_FREE
                                        ? WHY_RETURNED
                                        : WHY_OBJECT_GONE));
  assert (note <= m->graves.len);
  const grave *g = m->graves.data + note - 1;
  memset (&d, 0, sizeof d);
  d.object.origin = ORIGIN_MADE;
  d.object.is_most = g->is_most;
  d.object.size = g->size;
  d.object.access = bytes;
  d.object.offset =
      bytes ? (int64_t) (address % ADDRESS_SLOT_SIZE - g->start) : 0;
  access_relate (m, 2, (spot[]) {g->born, g->freed}, &d);
  return machine_fault_about (m, s, fault,
                              cause_of (bytes ? WHY_ACCESS : WHY_OBJECT), &d);
}

void machine_bury (machine *m, state *s, const object *o) {
  assert (o->kind == OBJECT_HEAP); /* notes of others mean something else */
  grave g = {.size = o->size,
             .start = o->address % ADDRESS_SLOT_SIZE,
             .is_most = o->size_term.id != 0,
             .born = {o->function, o->insn}};
  machine_where (m, s, &g.freed.function, &g.freed.insn);
  hash128 h = hash_bytes (&g, sizeof g);
  uint64_t *at = map_at (&m->grave_at, h.lo | 1);
  if (!*at) {
    vec_push (m->mem, &m->graves, g);
    *at = m->graves.len;
  }
  assert (!memcmp (&m->graves.data[*at - 1], &g, sizeof g));
  space_release (s->space, address_slot (o->address), (uint32_t) *at);
}

const grave *machine_grave (const machine *m, uint32_t note) {
  return note && note <= m->graves.len ? m->graves.data + note - 1 : NULL;
}

step access_wrong (machine *m, state *s, uint64_t address, uint64_t bytes) {
  uint32_t slot = address_slot (address);
  if (!slot)
    return machine_fault (m, s, FAULT_NULL_POINTER,
                          cause_address (WHY_ADDRESS, address));
  if (space_at (s->space, address) == SLOT_FREED)
    return access_freed (m, s, FAULT_USE_AFTER_FREE, address, bytes);
  const object *o = space_find (s->space, slot);
  if (o)
    return access_beyond (m, s, o, address, bytes);
  const global *g = m->program ? program_global_at (m->program, slot) : NULL;
  if (g) /* put_globals had no room for it */
    return machine_unsupported (m, s,
                                cause_number (WHY_GLOBAL_TOO_LARGE, g->size));
  bool is_unset = address >> 32 == UNSET;
  machine_fault (
      m, s, FAULT_OUT_OF_BOUNDS,
      cause_address (is_unset ? WHY_POINTER_UNSET : WHY_NOTHING_THERE,
                     address));
  s->end.is_nowhere = true;
  return STEP_STOP;
}

step access_read_only (machine *m, state *s, const object *o) {
  end_detail d;
  assert (o->is_constant);
  access_describe (m, s, o, &d);
  if (o->kind != OBJECT_HEAP) /* which is what mmap gives */
    d.n_related = 0;          /* others have a name, or none */
  return machine_fault_about (m, s, FAULT_READ_ONLY,
                              cause_of (WHY_WRITE_TO_CONSTANT), &d);
}
