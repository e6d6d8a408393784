#include "term/rules.h"

#include "term/rules_priv.h"

/* Positions of the rules, and where those of each kind begin and end. */
enum {
#define BEGIN(KIND) BEGIN_##KIND, BEFORE_##KIND = BEGIN_##KIND - 1,
#define RULE(KIND, NAME) POSITION_##KIND##_##NAME,
#define END(KIND) END_##KIND, LAST_##KIND = END_##KIND - 1,
#include "term/rules.def"
  RULE_COUNT
};

const rule rule_table[] = {
#define RULE(KIND, NAME) {#NAME, KIND_##KIND, rule_##NAME},
#include "term/rules.def"
};

const size_t rule_count = RULE_COUNT;

static const struct range {
  uint16_t begin, end;
} range_of_kind[KIND_COUNT] = {
#define END(KIND) [KIND_##KIND] = {BEGIN_##KIND, END_##KIND},
#include "term/rules.def"
};

/* Rules build terms and so call rules. All that is little but for contrived
 * terms, where chains of rules could be as deep as the term, or visit shared
 * terms once per path. There we stop simplifying, which is always right. The
 * point where we stop is a function of the draft alone.
 */
#define MAX_DEPTH 64
#define MAX_DRAFTS 4096

term rules_apply (terms *ts, const draft *d) {
  struct range r = range_of_kind[d->kind];
  if (!ts->depth)
    ts->fuel = MAX_DRAFTS;
  if (ts->depth == MAX_DEPTH || !ts->fuel)
    return TERM_NONE;
  ts->fuel--;
  ts->depth++;
  term t = TERM_NONE;
  for (unsigned i = r.begin; !t.id && i < r.end; i++)
    t = rule_table[i].apply (ts, d);
  assert (ts->depth && ts->depth <= MAX_DEPTH); /* up as it went down */
  ts->depth--;
  return t;
}

/* Shared by the rules. */

term bv_ones (terms *ts, unsigned w) {
  assert (w && w <= SORT_MAX_WIDTH);
  if (w <= 64)
    return term_bv (ts, w, bits_mask (w));
  return term_unary (ts, KIND_BV_NOT, term_bv (ts, w, 0));
}

bool is_ones (terms *ts, term t) {
  if (is_word (ts, t))
    return term_word (ts, t) == bits_mask (term_width (ts, t));
  if (!term_is_const (ts, t) || !sort_is_bv (term_sort (ts, t)))
    return false;
  unsigned w = term_width (ts, t);
  return num_bits ((num) {term_word (ts, t)}) == w &&
         term_eq (t, bv_ones (ts, w));
}

/* a < b and b <= a. */
static bool are_opposite (const node *a, const node *b) {
  bool is_pair = (a->kind == KIND_BV_ULT && b->kind == KIND_BV_ULE) ||
                 (a->kind == KIND_BV_SLT && b->kind == KIND_BV_SLE);
  return is_pair && term_eq (a->arg[0], b->arg[1]) &&
         term_eq (a->arg[1], b->arg[0]);
}

bool is_complement (const terms *ts, term a, term b) {
  const node *p = term_node (ts, a), *q = term_node (ts, b);
  return (p->kind == KIND_NOT && term_eq (p->arg[0], b)) ||
         (q->kind == KIND_NOT && term_eq (q->arg[0], a)) ||
         are_opposite (p, q) || are_opposite (q, p);
}

static bool is_int (const terms *ts, term t) {
  return sort_is_int (term_sort (ts, t));
}

term sum (terms *ts, term a, term b) {
  return term_binary (ts, is_int (ts, a) ? KIND_INT_ADD : KIND_BV_ADD, a, b);
}

term product (terms *ts, term a, term b) {
  return term_binary (ts, is_int (ts, a) ? KIND_INT_MUL : KIND_BV_MUL, a, b);
}

term negated (terms *ts, term a) {
  return is_int (ts, a) ? term_int_neg (ts, a)
                        : term_unary (ts, KIND_BV_NEG, a);
}

/* op (ite (c, 1, 2), 3) is ite (c, op (1, 3), op (2, 3)): with constants only
 * both sides fold. Serves every kind whose arguments are all constant but one.
 */
static bool is_ite_of_consts (const terms *ts, term t) {
  const node *n = term_node (ts, t);
  return n->kind == KIND_ITE && term_is_const (ts, n->arg[1]) &&
         term_is_const (ts, n->arg[2]);
}

term rule_lift_ite (terms *ts, const draft *d) {
  unsigned n = kind_table[d->kind].arity, at = n;
  for (unsigned i = 0; i < n; i++)
    if (at == n && is_ite_of_consts (ts, d->arg[i]))
      at = i;
    else if (!term_is_const (ts, d->arg[i]))
      return TERM_NONE;
  if (at == n)
    return TERM_NONE;
  term folded[2], c = term_arg (ts, d->arg[at], 0);
  for (unsigned i = 0; i < 2; i++) {
    term arg[3] = {d->arg[0], d->arg[1], d->arg[2]};
    arg[at] = term_arg (ts, d->arg[at], i + 1);
    folded[i] = term_build (ts, d->kind, d->payload, arg[0], arg[1], arg[2]);
  }
  return term_ite (ts, c, folded[0], folded[1]);
}
