/* From addresses to objects: bounds, alternatives.
 *
 * A concrete address has one object. A symbolic one may reach several: each
 * is an alternative of the path, and so is none of them, which is a fault.
 * Where the range of the address proves that it stays within one object
 * nobody is asked. Objects of symbolic size are as large as their term says.
 *
 *     address ── concrete ───────────────▶ the object of its slot, or a fault
 *        └ symbolic: base + ... ─────────▶ only the object at the base will do
 *             └ no base: gather ▶ decide ▶ one of those in reach, or a fault
 *
 * What is asked must not depend on what the path knows, since a fork executes
 * the access again and knows more: which object is proved, and whether it is,
 * comes from the form of the address alone. Where that is not possible (which
 * objects are in reach) the fork does not go by the number of its choice, but
 * asks its witness (recall). A question may fork the space: an object found
 * before it is looked up again before it is written.
 */

#include "machine/driven.h"
#include "machine/machine_priv.h"
#include "term/bounds.h"

/* Found. */

void line_remember (machine *m, const state *s, object *o, bool is_owned) {
  assert (!is_owned || o->owner == space_owner (s->space));
  if (o->size_term.id || m->owner != space_owner (s->space))
    return;
  uint32_t slot = address_slot (o->address);
  page_line *l = &m->line[slot % LINES];
  uint64_t key = line_key (m, slot);
  l->read = key;
  l->write = is_owned && !o->is_constant ? key : 0;
  l->object = o;
}

static step access_take (machine *m, state *s, object *o, access_kind how,
                         access *out) {
  bool is_owned = o->owner == space_owner (s->space);
  machine_touch (m, o);
  if (how == ACCESS_WRITE) {
    if (o->is_constant)
      return access_read_only (m, s, o);
    o = space_own (s->space, address_slot (o->address));
    is_owned = true;
    assert (o && o->owner == space_owner (s->space));
  }
  line_remember (m, s, o, is_owned);
  out->object = o;
  return STEP_NEXT;
}

static bool is_within (const object *o, uint64_t address, uint64_t bytes) {
  uint64_t offset = address - o->address;
  return offset <= o->size && o->size - offset >= bytes;
}

/* Is a size at least this? One that is chosen from constants, such as that of a
 * string, by conditions alone: the path knows them as its own.
 */
static term is_at_least (terms *ts, term size, uint64_t bytes) {
  const node *n = term_node (ts, size);
  if (n->kind != KIND_ITE || !term_is_const (ts, n->arg[1]))
    return term_binary (ts, KIND_BV_ULE, term_bv (ts, 64, bytes), size);
  term c = n->arg[0], rest = n->arg[2];
  bool fits = term_word (ts, n->arg[1]) >= bytes;
  rest = is_at_least (ts, rest, bytes);
  return fits ? term_or (ts, c, rest) : term_and (ts, term_not (ts, c), rest);
}

/* Objects of symbolic size at a concrete address: is it below the size? */
static step check_size (machine *m, state *s, const object *o, uint64_t address,
                        uint64_t bytes) {
  terms *ts = m->terms;
  assert (is_within (o, address, bytes)); /* of what it is at most */
  int holds = machine_check (
      m, s, is_at_least (ts, o->size_term, address - o->address + bytes));
  if (holds == CHOICE_STOP)
    return STEP_STOP;
  return holds ? STEP_NEXT : access_beyond (m, s, o, address, bytes);
}

static step resolve_concrete (machine *m, state *s, uint64_t address,
                              uint64_t bytes, access_kind how, access *out) {
  uint32_t slot = address_slot (address);
  object *o = space_find (s->space, slot);
  if (!o || !is_within (o, address, bytes))
    return access_wrong (m, s, address, bytes);
  if (o->size_term.id) {
    step st = check_size (m, s, o, address, bytes);
    if (st != STEP_NEXT)
      return st;
    o = space_find (s->space, slot);
  }
  *out = (access) {.offset = address - o->address};
  return access_take (m, s, o, how, out);
}

/* Symbolic addresses. */

