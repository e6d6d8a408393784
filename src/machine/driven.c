#include "machine/driven.h"
#include "machine/versus.h"
#include "term/unset.h"

#define MOST_OBJECTS 64    /* that pointers lead to */
#define FILE_PATH_MAX 4096 /* bytes of a path */

typedef struct parameter {
  uint32_t slot;
  const char *name;
} parameter;

/* A list of blocks, each a part with all that it points to. */
typedef struct answered {
  struct answered *next;
  size_t bytes; /* of the block */
  outcome_part part;
} answered;

struct driven {
  uint32_t refs;
  space *before; /* memory at the call; NULL before it and after the return */
  VEC (parameter) parameters;
  term_vec choices;         /* conditions of pointers that are one of two */
  VEC (outcome_part) parts; /* after the return, with data in 'blocks' */
  answered *blocks;
  struct driven *base; /* whose blocks some parts have as well */
  bool has_digest;
  hash128 digest;
};

/* Life. */

struct driven *driven_fork (struct driven *a) {
  if (a)
    a->refs++;
  return a;
}

void driven_free (machine *m, struct driven *a) {
  assert (!a || a->refs);
  if (!a || --a->refs)
    return;
  while (a->blocks) {
    answered *b = a->blocks;
    a->blocks = b->next;
    memory_free (m->mem, b, b->bytes);
  }
  driven_free (m, a->base);
  space_free (a->before);
  vec_release (m->mem, &a->parameters, &a->parts, &a->choices);
  memory_free (m->mem, a, sizeof *a);
}

/* A new one, with the same parameters. */
static struct driven *driven_like (machine *m, const struct driven *old) {
  struct driven *a = memory_zalloc (m->mem, sizeof *a);
  a->refs = 1;
  for (size_t i = 0; old && i < old->parameters.len; i++)
    vec_push (m->mem, &a->parameters, old->parameters.data[i]);
  for (size_t i = 0; old && i < old->choices.len; i++)
    vec_push (m->mem, &a->choices, old->choices.data[i]);
  return a;
}

/* One that nobody else has, with all parts. */
static struct driven *driven_grown (machine *m, state *s) {
  struct driven *old = s->driven, *a = old;
  if (old && old->refs == 1) {
    old->has_digest = false;
    return old;
  }
  s->driven = a = driven_like (m, old);
  if (old && old->before)
    a->before = space_fork (old->before);
  for (size_t i = 0; old && i < old->parts.len; i++)
    vec_push (m->mem, &a->parts, old->parts.data[i]);
  a->base = old; /* the reference moves */
  return a;
}

/* One that nobody else has. */
static struct driven *driven_own (machine *m, state *s) {
  struct driven *old = s->driven;
  if (old && old->refs == 1 && !old->before && !old->parts.len) {
    old->has_digest = false;
    return old;
  }
  s->driven = driven_like (m, old);
  driven_free (m, old);
  return s->driven;
}

step builtin_argument (called_builtin *c) {
  word at = call_arg (c, 0);
  if (!word_is_concrete (at) || !at.bits)
    return STEP_NEXT;
  parameter p = {address_slot (at.bits), call_text (c, 2)};
  if (!p.name)
    return STEP_STOP;
  vec_push (c->m->mem, &driven_own (c->m, c->s)->parameters, p);
  return STEP_NEXT;
}

step builtin_either (called_builtin *c) {
  terms *ts = c->m->terms;
  term other = word_term (ts, call_arg (c, 2), 64);
  term is_other = term_not (ts, term_equal (ts, other, term_bv (ts, 64, 0)));
  vec_push (c->m->mem, &driven_own (c->m, c->s)->choices, is_other);
  term t = term_ite (ts, is_other, word_term (ts, call_arg (c, 1), 64),
                     word_term (ts, call_arg (c, 0), 64));
  return call_give (c, word_from (ts, t));
}

/* Is the condition one of a choice, or the contrary of one? */
static bool is_choice (const struct driven *a, terms *ts, term condition) {
  for (size_t i = 0; i < a->choices.len; i++)
    if (term_eq (a->choices.data[i], condition) ||
        term_eq (a->choices.data[i], term_not (ts, condition)))
      return true;
  return false;
}

/* Of a choice, or a sum with one in it: the term with this side of it instead;
 * -1: as it is. 'found', TERM_NONE before, becomes that side, or the condition.
 */
