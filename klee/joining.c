/* What is the same stays as it is; what differs is a choice: the value of the
 * first path where the conditions hold that only it has, else that of the
 * other.
 *
 *     knowledge    what both know, and (what only a knows or what only b knows)
 *     registers    those that may still be read, of the innermost frame
 *     memory       bytes of the objects that either has written
 *
 * It happens on a copy of the first state, which is dropped where it turns out
 * that the two cannot be one.
 */

#include "klee/joining.h"

typedef struct merge_joint {
  merge_joining *owner;
  machine *machine;
  terms *ts;
  memory *mem;
  state *to; /* a copy of the first */
  const state *from;
  term is_first; /* the choice */
} merge_joint;

/* Knowledge. */

/* The conjunction of what is not in the other list; the rest is appended to
 * 'both', if that is given.
 */
static term known_alone (merge_joint *j, const term_vec *all,
                         const term_vec *others, term_vec *both) {
  map is_others;
  term alone = TERM_TRUE;
  map_init (&is_others, j->mem);
  for (size_t i = 0; i < others->len; i++)
    map_put (&is_others, others->data[i].id + UINT64_C (1), 1);
  for (size_t i = 0; i < all->len; i++)
    if (!map_find (&is_others, all->data[i].id + UINT64_C (1)))
      alone = term_and (j->ts, alone, all->data[i]);
    else if (both)
      vec_push (j->mem, both, all->data[i]);
  map_release (&is_others);
  return alone;
}

/* With the first one's witness. NULL: one knows nothing more than the other,
 * so that nothing tells them apart.
 */
static knowledge *join_knowledge (merge_joint *j, knowing *o, knowledge *a,
                                  knowledge *b) {
  term_vec all = {0}, others = {0}, both = {0}, inputs = {0};
  model *values = model_new (j->mem, j->ts);
  knowledge *res = NULL;
  knowledge_all (a, &all);
  knowledge_all (b, &others);
  knowledge_inputs (a, all.len, all.data, &inputs);
  for (size_t i = 0; i < inputs.len; i++)
    model_set (values, inputs.data[i], knowledge_input (a, inputs.data[i]));
  j->is_first = known_alone (j, &all, &others, &both);
  term is_other = known_alone (j, &others, &all, NULL);
  if (!term_eq (j->is_first, TERM_TRUE) && !term_eq (is_other, TERM_TRUE)) {
    res = knowledge_new (o);
    for (size_t i = 0; i < both.len; i++)
      knowledge_add (res, both.data[i], values);
    knowledge_add (res, term_or (j->ts, j->is_first, is_other), values);
  }
  model_free (values);
  vec_release (j->mem, &all, &others, &both, &inputs);
  return res;
}

/* Registers. */

/* Bits of a value that an instruction puts into a slot; 0: not known, or it
 * puts none there.
 */
static unsigned slot_width (const code *, uint32_t slot, uint32_t pc,
                            unsigned depth);

static unsigned width_made (const code *c, uint32_t pc, uint32_t slot,
                            unsigned depth) {
  const insn *i = c->insn + pc;
  bool is_call = i->op == OP_CALL || i->op == OP_CALL_POINTER;
  if (i->op == OP_PUT)
    return slot - i->dst < i->b ? i->w : 0;
  if (op_operands_of ((op) i->op).dst != OPERAND_SLOT || i->dst != slot ||
      ((is_call || i->op == OP_BUILTIN) && !i->w))
    return 0;
  switch (i->op) {
  case OP_MOVE:
    return slot_width (c, i->a, pc, depth + 1);
  case OP_FCMP:
    return 1;
  case OP_FMATH:
    return i->x == FMATH_IS_CLASS                        ? 1
           : i->x == FMATH_LROUND || i->x == FMATH_LRINT ? 0
                                                         : i->w;
  case OP_ALLOCA:
  case OP_INDEX:
  case OP_OFFSET:
  case OP_STACK_SAVE:
    return 64;
  default:
    return i->op >= OP_EQ && i->op <= OP_UMUL_OVERFLOWS ? 1 : i->w;
  }
}

/* A slot belongs to one value, or to several of one block, one after the other
 * (program/lower_slots.c).
 */
static unsigned slot_width (const code *c, uint32_t slot, uint32_t pc,
                            unsigned depth) {
  uint32_t first = c->block[code_block_at (c, pc)].first;
  unsigned found = 0;
  if (slot < c->n_constants)
    return c->constant[slot].width;
  if (slot < c->n_constants + c->n_params)
    return c->param[slot - c->n_constants];
  if (depth > 8)
    return 0;
  for (uint32_t k = pc; k > first && !found; k--)
    found = width_made (c, k - 1, slot, depth);
  for (uint32_t k = 0; k < c->n_insns && !found; k++)
    found = width_made (c, k, slot, depth);
  return found;
}