typedef struct pointer_reach {
  machine *m;
  uint64_t bytes;
  uint64_t from, to; /* of the part of the address that is looked at */
  uint32_t max;
  uint32_t first, last; /* slots that were looked at */
  bool is_too_many;
  VEC (object *) object; /* by address */
} pointer_reach;

/* What is left of an object for an access of so many bytes to start at. */
static uint64_t last_place (const object *o, uint64_t bytes) {
  assert (o->size >= bytes);
  return o->address + (o->size - bytes);
}

static bool add_object (pointer_reach *r, object *o) {
  size_t i = r->object.len;
  while (i && r->object.data[i - 1]->address > o->address)
    i--;
  if (i && r->object.data[i - 1] == o)
    return true;
  if (r->object.len >= r->max) {
    r->is_too_many = true;
    return false;
  }
  vec_push (r->m->mem, &r->object, o);
  for (size_t k = r->object.len - 1; k > i; k--)
    r->object.data[k] = r->object.data[k - 1];
  r->object.data[i] = o;
  assert (!i || r->object.data[i - 1]->address < o->address);
  return true;
}

static bool consider (void *closure, object *o) {
  pointer_reach *r = closure;
  return o->size < r->bytes || o->address > r->to ||
         last_place (o, r->bytes) < r->from || add_object (r, o);
}

/* An address that is one of a few, and perhaps moved by a constant: each is
 * looked at alone, since between them may lie everything.
 */
#define PARTS_MAX 64

typedef struct parts {
  term part[PARTS_MAX];
  size_t n;
} parts;

static term moved (terms *ts, term t, term by) {
  return by.id ? term_binary (ts, KIND_BV_ADD, t, by) : t;
}

/* 't' as a choice between two, moved by 'by'. */
static bool is_choice (terms *ts, term *t, term *by) {
  *by = TERM_NONE;
  if (term_kind (ts, *t) == KIND_BV_ADD && term_node (ts, *t)->arity == 2)
    for (unsigned i = 0; i < 2; i++)
      if (term_is_const (ts, term_arg (ts, *t, i))) {
        *by = term_arg (ts, *t, i);
        *t = term_arg (ts, *t, 1 - i);
        break;
      }
  return term_kind (ts, *t) == KIND_ITE;
}

static void take_apart (terms *ts, term address, parts *out) {
  size_t i = 0;
  out->n = 0;
  out->part[out->n++] = address;
  while (i < out->n) {
    term t = out->part[i], by;
    if (out->n == PARTS_MAX || !is_choice (ts, &t, &by)) {
      i++;
      continue;
    }
    assert (out->n < PARTS_MAX);
    out->part[i] = moved (ts, term_arg (ts, t, 1), by);
    out->part[out->n++] = moved (ts, term_arg (ts, t, 2), by);
  }
}

static void access_look (machine *m, state *s, term address, pointer_reach *r) {
  parts p;
  take_apart (m->terms, address, &p);
  for (size_t i = 0; i < p.n && !r->is_too_many; i++) {
    bounds b = term_bounds (m->terms, p.part[i]);
    r->from = b.min, r->to = b.max;
    uint32_t first = address_slot (r->from), last = address_slot (r->to);
    r->first = i && r->first < first ? r->first : first;
    r->last = i && r->last > last ? r->last : last;
    space_each (s->space, first, last, r, consider);
  }
}

static term is_in (machine *m, const object *o, term address, uint64_t bytes) {
  terms *ts = m->terms;
  assert (o->size >= bytes);
  term offset = term_bv_sub (ts, address, term_bv (ts, 64, o->address));
  term t =
      term_binary (ts, KIND_BV_ULE, offset, term_bv (ts, 64, o->size - bytes));
  if (!o->size_term.id)
    return t;
  term end = term_binary (ts, KIND_BV_ADD, offset, term_bv (ts, 64, bytes));
  return term_and (ts, t, term_binary (ts, KIND_BV_ULE, end, o->size_term));
}

/* Where ranges say too little the solver names the objects, one after the
 * other: an address shows where it may be, an object or the room between two;
 * then one that is elsewhere is asked for. What is found does not depend on
 * the order in which it is.
 */
