/* Boxes: inputs in intervals, halved until each box is refuted.
 *
 * Newton's iteration or a controller on symbolic doubles is a circuit of tens
 * of thousands of gates, in which a solver rediscovers that numbers are
 * ordered. Here every input is an interval, in the order of numbers or of
 * words; an evaluation of all terms over a box tells what each can be
 * (reaches.h, affine.h). Where a conjunct cannot hold, the box is
 * done; else its middle is tried, and it is halved, until its points are few.
 *
 *     a in [1, 4]:   x = (a + 1) / 2 in [1, 2.5], x = (x + a / x) / 2 in ...
 *
 * Why UNSAT is a proof. A box stands for all points in it, and the reach of
 * each node has the node's value at each of these points where the conjuncts
 * hold:
 *   - leaves: by the box; halves of a box have all of its points
 *   - others: by reach_apply of the arguments, by affine forms, by
 * term_bounds
 *   - facts: a conjunct holds, so what it says of a node (that it is true; that
 *     its atom's prefix is in a domain) may be taken from the reach
 * A node without values means that there is no such point; of a box of few
 * points each is tried. So if no box is left the conjuncts have no model. A
 * fact that never changed a reach could have been left out: the core are the
 * conjuncts of all others.
 *
 * Costs are counted in nodes evaluated, not in time, so that a run can be
 * repeated. What a problem may cost falls where boxes do not help and grows
 * where they do.
 */

#include "base/clock.h"
#include "lab/boxes/affine.h"
#include "reuse/rung.h"
#include "reuse/weight.h"
#include "term/bounds.h"
#include "term/leaves.h"
#include "term/tape.h"

#include <stdatomic.h>
#include <stdlib.h>

/* In nodes; where a solver has little to spend, and where it has much (a
 * question that waited, or that nothing else waits for).
 */
static const struct {
  uint32_t least, first, most;
} efforts[2] = {{1u << 12, 1u << 17, 1u << 21}, {1u << 17, 1u << 21, 1u << 23}};
#define LOOK 4096u
#define MUCH 2000u /* more than --patience at first */
#define FEW 256u   /* points of a box that are all tried */
#define POINTS 16u /* terms evaluated at a point while one is over a box */

#define DEEPEST 64

/* What a term is to its first argument, where rules have made it of several. */
typedef enum role { PLAIN, ORDER, MAGNITUDE, NEGATED } role;

typedef struct box_node {
  term of;
  kind kind;
  role role;
  uint64_t payload;
  unsigned w, from, arity; /* w 0: of a sort that is not looked at */
  uint32_t arg[3];
  uint32_t leaf, unknown; /* numbers, from 1 */
  bool is_number;
  unsigned fraction_of; /* which argument, from 1: what is behind its point */
  reach base;           /* wherever the box is */
} box_node;

typedef struct box_fact {
  uint32_t node, conjunct;
  reach is;
} box_fact;

typedef struct boxes {
  rung base;
  memory *mem;
  bench *bench;
  weigher weigher;
  uint32_t effort[2];
  atomic_bool is_interrupted;

  /* of this problem */
  marks place; /* of a term in 'nodes', from 1 */
  VEC (box_node) nodes;
  VEC (box_fact) facts;
  u32_vec leaves;     /* nodes */
  VEC (reach) now;    /* by node */
  VEC (affine) form;  /* by node */
  VEC (reach) stack;  /* boxes: a reach for each leaf */
  VEC (reach) start;  /* the first one */
  VEC (uint8_t) used; /* by conjunct */
  u64_vec words;      /* of the middle, by leaf of the tape */
  u64_vec results;
  uint32_t n_unknowns;
} boxes;

static unsigned word_width (const terms *ts, term t) {
  sort s = term_sort (ts, t);
  return sort_is_bool (s)                         ? 1
         : sort_is_bv (s) && sort_width (s) <= 64 ? sort_width (s)
                                                  : 0;
}

