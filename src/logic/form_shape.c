/* From atoms to a graph without names. */

#include "logic/form_priv.h"

#include "base/bits.h"
#include "logic/linear.h"
#include "term/leaves.h"

/* Longer chains of an associative kind stay as they are: a chain may share
 * its parts, and then its operands can be exponentially many.
 */
#define MAX_OPERANDS 64

#define SIDE_LABEL 0x5349444553494445u
#define ATOM_LABEL 0x41544f4d41544f4du

/* Tables. */

static void table_clear (form_table *t) {
  t->len = 0;
  if (!++t->stamp) {
    memset (t->slot, 0, t->cap * sizeof *t->slot);
    t->stamp = 1;
  }
}

static size_t table_start (const form_table *t, uint64_t key) {
  assert (t->cap && !(t->cap & (t->cap - 1)));
  return (key * 0x9e3779b97f4a7c15u >> 32) & (t->cap - 1);
}

static void table_insert (form_table *t, form_slot s) {
  size_t i = table_start (t, s.key);
  while (t->slot[i].stamp == t->stamp)
    i = (i + 1) & (t->cap - 1);
  t->slot[i] = s;
}

static void table_grow (former *f, form_table *t) {
  form_table old = *t;
  t->cap = old.cap ? 2 * old.cap : 256;
  t->slot = memory_zalloc (f->mem, t->cap * sizeof *t->slot);
  for (size_t i = 0; i < old.cap; i++)
    if (old.slot[i].stamp == old.stamp)
      table_insert (t, old.slot[i]);
  memory_free (f->mem, old.slot, old.cap * sizeof *old.slot);
}

static void table_add (former *f, form_table *t, uint64_t key, uint32_t v) {
  if (2 * (t->len + 1) > t->cap)
    table_grow (f, t);
  t->len++;
  table_insert (t, (form_slot) {key, v, t->stamp});
}

static bool find_term (const former *f, term t, uint32_t *v) {
  const form_table *m = &f->by_term;
  if (!m->len)
    return false;
  for (size_t i = table_start (m, t.id); m->slot[i].stamp == m->stamp;
       i = (i + 1) & (m->cap - 1))
    if (m->slot[i].key == t.id) {
      *v = m->slot[i].vertex;
      return true;
    }
  return false;
}

/* Vertices. */

static uint64_t label_of (const former *f, term t, const node *n) {
  uint64_t payload = n->payload;
  if (n->kind == KIND_CONST && !sort_is_small (n->sort))
    payload = num_hash ((num) {payload}).lo;
  else if (n->kind == KIND_TABLE)
    payload = term_content (f->ts, t)->hash.lo;
  return hash_mix (hash_mix (n->kind, n->sort.code), payload);
}

static uint32_t push_vertex (former *f, vertex v) {
  uint32_t res = (uint32_t) f->vertices.len;
  v.number = NO_NUMBER;
  vec_push (f->mem, &f->vertices, v);
  return res;
}

/* The colour of an element is that of a variable of its sort. */
static void add_leaf (former *f, term t, const node *n) {
  assert (n->kind == KIND_VAR || n->kind == KIND_SELECT);
  uint64_t colour = hash_mix (KIND_VAR, n->sort.code);
  uint32_t v = push_vertex (f, (vertex) {.label = colour,
                                         .hash = colour,
                                         .term = t,
                                         .type = LEAF,
                                         .is_open = true});
  vec_push (f->mem, &f->leaves, v);
  table_add (f, &f->by_term, t.id, v);
}

static void push_edge (former *f, vertex *v, uint64_t label,
                       uint64_t coefficient, uint32_t child) {
  assert (child < f->vertices.len);         /* children come first */
  assert (v->first + v->n == f->edges.len); /* edges of one lie together */
  vec_push (f->mem, &f->edges, (edge) {label, coefficient, child});
  v->n++;
  v->is_open |= f->vertices.data[child].is_open;
}

