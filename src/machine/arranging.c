/* Parts of two outcomes as values that can be compared: both types are walked
 * together, and what belongs together by name is put behind each other.
 *
 *     struct { char a; int b; }     a  b0 b1 b2 b3  1 15
 *     struct { int b; char a; }     a  b0 b1 b2 b3  1 15
 *
 * What has another width in both, and bit-fields, become numbers of eight
 * bytes. At the end are masks: which bytes of each value were written.
 */

#include "machine/arranging.h"

#include "base/bits.h"
#include "machine/machine_priv.h"
#include "term/unset.h"

typedef struct arranged_side {
  const outcome_part *from;
  char_vec bytes, masks;
  symbyte_vec symbols;
  VEC (outcome_pointer) pointers;
} arranged_side;

typedef struct arranging {
  machine *machine; /* or NULL: parts have no terms */
  arranged_side side[2];
  bool is_loose; /* one has no value where it may be padding */
} arranging;

/* A place in a part, in bits. */
typedef struct arranged_at {
  const datatype *type;
  uint64_t at;
  uint32_t bits; /* of a bit-field, else 0 */
} arranged_at;

bool is_layout_same (const datatype *a, const datatype *b) {
  bool is_same = a->kind == b->kind && a->size == b->size && !a->of == !b->of &&
                 (a->kind == DATATYPE_ENUM || a->n == b->n);
  if (is_same && a->of)
    return is_layout_same (a->of, b->of);
  for (uint32_t i = 0; is_same && a->kind != DATATYPE_ENUM && i < a->n; i++) {
    const datatype_member *x = a->member + i, *y = b->member + i;
    is_same = !strcmp (x->name, y->name) && x->at == y->at &&
              x->bits == y->bits && is_layout_same (x->type, y->type);
  }
  return is_same;
}

static symbyte symbol_of (const outcome_part *p, uint64_t at) {
  return p->symbol ? p->symbol[at] : (symbyte) {0};
}

static bool is_written (const outcome_part *p, uint64_t at) {
  return symbol_of (p, at).term.id != SYMBYTE_UNSET.id;
}

/* As a term that does not depend on what was never written; TERM_NONE: it may,
 * or we do not know better.
 */
static term set_term (machine *m, term t) {
  if (!term_has_unset (m->terms, t))
    return t;
  return term_eq (unset_is_set (m->unset, t), TERM_TRUE)
             ? unset_clean (m->unset, t)
             : TERM_NONE;
}

static bool is_unsure (const machine *m, symbyte b) {
  return m && b.term.id && b.term.id != SYMBYTE_UNSET.id &&
         term_has_unset (m->terms, b.term);
}

outcome_part outcome_clean (machine *m, arena *to, const outcome_part *p) {
  outcome_part res = *p;
  if (!p->is_unsure || !p->symbol)
    return res;
  symbyte *symbol = arena_copy (to, p->symbol, p->n * sizeof *symbol);
  for (uint32_t i = 0; i < p->n; i++)
    if (is_unsure (m, symbol[i]))
      symbol[i].term = unset_clean (m->unset, symbol[i].term);
  res.symbol = symbol;
  return res;
}

static void put_byte (arranging *w, arranged_side *s, uint8_t byte,
                      symbyte symbol) {
  term known = is_unsure (w->machine, symbol)
                   ? set_term (w->machine, symbol.term)
                   : symbol.term;
  w->is_loose |= symbol.term.id && !known.id;
  symbol.term = symbol.term.id && !known.id ? SYMBYTE_UNSET : known;
  vec_push (NULL, &s->bytes, (char) byte);
  vec_push (NULL, &s->symbols, symbol);
}

static void put_pointers (arranged_side *s, uint64_t at, uint64_t n) {
  for (uint32_t i = 0; i < s->from->n_pointers; i++) {
    outcome_pointer p = s->from->pointer[i];
    if (p.at < at || p.at >= at + n)
      continue;
    p.at = p.at - at + s->bytes.len;
    vec_push (NULL, &s->pointers, p);
  }
}