typedef struct region {
  uint64_t at, bytes;
  uint64_t from, to;
  object *object; /* NULL: nothing is there */
} region;

static bool find_region (void *closure, object *o) {
  region *r = closure;
  if (o->size < r->bytes)
    return true;
  if (o->address > r->at) {
    r->to = o->address - 1;
    return false;
  }
  uint64_t last = last_place (o, r->bytes);
  if (last < r->at) {
    r->from = last + 1;
    return true;
  }
  *r = (region) {r->at, r->bytes, o->address, last, o};
  return false;
}

static term is_outside (terms *ts, term address, const region *r) {
  term offset = term_bv_sub (ts, address, term_bv (ts, 64, r->from));
  return term_binary (ts, KIND_BV_ULT, term_bv (ts, 64, r->to - r->from),
                      offset);
}

static void name_objects (machine *m, state *s, term address,
                          pointer_reach *r) {
  chooser *c = m->chooser;
  term rest = TERM_TRUE;
  uint64_t value;
  uint32_t rooms = 0;
  bool is_decided = s->next_forced < s->n_forced;
  vec_clear (&r->object);
  r->is_too_many = false;
  bool is_found = c->value (c, s, address, false, "address", &value);
  while (is_found && !r->is_too_many) {
    region at = {value, r->bytes, 0, UINT64_MAX, NULL};
    space_each (s->space, 0, ADDRESS_SLOTS - 1, &at, find_region);
    assert (at.from <= value && value <= at.to);
    if (at.object)
      add_object (r, at.object);
    else
      r->is_too_many = ++rooms > r->max;
    rest = term_and (m->terms, rest, is_outside (m->terms, address, &at));
    is_found =
        !is_decided && c->other && c->other (c, s, rest, address, &value);
  }
}

uint64_t access_origin (terms *ts, term address) {
  term t = address, by;
  if (term_kind (ts, address) != KIND_BV_ADD || is_choice (ts, &t, &by))
    return 0;
  for (unsigned i = 0; i < term_node (ts, address)->arity; i++) {
    t = term_arg (ts, address, i);
    if (term_is_const (ts, t))
      return term_word (ts, t);
  }
  return 0;
}

bool access_may_be_null (machine *m, word address) {
  if (word_is_concrete (address))
    return !address.bits;
  return !access_origin (m->terms, address.term) &&
         !term_bounds (m->terms, address.term).min;
}

/* The only one. */
static void take_alone (pointer_reach *r, object *o) {
  vec_clear (&r->object);
  r->is_too_many = false;
  if (o && o->size >= r->bytes)
    vec_push (r->m->mem, &r->object, o);
}

/* Which objects are asked for depends on the form of the address first. */
static void access_gather (machine *m, state *s, term address,
                           pointer_reach *r) {
  uint64_t low, high;
  access_look (m, s, address, r);
  if (r->object.len <= 1)
    return;
  m->chooser->range (m->chooser, s, address, &low, &high);
  if (low == high)
    take_alone (r, space_find (s->space, address_slot (low)));
  else if (r->is_too_many)
    name_objects (m, s, address, r);
}

/* Which object? */
#define NO_OBJECT (-1) /* a fault */
#define STOPPED (-2)

/* By the form of the address alone: a path that is executed again knows more
 * than it did, and has to ask the same questions.
 */
static bool is_proved (machine *m, const object *o, term address,
                       uint64_t bytes) {
  bounds b = term_bounds (m->terms, address);
  return !o->size_term.id && b.min >= o->address &&
         b.max <= last_place (o, bytes);
}

/* This state was forked here before: it has one object, and its witness says
 * which. (The number of the choice does not, since what the path has learnt
 * by it may have made the objects in reach fewer.)
 */
