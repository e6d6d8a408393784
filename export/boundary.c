#include "export/boundary.h"

#define MAX_LOOKED 400   /* terms of an answer */
#define MAX_OF_ANSWER 24 /* boundaries */
#define MAX_OPERANDS 8
#define MAX_DEEP 4
#define MAX_SHAPE 6                     /* deeper terms are not looked at */
#define MOST_SMALL (UINT64_C (1) << 40) /* addresses are above */

typedef struct boundary_search {
  boundaries *out;
  memory *mem;
  terms *terms;
  const reaching *numbers;
  size_t most;
} boundary_search;

/* One equation. */

static term one_more (boundary_search *b, term t) {
  unsigned w = term_width (b->terms, t);
  return term_binary (b->terms, KIND_BV_ADD, t, term_bv (b->terms, w, 1));
}

static void add_equation (boundary_search *b, uint64_t key, unsigned side,
                          term x, term y) {
  term is = term_equal (b->terms, x, y);
  boundary new = {
      .key = hash128_of (key, side).lo | 1, .n = 1, .step = {{is, x, y}}};
  if (!term_eq (is, TERM_FALSE) && b->out->len < b->most)
    vec_push (b->mem, b->out, new);
}

/* x - 3 < 7 without sign is a range, which has a lower end as well; so is x < 7
 * if x has a sign in C.
 */
static void add_other_end (boundary_search *b, uint64_t key, kind k, term x,
                           bool holds) {
  unsigned w = term_width (b->terms, x);
  if ((k == KIND_BV_ULT || k == KIND_BV_ULE) &&
      (term_kind (b->terms, x) == KIND_BV_ADD ||
       reach_is_signed (b->numbers, x)))
    add_equation (b, key, 8, x, term_bv (b->terms, w, holds ? 0 : UINT64_MAX));
}

/* x < y, or x <= y, holds or does not. */
static void add_order (boundary_search *b, uint64_t key, kind k, term x, term y,
                       bool holds) {
  bool is_strict = k == KIND_BV_ULT || k == KIND_BV_SLT;
  if (is_strict == holds) /* x < y, or y < x */
    add_equation (b, key, 4 + holds, one_more (b, holds ? x : y),
                  holds ? y : x);
  else
    add_equation (b, key, 4 + holds, x, y);
  add_other_end (b, key, k, x, holds);
}

static bool is_order (const node *n) {
  return kind_opposite ((kind) n->kind) != KIND_CONST;
}

static void add_comparison (boundary_search *b, uint64_t key, bool is_equation,
                            kind k, term x, term y, bool holds) {
  if (term_width (b->terms, x) > 64)
    return;
  if (!is_equation)
    add_order (b, key, k, x, y, holds);
  else if (holds)
    add_equation (b, key, 3, x, y);
  else if (term_width (b->terms, x) > 8) { /* letters have no neighbours */
    add_equation (b, key, 1, one_more (b, x), y);
    add_equation (b, key, 2, x, one_more (b, y));
  }
}

/* Where no boundary can be reached, this side of it at least. */
static void add_plain (boundary_search *b, uint64_t key, term t, bool holds) {
  boundary new = {
      .key = hash128_of (key, 10 + holds).lo | 1,
      .n = 1,
      .step = {{holds ? t : term_not (b->terms, t), TERM_TRUE, TERM_TRUE}}};
  if (b->out->len < b->most)
    vec_push (b->mem, b->out, new);
}

/* Conditions: one operand decides, the others are as they must be for that. */

static void add_sides (boundary_search *, uint64_t key, term, bool holds,
                       unsigned depth);

/* Operands of nested terms of this kind. */
static unsigned flatten (const boundary_search *b, kind k, term t, unsigned n,
                         term *out) {
  if (term_kind (b->terms, t) == k && n + 1 < MAX_OPERANDS) {
    n = flatten (b, k, term_arg (b->terms, t, 0), n, out);
    return flatten (b, k, term_arg (b->terms, t, 1), n, out);
  }
  if (n < MAX_OPERANDS)
    out[n] = t;
  return n + 1;
}

/* How a condition is made to hold, or not. */
static void add_step (boundary_search *b, boundary *to, term t, bool holds) {
  boundaries some = {0};
  boundary_search of = *b;
  boundary_step step = {.x = TERM_TRUE, .y = TERM_TRUE};
  of.out = &some;
  of.most = 1;
  add_sides (&of, 1, t, holds, MAX_DEEP - 2);
  if (some.len)
    step = some.data[0].step[0];
  step.holds = holds ? t : term_not (b->terms, t);
  if (to->n < BOUNDARY_STEPS)
    to->step[to->n++] = step;
  vec_release (b->mem, &some);
}