static bool is_format (unsigned w) { return w == 16 || w == 32 || w == 64; }

/* Nodes. */

static bool is_magnitude_of (const terms *ts, term t, term *of) {
  if (term_kind (ts, t) != KIND_EXTRACT || term_extract_low (ts, t))
    return false;
  *of = term_arg (ts, t, 0);
  return is_format (term_width (ts, *of)) &&
         term_extract_high (ts, t) == term_width (ts, *of) - 2;
}

static bool is_negation_of (const terms *ts, term t, term *of) {
  uint64_t sign = UINT64_C (1) << (term_width (ts, t) - 1);
  for (unsigned i = 0; i < 2 && term_kind (ts, t) == KIND_BV_XOR; i++) {
    *of = term_arg (ts, t, !i);
    if (term_is_const (ts, term_arg (ts, t, i)))
      return term_word (ts, term_arg (ts, t, i)) == sign;
  }
  return false;
}

/* Found by making it again. */
static role role_of (terms *ts, term t, term *of) {
  kind k = term_kind (ts, t);
  if (is_magnitude_of (ts, t, of))
    return MAGNITUDE;
  if (!is_format (word_width (ts, t)))
    return PLAIN;
  if (is_negation_of (ts, t, of))
    return NEGATED;
  for (unsigned i = 1; i < 3 && k == KIND_ITE; i++) {
    term x = term_arg (ts, t, i);
    if (term_kind (ts, x) == KIND_ZEXT &&
        is_magnitude_of (ts, term_arg (ts, x, 0), of) &&
        term_eq (ieee_order (ts, *of), t))
      return ORDER;
  }
  return PLAIN;
}

static reach base_of (terms *ts, term t, unsigned w) {
  if (term_is_const (ts, t))
    return reach_words (w, term_word (ts, t), term_word (ts, t));
  if (w == 1 && sort_is_bool (term_sort (ts, t)))
    return reach_full (1);
  bounds b = term_bounds (ts, t);
  reach r = reach_words (w, b.min, b.max), s = reach_signed (w, b.smin, b.smax);
  reach_meet (w, &r, &s);
  return r;
}

static bool is_opaque (const terms *ts, term t) {
  const node *n = term_node (ts, t);
  bool is = term_is_leaf (ts, t) || !word_width (ts, t);
  for (unsigned i = 0; i < n->arity; i++)
    is |= !word_width (ts, n->arg[i]);
  return is;
}

static void note_number (boxes *b, uint32_t at) {
  b->nodes.data[at].is_number = is_format (b->nodes.data[at].w);
}

static uint32_t index_of (const boxes *b, term t) {
  assert (marks_get (&b->place, t));
  return marks_get (&b->place, t) - 1;
}

static void add_node (boxes *b, const box_node *n) {
  uint32_t at = (uint32_t) b->nodes.len;
  vec_push (b->mem, &b->nodes, *n);
  marks_set (b->mem, &b->place, n->of, at + 1);
  bool makes_number = n->kind >= KIND_FP_ADD && n->kind < KIND_FP_TO_SINT;
  bool takes_number = n->kind >= KIND_FP_ADD && n->kind <= KIND_FP_CONVERT;
  if (makes_number || n->role == NEGATED)
    note_number (b, at);
  for (unsigned i = 0; i < n->arity; i++)
    if (takes_number || n->kind == KIND_FP_TO_SINT || n->role != PLAIN)
      note_number (b, n->arg[i]);
  if (!n->leaf)
    return;
  vec_push (b->mem, &b->leaves, at);
  assert (b->leaves.len == n->leaf);
}

