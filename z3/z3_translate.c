#include "z3/z3_priv.h"

#include "term/ieee.h"
#include "term/leaves.h"
#include "term/value.h"

static Z3_ast as_ast (uint64_t word) { return (Z3_ast) (uintptr_t) word; }
static uint64_t as_word (void *p) { return (uint64_t) (uintptr_t) p; }

static Z3_ast z3_translate_keep (translator *tr, Z3_ast a) {
  if (a)
    Z3_inc_ref (tr->ctx, a);
  return a;
}

static void z3_translate_drop (translator *tr, Z3_ast a) {
  if (a)
    z3_drop (tr->ctx, a);
}

void translator_init (translator *tr, memory *mem, terms *ts, Z3_context ctx,
                      bool share) {
  *tr = (translator) {.mem = mem, .ts = ts, .ctx = ctx, .share = share};
  map *maps[] = {&tr->sorts, &tr->leaves, &tr->elements, &tr->wholes,
                 &tr->asts};
  for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
    map_init (maps[i], mem);
}

static void drop_map (translator *tr, map *m) {
  for (size_t i = 0; i < m->cap; i++)
    if (m->slot[i].key)
      z3_translate_drop (tr, as_ast (m->slot[i].value));
  map_release (m);
}

void translator_release (translator *tr) {
  drop_map (tr, &tr->leaves);
  drop_map (tr, &tr->asts);
  drop_map (tr, &tr->sorts);
  for (size_t i = 0; i < tr->links.len; i++)
    z3_translate_drop (tr, tr->links.data[i]);
  map_release (&tr->elements);
  map_release (&tr->wholes);
  vec_release (tr->mem, &tr->element, &tr->trail, &tr->marks, &tr->links,
               &tr->todo, &tr->digits);
}

void translator_push (translator *tr) {
  vec_push (tr->mem, &tr->marks, (uint32_t) tr->trail.len);
}

void translator_pop (translator *tr, size_t left) {
  assert (left < tr->marks.len);
  size_t keep_len = tr->marks.data[left];
  tr->marks.len = left;
  while (tr->trail.len > keep_len) {
    uint64_t *ast = map_find (&tr->asts, vec_pop (&tr->trail).id);
    assert (ast && *ast); /* translated above the mark */
    z3_translate_drop (tr, as_ast (*ast));
    *ast = 0;
  }
}

/* Sorts and constants. */

static Z3_sort sort_to_z3 (translator *tr, sort s) {
  uint64_t known = map_get (&tr->sorts, s.code, 0);
  if (known)
    return (Z3_sort) (uintptr_t) known;
  Z3_sort res;
  if (sort_is_bool (s))
    res = Z3_mk_bool_sort (tr->ctx);
  else if (sort_is_int (s))
    res = Z3_mk_int_sort (tr->ctx);
  else if (sort_is_bv (s))
    res = Z3_mk_bv_sort (tr->ctx, sort_width (s));
  else
    res = Z3_mk_array_sort (tr->ctx, sort_to_z3 (tr, sort_index (s)),
                            sort_to_z3 (tr, sort_element (s)));
  z3_translate_keep (tr, Z3_sort_to_ast (tr->ctx, res));
  map_put (&tr->sorts, s.code, as_word (res));
  return res;
}

static Z3_ast new_const (translator *tr, sort s) {
  Z3_sort zs = sort_to_z3 (tr, s);
  Z3_symbol name = Z3_mk_int_symbol (tr->ctx, (int) tr->n_consts++);
  return Z3_mk_const (tr->ctx, name, zs);
}

static Z3_ast value_to_z3 (translator *tr, sort s, uint64_t word) {
  if (sort_is_bool (s))
    return word ? Z3_mk_true (tr->ctx) : Z3_mk_false (tr->ctx);
  Z3_sort zs = sort_to_z3 (tr, s);
  if (sort_is_small (s))
    return Z3_mk_unsigned_int64 (tr->ctx, word, zs);
  num x = value_num (word);
  if (num_is_small (x))
    return Z3_mk_int64 (tr->ctx, num_small (x), zs);
  vec_clear (&tr->digits);
  num_print (tr->mem, &tr->digits, x, 10);
  return Z3_mk_numeral (tr->ctx, text_c (tr->mem, &tr->digits), zs);
}

