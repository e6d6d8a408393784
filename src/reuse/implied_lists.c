/* For each label, the sets that have it: bits of all labels in one array, which
 * is read from the end and settles most; hull and set in another, which is
 * looked at only where the bits fit.
 */

#include "reuse/implied_lists.h"

void implied_lists_init (implied_lists *l, memory *mem,
                         const implied_sets *sets) {
  *l = (implied_lists) {.mem = mem, .sets = sets};
  map_init (&l->postings_of, mem);
}

void implied_lists_release (implied_lists *l) {
  for (size_t i = 0; i < l->postings.len; i++)
    vec_release (l->mem, &l->postings.data[i].bits, &l->postings.data[i].rest);
  vec_release (l->mem, &l->postings, &l->member);
  map_release (&l->postings_of);
}

/* Adding. */

static posting_list *list_of (implied_lists *l, uint32_t label) {
  uint64_t *at = map_at (&l->postings_of, label);
  if (!*at) {
    vec_push (l->mem, &l->postings, (posting_list) {0});
    *at = l->postings.len;
  }
  return l->postings.data + *at - 1;
}

void implied_lists_add (implied_lists *l, size_t n, const set_step *s,
                        uint32_t id) {
  assert (n);
  uint64_t bits = 0;
  uint32_t member = (uint32_t) l->member.len;
  vec_push (l->mem, &l->member, (list_member) {s, (uint32_t) n, id});
  for (size_t i = 0; i < n; i++)
    bits |= label_bit (s[i].label);
  for (size_t i = 0; i < n; i++) {
    hull h = l->sets->domain.data[s[i].domain].hull;
    posting_list *p = list_of (l, s[i].label);
    vec_push (l->mem, &p->bits, bits);
    vec_push (l->mem, &p->rest, (implied_posting) {h, member});
    assert (p->bits.len == p->rest.len);
  }
}

/* Finding. */

typedef struct list_search {
  implied_lists *lists;
  const probe *probe;
  unsigned *budget;
  list_accept *accept;
  void *state;
} list_search;

static bool is_inside (const implied_lists *l, uint32_t number,
                       const probe_atom *a) {
  const known_domain *d = l->sets->domain.data + number;
  return d->hull.low >= a->hull.low && d->hull.high <= a->hull.high &&
         sort_eq (d->domain->sort, a->domain->sort) &&
         domain_includes (a->domain, d->domain);
}

static bool member_fits (const list_search *x, const list_member *m) {
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

static bool try_member (list_search *x, uint32_t member) {
  const list_member *m = x->lists->member.data + member;
  *x->budget -= LIST_LOOK < *x->budget ? LIST_LOOK : *x->budget;
  return m->n >= x->probe->n_groups && member_fits (x, m) &&
         x->accept (x->state, m->id);
}

static void move_to_end (posting_list *p, size_t i) {
  assert (i < p->bits.len && p->bits.len == p->rest.len);
  uint64_t bits = p->bits.data[i];
  implied_posting t = p->rest.data[i];
  p->bits.data[i] = vec_last (&p->bits);
  p->rest.data[i] = vec_last (&p->rest);
  vec_last (&p->bits) = bits;
  vec_last (&p->rest) = t;
}

static bool try_posting (list_search *x, const probe_atom *a,
                         const implied_posting *t) {
  return t->hull.low >= a->hull.low && t->hull.high <= a->hull.high &&
         try_member (x, t->member);
}

/* The next place before 'i' whose set has all labels, + 1; or 0. This is where
 * a lookup spends its time.
 */
static size_t next_place (const posting_list *p, size_t i, uint64_t wanted,
                          unsigned *budget) {
  const uint64_t *bits = p->bits.data;
  size_t start = i, end = i > *budget ? i - *budget : 0;
  while (i > end && wanted & ~bits[i - 1])
    i--;
  *budget -= (unsigned) (start - i);
  return i > end ? i : 0;
}

static bool try_postings (list_search *x, const probe_atom *a,
                          posting_list *p) {
  size_t i = p->bits.len;
  while ((i = next_place (p, i, x->probe->bits, x->budget))) {
    --*x->budget;
    if (try_posting (x, a, p->rest.data + --i)) {
      move_to_end (p, i);
      return true;
    }
  }
  return false;
}

bool implied_lists_find (implied_lists *l, const probe *q, unsigned *budget,
                         list_accept *accept, void *state) {
  list_search x = {l, q, budget, accept, state};
  const probe_atom *rarest = NULL;
  posting_list *shortest = NULL;
  for (size_t i = 0; i < q->n_groups; i++) {
    uint64_t at = map_get (&l->postings_of, q->group[i].label, 0);
    if (!at)
      return false;
    posting_list *p = l->postings.data + at - 1;
    if (!shortest || p->bits.len < shortest->bits.len) {
      shortest = p;
      rarest = q->atom + q->group[i].start;
    }
  }
  return shortest && try_postings (&x, rarest, shortest);
}