static term take_side (const struct driven *a, terms *ts, term t, int side,
                       term *found) {
  kind k = term_kind (ts, t);
  if (k == KIND_ITE && is_choice (a, ts, term_arg (ts, t, 0))) {
    *found = term_arg (ts, t, side < 0 ? 0 : side ? 2 : 1);
    return side < 0 ? t : *found;
  }
  for (unsigned i = 0; k == KIND_BV_ADD && i < term_node (ts, t)->arity; i++) {
    term part = take_side (a, ts, term_arg (ts, t, i), side, found);
    if (!found->id)
      continue;
    for (unsigned j = 0; j < term_node (ts, t)->arity; j++)
      if (j != i)
        part = term_binary (ts, KIND_BV_ADD, part, term_arg (ts, t, j));
    return part;
  }
  return t;
}

/* May a constant in the term be an address, and no small number? */
static bool has_object (terms *ts, term t, unsigned depth) {
  if (term_kind (ts, t) == KIND_CONST && sort_is_bv (term_sort (ts, t)) &&
      term_width (ts, t) == 64) {
    uint32_t slot = address_slot (term_word (ts, t));
    return slot && slot != address_slot (UINT64_MAX); /* -1 is a number */
  }
  bool has_one = depth > 8;
  for (unsigned i = 0; !has_one && i < term_node (ts, t)->arity; i++)
    has_one = has_object (ts, term_arg (ts, t, i), depth + 1);
  return has_one;
}

step driven_look (machine *m, state *s, word *address) {
  const struct driven *a = s->driven;
  for (;;) {
    term c = TERM_NONE;
    if (!a || !a->choices.len || word_is_concrete (*address))
      return STEP_NEXT;
    take_side (a, m->terms, address->term, -1, &c);
    if (!c.id)
      return STEP_NEXT;
    term guard[2] = {c, term_not (m->terms, c)};
    int side = machine_choose (m, s, CHOICE_OTHER, 2, guard);
    if (side == CHOICE_STOP)
      return STEP_STOP;
    c = TERM_NONE;
    term t = take_side (a, m->terms, address->term, side, &c);
    *address = word_from (m->terms, t);
    bool is_null =
        term_is_const (m->terms, c) && !address_slot (term_word (m->terms, c));
    if (word_is_concrete (*address) || !is_null || has_object (m->terms, t, 0))
      continue;
    uint64_t value; /* null and an index: a fault, wherever that is */
    bool is_free =
        machine_shown (m, s, t, &value) &&
        (!address_slot (value) || address_slot (value) >= ADDRESS_SLOTS);
    *address = word_of (is_free ? value : 0);
  }
}

step builtin_enter (called_builtin *c) {
  struct driven *a = driven_own (c->m, c->s);
  assert (!a->before && a->refs == 1);
  a->before = space_fork (c->s->space);
  return STEP_NEXT;
}

/* Pointers. */

const char *driven_name (const struct driven *a, uint32_t slot) {
  for (size_t i = 0; a && i < a->parameters.len; i++)
    if (a->parameters.data[i].slot == slot)
      return a->parameters.data[i].name;
  return NULL;
}

static const global *global_of (const machine *m, const object *o) {
  bool is_one = (o->kind == OBJECT_GLOBAL || o->kind == OBJECT_FOREIGN) &&
                o->function == UINT32_MAX && m->program;
  return is_one ? program_global (m->program, o->insn) : NULL;
}

static void point_into (machine *m, const struct driven *a, const object *o,
                        outcome_pointer *p) {
  const char *name = driven_name (a, address_slot (o->address));
  const global *g = global_of (m, o);
  if (name) {
    p->kind = POINTEE_ARGUMENT;
    p->name = name;
  } else if (g && !g->is_anonymous && !g->is_constant && !m->version[1]) {
    p->kind = POINTEE_GLOBAL; /* of two versions, what it says may differ */
    p->name = g->name;
  } else if (g || o->kind == OBJECT_HEAP) {
    p->kind = POINTEE_PART;
  }
}

bool driven_point (machine *m, const state *s, uint64_t address,
                   outcome_pointer *p, const object **out) {
  uint32_t slot = address_slot (address), f;
  *out = NULL;
  p->kind = POINTEE_OTHER;
  p->name = "";
  if (!slot || slot >= ADDRESS_SLOTS)
    return false;
  const object *o = space_find (s->space, slot);
  if (o && address - o->address <= o->size) {
    p->offset = (int64_t) (address - o->address);
    point_into (m, s->driven, o, p);
    *out = o;
    return true;
  }
  f = machine_function_at (m, address);
  if (f != UINT32_MAX && address == m->prepared[f].function->address) {
    p->kind = POINTEE_FUNCTION;
    p->name = m->prepared[f].function->base;
    return true;
  }
  p->kind = POINTEE_GONE;
  return address_is_allocated (slot) &&
         space_at (s->space, address) == SLOT_FREED;
}

/* What a global says from the start is part of an answer that leads to it, so
 * the path depends on it.
 */