/* Is it -trunc (x), of x that is below the limit? */
static bool is_cut_off (const terms *ts, term t, term x) {
  term of;
  if (!is_negation_of (ts, t, &of))
    return false;
  kind k = term_kind (ts, of);
  if (k == KIND_FP_FROM_SINT)
    of = term_arg (ts, of, 0);
  else if (k != KIND_FP_ROUND || term_node (ts, of)->payload != IEEE_ZERO)
    return false;
  return (k == KIND_FP_ROUND || term_kind (ts, of) == KIND_FP_TO_SINT) &&
         term_eq (term_arg (ts, of, 0), x);
}

/* Of x + -trunc (x) the argument that is x, from 1; 0: it is another term. */
static unsigned find_fraction (const terms *ts, term t) {
  if (term_kind (ts, t) != KIND_FP_ADD || !is_format (term_width (ts, t)))
    return 0;
  for (unsigned i = 0; i < 2; i++)
    if (is_cut_off (ts, term_arg (ts, t, !i), term_arg (ts, t, i)))
      return i + 1;
  return 0;
}

/* Arguments first. */
static uint32_t box_node_of (boxes *b, term root) {
  terms *ts = bench_terms (b->bench);
  term_vec todo = {0};
  vec_push (b->mem, &todo, root);
  while (todo.len) {
    term t = vec_last (&todo), of = TERM_NONE;
    size_t n_todo = todo.len;
    if (marks_get (&b->place, t)) {
      todo.len--;
      continue;
    }
    box_node n = {.of = t, .kind = term_kind (ts, t), .w = word_width (ts, t)};
    if (n.w)
      n.base = base_of (ts, t, n.w);
    if (term_is_leaf (ts, t) && n.w)
      n.leaf = (uint32_t) b->leaves.len + 1;
    if (!is_opaque (ts, t)) {
      n.role = role_of (ts, t, &of);
      n.fraction_of = find_fraction (ts, t);
      n.arity = n.role == PLAIN ? term_node (ts, t)->arity : 1;
      n.payload = term_node (ts, t)->payload;
    }
    for (unsigned i = 0; i < n.arity; i++) {
      term a = n.role == PLAIN ? term_arg (ts, t, i) : of;
      n.from = word_width (ts, a);
      if (!marks_get (&b->place, a))
        vec_push (b->mem, &todo, a);
      else
        n.arg[i] = index_of (b, a);
    }
    if (todo.len > n_todo)
      continue;
    add_node (b, &n);
    todo.len--;
  }
  vec_release (b->mem, &todo);
  return index_of (b, root);
}

/* Facts. */

static reach numbers_within (unsigned w, int64_t least, int64_t most) {
  int64_t end = (int64_t) ieee_infinity (w);
  return reach_numbers (w, least, most, least < -end || most > end);
}

static void add_fact (boxes *b, term t, reach is, uint32_t conjunct) {
  for (unsigned depth = 0; depth < DEEPEST; depth++) {
    uint32_t at = box_node_of (b, t);
    const box_node *n = &b->nodes.data[at];
    vec_push (b->mem, &b->facts, (box_fact) {at, conjunct, is});
    if (n->role == ORDER)
      is = numbers_within (n->w, is.least, is.most);
    else if (n->role == MAGNITUDE)
      is = numbers_within (n->from, -(int64_t) is.high, (int64_t) is.high);
    else
      return;
    t = b->nodes.data[n->arg[0]].of;
  }
}

static reach domain_reach (unsigned w, const domain *d) {
  if (!d->n)
    return reach_words (w, 1, 0);
  int64_t least = INT64_MAX, most = INT64_MIN, end = INT64_MAX >> (64 - w);
  for (uint32_t i = 0; i < d->n; i++) {
    uint64_t low = d->span[i].low, high = d->span[i].high;
    bool crosses = low <= (uint64_t) end && high > (uint64_t) end;
    int64_t first = (int64_t) (low << (64 - w)) >> (64 - w);
    int64_t last = (int64_t) (high << (64 - w)) >> (64 - w);
    first = crosses ? -end - 1 : first;
    last = crosses ? end : last;
    least = first < least ? first : least;
    most = last > most ? last : most;
  }
  reach r = reach_words (w, d->span[0].low, d->span[d->n - 1].high);
  reach s = reach_signed (w, least, most);
  reach_meet (w, &r, &s);
  return r;
}

