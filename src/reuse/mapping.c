/* The search binds leaves of the pattern to leaves of the target, atom by atom.
 * Operands of an associative kind are a subgoal: each on the left must become
 * one on the right. Whenever there is more than one way a choice is pushed; a
 * failure takes the last choice, unbinds what was bound since (the trail), and
 * goes the next way. Every step costs one of the budget.
 */

#include "reuse/mapping.h"

#include "base/map.h"
#include "logic/linear.h"
#include "term/leaves.h"

#define MAX_OPERANDS 64   /* longer chains are taken as binary */
#define MAX_LEAVES_MET 16 /* looked at to see whether atoms touch */

/* The operands 'left' shall become, in any order, the operands 'right'. */
typedef struct subgoal subgoal;

struct subgoal {
  const subgoal *rest;
  size_t n;
  const term *left, *right;
};

/* A place to come back to: an operand of a subgoal, or an atom. */
typedef struct choice {
  const subgoal *subgoal; /* NULL: the atom at 'depth' */
  const subgoal *rest;    /* what remains to be done besides */
  size_t pick;            /* operand on the left */
  size_t next;            /* next alternative */
  size_t trail, depth;
} choice;

struct mapper {
  memory *mem;
  terms *terms;
  map shapes;  /* term -> shape; of an associative kind, the sum in it */
  map negated; /* sum -> its negative */
  term_vec todo;

  /* one search */
  arena subgoals;
  const variant *pattern, *target;
  size_t n, m;
  bool is_whole; /* the pattern has a whole array */
  size_t depth;  /* atoms of the pattern that have a target */
  uint32_t order[MAPPER_MAX_PATTERN], chosen[MAPPER_MAX_PATTERN];
  const subgoal *subgoal;
  VEC (choice) choices;
  map bound; /* leaf of the pattern -> leaf of the target, or 0 */
  map met;
  u32_vec trail;
  unsigned *steps;
};

mapper *mapper_new (memory *mem, terms *ts) {
  mapper *m = memory_zalloc (mem, sizeof *m);
  m->mem = mem;
  m->terms = ts;
  arena_init (&m->subgoals, mem);
  map_init (&m->shapes, mem);
  map_init (&m->negated, mem);
  map_init (&m->bound, mem);
  map_init (&m->met, mem);
  return m;
}

void mapper_free (mapper *m) {
  if (!m)
    return;
  arena_release (&m->subgoals);
  map_release (&m->shapes);
  map_release (&m->negated);
  map_release (&m->bound);
  map_release (&m->met);
  vec_release (m->mem, &m->todo, &m->choices, &m->trail);
  memory_free (m->mem, m, sizeof *m);
}

/* Shapes. The lowest four bits are the number of leaves, at most 15. */

#define SIZE_MASK ((uint64_t) 15)

static bool is_associative (kind k) {
  return k == KIND_AND || k == KIND_OR || k == KIND_XOR || k == KIND_BV_AND ||
         k == KIND_BV_OR || k == KIND_BV_XOR || k == KIND_BV_ADD ||
         k == KIND_BV_MUL || k == KIND_INT_ADD || k == KIND_INT_MUL;
}

static uint64_t with_size (uint64_t hash, uint64_t size) {
  assert (size <= 3 * SIZE_MASK);
  return (hash & ~SIZE_MASK) | (size > SIZE_MASK ? SIZE_MASK : size);
}

static uint64_t kind_hash (const terms *ts, term t) {
  const node *n = term_node (ts, t);
  uint64_t payload =
      n->kind == KIND_TABLE ? term_content (ts, t)->hash.lo : n->payload;
  return hash_mix (hash_mix (n->kind, n->sort.code), payload);
}

/* Known when the shapes of its arguments are. */
static uint64_t shape (const mapper *m, term t) {
  uint64_t word = map_get (&m->shapes, t.id, 0);
  if (!is_associative (term_kind (m->terms, t)))
    return word;
  return with_size (hash_mix (word & ~SIZE_MASK, kind_hash (m->terms, t)),
                    word & SIZE_MASK);
}

static uint64_t operand_sum (const mapper *m, kind k, term arg) {
  if (is_associative (k) && term_kind (m->terms, arg) == k)
    return map_get (&m->shapes, arg.id, 0);
  return shape (m, arg);
}

