/* Rules for equalities of bit-vectors, integers and arrays. */

#include "term/bounds.h"
#include "term/rules_priv.h"

/* Of one bit only '= 1' is asked. */
term rule_eq_bit (terms *ts, const draft *d) {
  term a = d->arg[0], c = d->arg[1];
  sort s = term_sort (ts, c);
  if (!sort_is_bv (s) || sort_width (s) != 1 || !is_zero (ts, c))
    return TERM_NONE;
  return term_not (ts, term_equal (ts, a, term_bv (ts, 1, 1)));
}

/* The inverse of an odd number modulo 2^64: each step doubles the bits that
 * are right, and three are at the start.
 */
static uint64_t inverse (uint64_t x) {
  uint64_t r = x;
  for (unsigned i = 0; i < 5; i++)
    r *= 2 - x * r;
  return r;
}

/* One step of t = c to x = c', where x is the only argument of t that is not
 * constant: undoes what t does to x. TERM_FALSE in 'c' when impossible.
 */
static bool undo (terms *ts, term *t, term *c) {
  const node *n = term_node (ts, *t);
  term k = n->arg[1];
  bool has_const = n->arity == 2 && term_is_const (ts, k);
  if (is_offset (ts, *t))
    *c = sum (ts, *c, negated (ts, k));
  else if (n->kind == KIND_BV_NEG || n->kind == KIND_BV_NOT)
    *c = term_unary (ts, (kind) n->kind, *c);
  else if (n->kind == KIND_BV_XOR && has_const)
    *c = term_binary (ts, KIND_BV_XOR, *c, k);
  else if (n->kind == KIND_BV_MUL && has_const && is_word (ts, k) &&
           term_word (ts, k) & 1)
    *c = product (
        ts, *c, term_bv (ts, term_width (ts, k), inverse (term_word (ts, k))));
  else if (n->kind == KIND_INT_MUL && has_const && !is_zero (ts, k))
    *c = is_zero (ts, term_binary (ts, KIND_INT_MOD, *c, k))
             ? term_binary (ts, KIND_INT_DIV, *c, k)
             : TERM_FALSE;
  else
    return false;
  *t = n->arg[0];
  return true;
}

term rule_eq_solve (terms *ts, const draft *d) {
  term t = d->arg[0], c = d->arg[1];
  if (!term_is_const (ts, c) || !undo (ts, &t, &c))
    return TERM_NONE;
  while (!term_eq (c, TERM_FALSE) && undo (ts, &t, &c))
    ;
  return term_eq (c, TERM_FALSE) ? TERM_FALSE : term_equal (ts, t, c);
}

/* Extended terms: the added bits say nothing. */

static term equal_to_extended_const (terms *ts, term t, term c) {
  const node *n = term_node (ts, t);
  unsigned w = term_width (ts, n->arg[0]);
  term low = term_extract (ts, w - 1, 0, c);
  term unchanged =
      term_build (ts, (kind) n->kind, n->payload, low, TERM_NONE, TERM_NONE);
  return term_eq (unchanged, c) ? term_equal (ts, n->arg[0], low) : TERM_FALSE;
}

term rule_eq_extension (terms *ts, const draft *d) {
  const node *p = term_node (ts, d->arg[0]), *q = term_node (ts, d->arg[1]);
  if (p->kind != KIND_ZEXT && p->kind != KIND_SEXT)
    return TERM_NONE;
  if (q->kind == KIND_CONST)
    return equal_to_extended_const (ts, d->arg[0], d->arg[1]);
  if (q->kind != p->kind)
    return TERM_NONE;
  unsigned common =
      (unsigned) (p->payload < q->payload ? p->payload : q->payload);
  unsigned high = sort_width (p->sort) - common - 1;
  if (!common)
    return TERM_NONE;
  return term_equal (ts, term_extract (ts, high, 0, d->arg[0]),
                     term_extract (ts, high, 0, d->arg[1]));
}

term rule_eq_bounds (terms *ts, const draft *d) {
  sort s = term_sort (ts, d->arg[0]);
  if (!sort_is_bv (s) || sort_width (s) > 64)
    return TERM_NONE;
  bounds a = term_bounds (ts, d->arg[0]), b = term_bounds (ts, d->arg[1]);
  if (a.min > b.max || b.min > a.max || a.smin > b.smax || b.smin > a.smax ||
      a.ones & b.zeros || a.zeros & b.ones)
    return TERM_FALSE;
  return a.min == a.max && b.min == b.max ? TERM_TRUE : TERM_NONE;
}

/* An equality of concatenations is one of each part: the parts are then
 * independent constraints on independent bytes.
 */