static void assume (boxes *b, term t, bool value, uint32_t conjunct,
                    unsigned depth) {
  terms *ts = bench_terms (b->bench);
  kind k = term_kind (ts, t);
  if (k == KIND_NOT) {
    assume (b, term_arg (ts, t, 0), !value, conjunct, depth);
    return;
  }
  if (k == (value ? KIND_AND : KIND_OR) && depth < DEEPEST) {
    for (unsigned i = 0; i < 2; i++)
      assume (b, term_arg (ts, t, i), value, conjunct, depth + 1);
    return;
  }
  add_fact (b, t, reach_words (1, value, value), conjunct);
  atom a = atom_of (ts, bench_arena (b->bench), value ? t : term_not (ts, t));
  sort s = term_sort (ts, a.prefix);
  if (sort_is_bv (s) && sort_width (s) <= 64 && !term_is_const (ts, a.prefix))
    add_fact (b, a.prefix, domain_reach (sort_width (s), a.domain), conjunct);
}

static int by_node (const void *a, const void *b) {
  const box_fact *x = a, *y = b;
  return (x->node > y->node) - (x->node < y->node);
}

/* Evaluation. */

/* Forms know what is lost by rounding to nearest only. */
static bool rounds_to_even (const box_node *n) {
  return !kind_is_float (n->kind) ||
         ieee_mode (n->kind, n->payload) == IEEE_EVEN;
}

static void narrow_by_form (boxes *b, uint32_t i, reach *r) {
  const box_node *n = &b->nodes.data[i];
  const affine *x = &b->form.data[n->arg[0]], *y = &b->form.data[n->arg[1]];
  affine *out = &b->form.data[i];
  *out = (affine) {0};
  if (n->leaf)
    return;
  if (term_is_const (bench_terms (b->bench), n->of))
    affine_point (n->w, r->low, out);
  else if (n->role == NEGATED && x->is_known)
    affine_negate (x, out);
  else if (n->role == PLAIN && is_format (n->from) && rounds_to_even (n))
    affine_apply (n->kind, n->w, x, y, out);
  if (!out->is_known)
    return;
  reach is = affine_reach (n->w, out);
  reach_meet (n->w, r, &is);
}

/* Comparisons of numbers that share unknowns. */
static void compare_forms (const boxes *b, const box_node *n, reach *r) {
  bool is_order = n->kind == KIND_BV_SLT || n->kind == KIND_BV_SLE;
  if (!is_order && n->kind != KIND_EQ)
    return;
  const box_node *x = &b->nodes.data[n->arg[0]], *y = &b->nodes.data[n->arg[1]];
  const affine *f = &b->form.data[x->arg[0]], *g = &b->form.data[y->arg[0]];
  double low, high;
  if (x->role != ORDER || y->role != ORDER || !f->is_known || !g->is_known)
    return;
  affine_difference (f, g, &low, &high);
  reach is = reach_words (1, is_order && high < 0,
                          is_order ? low <= 0 : low <= 0 && high >= 0);
  reach_meet (1, r, &is);
}

static reach apply (const boxes *b, const box_node *n) {
  reach arg[3];
  for (unsigned i = 0; i < n->arity; i++)
    arg[i] = b->now.data[n->arg[i]];
  switch (n->role) {
  case ORDER:
    return reach_order (n->w, arg);
  case MAGNITUDE:
    return reach_magnitude (n->from, arg);
  case NEGATED:
    return reach_negated (n->w, arg);
  default:
    return reach_apply (n->kind, n->payload, n->from, n->w, n->arity, arg);
  }
}

/* What is behind the point of a number has its sign and is less than one: of
 * numbers that fit into 32 bits when they are cut off.
 */
