#include "logic/label.h"

#include "test.h"

#include <stdlib.h>
#include <string.h>

#define MAX_N 40
#define MAX_M (MAX_N * MAX_N / 2)

typedef struct graph {
  uint32_t n;
  size_t m;
  uint64_t colour[MAX_N];
  label_edge edge[MAX_M];
} graph;

static unsigned draw (uint64_t *seed, unsigned n) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (unsigned) (*seed >> 33) % n;
}

static void add_edge (graph *g, uint32_t a, uint32_t b) {
  g->edge[g->m++] = (label_edge) {a, b};
}

static void random_graph (graph *g, uint64_t *seed) {
  g->n = 1 + draw (seed, 12);
  g->m = 0;
  unsigned dense = 1 + draw (seed, 4), colours = 1 + draw (seed, 3);
  for (uint32_t a = 0; a < g->n; a++) {
    g->colour[a] = draw (seed, colours) * 77;
    for (uint32_t b = 0; b < a; b++)
      if (draw (seed, 5) < dense)
        add_edge (g, a, b);
  }
}

/* Vertices are subsets of two elements; those that are disjoint are joined.
 * Refinement alone tells nothing here.
 */
static void kneser_graph (graph *g, uint32_t k) {
  uint32_t sets[MAX_N];
  *g = (graph) {0};
  for (uint32_t i = 0; i < k; i++)
    for (uint32_t j = 0; j < i; j++)
      sets[g->n++] = 1u << i | 1u << j;
  for (uint32_t a = 0; a < g->n; a++)
    for (uint32_t b = 0; b < a; b++)
      if (!(sets[a] & sets[b]))
        add_edge (g, a, b);
}

static void permute (const graph *g, graph *out, uint64_t *seed) {
  uint32_t p[MAX_N];
  for (uint32_t i = 0; i < g->n; i++) {
    uint32_t j = draw (seed, i + 1);
    p[i] = p[j];
    p[j] = i;
  }
  *out = (graph) {.n = g->n};
  for (uint32_t i = 0; i < g->n; i++)
    out->colour[p[i]] = g->colour[i];
  for (size_t i = g->m; i--;)
    add_edge (out, p[g->edge[i].b], p[g->edge[i].a]);
}

/* The canonical graph as a matrix with colours on its diagonal. */
static bool canonise (labeller *l, const graph *g, unsigned budget,
                      uint64_t out[MAX_N][MAX_N]) {
  uint32_t place[MAX_N];
  memset (out, 0, sizeof (uint64_t[MAX_N][MAX_N]));
  if (!label_graph (l, g->n, g->colour, g->m, g->edge, budget, place))
    return false;
  for (uint32_t i = 0; i < g->n; i++) {
    CHECK (place[i] < g->n);
    out[place[i]][place[i]] = g->colour[i] + 1;
  }
  for (uint32_t i = 0; i < g->n; i++)
    CHECK (out[i][i]); /* a permutation */
  for (size_t i = 0; i < g->m; i++) {
    uint32_t a = place[g->edge[i].a], b = place[g->edge[i].b];
    out[a][b] = out[b][a] = 1;
  }
  return true;
}

static uint64_t first[MAX_N][MAX_N], second[MAX_N][MAX_N];

static void check_permuted (labeller *l, const graph *g, uint64_t *seed) {
  graph h;
  permute (g, &h, seed);
  CHECK (canonise (l, g, 1000, first) && canonise (l, &h, 1000, second));
  CHECK (!memcmp (first, second, sizeof first));
}

TEST (permuted_graphs_become_equal) {
  memory mem = {0};
  labeller *l = labeller_new (&mem);
  graph g;
  uint64_t seed = 1;
  for (unsigned i = 0; i < 2000; i++) {
    random_graph (&g, &seed);
    check_permuted (l, &g, &seed);
  }
  for (uint32_t k = 4; k < 9; k++) {
    kneser_graph (&g, k);
    check_permuted (l, &g, &seed);
  }
  labeller_free (l);
  CHECK_EQ (mem.live, 0);
}

TEST (different_graphs_stay_different) {
  memory mem = {0};
  labeller *l = labeller_new (&mem);
  graph one = {.n = 6}, two = {.n = 6}; /* a hexagon, two triangles */
  for (uint32_t i = 0; i < 6; i++) {
    add_edge (&one, i, (i + 1) % 6);
    add_edge (&two, i, i % 3 == 2 ? i - 2 : i + 1);
  }
  CHECK (canonise (l, &one, 1000, first) && canonise (l, &two, 1000, second));
  CHECK (memcmp (first, second, sizeof first));
  two = one;
  two.colour[0] = 5;
  CHECK (canonise (l, &two, 1000, second));
  CHECK (memcmp (first, second, sizeof first));
  labeller_free (l);
  CHECK_EQ (mem.live, 0);
}

TEST (search_ends_with_the_budget) {
  memory mem = {0};
  labeller *l = labeller_new (&mem);
  graph g;
  uint64_t seed = 1;
  kneser_graph (&g, 8);
  CHECK (!canonise (l, &g, 0, first));
  for (unsigned budget = 1, done = 0; !done; budget++) {
    done = canonise (l, &g, budget, first);
    CHECK (budget < 1000);
    check_permuted (l, &g, &seed); /* nothing remains of the search */
  }
  labeller_free (l);
  CHECK_EQ (mem.live, 0);
}

TEST (no_vertices) {
  memory mem = {0};
  labeller *l = labeller_new (&mem);
  CHECK (label_graph (l, 0, NULL, 0, NULL, 10, NULL));
  labeller_free (l);
  CHECK_EQ (mem.live, 0);
}
