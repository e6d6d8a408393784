/* The tables of "GreenTrie": how many queries reach a solver when nothing (n0),
 * Green (n1), a KLEE-like cache (n2) or GreenTrie (n3) is in between.
 */

#include "bench/paper_tables.h"
#include "bench/spf.h"

enum { N0, N1, N2, N3, T0, T1, T2, T3, N_METRICS };

static void add_metrics (table *t) {
  static const char *const name[] = {"n0", "n1", "n2", "n3",
                                     "t0", "t1", "t2", "t3"};
  for (int i = 0; i < N_METRICS; i++)
    table_add_metric (t, name[i], i < T0 ? "" : "ms", true);
}

typedef struct published {
  subject subject;
  double number[N_METRICS]; /* NO_NUMBER: none; 0 for times: none */
} published;

/* One row: the subject run with each asker. */
static status measure_row (lab *l, table *t, const published *p,
                           asker *const by[N_ASKERS]) {
  size_t row = table_add_row (t, p->subject.name);
  spf_counts counts;
  for (asker_kind k = ASK_PLAIN; k < N_ASKERS; k++) {
    status st = spf_run (l, &p->subject, by[k], &counts);
    if (st)
      return st;
    double ms = (double) counts.time / 1e6;
    if (k < ASK_HYBRID) {
      table_cell (t, row, N0 + k)->reproduced =
          (double) (k == ASK_PLAIN ? counts.queries : counts.solved);
      table_cell (t, row, T0 + k)->reproduced = ms;
      continue;
    }
    table_cell (t, row, N0)->hybrid = (double) counts.queries;
    for (int i = N1; i <= N3; i++)
      table_cell (t, row, i)->hybrid = (double) counts.solved;
    for (int i = T0; i <= T3; i++)
      table_cell (t, row, i)->hybrid = ms;
  }
  for (int i = 0; i < N_METRICS; i++)
    if (i < T0 || p->number[i] > 0)
      table_cell (t, row, i)->paper = p->number[i];
  return ST_OK;
}

static void open_askers (lab *l, asker *by[N_ASKERS]) {
  for (asker_kind k = ASK_PLAIN; k < N_ASKERS; k++)
    by[k] = asker_new (l, k);
}

static void close_askers (asker *by[N_ASKERS]) {
  for (asker_kind k = ASK_PLAIN; k < N_ASKERS; k++)
    asker_free (by[k]);
}

static const published single[] = {
    {{"TriTyp", "trityp", NULL, 0}, {32, 28, 28, 28, 1040, 915, 922, 995}},
    {{"Euclid", "euclid", NULL, 12},
     {642, 552, 464, 464, 5105, 6503, 7274, 6311}},
    {{"TCAS", "tcas", NULL, 0}, {680, 41, 20, 14, 12742, 3356, 2182, 2165}},
    {{"TreeMap-1", "treemap", "-DCALLS=3", 0},
     {24, 24, 24, 24, 871, 942, 947, 882}},
    {{"TreeMap-2", "treemap", "-DCALLS=4", 0},
     {148, 148, 140, 140, 2918, 2542, 2851, 2606}},
    {{"TreeMap-3", "treemap", "-DCALLS=5", 0},
     {1080, 956, 833, 806, 21849, 10729, 11809, 9871}},
    {{"BinTree-1", "bintree", "-DCALLS=3", 0},
     {84, 41, 25, 25, 1476, 1103, 1092, 1027}},
    {{"BinTree-2", "bintree", "-DCALLS=4", 0},
     {472, 238, 133, 118, 4322, 3648, 3156, 2872}},
    {{"BinTree-3", "bintree", "-DCALLS=5", 0},
     {3252, 1654, 939, 873, 36581, 17197, 14764, 12041}},
    {{"BinomialHeap-1", "binomialheap", "-DCALLS=3", 0},
     {448, 32, 23, 19, 3637, 2137, 2046, 2017}},
    {{"BinomialHeap-2", "binomialheap", "-DCALLS=4", 0},
     {3184, 190, 85, 68, 27165, 7653, 6442, 6071}},
    {{"BinomialHeap-3", "binomialheap", "-DCALLS=5", 0},
     {23320, 988, 337, 288, 249224, 28549, 31892, 21392}},
    {{"MerArbiter", "merarbiter", NULL, 17},
     {60648, 21, 15, 13, 0, 304726, 290854, 272813}},
};

status table_greentrie_1 (lab *l, table *t) {
  status st = ST_OK;
  add_metrics (t);
  for (size_t i = 0; !st && i < sizeof single / sizeof *single; i++) {
    asker *by[N_ASKERS];
    open_askers (l, by);
    st = measure_row (l, t, single + i, by);
    close_askers (by);
  }
  return st;
}
