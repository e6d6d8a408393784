#include "suite/friendly.h"

#include "base/bits.h"
#include "term/leaves.h"

#define MAX_PASSES 4
#define MAX_LOOKED 200 /* terms */
#define MAX_CONSTANTS 24

/* Values of numbers. */

static unsigned width_of (const friendly *f, size_t i) {
  const friendly_number *x = f->number + i;
  unsigned w = x->bits;
  for (uint32_t k = 0; k < x->n && !x->bits; k++)
    w += term_width (f->terms, f->leaf[x->first + k]);
  assert (w && w <= 64);
  return w;
}

static uint64_t friendly_get (const friendly *f, size_t i) {
  const friendly_number *x = f->number + i;
  uint64_t v = 0;
  for (uint32_t k = 0, at = 0; k < x->n; k++) {
    term leaf = f->leaf[x->first + k];
    v |= model_get (f->values, leaf) << at;
    at += term_width (f->terms, leaf);
  }
  return x->bits ? v >> x->low & bits_mask (x->bits) : v;
}

static void friendly_set (friendly *f, size_t i, uint64_t v) {
  const friendly_number *x = f->number + i;
  if (x->bits) {
    uint64_t whole = model_get (f->values, f->leaf[x->first]);
    uint64_t mask = bits_mask (x->bits);
    v = (whole & ~(mask << x->low)) | (v & mask) << x->low;
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
static bool friendly_touches (const friendly *f, term constraint, size_t i) {
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

static bool holds_around (friendly *f, size_t number) {
  evaluator_start (f->evaluator, f->values);
  for (size_t i = 0; i < f->n_constraints; i++)
    if (friendly_touches (f, f->constraint[i], number) &&
        !evaluator_holds (f->evaluator, f->constraint[i]))
      return false;
  return true;
}

static bool try_value (friendly *f, size_t i, uint64_t v) {
  uint64_t old = friendly_get (f, i);
  v &= bits_mask (width_of (f, i));
  if (v == old || !f->tries)
    return v == old;
  f->tries--;
  friendly_set (f, i, v);
  if (holds_around (f, i))
    return true;
  friendly_set (f, i, old);
  return false;
}

static bool holds_all (friendly *f) {
  return evaluator_satisfies (f->evaluator, f->values, f->n_constraints,
                              f->constraint);
}

/* All numbers of this value, from the i-th on. */
static bool try_together (friendly *f, size_t i, uint64_t v) {
  uint64_t old = friendly_get (f, i);
  u32_vec changed = {0};
  v &= bits_mask (width_of (f, i));
  if (v == old || !f->tries)
    return v == old;
  f->tries--;
  for (size_t k = i; k < f->n; k++)
    if (friendly_get (f, k) == old && width_of (f, k) == width_of (f, i)) {
      vec_push (f->mem, &changed, (uint32_t) k);
      friendly_set (f, k, v);
    }
  bool is_good = changed.len > 1 && holds_all (f);
  for (size_t k = 0; !is_good && k < changed.len; k++)
    friendly_set (f, changed.data[k], old);
  vec_release (f->mem, &changed);
  return is_good;
}

static bool try_both (friendly *f, size_t i, uint64_t v) {
  return try_value (f, i, v) || try_together (f, i, v);
}

/* How much worse than the best a value is. */
static unsigned letter_rank (uint64_t v) {
  return !v                       ? 0
         : v >= 'a' && v <= 'z'   ? 1
         : v >= '0' && v <= '9'   ? 2
         : v >= 'A' && v <= 'Z'   ? 3
         : v >= ' ' && v <= '~'   ? 4
         : v == '\n' || v == '\t' ? 5
                                  : 6;
}

static void improve_letter (friendly *f, size_t i) {
  static const char best[] = "\0a0A x-+./,:b1";
  unsigned rank = letter_rank (friendly_get (f, i));
  for (size_t k = 0; k < sizeof best - 1; k++)
    if (letter_rank ((uint8_t) best[k]) < rank &&
        try_both (f, i, (uint8_t) best[k]))
      return;
  for (uint64_t v = ' '; rank > 4 && v <= '~'; v++)
    if (try_both (f, i, v))
      return;
}

/* Half the way to 0, and half of that, as long as it holds. */
static void improve_number (friendly *f, size_t i, bool has_sign) {
  static const int64_t best[] = {0, 1, -1, 2, 3, 4, 5, 10};
  unsigned w = width_of (f, i);
  for (size_t k = 0; k < sizeof best / sizeof *best; k++)
    if ((has_sign || best[k] >= 0) && try_both (f, i, (uint64_t) best[k]))
      return;
  for (bool is_better = true; is_better && f->tries;) {
    uint64_t v = friendly_get (f, i);
    int64_t x = has_sign ? bits_signed (v, w) : (int64_t) v;
    bool is_negative = has_sign && x < 0;
    uint64_t size = is_negative ? -(uint64_t) x : (uint64_t) x, step = size;
    is_better = false;
    for (; step && !is_better && f->tries; step /= 2) {
      uint64_t less = size - step;
      is_better = try_both (f, i, is_negative ? -less : less);
    }
  }
}

static void improve_float (friendly *f, size_t i, uint64_t size) {
  static const double best[] = {0, 1, -1, 2, 0.5, 10, 100, -10};
  for (size_t k = 0; k < sizeof best / sizeof *best; k++) {
    float narrow = (float) best[k];
    uint64_t v = 0;
    memcpy (&v, size == 4 ? (const void *) &narrow : &best[k], size);
    if (try_both (f, i, v))
      return;
  }
}

static void improve_enum (friendly *f, size_t i, const datatype *s) {
  for (uint32_t k = 0; k < s->n; k++)
    if (try_both (f, i, s->member[k].at))
      return;
  improve_number (f, i, false);
}

static void improve_leaf (friendly *f, size_t i) {
  const datatype *s = &f->number[i].type;
  uint64_t now = friendly_get (f, i);
  if (f->number[i].is_shown &&
      (s->kind == DATATYPE_CHAR ? letter_rank (now) <= 4 : now <= 100))
    return;
  if (s->kind == DATATYPE_CHAR)
    improve_letter (f, i);
  else if (s->kind == DATATYPE_FLOAT && (s->size == 4 || s->size == 8))
    improve_float (f, i, s->size);
  else if (s->kind == DATATYPE_ENUM)
    improve_enum (f, i, s);
  else
    improve_number (f, i, s->kind == DATATYPE_SIGNED);
}

/* Groups: numbers that share constraints, if they are few, get the best of
 * all combinations of small values; whatever values they had.
 */

#define MAX_GROUP 5
static const uint32_t choices_for[MAX_GROUP + 1] = {0, 10, 10, 8, 5, 3};

typedef struct friendly_group {
  friendly *f;
  size_t n, member[MAX_GROUP];
  uint32_t choices;
  term_vec constraints; /* theirs */
} friendly_group;

/* The k-th best value for a number. One that the answer is computed from gets
 * values that tell: they differ from each other, and are neither 0 nor 1.
 */
static uint64_t good_value (const friendly *f, size_t i, uint32_t k) {
  static const char letters[2][11] = {"\0a0Ab1 -x.", "abc123 -x\0"};
  static const int64_t numbers[2][10] = {{0, 1, 2, 3, 4, 5, -1, 10, 100, -2},
                                         {3, 5, 7, 2, 10, -3, 1, 0, 100, -2}};
  static const double reals[2][10] = {{0, 1, 2, 3, -1, 0.5, 10, 100, -2, 1.5},
                                      {3.5, 5.5, 7, 2, 10, -3, 1, 0, 100, -2}};
  const datatype *s = &f->number[i].type;
  bool is_shown = f->number[i].is_shown;
  uint32_t turned = is_shown && k < 4 ? (k + (uint32_t) i) % 4 : k;
  if (s->kind == DATATYPE_CHAR)
    return (uint8_t) letters[is_shown][is_shown && k < 3 ? (k + i) % 3 : k];
  if (s->kind == DATATYPE_ENUM && s->n)
    return s->member[k % s->n].at;
  if (s->kind == DATATYPE_BOOL)
    return is_shown != k % 2;
  if (s->kind != DATATYPE_FLOAT) {
    int64_t v = numbers[is_shown][turned];
    return (uint64_t) (s->kind == DATATYPE_UNSIGNED && v < 0 ? 20 - v : v);
  }
  double real = reals[is_shown][turned];
  float narrow = (float) real;
  uint64_t v = 0;
  memcpy (&v, s->size == 4 ? (const void *) &narrow : &real,
          s->size == 4 ? 4 : 8);
  return v;
}

static bool group_holds (friendly_group *g) {
  if (!g->f->tries)
    return false;
  g->f->tries--;
  return evaluator_satisfies (g->f->evaluator, g->f->values, g->constraints.len,
                              g->constraints.data);
}

/* Values from the i-th member on, whose ranks add up to this. */
static bool find_combination (friendly_group *g, size_t i, uint32_t sum) {
  if (i + 1 == g->n && sum < g->choices) {
    friendly_set (g->f, g->member[i], good_value (g->f, g->member[i], sum));
    return group_holds (g);
  }
  for (uint32_t k = 0; i + 1 < g->n && k <= sum && k < g->choices; k++) {
    friendly_set (g->f, g->member[i], good_value (g->f, g->member[i], k));
    if (find_combination (g, i + 1, sum - k))
      return true;
  }
  return false;
}

static void improve_group (friendly_group *g) {
  uint64_t old[MAX_GROUP];
  bool is_found = false;
  g->choices = choices_for[g->n];
  for (size_t i = 0; i < g->n; i++)
    old[i] = friendly_get (g->f, g->member[i]);
  for (uint32_t sum = 0; !is_found && sum <= g->n * (g->choices - 1); sum++)
    is_found = find_combination (g, 0, sum);
  for (size_t i = 0; !is_found && i < g->n; i++)
    friendly_set (g->f, g->member[i], old[i]);
}

static bool is_member (const friendly_group *g, size_t i) {
  for (size_t k = 0; k < g->n; k++)
    if (g->member[k] == i)
      return true;
  return false;
}

/* Whose constraints touch those of a member; false: they are too many. */
static bool grow_group (friendly_group *g) {
  friendly *f = g->f;
  for (size_t k = 0; k < g->n; k++)
    for (size_t c = 0; c < f->n_constraints; c++) {
      if (!friendly_touches (f, f->constraint[c], g->member[k]))
        continue;
      for (size_t i = 0; i < f->n; i++)
        if (!is_member (g, i) && friendly_touches (f, f->constraint[c], i)) {
          if (g->n == MAX_GROUP)
            return false;
          g->member[g->n++] = i;
        }
    }
  return true;
}

static void improve_groups (friendly *f) {
  for (size_t i = 0; i < f->n; i++) {
    friendly_group g = {.f = f, .n = 1, .member = {i}};
    bool is_small = f->tries && grow_group (&g);
    for (size_t k = 1; k < g.n; k++) /* the first of them does it for all */
      is_small &= g.member[k] > i;
    for (size_t c = 0; is_small && c < f->n_constraints; c++)
      for (size_t k = 0; k < g.n; k++)
        if (friendly_touches (f, f->constraint[c], g.member[k])) {
          vec_push (f->mem, &g.constraints, f->constraint[c]);
          break;
        }
    if (is_small)
      improve_group (&g);
    vec_release (f->mem, &g.constraints);
  }
}

/* Equations. */

/* The number that a leaf is a part of, as one term, and which part. */
static bool whole_of (const friendly *f, term leaf, uint32_t *k, uint32_t *n,
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

bool friendly_is_signed (const friendly *f, term t) {
  term whole, low = t;
  uint32_t k, n;
  while (term_kind (f->terms, low) == KIND_CONCAT)
    low = term_arg (f->terms, low, 1);
  if (!whole_of (f, low, &k, &n, &whole) || !term_eq (whole, t))
    return false;
  size_t i = 0;
  while (!term_eq (f->leaf[f->number[i].first], low))
    i++;
  return f->number[i].type.kind == DATATYPE_SIGNED;
}

/* An equation of two leaves, or of one and a constant: of which numbers? */
static bool pair_of (const friendly *f, term t, term *x, term *y,
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

static bool pairs_of (const friendly *f, term t, term *x, term *y,
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

bool friendly_equation (const friendly *f, term t, term *x, term *y) {
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
static bool reach_by (friendly *f, term t, size_t i, uint64_t by) {
  uint64_t old = friendly_get (f, i);
  for (int k = 0; k < 2 && f->tries; k++) {
    f->tries--;
    friendly_set (f, i, k ? old - by : old + by);
    if (holds_all (f) && evaluator_holds (f->evaluator, t))
      return true;
  }
  friendly_set (f, i, old);
  return false;
}

/* Constants of a term: by these a number may have to change. */
static void find_constants (const friendly *f, term from, u64_vec *out) {
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

static bool reach_by_constants (friendly *f, term holds, size_t i) {
  u64_vec by = {0};
  bool is_reached = false;
  vec_push (f->mem, &by, 1);
  find_constants (f, holds, &by);
  for (size_t c = 0; c < f->n_constraints; c++)
    if (friendly_touches (f, f->constraint[c], i))
      find_constants (f, f->constraint[c], &by);
  for (size_t k = 0; k < by.len && !is_reached; k++)
    is_reached = reach_by (f, holds, i, by.data[k]);
  vec_release (f->mem, &by);
  return is_reached;
}

/* How far apart the sides are. */
static uint64_t friendly_distance (friendly *f, term x, term y) {
  unsigned w = term_width (f->terms, x);
  uint64_t by =
      evaluator_value (f->evaluator, x) - evaluator_value (f->evaluator, y);
  return (uint64_t) bits_signed (by & bits_mask (w), w);
}

bool friendly_reach (friendly *f, term holds, term x, term y) {
  bool has_sides = !term_eq (x, y);
  evaluator_start (f->evaluator, f->values);
  if (evaluator_holds (f->evaluator, holds))
    return true;
  uint64_t by = has_sides ? friendly_distance (f, x, y) : 0;
  for (size_t i = 0; i < f->n; i++)
    if (friendly_touches (f, holds, i) &&
        (has_sides ? reach_by (f, holds, i, by)
                   : reach_by_constants (f, holds, i)))
      return true;
  return false;
}

/* Zeros from the end on: texts and arrays become short. */
static void shorten (friendly *f) {
  for (size_t i = f->n; i-- > 0;)
    if (friendly_get (f, i) && !f->number[i].is_shown)
      try_value (f, i, 0);
}

void friendly_improve (friendly *f) {
  model *before = model_new (f->mem, f->terms);
  assert (holds_all (f));
  model_copy (before, f->values);
  improve_groups (f);
  shorten (f);
  for (int pass = 0; pass < MAX_PASSES; pass++) {
    bool is_other = false;
    u64_vec old = {0};
    for (size_t i = 0; i < f->n; i++)
      vec_push (f->mem, &old, friendly_get (f, i));
    for (size_t i = 0; i < f->n && f->tries; i++)
      if (friendly_get (f, i))
        improve_leaf (f, i);
    for (size_t i = 0; i < f->n; i++)
      is_other |= old.data[i] != friendly_get (f, i);
    vec_release (f->mem, &old);
    if (!is_other)
      break;
  }
  if (!holds_all (f)) /* never, or what the path is would be another */
    model_copy (f->values, before);
  model_free (before);
}
