#pragma once

/* Shared by the rules_*.c files only.
 *
 * Rules build with the simplifying builder, so a result is in normal form.
 * Arithmetic on constants is done by building too: it folds, whatever the
 * width. A rule never looks further than a few levels down, and orders terms
 * by structural hash alone, never by id.
 */

#include "base/bits.h"
#include "term/rules.h"

#define RULE(KIND, NAME) rule_function rule_##NAME;
#include "term/rules.def"

static inline bool is_kind (const terms *ts, term t, kind k) {
  return term_kind (ts, t) == k;
}

static inline bool is_const_word (const terms *ts, term t, uint64_t word,
                                  num wide) {
  const node *n = term_node (ts, t);
  return n->kind == KIND_CONST &&
         n->payload == (sort_is_small (n->sort) ? word : wide.word);
}

static inline bool is_zero (const terms *ts, term t) {
  return is_const_word (ts, t, 0, NUM_ZERO);
}

static inline bool is_one (const terms *ts, term t) {
  return is_const_word (ts, t, 1, NUM_ONE);
}

/* A bit-vector constant of at most 64 bits? */
static inline bool is_word (const terms *ts, term t) {
  const node *n = term_node (ts, t);
  return n->kind == KIND_CONST && sort_is_bv (n->sort) &&
         sort_is_small (n->sort);
}

static inline bool is_small (const terms *ts, term t) {
  return sort_is_small (term_sort (ts, t));
}

/* x + constant, of either sort? */
static inline bool is_offset (const terms *ts, term t) {
  const node *n = term_node (ts, t);
  return (n->kind == KIND_BV_ADD || n->kind == KIND_INT_ADD) &&
         term_is_const (ts, n->arg[1]);
}

/* x * constant? */
static inline bool is_scaled (const terms *ts, term t) {
  const node *n = term_node (ts, t);
  return (n->kind == KIND_BV_MUL || n->kind == KIND_INT_MUL) &&
         term_is_const (ts, n->arg[1]);
}

static inline bool has_arg (const terms *ts, term t, term a) {
  const node *n = term_node (ts, t);
  return term_eq (n->arg[0], a) || (n->arity > 1 && term_eq (n->arg[1], a));
}

bool is_ones (terms *, term); /* all bits set */
term bv_ones (terms *, unsigned width);

/* Are they, obviously, negations of each other? */
bool is_complement (const terms *, term, term);

/* Sums and products in bit-vectors and integers alike. */
term sum (terms *, term, term);
term product (terms *, term, term);
term negated (terms *, term);
