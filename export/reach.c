#include "export/reach.h"

#include "base/bits.h"
#include "term/leaves.h"

#define MAX_LOOKED 200 /* terms */
#define MAX_CONSTANTS 24
#define MAX_TOLD 36 /* values of a number */

/* Values of numbers. */

static uint64_t reach_get (const reaching *f, size_t i) {
  const friendly_number *x = f->number + i;
  uint64_t v = 0;
  for (uint32_t k = 0, at = 0; k < x->n; k++) {
    term leaf = f->leaf[x->first + k];
    v |= model_get (f->values, leaf) << at;
    at += term_width (f->terms, leaf);
  }
  return x->bits ? v >> x->low & bits_mask (x->bits) : v;
}

static void reach_set (reaching *f, size_t i, uint64_t v) {
  const friendly_number *x = f->number + i;
  if (x->bits) {
    uint64_t mask = bits_mask (x->bits) << x->low;
    v = (model_get (f->values, f->leaf[x->first]) & ~mask) |
        (v << x->low & mask);
  }
  for (uint32_t k = 0, at = 0; k < x->n; k++) {
    term leaf = f->leaf[x->first + k];
    unsigned w = term_width (f->terms, leaf);
    model_set (f->values, leaf, v >> at & bits_mask (w));
    at += w;
  }
}

/* Which constraints have a leaf of the number among theirs; those over whole
 * arrays always.
 */
static bool reach_touches (const reaching *f, term constraint, size_t i) {
  const friendly_number *x = f->number + i;
  const leaf_set *l = term_leaves (f->terms, constraint);
  if (l->has_array)
    return true;
  for (uint32_t j = 0; j < l->n; j++)
    for (uint32_t k = 0; k < x->n; k++)
      if (term_eq (l->leaf[j], f->leaf[x->first + k]))
        return true;
  return false;
}

static bool holds_all (reaching *f) {
  return evaluator_satisfies (f->evaluator, f->values, f->n_constraints,
                              f->constraint);
}

/* Equations. */

/* The number that a leaf is a part of, as one term, and which part. */
static bool whole_of (const reaching *f, term leaf, uint32_t *k, uint32_t *n,
                      term *out) {
  for (size_t i = 0; i < f->n; i++) {
    const friendly_number *x = f->number + i;
    for (*k = 0; *k < x->n; (*k)++)
      if (term_eq (f->leaf[x->first + *k], leaf)) {
        *n = x->n;
        *out = f->leaf[x->first];
        for (uint32_t m = 1; m < x->n; m++)
          *out = term_concat (f->terms, f->leaf[x->first + m], *out);
        return true;
      }
  }
  return false;
}

bool reach_is_signed (const reaching *f, term t) {
  term whole, low = t;
  uint32_t k, n;
  while (term_kind (f->terms, low) == KIND_CONCAT)
    low = term_arg (f->terms, low, 1);
  if (!whole_of (f, low, &k, &n, &whole) || !term_eq (whole, t))
    return false;
  size_t i = 0;
  while (!term_eq (f->leaf[f->number[i].first], low))
    i++;
  return f->number[i].type.kind == DATATYPE_SIGNED && !f->number[i].bits;
}

/* An equation of two leaves, or of one and a constant: of which numbers? */
static bool pair_of (const reaching *f, term t, term *x, term *y,
                     uint64_t *constant, uint32_t *n) {
  const node *e = term_node (f->terms, t);
  uint32_t k, m;
  if (e->kind != KIND_EQ || !whole_of (f, e->arg[0], &k, n, x))
    return false;
  unsigned w = term_width (f->terms, e->arg[0]);
  bool is_number = term_is_const (f->terms, e->arg[1]) && w * *n <= 64;
  if (is_number)
    *constant |= term_word (f->terms, e->arg[1]) << (k * w);
  return is_number ||
         (whole_of (f, e->arg[1], &m, n, y) && m == k && !*constant);
}