static uint64_t compute_shape (const mapper *m, term t) {
  const node *n = term_node (m->terms, t);
  if (term_is_leaf (m->terms, t))
    return with_size (hash_mix (n->sort.code, 7), 1);
  if (n->kind == KIND_CONST)
    return with_size (hash_mix (n->hash.lo, n->sort.code), 0);
  uint64_t size = 0, sum = 0, hash = kind_hash (m->terms, t);
  for (unsigned i = 0; i < n->arity; i++) {
    uint64_t arg = operand_sum (m, n->kind, n->arg[i]);
    size += arg & SIZE_MASK;
    sum += arg & ~SIZE_MASK;
    hash = hash_mix (hash, arg & ~SIZE_MASK);
  }
  if (!kind_table[n->kind].commutes)
    return with_size (hash, size);
  if (!is_associative (n->kind))
    sum = hash_mix (sum, kind_hash (m->terms, t));
  return with_size (sum, size);
}

static bool push_unknown (mapper *m, term t) {
  const node *n = term_node (m->terms, t);
  size_t before = m->todo.len;
  if (!term_is_leaf (m->terms, t))
    for (unsigned i = 0; i < n->arity; i++)
      if (!map_find (&m->shapes, n->arg[i].id))
        vec_push (m->mem, &m->todo, n->arg[i]);
  return m->todo.len > before;
}

static uint64_t find_shape (mapper *m, term root) {
  vec_clear (&m->todo);
  if (!map_find (&m->shapes, root.id))
    vec_push (m->mem, &m->todo, root);
  while (m->todo.len) {
    term t = vec_last (&m->todo);
    if (push_unknown (m, t))
      continue;
    m->todo.len--;
    map_put (&m->shapes, t.id, compute_shape (m, t));
  }
  return shape (m, root);
}

static uint32_t label_of (uint64_t word) {
  uint32_t label =
      (uint32_t) (word & SIZE_MASK) << 28 | (uint32_t) (word >> 36);
  return label ? label : 1;
}

/* Signs. */

static bool has_sign (const terms *ts, term t) {
  kind k = term_kind (ts, t);
  return k == KIND_INT_ADD || (k == KIND_BV_ADD && term_width (ts, t) <= 64);
}

static term negative (mapper *m, arena *a, term t) {
  assert (has_sign (m->terms, t));
  uint64_t *at = map_at (&m->negated, t.id);
  if (!*at) {
    linear l;
    linear_of (m->terms, a, t, &l);
    for (size_t i = 0; i < l.n; i++)
      l.monomial[i].coefficient =
          word_neg (a, l.sort, l.monomial[i].coefficient);
    l.constant = word_neg (a, l.sort, l.constant);
    *at = linear_term (m->terms, &l).id;
  }
  return (term) {(uint32_t) *at};
}

size_t mapper_prepare (mapper *m, arena *a, size_t n, const atom *atoms,
                       bool both_signs, variant *out) {
  assert (!n || atoms);
  size_t len = 0;
  for (uint32_t i = 0; i < n; i++) {
    atom x = atoms[i];
    uint64_t s = find_shape (m, x.prefix);
    if (!has_sign (m->terms, x.prefix)) {
      out[len++] = (variant) {x, label_of (s), i};
      continue;
    }
    term other = negative (m, a, x.prefix);
    uint64_t other_shape = find_shape (m, other);
    if (s < other_shape || (s == other_shape && !both_signs)) {
      out[len++] = (variant) {x, label_of (s), i};
      continue;
    }
    if (s == other_shape)
      out[len++] = (variant) {x, label_of (s), i};
    x = (atom) {other, domain_negate (a, x.domain)};
    out[len++] = (variant) {x, label_of (other_shape), i};
  }
  return len;
}

/* Search. */

static bool spend (mapper *m, size_t steps) {
  assert (m->steps); /* within mapper_find */
  if (*m->steps < steps) {
    *m->steps = 0;
    return false;
  }
  *m->steps -= (unsigned) steps;
  return true;
}

static bool is_leaf (const mapper *m, term t) {
  if (m->is_whole)
    return term_kind (m->terms, t) == KIND_VAR;
  return term_is_leaf (m->terms, t);
}

static bool bind (mapper *m, term leaf, term to) {
  assert (is_leaf (m, leaf));
  uint64_t *at = map_at (&m->bound, leaf.id);
  if (*at)
    return *at == to.id;
  if (!sort_eq (term_sort (m->terms, leaf), term_sort (m->terms, to)) ||
      !term_is_leaf (m->terms, to))
    return false;
  *at = to.id;
  vec_push (m->mem, &m->trail, leaf.id);
  return true;
}

static void unbind (mapper *m, size_t trail) {
  assert (trail <= m->trail.len);
  while (m->trail.len > trail)
    map_put (&m->bound, vec_pop (&m->trail), 0);
}