static bool words_are_equal (word a, word b) {
  return term_eq (a.term, b.term) && (a.term.id || a.bits == b.bits);
}

static bool join_slot (merge_joint *j, frame *f, uint32_t slot, word b) {
  word a = f->slot[slot];
  term known = a.term.id ? a.term : b.term;
  if (words_are_equal (a, b))
    return true;
  sort st = known.id ? term_sort (j->ts, known) : (sort) {0};
  unsigned w = !known.id           ? slot_width (f->code, slot, f->pc, 0)
               : sort_is_bool (st) ? 1
                                   : sort_width (st);
  if (!w || !word_is_valid (j->ts, a, w) || !word_is_valid (j->ts, b, w))
    return false;
  f->slot[slot] =
      word_from (j->ts, term_ite (j->ts, j->is_first, word_term (j->ts, a, w),
                                  word_term (j->ts, b, w)));
  return true;
}

static size_t live_slots (merge_joint *j, const frame *f, bool is_top,
                          const uint32_t **out) {
  merge_joining *o = j->owner;
  while (o->live.len <= f->code->function)
    vec_push (o->mem, &o->live, NULL);
  liveness **at = o->live.data + f->code->function;
  if (!*at)
    *at = liveness_new (o->mem, f->code);
  return is_top ? liveness_before (*at, f->pc, out)
                : liveness_within_call (*at, f->pc, out);
}

/* Frames of the same calls, which have made the same variables. */
static bool frames_match (const frame *a, const frame *b) {
  if (a->code != b->code || a->pc != b->pc || a->dst != b->dst ||
      a->n_results != b->n_results || a->varargs != b->varargs || a->visits ||
      a->allocated.len != b->allocated.len)
    return false;
  for (size_t i = 0; i < a->allocated.len; i++)
    if (a->allocated.data[i] != b->allocated.data[i])
      return false;
  return true;
}

static bool join_frames (merge_joint *j) {
  frame *a = j->to->top;
  const frame *b = j->from->top;
  assert (a && a->refs == 1); /* a copy has its own */
  for (bool is_top = true; a != b; is_top = false) {
    const uint32_t *slot;
    if (!a || !b || !frames_match (a, b))
      return false;
    size_t n = live_slots (j, a, is_top, &slot);
    for (size_t i = 0; i < n; i++)
      if (is_top ? !join_slot (j, a, slot[i], b->slot[slot[i]])
                 : !words_are_equal (a->slot[slot[i]], b->slot[slot[i]]))
        return false;
    a = a->caller;
    b = b->caller;
  }
  return true;
}

/* Memory. */

/* Bytes that are one value. */
typedef struct unit {
  uint64_t start, n;
} unit;

static bool unit_of_term (const terms *ts, symbyte b, uint64_t at,
                          uint64_t size, unit *out) {
  if (!b.term.id)
    return false;
  unsigned w = term_width (ts, b.term);
  *out = (unit) {at - b.k, w / 8};
  return b.k <= at && w % 8 == 0 && w <= 64 && out->start + out->n <= size;
}

static unit unit_of_layout (const layout *l, uint64_t at, uint64_t size) {
  for (uint32_t i = 0; l && i < l->n; i++) {
    const layout_run *r = l->run + i;
    uint64_t in = at - r->offset;
    unit u = {at - in % r->stride, r->size};
    if (at >= r->offset && in / r->stride < r->count && at < u.start + u.n &&
        u.n <= 8 && u.start + u.n <= size)
      return u;
  }
  return (unit) {at, 1};
}

static term read_unit (const merge_joint *j, const object *o, unit u) {
  uint64_t bits = 0;
  term t = object_read (o, j->ts, u.start, (unsigned) u.n * 8, &bits);
  return t.id ? t : term_bv (j->ts, (unsigned) u.n * 8, bits);
}

static symbyte byte_at (const stretch *s, uint64_t i) {
  return s->overlay ? s->overlay[i] : (symbyte) {0};
}

static bool bytes_are_equal (const stretch *a, const stretch *b, uint64_t i) {
  symbyte x = byte_at (a, i), y = byte_at (b, i);
  return term_eq (x.term, y.term) &&
         (x.term.id ? x.k == y.k : a->bytes[i] == b->bytes[i]);
}

static bool is_unset (symbyte b) { return term_eq (b.term, SYMBYTE_UNSET); }