static bool pairs_of (const reaching *f, term t, term *x, term *y,
                      uint64_t *constant, uint32_t *n, uint32_t *found) {
  const node *e = term_node (f->terms, t);
  term of[2] = {TERM_NONE, TERM_NONE};
  if (e->kind == KIND_AND)
    return pairs_of (f, e->arg[0], x, y, constant, n, found) &&
           pairs_of (f, e->arg[1], x, y, constant, n, found);
  if (!pair_of (f, t, &of[0], &of[1], constant, n))
    return false;
  bool is_first = !(*found)++;
  bool is_turned = !is_first && term_eq (of[1], *x);
  if (is_first)
    *x = of[0], *y = of[1];
  return term_eq (*x, of[is_turned]) && term_eq (*y, of[!is_turned]);
}

bool reach_equation (const reaching *f, term t, term *x, term *y) {
  const node *e = term_node (f->terms, t);
  uint32_t n = 0, found = 0;
  uint64_t constant = 0;
  *x = *y = TERM_NONE;
  if (e->kind == KIND_AND && pairs_of (f, t, x, y, &constant, &n, &found) &&
      n == found) {
    if (!y->id)
      *y = term_bv (f->terms, term_width (f->terms, *x), constant);
    return true;
  }
  *x = e->arg[0], *y = e->arg[1];
  return e->kind == KIND_EQ && sort_is_bv (term_sort (f->terms, *x)) &&
         term_width (f->terms, *x) <= 64;
}

/* Sides of an equation differ by 'by': the number grows or shrinks by that. */
static bool reach_by (reaching *f, term t, size_t i, uint64_t by) {
  uint64_t old = reach_get (f, i);
  for (int k = 0; k < 2 && f->tries; k++) {
    f->tries--;
    reach_set (f, i, k ? old - by : old + by);
    if (holds_all (f) && evaluator_holds (f->evaluator, t))
      return true;
  }
  reach_set (f, i, old);
  return false;
}

/* Another number goes with it: as far, or to the same value. */
static bool reach_together (reaching *f, term t, size_t i, uint64_t by) {
  uint64_t to = reach_get (f, i);
  for (size_t j = 0; j < f->n; j++) {
    uint64_t old = reach_get (f, j);
    uint64_t next[] = {old + by, to};
    for (size_t k = 0; k < 2 && j != i && f->tries; k++) {
      f->tries--;
      reach_set (f, j, next[k]);
      if (holds_all (f) && evaluator_holds (f->evaluator, t))
        return true;
    }
    reach_set (f, j, old);
  }
  return false;
}

/* The same where the constraints tie the number to another. */
static bool reach_by_two (reaching *f, term t, size_t i, uint64_t by) {
  uint64_t old = reach_get (f, i);
  for (int k = 0; k < 2 && f->tries; k++) {
    reach_set (f, i, k ? old - by : old + by);
    evaluator_start (f->evaluator, f->values);
    if (evaluator_holds (f->evaluator, t) &&
        reach_together (f, t, i, k ? -by : by))
      return true;
  }
  reach_set (f, i, old);
  return false;
}

/* Constants of a term: by these a number may have to change. */
static void find_constants (const reaching *f, term from, u64_vec *out) {
  term_vec todo = {0};
  vec_push (f->mem, &todo, from);
  for (size_t looked = 0; todo.len && looked < MAX_LOOKED; looked++) {
    term t = vec_pop (&todo);
    const node *n = term_node (f->terms, t);
    if (n->kind == KIND_CONST && sort_is_small (n->sort) &&
        out->len < MAX_CONSTANTS)
      vec_push (f->mem, out, n->payload);
    for (unsigned i = 0; i < n->arity; i++)
      vec_push (f->mem, &todo, n->arg[i]);
  }
  vec_release (f->mem, &todo);
}

static bool reach_by_constants (reaching *f, term holds, size_t i) {
  u64_vec by = {0};
  bool is_reached = false;
  vec_push (f->mem, &by, 1);
  find_constants (f, holds, &by);
  for (size_t c = 0; c < f->n_constraints; c++)
    if (reach_touches (f, f->constraint[c], i))
      find_constants (f, f->constraint[c], &by);
  for (size_t k = 0; k < by.len && !is_reached; k++)
    is_reached = reach_by (f, holds, i, by.data[k]);
  vec_release (f->mem, &by);
  return is_reached;
}