typedef struct touching {
  machine *m;
  const state *s;
  VEC (const object *) objects; /* met */
  u64_vec *addresses; /* where they are and 0, or functions are; or NULL */
  bool leads;         /* there is one that an answer may lead to */
  term_vec todo;
  map seen; /* terms */
} touching;

static void touch_address (touching *w, uint64_t address) {
  outcome_pointer p;
  const object *o;
  bool is_one =
      address_slot (address) && driven_point (w->m, w->s, address, &p, &o);
  if (w->addresses && (is_one || !address))
    vec_push (w->m->mem, w->addresses, address);
  w->leads |= is_one && (p.kind == POINTEE_PART || p.kind == POINTEE_FUNCTION);
  if (!is_one || p.kind != POINTEE_PART)
    return;
  for (size_t i = 0; i < w->objects.len; i++)
    if (w->objects.data[i] == o)
      return;
  machine_touch (w->m, o);
  if (w->objects.len < MOST_OBJECTS)
    vec_push (w->m->mem, &w->objects, o);
}

static void touch_constant (touching *w, term t) {
  const terms *ts = w->m->terms;
  kind k = term_kind (ts, t);
  if (k == KIND_CONST && sort_is_bv (term_sort (ts, t)) &&
      term_width (ts, t) == 64)
    touch_address (w, term_word (ts, t));
  if (k != KIND_TABLE)
    return;
  const content *c = term_content (ts, t);
  for (uint32_t i = 0; i < c->n; i++)
    touch_address (w, c->value[i]);
}

/* All constants in a term that may be an address. */
static void touch_term (touching *w, term t) {
  const terms *ts = w->m->terms;
  vec_push (w->m->mem, &w->todo, t);
  while (w->todo.len) {
    t = vec_pop (&w->todo);
    uint64_t *at = map_at (&w->seen, t.id);
    if ((*at)++)
      continue;
    touch_constant (w, t);
    for (unsigned i = 0; i < term_node (ts, t)->arity; i++)
      vec_push (w->m->mem, &w->todo, term_arg (ts, t, i));
  }
}

static void touch_bytes (touching *w, const uint8_t *bytes,
                         const symbyte *symbol, uint32_t n) {
  for (uint32_t i = 0; i + 8 <= n; i += 8) {
    uint64_t address;
    memcpy (&address, bytes + i, 8);
    if (!symbol || !symbol[i].term.id)
      touch_address (w, address);
    else if (symbol[i].term.id != SYMBYTE_UNSET.id)
      touch_term (w, symbol[i].term);
  }
}

static void touch_object (touching *w, const object *o) {
  stretch r;
  uint64_t size = o->size < DRIVEN_MOST ? o->size : DRIVEN_MOST;
  for (uint64_t i = 0; i < size; i += r.n) {
    r = object_stretch (o, i, size - i);
    touch_bytes (w, r.bytes, r.overlay, (uint32_t) r.n);
  }
}

static void touch_all (machine *m, const state *s, const struct driven *a) {
  touching w = {.m = m, .s = s, .seen = {.mem = m->mem}};
  for (size_t i = 0; i < a->parts.len; i++) {
    const outcome_part *p = a->parts.data + i;
    touch_bytes (&w, p->bytes, p->symbol, p->n);
  }
  for (size_t i = 0; i < w.objects.len; i++)
    touch_object (&w, w.objects.data[i]);
  map_release (&w.seen);
  vec_release (m->mem, &w.todo, &w.objects);
}

bool driven_hides (machine *m, const state *s, const outcome_part *p) {
  touching w = {.m = m, .s = s, .seen = {.mem = m->mem}};
  for (uint32_t i = 0; p->symbol && i + 8 <= p->n; i += 8)
    if (p->symbol[i].term.id && p->symbol[i].term.id != SYMBYTE_UNSET.id)
      touch_term (&w, p->symbol[i].term);
  bool hides = w.objects.len > 0;
  map_release (&w.seen);
  vec_release (m->mem, &w.todo, &w.objects);
  return hides;
}

/* Parts. */

/* What becomes of bytes of which some bits have a value. */
typedef struct reading {
  unset_terms *clean; /* all are known to have one; or NULL */
  bool keeps;         /* who has types decides (arranging.h) */
} reading;

typedef struct answering {
  machine *m;
  struct driven *to, *from; /* what comes, and what was there at the call */
  reading reading;
} answering;

static bool is_bare_unset (const terms *ts, term t) {
  if (term_kind (ts, t) == KIND_EXTRACT)
    t = term_arg (ts, t, 0);
  return term_unset_of (ts, t);
}

/* What was never set has no value: a byte of it, not all of a word with
 * padding. One that is set on some inputs only is 'unsure'.
 */
