#include "machine/outcome.h"

#include "machine/driven.h"
#include "machine/hidden.h"
#include "machine/versus.h"
#include "term/unset.h"

#include <ctype.h>

#define MOST_KEPT 4096u  /* bytes of a part that has values */
#define MOST_OBJECTS 64u /* that pointers lead to */

const char *outcome_what_name (outcome_what w) {
  static const char *const name[] = {
#define OUTCOME(NAME, text) text,
#include "machine/outcomes.def"
  };
  assert (w < OUTCOME_COUNT);
  return name[w];
}

const outcome_part *outcome_find (const outcome *o, outcome_what what,
                                  const char *name) {
  assert (what < OUTCOME_COUNT && name);
  for (uint32_t i = 0; i < o->n; i++)
    if (o->part[i].what == what && (!*name || !strcmp (o->part[i].name, name)))
      return o->part + i;
  return NULL;
}

const outcome_part *outcome_counterpart (const outcome *o,
                                         const outcome_part *p,
                                         const outcome *other) {
  uint32_t k = 0;
  if (p->what != OUTCOME_CALL)
    return outcome_find (other, (outcome_what) p->what, p->name);
  for (uint32_t i = 0; o->part + i < p; i++)
    k += o->part[i].what == OUTCOME_CALL;
  for (uint32_t i = 0; i < other->n; i++)
    if (other->part[i].what == OUTCOME_CALL && !k--)
      return (*other->part[i].name == '*') == (*p->name == '*')
                 ? other->part + i
                 : NULL;
  return NULL;
}

const outcome_part *outcome_pointee (const outcome *o,
                                     const outcome_pointer *p) {
  uint32_t k = p->part;
  for (uint32_t i = 0; p->kind == POINTEE_PART && i < o->n; i++)
    if (o->part[i].what == OUTCOME_OBJECT && !k--)
      return o->part + i;
  return NULL;
}

/* Values. */

typedef struct evaluation {
  terms *terms;
  void *owner;
  output_value value; /* NULL: terms stay */
  term last;          /* term whose value is known */
  uint64_t bits;
} evaluation;

static uint8_t byte_of (evaluation *w, symbyte b) {
  unsigned width = term_width (w->terms, b.term);
  assert (w->value && 8u * b.k < width);
  if (width > 64)
    return (uint8_t) w->value (
        w->owner, term_extract (w->terms, 8 * b.k + 7, 8 * b.k, b.term));
  if (!term_eq (b.term, w->last)) {
    w->last = b.term;
    w->bits = w->value (w->owner, b.term);
  }
  return (uint8_t) (w->bits >> 8 * b.k);
}

static bool is_term (symbyte b) {
  return b.term.id && b.term.id != SYMBYTE_UNSET.id;
}

/* The bytes, with values in place of terms; gives the symbols that are left, or
 * NULL.
 */
static const symbyte *evaluate (evaluation *w, uint32_t n, uint8_t *bytes,
                                const symbyte *symbol, arena *to) {
  symbyte *left = NULL;
  if (!symbol || !w->value)
    return symbol;
  for (uint32_t i = 0; i < n; i++) {
    if (is_term (symbol[i]))
      bytes[i] = byte_of (w, symbol[i]);
    else if (symbol[i].term.id && !left)
      left = memset (arena_alloc (to, n * sizeof *left), 0, n * sizeof *left);
    if (symbol[i].term.id && !is_term (symbol[i]))
      left[i].term = SYMBYTE_UNSET;
  }
  return left;
}

/* Capturing. */

typedef struct capture {
  machine *m;
  const state *s;
  evaluation values;
  arena *to;
  VEC (outcome_part) parts;
  VEC (const object *) objects; /* in the order of POINTEE_PART */
  VEC (outcome_pointer) pointers;
  bool is_partial;
} capture;

/* The index among the objects; UINT32_MAX: they are too many. */
static uint32_t object_index (capture *c, const object *o) {
  assert (o && c->objects.len <= MOST_OBJECTS);
  for (uint32_t i = 0; i < c->objects.len; i++)
    if (c->objects.data[i] == o)
      return i;
  if (c->objects.len >= MOST_OBJECTS)
    return UINT32_MAX;
  vec_push (c->m->mem, &c->objects, o);
  return (uint32_t) c->objects.len - 1;
}

static bool is_all_known (const symbyte *symbol, uint32_t at) {
  for (uint32_t i = at; symbol && i < at + 8; i++)
    if (symbol[i].term.id)
      return false;
  return true;
}