static void narrow_fraction (const boxes *b, const box_node *n, reach *r) {
  const reach *x = &b->now.data[n->arg[n->fraction_of - 1]];
  int64_t one = (int64_t) (ieee_infinity (n->w) >> 1 & ieee_infinity (n->w));
  int64_t most = one + ((int64_t) 15 << ieee_fraction (n->w));
  if (x->may_be_nan || x->first < -most || x->last > most)
    return;
  reach is = reach_numbers (n->w, x->first < 0 ? 1 - one : 0,
                            x->last > 0 ? one - 1 : 0, false);
  reach_meet (n->w, r, &is);
}

static void apply_facts (boxes *b, uint32_t i, size_t *fact, reach *r) {
  for (; *fact < b->facts.len && b->facts.data[*fact].node == i; ++*fact) {
    const box_fact *f = &b->facts.data[*fact];
    if (reach_meet (b->nodes.data[i].w, r, &f->is))
      b->used.data[f->conjunct] = 1;
  }
}

/* False: no point of the box satisfies the conjuncts. */
static bool evaluate_box (boxes *b, const reach *box) {
  size_t fact = 0;
  for (uint32_t i = 0; i < b->nodes.len; i++) {
    const box_node *n = &b->nodes.data[i];
    reach r = n->base;
    if (n->leaf)
      r = box[n->leaf - 1];
    else if (n->arity) {
      reach is = apply (b, n);
      reach_meet (n->w, &r, &is);
      compare_forms (b, n, &r);
      if (n->fraction_of)
        narrow_fraction (b, n, &r);
    }
    if (n->is_number)
      narrow_by_form (b, i, &r);
    apply_facts (b, i, &fact, &r);
    if (n->w && reach_is_empty (&r))
      return false;
    b->now.data[i] = r;
    if (n->unknown && !b->form.data[i].is_known)
      affine_unknown (n->w, &r, n->unknown - 1, &b->form.data[i]);
  }
  return true;
}

/* Halving. */

static double real_of (unsigned w, int64_t key) {
  uint64_t bits = (uint64_t) (key < 0 ? -key : key);
  double x;
  if (w != 64)
    bits = ieee_apply (KIND_FP_CONVERT, w, 64, bits, 0, 0);
  memcpy (&x, &bits, sizeof x);
  return key < 0 ? -x : x;
}

#define LARGE 0x1p60

static bool is_in_reals (unsigned w, const reach *r) {
  return real_of (w, r->first) > -LARGE && real_of (w, r->last) < LARGE;
}

static int64_t middle_key (unsigned w, const reach *r) {
  int64_t key = (r->first >> 1) + (r->last >> 1) + (r->first & r->last & 1);
  if (is_in_reals (w, r)) {
    double x = real_of (w, r->first) / 2 + real_of (w, r->last) / 2;
    uint64_t bits;
    memcpy (&bits, &x, sizeof bits);
    if (w != 64)
      bits = ieee_apply (KIND_FP_CONVERT, 64, w, bits, 0, 0);
    key = ieee_key (bits, w);
  }
  return key < r->first ? r->first : key >= r->last ? r->last - 1 : key;
}

static bool has_numbers (const box_node *n, const reach *r) {
  return n->is_number && r->first < r->last;
}

/* How much of the first box it still is, about: differences may round to 0. */
static double share (const box_node *n, const reach *r, const reach *start) {
  if (n->is_number && r->may_be_nan && r->first <= r->last)
    return 2;
  if (!has_numbers (n, r))
    return (double) (r->high - r->low) /
           ((double) (start->high - start->low) + 1);
  if (is_in_reals (n->w, start))
    return (real_of (n->w, r->last) - real_of (n->w, r->first)) /
           (real_of (n->w, start->last) - real_of (n->w, start->first));
  return (double) ((uint64_t) r->last - (uint64_t) r->first) /
         (double) ((uint64_t) start->last - (uint64_t) start->first);
}