static void add_goal (mapper *m, size_t n, const term *left,
                      const term *right) {
  assert (n && n <= MAX_OPERANDS);
  subgoal *g = arena_alloc (&m->subgoals, sizeof *g);
  *g = (subgoal) {m->subgoal, n, left, right};
  m->subgoal = g;
}

/* All operands of a chain of one kind; 0 when there are too many. A chain of n
 * operands has n - 1 links.
 */
static size_t operands (mapper *m, term t, const term **out) {
  term found[MAX_OPERANDS];
  size_t n = 0, links = 0;
  kind k = term_kind (m->terms, t);
  vec_clear (&m->todo);
  vec_push (m->mem, &m->todo, t);
  while (m->todo.len) {
    term u = vec_pop (&m->todo);
    if (term_kind (m->terms, u) == k) {
      if (++links == MAX_OPERANDS)
        return 0;
      vec_push (m->mem, &m->todo, term_arg (m->terms, u, 0));
      vec_push (m->mem, &m->todo, term_arg (m->terms, u, 1));
    } else
      found[n++] = u;
  }
  *out = arena_copy (&m->subgoals, found, n * sizeof *found);
  return n;
}

static bool match_chains (mapper *m, term a, term b) {
  const term *left, *right;
  size_t n = operands (m, a, &left), o = operands (m, b, &right);
  if (!n || !o) { /* as they stand */
    left = term_node (m->terms, a)->arg;
    right = term_node (m->terms, b)->arg;
    n = o = 2;
  }
  if (n != o || !spend (m, n))
    return false;
  add_goal (m, n, left, right);
  return true;
}

/* The term 'a' of the pattern shall become 'b'. */
static bool match (mapper *m, term a, term b) {
  if (!spend (m, 1))
    return false;
  if (is_leaf (m, a))
    return bind (m, a, b);
  const node *x = term_node (m->terms, a), *y = term_node (m->terms, b);
  if (x->kind == KIND_CONST)
    return a.id == b.id;
  if (x->kind != y->kind || x->sort.code != y->sort.code ||
      x->payload != y->payload || shape (m, a) != shape (m, b))
    return false;
  if (is_associative (x->kind))
    return match_chains (m, a, b);
  if (kind_table[x->kind].commutes) {
    add_goal (m, x->arity, x->arg, y->arg);
    return true;
  }
  for (unsigned i = x->arity; i-- > 0;)
    add_goal (m, 1, x->arg + i, y->arg + i);
  return true;
}

static bool may_match (const mapper *m, term a, term b) {
  if (is_leaf (m, a)) {
    uint64_t image = map_get (&m->bound, a.id, 0);
    if (image)
      return image == b.id;
  }
  return shape (m, a) == shape (m, b);
}

static bool may_follow (const variant *a, const variant *b) {
  return a->label == b->label &&
         sort_eq (a->atom.domain->sort, b->atom.domain->sort) &&
         domain_includes (a->atom.domain, b->atom.domain);
}

/* The operand with the fewest alternatives. */
static size_t pick_operand (const mapper *m, const subgoal *g) {
  size_t best = 0, least = SIZE_MAX;
  for (size_t i = 0; i < g->n; i++) {
    size_t count = 0;
    for (size_t k = 0; k < g->n && count < least; k++)
      count += may_match (m, g->left[i], g->right[k]);
    if (count < least) {
      least = count;
      best = i;
    }
  }
  return best;
}

static const term *without (mapper *m, const term *t, size_t n, size_t i) {
  assert (i < n);
  term *res = arena_alloc (&m->subgoals, (n - 1) * sizeof *res);
  memcpy (res, t, i * sizeof *res);
  memcpy (res + i, t + i + 1, (n - 1 - i) * sizeof *res);
  return res;
}

static bool next_operand (mapper *m, choice *c) {
  const subgoal *g = c->subgoal;
  while (c->next < g->n && !may_match (m, g->left[c->pick], g->right[c->next]))
    c->next++;
  if (c->next == g->n)
    return false;
  size_t k = c->next++;
  if (!spend (m, 1 + g->n / 4))
    return false;
  m->subgoal = c->rest;
  m->depth = c->depth;
  add_goal (m, g->n - 1, without (m, g->left, g->n, c->pick),
            without (m, g->right, g->n, k));
  add_goal (m, 1, g->left + c->pick, g->right + k);
  return true;
}