static void note_sort (translator *tr, sort s) {
  tr->has_int |= sort_is_int (s);
  tr->has_array |= sort_is_array (s);
}

/* Leaves. */

Z3_ast translator_leaf (const translator *tr, term leaf) {
  return as_ast (map_get (&tr->leaves, leaf.id, 0));
}

static Z3_ast add_leaf (translator *tr, term t, Z3_ast a) {
  assert (!translator_leaf (tr, t)); /* once */
  map_put (&tr->leaves, t.id, as_word (z3_translate_keep (tr, a)));
  return a;
}

static Z3_ast select_leaf (translator *tr, term select) {
  const node *n = term_node (tr->ts, select);
  const node *index = term_node (tr->ts, n->arg[1]);
  Z3_ast i =
      z3_translate_keep (tr, value_to_z3 (tr, index->sort, index->payload));
  Z3_ast array = as_ast (map_get (&tr->leaves, n->arg[0].id, 0));
  assert (n->kind == KIND_SELECT && index->kind == KIND_CONST && array);
  Z3_ast res = Z3_mk_select (tr->ctx, array, i);
  z3_translate_keep (tr, res);
  z3_translate_drop (tr, i);
  return res;
}

static void link_element (translator *tr, term select) {
  Z3_ast read = select_leaf (tr, select);
  Z3_ast constant = translator_leaf (tr, select);
  vec_push (tr->mem, &tr->links,
            z3_translate_keep (tr, Z3_mk_eq (tr->ctx, constant, read)));
  z3_translate_drop (tr, read);
}

static Z3_ast add_array (translator *tr, term array) {
  assert (!map_find (&tr->wholes, array.id));
  Z3_ast res = add_leaf (tr, array, new_const (tr, term_sort (tr->ts, array)));
  map_put (&tr->wholes, array.id, 1);
  uint64_t at = map_get (&tr->elements, array.id, 0);
  for (; at; at = tr->element.data[at - 1].next)
    link_element (tr, tr->element.data[at - 1].select);
  return res;
}

static Z3_ast add_element (translator *tr, term select) {
  term array = term_arg (tr->ts, select, 0);
  if (map_find (&tr->wholes, array.id)) {
    Z3_ast read = select_leaf (tr, select);
    add_leaf (tr, select, read);
    z3_translate_drop (tr, read);
    return read;
  }
  uint64_t *head = map_at (&tr->elements, array.id);
  vec_push (tr->mem, &tr->element, (struct linked) {select, (uint32_t) *head});
  *head = tr->element.len;
  return add_leaf (tr, select, new_const (tr, term_sort (tr->ts, select)));
}

static Z3_ast make_leaf (translator *tr, term t) {
  sort s = term_sort (tr->ts, t);
  note_sort (tr, s);
  if (term_kind (tr->ts, t) == KIND_SELECT)
    return add_element (tr, t);
  if (sort_is_array (s))
    return add_array (tr, t);
  return add_leaf (tr, t, new_const (tr, s));
}

/* Applications. */

/* Division by zero has no fixed value in Z3; ours has (term/value.h): 'zero',
 * or 0 when that is NULL. 'otherwise' comes with a reference, as the result.
 */
static Z3_ast guard_zero (translator *tr, term divisor, Z3_ast b, Z3_ast zero,
                          Z3_ast otherwise) {
  if (term_is_const (tr->ts, divisor) &&
      num_sign (value_num (term_word (tr->ts, divisor))))
    return otherwise;
  Z3_ast nil = z3_translate_keep (
      tr, Z3_mk_int64 (tr->ctx, 0, sort_to_z3 (tr, SORT_INT)));
  Z3_ast is_zero = z3_translate_keep (tr, Z3_mk_eq (tr->ctx, b, nil));
  Z3_ast res = Z3_mk_ite (tr->ctx, is_zero, zero ? zero : nil, otherwise);
  z3_translate_keep (tr, res);
  z3_translate_drop (tr, is_zero);
  z3_translate_drop (tr, nil);
  z3_translate_drop (tr, otherwise);
  return res;
}

