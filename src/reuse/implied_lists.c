#include "reuse/implied_lists.h"

/* Domains looked at to estimate how many sets an atom leaves. */
#define GLANCE 16

void implied_lists_init (implied_lists *l, memory *mem,
                         const implied_sets *sets) {
  *l = (implied_lists) {.mem = mem, .sets = sets};
  shelf_init (&l->shelf, mem);
  map_init (&l->roots, mem);
}

void implied_lists_release (implied_lists *l) {
  for (size_t i = 0; i < l->postings.len; i++)
    vec_release (l->mem, l->postings.data + i);
  vec_release (l->mem, &l->postings);
  vec_release (l->mem, &l->member);
  vec_release (l->mem, &l->root);
  vec_release (l->mem, &l->todo);
  map_release (&l->roots);
  shelf_release (&l->shelf);
}

static uint32_t fold (uint64_t bits) {
  return (uint32_t) bits | (uint32_t) (bits >> 32);
}

/* Adding. */

static list_root *root_of (implied_lists *l, uint32_t label) {
  uint64_t *at = map_at (&l->roots, label);
  if (!*at) {
    vec_push (l->mem, &l->root, (list_root) {0});
    *at = l->root.len;
  }
  return l->root.data + *at - 1;
}

static posting_vec *postings_of (implied_lists *l, step s, uint64_t bits) {
  list_root *r = root_of (l, s.label);
  uint32_t at = shelf_put (&l->shelf, &r->shelf, s.domain,
                           l->sets->domain.data[s.domain].hull, ~bits);
  shelf_node *n = l->shelf.node.data + at;
  r->n_postings++;
  if (!n->value) {
    vec_push (l->mem, &l->postings, (posting_vec) {0});
    n->value = (uint32_t) l->postings.len;
  }
  return l->postings.data + n->value - 1;
}

void implied_lists_add (implied_lists *l, size_t n, const step *s,
                        uint32_t id) {
  uint64_t bits = 0;
  uint32_t member = (uint32_t) l->member.len;
  vec_push (l->mem, &l->member, (list_member) {s, (uint32_t) n, id});
  for (size_t i = 0; i < n; i++)
    bits |= label_bit (s[i].label);
  for (size_t i = 0; i < n; i++)
    vec_push (l->mem, postings_of (l, s[i], bits),
              (uint64_t) fold (bits) << 32 | member);
}

/* Finding. */

typedef struct search {
  implied_lists *lists;
  const probe *probe;
  unsigned *budget;
  list_accept *accept;
  void *state;
} search;

static bool is_inside (const implied_lists *l, uint32_t number,
                       const probe_atom *a) {
  const known_domain *d = l->sets->domain.data + number;
  return d->hull.low >= a->hull.low && d->hull.high <= a->hull.high &&
         sort_eq (d->domain->sort, a->domain->sort) &&
         domain_includes (a->domain, d->domain);
}

/* The next domain inside of the atom's, or 0. */
static uint32_t next_domain (search *x, const probe_atom *a, unsigned *budget) {
  implied_lists *l = x->lists;
  while (l->todo.len && *budget) {
    uint32_t at = vec_pop (&l->todo);
    const shelf_node *n = l->shelf.node.data + at;
    --*budget;
    if (n->needs & x->probe->bits)
      continue;
    if (n->left && n->hull.low >= a->hull.low)
      vec_push (l->mem, &l->todo, n->left);
    if (n->right && n->hull.low <= a->hull.high)
      vec_push (l->mem, &l->todo, n->right);
    if (!(n->need & x->probe->bits) && is_inside (l, n->domain, a))
      return at;
  }
  return 0;
}

static void start_domains (search *x, uint32_t root) {
  vec_clear (&x->lists->todo);
  vec_push (x->lists->mem, &x->lists->todo, root);
}

/* About how many sets have an atom that implies this one. */
static size_t estimate (search *x, const probe_atom *a, const list_root *r) {
  unsigned glance = GLANCE;
  size_t n = 0;
  start_domains (x, r->shelf);
  for (uint32_t at; (at = next_domain (x, a, &glance));)
    n += x->lists->postings.data[x->lists->shelf.node.data[at].value - 1].len;
  *x->budget -= GLANCE - glance < *x->budget ? GLANCE - glance : *x->budget;
  return glance ? n : r->n_postings;
}

static bool member_fits (const search *x, const list_member *m) {
  uint32_t j = 0;
  for (size_t i = 0; i < x->probe->n; i++) {
    const probe_atom *a = x->probe->atom + i;
    while (j < m->n && m->step[j].label > a->label)
      j++;
    uint32_t k = j;
    while (k < m->n && m->step[k].label == a->label &&
           !is_inside (x->lists, m->step[k].domain, a))
      k++;
    if (k == m->n || m->step[k].label != a->label)
      return false;
  }
  return true;
}

static bool try_member (search *x, uint32_t member) {
  const list_member *m = x->lists->member.data + member;
  *x->budget -= LIST_LOOK < *x->budget ? LIST_LOOK : *x->budget;
  return m->n >= x->probe->n_groups && member_fits (x, m) &&
         x->accept (x->state, m->id);
}

static bool try_postings (search *x, posting_vec *p) {
  uint32_t want = fold (x->probe->bits);
  for (size_t i = p->len; i-- > 0 && *x->budget;) {
    uint64_t word = p->data[i];
    --*x->budget;
    if (want & ~(uint32_t) (word >> 32) || !try_member (x, (uint32_t) word))
      continue;
    p->data[i] = vec_last (p);
    vec_last (p) = word;
    return true;
  }
  return false;
}

/* The atom to begin with; NULL when there can be no answer. */
static const probe_atom *choose (search *x, uint32_t *root) {
  const probe_atom *best = NULL;
  size_t least = SIZE_MAX;
  for (size_t i = 0; i < x->probe->n && least; i++) {
    const probe_atom *a = x->probe->atom + i;
    uint64_t at = map_get (&x->lists->roots, a->label, 0);
    if (!at)
      return NULL;
    const list_root *r = x->lists->root.data + at - 1;
    size_t n = estimate (x, a, r);
    if (n < least) {
      least = n;
      best = a;
      *root = r->shelf;
    }
  }
  return least ? best : NULL;
}

static bool knows_labels (const search *x) {
  for (size_t i = 0; i < x->probe->n_groups; i++)
    if (!map_find (&x->lists->roots, x->probe->group[i].label))
      return false;
  return true;
}

bool implied_lists_find (implied_lists *l, const probe *q, unsigned *budget,
                         list_accept *accept, void *state) {
  search x = {l, q, budget, accept, state};
  uint32_t root = 0;
  if (!q->n || !knows_labels (&x))
    return false;
  const probe_atom *a = choose (&x, &root);
  if (!a)
    return false;
  start_domains (&x, root);
  for (uint32_t at; (at = next_domain (&x, a, budget));) {
    posting_vec *p = l->postings.data + l->shelf.node.data[at].value - 1;
    if (try_postings (&x, p))
      return true;
  }
  return false;
}
