/* From words back to atoms; the format is in form_spell.c.
 *
 * Words may come from a store that anybody can write, so nothing about them
 * is assumed: what is read outside, ill-sorted or out of range makes the
 * reader fail, after which it gives zeros and harmless terms.
 */

#include "logic/form_priv.h"

#include "base/bits.h"
#include "term/value.h"

/* Wider numbers are refused: constants could be squared again and again. */
#define MAX_NUM_WORDS (SORT_MAX_WIDTH / 32 + 1)

typedef struct form_reader {
  terms *ts;
  arena *arena;
  memory *mem;
  const uint32_t *at, *end;
  term_vec numbered;
  bool failed;
} form_reader;

static bool form_demand (form_reader *r, bool holds) {
  if (!holds) {
    r->failed = true;
    r->at = r->end;
  }
  return holds;
}

static size_t left (const form_reader *r) { return (size_t) (r->end - r->at); }

static uint32_t form_get (form_reader *r) {
  return form_demand (r, r->at < r->end) ? *r->at++ : 0;
}

static uint64_t get64 (form_reader *r) {
  uint64_t low = form_get (r);
  return low | (uint64_t) form_get (r) << 32;
}

static num get_num (form_reader *r) {
  uint32_t n = form_get (r);
  if (!form_demand (r, n && n <= left (r) && n <= MAX_NUM_WORDS))
    return NUM_ZERO;
  r->at += n;
  num x = num_of_bytes (r->arena, r->at - n, n * sizeof *r->at);
  return num_signed (r->arena, x, 32 * n); /* the highest word has the sign */
}

/* A word that is a value of the sort, whatever was read. */
static uint64_t get_value (form_reader *r, sort s) {
  if (sort_is_int (s))
    return get_num (r).word;
  if (sort_is_bool (s)) {
    uint32_t b = form_get (r);
    return form_demand (r, b < 2) ? b : 0;
  }
  unsigned width = sort_width (s);
  if (width > 64) {
    num x = get_num (r);
    bool fits = num_sign (x) >= 0 && num_bits (x) <= width;
    return form_demand (r, fits) ? x.word : NUM_ZERO.word;
  }
  uint64_t word = width > 32 ? get64 (r) : form_get (r);
  return form_demand (r, word <= bits_mask (width)) ? word : 0;
}

static bool sort_is_known (sort s) {
  if (sort_is_bv (s))
    return s.code != 1u << 30 && (s.code & ~(3u << 30)) <= SORT_MAX_WIDTH;
  if (!sort_is_array (s))
    return sort_is_bool (s) || sort_is_int (s);
  uint32_t index = s.code >> 15 & 0x7fff, element = s.code & 0x7fff;
  return index && index <= SORT_MAX_INDEX && element;
}

static sort get_sort (form_reader *r) {
  sort s = {form_get (r)};
  return form_demand (r, sort_is_known (s)) ? s : SORT_BOOL;
}

/* Not of an array; 'small': and at most 64 bits wide. */
static sort get_scalar_sort (form_reader *r, bool small) {
  sort s = get_sort (r);
  bool fits =
      !sort_is_array (s) && (!small || sort_is_int (s) || sort_is_small (s));
  return form_demand (r, fits) ? s : SORT_BOOL;
}

static const domain *get_domain (form_reader *r) {
  sort s = get_scalar_sort (r, true);
  uint32_t head = form_get (r);
  uint32_t n = head & ~(DOMAIN_OPEN_BELOW | DOMAIN_OPEN_ABOVE);
  if (!form_demand (r, n <= left (r)))
    return domain_full (r->arena, s);
  domain *d = arena_alloc (r->arena, sizeof *d + n * sizeof (span));
  d->sort = s;
  d->n = n;
  d->open_below = head & DOMAIN_OPEN_BELOW;
  d->open_above = head & DOMAIN_OPEN_ABOVE;
  for (uint32_t i = 0; i < n; i++) {
    d->span[i].low = get_value (r, s);
    d->span[i].high = get_value (r, s);
  }
  return form_demand (r, !r->failed && domain_is_valid (d))
             ? d
             : domain_full (r->arena, s);
}

