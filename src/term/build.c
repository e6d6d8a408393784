/* Building terms: sort, fold, order, simplify, intern. */

#include "term/ieee.h"
#include "term/rules.h"
#include "term/value.h"

static bool is_bv (const terms *ts, term t) {
  return sort_is_bv (term_sort (ts, t));
}

static bool is_bool (const terms *ts, term t) {
  return sort_is_bool (term_sort (ts, t));
}

static bool is_int (const terms *ts, term t) {
  return sort_is_int (term_sort (ts, t));
}

static bool same_sort (const terms *ts, term a, term b) {
  return sort_eq (term_sort (ts, a), term_sort (ts, b));
}

static sort bv_or_none (uint64_t width) {
  return 0 < width && width <= SORT_MAX_WIDTH ? sort_bv ((unsigned) width)
                                              : SORT_NONE;
}

static sort sort_of_extract (const terms *ts, const draft *d) {
  uint64_t high = d->payload >> 32, low = d->payload & ~0u;
  if (!is_bv (ts, d->arg[0]) || high < low ||
      high >= term_width (ts, d->arg[0]))
    return SORT_NONE;
  return bv_or_none (high - low + 1);
}

static sort sort_of_array_kind (const terms *ts, const draft *d) {
  assert (d->kind == KIND_SELECT || d->kind == KIND_STORE ||
          d->kind == KIND_CONST_ARRAY || d->kind == KIND_TABLE);
  sort s = term_sort (ts, d->arg[0]);
  if (d->kind == KIND_CONST_ARRAY) {
    sort array = {(uint32_t) d->payload};
    bool fits = sort_is_array (array) && sort_eq (sort_element (array), s);
    return fits ? array : SORT_NONE;
  }
  if (!sort_is_array (s))
    return SORT_NONE;
  if (d->kind == KIND_TABLE)
    return s;
  if (!sort_eq (term_sort (ts, d->arg[1]), sort_index (s)))
    return SORT_NONE;
  if (d->kind == KIND_SELECT)
    return sort_element (s);
  bool fits = sort_eq (term_sort (ts, d->arg[2]), sort_element (s));
  return fits ? s : SORT_NONE;
}

sort sort_of_draft (const terms *ts, const draft *d) {
  const term a = d->arg[0], b = d->arg[1];
  for (unsigned i = 0; i < kind_table[d->kind].arity; i++)
    if (!d->arg[i].id)
      return SORT_NONE;
  switch (d->kind) {
  case KIND_NOT:
    return is_bool (ts, a) ? SORT_BOOL : SORT_NONE;
  case KIND_AND:
  case KIND_OR:
  case KIND_XOR:
    return is_bool (ts, a) && is_bool (ts, b) ? SORT_BOOL : SORT_NONE;
  case KIND_EQ:
    return same_sort (ts, a, b) ? SORT_BOOL : SORT_NONE;
  case KIND_ITE:
    return is_bool (ts, a) && same_sort (ts, b, d->arg[2]) ? term_sort (ts, b)
                                                           : SORT_NONE;
  case KIND_BV_NOT:
  case KIND_BV_NEG:
    return is_bv (ts, a) ? term_sort (ts, a) : SORT_NONE;
  case KIND_BV_AND:
  case KIND_BV_OR:
  case KIND_BV_XOR:
  case KIND_BV_ADD:
  case KIND_BV_MUL:
  case KIND_BV_UDIV:
  case KIND_BV_UREM:
  case KIND_BV_SDIV:
  case KIND_BV_SREM:
  case KIND_BV_SMOD:
  case KIND_BV_SHL:
  case KIND_BV_LSHR:
  case KIND_BV_ASHR:
    return is_bv (ts, a) && same_sort (ts, a, b) ? term_sort (ts, a)
                                                 : SORT_NONE;
  case KIND_BV_ULT:
  case KIND_BV_ULE:
  case KIND_BV_SLT:
  case KIND_BV_SLE:
    return is_bv (ts, a) && same_sort (ts, a, b) ? SORT_BOOL : SORT_NONE;
  case KIND_CONCAT:
    return is_bv (ts, a) && is_bv (ts, b)
               ? bv_or_none ((uint64_t) term_width (ts, a) + term_width (ts, b))
               : SORT_NONE;
  case KIND_EXTRACT:
    return sort_of_extract (ts, d);
  case KIND_ZEXT:
  case KIND_SEXT:
    return is_bv (ts, a) && d->payload <= SORT_MAX_WIDTH
               ? bv_or_none (term_width (ts, a) + d->payload)
               : SORT_NONE;
  case KIND_INT_ADD:
  case KIND_INT_MUL:
  case KIND_INT_DIV:
  case KIND_INT_MOD:
    return is_int (ts, a) && is_int (ts, b) ? SORT_INT : SORT_NONE;
  case KIND_INT_LE:
    return is_int (ts, a) && is_int (ts, b) ? SORT_BOOL : SORT_NONE;
  case KIND_SELECT:
  case KIND_STORE:
  case KIND_CONST_ARRAY:
  case KIND_TABLE:
    return sort_of_array_kind (ts, d);
  default:
    return kind_is_float (d->kind) ? ieee_sort (ts, d) : SORT_NONE;
  }
}