static Z3_ast table_to_z3 (translator *tr, term t, Z3_ast base) {
  assert (base); /* arguments come first */
  const content *c = term_content (tr->ts, t);
  sort s = term_sort (tr->ts, t);
  Z3_ast res = z3_translate_keep (tr, base);
  for (uint32_t i = 0; res && i < c->n; i++) {
    uint64_t at = c->is_dense ? i : c->index[i];
    Z3_ast index = z3_translate_keep (tr, value_to_z3 (tr, sort_index (s), at));
    Z3_ast value =
        z3_translate_keep (tr, value_to_z3 (tr, sort_element (s), c->value[i]));
    Z3_ast next =
        z3_translate_keep (tr, Z3_mk_store (tr->ctx, res, index, value));
    z3_translate_drop (tr, index);
    z3_translate_drop (tr, value);
    z3_translate_drop (tr, res);
    res = next;
  }
  return res;
}

static Z3_ast apply_bool (translator *tr, kind k, Z3_ast a, Z3_ast b,
                          Z3_ast c) {
  Z3_context ctx = tr->ctx;
  Z3_ast both[2] = {a, b};
  switch (k) {
  case KIND_NOT:
    return Z3_mk_not (ctx, a);
  case KIND_AND:
    return Z3_mk_and (ctx, 2, both);
  case KIND_OR:
    return Z3_mk_or (ctx, 2, both);
  case KIND_XOR:
    return Z3_mk_xor (ctx, a, b);
  case KIND_EQ:
    return Z3_mk_eq (ctx, a, b);
  case KIND_ITE:
    return Z3_mk_ite (ctx, a, b, c);
  default:
    return NULL;
  }
}

static Z3_ast apply_bits (translator *tr, kind k, uint64_t payload, Z3_ast a,
                          Z3_ast b) {
  static Z3_ast (*const binary[KIND_COUNT]) (Z3_context, Z3_ast, Z3_ast) = {
      [KIND_BV_AND] = Z3_mk_bvand,   [KIND_BV_OR] = Z3_mk_bvor,
      [KIND_BV_XOR] = Z3_mk_bvxor,   [KIND_BV_ADD] = Z3_mk_bvadd,
      [KIND_BV_MUL] = Z3_mk_bvmul,   [KIND_BV_UDIV] = Z3_mk_bvudiv,
      [KIND_BV_UREM] = Z3_mk_bvurem, [KIND_BV_SDIV] = Z3_mk_bvsdiv,
      [KIND_BV_SREM] = Z3_mk_bvsrem, [KIND_BV_SMOD] = Z3_mk_bvsmod,
      [KIND_BV_SHL] = Z3_mk_bvshl,   [KIND_BV_LSHR] = Z3_mk_bvlshr,
      [KIND_BV_ASHR] = Z3_mk_bvashr, [KIND_BV_ULT] = Z3_mk_bvult,
      [KIND_BV_ULE] = Z3_mk_bvule,   [KIND_BV_SLT] = Z3_mk_bvslt,
      [KIND_BV_SLE] = Z3_mk_bvsle,   [KIND_CONCAT] = Z3_mk_concat};
  if (binary[k])
    return binary[k](tr->ctx, a, b);
  switch (k) {
  case KIND_BV_NOT:
    return Z3_mk_bvnot (tr->ctx, a);
  case KIND_BV_NEG:
    return Z3_mk_bvneg (tr->ctx, a);
  case KIND_EXTRACT:
    return Z3_mk_extract (tr->ctx, (unsigned) (payload >> 32),
                          (unsigned) (payload & ~0u), a);
  case KIND_ZEXT:
    return Z3_mk_zero_ext (tr->ctx, (unsigned) payload, a);
  case KIND_SEXT:
    return Z3_mk_sign_ext (tr->ctx, (unsigned) payload, a);
  default:
    return NULL;
  }
}

/* Not linear. */
static bool is_hard (const translator *tr, kind k, const node *n) {
  if (k == KIND_INT_MUL)
    return !term_is_const (tr->ts, n->arg[0]) &&
           !term_is_const (tr->ts, n->arg[1]);
  return k == KIND_INT_DIV || k == KIND_INT_MOD;
}

