/* The figures of "Stack against cache". */

#include "lab/tables/contest.h"
#include "lab/tables/paper_tables.h"

#include <math.h>

#define ROWS (CONTEST_SIZES * (CONTESTANTS - 1))

/* Published: queries answered in ten minutes, milliseconds for each. */
static const double paper_queries[CONTEST_SIZES][CONTESTANTS - 1] = {
    {29154, 34870, 58988, 441353, 1177907},
    {9115, 4875, 10097, 185236, 448545},
    {5856, 3416, 5047, 101408, 256345},
};
static const double paper_cost[CONTEST_SIZES][CONTESTANTS - 1] = {
    {8.100, 35.123, 17.547, 0.321, 0.309},
    {16.750, 89.537, 45.624, 0.843, 0.752},
    {25.565, 96.983, 47.630, 1.401, 1.258},
};

static const char *const row_names[ROWS] = {
#define SIZE(S) \
  S " baseline", S " caching", S " cachingOpt", S " stack", S " stackOpt"
    SIZE ("5K"), SIZE ("10K"), SIZE ("20K")
#undef SIZE
};

/* Sums over the programs of a size. */
typedef struct sums {
  double queries, paths, time, asking, reading, building, loading;
} sums;

static sums sum_of (const contest *c, unsigned size, unsigned who) {
  sums s = {0, 0, 0, 0, 0, 0, 0};
  for (unsigned i = 0; i < c->programs; i++) {
    const contest_run *r = contest_of (c, size, i, who);
    s.queries += (double) r->queries;
    s.paths += (double) r->paths;
    s.time += (double) r->time;
    s.asking += (double) r->asking;
    s.reading += (double) r->reading;
    s.building += (double) r->building;
    s.loading += (double) r->loading;
  }
  return s;
}

/* Queries of hybrid for one of the other's, at the same speed of the clock:
 * the least of all programs.
 */
static double least_ratio (const contest *c, unsigned size, unsigned who) {
  double least = INFINITY;
  for (unsigned i = 0; i < c->programs; i++) {
    const contest_run *a = contest_of (c, size, i, CONTEST_HYBRID),
                      *b = contest_of (c, size, i, who);
    double ratio = (double) a->queries / (double) a->time /
                   ((double) b->queries / (double) b->time);
    least = fmin (least, ratio);
  }
  return least;
}

static void note_budget (table *t, const contest *c) {
  table_add_note (t,
                  "%u generated programs of each size, %.3g s of processor "
                  "time for each; the paper's are RUGRAT's, 100 of each size, "
                  "10 minutes",
                  c->programs, (double) c->budget * 1e-9);
}

/* Figure 3. */

enum { QUERIES, COST, RATIO, LEAST };

static void fill_cost (table *t, const contest *c, unsigned size,
                       unsigned who) {
  size_t row = table_add_row (t, row_names[size * (CONTESTANTS - 1) + who]);
  sums a = sum_of (c, size, who), h = sum_of (c, size, CONTEST_HYBRID);
  *table_cell (t, row, QUERIES) =
      (table_entry) {paper_queries[size][who], round (a.queries / c->programs),
                     round (h.queries / c->programs)};
  *table_cell (t, row, COST) =
      (table_entry) {paper_cost[size][who], a.asking / 1e6 / a.queries,
                     h.asking / 1e6 / h.queries};
  table_cell (t, row, RATIO)->hybrid =
      h.queries / h.time / (a.queries / a.time);
  table_cell (t, row, LEAST)->hybrid = least_ratio (c, size, who);
}

status table_stackcache_3 (lab *l, table *t) {
  const contest *c;
  status st = contest_hold (l, &c);
  if (st)
    return st;
  table_add_metric (t, "queries", "", false);
  table_add_metric (t, "per query", "ms", false);
  table_add_metric (t, "times as many", "", false);
  table_add_metric (t, "at least", "", false);
  for (unsigned size = 0; size < CONTEST_SIZES; size++)
    for (unsigned who = 0; who < CONTEST_HYBRID; who++)
      fill_cost (t, c, size, who);
  table_add_note (t, "queries: of one program, on average; at least: of all "
                     "programs of the size, the one with the least ratio");
  note_budget (t, c);
  return ST_OK;
}

/* Figure 4. */

static const char *const curve_names[CONTEST_SIZES][CONTESTANTS] = {
#define SIZE(S) \
  {S " baseline", S " caching",  S " cachingOpt", \
   S " stack",    S " stackOpt", S " hybrid"}
    SIZE ("5K"), SIZE ("10K"), SIZE ("20K")
#undef SIZE
};

static double paths_at (const contest *c, unsigned size, unsigned who,
                        unsigned sample) {
  double sum = 0;
  for (unsigned i = 0; i < c->programs; i++)
    sum += (double) contest_of (c, size, i, who)->progress[sample];
  return sum / c->programs;
}