static bool is_foldable (const terms *ts, const draft *d) {
  if (sort_is_array (d->sort) || d->kind == KIND_SELECT)
    return false;
  for (unsigned i = 0; i < kind_table[d->kind].arity; i++)
    if (!term_is_const (ts, d->arg[i]))
      return false;
  return true;
}

static term fold (terms *ts, const draft *d) {
  uint64_t word[3] = {0};
  sort sorts[3] = {{0}};
  unsigned n = kind_table[d->kind].arity;
  assert (n && d->kind != KIND_SELECT);
  for (unsigned i = 0; i < n; i++) {
    word[i] = term_word (ts, d->arg[i]);
    sorts[i] = term_sort (ts, d->arg[i]);
  }
  arena scratch;
  arena_init (&scratch, ts->mem);
  uint64_t res = value_apply (&scratch, d->kind, d->sort, sorts[n - 1],
                              d->payload, word, sorts);
  term t = term_const (ts, d->sort, res);
  arena_release (&scratch);
  return t;
}

/* Constant last, otherwise by structural hash (invariant I4). */
static void order (const terms *ts, draft *d) {
  assert (kind_table[d->kind].commutes && kind_table[d->kind].arity == 2);
  bool first_const = term_is_const (ts, d->arg[0]);
  bool second_const = term_is_const (ts, d->arg[1]);
  bool swap = first_const != second_const
                  ? first_const
                  : hash128_cmp (term_hash (ts, d->arg[0]),
                                 term_hash (ts, d->arg[1])) > 0;
  if (swap) {
    term t = d->arg[0];
    d->arg[0] = d->arg[1];
    d->arg[1] = t;
  }
}

term term_build (terms *ts, kind k, uint64_t payload, term a, term b, term c) {
  ts->n_built++;
  draft d = {k, SORT_NONE, payload, {a, b, c}};
  d.sort = sort_of_draft (ts, &d);
  assert (d.sort.code);
  if (is_foldable (ts, &d))
    return fold (ts, &d);
  if (ts->simplify) {
    if (kind_table[k].commutes)
      order (ts, &d);
    term t = rules_apply (ts, &d);
    if (t.id) {
      assert (sort_eq (term_sort (ts, t), d.sort));
      ts->n_rewrites++;
      return t;
    }
  }
  return term_intern (ts, &d);
}

term term_const_array (terms *ts, sort array, term value) {
  return term_build (ts, KIND_CONST_ARRAY, array.code, value, TERM_NONE,
                     TERM_NONE);
}

static bool is_dense (uint32_t n, const uint64_t *index) {
  for (uint32_t i = 0; i < n; i++)
    if (index[i] != i)
      return false;
  return true;
}

static uint64_t intern_content (terms *ts, uint32_t n, const uint64_t *index,
                                const uint64_t *value) {
  for (uint32_t i = 1; i < n; i++) /* content_get searches by halves */
    assert (index[i - 1] < index[i]);
  hash128 h = hash128_mix (hash_bytes (index, n * sizeof *index),
                           hash_bytes (value, n * sizeof *value));
  for (size_t i = 0; i < ts->contents.len; i++) {
    const content *c = ts->contents.data + i;
    if (hash128_eq (c->hash, h) && c->n == n &&
        !memcmp (c->index, index, n * sizeof *index) &&
        !memcmp (c->value, value, n * sizeof *value))
      return i;
  }
  content c = {.hash = h, .n = n, .is_dense = is_dense (n, index)};
  c.index = arena_copy (&ts->data, index, n * sizeof *index);
  c.value = arena_copy (&ts->data, value, n * sizeof *value);
  vec_push (ts->mem, &ts->contents, c);
  return ts->contents.len - 1;
}

term term_table (terms *ts, term base, uint32_t n, const uint64_t *index,
                 const uint64_t *value) {
  assert (sort_is_small (sort_element (term_sort (ts, base))));
  if (!n)
    return base;
  return term_build (ts, KIND_TABLE, intern_content (ts, n, index, value), base,
                     TERM_NONE, TERM_NONE);
}

term term_bv_sub (terms *ts, term a, term b) {
  return term_binary (ts, KIND_BV_ADD, a, term_unary (ts, KIND_BV_NEG, b));
}

term term_int_neg (terms *ts, term a) {
  return term_binary (ts, KIND_INT_MUL, a,
                      term_int (ts, num_of_i64 (&ts->data, -1)));
}

term term_int_sub (terms *ts, term a, term b) {
  return term_binary (ts, KIND_INT_ADD, a, term_int_neg (ts, b));
}

term term_int_lt (terms *ts, term a, term b) {
  return term_not (ts, term_binary (ts, KIND_INT_LE, b, a));
}

void term_add_conjuncts (memory *mem, term_vec *v, const terms *ts,
                         term condition) {
  assert (sort_is_bool (term_sort (ts, condition)));
  size_t at = v->len;
  vec_push (mem, v, condition);
  while (at < v->len) {
    term t = v->data[at];
    bool is_known = term_eq (t, TERM_TRUE);
    for (size_t i = 0; i < at && !is_known; i++)
      is_known = term_eq (v->data[i], t);
    if (!is_known && term_kind (ts, t) != KIND_AND) {
      at++;
      continue;
    }
    v->data[at] = vec_last (v);
    v->len--;
    if (!is_known) {
      vec_push (mem, v, term_arg (ts, t, 0));
      vec_push (mem, v, term_arg (ts, t, 1));
    }
  }
}