static bool next_target (mapper *m, choice *c) {
  uint32_t i = m->order[c->depth];
  while (c->next < m->m && !may_follow (m->pattern + i, m->target + c->next))
    c->next++;
  if (c->next == m->m || !spend (m, 1))
    return false;
  m->chosen[i] = (uint32_t) c->next;
  m->subgoal = c->rest;
  m->depth = c->depth + 1;
  add_goal (m, 1, &m->pattern[i].atom.prefix,
            &m->target[c->next++].atom.prefix);
  return true;
}

/* Take the next alternative of the last choice that has one. */
static bool retry (mapper *m) {
  while (m->choices.len && *m->steps) {
    choice *c = &vec_last (&m->choices);
    unbind (m, c->trail);
    if (c->subgoal ? next_operand (m, c) : next_target (m, c))
      return true;
    m->choices.len--;
  }
  return false;
}

static bool mapping_choose (mapper *m, const subgoal *g, const subgoal *rest) {
  choice c = {.subgoal = g,
              .rest = rest,
              .pick = g ? pick_operand (m, g) : 0,
              .trail = m->trail.len,
              .depth = m->depth};
  vec_push (m->mem, &m->choices, c);
  return retry (m);
}

/* One step; false when all is lost. */
static bool advance (mapper *m) {
  const subgoal *g = m->subgoal;
  if (!g)
    return mapping_choose (m, NULL, NULL);
  if (g->n > 1)
    return mapping_choose (m, g, g->rest);
  m->subgoal = g->rest;
  return match (m, g->left[0], g->right[0]) || retry (m);
}

/* The order of atoms: those that touch what is already there first, and of
 * these the ones with the fewest targets.
 */

static bool touches (const mapper *m, const variant *v) {
  const leaf_set *s = term_leaves (m->terms, v->atom.prefix);
  for (uint32_t i = 0; i < s->n && i < MAX_LEAVES_MET; i++)
    if (map_find (&m->met, s->leaf[i].id))
      return true;
  return false;
}

static void meet (mapper *m, const variant *v) {
  const leaf_set *s = term_leaves (m->terms, v->atom.prefix);
  for (uint32_t i = 0; i < s->n && i < MAX_LEAVES_MET; i++)
    map_put (&m->met, s->leaf[i].id, 1);
  m->is_whole |= s->has_array;
}

static size_t count_targets (const mapper *m, const variant *v) {
  size_t n = 0;
  for (size_t i = 0; i < m->m; i++)
    n += may_follow (v, m->target + i);
  return n;
}

/* False when some atom has no target. */
static bool order_atoms (mapper *m) {
  size_t count[MAPPER_MAX_PATTERN];
  for (uint32_t i = 0; i < m->n; i++) {
    m->order[i] = i;
    if (!(count[i] = count_targets (m, m->pattern + i)))
      return false;
  }
  for (size_t i = 0; i < m->n; i++) {
    size_t best = i, least = SIZE_MAX;
    for (size_t k = i; k < m->n; k++) {
      uint32_t at = m->order[k];
      size_t weight = count[at] + (touches (m, m->pattern + at) ? 0 : m->m);
      if (weight < least) {
        least = weight;
        best = k;
      }
    }
    uint32_t at = m->order[best];
    m->order[best] = m->order[i];
    m->order[i] = at;
    meet (m, m->pattern + at);
  }
  return true;
}

static void mapping_start (mapper *m) {
  arena_reset (&m->subgoals);
  map_clear (&m->bound);
  map_clear (&m->met);
  vec_clear (&m->choices);
  vec_clear (&m->trail);
  m->subgoal = NULL;
  m->depth = 0;
  m->is_whole = false;
}

bool mapper_find (mapper *m, size_t n, const variant *pattern, size_t n_target,
                  const variant *target, unsigned *steps) {
  if (!n || n > MAPPER_MAX_PATTERN)
    return false;
  m->pattern = pattern;
  m->target = target;
  m->n = n;
  m->m = n_target;
  m->steps = steps;
  mapping_start (m);
  if (!spend (m, 1 + n / 4) || !order_atoms (m))
    return false;
  while (m->subgoal || m->depth < n)
    if (!advance (m))
      return false;
  assert (m->depth == n && !m->subgoal); /* every atom has its target */
  return true;
}

uint32_t mapper_choice (const mapper *m, size_t i) {
  assert (i < m->n); /* of the last search, which succeeded */
  return m->chosen[i];
}

term mapper_image (const mapper *m, term leaf) {
  return (term) {(uint32_t) map_get (&m->bound, leaf.id, 0)};
}