static int recall (machine *m, state *s, const pointer_reach *r, term address) {
  chooser *c = m->chooser;
  for (size_t i = 0; i < r->object.len; i++) {
    term in = is_in (m, r->object.data[i], address, r->bytes);
    term bit = word_term (m->terms, (word) {.term = in}, 8);
    uint64_t value;
    if (!c->value (c, s, bit, false, "address", &value)) {
      machine_cut (m, s, cause_about (WHY_NO_VALUE, "address"));
      return STOPPED;
    }
    if (value)
      return (int) i;
  }
  return NO_OBJECT;
}

/* Where the address cannot leave a slot, other objects do not matter. */
static choice_kind kind_of_question (const pointer_reach *r) {
  return r->first == r->last && r->object.len == 1 ? CHOICE_CHECK
                                                   : CHOICE_RESOLVE;
}

static int access_ask (machine *m, state *s, const pointer_reach *r,
                       term address) {
  terms *ts = m->terms;
  size_t n = r->object.len;
  term_vec guard = {0};
  term none = TERM_TRUE;
  for (size_t i = 0; i < n; i++) {
    term in = is_in (m, r->object.data[i], address, r->bytes);
    vec_push (m->mem, &guard, in);
    none = term_and (ts, none, term_not (ts, in));
  }
  vec_push (m->mem, &guard, none);
  int i =
      machine_choose (m, s, kind_of_question (r), (uint32_t) n + 1, guard.data);
  vec_release (m->mem, &guard);
  return i == CHOICE_STOP ? STOPPED : i == (int) n ? NO_OBJECT : i;
}

static int access_decide (machine *m, state *s, const pointer_reach *r,
                          term address) {
  bool is_known =
      r->object.len == 1 && is_proved (m, r->object.data[0], address, r->bytes);
  assert (!r->is_too_many); /* or what is none of them is unknown */
  if (machine_is_decided (s))
    return is_known ? 0 : recall (m, s, r, address);
  if (!is_known)
    return access_ask (m, s, r, address);
  return machine_decide (m, s, 0) ? 0 : STOPPED;
}

static void find_range (machine *m, state *s, term t, uint64_t *low,
                        uint64_t *high) {
  bounds b = term_bounds (m->terms, t);
  m->chooser->range (m->chooser, s, t, low, high);
  if (*low < b.min)
    *low = b.min;
  if (*high > b.max)
    *high = b.max;
}

static void set_offset (machine *m, state *s, term address, uint64_t bytes,
                        access *out) {
  const object *o = out->object;
  term at = term_bv_sub (m->terms, address, term_bv (m->terms, 64, o->address));
  assert (o->size >= bytes);
  uint64_t low, high, last = o->size - bytes;
  find_range (m, s, at, &low, &high);
  if (high > last)
    high = last;
  if (low >= high)
    *out = (access) {.object = out->object, .offset = high};
  else
    *out = (access) {.object = out->object, .at = at, .low = low, .high = high};
}

/* Which object is named depends on the values of the test. */
static void say_guessed (machine *m, state *s) {
  assert (s->end.detail);
  end_detail d = *s->end.detail;
  d.object.is_guessed = true;
  machine_set_detail (m, s, &d);
}

/* "s of fewer bytes" is for who writes: what is read was there. */
static step say_written (machine *m, state *s, access_kind how, step st) {
  if (st != STEP_STOP || how != ACCESS_WRITE || !s->end.detail ||
      s->end.fault != FAULT_OUT_OF_BOUNDS)
    return st;
  end_detail d = *s->end.detail;
  d.object.is_write = true;
  machine_set_detail (m, s, &d);
  return st;
}

/* Where structures of the driver end is no fault, but elsewhere may be one. */
static step leave_ends (machine *m, state *s, term address) {
  uint64_t value;
  while (machine_shown (m, s, address, &value)) {
    const object *o = space_find (s->space, address_slot (value));
    if (!o || o->size || !driven_name (s->driven, address_slot (value)))
      break;
    term start = term_bv (m->terms, 64, o->address);
    term past = term_bv_sub (m->terms, address, start);
    term size = term_bv (m->terms, 64, ADDRESS_SLOT_SIZE);
    int is_left =
        machine_check (m, s, term_binary (m->terms, KIND_BV_ULE, size, past));
    if (is_left != 1)
      return is_left ? STEP_STOP : access_beyond (m, s, o, o->address, 1);
  }
  return STEP_NEXT;
}