static void capture_pointer (capture *c, uint8_t *bytes, uint32_t at,
                             bool is_of_call) {
  outcome_pointer p = {.at = at};
  const object *o;
  uint64_t address;
  memcpy (&address, bytes + at, 8);
  if (!address_slot (address) || !driven_point (c->m, c->s, address, &p, &o))
    return;
  if (is_of_call && p.kind > POINTEE_FUNCTION) /* a part says what it led to */
    p = (outcome_pointer) {.at = at, .kind = POINTEE_OTHER, .name = ""};
  if (p.kind == POINTEE_PART)
    p.part = object_index (c, o);
  if (p.kind == POINTEE_PART && p.part == UINT32_MAX) {
    p = (outcome_pointer) {.at = at, .kind = POINTEE_OTHER, .name = ""};
    c->is_partial = true;
  }
  memset (bytes + at, 0, 8);
  vec_push (c->m->mem, &c->pointers, p);
}

/* Bytes that have no value of their own. */
static void hide (capture *c, uint8_t *bytes, outcome_part *p, uint32_t at,
                  uint8_t what, uint32_t n, symbyte **own) {
  outcome_pointer x = {.at = at, .kind = what, .name = "", .offset = n};
  if (!*own) {
    *own = arena_alloc (c->to, p->n * sizeof **own);
    memset (*own, 0, p->n * sizeof **own);
    if (p->symbol)
      memcpy (*own, p->symbol, p->n * sizeof **own);
    p->symbol = *own;
  }
  for (uint32_t i = at; i < at + n; i++)
    (*own)[i].term = SYMBYTE_UNSET;
  memset (bytes + at, 0, n);
  vec_push (c->m->mem, &c->pointers, x);
}

/* By increasing place. */
static void capture_pointers (capture *c, uint8_t *bytes, outcome_part *p) {
  bool has_pointers = p->what <= OUTCOME_OBJECT;
  symbyte *own = NULL;
  vec_clear (&c->pointers);
  for (uint32_t i = 0, n; i < p->n; i += n) {
    bool is_word = i % 8 == 0 && i + 8 <= p->n && has_pointers;
    uint8_t what = POINTEE_JUMP;
    n = is_word ? hidden_jump (p, i) : 0;
    if (!n && isxdigit (bytes[i]) && (n = hidden_text (c->m, c->s, p, i)))
      what = POINTEE_TEXT;
    if (n)
      hide (c, bytes, p, i, what, n, &own);
    else if (is_word && is_all_known (p->symbol, i))
      capture_pointer (c, bytes, i, p->what == OUTCOME_CALL);
    n = n ? n : 1;
  }
  p->n_pointers = (uint32_t) c->pointers.len;
  p->pointer = arena_copy (c->to, c->pointers.data,
                           c->pointers.len * sizeof *c->pointers.data);
}

/* Of a file whose name depended on inputs: see driven.h. */
static void take_name (outcome_part *p) {
  if (p->what != OUTCOME_FILE || *p->name)
    return;
  p->name = (const char *) p->bytes;
  uint32_t len = (uint32_t) strlen (p->name) + 1;
  assert (len <= p->n && !p->was);
  p->bytes += len;
  p->symbol = p->symbol ? p->symbol + len : NULL;
  p->size -= len;
  p->n -= len;
}

/* What is too much to be kept is known by its hash. */
static void cut_short (outcome_part *p) {
  if (p->n <= MOST_KEPT)
    return;
  p->rest = hash_bytes (p->bytes + MOST_KEPT, p->n - MOST_KEPT).lo | 1;
  p->n = MOST_KEPT;
  while (p->n_pointers && p->pointer[p->n_pointers - 1].at > p->n - 8)
    p->n_pointers--;
}

static bool is_as_it_was (capture *c, const outcome_part *p) {
  if (!p->was || !c->values.value)
    return false;
  uint8_t *was = arena_copy (c->to, p->was, p->n);
  const symbyte *left = evaluate (&c->values, p->n, was, p->was_symbol, c->to);
  for (uint32_t i = 0; i < p->n; i++) {
    bool is_known = outcome_is_known (p, i);
    if (is_known != (!left || !left[i].term.id) ||
        (is_known && was[i] != p->bytes[i]))
      return false;
  }
  return true;
}

/* Does a byte have a value for these values, though it has none for others? */
static bool is_set_now (capture *c, term t) {
  terms *ts = c->m->terms;
  term bit = term_ite (ts, unset_is_set (c->m->unset, t), term_bv (ts, 8, 1),
                       term_bv (ts, 8, 0));
  return c->values.value && c->values.value (c->values.owner, bit);
}

