/* nauty finds the labelling of a coloured graph that is the same for all graphs
 * that differ by names only. This is its wrapper: our edges in its layout, a
 * budget in nodes of its search, and a way out when that is spent.
 */

#include "logic/label.h"

#include "base/vec.h"

#include <nauty/nausparse.h>
#include <setjmp.h>

/* A node of the search costs time in the size of the graph: large graphs get
 * fewer nodes.
 */
#define MAX_VERTICES 20000
#define MAX_STEPS 20000000

/* The graph in the layout of nauty: the neighbours of v are at
 * to[start[v]] .. to[start[v] + degree[v] - 1].
 */
typedef struct label_layout {
  VEC (size_t) start;
  VEC (int) degree, to;
} label_layout;

struct labeller {
  memory *mem;
  label_layout graph, canon;
  VEC (int) order, ends, orbits;
};

/* nauty has no argument for its caller's data, but hands the graph to its
 * callbacks: so the search begins with the graph. Its request to stop is one
 * flag for the whole process, by which a thread that runs out of budget would
 * stop all. Hence a jump out of the callback, which nauty's work space,
 * static and prepared anew by each call, allows.
 */
typedef struct label_search {
  sparsegraph graph; /* first */
  unsigned nodes_left;
  jmp_buf out;
} label_search;

static void count_node (graph *g, int *lab, int *ptn, int level, int numcells,
                        int tc, int code, int m, int n) {
  label_search *s = (label_search *) (void *) g;
  (void) lab, (void) ptn, (void) level, (void) numcells, (void) tc;
  (void) code, (void) m, (void) n;
  if (!s->nodes_left--)
    longjmp (s->out, 1);
}

#define resize(L, V, N) \
  do { \
    vec_reserve ((L)->mem, V, N); \
    (V)->len = (N); \
  } while (0)

static void resize_layout (labeller *l, label_layout *g, size_t n, size_t m) {
  resize (l, &g->start, n);
  resize (l, &g->degree, n);
  resize (l, &g->to, m + 1);
}

static void fill_graph (labeller *l, size_t n, size_t m, const label_edge *e) {
  assert (n <= MAX_VERTICES);
  label_layout *g = &l->graph;
  resize_layout (l, g, n, 2 * m);
  memset (g->degree.data, 0, n * sizeof (int));
  for (size_t i = 0; i < m; i++) {
    g->degree.data[e[i].a]++;
    g->degree.data[e[i].b]++;
  }
  size_t sum = 0;
  for (size_t v = 0; v < n; v++) {
    g->start.data[v] = sum;
    sum += (size_t) g->degree.data[v];
    g->degree.data[v] = 0;
  }
  assert (sum == 2 * m); /* each edge at both ends */
  for (size_t i = 0; i < m; i++) {
    uint32_t a = e[i].a, b = e[i].b;
    size_t at_a = g->start.data[a] + (size_t) g->degree.data[a]++;
    size_t at_b = g->start.data[b] + (size_t) g->degree.data[b]++;
    g->to.data[at_a] = (int) b;
    g->to.data[at_b] = (int) a;
  }
}

static int by_colour (const void *a, const void *b, void *colours) {
  const uint64_t *colour = colours;
  uint64_t x = colour[*(const int *) a], y = colour[*(const int *) b];
  return x < y ? -1 : x > y;
}

/* Classes of colours, as nauty wants them: in order, 0 ends a class. */
static void fill_classes (labeller *l, uint32_t n, const uint64_t *colour) {
  resize (l, &l->order, n);
  resize (l, &l->ends, n);
  resize (l, &l->orbits, n);
  int *order = l->order.data;
  for (uint32_t i = 0; i < n; i++)
    order[i] = (int) i;
  qsort_r (order, n, sizeof *order, by_colour, (void *) (uintptr_t) colour);
  for (uint32_t i = 0; i < n; i++)
    l->ends.data[i] = i + 1 < n && colour[order[i]] == colour[order[i + 1]];
}

static sparsegraph view (const label_layout *g, size_t n, size_t m) {
  return (sparsegraph) {.nde = 2 * m,
                        .v = g->start.data,
                        .nv = (int) n,
                        .d = g->degree.data,
                        .e = g->to.data,
                        .vlen = g->start.cap,
                        .dlen = g->degree.cap,
                        .elen = g->to.cap};
}

/* In a function of its own, so that no local variable is in doubt after the
 * jump.
 */
static bool run_nauty (labeller *l, label_search *s, sparsegraph *h) {
  DEFAULTOPTIONS_SPARSEGRAPH (options);
  statsblk stats;
  options.getcanon = TRUE;
  options.defaultptn = FALSE;
  options.usernodeproc = count_node;
  if (setjmp (s->out))
    return false;
  sparsenauty (&s->graph, l->order.data, l->ends.data, l->orbits.data, &options,
               &stats, h);
  return !stats.errstatus;
}

bool label_graph (labeller *l, uint32_t n, const uint64_t *colour,
                  size_t n_edges, const label_edge *e, unsigned budget,
                  uint32_t *place) {
  if (!n)
    return true;
  size_t affordable = MAX_STEPS / (n + n_edges + 1);
  if (n > MAX_VERTICES || !affordable)
    return false;
  fill_graph (l, n, n_edges, e);
  fill_classes (l, n, colour);
  resize_layout (l, &l->canon, n, 2 * n_edges);
  sparsegraph h = view (&l->canon, n, n_edges);
  label_search s = {.graph = view (&l->graph, n, n_edges),
                    .nodes_left =
                        budget < affordable ? budget : (unsigned) affordable};
  bool done = run_nauty (l, &s, &h);
  for (uint32_t i = 0; i < n && done; i++)
    place[l->order.data[i]] = i;
  return done;
}

labeller *labeller_new (memory *mem) {
  labeller *l = memory_zalloc (mem, sizeof *l);
  l->mem = mem;
  return l;
}

static void release_layout (labeller *l, label_layout *g) {
  vec_release (l->mem, &g->start, &g->degree, &g->to);
}

void labeller_free (labeller *l) {
  if (!l)
    return;
  release_layout (l, &l->graph);
  release_layout (l, &l->canon);
  vec_release (l->mem, &l->order, &l->ends, &l->orbits);
  memory_free (l->mem, l, sizeof *l);
  nauty_freedyn (); /* work space of this thread; made anew when needed */
  nautil_freedyn ();
  nausparse_freedyn ();
}