static symbyte seen (terms *ts, const reading *how, symbyte b,
                     bool *is_unsure) {
  if (!b.term.id || b.term.id == SYMBYTE_UNSET.id ||
      !term_has_unset (ts, b.term))
    return b;
  term byte = term_extract (ts, 8 * b.k + 7, 8 * b.k, b.term);
  if (!term_has_unset (ts, byte))
    return (symbyte) {byte, 0};
  bool is_bare = is_bare_unset (ts, byte);
  if (how->clean && !is_bare)
    return (symbyte) {unset_clean (how->clean, byte), 0};
  *is_unsure |= !is_bare;
  if (how->keeps && !is_bare)
    return (symbyte) {byte, 0};
  return (symbyte) {.term = SYMBYTE_UNSET};
}

static bool read_bytes (terms *ts, const reading *how, const object *o,
                        uint64_t at, uint32_t n, uint8_t *bytes,
                        symbyte *symbols, bool *is_unsure) {
  assert (at + n <= o->size);
  bool is_symbolic = false;
  stretch r;
  for (uint64_t i = 0; i < n; i += r.n) {
    r = object_stretch (o, at + i, n - i);
    memcpy (bytes + i, r.bytes, r.n);
    for (uint64_t k = 0; k < r.n; k++) {
      symbyte b =
          r.overlay ? seen (ts, how, r.overlay[k], is_unsure) : (symbyte) {0};
      symbols[i + k] = b;
      is_symbolic |= b.term.id != 0;
      if (b.term.id)
        bytes[i + k] = 0;
    }
  }
  return is_symbolic;
}

bool driven_read (terms *ts, const object *o, uint64_t at, uint32_t n,
                  uint8_t *bytes, symbyte *symbols, bool *is_unsure) {
  const reading how = {0};
  return read_bytes (ts, &how, o, at, n, bytes, symbols, is_unsure);
}

bool driven_read_all (terms *ts, const object *o, uint32_t n, uint8_t *bytes,
                      symbyte *symbols, bool *is_unsure) {
  const reading how = {.keeps = true};
  return read_bytes (ts, &how, o, 0, n, bytes, symbols, is_unsure);
}

static size_t rounded (size_t n) { return (n + 7) & ~(size_t) 7; }

/* A block with room for n bytes with symbols, and what they were. */
static answered *add_block (answering *w, uint32_t n, bool has_past) {
  size_t part = rounded (n) + n * sizeof (symbyte);
  size_t bytes = sizeof (answered) + part * (has_past ? 2 : 1);
  answered *b = memory_alloc (w->m->mem, bytes);
  uint8_t *at = (uint8_t *) (b + 1);
  *b = (answered) {.next = w->to->blocks, .bytes = bytes};
  w->to->blocks = b;
  b->part.n = n;
  b->part.symbol = (const symbyte *) (at + rounded (n));
  b->part.bytes = at;
  if (has_past) {
    b->part.was = at + part;
    b->part.was_symbol = (const symbyte *) (at + part + rounded (n));
  }
  return b;
}

/* Bytes of 'now' from there on; 'then', from there on, is what it was, or
 * NULL.
 */
static void add_part (answering *w, outcome_part p, const object *now,
                      uint64_t at, const object *then, uint64_t then_at) {
  terms *ts = w->m->terms;
  uint32_t n = p.size < DRIVEN_MOST ? (uint32_t) p.size : DRIVEN_MOST;
  answered *b = add_block (w, n, then != NULL);
  outcome_part *q = &b->part;
  p.n = n;
  p.bytes = q->bytes;
  if (read_bytes (ts, &w->reading, now, at, n, (uint8_t *) q->bytes,
                  (symbyte *) q->symbol, &p.is_unsure))
    p.symbol = q->symbol;
  p.was = q->was;
  if (then && driven_read (ts, then, then_at, n, (uint8_t *) q->was,
                           (symbyte *) q->was_symbol, &p.is_unsure))
    p.was_symbol = q->was_symbol;
  vec_push (w->m->mem, &w->to->parts, p);
}

static bool is_same_stretch (const stretch *a, const stretch *b, uint64_t n) {
  if (!a->overlay && !b->overlay)
    return !memcmp (a->bytes, b->bytes, n);
  for (uint64_t i = 0; i < n; i++) {
    symbyte x = a->overlay ? a->overlay[i] : (symbyte) {0};
    symbyte y = b->overlay ? b->overlay[i] : (symbyte) {0};
    if (!term_eq (x.term, y.term) || (x.term.id && x.k != y.k) ||
        (!x.term.id && a->bytes[i] != b->bytes[i]))
      return false;
  }
  return true;
}