/* Not in the object it is made from; NULL: in none. */
static step wrong_somewhere (machine *m, state *s, const object *base,
                             term address, uint64_t bytes) {
  uint64_t value;
  if (machine_shown (m, s, address, &value))
    return base ? access_beyond (m, s, base, value, bytes)
                : access_wrong (m, s, value, bytes);
  return machine_fault (m, s, FAULT_OUT_OF_BOUNDS,
                        cause_of (WHY_SYMBOLIC_ADDRESS));
}

/* The object that the address is made from is. */
static step gone (machine *m, state *s, uint64_t origin, term address,
                  uint64_t bytes) {
  uint64_t value;
  if (!machine_shown (m, s, address, &value) ||
      address_slot (value) != address_slot (origin))
    value = origin;
  return access_freed (m, s, FAULT_USE_AFTER_FREE, value, bytes);
}

/* The forks of the choice may have made the object shared, so it is looked up
 * again by slot.
 */
static step take_at (machine *m, state *s, uint32_t slot, term address,
                     uint64_t bytes, access_kind how, access *out) {
  step st = access_take (m, s, space_find (s->space, slot), how, out);
  if (st == STEP_NEXT)
    set_offset (m, s, address, bytes, out);
  return st;
}

/* An address that is made from that of an object has to be within it: in C it
 * may not be elsewhere. So it does not matter which other objects there are.
 */
static step resolve_within (machine *m, state *s, uint32_t slot, term address,
                            uint64_t bytes, access_kind how, access *out) {
  const object *o = space_find (s->space, slot);
  assert (o); /* its slot is live */
  int is_inside = o->size >= bytes;
  machine_touch (m, o); /* how large it is matters */
  if (is_inside && !is_proved (m, o, address, bytes))
    is_inside = machine_check (m, s, is_in (m, o, address, bytes));
  if (is_inside == CHOICE_STOP)
    return STEP_STOP;
  return is_inside ? take_at (m, s, slot, address, bytes, how, out)
                   : wrong_somewhere (m, s, o, address, bytes);
}

static step resolve_symbolic (machine *m, state *s, term address,
                              uint64_t bytes, access_kind how, access *out) {
  uint64_t origin = access_origin (m->terms, address);
  slot_state there = space_slot (s->space, address_slot (origin));
  if (there == SLOT_LIVE)
    return resolve_within (m, s, address_slot (origin), address, bytes, how,
                           out);
  if (there == SLOT_FREED)
    return gone (m, s, origin, address, bytes);
  pointer_reach r = {.m = m, .bytes = bytes};
  r.max = (uint32_t) m->context->options.max_resolve;
  access_gather (m, s, address, &r);
  if (r.object.len == 1) /* how large it is matters; of several, all do */
    machine_touch (m, r.object.data[0]);
  step st = STEP_STOP;
  if (r.is_too_many) {
    machine_cut (m, s, cause_number (WHY_TOO_MANY_OBJECTS, r.max));
    s->end.limit = LIMIT_RESOLVE;
    goto out;
  }
  int i = access_decide (m, s, &r, address);
  if (i == STOPPED)
    goto out;
  if (i == NO_OBJECT) {
    if (leave_ends (m, s, address) != STEP_NEXT)
      goto out;
    st = wrong_somewhere (m, s, NULL, address, bytes);
    if (r.first != r.last)
      say_guessed (m, s);
    goto out;
  }
  st = take_at (m, s, address_slot (r.object.data[i]->address), address, bytes,
                how, out);
out:
  vec_release (m->mem, &r.object);
  return st;
}

step access_resolve (machine *m, state *s, word address, uint64_t bytes,
                     access_kind how, access *out) {
  assert (s->end.kind == END_NONE);
  if (unset_use (m, s, &address, "an address") != STEP_NEXT)
    return STEP_STOP;
  if (!word_is_concrete (address) && driven_look (m, s, &address) != STEP_NEXT)
    return STEP_STOP;
  if (word_is_concrete (address))
    return say_written (m, s, how,
                        resolve_concrete (m, s, address.bits, bytes, how, out));
  term t = word_term (m->terms, address, 64);
  return say_written (m, s, how, resolve_symbolic (m, s, t, bytes, how, out));
}