static const symbyte *without_unset (capture *c, const outcome_part *p) {
  symbyte *symbol = arena_copy (c->to, p->symbol, p->n * sizeof *symbol);
  for (uint32_t i = 0; i < p->n; i++)
    if (is_term (symbol[i]) && term_has_unset (c->m->terms, symbol[i].term) &&
        !is_set_now (c, symbol[i].term))
      symbol[i].term = SYMBYTE_UNSET;
  return symbol;
}

/* 'p' has symbols and addresses. */
static void capture_part (capture *c, outcome_part p) {
  if (p.is_unsure && p.symbol && !c->m->version[VERSUS_OLD])
    p.symbol = without_unset (c, &p);
  uint8_t *bytes = arena_copy (c->to, p.bytes, p.n);
  p.symbol = evaluate (&c->values, p.n, bytes, p.symbol, c->to);
  p.bytes = bytes;
  c->is_partial |= p.n < p.size;
  if (is_as_it_was (c, &p))
    return;
  if (c->values.value)
    p.was = NULL, p.was_symbol = NULL;
  if (c->values.value)
    take_name (&p);
  if (p.what != OUTCOME_END && (p.what != OUTCOME_FILE || *p.name))
    capture_pointers (c, (uint8_t *) p.bytes, &p);
  if (c->values.value)
    cut_short (&p);
  vec_push (c->m->mem, &c->parts, p);
}

/* Of symbolic size: as large as it is for the values. */
static uint64_t captured_size (capture *c, const object *o) {
  if (!o->size_term.id || !c->values.value)
    return o->size;
  uint64_t size = c->values.value (c->values.owner, o->size_term);
  return size < o->size ? size : o->size;
}

static void capture_object (capture *c, const object *o) {
  uint64_t size = captured_size (c, o);
  bool is_global = o->kind == OBJECT_GLOBAL && o->function == UINT32_MAX;
  const global *g = is_global && c->m->program
                        ? program_global (c->m->program, o->insn)
                        : NULL;
  outcome_part p = {.what = OUTCOME_OBJECT,
                    .name = g && !g->is_anonymous ? g->name : "",
                    .size = size,
                    .n = size < DRIVEN_MOST ? (uint32_t) size : DRIVEN_MOST};
  uint8_t *bytes = arena_alloc (c->to, p.n);
  symbyte *symbol = arena_alloc (c->to, p.n * sizeof *symbol);
  bool has_symbols =
      driven_read_all (c->m->terms, o, p.n, bytes, symbol, &p.is_unsure);
  p.symbol = has_symbols ? symbol : NULL;
  p.bytes = bytes;
  capture_part (c, p);
}

/* These bytes of what was gathered. */
static void capture_text (capture *c, const char *name, size_t at, size_t n,
                          const char_vec *bytes, const symbyte_vec *symbols) {
  const symbyte *own = symbols->data + at;
  bool has_symbols = false;
  for (size_t i = 0; i < n && !has_symbols; i++)
    has_symbols = own[i].term.id;
  if (has_symbols && !c->values.value) /* they are gone soon */
    own = arena_copy (c->to, own, n * sizeof *own);
  if (n)
    capture_part (c,
                  (outcome_part) {.what = OUTCOME_OUTPUT,
                                  .name = name,
                                  .size = n,
                                  .n = (uint32_t) n,
                                  .bytes = (const uint8_t *) bytes->data + at,
                                  .symbol = has_symbols ? own : NULL});
}

static void capture_output (capture *c, int descriptor) {
  char_vec bytes = {0};
  symbyte_vec symbols = {0};
  uint64_t lost = descriptor == 1 ? c->s->versus.lost : 0;
  output_gather (c->m, c->s, descriptor, &bytes, &symbols);
  assert (bytes.len == symbols.len && bytes.len <= UINT32_MAX);
  lost = lost < bytes.len ? lost : bytes.len;
  capture_text (c, descriptor == 1 ? "stdout" : "stderr", 0, bytes.len - lost,
                &bytes, &symbols);
  capture_text (c, "a buffer that is lost", bytes.len - lost, lost, &bytes,
                &symbols);
  vec_release (c->m->mem, &bytes, &symbols);
}