static bool is_same_object (const object *a, const object *b) {
  if (a->size != b->size)
    return false;
  uint64_t n;
  for (uint64_t i = 0; i < a->size; i += n) {
    stretch x = object_stretch (a, i, a->size - i);
    stretch y = object_stretch (b, i, b->size - i);
    n = x.n < y.n ? x.n : y.n;
    if (!is_same_stretch (&x, &y, n))
      return false;
  }
  return true;
}

static void add_whole (answering *w, outcome_what what, const char *name,
                       uint32_t slot, const object *now) {
  outcome_part p = {.what = what,
                    .name = name,
                    .size = now ? now->size : 0,
                    .is_freed = !now};
  const object *then = space_find (w->from->before, slot);
  if (now)
    add_part (w, p, now, 0, then && then->size == now->size ? then : NULL, 0);
  else
    vec_push (w->m->mem, &w->to->parts, p);
}

/* An object of the call, and what became of it. */
static void compare_object (void *owner, object *then, object *now) {
  answering *w = owner;
  const char *name = driven_name (w->from, address_slot (then->address));
  const global *g = global_of (w->m, then);
  if (name ? w->m->version[VERSUS_OLD] != NULL : !g || !g->is_users)
    return;
  if (!now || !is_same_object (then, now))
    add_whole (w, name ? OUTCOME_ARGUMENT : OUTCOME_GLOBAL,
               name ? name : g->name, address_slot (then->address), now);
}

/* Of two versions one may write what the other leaves as it is, or as the
 * start of its program has made it.
 */
static void add_versions (answering *w, const state *s) {
  const machine *m = w->m;
  for (size_t i = 0; i < w->from->parameters.len; i++) {
    const parameter *p = w->from->parameters.data + i;
    add_whole (w, OUTCOME_ARGUMENT, p->name, p->slot,
               space_find (s->space, p->slot));
  }
  const space *start = m->version[s->versus.half]->space;
  for (size_t i = 0; i < m->kept_globals.len; i++) {
    const global *g = program_global (m->program, m->kept_globals.data[i]);
    uint32_t slot = address_slot (g->address);
    const object *o = g->is_before == (s->versus.half == VERSUS_OLD)
                          ? space_find (s->space, slot)
                          : NULL;
    if (o && is_same_object (space_find (start, slot), o))
      add_whole (w, OUTCOME_GLOBAL, g->name, slot, o);
  }
}

static int by_what (const void *a, const void *b) {
  const outcome_part *x = a, *y = b;
  if (x->what != y->what)
    return x->what < y->what ? -1 : 1;
  if (x->what == OUTCOME_CALL)
    return (x->rest > y->rest) - (x->rest < y->rest);
  return strcmp (x->name, y->name);
}

/* The term that is the word at this place, or TERM_NONE. */
static term word_at (const terms *ts, const outcome_part *p, uint32_t at) {
  term t = p->symbol[at].term;
  if (!t.id || t.id == SYMBYTE_UNSET.id || term_width (ts, t) != 64)
    return TERM_NONE;
  for (uint32_t i = 0; i < 8; i++)
    if (!term_eq (p->symbol[at + i].term, t) || p->symbol[at + i].k != i)
      return TERM_NONE;
  return t;
}

#define MOST_PLACES 64 /* that a pointer may lead to */

/* Addresses that a term may be, ascending; none: it is no pointer. */
static void list_places (called_builtin *c, term t, u64_vec *out) {
  touching w = {
      .m = c->m, .s = c->s, .addresses = out, .seen = {.mem = c->m->mem}};
  touch_term (&w, t);
  if (!w.leads)
    vec_clear (out);
  vec_unite (out, compare_u64);
  map_release (&w.seen);
  vec_release (c->m->mem, &w.todo, &w.objects);
}

static void set_word (const outcome_part *p, uint32_t at, uint64_t value) {
  memcpy ((uint8_t *) p->bytes + at, &value, 8);
  memset ((symbyte *) p->symbol + at, 0, 8 * sizeof *p->symbol);
}

/* It leads into a table: to one of a few rows. Whoever executes this again has
 * one value for it. False: the path stops here.
 */
static bool settle_row (called_builtin *c, const outcome_part *p, uint32_t at,
                        term t) {
  terms *ts = c->m->terms;
  chooser *asked = c->m->chooser;
  uint64_t value;
  for (int i = 0; i < MOST_PLACES; i++) {
    if (!asked->value (asked, c->s, t, false, "result", &value))
      return true;
    term is_it = term_equal (ts, t, term_bv (ts, 64, value));
    const term guard[] = {is_it, term_not (ts, is_it)};
    int k = machine_choose (c->m, c->s, CHOICE_OTHER, 2, guard);
    if (k == 0)
      set_word (p, at, value);
    if (k <= 0)
      return k == 0;
  }
  return true;
}