/* With a reference. */
static Z3_ast apply_int (translator *tr, kind k, const node *n, Z3_ast a,
                         Z3_ast b) {
  Z3_context ctx = tr->ctx;
  Z3_ast both[2] = {a, b};
  term divisor = n->arg[1];
  tr->has_hard |= is_hard (tr, k, n);
  switch (k) {
  case KIND_INT_ADD:
    return z3_translate_keep (tr, Z3_mk_add (ctx, 2, both));
  case KIND_INT_MUL:
    return z3_translate_keep (tr, Z3_mk_mul (ctx, 2, both));
  case KIND_INT_DIV:
    a = z3_translate_keep (tr, Z3_mk_div (ctx, a, b));
    return guard_zero (tr, divisor, b, NULL, a);
  case KIND_INT_MOD:
    return guard_zero (tr, divisor, b, a,
                       z3_translate_keep (tr, Z3_mk_mod (ctx, a, b)));
  case KIND_INT_LE:
    return z3_translate_keep (tr, Z3_mk_le (ctx, a, b));
  default:
    return NULL;
  }
}

/* With a reference. */
static Z3_ast z3_translate_apply (translator *tr, term t, const node *n,
                                  Z3_ast a, Z3_ast b, Z3_ast c) {
  kind k = (kind) n->kind;
  note_sort (tr, n->sort);
  switch (k) {
  case KIND_CONST:
    return z3_translate_keep (tr, value_to_z3 (tr, n->sort, n->payload));
  case KIND_SELECT:
    return z3_translate_keep (tr, Z3_mk_select (tr->ctx, a, b));
  case KIND_STORE:
    return z3_translate_keep (tr, Z3_mk_store (tr->ctx, a, b, c));
  case KIND_CONST_ARRAY: {
    Z3_sort index = sort_to_z3 (tr, sort_index (n->sort));
    return z3_translate_keep (tr, Z3_mk_const_array (tr->ctx, index, a));
  }
  case KIND_TABLE:
    return table_to_z3 (tr, t, a);
  default:
    break;
  }
  if (kind_is_float (k))
    return translator_float (tr, n, (Z3_ast[3]) {a, b, c});
  Z3_ast res = apply_bool (tr, k, a, b, c);
  if (!res)
    res = apply_bits (tr, k, n->payload, a, b);
  return res ? z3_translate_keep (tr, res) : apply_int (tr, k, n, a, b);
}

/* NULL when the term was not translated yet. Leaves come first: below an
 * element nothing is translated.
 */
static Z3_ast z3_translate_find (const translator *tr, term t) {
  uint64_t known = map_get (&tr->asts, t.id, 0);
  return known ? as_ast (known) : translator_leaf (tr, t);
}

static bool push_missing (translator *tr, const node *n) {
  size_t before = tr->todo.len;
  for (unsigned i = 0; i < n->arity; i++)
    if (!z3_translate_find (tr, n->arg[i]))
      vec_push (tr->mem, &tr->todo, n->arg[i]);
  return tr->todo.len > before;
}

static Z3_ast translate (translator *tr, term t, const node *n) {
  if (term_is_leaf (tr->ts, t))
    return make_leaf (tr, t);
  Z3_ast arg[3] = {0};
  for (unsigned i = 0; i < n->arity; i++)
    arg[i] = z3_translate_find (tr, n->arg[i]);
  Z3_ast res = z3_translate_apply (tr, t, n, arg[0], arg[1], arg[2]);
  map_put (&tr->asts, t.id, as_word (res));
  if (!tr->share)
    vec_push (tr->mem, &tr->trail, t);
  return res;
}

Z3_ast translator_get (translator *tr, term root) {
  assert (root.id);
  vec_clear (&tr->todo);
  vec_push (tr->mem, &tr->todo, root);
  while (tr->todo.len) {
    term t = vec_last (&tr->todo);
    const node *n = term_node (tr->ts, t);
    if (!z3_translate_find (tr, t)) {
      if (!term_is_leaf (tr->ts, t) && push_missing (tr, n))
        continue;
      if (!translate (tr, t, n))
        return NULL;
    }
    (void) vec_pop (&tr->todo);
  }
  return z3_translate_find (tr, root);
}