/* Of an exit status, who waits sees eight bits. */
static void capture_end (capture *c) {
  const ending *e = &c->s->end;
  outcome_part p = {.what = OUTCOME_END, .name = "cut"};
  uint32_t shown = (uint32_t) e->status & 0xff;
  symbyte symbol[4] = {{e->code, 0}};
  if (e->kind == END_FAULT)
    p.name = fault_name (e->fault);
  if (e->kind == END_FAULT && e->fault == FAULT_KILLED && e->detail) {
    p.bytes = (const uint8_t *) e->detail->cause.text[0]; /* "SIGTERM" */
    p.size = p.n = (uint32_t) strlen (e->detail->cause.text[0]);
  }
  if (e->kind == END_EXIT) {
    p.name = "exit";
    p.size = p.n = 4;
    p.bytes = (const uint8_t *) &shown;
  }
  if (e->kind == END_EXIT && e->code.id &&
      !term_is_const (c->m->terms, e->code)) {
    assert (term_width (c->m->terms, e->code) == 32); /* machine_exit */
    shown = 0;
    p.symbol = arena_copy (c->to, symbol, sizeof symbol);
  }
  capture_part (c, p);
}

static int by_name (const void *a, const void *b) {
  const outcome_part *x = a, *y = b;
  return strcmp (x->name, y->name);
}

/* Names that depend on inputs are known only now. */
static void sort_files (outcome_part *part, uint32_t n) {
  uint32_t first = 0, end;
  while (first < n && part[first].what != OUTCOME_FILE)
    first++;
  for (end = first; end < n && part[end].what == OUTCOME_FILE;)
    end++;
  qsort (part + first, end - first, sizeof *part, by_name);
}

void outcome_capture (machine *m, const state *s, void *owner,
                      output_value value, arena *to, outcome *out) {
  capture c = {.m = m,
               .s = s,
               .values = {m->terms, owner, value, TERM_NONE, 0},
               .to = to};
  const outcome_part *raw;
  uint32_t n = driven_parts (s->driven, &raw);
  uint32_t first = 0; /* file */
  bool is_whole = s->end.kind == END_EXIT;
  for (; first < n && raw[first].what < OUTCOME_FILE; first++)
    if (is_whole || raw[first].what == OUTCOME_CALL)
      capture_part (&c, raw[first]);
  n = is_whole ? n : 0;
  for (size_t i = 0; i < c.objects.len; i++) /* they grow */
    capture_object (&c, c.objects.data[i]);
  capture_output (&c, 1);
  capture_output (&c, 2);
  for (; first < n; first++)
    capture_part (&c, raw[first]);
  capture_end (&c);
  if (value)
    sort_files (c.parts.data, (uint32_t) c.parts.len);
  *out = (outcome) {
      .n = (uint32_t) c.parts.len,
      .part = arena_copy (to, c.parts.data, c.parts.len * sizeof *c.parts.data),
      .is_partial = c.is_partial};
  vec_release (m->mem, &c.parts, &c.objects, &c.pointers);
}

void outcome_evaluate (terms *ts, const outcome *o, void *owner,
                       output_value value, arena *to, outcome *out) {
  evaluation w = {ts, owner, value, TERM_NONE, 0};
  outcome_part *part = arena_copy (to, o->part, o->n * sizeof *part);
  for (uint32_t i = 0; i < o->n; i++) {
    uint8_t *bytes = arena_copy (to, part[i].bytes, part[i].n);
    part[i].symbol = evaluate (&w, part[i].n, bytes, part[i].symbol, to);
    part[i].bytes = bytes;
    take_name (part + i);
    cut_short (part + i);
  }
  sort_files (part, o->n);
  *out = *o;
  out->part = part;
}

uint32_t outcome_shown (const outcome_part *p) {
  for (uint32_t i = 0; i < p->n_pointers; i++)
    if (p->pointer[i].kind == POINTEE_TEXT)
      return (uint32_t) p->pointer[i].at;
  return p->n;
}

/* Comparing. */

static bool is_same_pointer (const outcome_pointer *a,
                             const outcome_pointer *b) {
  return a->at == b->at && a->kind == b->kind && a->offset == b->offset &&
         a->part == b->part && !strcmp (a->name, b->name);
}

/* All but the bytes. */
static bool is_alike (const outcome_part *a, const outcome_part *b) {
  if (a->what != b->what || a->is_freed != b->is_freed || a->size != b->size ||
      a->n != b->n || a->n_pointers != b->n_pointers ||
      strcmp (a->name, b->name) != 0)
    return false;
  for (uint32_t i = 0; i < a->n_pointers; i++)
    if (!is_same_pointer (a->pointer + i, b->pointer + i))
      return false;
  return true;
}

static bool has_no_value (const outcome_part *p, uint32_t i) {
  return p->symbol && p->symbol[i].term.id == SYMBYTE_UNSET.id;
}

