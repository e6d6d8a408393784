#include "machine/driven.h"

#include <string.h>

#define MOST_BYTES (UINT32_C (1) << 16) /* of a part */
#define MOST_OBJECTS 64                 /* that pointers lead to */

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
  VEC (outcome_part) parts; /* after the return, with data in 'blocks' */
  answered *blocks;
  bool is_partial;
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
  if (!a || --a->refs)
    return;
  while (a->blocks) {
    answered *b = a->blocks;
    a->blocks = b->next;
    memory_free (m->mem, b, b->bytes);
  }
  space_free (a->before);
  vec_release (m->mem, &a->parameters);
  vec_release (m->mem, &a->parts);
  memory_free (m->mem, a, sizeof *a);
}

/* One that nobody else has, with the same parameters. */
static struct driven *driven_own (machine *m, state *s) {
  struct driven *old = s->driven;
  if (old && old->refs == 1 && !old->before && !old->parts.len) {
    old->has_digest = false;
    return old;
  }
  struct driven *a = memory_zalloc (m->mem, sizeof *a);
  a->refs = 1;
  for (size_t i = 0; old && i < old->parameters.len; i++)
    vec_push (m->mem, &a->parameters, old->parameters.data[i]);
  driven_free (m, old);
  return s->driven = a;
}

step builtin_argument (called_builtin *c) {
  char_vec text = {0};
  word at = call_arg (c, 0);
  if (!word_is_concrete (at) || !at.bits)
    return STEP_NEXT;
  if (!call_text (c, 2, &text))
    return STEP_STOP;
  parameter p = {address_slot (at.bits), call_keep_text (c, &text)};
  vec_push (c->m->mem, &driven_own (c->m, c->s)->parameters, p);
  vec_release (c->m->mem, &text);
  return STEP_NEXT;
}

step builtin_enter (called_builtin *c) {
  struct driven *a = driven_own (c->m, c->s);
  a->before = space_fork (c->s->space);
  return STEP_NEXT;
}

/* Pointers. */

static const char *parameter_name (const struct driven *a, uint32_t slot) {
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
  const char *name = parameter_name (a, address_slot (o->address));
  const global *g = global_of (m, o);
  if (name) {
    p->kind = POINTEE_ARGUMENT;
    p->name = name;
  } else if (g && !g->is_anonymous && !g->is_constant) {
    p->kind = POINTEE_GLOBAL;
    p->name = g->name;
  } else if (g || o->kind == OBJECT_HEAP) {
    p->kind = POINTEE_PART;
  }
}

bool driven_point (machine *m, const state *s, const struct driven *a,
                   uint64_t address, outcome_pointer *p, const object **out) {
  uint32_t slot = address_slot (address), f;
  *out = NULL;
  p->kind = POINTEE_OTHER;
  p->name = "";
  if (!slot || slot >= ADDRESS_SLOTS)
    return false;
  const object *o = space_find (s->space, slot);
  if (o && address - o->address <= o->size) {
    p->offset = (int64_t) (address - o->address);
    point_into (m, a, o, p);
    *out = o;
    return true;
  }
  f = machine_function_at (m, address);
  if (f != UINT32_MAX && address == address_of_slot (slot)) {
    p->kind = POINTEE_FUNCTION;
    p->name = m->prepared[f].function->name;
    return true;
  }
  p->kind = POINTEE_GONE;
  return slot >= ADDRESS_FIRST_FREE &&
         space_at (s->space, address) == SLOT_FREED;
}

/* Parts. */

typedef struct answering {
  machine *m;
  state *s;
  struct driven *to, *from; /* what comes, and what was there at the call */
  char_vec bytes;           /* work space for one part ... */
  VEC (symbyte) symbols;
  bool has_symbols;
  VEC (outcome_pointer) pointers;
  VEC (const object *) objects; /* in the order of POINTEE_PART */
} answering;

static symbyte seen (const terms *ts, symbyte b) {
  if (b.term.id && b.term.id != SYMBYTE_UNSET.id && term_has_unset (ts, b.term))
    b.term = SYMBYTE_UNSET;
  return b;
}

static void read_bytes (answering *w, const object *o, uint64_t at,
                        uint64_t n) {
  vec_clear (&w->bytes);
  vec_clear (&w->symbols);
  w->has_symbols = false;
  stretch r;
  for (uint64_t i = 0; i < n; i += r.n) {
    r = object_stretch (o, at + i, n - i);
    text_add (w->m->mem, &w->bytes, (const char *) r.bytes, r.n);
    for (uint64_t k = 0; k < r.n; k++) {
      symbyte b = r.overlay ? seen (w->m->terms, r.overlay[k]) : (symbyte) {0};
      w->has_symbols |= b.term.id != 0;
      vec_push (w->m->mem, &w->symbols, b);
      if (b.term.id)
        w->bytes.data[i + k] = 0;
    }
  }
}