/* Words. */

static step too_many_places (machine *m, state *s, const access *a) {
  return machine_unsupported (
      m, s, cause_number (WHY_SYMBOLIC_OFFSET, a->object->size));
}

/* Of all that the term may have, the path may leave one place only. */
static bool has_one_place (machine *m, state *s, access *a) {
  uint64_t at;
  chooser *c = m->chooser;
  if (!c->possible || !c->value (c, s, a->at, false, "offset", &at))
    return false;
  term is_there = term_equal (m->terms, a->at, term_bv (m->terms, 64, at));
  if (c->possible (c, s, term_not (m->terms, is_there)) != 0)
    return false;
  a->at = TERM_NONE;
  a->offset = at;
  return true;
}

step access_load (machine *m, state *s, word address, unsigned w, word *out) {
  access a;
  step st = access_resolve (m, s, address, (w + 7) / 8, ACCESS_READ, &a);
  if (st != STEP_NEXT)
    return st;
  uint64_t bits = 0;
  term t = TERM_NONE;
  if (a.at.id) {
    t = object_read_at (a.object, m->terms, a.at, a.low, a.high, w);
    bool is_read = t.id && !term_has_unset (m->terms, t);
    if (!is_read && !has_one_place (m, s, &a) && !t.id)
      return too_many_places (m, s, &a);
  }
  if (!a.at.id)
    t = object_read (a.object, m->terms, a.offset, w, &bits);
  *out = t.id ? word_from (m->terms, t) : word_of (bits);
  assert (word_is_valid (m->terms, *out, w));
  return STEP_NEXT;
}

step access_store (machine *m, state *s, word address, unsigned w, word value) {
  access a;
  step st = access_resolve (m, s, address, (w + 7) / 8, ACCESS_WRITE, &a);
  if (st != STEP_NEXT)
    return st;
  term t = TERM_NONE;
  if (!word_is_concrete (value) || w > 64)
    t = word_term (m->terms, value, w);
  if (a.at.id &&
      !object_write_at (a.object, m->mem, m->terms, a.at, a.low, a.high, w,
                        value.bits, t) &&
      !has_one_place (m, s, &a))
    return too_many_places (m, s, &a);
  if (!a.at.id)
    object_write (a.object, m->mem, m->terms, a.offset, w, value.bits, t);
  return STEP_NEXT;
}

bool access_byte (machine *m, const access *a, uint64_t i, word *out) {
  terms *ts = m->terms;
  *out = word_of (0);
  if (!a->at.id) {
    out->term = object_read (a->object, ts, a->offset + i, 8, &out->bits);
    return true;
  }
  term at = term_binary (ts, KIND_BV_ADD, a->at, term_bv (ts, 64, i));
  term value = object_read_at (a->object, ts, at, a->low + i, a->high + i, 8);
  if (value.id)
    *out = word_from (ts, value);
  return value.id;
}

bool access_string (machine *m, state *s, word address, char_vec *out) {
  if (unset_use (m, s, &address, "an address") != STEP_NEXT)
    return false;
  if (!word_is_concrete (address)) {
    uint64_t value;
    if (!m->chooser->value (m->chooser, s, address.term, true, "text address",
                            &value))
      return false;
    address = word_of (value);
  }
  access a;
  if (access_resolve (m, s, address, 1, ACCESS_READ, &a) != STEP_NEXT)
    return false;
  assert (!a.at.id); /* the address is concrete by now */
  for (uint64_t i = a.offset; i < a.object->size; i++) {
    stretch r = object_stretch (a.object, i, 1);
    bool is_symbolic = r.overlay && r.overlay->term.id;
    if (!is_symbolic && !*r.bytes)
      break;
    vec_push (m->mem, out, is_symbolic ? '?' : (char) *r.bytes);
  }
  return true;
}