/* Of two versions, what is behind a pointer that depends on inputs is known
 * where each place that it may lead to is a path. False: the path stops here.
 */
static bool settle_pointer (called_builtin *c, const outcome_part *p,
                            uint32_t at) {
  terms *ts = c->m->terms;
  term t = word_at (ts, p, at), guard[MOST_PLACES + 1], none = TERM_TRUE;
  u64_vec spots = {0};
  int k = 0;
  if (t.id)
    list_places (c, t, &spots);
  bool is_asked = spots.len && spots.len <= MOST_PLACES;
  for (size_t i = 0; is_asked && i < spots.len; i++) {
    guard[i] = term_equal (ts, t, term_bv (ts, 64, spots.data[i]));
    none = term_and (ts, none, term_not (ts, guard[i]));
  }
  if (is_asked) {
    guard[spots.len] = none;
    k = machine_choose (c->m, c->s, CHOICE_OTHER, (uint32_t) spots.len + 1,
                        guard);
  }
  bool is_place = is_asked && k >= 0 && (size_t) k < spots.len;
  bool is_row = is_asked && k >= 0 && !is_place;
  if (is_place)
    set_word (p, at, spots.data[k]);
  vec_release (c->m->mem, &spots);
  return is_row ? settle_row (c, p, at, t) : k != CHOICE_STOP;
}

static bool settle_pointers (called_builtin *c, const struct driven *to) {
  for (size_t i = 0; i < to->parts.len; i++) {
    const outcome_part *p = to->parts.data + i;
    for (uint32_t at = 0; p->symbol && at + 8 <= p->n; at += 8)
      if (!settle_pointer (c, p, at))
        return false;
  }
  return true;
}

/* Bytes that an argument leads to; of no bytes, nowhere. */
static step resolve_argument (called_builtin *c, uint32_t i, uint64_t size,
                              access *out) {
  return size ? access_resolve (c->m, c->s, call_arg (c, i), size, ACCESS_READ,
                                out)
              : STEP_NEXT;
}

static void add_accessed (answering *w, outcome_part p, const access *a) {
  if (p.size)
    add_part (w, p, a->object, a->offset, NULL, 0);
  else
    vec_push (w->m->mem, &w->to->parts, p);
}

step builtin_leave (called_builtin *c) {
  access a = {0};
  uint64_t size = call_arg (c, 1).bits;
  struct driven *from = c->s->driven;
  outcome_part result = {.what = OUTCOME_RETURN, .name = "", .size = size};
  if (!from || !from->before)
    return STEP_NEXT;
  step st = resolve_argument (c, 0, size, &a);
  if (st != STEP_NEXT)
    return st;
  answering w = {c->m, driven_like (c->m, from), from, {.keeps = true}};
  for (size_t i = 0; i < from->parts.len; i++)
    vec_push (c->m->mem, &w.to->parts, from->parts.data[i]); /* calls */
  if (from->parts.len)
    w.to->base = driven_fork (from);
  add_accessed (&w, result, &a);
  bool is_of_two = c->m->version[VERSUS_OLD] != NULL;
  space_each_changed (is_of_two ? c->m->version[c->s->versus.half]->space
                                : from->before,
                      c->s->space, &w, compare_object);
  if (is_of_two)
    add_versions (&w, c->s);
  vec_sort (&w.to->parts, by_what);
  if (is_of_two && !settle_pointers (c, w.to)) {
    driven_free (c->m, w.to);
    return STEP_STOP;
  }
  c->s->driven = w.to;
  driven_free (c->m, from);
  touch_all (c->m, c->s, w.to);
  return STEP_NEXT;
}

/* Calls, of two versions. What is passed leads to objects, of which the one
 * that is called may see what they are then: each is a part of its own.
 */

typedef struct calling {
  answering to;
  const state *s;
  const char *name, *letters;
  u64_vec seen; /* addresses */
} calling;

/* Up to its end, if that is known, of a string. */
static uint64_t size_of_passed (const object *o, uint64_t at, bool is_string) {
  uint64_t n = o->size - at;
  for (uint64_t i = 0; i < n && is_string; i++) {
    stretch r = object_stretch (o, at + i, 1);
    if (!*r.bytes && (!r.overlay || !r.overlay->term.id))
      return i + 1;
  }
  return n;
}

/* What this word leads to, if there is something and the program may know it:
 * the k-th that is passed, from 1 on, or 0. False: it is too much to tell.
 */