/* Give the vertex its place, and a hash that is final if it is closed. */
static uint32_t finish_vertex (former *f, vertex v) {
  assert (v.first + v.n == f->edges.len);
  uint64_t sum = 0;
  if (!v.is_open)
    for (const edge *e = f->edges.data + v.first, *end = e + v.n; e < end; e++)
      sum += hash_mix (e->label, f->vertices.data[e->child].hash);
  v.hash = hash_mix (v.label, sum);
  uint32_t res = push_vertex (f, v);
  if (v.is_open)
    vec_push (f->mem, &f->inner, res);
  return res;
}

/* Applications. */

static bool same_app (const former *f, const vertex *a, const vertex *b) {
  if (a->label != b->label || a->n != b->n || a->type != b->type)
    return false;
  const node *p = term_node (f->ts, a->term), *q = term_node (f->ts, b->term);
  if (p->kind != q->kind || p->payload != q->payload ||
      !sort_eq (p->sort, q->sort))
    return false;
  const edge *x = f->edges.data + a->first, *y = f->edges.data + b->first;
  for (uint32_t i = 0; i < a->n; i++)
    if (x[i].child != y[i].child)
      return false;
  return true;
}

/* Different terms can be one vertex, as (x+y)+z and x+(y+z). */
static bool find_app (former *f, const vertex *v, uint64_t key,
                      uint32_t *found) {
  const form_table *m = &f->by_content;
  if (!m->len)
    return false;
  for (size_t i = table_start (m, key); m->slot[i].stamp == m->stamp;
       i = (i + 1) & (m->cap - 1))
    if (m->slot[i].key == key &&
        same_app (f, v, f->vertices.data + m->slot[i].vertex)) {
      *found = m->slot[i].vertex;
      return true;
    }
  return false;
}

static void sort_children (u32_vec *v) {
  for (size_t i = 1; i < v->len; i++) {
    uint32_t x = v->data[i];
    size_t j = i;
    for (; j && v->data[j - 1] > x; j--)
      v->data[j] = v->data[j - 1];
    v->data[j] = x;
  }
}

static void add_app (former *f, term t, const node *n) {
  vertex v = {.label = label_of (f, t, n),
              .term = t,
              .first = (uint32_t) f->edges.len,
              .type = APP};
  bool commutes = kind_table[n->kind].commutes;
  if (commutes)
    sort_children (&f->children);
  uint64_t key = v.label;
  for (uint32_t i = 0; i < f->children.len; i++) {
    uint32_t child = f->children.data[i];
    key = hash_mix (key, child);
    push_edge (f, &v, commutes ? 0 : i + 1, 0, child);
  }
  uint32_t res;
  if (v.n && find_app (f, &v, key, &res))
    f->edges.len = v.first;
  else {
    res = finish_vertex (f, v);
    if (v.n)
      table_add (f, &f->by_content, key, res);
  }
  table_add (f, &f->by_term, t.id, res);
}

/* Walking terms. */

static void push_arguments (former *f, const node *n) {
  vec_clear (&f->operands);
  for (unsigned i = 0; i < n->arity; i++)
    vec_push (f->mem, &f->operands, n->arg[i]);
}

/* The arguments of a term; those of a whole chain if its kind allows. */
static void collect_operands (former *f, const node *n) {
  push_arguments (f, n);
  if (!kind_is_ac ((kind) n->kind))
    return;
  for (size_t i = 0; i < f->operands.len;) {
    const node *m = term_node (f->ts, f->operands.data[i]);
    if (m->kind != n->kind) {
      i++;
      continue;
    }
    if (f->operands.len == MAX_OPERANDS) {
      push_arguments (f, n);
      return;
    }
    f->operands.data[i] = m->arg[0];
    vec_push (f->mem, &f->operands, m->arg[1]);
  }
}

/* An element of an array that also occurs as a whole is an application. The
 * whole arrays are the array variables in the table.
 */
