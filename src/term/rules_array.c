/* Rules for arrays. A read of a constant index of an array variable is a leaf
 * and stays as it is.
 */

#include "term/bounds.h"
#include "term/rules_priv.h"
#include "term/value.h"

/* x + 1 and x + 2 never meet, nor do terms with disjoint bounds. */
static bool differ (terms *ts, term i, term j) {
  bool p = is_offset (ts, i), q = is_offset (ts, j);
  term x = p ? term_arg (ts, i, 0) : i, y = q ? term_arg (ts, j, 0) : j;
  if (p && q && term_eq (x, y))
    return !term_eq (term_arg (ts, i, 1), term_arg (ts, j, 1));
  if (p != q && term_eq (x, y))
    return !is_zero (ts, term_arg (ts, p ? i : j, 1));
  bounds a = term_bounds (ts, i), b = term_bounds (ts, j);
  return a.min > b.max || b.min > a.max || a.ones & b.zeros || a.zeros & b.ones;
}

/* Read through the writes above the place that was last written. */
term rule_select_written (terms *ts, const draft *d) {
  term a = d->arg[0], i = d->arg[1];
  for (;; a = term_arg (ts, a, 0)) {
    const node *n = term_node (ts, a);
    uint64_t word;
    if (n->kind == KIND_CONST_ARRAY)
      return n->arg[0];
    if (n->kind == KIND_STORE) {
      if (term_eq (n->arg[1], i))
        return n->arg[2];
      if (!differ (ts, n->arg[1], i))
        break;
    } else if (n->kind == KIND_TABLE && term_is_const (ts, i)) {
      if (content_get (term_content (ts, a), term_word (ts, i), &word))
        return term_const (ts, d->sort, word);
    } else
      break;
  }
  return term_eq (a, d->arg[0]) ? TERM_NONE : term_select (ts, a, i);
}

term rule_store_again (terms *ts, const draft *d) {
  term a = d->arg[0];
  if (!is_kind (ts, a, KIND_STORE) || !term_eq (term_arg (ts, a, 1), d->arg[1]))
    return TERM_NONE;
  return term_store (ts, term_arg (ts, a, 0), d->arg[1], d->arg[2]);
}

/* Writing back what was read. */
term rule_store_unchanged (terms *ts, const draft *d) {
  const node *n = term_node (ts, d->arg[2]);
  if (n->kind == KIND_SELECT && term_eq (n->arg[0], d->arg[0]) &&
      term_eq (n->arg[1], d->arg[1]))
    return d->arg[0];
  return TERM_NONE;
}
