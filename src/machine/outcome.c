#include "machine/outcome.h"

#include "machine/driven.h"

#include <string.h>

#define MOST_KEPT 4096u /* bytes of a part that is evaluated */

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
  for (uint32_t i = 0; i < o->n; i++)
    if (o->part[i].what == what && (!*name || !strcmp (o->part[i].name, name)))
      return o->part + i;
  return NULL;
}

/* Capturing. */

typedef VEC (outcome_part) part_vec;

static void capture_output (machine *m, const state *s, arena *to,
                            part_vec *out) {
  char_vec bytes = {0};
  symbyte_vec symbols = {0};
  for (int fd = 1; fd <= 2; fd++) {
    vec_clear (&bytes);
    vec_clear (&symbols);
    output_gather (m, s, fd, &bytes, &symbols);
    if (!bytes.len)
      continue;
    assert (bytes.len == symbols.len && bytes.len <= UINT32_MAX);
    bool has_symbols = false;
    for (size_t i = 0; i < symbols.len && !has_symbols; i++)
      has_symbols = symbols.data[i].term.id;
    outcome_part p = {.what = OUTCOME_OUTPUT,
                      .name = fd == 1 ? "stdout" : "stderr",
                      .size = bytes.len,
                      .n = (uint32_t) bytes.len};
    p.bytes = arena_copy (to, bytes.data, bytes.len);
    if (has_symbols)
      p.symbol =
          arena_copy (to, symbols.data, symbols.len * sizeof *symbols.data);
    vec_push (m->mem, out, p);
  }
  vec_release (m->mem, &bytes);
  vec_release (m->mem, &symbols);
}

static outcome_part capture_end (machine *m, const state *s, arena *to) {
  const ending *e = &s->end;
  outcome_part p = {.what = OUTCOME_END, .name = "cut"};
  if (e->kind == END_FAULT)
    p.name = fault_name (e->fault);
  if (e->kind != END_EXIT)
    return p;
  uint32_t shown = (uint32_t) e->status;
  p.name = "exit";
  p.size = p.n = 4;
  p.bytes = arena_copy (to, &shown, 4);
  if (!e->code.id || term_is_const (m->terms, e->code))
    return p;
  symbyte *symbol = arena_alloc (to, 4 * sizeof *symbol);
  unsigned w = term_width (m->terms, e->code);
  assert (!term_has_unset (m->terms, e->code)); /* machine_exit asks */
  for (uint32_t i = 0; i < 4; i++)
    symbol[i] = (symbyte) {8 * i < w ? e->code : TERM_NONE, i};
  p.bytes = memset (arena_alloc (to, 4), 0, 4);
  p.symbol = symbol;
  return p;
}

void outcome_capture (machine *m, const state *s, arena *to, outcome *out) {
  part_vec parts = {0};
  const outcome_part *answered;
  uint32_t n = driven_parts (s->driven, &answered);
  for (uint32_t i = 0; i < n && s->end.kind == END_EXIT; i++)
    vec_push (m->mem, &parts, answered[i]);
  capture_output (m, s, to, &parts);
  vec_push (m->mem, &parts, capture_end (m, s, to));
  *out = (outcome) {
      .n = (uint32_t) parts.len,
      .part = arena_copy (to, parts.data, parts.len * sizeof *parts.data),
      .is_partial = driven_is_partial (s->driven)};
  vec_release (m->mem, &parts);
}

/* Evaluating. */

typedef struct evaluation {
  machine *m;
  const state *s;
  void *owner;
  output_value value;
  arena *to;
  term last; /* term whose value is known */
  uint64_t bits;
} evaluation;

static uint8_t byte_of (evaluation *w, symbyte b) {
  terms *ts = w->m->terms;
  unsigned width = term_width (ts, b.term);
  if (width > 64)
    return (uint8_t) w->value (w->owner,
                               term_extract (ts, 8 * b.k + 7, 8 * b.k, b.term));
  if (!term_eq (b.term, w->last)) {
    w->last = b.term;
    w->bits = w->value (w->owner, b.term);
  }
  return (uint8_t) (w->bits >> 8 * b.k);
}

/* Eight bytes that had no value before and are an address now. */
static bool is_new_address (evaluation *w, const outcome_part *p,
                            const uint8_t *bytes, uint32_t at,
                            outcome_pointer *out) {
  const object *o;
  uint64_t address;
  memcpy (&address, bytes + at, 8);
  if (!address_slot (address) || outcome_is_known (p, at))
    return false;
  *out = (outcome_pointer) {.at = at};
  if (!driven_point (w->m, w->s, w->s->driven, address, out, &o))
    return false;
  if (out->kind == POINTEE_PART)
    *out = (outcome_pointer) {.at = at, .kind = POINTEE_OTHER, .name = ""};
  return true;
}

static void evaluate_pointers (evaluation *w, const outcome_part *p,
                               uint8_t *bytes, outcome_part *out) {
  VEC (outcome_pointer) all = {0};
  uint32_t old = 0;
  outcome_pointer x;
  for (uint32_t i = 0; i + 8 <= out->n; i += 8)
    if (old < p->n_pointers && p->pointer[old].at == i) {
      vec_push (w->m->mem, &all, p->pointer[old++]);
    } else if (p->symbol && is_new_address (w, p, bytes, i, &x)) {
      memset (bytes + i, 0, 8);
      vec_push (w->m->mem, &all, x);
    }
  out->n_pointers = (uint32_t) all.len;
  out->pointer = arena_copy (w->to, all.data, all.len * sizeof *all.data);
  vec_release (w->m->mem, &all);
}

static outcome_part evaluate_part (evaluation *w, const outcome_part *p) {
  outcome_part out = *p;
  if (!p->symbol && p->n <= MOST_KEPT)
    return out;
  uint8_t *bytes = arena_copy (w->to, p->bytes, p->n);
  symbyte *symbol = NULL;
  for (uint32_t i = 0; p->symbol && i < p->n; i++) {
    symbyte b = p->symbol[i];
    if (!b.term.id)
      continue;
    if (b.term.id != SYMBYTE_UNSET.id) {
      bytes[i] = byte_of (w, b);
      continue;
    }
    if (!symbol) {
      symbol = arena_alloc (w->to, p->n * sizeof *symbol);
      memset (symbol, 0, p->n * sizeof *symbol);
    }
    symbol[i].term = SYMBYTE_UNSET;
  }
  out.bytes = bytes;
  out.symbol = symbol;
  if (p->what <= OUTCOME_OBJECT)
    evaluate_pointers (w, p, bytes, &out);
  if (p->n > MOST_KEPT) {
    out.n = MOST_KEPT;
    out.rest = hash_bytes (bytes + out.n, p->n - out.n).lo | 1;
  }
  return out;
}

void outcome_evaluate (machine *m, const state *s, const outcome *o,
                       void *owner, output_value value, arena *to,
                       outcome *out) {
  evaluation w = {m, s, owner, value, to, TERM_NONE, 0};
  outcome_part *part = arena_alloc (to, o->n * sizeof *part);
  for (uint32_t i = 0; i < o->n; i++)
    part[i] = evaluate_part (&w, o->part + i);
  *out = *o;
  out->part = part;
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
    if (!has_no_value (a, i) && !has_no_value (b, i) &&
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

term outcome_differ (terms *ts, const outcome *a, const outcome *b) {
  term any = TERM_FALSE;
  if (a->n != b->n)
    return TERM_TRUE;
  for (uint32_t i = 0; i < a->n && !term_eq (any, TERM_TRUE); i++)
    any = term_or (ts, any, part_differs (ts, a->part + i, b->part + i));
  return any;
}