/* 'n' bytes from there on. 'is_value': each of them has to be written. */
static bool take_bytes (arranging *w, const uint64_t at[2], uint64_t n,
                        bool is_value) {
  const outcome_part *a = w->side[0].from, *b = w->side[1].from;
  if (at[0] + n > a->n || at[1] + n > b->n)
    return false;
  for (int k = 0; k < 2; k++)
    put_pointers (&w->side[k], at[k], n);
  for (uint64_t i = 0; i < n; i++) {
    bool is_one = is_written (a, at[0] + i) != is_written (b, at[1] + i);
    w->is_loose |= is_one && !is_value;
    for (int k = 0; k < 2; k++) {
      const outcome_part *p = w->side[k].from;
      put_byte (w, &w->side[k], p->bytes[at[k] + i], symbol_of (p, at[k] + i));
      if (is_value)
        vec_push (NULL, &w->side[k].masks, (char) is_written (p, at[k] + i));
    }
  }
  return true;
}

/* Numbers. */

static bool is_plain_number (const datatype *s) {
  return s->kind >= DATATYPE_SIGNED && s->kind <= DATATYPE_ENUM &&
         s->kind != DATATYPE_FLOAT && s->size <= 8;
}

static bool is_signed (const datatype *s) {
  bool res = s->kind == DATATYPE_SIGNED || s->kind == DATATYPE_CHAR;
  for (uint32_t i = 0; s->kind == DATATYPE_ENUM && i < s->n; i++)
    res |= (int64_t) s->member[i].at < 0;
  return res;
}

static term byte_term (terms *ts, const outcome_part *p, uint64_t at) {
  symbyte b = symbol_of (p, at);
  return b.term.id ? term_extract (ts, 8 * b.k + 7, 8 * b.k, b.term)
                   : term_bv (ts, 8, p->bytes[at]);
}

static bool is_all_set (const outcome_part *p, arranged_at x, unsigned bits) {
  for (uint64_t i = x.at / 8; i <= (x.at + bits - 1) / 8; i++)
    if (!is_written (p, i))
      return false;
  return true;
}

/* As 64 bits. */
static term number_term (arranging *w, const outcome_part *p, arranged_at x,
                         unsigned bits) {
  terms *ts = w->machine->terms;
  uint64_t first = x.at / 8, last = (x.at + bits - 1) / 8;
  term all = byte_term (ts, p, first);
  for (uint64_t i = first + 1; i <= last; i++)
    all = term_concat (ts, byte_term (ts, p, i), all);
  unsigned low = x.at % 8;
  all = term_extract (ts, low + bits - 1, low, all);
  if (bits < 64)
    all = is_signed (x.type) ? term_sext (ts, 64 - bits, all)
                             : term_zext (ts, 64 - bits, all);
  return set_term (w->machine, all);
}

static void put_term (arranging *w, arranged_side *s, term t) {
  w->is_loose |= !t.id;
  for (uint8_t k = 0; k < 8; k++)
    put_byte (w, s, 0, (symbyte) {t.id ? t : SYMBYTE_UNSET, k});
}

static void put_number (arranging *w, arranged_side *s, arranged_at x) {
  unsigned bits = x.bits ? x.bits : 8 * (unsigned) x.type->size;
  const outcome_part *p = s->from;
  bool has_symbols = false, is_set = is_all_set (p, x, bits);
  uint64_t v = 0;
  for (uint64_t i = x.at / 8; i <= (x.at + bits - 1) / 8; i++)
    has_symbols |= symbol_of (p, i).term.id != 0;
  vec_push (NULL, &s->masks, (char) is_set);
  if (is_set && has_symbols) {
    put_term (w, s, number_term (w, p, x, bits));
    return;
  }
  for (uint64_t i = 0; i < bits; i++)
    v |= (uint64_t) (p->bytes[(x.at + i) / 8] >> (x.at + i) % 8 & 1) << i;
  v = is_signed (x.type) ? (uint64_t) bits_signed (v, bits) : v;
  for (unsigned i = 0; i < 8; i++)
    put_byte (w, s, (uint8_t) (v >> 8 * i),
              (symbyte) {.term = is_set ? (term) {0} : SYMBYTE_UNSET});
}

