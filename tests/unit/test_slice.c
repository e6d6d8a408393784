#include "lab/query/slice.h"

#include "lab/query/persist.h"
#include "term/leaves.h"
#include "test.h"

#include <stdio.h>

typedef struct world {
  memory mem;
  terms *ts;
  slices *s;
  uint64_t seed;
} world;

static void open_world (world *w) {
  *w = (world) {.seed = 1};
  w->ts = terms_new (&w->mem);
  w->s = slices_new (&w->mem, w->ts);
}

static void close_world (world *w) {
  slices_free (w->s);
  terms_free (w->ts);
  CHECK_EQ (w->mem.live, 0);
}

static unsigned pick (world *w, unsigned n) {
  w->seed = w->seed * 6364136223846793005u + 1442695040888963407u;
  return (unsigned) (w->seed >> 33) % n;
}

static term var (world *w, const char *prefix, unsigned i, sort s) {
  char name[32];
  int len = snprintf (name, sizeof name, "%s%u", prefix, i);
  return term_var (w->ts, name, (size_t) len, s);
}

static term byte (world *w, unsigned i) { return var (w, "b", i, sort_bv (8)); }

static term less (world *w, term a, term b) {
  return term_binary (w->ts, KIND_BV_ULT, a, b);
}

/* The map. */

TEST (map_versions_are_independent) {
  memory mem = {0};
  arena a;
  arena_init (&a, &mem);
  enum { N = 3000 };
  static const pmap *version[N + 1];
  static char value[N];
  for (unsigned i = 0; i < N; i++)
    version[i + 1] = pmap_set (&a, version[i], (uint64_t) i << 3, value + i);
  for (unsigned v = 0; v <= N; v += 100)
    for (unsigned i = 0; i < N; i++)
      CHECK (pmap_get (version[v], (uint64_t) i << 3) ==
             (i < v ? value + i : NULL));
  const pmap *m = pmap_set (&a, version[N], 8, value);
  CHECK (pmap_get (m, 8) == value && pmap_get (version[N], 8) == value + 1);
  CHECK (!pmap_get (m, 9) && !pmap_get (NULL, 8));
  arena_release (&a);
  CHECK_EQ (mem.live, 0);
}

/* Against a naive partition. */

#define MAX_CONSTRAINTS 40

typedef struct naive {
  unsigned n;
  term constraint[MAX_CONSTRAINTS];
} naive;

static bool leaves_touch (world *w, term a, term b) {
  if (term_eq (a, b))
    return true;
  term p = leaf_array (w->ts, a), q = leaf_array (w->ts, b);
  return p.id && term_eq (p, q) && (term_eq (p, a) || term_eq (q, b));
}

static bool touch (world *w, term a, term b) {
  const leaf_set *p = term_leaves (w->ts, a), *q = term_leaves (w->ts, b);
  for (uint32_t i = 0; i < p->n; i++)
    for (uint32_t j = 0; j < q->n; j++)
      if (leaves_touch (w, p->leaf[i], q->leaf[j]))
        return true;
  return false;
}

/* Marks all constraints connected to 't'; the number of them. An array that
 * only 't' mentions connects nothing but to 't'.
 */
static unsigned naive_slice (world *w, const naive *n, term t,
                             bool in[MAX_CONSTRAINTS]) {
  unsigned count = 0;
  for (unsigned i = 0; i < n->n; i++)
    count += in[i] = touch (w, t, n->constraint[i]);
  for (unsigned before = 0; before != count;) {
    before = count;
    for (unsigned i = 0; i < n->n; i++)
      for (unsigned j = 0; j < n->n && !in[i]; j++)
        if (in[j] && touch (w, n->constraint[i], n->constraint[j])) {
          in[i] = true;
          count++;
        }
  }
  return count;
}

static void check_slice (world *w, const partition *p, const naive *n, term t,
                         term_vec *out) {
  bool in[MAX_CONSTRAINTS];
  unsigned count = naive_slice (w, n, t, in);
  partition_slice (w->s, p, t, out);
  CHECK_EQ (out->len, count);
  for (unsigned i = 0, k = 0; i < n->n; i++)
    if (in[i])
      CHECK (term_eq (out->data[k++], n->constraint[i]));
}