static void add_operands (boundary_search *b, uint64_t key, term t, bool holds,
                          unsigned depth) {
  kind k = term_kind (b->terms, t);
  term of[MAX_OPERANDS];
  unsigned n = flatten (b, k, t, 0, of);
  bool is_one = holds == (k == KIND_OR); /* one suffices */
  for (unsigned i = 0; i < n && n <= MAX_OPERANDS; i++) {
    size_t first = b->out->len;
    add_sides (b, hash128_of (key, 16 + i).lo, of[i], holds, depth + 1);
    for (size_t m = first; m < b->out->len; m++)
      for (unsigned j = 0; j < n; j++)
        if (j != i)
          add_step (b, b->out->data + m, of[j], is_one ? !holds : holds);
  }
}

static void add_sides (boundary_search *b, uint64_t key, term t, bool holds,
                       unsigned depth) {
  const node *n = term_node (b->terms, t);
  term x, y;
  if (depth > MAX_DEEP || b->out->len >= b->most)
    return;
  bool is_equation = reach_equation (b->numbers, t, &x, &y);
  if (n->kind == KIND_NOT)
    add_sides (b, key, n->arg[0], !holds, depth);
  else if (is_equation || is_order (n)) {
    add_comparison (b, key, is_equation, (kind) n->kind,
                    is_equation ? x : n->arg[0], is_equation ? y : n->arg[1],
                    holds);
    add_plain (b, key, t, holds);
  } else if (n->kind == KIND_AND || n->kind == KIND_OR)
    add_operands (b, key, t, holds, depth);
}

void boundaries_of_path (boundaries *out, const reaching *f, size_t n,
                         const retraced_decision *d) {
  boundary_search b = {out, f->mem, f->terms, f, SIZE_MAX};
  for (size_t i = 0; i < n; i++)
    if (d[i].site)
      add_sides (&b, d[i].site, d[i].guard, true, 0);
}

/* What a condition asks, whatever inputs it asks it of: the same line of a
 * program, in each round of a loop. 0: it asks what a pointer was chosen to be.
 * Addresses are all the same.
 */
static uint64_t shape_of (const boundary_search *b, term t, unsigned depth) {
  const node *n = term_node (b->terms, t);
  uint64_t key = hash128_of (n->kind, n->sort.code).lo;
  bool is_byte = n->kind == KIND_EXTRACT && term_width (b->terms, t) == 8;
  bool is_good = n->kind != KIND_VAR || *term_name (b->terms, t) != '?';
  if (n->kind != KIND_VAR && !is_byte && n->payload < MOST_SMALL)
    key = hash128_of (key, n->payload).lo;
  bool is_deep = n->kind == KIND_ITE || depth == MAX_SHAPE;
  for (unsigned i = 0; is_good && i < n->arity && !is_deep; i++) {
    uint64_t of = shape_of (b, n->arg[i], depth + 1);
    is_good = of;
    key = hash128_of (key, of).lo;
  }
  return is_good ? key | 1 : 0;
}

/* Conditions in a term, the outermost first; each is looked at once. */
static void look_into (boundary_search *b, term from, map *seen) {
  term_vec todo = {0};
  vec_push (b->mem, &todo, from);
  while (todo.len && b->out->len < b->most && seen->len < MAX_LOOKED) {
    term t = vec_pop (&todo);
    const node *n = term_node (b->terms, t);
    uint64_t *at = map_at (seen, t.id);
    uint64_t shape = !*at && sort_is_bool (n->sort) ? shape_of (b, t, 0) : 0;
    for (int holds = 1; shape && holds >= 0; holds--)
      add_sides (b, shape, t, holds, 0);
    for (unsigned i = 0; !*at && i < n->arity; i++)
      if (!sort_is_bool (n->sort) ||
          !sort_is_bool (term_sort (b->terms, n->arg[i])))
        vec_push (b->mem, &todo, n->arg[i]);
    *at = 1;
  }
  vec_release (b->mem, &todo);
}

void boundaries_of_answer (boundaries *out, const reaching *f,
                           const outcome *o) {
  boundary_search b = {out, f->mem, f->terms, f, out->len + MAX_OF_ANSWER};
  map seen;
  map_init (&seen, f->mem);
  for (uint32_t i = 0; i < o->n; i++) {
    const outcome_part *p = o->part + i;
    for (uint32_t k = 0; p->symbol && k < p->n; k++)
      if (p->symbol[k].term.id && !term_eq (p->symbol[k].term, SYMBYTE_UNSET) &&
          !term_has_unset (f->terms, p->symbol[k].term))
        look_into (&b, p->symbol[k].term, &seen);
  }
  map_release (&seen);
}
