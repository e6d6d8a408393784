/* Rules for Boolean terms and ite. */

#include "term/rules_priv.h"

/* NOT. Comparisons absorb it, so they have no negation in normal form. */

term rule_not_not (terms *ts, const draft *d) {
  term a = d->arg[0];
  return is_kind (ts, a, KIND_NOT) ? term_arg (ts, a, 0) : TERM_NONE;
}

term rule_not_compare (terms *ts, const draft *d) {
  const node *n = term_node (ts, d->arg[0]);
  kind k = kind_opposite ((kind) n->kind);
  if (k == KIND_CONST)
    return TERM_NONE;
  return term_binary (ts, k, n->arg[1], n->arg[0]);
}

term rule_not_int_le (terms *ts, const draft *d) {
  const node *n = term_node (ts, d->arg[0]);
  if (n->kind != KIND_INT_LE)
    return TERM_NONE;
  term a = n->arg[0], b = n->arg[1];
  if (term_is_const (ts, b))
    return term_binary (ts, KIND_INT_LE, sum (ts, b, term_int (ts, NUM_ONE)),
                        a);
  if (!term_is_const (ts, a))
    return TERM_NONE;
  term minus_one = negated (ts, term_int (ts, NUM_ONE));
  return term_binary (ts, KIND_INT_LE, b, sum (ts, a, minus_one));
}

/* De Morgan where it removes negations. */
term rule_not_junction (terms *ts, const draft *d) {
  const node *n = term_node (ts, d->arg[0]);
  if (n->kind != KIND_AND && n->kind != KIND_OR)
    return TERM_NONE;
  if (!is_kind (ts, n->arg[0], KIND_NOT) || !is_kind (ts, n->arg[1], KIND_NOT))
    return TERM_NONE;
  return term_binary (ts, n->kind == KIND_AND ? KIND_OR : KIND_AND,
                      term_arg (ts, n->arg[0], 0), term_arg (ts, n->arg[1], 0));
}

/* AND and OR are mirror images: 'neutral' and 'absorbing' swap. */

static term absorbing (kind k) {
  return k == KIND_AND ? TERM_FALSE : TERM_TRUE;
}

static kind dual (kind k) { return k == KIND_AND ? KIND_OR : KIND_AND; }

term rule_junction_const (terms *ts, const draft *d) {
  if (!term_is_const (ts, d->arg[1]))
    return TERM_NONE;
  bool absorbs = term_eq (d->arg[1], absorbing (d->kind));
  return d->arg[absorbs ? 1 : 0];
}

term rule_junction_same (terms *ts, const draft *d) {
  (void) ts;
  return term_eq (d->arg[0], d->arg[1]) ? d->arg[0] : TERM_NONE;
}

term rule_junction_complement (terms *ts, const draft *d) {
  return is_complement (ts, d->arg[0], d->arg[1]) ? absorbing (d->kind)
                                                  : TERM_NONE;
}

static bool has_complement (const terms *ts, term t, term a, unsigned *at) {
  const node *n = term_node (ts, t);
  *at = is_complement (ts, n->arg[1], a);
  return *at || is_complement (ts, n->arg[0], a);
}

/* a and (not a or b) is a and b. */
term rule_junction_resolve (terms *ts, const draft *d) {
  for (unsigned i = 0; i < 2; i++) {
    term a = d->arg[i], b = d->arg[!i];
    unsigned at;
    if (is_kind (ts, b, dual (d->kind)) && has_complement (ts, b, a, &at))
      return term_binary (ts, d->kind, a, term_arg (ts, b, !at));
  }
  return TERM_NONE;
}

/* Truth of a comparison with a constant, 't', where 'x' is the constant 'c':
 * a Boolean constant, or none when 't' is something else.
 */
static term under_value (terms *ts, term t, term x, term c) {
  bool negative = is_kind (ts, t, KIND_NOT);
  const node *n = term_node (ts, negative ? term_arg (ts, t, 0) : t);
  if (n->kind != KIND_EQ && kind_opposite ((kind) n->kind) == KIND_CONST &&
      n->kind != KIND_INT_LE)
    return TERM_NONE;
  term a = n->arg[0], b = n->arg[1];
  if (term_eq (a, x) && term_is_const (ts, b))
    a = c;
  else if (term_eq (b, x) && term_is_const (ts, a))
    b = c;
  else
    return TERM_NONE;
  term res = term_binary (ts, (kind) n->kind, a, b);
  return negative ? term_not (ts, res) : res;
}