static void halve (const box_node *n, const reach *r, reach half[2]) {
  half[0] = half[1] = *r;
  reach cut[2] = {*r, *r};
  if (n->is_number && r->may_be_nan && r->first <= r->last) {
    cut[0] = reach_numbers (n->w, 1, 0, true);
    cut[1] = reach_numbers (n->w, r->first, r->last, false);
  } else if (has_numbers (n, r)) {
    int64_t middle = middle_key (n->w, r);
    cut[0] = reach_numbers (n->w, r->first, middle, false);
    cut[1] = reach_numbers (n->w, middle + 1, r->last, false);
  } else {
    uint64_t middle = r->low + (r->high - r->low) / 2;
    cut[0] = reach_words (n->w, r->low, middle);
    cut[1] = reach_words (n->w, middle + 1, r->high);
  }
  for (unsigned i = 0; i < 2; i++)
    reach_meet (n->w, &half[i], &cut[i]);
}

/* The leaf that is widest, from 1; 0: the box is one point. That is not told
 * from shares, which are rounded.
 */
static uint32_t widest (const boxes *b) {
  uint32_t best = 0;
  double most = 0;
  for (uint32_t i = 0; i < b->leaves.len; i++) {
    uint32_t at = b->leaves.data[i];
    if (reach_is_point (&b->now.data[at]))
      continue;
    double s = share (&b->nodes.data[at], &b->now.data[at], &b->start.data[i]);
    if (!best || s > most) {
      most = s;
      best = i + 1;
    }
  }
  return best;
}

static void push_halves (boxes *b, uint32_t leaf) {
  reach half[2];
  const box_node *n = &b->nodes.data[b->leaves.data[leaf]];
  halve (n, &b->now.data[b->leaves.data[leaf]], half);
  for (unsigned i = 0; i < 2; i++) {
    if (reach_is_empty (&half[i]))
      continue;
    for (uint32_t k = 0; k < b->leaves.len; k++)
      vec_push (b->mem, &b->stack,
                k == leaf ? half[i] : b->now.data[b->leaves.data[k]]);
  }
}

/* The middle. */

static uint64_t middle_word (const box_node *n, const reach *r) {
  if (reach_is_point (r))
    return r->low;
  if (n->is_number && r->first <= r->last) {
    int64_t key = r->first == r->last ? r->first : middle_key (n->w, r);
    uint64_t sign = UINT64_C (1) << (n->w - 1);
    uint64_t word = key < 0 ? sign | (uint64_t) -key : (uint64_t) key;
    return word < r->low || word > r->high ? word ^ sign : word;
  }
  if (n->is_number && r->low <= ieee_nan (n->w) && r->high >= ieee_nan (n->w))
    return ieee_nan (n->w);
  return r->low + (r->high - r->low) / 2;
}

static bool words_satisfy (boxes *b, tape *t) {
  tape_run_words (t, b->words.data, NULL, b->results.data);
  bool all = true;
  for (size_t i = 0; i < b->results.len; i++)
    all &= b->results.data[i] != 0;
  return all;
}

static bool middle_satisfies (boxes *b, tape *t) {
  const term *leaf;
  size_t n = tape_leaves (t, &leaf);
  vec_clear (&b->words);
  for (size_t i = 0; i < n; i++) {
    uint32_t at = index_of (b, leaf[i]);
    vec_push (b->mem, &b->words,
              middle_word (&b->nodes.data[at], &b->now.data[at]));
  }
  return words_satisfy (b, t);
}

/* Points. */

static uint64_t few_values (const boxes *b, term leaf) {
  const reach *r = &b->now.data[index_of (b, leaf)];
  return r->high - r->low < FEW ? r->high - r->low + 1 : FEW + 1;
}

/* All points of the box, and more where an interval of numbers has other
 * bounds than that of words; 0: too many.
 */