/* Is an argument as the caller had it? Then it is, whatever it is called. */
static term is_left (arranging *w, const outcome_part *p, arranged_at x,
                     unsigned bits) {
  outcome_part then = *p;
  then.bytes = p->was;
  then.symbol = p->was_symbol;
  if (!w->machine || p->what != OUTCOME_ARGUMENT || !p->was ||
      !is_all_set (p, x, bits) || !is_all_set (&then, x, bits))
    return TERM_FALSE;
  term a = number_term (w, p, x, bits), b = number_term (w, &then, x, bits);
  return a.id && b.id ? term_equal (w->machine->terms, a, b) : TERM_FALSE;
}

static bool take_numbers (arranging *w, arranged_at a, arranged_at b) {
  const outcome_part *p = w->side[0].from, *q = w->side[1].from;
  unsigned n = a.bits ? a.bits : 8 * (unsigned) a.type->size;
  unsigned k = b.bits ? b.bits : 8 * (unsigned) b.type->size;
  if (a.at + n > 8 * (uint64_t) p->n || b.at + k > 8 * (uint64_t) q->n)
    return false;
  put_number (w, &w->side[0], a);
  term left = is_left (w, p, a, n), too = is_left (w, q, b, k);
  if (left.id == TERM_FALSE.id || too.id == TERM_FALSE.id) {
    put_number (w, &w->side[1], b);
    return true;
  }
  terms *ts = w->machine->terms;
  vec_push (NULL, &w->side[1].masks, (char) true);
  put_term (w, &w->side[1],
            term_ite (ts, term_and (ts, left, too), number_term (w, p, a, n),
                      number_term (w, q, b, k)));
  return true;
}

/* Types. */

#define FLOAT_MOST 10 /* bytes of a long double that are not padding */

static bool arrange (arranging *, arranged_at, arranged_at);

/* The member of this name; of those without one, the i-th. */
static const datatype_member *member_like (const datatype *s,
                                           const datatype *like, uint32_t i) {
  const char *name = like->member[i].name;
  uint32_t rank = 0;
  for (uint32_t k = 0; k < i; k++)
    rank += !strcmp (like->member[k].name, name);
  for (uint32_t k = 0; k < s->n; k++)
    if (!strcmp (s->member[k].name, name) && !rank--)
      return s->member + k;
  return NULL;
}

static bool arrange_members (arranging *w, arranged_at a, arranged_at b) {
  bool is_done = true;
  for (uint32_t i = 0; is_done && i < a.type->n; i++) {
    const datatype_member *x = a.type->member + i;
    const datatype_member *y = member_like (b.type, a.type, i);
    if (y)
      is_done = arrange (w, (arranged_at) {x->type, a.at + x->at, x->bits},
                         (arranged_at) {y->type, b.at + y->at, y->bits});
  }
  return is_done;
}

static bool arrange_elements (arranging *w, arranged_at a, arranged_at b) {
  const datatype *x = a.type->of, *y = b.type->of;
  uint64_t n = x->size ? a.type->size / x->size : 0;
  if (n != (y->size ? b.type->size / y->size : 0))
    return false;
  bool is_solid = x->kind <= DATATYPE_ENUM && x->size < FLOAT_MOST;
  if (is_solid && is_layout_same (x, y)) /* nobody has to fill a buffer */
    return take_bytes (w, (uint64_t[]) {a.at / 8, b.at / 8}, a.type->size,
                       x->size > 1);
  bool is_done = true;
  for (uint64_t i = 0; is_done && i < n; i++)
    is_done = arrange (w, (arranged_at) {x, a.at + 8 * i * x->size, 0},
                       (arranged_at) {y, b.at + 8 * i * y->size, 0});
  return is_done;
}

static bool arrange (arranging *w, arranged_at a, arranged_at b) {
  const datatype *x = a.type, *y = b.type;
  uint64_t at[] = {a.at / 8, b.at / 8}, n = x->size;
  bool is_same = !a.bits && !b.bits && is_layout_same (x, y);
  if (is_plain_number (x) && is_plain_number (y))
    return is_same && is_signed (x) == is_signed (y)
               ? take_bytes (w, at, n, true)
               : take_numbers (w, a, b);
  if (x->kind != y->kind)
    return false;
  if (x->kind == DATATYPE_STRUCT)
    return arrange_members (w, a, b);
  if (x->kind == DATATYPE_ARRAY)
    return arrange_elements (w, a, b);
  bool is_value = x->kind == DATATYPE_FLOAT || x->kind == DATATYPE_POINTER;
  if (x->kind == DATATYPE_FLOAT && n > FLOAT_MOST)
    n = FLOAT_MOST;
  return is_same && take_bytes (w, at, n, is_value);
}