static void check_partition (world *w, const partition *p, const naive *n) {
  term_vec out = {0};
  for (unsigned i = 0; i < n->n; i++)
    if (term_leaves (w->ts, n->constraint[i])->n)
      check_slice (w, p, n, n->constraint[i], &out);
  vec_release (&w->mem, &out);
}

static term random_leaf (world *w) {
  sort array = sort_array (8, 8);
  unsigned k = pick (w, 20);
  term a = var (w, "a", pick (w, 3), array);
  if (k == 0) /* a whole array */
    return term_select (w->ts, a, byte (w, pick (w, 40)));
  if (k < 8)
    return term_select (w->ts, a, term_bv (w->ts, 8, pick (w, 10)));
  return byte (w, pick (w, 40));
}

static term random_constraint (world *w) {
  if (!pick (w, 30)) { /* a table of constants has no leaves */
    term zero = term_bv (w->ts, 8, 0);
    term c = term_const_array (w->ts, sort_array (8, 8), zero);
    uint64_t index = 3, value = pick (w, 200);
    term table = term_table (w->ts, c, 1, &index, &value);
    return term_intern (w->ts,
                        &(draft) {KIND_EQ, SORT_BOOL, 0, {c, table, {0}}});
  }
  term t = random_leaf (w);
  if (pick (w, 2))
    t = term_binary (w->ts, KIND_BV_XOR, t, random_leaf (w));
  if (!pick (w, 6))
    t = term_binary (w->ts, KIND_BV_MUL, t, random_leaf (w));
  return less (w, t, term_bv (w->ts, 8, 1 + pick (w, 200)));
}

TEST (agrees_with_naive_on_trees_of_versions) {
  world w;
  open_world (&w);
  term_vec out = {0};
  enum { VERSIONS = 400 };
  static const partition *version[VERSIONS];
  static naive list[VERSIONS];
  version[0] = partition_empty (w.s);
  for (unsigned v = 1; v < VERSIONS; v++) {
    unsigned from = pick (&w, 3) ? v - 1 : pick (&w, v);
    term t = random_constraint (&w);
    if (list[from].n == MAX_CONSTRAINTS || term_is_const (w.ts, t))
      from = 0;
    version[v] = partition_add (w.s, version[from], t);
    list[v] = list[from];
    if (version[v] != version[from])
      list[v].constraint[list[v].n++] = t;
    check_partition (&w, version[v], &list[v]);
    check_slice (&w, version[v], &list[v], random_constraint (&w), &out);
  }
  for (unsigned v = 0; v < VERSIONS; v++) /* all are still what they were */
    check_partition (&w, version[v], &list[v]);
  vec_release (&w.mem, &out);
  close_world (&w);
}

TEST (a_constraint_is_kept_once) {
  world w;
  open_world (&w);
  term t = less (&w, byte (&w, 0), byte (&w, 1));
  const partition *p = partition_add (w.s, partition_empty (w.s), t);
  CHECK (partition_add (w.s, p, t) == p);
  close_world (&w);
}

TEST (cost_of_adding_grows_slowly) {
  world w;
  open_world (&w);
  enum { N = 20000 };
  const partition *p = partition_empty (w.s);
  uint64_t worst = 0;
  for (unsigned i = 0; i < N; i++) { /* N / 2 pairs, then pairs of pairs... */
    unsigned x = 2 * i, step = 1;
    while (x >= N) {
      x -= N;
      step *= 2;
    }
    term t = less (&w, byte (&w, x * step % N), byte (&w, (x + 1) * step % N));
    uint64_t before = slices_steps (w.s);
    p = partition_add (w.s, p, t);
    if (slices_steps (w.s) - before > worst)
      worst = slices_steps (w.s) - before;
  }
  CHECK (worst <= 2 * 15 + 16); /* two finds of log N, and some changes */
  term_vec out = {0};
  uint64_t before = slices_steps (w.s);
  partition_slice (w.s, p, byte (&w, 1), &out);
  CHECK (slices_steps (w.s) - before <= out.len + 20);
  vec_release (&w.mem, &out);
  close_world (&w);
}