static uint64_t few_points (const boxes *b, tape *t) {
  const term *leaf;
  size_t n_leaves = tape_leaves (t, &leaf);
  uint64_t n = 1;
  for (size_t i = 0; i < n_leaves && n <= FEW; i++)
    n *= few_values (b, leaf[i]);
  return n <= FEW ? n : 0;
}

static bool point_satisfies (boxes *b, tape *t, uint64_t number) {
  const term *leaf;
  size_t n = tape_leaves (t, &leaf);
  vec_clear (&b->words);
  for (size_t i = 0; i < n; i++) {
    uint64_t values = few_values (b, leaf[i]);
    uint64_t low = b->now.data[index_of (b, leaf[i])].low;
    vec_push (b->mem, &b->words, low + number % values);
    number /= values;
  }
  return words_satisfy (b, t);
}

/* Some of 'n' points satisfies all conjuncts. Of one that does not, the core
 * has one that is false already: it was open for the box.
 */
static bool some_satisfies (boxes *b, tape *t, uint64_t n) {
  bool some = false;
  for (uint64_t i = 0; i < n && !some; i++)
    some = point_satisfies (b, t, i);
  return some;
}

/* Does the tape compute with leaves that have a word each, all of them ours? */
static bool can_try (const boxes *b, tape *t) {
  const term *leaf;
  size_t n = tape_leaves (t, &leaf);
  bool can = !tape_reads_arrays (t);
  for (size_t i = 0; i < n && can; i++) {
    uint32_t at = marks_get (&b->place, leaf[i]);
    can = at && b->nodes.data[at - 1].leaf;
  }
  return can;
}

/* Search. */

/* Some thousand nodes are evaluated between looks at the clock. */
static bool is_late (uint64_t work, uint64_t more, uint64_t deadline) {
  bool looks = work / LOOK != (work - more) / LOOK;
  return deadline && looks && clock_now () >= deadline;
}

static verdict search (boxes *b, tape *t, uint32_t most, uint64_t deadline) {
  const bool can_sample = can_try (b, t);
  const size_t n = b->leaves.len;
  vec_reserve (b->mem, &b->words, n + 1);
  reach box[64];
  uint64_t points = 0;
  for (uint64_t work = 0; b->stack.len;) {
    uint64_t more = b->nodes.len + points * tape_length (t) / POINTS;
    work += more;
    if (work > most || atomic_load (&b->is_interrupted) ||
        is_late (work, more, deadline))
      return VERDICT_UNKNOWN;
    points = 0;
    b->stack.len -= n;
    memcpy (box, b->stack.data + b->stack.len, n * sizeof *box);
    if (!evaluate_box (b, box))
      continue;
    points = can_sample ? few_points (b, t) : 0;
    if (points ? some_satisfies (b, t, points)
               : can_sample && middle_satisfies (b, t))
      return VERDICT_SAT;
    if (points)
      continue;
    if (!b->start.len)
      for (size_t i = 0; i < n; i++)
        vec_push (b->mem, &b->start, b->now.data[b->leaves.data[i]]);
    uint32_t leaf = widest (b);
    if (!leaf)
      return VERDICT_UNKNOWN; /* a point that cannot be tried */
    push_halves (b, leaf - 1);
  }
  return VERDICT_UNSAT;
}

/* To numbers that are not made of others by sums and products. */
static void give_unknowns (boxes *b, bool to_leaves) {
  for (uint32_t i = 0; i < b->nodes.len; i++) {
    box_node *n = &b->nodes.data[i];
    bool is_linear = ((n->kind == KIND_FP_ADD || n->kind == KIND_FP_MUL) &&
                      rounds_to_even (n)) ||
                     n->role == NEGATED ||
                     term_is_const (bench_terms (b->bench), n->of);
    if (n->is_number && !is_linear && (n->leaf != 0) == to_leaves &&
        b->n_unknowns < AFFINE_UNKNOWNS)
      n->unknown = ++b->n_unknowns;
  }
}

