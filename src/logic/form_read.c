/* From words back to atoms; the format is in form_spell.c. */

#include "logic/form_priv.h"
#include "term/value.h"

typedef struct reader {
  terms *ts;
  arena *arena;
  memory *mem;
  const uint32_t *at, *end;
  term_vec numbered;
} reader;

static uint32_t get (reader *r) {
  assert (r->at < r->end);
  return *r->at++;
}

static uint64_t get64 (reader *r) {
  uint64_t low = get (r);
  return low | (uint64_t) get (r) << 32;
}

static num get_num (reader *r) {
  uint32_t n = get (r);
  num x = NUM_ZERO;
  const uint32_t *word = r->at;
  r->at += n;
  for (uint32_t i = n; i--;) { /* the highest word has the sign */
    bool negative = i + 1 == n && word[i] >> 31;
    int64_t digit = (int64_t) word[i] - (negative ? (int64_t) 1 << 32 : 0);
    x = num_add (r->arena, num_shl (r->arena, x, 32),
                 num_of_i64 (r->arena, digit));
  }
  return x;
}

static uint64_t get_value (reader *r, sort s) {
  if (!sort_is_small (s))
    return get_num (r).word;
  return sort_is_bv (s) && sort_width (s) > 32 ? get64 (r) : get (r);
}

static const domain *get_domain (reader *r) {
  sort s = {get (r)};
  uint32_t head = get (r);
  uint32_t n = head & ~(DOMAIN_OPEN_BELOW | DOMAIN_OPEN_ABOVE);
  domain *d = arena_alloc (r->arena, sizeof *d + n * sizeof (span));
  d->sort = s;
  d->n = n;
  d->open_below = head & DOMAIN_OPEN_BELOW;
  d->open_above = head & DOMAIN_OPEN_ABOVE;
  for (uint32_t i = 0; i < n; i++) {
    d->span[i].low = get_value (r, s);
    d->span[i].high = get_value (r, s);
  }
  return d;
}

static term get_vertex (reader *r) { return r->numbered.data[get (r)]; }

static term get_table (reader *r) {
  uint32_t n = get (r);
  bool is_dense = get (r);
  uint64_t *index = arena_alloc (r->arena, 2 * n * sizeof *index);
  uint64_t *value = index + n;
  for (uint32_t i = 0; i < n; i++) {
    index[i] = is_dense ? i : get64 (r);
    value[i] = get64 (r);
  }
  return term_table (r->ts, get_vertex (r), n, index, value);
}

static term get_app (reader *r, kind k, uint32_t n) {
  if (k == KIND_CONST) {
    sort s = {get (r)};
    return term_const (r->ts, s, get_value (r, s));
  }
  if (k == KIND_TABLE)
    return get_table (r);
  uint64_t payload = kind_has_payload (k) ? get64 (r) : 0;
  term arg[3] = {TERM_NONE, TERM_NONE, TERM_NONE};
  for (uint32_t i = 0; i < kind_table[k].arity; i++)
    arg[i] = get_vertex (r);
  term t = term_build (r->ts, k, payload, arg[0], arg[1], arg[2]);
  for (uint32_t i = kind_table[k].arity; i < n; i++) /* a chain */
    t = term_binary (r->ts, k, t, get_vertex (r));
  return t;
}

static term scaled (reader *r, sort s, uint64_t c, term t) {
  kind k = sort_is_int (s) ? KIND_INT_MUL : KIND_BV_MUL;
  return term_binary (r->ts, k, t, term_const (r->ts, s, c));
}

static term get_sum (reader *r, sort s, uint32_t n) {
  bool is_int = sort_is_int (s), minus = false;
  uint64_t zero = is_int ? NUM_ZERO.word : 0;
  uint64_t minus_one = value_of_num (r->arena, s, num_of_i64 (r->arena, -1));
  term sum = term_const (r->ts, s, zero);
  for (uint32_t i = 0; i < n; i++) {
    uint64_t c = get_value (r, s);
    term t = get_vertex (r);
    if (c != zero)
      t = scaled (r, s, c, t);
    else if (minus)
      t = scaled (r, s, minus_one, t);
    else
      minus = true; /* the next side is the other one */
    sum = term_binary (r->ts, is_int ? KIND_INT_ADD : KIND_BV_ADD, sum, t);
  }
  return sum;
}

static atom get_atom (reader *r, uint32_t n) {
  const domain *d = get_domain (r);
  if (!sort_is_bool (d->sort))
    return (atom) {get_sum (r, d->sort, n), d};
  get (r); /* the coefficient */
  return (atom) {get_vertex (r), d};
}

void form_atoms (terms *ts, arena *a, memory *mem, const form *f,
                 const term *leaf, atom_vec *out) {
  reader r = {ts, a, mem, f->word + 1, f->word + f->n_words, {0}};
  uint32_t n_leaves = get (&r);
  r.at += n_leaves; /* their sorts */
  for (uint32_t i = 0; i < n_leaves; i++)
    vec_push (mem, &r.numbered, leaf[i]);
  while (r.at < r.end) {
    uint32_t head = get (&r), n = head >> TAG_BITS;
    uint32_t tag = head & ((1u << TAG_BITS) - 1);
    if (tag == TAG_ATOM)
      vec_push (mem, out, get_atom (&r, n));
    else if (tag == TAG_SIDE) {
      sort s = {get (&r)};
      vec_push (mem, &r.numbered, get_sum (&r, s, n));
    } else
      vec_push (mem, &r.numbered, get_app (&r, (kind) tag, n));
  }
  vec_release (mem, &r.numbered);
}