/* The index among objects without a name; UINT32_MAX: they are too many. */
static uint32_t object_index (answering *w, const object *o) {
  for (uint32_t i = 0; i < w->objects.len; i++)
    if (w->objects.data[i] == o)
      return i;
  if (w->objects.len >= MOST_OBJECTS)
    return UINT32_MAX;
  vec_push (w->m->mem, &w->objects, o);
  return (uint32_t) w->objects.len - 1;
}

static bool has_symbol (const answering *w, size_t at) {
  for (size_t i = at; w->has_symbols && i < at + 8; i++)
    if (w->symbols.data[i].term.id)
      return true;
  return false;
}

static void find_pointers (answering *w) {
  vec_clear (&w->pointers);
  for (size_t i = 0; i + 8 <= w->bytes.len; i += 8) {
    outcome_pointer p = {.at = i};
    const object *o;
    uint64_t address;
    memcpy (&address, w->bytes.data + i, 8);
    if (!address_slot (address) || has_symbol (w, i) ||
        !driven_point (w->m, w->s, w->from, address, &p, &o))
      continue;
    if (p.kind == POINTEE_PART)
      p.part = object_index (w, o);
    if (p.kind == POINTEE_PART && p.part == UINT32_MAX) {
      p = (outcome_pointer) {.at = i, .kind = POINTEE_OTHER, .name = ""};
      w->to->is_partial = true;
    }
    memset (w->bytes.data + i, 0, 8);
    vec_push (w->m->mem, &w->pointers, p);
  }
}

static void *put (char **at, const void *from, size_t n) {
  char *to = *at;
  if (n)
    memcpy (to, from, n);
  *at += (n + 7) & ~(size_t) 7;
  return to;
}

/* What was read, as a part of the answer. */
static void add_part (answering *w, outcome_what what, const char *name,
                      uint64_t size, bool is_freed) {
  memory *mem = w->m->mem;
  size_t n_symbols = w->has_symbols ? w->symbols.len : 0;
  size_t bytes = sizeof (answered) + ((w->bytes.len + 7) & ~(size_t) 7) +
                 n_symbols * sizeof (symbyte) +
                 w->pointers.len * sizeof (outcome_pointer);
  answered *b = memory_alloc (mem, bytes);
  char *at = (char *) (b + 1);
  *b = (answered) {.next = w->to->blocks, .bytes = bytes};
  w->to->blocks = b;
  outcome_part p = {.what = (uint8_t) what,
                    .is_freed = is_freed,
                    .name = name,
                    .size = size,
                    .n = (uint32_t) w->bytes.len,
                    .n_pointers = (uint32_t) w->pointers.len};
  p.pointer = put (&at, w->pointers.data, w->pointers.len * sizeof *p.pointer);
  p.bytes = put (&at, w->bytes.data, w->bytes.len);
  if (n_symbols)
    p.symbol = put (&at, w->symbols.data, n_symbols * sizeof (symbyte));
  assert (at == (char *) b + bytes);
  vec_push (mem, &w->to->parts, p);
}

static void add_object (answering *w, outcome_what what, const char *name,
                        const object *o) {
  uint64_t n = o->size < MOST_BYTES ? o->size : MOST_BYTES;
  machine_touch (w->m, o); /* what it says from the start counts */
  w->to->is_partial |= n < o->size;
  read_bytes (w, o, 0, n);
  find_pointers (w);
  add_part (w, what, name, o->size, false);
}

static void add_freed (answering *w, const char *name) {
  vec_clear (&w->bytes);
  vec_clear (&w->pointers);
  w->has_symbols = false;
  add_part (w, OUTCOME_ARGUMENT, name, 0, true);
}