static term get_vertex (form_reader *r) {
  uint32_t i = form_get (r);
  return form_demand (r, i < r->numbered.len) ? r->numbered.data[i] : TERM_TRUE;
}

/* One of the sort, else fail. */
static term get_vertex_of (form_reader *r, sort s) {
  term t = get_vertex (r);
  bool fits = sort_eq (term_sort (r->ts, t), s);
  return form_demand (r, fits) ? t : TERM_NONE;
}

/* Numbers that grow with every step would take all memory. */
static bool is_moderate (const terms *ts, term t) {
  return !term_is_const (ts, t) || !sort_is_int (term_sort (ts, t)) ||
         num_bits (value_num (term_word (ts, t))) <= 32 * MAX_NUM_WORDS;
}

static term build (form_reader *r, kind k, uint64_t payload,
                   const term arg[3]) {
  draft d = {k, SORT_NONE, payload, {arg[0], arg[1], arg[2]}};
  if (!form_demand (r, !r->failed && sort_of_draft (r->ts, &d).code))
    return TERM_TRUE;
  term t = term_build (r->ts, k, payload, arg[0], arg[1], arg[2]);
  bool moderate = is_moderate (r->ts, t);
  const node *n = term_node (r->ts, t);
  for (unsigned i = 0; i < n->arity; i++)
    moderate = moderate && is_moderate (r->ts, n->arg[i]);
  form_demand (r, moderate);
  return t;
}

static term binary (form_reader *r, kind k, term a, term b) {
  return build (r, k, 0, (term[3]) {a, b, TERM_NONE});
}

static bool table_is_valid (sort array, uint32_t n, const uint64_t *index,
                            const uint64_t *value) {
  uint64_t last = bits_mask (sort_width (sort_index (array)));
  uint64_t most = bits_mask (sort_width (sort_element (array)));
  for (uint32_t i = 0; i < n; i++)
    if (index[i] > last || value[i] > most || (i && index[i] <= index[i - 1]))
      return false;
  return true;
}

static term get_table (form_reader *r) {
  uint32_t n = form_get (r);
  bool is_dense = form_get (r);
  if (!form_demand (r, n <= left (r)))
    return TERM_TRUE;
  uint64_t *index = arena_alloc (r->arena, 2 * (size_t) n * sizeof *index);
  uint64_t *value = index + n;
  for (uint32_t i = 0; i < n; i++) {
    index[i] = is_dense ? i : get64 (r);
    value[i] = get64 (r);
  }
  term base = get_vertex (r);
  sort s = term_sort (r->ts, base);
  bool fits = sort_is_array (s) && sort_is_small (sort_element (s)) &&
              table_is_valid (s, n, index, value);
  return form_demand (r, fits) ? term_table (r->ts, base, n, index, value)
                               : base;
}

static term get_app (form_reader *r, kind k, uint32_t n) {
  if (k == KIND_CONST) {
    sort s = get_scalar_sort (r, false);
    return term_const (r->ts, s, get_value (r, s));
  }
  if (k == KIND_TABLE)
    return get_table (r);
  if (!form_demand (r, k < KIND_COUNT && k != KIND_VAR))
    return TERM_TRUE;
  uint32_t arity = kind_table[k].arity;
  if (!form_demand (r, n == arity || (n > arity && kind_is_ac (k))))
    return TERM_TRUE;
  uint64_t payload = kind_has_payload (k) ? get64 (r) : 0;
  if (k == KIND_CONST_ARRAY)
    form_demand (r, payload <= UINT32_MAX &&
                        sort_is_known ((sort) {(uint32_t) payload}));
  term arg[3] = {TERM_NONE, TERM_NONE, TERM_NONE};
  for (uint32_t i = 0; i < arity; i++)
    arg[i] = get_vertex (r);
  term t = build (r, k, payload, arg);
  for (uint32_t i = arity; i < n && !r->failed; i++) /* a chain */
    t = binary (r, k, t, get_vertex (r));
  return t;
}

