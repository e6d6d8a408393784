/* Domains are interned: a set is a row of pairs of numbers, and two sets are
 * the same when their rows are. Hulls are words that keep the order of domains,
 * for a first look.
 */

#include "reuse/implied_sets.h"

#include "term/value.h"

/* Hulls. Integers that a word cannot hold count as the largest or smallest it
 * can: the order is kept.
 */

static uint64_t sets_key_of (sort s, uint64_t word) {
  if (!sort_is_int (s))
    return word;
  num x = value_num (word);
  int64_t i = num_fits_i64 (x)   ? num_i64 (x)
              : num_sign (x) < 0 ? INT64_MIN
                                 : INT64_MAX;
  return (uint64_t) i ^ (uint64_t) 1 << 63;
}

hull hull_of (const domain *d) {
  assert (domain_is_valid (d));
  if (!d->n)
    return (hull) {UINT64_MAX, 0};
  return (hull) {d->open_below ? 0 : sets_key_of (d->sort, d->span[0].low),
                 d->open_above ? UINT64_MAX
                               : sets_key_of (d->sort, d->span[d->n - 1].high)};
}

/* The pool. */

void implied_sets_init (implied_sets *s, memory *mem, const terms *ts) {
  *s = (implied_sets) {.mem = mem, .terms = ts};
  arena_init (&s->data, mem);
  map_init (&s->domain_of, mem);
  map_init (&s->set_of, mem);
}

void implied_sets_release (implied_sets *s) {
  vec_release (s->mem, &s->domain, &s->set);
  map_release (&s->domain_of);
  map_release (&s->set_of);
  arena_release (&s->data);
}

uint32_t implied_sets_intern (implied_sets *s, const domain *d) {
  uint64_t *at;
  for (uint64_t key = domain_hash (d).lo;; key++) {
    at = map_at (&s->domain_of, key ? key : ++key);
    if (!*at)
      break;
    const domain *known = s->domain.data[*at - 1].domain;
    if (sort_eq (known->sort, d->sort) && domain_eq (known, d))
      return (uint32_t) *at - 1;
  }
  known_domain k = {domain_copy (&s->data, d), hull_of (d)};
  vec_push (s->mem, &s->domain, k);
  *at = s->domain.len;
  return (uint32_t) s->domain.len - 1;
}

static const values *copy_values (implied_sets *s, const values *v) {
  size_t size = sizeof *v + v->n * sizeof *v->entry;
  values *copy = arena_copy (&s->data, v, size);
  for (uint32_t i = 0; i < copy->n; i++) {
    struct value_entry *e = copy->entry + i;
    sort of = term_sort (s->terms, e->leaf);
    if (sort_is_array (of))
      of = sort_element (of);
    if (!sort_is_small (of))
      e->word = num_copy (&s->data, value_num (e->word)).word;
  }
  return copy;
}

static int by_label (const void *a, const void *b) {
  uint32_t x = ((const set_step *) a)->label, y = ((const set_step *) b)->label;
  return x > y ? -1 : x < y;
}

static bool same_steps (const implied_set *a, const implied_set *b) {
  return a->n == b->n && !memcmp (a->step, b->step, a->n * sizeof *a->step);
}

bool implied_sets_add (implied_sets *s, size_t n, const atom *atoms,
                       const values *v, uint32_t *number) {
  mark before = arena_mark (&s->data);
  implied_set *set =
      arena_alloc (&s->data, sizeof *set + n * sizeof *set->step);
  *set = (implied_set) {.n = (uint32_t) n};
  uint64_t key = hash_mix (n, v ? 3 : 5);
  size_t n_domains = s->domain.len;
  for (size_t i = 0; i < n; i++)
    set->step[i] = (set_step) {atoms[i].prefix.id,
                               implied_sets_intern (s, atoms[i].domain)};
  qsort (set->step, n, sizeof *set->step, by_label);
  for (size_t i = 1; i < n; i++)
    assert (set->step[i - 1].label > set->step[i].label); /* reduced */
  for (size_t i = 0; i < n; i++)
    key = hash_mix (key,
                    (uint64_t) set->step[i].label << 32 | set->step[i].domain);
  uint64_t *at = map_at (&s->set_of, key | 1);
  if (*at && same_steps (s->set.data[*at - 1], set)) {
    if (n_domains == s->domain.len)
      arena_return (&s->data, before);
    return false;
  }
  set->values = v ? copy_values (s, v) : NULL;
  vec_push (s->mem, &s->set, set);
  *at = s->set.len;
  *number = (uint32_t) s->set.len - 1;
  return true;
}

/* Questions. */

static int by_probe_label (const void *a, const void *b) {
  const probe_atom *x = a, *y = b;
  if (x->label != y->label)
    return x->label > y->label ? -1 : 1;
  return x->index < y->index ? -1 : x->index > y->index;
}

static void make_groups (probe *p) {
  for (size_t i = 0; i < p->n; i++) {
    const probe_atom *a = p->atom + i;
    if (!i || a[-1].label != a->label)
      p->group[p->n_groups++] =
          (probe_group) {a->label, (uint32_t) i, 0, 0, UINT64_MAX};
    probe_group *g = p->group + p->n_groups - 1;
    g->end = (uint32_t) i + 1;
    if (a->hull.low > g->max_low)
      g->max_low = a->hull.low;
    if (a->hull.high < g->min_high)
      g->min_high = a->hull.high;
    p->bits |= label_bit (a->label);
  }
}

void probe_init (probe *p, arena *a, size_t n, probe_atom *atoms) {
  assert (n);
  *p = (probe) {.n = n, .atom = atoms};
  p->group = arena_alloc (a, n * sizeof *p->group);
  for (size_t i = 0; i < n; i++)
    atoms[i].hull = hull_of (atoms[i].domain);
  qsort (atoms, n, sizeof *atoms, by_probe_label);
  make_groups (p);
}

bool probe_fits (const probe *p, const probe_group *g,
                 const known_domain *outer) {
  for (uint32_t i = g->start; i < g->end; i++) {
    const probe_atom *a = p->atom + i;
    if (outer->hull.low <= a->hull.low && outer->hull.high >= a->hull.high &&
        sort_eq (outer->domain->sort, a->domain->sort) &&
        domain_includes (outer->domain, a->domain))
      return true;
  }
  return false;
}