/* x = 3 and x < 7 is x = 3; x = 3 and x = 4 is false. Under OR the same with
 * x != 3.
 */
term rule_junction_value (terms *ts, const draft *d) {
  for (unsigned i = 0; i < 2; i++) {
    term a = d->arg[i], e = a;
    if (d->kind == KIND_OR) {
      if (!is_kind (ts, a, KIND_NOT))
        continue;
      e = term_arg (ts, a, 0);
    }
    const node *n = term_node (ts, e);
    if (n->kind != KIND_EQ || !term_is_const (ts, n->arg[1]))
      continue;
    term r = under_value (ts, d->arg[!i], n->arg[0], n->arg[1]);
    if (r.id)
      return term_eq (r, absorbing (d->kind)) ? r : a;
  }
  return TERM_NONE;
}

term rule_xor_bool (terms *ts, const draft *d) {
  return term_not (ts, term_equal (ts, d->arg[0], d->arg[1]));
}

/* EQ on Booleans. */

term rule_eq_same (terms *ts, const draft *d) {
  (void) ts;
  return term_eq (d->arg[0], d->arg[1]) ? TERM_TRUE : TERM_NONE;
}

term rule_eq_bool_const (terms *ts, const draft *d) {
  if (term_eq (d->arg[1], TERM_TRUE))
    return d->arg[0];
  return term_eq (d->arg[1], TERM_FALSE) ? term_not (ts, d->arg[0]) : TERM_NONE;
}

/* ITE of any sort. */

term rule_ite_const (terms *ts, const draft *d) {
  if (!term_is_const (ts, d->arg[0]))
    return TERM_NONE;
  return d->arg[term_eq (d->arg[0], TERM_TRUE) ? 1 : 2];
}

term rule_ite_same (terms *ts, const draft *d) {
  (void) ts;
  return term_eq (d->arg[1], d->arg[2]) ? d->arg[1] : TERM_NONE;
}

/* Of a condition and its negation one is the normal form. */
term rule_ite_negated (terms *ts, const draft *d) {
  kind k = term_kind (ts, d->arg[0]);
  if (k != KIND_NOT && k != KIND_BV_ULE && k != KIND_BV_SLE)
    return TERM_NONE;
  return term_ite (ts, term_not (ts, d->arg[0]), d->arg[2], d->arg[1]);
}

term rule_ite_bool_branch (terms *ts, const draft *d) {
  term c = d->arg[0], a = d->arg[1], b = d->arg[2];
  if (!sort_is_bool (d->sort))
    return TERM_NONE;
  if (term_eq (a, TERM_TRUE) || term_eq (a, c))
    return term_or (ts, c, b);
  if (term_eq (b, TERM_FALSE) || term_eq (b, c))
    return term_and (ts, c, a);
  if (term_eq (a, TERM_FALSE))
    return term_and (ts, term_not (ts, c), b);
  if (term_eq (b, TERM_TRUE))
    return term_or (ts, term_not (ts, c), a);
  return is_complement (ts, a, b) ? term_equal (ts, c, a) : TERM_NONE;
}

/* The same condition again, one level down. */
term rule_ite_nested (terms *ts, const draft *d) {
  term c = d->arg[0], a = d->arg[1], b = d->arg[2];
  if (is_kind (ts, a, KIND_ITE) && term_eq (term_arg (ts, a, 0), c))
    return term_ite (ts, c, term_arg (ts, a, 1), b);
  if (is_kind (ts, b, KIND_ITE) && term_eq (term_arg (ts, b, 0), c))
    return term_ite (ts, c, a, term_arg (ts, b, 2));
  return TERM_NONE;
}

/* The same branch again, one level down. */
term rule_ite_merge (terms *ts, const draft *d) {
  term c = d->arg[0], a = d->arg[1], b = d->arg[2];
  if (is_kind (ts, b, KIND_ITE) && term_eq (term_arg (ts, b, 1), a))
    return term_ite (ts, term_or (ts, c, term_arg (ts, b, 0)), a,
                     term_arg (ts, b, 2));
  if (is_kind (ts, a, KIND_ITE) && term_eq (term_arg (ts, a, 2), b))
    return term_ite (ts, term_and (ts, c, term_arg (ts, a, 0)),
                     term_arg (ts, a, 1), b);
  return TERM_NONE;
}