static bool add_passed (calling *w, const outcome_part *from, uint64_t at,
                        size_t k) {
  machine *m = w->to.m;
  struct builtins *b = m->builtins;
  uint64_t address;
  outcome_pointer to;
  const object *o;
  bool is_known = false;
  memcpy (&address, from->bytes + at, 8);
  term t = from->symbol ? word_at (m->terms, from, (uint32_t) at) : TERM_NONE;
  if (t.id && has_object (m->terms, t, 0))
    return false;
  if (!address_slot (address) || !driven_point (m, w->s, address, &to, &o) ||
      !o || (global_of (m, o) && !global_of (m, o)->is_users))
    return true;
  for (size_t i = 0; i < w->seen.len && !k; i++)
    is_known |= w->seen.data[i] == address;
  if (is_known)
    return true;
  vec_push (m->mem, &w->seen, address);
  outcome_part p = {.what = OUTCOME_CALL,
                    .name = arena_printf (&b->data, "*%zu%s", k, w->name),
                    .rest = w->to.to->parts.len + 1};
  uint64_t start = address - o->address;
  p.size = size_of_passed (o, start, k && w->letters[k - 1] == 's');
  if (p.size > DRIVEN_MOST || w->seen.len > MOST_OBJECTS)
    return false;
  add_part (&w->to, p, o, start, NULL, 0);
  return true;
}

/* The parts from this one on lead to others. */
static bool add_all_passed (calling *w, size_t first) {
  for (size_t i = first; i < w->to.to->parts.len; i++)
    for (uint64_t at = 0; at + 8 <= w->to.to->parts.data[i].n; at += 8) {
      outcome_part p = w->to.to->parts.data[i];
      bool is_passed = i == first;
      if ((!is_passed || w->letters[at / 8] != '-') &&
          !add_passed (w, &p, at, is_passed ? at / 8 + 1 : 0))
        return false;
    }
  return true;
}

step builtin_passed (called_builtin *c) {
  access a = {0};
  const char *name = call_text (c, 0), *letters = call_text (c, 3);
  uint64_t size = call_arg (c, 2).bits;
  if (!name || !letters)
    return STEP_STOP;
  step st = resolve_argument (c, 1, size, &a);
  if (st != STEP_NEXT)
    return st;
  calling w = {.to = {c->m, driven_grown (c->m, c->s), NULL, {.keeps = true}},
               .s = c->s,
               .name = name,
               .letters = letters};
  size_t first = w.to.to->parts.len;
  outcome_part p = {
      .what = OUTCOME_CALL, .name = name, .size = size, .rest = first + 1};
  add_accessed (&w.to, p, &a);
  if (!add_all_passed (&w, first))
    machine_warn (c->m, c->s, cause_of (WHY_PARTLY_COMPARED));
  vec_release (c->m->mem, &w.seen);
  return STEP_NEXT;
}

/* Files, at the end. A name that depends on inputs is in front of the content.
 */

static void add_with_name (answering *w, outcome_part p, const access *name,
                           uint32_t head, const access *rest) {
  terms *ts = w->m->terms;
  uint32_t n = p.size < DRIVEN_MOST ? (uint32_t) p.size : DRIVEN_MOST;
  answered *b = add_block (w, head + 1 + n, false);
  uint8_t *bytes = (uint8_t *) b->part.bytes;
  symbyte *symbol = (symbyte *) b->part.symbol;
  driven_read (ts, name->object, name->offset, head, bytes, symbol,
               &p.is_unsure);
  bytes[head] = 0;
  symbol[head] = (symbyte) {0};
  if (n)
    read_bytes (ts, &w->reading, rest->object, rest->offset, n,
                bytes + head + 1, symbol + head + 1, &p.is_unsure);
  p.name = "";
  p.size += head + 1;
  p.n = head + 1 + n;
  p.bytes = bytes;
  p.symbol = symbol;
  vec_push (w->m->mem, &w->to->parts, p);
}

/* Path, content and what that was; their sizes, -1 for what is not there. */
static void add_left_file (called_builtin *c, const access a[3],
                           const uint64_t size[3], unset_terms *clean) {
  answering w = {c->m, driven_grown (c->m, c->s), NULL, {.clean = clean}};
  uint8_t bytes[FILE_PATH_MAX];
  symbyte symbols[FILE_PATH_MAX];
  bool was_there = size[2] == size[1] && size[2], is_gone = size[1] + 1 == 0;
  outcome_part p = {
      .what = OUTCOME_FILE, .is_freed = is_gone, .size = is_gone ? 0 : size[1]};
  if (driven_read (c->m->terms, a[0].object, a[0].offset, (uint32_t) size[0],
                   bytes, symbols, &p.is_unsure)) {
    add_with_name (&w, p, a, (uint32_t) size[0], a + 1);
    return;
  }
  p.name = machine_text (c->m, (const char *) bytes, size[0]);
  if (p.size)
    add_part (&w, p, a[1].object, a[1].offset, was_there ? a[2].object : NULL,
              a[2].offset);
  else if (size[2] || p.is_freed) /* it was not empty */
    vec_push (c->m->mem, &w.to->parts, p);
}

