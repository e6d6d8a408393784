/* The papers' execution model on C programs: published counts, exactly. */

#include "lab/tables/native_run.h"
#include "lab/tables/spf.h"

#include "test.h"

typedef struct expected {
  specimen subject;
  unsigned n[4]; /* n0 to n3 */
} expected;

static void count (lab *l, const expected *e, asker *const by[N_ASKERS],
                   unsigned solved[N_ASKERS]) {
  for (asker_kind k = ASK_GREEN; k < N_ASKERS; k++) {
    spf_counts n = {0};
    CHECK_EQ (spf_run (l, &e->subject, by[k], NULL, &n), ST_OK);
    CHECK_EQ (n.queries, e->n[0]);
    solved[k] = (unsigned) n.solved;
    if (k < ASK_HYBRID)
      CHECK_EQ (n.solved, e->n[k]);
  }
  CHECK (solved[ASK_HYBRID] <= e->n[3]);
}

/* One after the other, with what was learned before; if 'shared'. */
static void count_all (size_t n, const expected *e, bool shared) {
  context c;
  lab l;
  asker *by[N_ASKERS] = {0};
  unsigned solved[N_ASKERS];
  context_init (&c);
  CHECK_EQ (lab_open (&c, &l), ST_OK);
  for (size_t i = 0; i < n; i++) {
    for (asker_kind k = ASK_GREEN; k < N_ASKERS; k++)
      if (!i || !shared) {
        asker_free (by[k]);
        by[k] = asker_new (&l, k);
      }
    count (&l, e + i, by, solved);
  }
  for (asker_kind k = ASK_GREEN; k < N_ASKERS; k++)
    asker_free (by[k]);
  lab_close (&l);
  CHECK_EQ (c.memory.live, 0);
  context_release (&c);
}

TEST (spf_single_runs) {
  static const expected all[] = {
      {{"TriTyp", "trityp", NULL, 0, NULL}, {32, 28, 28, 28}},
      {{"TCAS", "tcas", NULL, 0, NULL}, {678, 41, 20, 14}},
      {{"TreeMap-1", "treemap", "-DCALLS=3", 0, NULL}, {24, 24, 24, 24}},
      {{"BinTree-1", "bintree", "-DCALLS=3", 0, NULL}, {84, 41, 25, 25}},
      {{"BinomialHeap-1", "binomialheap", "-DCALLS=3", 0, NULL},
       {448, 32, 23, 19}},
  };
  count_all (sizeof all / sizeof *all, all, false);
}

TEST (spf_versions) {
  static const expected all[] = {
      {{"base", "tcas", NULL, 0, NULL}, {678, 41, 20, 14}},
      {{"MOD#1", "tcas", "-DMOD=1", 0, NULL}, {1406, 2, 2, 0}},
      {{"MOD#2", "tcas", "-DMOD=2", 0, NULL}, {1406, 4, 2, 0}},
      {{"MOD#3", "tcas", "-DMOD=3", 0, NULL}, {994, 0, 0, 0}},
  };
  count_all (sizeof all / sizeof *all, all, true);
}

/* From depth 40 to 60: what is asked is what is new. */
TEST (spf_deepening) {
  static const depth_policy plain = {0, 0, 0};
  specimen s = {"two loops", "loops", NULL, 40, &plain};
  context c;
  lab l;
  spf_tree tree;
  spf_counts n;
  context_init (&c);
  CHECK_EQ (lab_open (&c, &l), ST_OK);
  spf_tree_init (&tree, &c.memory);
  asker *a = asker_new (&l, ASK_HYBRID);
  CHECK_EQ (spf_run (&l, &s, a, &tree, &n), ST_OK);
  CHECK_EQ (n.queries, 1482);
  spf_boundaries b = spf_tree_open (&tree, &(spf_tree_filter) {0});
  CHECK_EQ (b.all, b.open);
  s.limit = 60;
  CHECK_EQ (spf_run (&l, &s, a, &tree, &n), ST_OK);
  CHECK_EQ (n.queries, 3414 - 1482);
  spf_tree_open (&tree, &(spf_tree_filter) {0});
  CHECK_EQ (spf_run (&l, &s, a, &tree, &n), ST_OK);
  CHECK_EQ (n.queries, 0);
  asker_free (a);
  spf_tree_release (&tree);
  lab_close (&l);
  context_release (&c);
}

TEST (spf_native) {
  specimen s = {"TriTyp", "trityp", NULL, 0, NULL};
  context c;
  lab l;
  native_counts n;
  context_init (&c);
  CHECK_EQ (lab_open (&c, &l), ST_OK);
  CHECK_EQ (native_run (&l, &s, &n), ST_OK);
  CHECK (n.paths >= 14);
  lab_close (&l);
  context_release (&c);
}