/* The first byte from 'at' on that differs; 'size': none does. */
static uint64_t first_difference (const object *a, const object *b,
                                  uint64_t at) {
  while (at < a->size) {
    stretch x = object_stretch (a, at, a->size - at);
    stretch y = object_stretch (b, at, x.n);
    bool is_same = x.bytes == y.bytes && x.overlay == y.overlay;
    for (uint64_t i = 0; !is_same && i < y.n; i++)
      if (!bytes_are_equal (&x, &y, i))
        return at + i;
    at += y.n;
  }
  return at;
}

static bool join_object (merge_joint *j, uint32_t slot) {
  object *a = space_own (j->to->space, slot);
  const object *b = space_find (j->from->space, slot);
  if (a->address != b->address || a->size != b->size || a->kind != b->kind ||
      a->is_constant != b->is_constant || a->is_ended != b->is_ended ||
      !term_eq (a->size_term, b->size_term))
    return false;
  for (uint64_t at = 0; (at = first_difference (a, b, at)) < a->size;) {
    stretch x = object_stretch (a, at, 1), y = object_stretch (b, at, 1);
    symbyte in_a = byte_at (&x, 0), in_b = byte_at (&y, 0);
    unit u;
    if (is_unset (in_a) || is_unset (in_b))
      return false;
    if (!unit_of_term (j->ts, in_a, at, a->size, &u) &&
        !unit_of_term (j->ts, in_b, at, a->size, &u))
      u = unit_of_layout (a->layout, at, a->size);
    object_write (a, j->mem, j->ts, u.start, (unsigned) u.n * 8, 0,
                  term_ite (j->ts, j->is_first, read_unit (j, a, u),
                            read_unit (j, b, u)));
    at = u.start + u.n;
  }
  return true;
}

static bool join_memory (merge_joint *j) {
  u32_vec slots = {0};
  bool is_joined = space_join (j->to->space, j->from->space, j->mem, &slots);
  for (size_t i = 0; i < slots.len && is_joined; i++)
    is_joined = join_object (j, slots.data[i]);
  vec_release (j->mem, &slots);
  return is_joined;
}

/* The rest. */

static bool terms_match (size_t n, const term *a, const term *b) {
  for (size_t i = 0; i < n; i++)
    if (!term_eq (a[i], b[i]))
      return false;
  return true;
}

static bool inputs_match (const state *a, const state *b) {
  if (a->symbolics.len != b->symbolics.len)
    return false;
  for (size_t i = 0; i < a->symbolics.len; i++) {
    const symbolic *x = a->symbolics.data + i, *y = b->symbolics.data + i;
    if (x->name != y->name || x->size != y->size || x->n_parts != y->n_parts ||
        x->what != y->what || !terms_match (x->n_parts, x->part, y->part))
      return false;
  }
  return true;
}

/* Values that the program has seen are those of one test; output is of one
 * path.
 */
static bool states_match (const state *a, const state *b) {
  return a->depth == b->depth && a->output == b->output && !a->driven &&
         !b->driven && !a->is_seen && !b->is_seen &&
         a->is_forking == b->is_forking && inputs_match (a, b) &&
         a->preferred.len == b->preferred.len &&
         terms_match (a->preferred.len, a->preferred.data, b->preferred.data);
}

static void take_over (merge_joint *j, pending *p, const pending *other,
                       knowledge *known) {
  state *s = j->to;
  if (s->instructions < j->from->instructions)
    s->instructions = j->from->instructions;
  if (s->decisions < j->from->decisions)
    s->decisions = j->from->decisions;
  machine_drop (j->machine, p->state);
  knowledge_free (p->knowledge);
  p->state = s;
  p->knowledge = s->knowledge = known;
  s->extra = p;
  p->decisions = s->decisions;
  machine_take_news (j->machine, j->mem, &p->news);
  for (size_t i = 0; i < other->news.len; i++)
    vec_push (j->mem, &p->news, other->news.data[i]);
}

bool joining_try (merge_joining *o, explorer *e, pending *p, pending *other) {
  machine *m = explorer_machine (e);
  merge_joint j = {.owner = o,
                   .machine = m,
                   .ts = machine_terms (m),
                   .mem = o->mem,
                   .from = other->state};
  if (!states_match (p->state, other->state))
    return false;
  knowledge *known =
      join_knowledge (&j, explorer_knowing (e), p->knowledge, other->knowledge);
  if (!known)
    return false;
  j.to = machine_fork (m, p->state, p->id);
  j.to->n_forced = 0;
  if (join_frames (&j) && join_memory (&j)) {
    take_over (&j, p, other, known);
    return true;
  }
  machine_drop (m, j.to);
  knowledge_free (known);
  return false;
}

void joining_release (merge_joining *o) {
  for (size_t i = 0; i < o->live.len; i++)
    liveness_free (o->live.data[i]);
  vec_release (o->mem, &o->live);
}
