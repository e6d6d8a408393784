/* Reading models of Z3. */

#include "z3/z3_priv.h"

/* Numerals beyond 64 bits come as decimal text. */
static bool read_wide (translator *tr, Z3_ast a, arena *limbs, num *out) {
  const char *text = Z3_get_numeral_string (tr->ctx, a);
  if (!text || Z3_get_error_code (tr->ctx) != Z3_OK)
    return false;
  bool is_negative = *text == '-';
  text += is_negative;
  if (!num_parse (limbs, text, strlen (text), 10, out))
    return false;
  if (is_negative)
    *out = num_neg (limbs, *out);
  return true;
}

static bool read_value (translator *tr, Z3_ast a, sort s, arena *limbs,
                        uint64_t *word) {
  if (!a)
    return false;
  if (sort_is_bool (s)) {
    Z3_lbool b = Z3_get_bool_value (tr->ctx, a);
    *word = b == Z3_L_TRUE;
    return b != Z3_L_UNDEF;
  }
  if (Z3_get_ast_kind (tr->ctx, a) != Z3_NUMERAL_AST)
    return false;
  int64_t small;
  if (sort_is_small (s))
    return Z3_get_numeral_uint64 (tr->ctx, a, word);
  if (Z3_get_numeral_int64 (tr->ctx, a, &small)) {
    *word = num_of_i64 (limbs, small).word;
    return true;
  }
  num x;
  if (!read_wide (tr, a, limbs, &x))
    return false;
  *word = x.word;
  return true;
}

typedef struct array_reader {
  translator *tr;
  model *out;
  term array;
  sort index, element;
  arena *limbs;
  map seen; /* indices + 1 that an outer store has set; last one apart */
  bool seen_last;
} array_reader;

/* The first value met for an index counts: outer stores come first. */
static bool is_first (array_reader *r, uint64_t index) {
  if (index == UINT64_MAX) {
    bool first = !r->seen_last;
    r->seen_last = true;
    return first;
  }
  uint64_t *seen = map_at (&r->seen, index + 1);
  return !(*seen)++;
}

static bool read_entry (array_reader *r, Z3_ast index, Z3_ast value) {
  uint64_t i, word;
  if (!read_value (r->tr, index, r->index, r->limbs, &i) ||
      !read_value (r->tr, value, r->element, r->limbs, &word))
    return false;
  if (is_first (r, i))
    model_set_element (r->out, r->array, i, word);
  return true;
}

static bool read_default (array_reader *r, Z3_ast value) {
  uint64_t word;
  if (!read_value (r->tr, value, r->element, r->limbs, &word))
    return false;
  model_set_default (r->out, r->array, word);
  return true;
}

static bool read_function (array_reader *r, Z3_model m, Z3_ast array) {
  Z3_context ctx = r->tr->ctx;
  Z3_func_decl decl = Z3_get_as_array_func_decl (ctx, array);
  Z3_func_interp f = decl ? Z3_model_get_func_interp (ctx, m, decl) : NULL;
  if (!f)
    return false;
  Z3_func_interp_inc_ref (ctx, f);
  bool ok = true;
  unsigned n = Z3_func_interp_get_num_entries (ctx, f);
  for (unsigned i = 0; ok && i < n; i++) {
    Z3_func_entry e = Z3_func_interp_get_entry (ctx, f, i);
    Z3_func_entry_inc_ref (ctx, e);
    Z3_ast index = Z3_func_entry_get_arg (ctx, e, 0);
    if (index)
      Z3_inc_ref (ctx, index);
    ok = index && read_entry (r, index, Z3_func_entry_get_value (ctx, e));
    if (index)
      Z3_dec_ref (ctx, index);
    Z3_func_entry_dec_ref (ctx, e);
  }
  ok = ok && read_default (r, Z3_func_interp_get_else (ctx, f));
  Z3_func_interp_dec_ref (ctx, f);
  return ok;
}

/* Stores around a constant array or a function; 'a' is kept by the caller and
 * keeps all that is below it.
 */
static bool read_array (array_reader *r, Z3_model m, Z3_ast a) {
  Z3_context ctx = r->tr->ctx;
  while (a && Z3_get_ast_kind (ctx, a) == Z3_APP_AST) {
    if (Z3_is_as_array (ctx, a))
      return read_function (r, m, a);
    Z3_app app = Z3_to_app (ctx, a);
    Z3_decl_kind k = Z3_get_decl_kind (ctx, Z3_get_app_decl (ctx, app));
    if (k == Z3_OP_CONST_ARRAY)
      return read_default (r, Z3_get_app_arg (ctx, app, 0));
    if (k != Z3_OP_STORE)
      return false;
    if (!read_entry (r, Z3_get_app_arg (ctx, app, 1),
                     Z3_get_app_arg (ctx, app, 2)))
      return false;
    a = Z3_get_app_arg (ctx, app, 0);
  }
  return false;
}

static bool read_array_leaf (translator *tr, Z3_model m, term leaf, Z3_ast a,
                             arena *limbs, model *out) {
  sort s = term_sort (tr->ts, leaf);
  array_reader r = {.tr = tr,
                    .out = out,
                    .array = leaf,
                    .index = sort_index (s),
                    .element = sort_element (s),
                    .limbs = limbs};
  map_init (&r.seen, tr->mem);
  bool ok = read_array (&r, m, a);
  map_release (&r.seen);
  return ok;
}

bool z3_read_leaf (translator *tr, Z3_model m, term leaf, model *out) {
  Z3_ast constant = translator_leaf (tr, leaf), a = NULL;
  if (!constant || !Z3_model_eval (tr->ctx, m, constant, true, &a) || !a)
    return false;
  Z3_inc_ref (tr->ctx, a);
  arena limbs;
  arena_init (&limbs, tr->mem);
  sort s = term_sort (tr->ts, leaf);
  uint64_t word;
  bool ok;
  if (sort_is_array (s))
    ok = read_array_leaf (tr, m, leaf, a, &limbs, out);
  else if ((ok = read_value (tr, a, s, &limbs, &word)))
    model_set (out, leaf, word);
  arena_release (&limbs);
  Z3_dec_ref (tr->ctx, a);
  return ok;
}