static term scaled (form_reader *r, sort s, uint64_t c, term t) {
  kind k = sort_is_int (s) ? KIND_INT_MUL : KIND_BV_MUL;
  return binary (r, k, t, term_const (r->ts, s, c));
}

static term get_sum (form_reader *r, sort s, uint32_t n) {
  if (!form_demand (r, !r->failed && !sort_is_bool (s)))
    return TERM_TRUE;
  bool is_int = sort_is_int (s), minus = false;
  uint64_t zero = is_int || !sort_is_small (s) ? NUM_ZERO.word : 0;
  uint64_t minus_one = value_of_num (r->arena, s, num_of_i64 (r->arena, -1));
  term sum = term_const (r->ts, s, zero);
  for (uint32_t i = 0; i < n && !r->failed; i++) {
    uint64_t c = get_value (r, s);
    term t = get_vertex_of (r, s);
    if (r->failed)
      break;
    if (c != zero)
      t = scaled (r, s, c, t);
    else if (minus)
      t = scaled (r, s, minus_one, t);
    else
      minus = true; /* the next side is the other one */
    sum = binary (r, is_int ? KIND_INT_ADD : KIND_BV_ADD, sum, t);
  }
  return sum;
}

static atom get_atom (form_reader *r, uint32_t n) {
  const domain *d = get_domain (r);
  if (!sort_is_bool (d->sort))
    return (atom) {get_sum (r, d->sort, n), d};
  form_demand (r, n == 1);
  form_get (r); /* the coefficient */
  return (atom) {get_vertex_of (r, SORT_BOOL), d};
}

static term get_term (form_reader *r, uint32_t tag, uint32_t n) {
  if (tag != TAG_SIDE)
    return get_app (r, (kind) tag, n);
  sort s = get_scalar_sort (r, false);
  return get_sum (r, s, n);
}

static void get_item (form_reader *r, atom_vec *out) {
  uint32_t head = form_get (r), n = head >> TAG_BITS;
  uint32_t tag = head & ((1u << TAG_BITS) - 1);
  if (tag == TAG_ATOM) {
    atom a = get_atom (r, n);
    if (!r->failed)
      vec_push (r->mem, out, a);
  } else {
    term t = get_term (r, tag, n); /* it must not find itself */
    vec_push (r->mem, &r->numbered, t);
  }
}

bool form_leaf_sorts (const form *f, size_t *n, const uint32_t **code) {
  if (f->n_words < 2 || f->word[0] != form_version () ||
      f->word[1] > f->n_words - 2)
    return false;
  *n = f->word[1];
  *code = f->word + 2;
  for (size_t i = 0; i < *n; i++)
    if (!sort_is_known ((sort) {f->word[2 + i]}))
      return false;
  return true;
}

bool form_atoms (terms *ts, arena *a, memory *mem, const form *f,
                 const term *leaf, atom_vec *out) {
  size_t n_leaves, before = out->len;
  const uint32_t *code;
  if (!form_leaf_sorts (f, &n_leaves, &code))
    return false;
  form_reader r = {.ts = ts,
                   .arena = a,
                   .mem = mem,
                   .at = code + n_leaves,
                   .end = f->word + f->n_words};
  for (size_t i = 0; i < n_leaves; i++) {
    assert (term_sort (ts, leaf[i]).code == code[i]);
    vec_push (mem, &r.numbered, leaf[i]);
  }
  while (r.at < r.end)
    get_item (&r, out);
  vec_release (mem, &r.numbered);
  if (r.failed)
    out->len = before;
  return !r.failed;
}