/* How far apart the sides are. */
static uint64_t reach_distance (reaching *f, term x, term y) {
  unsigned w = term_width (f->terms, x);
  uint64_t by =
      evaluator_value (f->evaluator, x) - evaluator_value (f->evaluator, y);
  return (uint64_t) bits_signed (by & bits_mask (w), w);
}

bool reach (reaching *f, term holds, term x, term y) {
  bool has_sides = !term_eq (x, y);
  evaluator_start (f->evaluator, f->values);
  if (evaluator_holds (f->evaluator, holds))
    return true;
  uint64_t by = has_sides ? reach_distance (f, x, y) : 0;
  for (size_t i = 0; i < f->n; i++)
    if (reach_touches (f, holds, i) &&
        (has_sides ? reach_by (f, holds, i, by)
                   : reach_by_constants (f, holds, i)))
      return true;
  for (size_t i = 0; i < f->n && has_sides; i++)
    if (reach_touches (f, holds, i) && reach_by_two (f, holds, i, by))
      return true;
  return false;
}

/* Values that tell. */

/* Neither 0 nor 1, nor their digits. */
static bool is_telling (const reaching *f, size_t i) {
  uint64_t v = reach_get (f, i);
  bool is_digit = f->number[i].type.size == 1 && (v == '0' || v == '1');
  bool is_good = v > 1 && !is_digit;
  for (size_t k = 0; k < f->n && is_good; k++)
    is_good = k == i || !f->number[k].is_shown || reach_get (f, k) != v;
  return is_good;
}

/* The k-th value to try; they are not the same for neighbours. */
static uint64_t telling_value (const reaching *f, size_t i, uint64_t old,
                               unsigned k) {
  static const uint8_t primes[] = {3, 5, 7, 2, 11, 13, 17, 19, 23, 29, 31, 37};
  const datatype *s = &f->number[i].type;
  unsigned n = sizeof primes;
  if (s->kind == DATATYPE_CHAR)
    return k < 26 ? 'a' + (i + k) % 26 : '0' + k % 10;
  if (s->kind == DATATYPE_ENUM && k < s->n)
    return s->member[k].at;
  if (s->kind == DATATYPE_FLOAT) { /* 3.5, -3.5, 0.25 */
    double x = primes[k / 3 % n];
    return datatype_real (s, k % 3 == 0   ? x + 0.5
                             : k % 3 == 1 ? -x - 0.5
                                          : 1 / (x + 1));
  }
  if (k < n)
    return primes[k];
  k -= n;
  return k % 2 ? old - k / 2 - 1 : old + k / 2 + 1;
}

/* From the last on: of a < b, b has to make room. */
void reach_telling (reaching *f) {
  for (size_t i = f->n; i-- > 0;) {
    uint64_t old = reach_get (f, i);
    bool is_good = !f->number[i].is_shown ||
                   f->number[i].type.kind == DATATYPE_BOOL || is_telling (f, i);
    for (unsigned k = 0; k < MAX_TOLD && !is_good && f->tries; k++) {
      reach_set (f, i, telling_value (f, i, old, k));
      f->tries--;
      is_good = is_telling (f, i) && holds_all (f);
    }
    if (!is_good)
      reach_set (f, i, old);
  }
}

void reach_changed (reaching *f, void *owner, uint64_t (*measure) (void *)) {
  for (size_t i = 0; i < f->n; i++) {
    const friendly_number *x = f->number + i;
    bool is_field = x->bits && x->bits < 8;
    if (!x->is_shown || (!is_field && x->type.kind != DATATYPE_BOOL))
      continue;
    uint64_t best = reach_get (f, i), most = measure (owner);
    for (uint64_t v = 0; v < (is_field ? 16 : 2); v++) {
      reach_set (f, i, v);
      uint64_t now = holds_all (f) ? measure (owner) : 0;
      best = now > most ? v : best;
      most = now > most ? now : most;
    }
    reach_set (f, i, best);
  }
}