static void prepare (boxes *b, const problem *p) {
  marks_clear (&b->place);
  vec_clear (&b->nodes);
  vec_clear (&b->facts);
  vec_clear (&b->leaves);
  vec_clear (&b->stack);
  vec_clear (&b->start);
  vec_clear (&b->used);
  vec_clear (&b->now);
  vec_clear (&b->form);
  vec_clear (&b->results);
  b->n_unknowns = 0;
  for (uint32_t i = 0; i < p->n; i++) {
    assume (b, p->given[i], true, i, 0);
    vec_push (b->mem, &b->used, 0);
    vec_push (b->mem, &b->results, 0);
  }
  qsort (b->facts.data, b->facts.len, sizeof *b->facts.data, by_node);
  for (uint32_t i = 0; i < b->nodes.len; i++) {
    vec_push (b->mem, &b->now, b->nodes.data[i].base);
    vec_push (b->mem, &b->form, (affine) {0});
  }
  give_unknowns (b, true);
  give_unknowns (b, false);
  for (uint32_t i = 0; i < b->leaves.len; i++)
    vec_push (b->mem, &b->stack, b->nodes.data[b->leaves.data[i]].base);
}

static void take_core (const boxes *b, const problem *p, term_vec *core) {
  for (uint32_t i = 0; i < p->n; i++)
    if (b->used.data[i])
      vec_push (b->mem, core, p->given[i]);
}

static verdict boxes_ask (rung *r, problem *p, finding *out) {
  boxes *b = (boxes *) r;
  terms *ts = bench_terms (b->bench);
  uint64_t share = bench_asking (b->bench)->effort;
  bool is_patient = !share || share > MUCH;
  uint32_t *effort = &b->effort[is_patient];
  if (!weigh (b->mem, &b->weigher, ts, p->n, p->given, *effort / 16).has_floats)
    return VERDICT_UNKNOWN;
  prepare (b, p);
  if (!b->leaves.len || b->leaves.len > 64)
    return VERDICT_UNKNOWN;
  tape *t = tape_new (b->mem, ts, p->n, p->given);
  verdict v = search (b, t, *effort, out->deadline);
  const term *leaf;
  size_t n = tape_leaves (t, &leaf);
  for (size_t i = 0; i < n && v == VERDICT_SAT; i++)
    model_set (out->model, leaf[i], b->words.data[i]);
  if (v == VERDICT_UNSAT)
    take_core (b, p, out->core);
  tape_free (t);
  if (v == VERDICT_UNKNOWN && *effort > efforts[is_patient].least)
    *effort /= 2;
  else if (v != VERDICT_UNKNOWN && *effort < efforts[is_patient].most)
    *effort *= 2;
  return v;
}

static void boxes_interrupt (rung *r) {
  atomic_store (&((boxes *) r)->is_interrupted, true);
}

static void boxes_resume (rung *r) {
  atomic_store (&((boxes *) r)->is_interrupted, false);
}

static void free_boxes (rung *r) {
  boxes *b = (boxes *) r;
  weigher_release (b->mem, &b->weigher);
  marks_release (b->mem, &b->place);
  vec_release (b->mem, &b->nodes, &b->facts, &b->leaves, &b->now, &b->form);
  vec_release (b->mem, &b->stack, &b->start, &b->used, &b->words, &b->results);
  memory_free (b->mem, b, sizeof *b);
}

rung *rung_new_boxes (const rung_site *site) {
  static const rung_class class = {.free = free_boxes,
                                   .ask = boxes_ask,
                                   .interrupt = boxes_interrupt,
                                   .resume = boxes_resume};
  boxes *b = memory_zalloc (site->mem, sizeof *b);
  b->base.class = &class;
  b->mem = site->mem;
  b->bench = site->bench;
  for (unsigned i = 0; i < 2; i++)
    b->effort[i] = efforts[i].first;
  return &b->base;
}