static void draw_progress (table *t, const contest *c, unsigned size,
                           unsigned who) {
  size_t k = table_add_curve (t, curve_names[size][who]);
  t->curve.data[k].plot = contest_size_name[size];
  table_add_point (t, k, 0, 0);
  for (unsigned i = 0; i < CONTEST_SAMPLES; i++)
    table_add_point (t, k,
                     (double) c->budget * 1e-9 * (i + 1) / CONTEST_SAMPLES,
                     paths_at (c, size, who, i));
}

status table_stackcache_4 (lab *l, table *t) {
  static const char *const name[] = {"after 1/4", "after 1/2", "after 3/4",
                                     "at the end"};
  const contest *c;
  status st = contest_hold (l, &c);
  if (st)
    return st;
  for (int m = 0; m < 4; m++)
    table_add_metric (t, name[m], "", false);
  for (unsigned size = 0; size < CONTEST_SIZES; size++)
    for (unsigned who = 0; who < CONTESTANTS; who++) {
      draw_progress (t, c, size, who);
      if (who == CONTEST_HYBRID)
        continue;
      size_t row = table_add_row (t, row_names[size * (CONTESTANTS - 1) + who]);
      for (unsigned m = 0; m < 4; m++) {
        unsigned at = CONTEST_SAMPLES / 4 * (m + 1) - 1;
        table_entry *x = table_cell (t, row, m);
        x->reproduced = paths_at (c, size, who, at);
        x->hybrid = paths_at (c, size, CONTEST_HYBRID, at);
      }
    }
  t->x_title = "seconds";
  t->y_title = "complete paths";
  table_add_note (t, "complete paths of one program, on average; the paper's "
                     "figure is a plot without numbers");
  note_budget (t, c);
  return ST_OK;
}

/* Figure 6. */

enum { EXPLORING, BUILDING, SOLVING, REST, PER_QUERY, WRITTEN, MADE };

/* What the paper's own numbers say of figure 6, which it only draws: of 600 s,
 * queries times what one costs. Those of caches are of queries that they do not
 * answer, which it does not count.
 */
static double paper_solving (unsigned size, unsigned who) {
  return who == 0 || who >= 3
             ? paper_queries[size][who] * paper_cost[size][who] / 1e3 / 6
             : NO_NUMBER;
}

static void share_times (table *t, size_t row, const sums *a, bool is_ours) {
  double whole = a->time + a->loading;
  const double part[] = {a->time - a->asking - a->reading,
                         a->reading + a->building, a->asking - a->building,
                         a->loading};
  for (size_t m = EXPLORING; m <= REST; m++) {
    table_entry *x = table_cell (t, row, m);
    *(is_ours ? &x->hybrid : &x->reproduced) = 100 * part[m] / whole;
  }
  table_entry *x = table_cell (t, row, PER_QUERY);
  *(is_ours ? &x->hybrid : &x->reproduced) =
      (a->time - a->asking + a->building) / 1e6 / a->queries;
}

static void fill_breakdown (table *t, const contest *c, unsigned size,
                            unsigned who) {
  size_t row = table_add_row (t, row_names[size * (CONTESTANTS - 1) + who]);
  sums a = sum_of (c, size, who), h = sum_of (c, size, CONTEST_HYBRID);
  share_times (t, row, &a, false);
  share_times (t, row, &h, true);
  double solving = paper_solving (size, who);
  table_cell (t, row, SOLVING)->paper = solving;
  table_cell (t, row, PER_QUERY)->paper =
      (100 - solving) * 6e3 / paper_queries[size][who];
  if (who < 3)
    return;
  const contest_nodes *n = c->nodes + size;
  table_cell (t, row, WRITTEN)->reproduced = n->written;
  table_cell (t, row, MADE)->reproduced = who == 3 ? n->stack : n->once;
}

status table_stackcache_6 (lab *l, table *t) {
  static const char *const name[] = {
      "exploring", "making expressions",   "solving",
      "rest",      "besides, for a query", "nodes written",
      "nodes made"};
  const contest *c;
  status st = contest_hold (l, &c);
  if (st)
    return st;
  for (int m = EXPLORING; m <= MADE; m++)
    table_add_metric (t, name[m],
                      m <= REST        ? "%"
                      : m == PER_QUERY ? "ms"
                                       : "",
                      false);
  for (unsigned size = 0; size < CONTEST_SIZES; size++)
    for (unsigned who = 0; who < CONTEST_HYBRID; who++)
      fill_breakdown (t, c, size, who);
  table_add_note (t, "paper: its figure is a plot without numbers; solving "
                     "follows from figure 3, queries times what one costs, "
                     "where every query reaches the solver");
  table_add_note (t, "exploring: executing the program; making expressions: "
                     "ours, and the solver's; solving has caches and slices; "
                     "rest: reading the program, without the compiler");
  table_add_note (t, "hybrid makes expressions of its solver only where it "
                     "uses Z3, and those of other rungs are in solving");
  table_add_note (t, "besides, for a query: all that is not solving; nodes, "
                     "of one constraint on the path of the first program: "
                     "written out, and made anew by stack and by stackOpt");
  note_budget (t, c);
  return ST_OK;
}