static term equal_parts (terms *ts, term concat, term t) {
  term high = term_arg (ts, concat, 0), low = term_arg (ts, concat, 1);
  unsigned w = term_width (ts, t), at = term_width (ts, low);
  return term_and (ts, term_equal (ts, high, term_extract (ts, w - 1, at, t)),
                   term_equal (ts, low, term_extract (ts, at - 1, 0, t)));
}

term rule_eq_concat_const (terms *ts, const draft *d) {
  if (!is_kind (ts, d->arg[0], KIND_CONCAT) || !term_is_const (ts, d->arg[1]))
    return TERM_NONE;
  return equal_parts (ts, d->arg[0], d->arg[1]);
}

/* Can it be cut below bit 'at' without an extract? */
static bool splits_at (const terms *ts, term t, unsigned at) {
  if (is_kind (ts, t, KIND_CONCAT))
    return term_width (ts, term_arg (ts, t, 1)) == at;
  return is_kind (ts, t, KIND_ZEXT) &&
         term_width (ts, term_arg (ts, t, 0)) == at;
}

term rule_eq_concat (terms *ts, const draft *d) {
  for (unsigned i = 0; i < 2; i++) {
    term a = d->arg[i], b = d->arg[!i];
    if (is_kind (ts, a, KIND_CONCAT) &&
        splits_at (ts, b, term_width (ts, term_arg (ts, a, 1))))
      return equal_parts (ts, a, b);
  }
  return TERM_NONE;
}

/* ite (c, 3, y) = 4 is not c and y = 4, and so on. */
term rule_eq_ite_const (terms *ts, const draft *d) {
  term a = d->arg[0], k = d->arg[1];
  if (!term_is_const (ts, k) || !is_kind (ts, a, KIND_ITE))
    return TERM_NONE;
  const node *n = term_node (ts, a);
  bool first = term_is_const (ts, n->arg[1]);
  if (!first && !term_is_const (ts, n->arg[2]))
    return TERM_NONE;
  bool hit = term_eq (n->arg[first ? 1 : 2], k);
  term c = n->arg[0], rest = term_equal (ts, n->arg[first ? 2 : 1], k);
  if (first != hit)
    c = term_not (ts, c);
  return hit ? term_or (ts, c, rest) : term_and (ts, c, rest);
}

/* x - y = 0 and x ^ y = 0 are x = y. */
term rule_eq_difference (terms *ts, const draft *d) {
  const node *n = term_node (ts, d->arg[0]);
  if (!is_zero (ts, d->arg[1]))
    return TERM_NONE;
  if (n->kind == KIND_BV_XOR)
    return term_equal (ts, n->arg[0], n->arg[1]);
  if (n->kind != KIND_BV_ADD)
    return TERM_NONE;
  for (unsigned i = 0; i < 2; i++)
    if (is_kind (ts, n->arg[i], KIND_BV_NEG))
      return term_equal (ts, n->arg[!i], term_arg (ts, n->arg[i], 0));
  return TERM_NONE;
}

/* x | y = 0 and x & y = ones say it of both. */
term rule_eq_all_bits (terms *ts, const draft *d) {
  const node *n = term_node (ts, d->arg[0]);
  term c = d->arg[1];
  if ((n->kind == KIND_BV_OR && is_zero (ts, c)) ||
      (n->kind == KIND_BV_AND && is_ones (ts, c)))
    return term_and (ts, term_equal (ts, n->arg[0], c),
                     term_equal (ts, n->arg[1], c));
  return TERM_NONE;
}

static term zero_like (terms *ts, term t) {
  sort s = term_sort (ts, t);
  return sort_is_int (s) ? term_int (ts, NUM_ZERO)
                         : term_bv (ts, sort_width (s), 0);
}

/* x + 3 = y + 1 is x + 2 = y: one constant, at the side whose term has the
 * smaller hash.
 */
term rule_eq_shift_const (terms *ts, const draft *d) {
  term a = d->arg[0], b = d->arg[1];
  bool p = is_offset (ts, a), q = is_offset (ts, b);
  if (term_is_const (ts, b) || (!p && !q))
    return TERM_NONE;
  term x = p ? term_arg (ts, a, 0) : a, y = q ? term_arg (ts, b, 0) : b;
  bool first = hash128_cmp (term_hash (ts, x), term_hash (ts, y)) < 0;
  if (p != q && p == first)
    return TERM_NONE;
  term c = p ? term_arg (ts, a, 1) : zero_like (ts, a);
  if (q)
    c = sum (ts, c, negated (ts, term_arg (ts, b, 1)));
  return first ? term_equal (ts, sum (ts, x, c), y)
               : term_equal (ts, x, sum (ts, y, negated (ts, c)));
}
