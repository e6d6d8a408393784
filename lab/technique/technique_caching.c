/* Caching: slices are found anew for each query, by union-find over the
 * leaves, and answered one by one.
 */
#include "lab/technique/technique_priv.h"

#include "term/leaves.h"

typedef struct caching {
  slice_cache *answers;
  map wholes; /* arrays that some part uses as a whole */
  map owner;  /* leaf -> first part with it, + 1 */
  u32_vec up; /* union-find over parts; roots are the first of their slice */
  term_vec sliced;
  u32_vec ends, starts;
} caching;

static void *open (technique *t) {
  memory *mem = t->config.mem;
  caching *c = memory_zalloc (mem, sizeof *c);
  c->answers = answers_new (mem);
  map_init (&c->wholes, mem);
  map_init (&c->owner, mem);
  return c;
}

static void close (technique *t, void *state) {
  caching *c = state;
  memory *mem = t->config.mem;
  answers_free (c->answers);
  map_release (&c->wholes);
  map_release (&c->owner);
  vec_release (mem, &c->up, &c->sliced, &c->ends, &c->starts);
  memory_free (mem, c, sizeof *c);
}

static uint32_t root (caching *c, uint32_t i) {
  while (c->up.data[i] != i)
    i = c->up.data[i] = c->up.data[c->up.data[i]];
  return i;
}

static void caching_join (caching *c, uint32_t i, uint32_t j) {
  i = root (c, i);
  j = root (c, j);
  if (i < j)
    c->up.data[j] = i;
  else
    c->up.data[i] = j;
}

static void note_wholes (caching *c, terms *ts, const leaf_set *set) {
  for (uint32_t i = 0; set->has_array && i < set->n; i++)
    if (sort_is_array (term_sort (ts, set->leaf[i])))
      map_put (&c->wholes, set->leaf[i].id, 1);
}

/* Elements of an array that is used as a whole are that array. */
static uint32_t leaf_key (const caching *c, terms *ts, term leaf) {
  term array = leaf_array (ts, leaf);
  return array.id && map_find (&c->wholes, array.id) ? array.id : leaf.id;
}

static void caching_connect (caching *c, terms *ts, const query *q) {
  for (uint32_t i = 0; i < q->part.len; i++) {
    const leaf_set *set = term_leaves (ts, q->part.data[i]);
    for (uint32_t j = 0; j < set->n; j++) {
      uint64_t *owner = map_at (&c->owner, leaf_key (c, ts, set->leaf[j]));
      if (*owner)
        caching_join (c, (uint32_t) *owner - 1, i);
      else
        *owner = i + 1;
    }
  }
}

/* Count the parts of each slice, then put them in their places. */
static void caching_gather (technique *t, caching *c, const query *q) {
  memory *mem = t->config.mem;
  uint32_t n = (uint32_t) q->part.len, sum = 0;
  vec_clear (&c->starts);
  vec_clear (&c->ends);
  for (uint32_t i = 0; i < n; i++)
    vec_push (mem, &c->starts, 0);
  for (uint32_t i = 0; i < n; i++)
    c->starts.data[root (c, i)]++;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t count = c->starts.data[i];
    c->starts.data[i] = sum;
    sum += count;
    if (count)
      vec_push (mem, &c->ends, sum);
  }
  vec_reserve (mem, &c->sliced, n);
  c->sliced.len = n;
  for (uint32_t i = 0; i < n; i++)
    c->sliced.data[c->starts.data[root (c, i)]++] = q->part.data[i];
}

static verdict caching_check (technique *t, void *state, const query *q) {
  caching *c = state;
  terms *ts = t->config.terms;
  slicing_start (t);
  map_clear (&c->wholes);
  map_clear (&c->owner);
  vec_clear (&c->up);
  for (uint32_t i = 0; i < q->part.len; i++) {
    vec_push (t->config.mem, &c->up, i);
    note_wholes (c, ts, term_leaves (ts, q->part.data[i]));
  }
  caching_connect (c, ts, q);
  caching_gather (t, c, q);
  slicing_stop (t);
  return answers_solve_all (t, c->answers, &c->sliced, &c->ends, q->deadline);
}

static void caching_core (technique *t, void *state, const query *q,
                          term_vec *out) {
  (void) q;
  answers_core (t, ((caching *) state)->answers, out);
}

static void forget (void *state) {
  answers_forget (((caching *) state)->answers);
}

const technique_class technique_caching = {.open = open,
                                           .close = close,
                                           .check = caching_check,
                                           .core = caching_core,
                                           .forget = forget};