/* Bytes that may have no value, as one term; TERM_NONE: there are none. */
static term unsure_bytes (machine *m, const access *a, uint64_t n) {
  terms *ts = m->terms;
  term all = TERM_NONE;
  if ((int64_t) n <= 0 || object_is_concrete (a->object, a->offset, n))
    return all;
  for (uint64_t i = 0; i < n && i < DRIVEN_MOST; i++) {
    word b;
    if (access_byte (m, a, i, &b) && b.term.id && term_has_unset (ts, b.term) &&
        !is_bare_unset (ts, b.term))
      all = all.id ? term_concat (ts, b.term, all) : b.term;
  }
  return all;
}

step builtin_file (called_builtin *c) {
  access a[3] = {{0}};
  uint64_t size[3];
  for (uint32_t i = 0; i < 3; i++) {
    if (!call_number (c, 2 * i + 1, "the size of a file", size + i))
      return STEP_STOP;
    step st = (int64_t) size[i] <= 0
                  ? STEP_NEXT
                  : access_resolve (c->m, c->s, call_arg (c, 2 * i), size[i],
                                    ACCESS_READ, a + i);
    if (st != STEP_NEXT)
      return st;
  }
  assert (size[0] && size[0] <= FILE_PATH_MAX); /* runtime/system/left.c */
  term unsure = unsure_bytes (c->m, a + 1, size[1]);
  int is_set = !unsure.id ? 1
                          : machine_check (c->m, c->s,
                                           unset_is_set (c->m->unset, unsure));
  if (is_set == CHOICE_STOP)
    return STEP_STOP;
  add_left_file (c, a, size, is_set ? c->m->unset : NULL);
  struct driven *d = c->s->driven;
  vec_sort (&d->parts, by_what);
  return STEP_NEXT;
}

uint32_t driven_parts (const struct driven *a, const outcome_part **out) {
  *out = a ? a->parts.data : NULL;
  return a ? (uint32_t) a->parts.len : 0;
}

/* Digests. */

static hash128 add_text (const hash_key *k, hash128 h, const char *text) {
  return keyed_mix (k, h, keyed_bytes (k, text, strlen (text)));
}

static hash128 add_bytes (const naming *n, hash128 h, const uint8_t *bytes,
                          const symbyte *symbol, uint32_t size) {
  assert (bytes || !symbol);
  const hash_key *k = &n->terms->key;
  h = keyed_mix (k, h, keyed_bytes (k, bytes, bytes ? size : 0));
  for (uint32_t i = 0; symbol && i < size; i++) {
    symbyte b = symbol[i];
    bool is_term = b.term.id && b.term.id != SYMBYTE_UNSET.id;
    h = keyed_mix (k, h,
                   keyed_of (k, b.term.id ? 1 + (uint64_t) is_term : 0,
                             is_term ? b.k : 0));
    if (is_term)
      h = keyed_mix (k, h, term_digest (n->terms, b.term));
  }
  return h;
}

static hash128 digest_part (const naming *n, hash128 h, const outcome_part *p) {
  const hash_key *k = &n->terms->key;
  h = keyed_mix (k, h, keyed_of (k, p->what * 2u + p->is_freed, p->size));
  h = add_text (k, h, p->name);
  h = add_bytes (n, h, p->bytes, p->symbol, p->n);
  return add_bytes (n, h, p->was, p->was_symbol, p->n);
}

hash128 driven_digest (struct driven *a, const naming *n) {
  const hash_key *k = &n->terms->key;
  if (!a || a->has_digest)
    return a ? a->digest : (hash128) {0};
  hash128 h = keyed_of (k, a->parameters.len, a->parts.len);
  for (size_t i = 0; i < a->parameters.len; i++) {
    h = add_text (k, h, a->parameters.data[i].name);
    h = keyed_mix (k, h, keyed_of (k, a->parameters.data[i].slot, 33));
  }
  for (size_t i = 0; i < a->choices.len; i++)
    h = keyed_mix (k, h, term_digest (n->terms, a->choices.data[i]));
  if (a->before)
    h = keyed_mix (k, h, space_digest (a->before, n));
  for (size_t i = 0; i < a->parts.len; i++)
    h = digest_part (n, h, a->parts.data + i);
  a->has_digest = true;
  return a->digest = h;
}