static bool is_leaf (const former *f, const node *n) {
  if (n->kind == KIND_VAR)
    return true;
  uint32_t v;
  return n->kind == KIND_SELECT && term_kind (f->ts, n->arg[0]) == KIND_VAR &&
         term_is_const (f->ts, n->arg[1]) && !find_term (f, n->arg[0], &v);
}

/* Vertices of the operands, or what is missing goes onto the stack. */
static bool have_children (former *f) {
  size_t before = f->todo.len;
  vec_clear (&f->children);
  for (size_t i = 0; i < f->operands.len; i++) {
    uint32_t v;
    if (find_term (f, f->operands.data[i], &v))
      vec_push (f->mem, &f->children, v);
    else
      vec_push (f->mem, &f->todo, f->operands.data[i]);
  }
  return f->todo.len == before;
}

static uint32_t vertex_of (former *f, term root) {
  uint32_t v = 0;
  vec_push (f->mem, &f->todo, root);
  while (f->todo.len) {
    term t = vec_last (&f->todo);
    if (find_term (f, t, &v)) {
      f->todo.len--;
      continue;
    }
    const node *n = term_node (f->ts, t);
    if (is_leaf (f, n))
      add_leaf (f, t, n);
    else {
      collect_operands (f, n);
      if (have_children (f))
        add_app (f, t, n);
    }
  }
  return v;
}

/* Atoms. */

/* -1, 1, or 0 for a coefficient that is its own negation. */
static int sign_of (sort s, uint64_t c) {
  assert (!word_is_zero (s, c)); /* children_of has dropped those */
  if (sort_is_int (s))
    return num_sign ((num) {c});
  uint64_t half = bits_sign (sort_width (s));
  return c < half ? 1 : c == half ? 0 : -1;
}

static uint64_t hash_value (sort s, uint64_t word) {
  return sort_is_small (s) ? hash_mix (word, s.code)
                           : num_hash ((num) {word}).lo;
}

/* Kinds that 'linear_of' may take apart; for others it is not worth a call. */
static bool may_be_sum (kind k) {
  return k == KIND_BV_ADD || k == KIND_BV_MUL || k == KIND_BV_NEG ||
         k == KIND_INT_ADD || k == KIND_INT_MUL;
}

/* The prefix as a sum; what is no sum is one monomial. */
static void sum_of (former *f, term prefix, linear *sum) {
  const node *n = term_node (f->ts, prefix);
  if (may_be_sum ((kind) n->kind) &&
      linear_of (f->ts, &f->scratch, prefix, sum) && sum->n &&
      word_is_zero (sum->sort, sum->constant))
    return;
  monomial *m = arena_alloc (&f->scratch, sizeof *m);
  *m = (monomial) {prefix, sort_is_int (n->sort) ? NUM_ONE.word : 1};
  *sum = (linear) {.sort = n->sort, .n = 1, .monomial = m};
}

/* +1: as it is; -1: negated; 0: both are as good. The domain is negated too
 * if need be.
 */
static int orient (former *f, const linear *sum, const domain **d) {
  if (sort_is_bool (sum->sort))
    return 1;
  long balance = 0;
  for (size_t i = 0; i < sum->n; i++)
    balance += sign_of (sum->sort, sum->monomial[i].coefficient);
  if (balance > 0)
    return 1;
  const domain *other = domain_negate (&f->scratch, *d);
  int cmp = balance ? 1 : domain_cmp (*d, other);
  if (cmp > 0)
    *d = other;
  return cmp < 0 ? 1 : cmp > 0 ? -1 : 0;
}

static void push_monomial (former *f, vertex *v, sort s, uint64_t c,
                           uint32_t child) {
  push_edge (f, v, hash_value (s, c), c, child);
}