static bool is_same_stretch (const stretch *a, const stretch *b, uint64_t n) {
  if (memcmp (a->bytes, b->bytes, n) != 0 && !a->overlay && !b->overlay)
    return false;
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

/* An object of the call, and what became of it. */
static void compare_object (void *owner, object *then, object *now) {
  answering *w = owner;
  const char *name = parameter_name (w->from, address_slot (then->address));
  const global *g = global_of (w->m, then);
  if (!name && (!g || !g->is_users))
    return;
  if (!now)
    add_freed (w, name ? name : g->name);
  else if (!is_same_object (then, now))
    add_object (w, name ? OUTCOME_ARGUMENT : OUTCOME_GLOBAL,
                name ? name : g->name, now);
}

static int by_what (const void *a, const void *b) {
  const outcome_part *x = a, *y = b;
  if (x->what != y->what)
    return x->what < y->what ? -1 : 1;
  return strcmp (x->name, y->name);
}

static void add_objects (answering *w) {
  for (size_t i = 0; i < w->objects.len; i++) {
    const object *o = w->objects.data[i];
    const global *g = global_of (w->m, o);
    add_object (w, OUTCOME_OBJECT, g && !g->is_anonymous ? g->name : "", o);
  }
}

/* Objects come last, so their indices are known then. */
static void number_objects (answering *w, size_t first) {
  for (size_t i = 0; i < w->to->parts.len; i++) {
    outcome_part *p = w->to->parts.data + i;
    outcome_pointer *pointer = (outcome_pointer *) p->pointer; /* our block */
    for (uint32_t k = 0; k < p->n_pointers; k++)
      if (pointer[k].kind == POINTEE_PART)
        pointer[k].part += (uint32_t) first;
  }
}

step builtin_leave (called_builtin *c) {
  access a;
  uint64_t size = call_arg (c, 1).bits;
  struct driven *from = c->s->driven;
  if (!from || !from->before)
    return STEP_NEXT;
  step st =
      size ? access_resolve (c->m, c->s, call_arg (c, 0), size, ACCESS_READ, &a)
           : STEP_NEXT;
  if (st != STEP_NEXT)
    return st;
  answering w = {.m = c->m, .s = c->s, .from = from};
  w.to = memory_zalloc (c->m->mem, sizeof *w.to);
  w.to->refs = 1;
  for (size_t i = 0; i < from->parameters.len; i++)
    vec_push (c->m->mem, &w.to->parameters, from->parameters.data[i]);
  if (size)
    read_bytes (&w, a.object, a.offset, size);
  find_pointers (&w);
  add_part (&w, OUTCOME_RETURN, "", size, false);
  space_each_changed (from->before, c->s->space, &w, compare_object);
  qsort (w.to->parts.data, w.to->parts.len, sizeof (outcome_part), by_what);
  size_t first = w.to->parts.len;
  add_objects (&w);
  number_objects (&w, first);
  c->s->driven = w.to;
  driven_free (c->m, from);
  vec_release (c->m->mem, &w.bytes);
  vec_release (c->m->mem, &w.symbols);
  vec_release (c->m->mem, &w.pointers);
  vec_release (c->m->mem, &w.objects);
  return STEP_NEXT;
}

uint32_t driven_parts (const struct driven *a, const outcome_part **out) {
  *out = a ? a->parts.data : NULL;
  return a ? (uint32_t) a->parts.len : 0;
}

bool driven_is_partial (const struct driven *a) { return a && a->is_partial; }

/* Digests. */

static hash128 add_text (const hash_key *k, hash128 h, const char *text) {
  return keyed_mix (k, h, keyed_bytes (k, text, strlen (text)));
}

static hash128 digest_part (const naming *n, hash128 h, const outcome_part *p) {
  const hash_key *k = &n->terms->key;
  h = keyed_mix (k, h, keyed_of (k, p->what * 2u + p->is_freed, p->size));
  h = add_text (k, h, p->name);
  h = keyed_mix (k, h, keyed_bytes (k, p->bytes, p->n));
  for (uint32_t i = 0; p->symbol && i < p->n; i++) {
    symbyte b = p->symbol[i];
    bool is_term = b.term.id && b.term.id != SYMBYTE_UNSET.id;
    h = keyed_mix (k, h,
                   keyed_of (k, b.term.id ? 1 + (uint64_t) is_term : 0,
                             is_term ? b.k : 0));
    if (is_term)
      h = keyed_mix (k, h, term_digest (n->terms, b.term));
  }
  for (uint32_t i = 0; i < p->n_pointers; i++) {
    const outcome_pointer *x = p->pointer + i;
    h = add_text (k, h, x->name);
    h = keyed_mix (k, h, keyed_of (k, x->at, (uint64_t) x->offset));
    h = keyed_mix (k, h, keyed_of (k, x->kind, x->part));
  }
  return h;
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
  if (a->before)
    h = keyed_mix (k, h, space_digest (a->before, n));
  for (size_t i = 0; i < a->parts.len; i++)
    h = digest_part (n, h, a->parts.data + i);
  a->has_digest = true;
  return a->digest = h;
}