/* Parts. */

static void arranging_finish (arranging *w, int k, arena *to,
                              outcome_part *out) {
  arranged_side *s = &w->side[k];
  for (size_t i = 0; i < s->masks.len; i++)
    put_byte (w, s, (uint8_t) s->masks.data[i], (symbyte) {0});
  assert (s->bytes.len == s->symbols.len);
  out->size = out->n = (uint32_t) s->bytes.len;
  out->bytes = arena_copy (to, s->bytes.data, s->bytes.len);
  out->symbol = arena_copy (to, s->symbols.data,
                            s->symbols.len * sizeof *s->symbols.data);
  out->n_pointers = (uint32_t) s->pointers.len;
  out->pointer = arena_copy (to, s->pointers.data,
                             s->pointers.len * sizeof *s->pointers.data);
  out->was = NULL;
  out->was_symbol = NULL;
}

static bool is_all_written (const outcome_part *p) {
  for (uint32_t i = 0; i < p->n; i++)
    if (!is_written (p, i))
      return false;
  return !p->is_unsure;
}

/* Bytes without a type: one that only one version has written may be padding,
 * and may be not.
 */
static arranged compare_bytes (const arranging *w, arena *to, outcome_part *a,
                               outcome_part *b) {
  outcome_part *const both[] = {a, b};
  bool is_known = true;
  for (uint32_t i = 0; i < a->n && i < b->n; i++)
    is_known &= is_written (a, i) == is_written (b, i);
  for (int k = 0; k < 2; k++) {
    if (!both[k]->is_unsure || !both[k]->symbol)
      continue;
    uint32_t n = both[k]->n;
    symbyte *symbol = arena_copy (to, both[k]->symbol, n * sizeof *symbol);
    for (uint32_t i = 0; i < n; i++)
      if (is_unsure (w->machine, symbol[i]))
        symbol[i].term = SYMBYTE_UNSET;
    both[k]->symbol = symbol;
    is_known = false;
  }
  return is_known ? ARRANGED_AS_IT_IS : ARRANGED_NOT;
}

arranged outcome_arrange (machine *m, arena *to, const datatype *x,
                          const datatype *y, outcome_part *a, outcome_part *b) {
  arranging w = {.machine = m, .side = {{.from = a}, {.from = b}}};
  outcome_part now = *a, before = *b;
  if (!x || !y || a->is_freed || b->is_freed)
    return compare_bytes (&w, to, a, b);
  bool is_plain = x->kind < DATATYPE_STRUCT && y->kind < DATATYPE_STRUCT &&
                  x->size == y->size && is_signed (x) == is_signed (y);
  if (is_plain && is_all_written (a) && is_all_written (b))
    return ARRANGED_AS_IT_IS; /* numbers: their bits are compared */
  bool is_done = arrange (&w, (arranged_at) {x, 0, 0}, (arranged_at) {y, 0, 0});
  if (is_done) {
    arranging_finish (&w, 0, to, &now);
    arranging_finish (&w, 1, to, &before);
    *a = now;
    *b = before;
  }
  for (int k = 0; k < 2; k++) {
    arranged_side *s = &w.side[k];
    vec_release (NULL, &s->bytes, &s->masks, &s->symbols, &s->pointers);
  }
  return is_done && !w.is_loose ? ARRANGED_BY_NAME
         : is_done              ? ARRANGED_NOT
                                : compare_bytes (&w, to, a, b);
}

const datatype *type_of_part (const datatypes *t, const outcome_part *p) {
  const datatype *res = NULL;
  if (p->what == OUTCOME_RETURN)
    res = t->result;
  for (size_t i = 0; i < t->objects.len && p->what != OUTCOME_RETURN; i++)
    if (!strcmp (t->objects.data[i].name, p->name))
      res = t->objects.data[i].type;
  return res && res->size == p->size ? res : NULL;
}