/* One of the two halves of a sum whose sign is open. */
static uint32_t add_side (former *f, const linear *sum, const uint32_t *child,
                          int sign) {
  assert (sign == 1 || sign == -1);
  vertex v = {.label = SIDE_LABEL,
              .first = (uint32_t) f->edges.len,
              .sort = sum->sort,
              .type = SIDE};
  for (size_t i = 0; i < sum->n; i++) {
    uint64_t c = sum->monomial[i].coefficient;
    if (sign_of (sum->sort, c) == sign)
      push_monomial (f, &v, sum->sort,
                     sign < 0 ? word_neg (&f->scratch, sum->sort, c) : c,
                     child[i]);
  }
  return finish_vertex (f, v);
}

/* The vertices of the terms. Terms that turn out to be one vertex are added
 * up; 'number' tells where a vertex was seen.
 */
static uint32_t *children_of (former *f, linear *sum) {
  uint32_t *child = arena_alloc (&f->scratch, sum->n * sizeof *child);
  monomial *m = sum->monomial;
  size_t n = 0;
  for (size_t i = 0; i < sum->n; i++) {
    uint32_t v = vertex_of (f, m[i].term);
    uint32_t at = f->vertices.data[v].number;
    if (at != NO_NUMBER) {
      m[at].coefficient = word_add (&f->scratch, sum->sort, m[at].coefficient,
                                    m[i].coefficient);
      continue;
    }
    f->vertices.data[v].number = (uint32_t) n;
    child[n] = v;
    m[n++] = m[i];
  }
  sum->n = 0;
  for (size_t i = 0; i < n; i++) {
    f->vertices.data[child[i]].number = NO_NUMBER;
    child[sum->n] = child[i];
    m[sum->n] = m[i];
    sum->n += !word_is_zero (sum->sort, m[i].coefficient);
  }
  return child;
}

static void add_atom (former *f, const atom *a) {
  linear sum;
  const domain *d = a->domain;
  sum_of (f, a->prefix, &sum);
  const uint32_t *child = children_of (f, &sum);
  int sign = orient (f, &sum, &d);
  uint32_t side[2] = {0};
  for (int i = 0; i < 2 && !sign; i++)
    side[i] = add_side (f, &sum, child, i ? -1 : 1);
  vertex v = {.label = hash_mix (domain_hash (d).lo, ATOM_LABEL),
              .domain = d,
              .first = (uint32_t) f->edges.len,
              .sort = sum.sort,
              .type = ATOM};
  for (int i = 0; i < 2 && !sign; i++)
    push_edge (f, &v, SIDE_LABEL, 0, side[i]);
  for (size_t i = 0; i < sum.n; i++) {
    uint64_t c = sum.monomial[i].coefficient;
    if (sign || !sign_of (sum.sort, c))
      push_monomial (f, &v, sum.sort,
                     sign < 0 ? word_neg (&f->scratch, sum.sort, c) : c,
                     child[i]);
  }
  uint32_t at = finish_vertex (f, v);
  vec_push (f->mem, &f->atoms, at);
}

static void add_whole_arrays (former *f, term prefix) {
  const leaf_set *l = term_leaves (f->ts, prefix);
  uint32_t v;
  if (!l->has_array)
    return;
  for (uint32_t i = 0; i < l->n; i++)
    if (sort_is_array (term_sort (f->ts, l->leaf[i])) &&
        !find_term (f, l->leaf[i], &v))
      add_leaf (f, l->leaf[i], term_node (f->ts, l->leaf[i]));
}

void former_shape (former *f, size_t n, const atom *a) {
  arena_reset (&f->scratch);
  vec_clear (&f->vertices);
  vec_clear (&f->edges);
  vec_clear (&f->leaves);
  vec_clear (&f->atoms);
  vec_clear (&f->inner);
  table_clear (&f->by_term);
  table_clear (&f->by_content);
  for (size_t i = 0; i < n; i++)
    add_whole_arrays (f, a[i].prefix);
  for (size_t i = 0; i < n; i++)
    add_atom (f, a + i);
}