bool outcome_part_is_same (const outcome_part *a, const outcome_part *b) {
  if (!is_alike (a, b) || a->rest != b->rest)
    return false;
  if (!a->symbol && !b->symbol)
    return !a->n || !memcmp (a->bytes, b->bytes, a->n);
  for (uint32_t i = 0; i < a->n; i++)
    if (has_no_value (a, i) != has_no_value (b, i) ||
        a->bytes[i] != b->bytes[i])
      return false;
  return true;
}

bool outcome_is_same (const outcome *a, const outcome *b) {
  if (a->n != b->n)
    return false;
  for (uint32_t i = 0; i < a->n; i++)
    if (!outcome_part_is_same (a->part + i, b->part + i))
      return false;
  return true;
}

static symbyte symbol_at (const outcome_part *p, uint32_t i) {
  return p->symbol ? p->symbol[i] : (symbyte) {0};
}

/* Bytes from i on that are one number, or the like of one term: at most n. */
static uint32_t run_length (const terms *ts, const outcome_part *p, uint32_t i,
                            uint32_t n) {
  symbyte first = symbol_at (p, i);
  uint32_t len = 1;
  n = n < p->n - i ? n : p->n - i;
  for (; len < n && !has_no_value (p, i + len); len++) {
    symbyte b = symbol_at (p, i + len);
    if (!term_eq (b.term, first.term) ||
        (b.term.id &&
         (b.k != first.k + len || 8 * (b.k + 1) > term_width (ts, b.term))))
      break;
  }
  return len;
}

static term run_term (terms *ts, const outcome_part *p, uint32_t i,
                      uint32_t n) {
  symbyte b = symbol_at (p, i);
  uint64_t bits = 0;
  if (b.term.id)
    return 8 * n == term_width (ts, b.term)
               ? b.term
               : term_extract (ts, 8 * (b.k + n) - 1, 8 * b.k, b.term);
  memcpy (&bits, p->bytes + i, n);
  return term_bv (ts, 8 * n, bits);
}

static bool is_same_symbol (const outcome_part *a, const outcome_part *b,
                            uint32_t i) {
  if (has_no_value (a, i) || has_no_value (b, i))
    return true;
  symbyte x = symbol_at (a, i), y = symbol_at (b, i);
  if (!x.term.id && !y.term.id)
    return a->bytes[i] == b->bytes[i];
  return term_eq (x.term, y.term) && x.k == y.k;
}

static term part_differs (terms *ts, const outcome_part *a,
                          const outcome_part *b) {
  term any = TERM_FALSE;
  if (!is_alike (a, b))
    return TERM_TRUE;
  for (uint32_t i = 0, n; i < a->n && !term_eq (any, TERM_TRUE); i += n) {
    n = 1;
    if (is_same_symbol (a, b, i))
      continue;
    n = run_length (ts, a, i, run_length (ts, b, i, 8));
    term is_same =
        term_equal (ts, run_term (ts, a, i, n), run_term (ts, b, i, n));
    any = term_or (ts, any, term_not (ts, is_same));
  }
  return any;
}

/* What only one of them wrote, and the other left as it was. */
static term part_changes (terms *ts, const outcome_part *p) {
  outcome_part was = *p;
  if (!p->was || p->n_pointers)
    return TERM_TRUE;
  was.bytes = p->was;
  was.symbol = p->was_symbol;
  return part_differs (ts, p, &was);
}

static bool is_of_call (const outcome_part *p) {
  return p->what == OUTCOME_ARGUMENT || p->what == OUTCOME_GLOBAL;
}

/* Parts are in one order: which of the two comes first? 0: they belong
 * together.
 */
static int order_of (const outcome *a, uint32_t i, const outcome *b,
                     uint32_t k) {
  if (i == a->n || k == b->n)
    return i == a->n ? 1 : -1;
  const outcome_part *x = a->part + i, *y = b->part + k;
  if (x->what != y->what)
    return x->what < y->what ? -1 : 1;
  bool has_name =
      is_of_call (x) || x->what == OUTCOME_OUTPUT || x->what == OUTCOME_FILE;
  return has_name ? strcmp (x->name, y->name) : 0;
}

term outcome_differ (terms *ts, const outcome *a, const outcome *b) {
  term any = TERM_FALSE;
  for (uint32_t i = 0, k = 0;
       (i < a->n || k < b->n) && any.id != TERM_TRUE.id;) {
    int order = order_of (a, i, b, k);
    const outcome_part *x = order <= 0 ? a->part + i++ : NULL;
    const outcome_part *y = order >= 0 ? b->part + k++ : NULL;
    any = term_or (ts, any,
                   x && y ? part_differs (ts, x, y)
                          : part_changes (ts, x ? x : y));
  }
  return any;
}
