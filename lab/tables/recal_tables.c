/* The figures of "Reusing constraint proofs in program analysis" about
 * programs: which share of the constraints of a program needs no solver.
 */

#include "lab/tables/paper_tables.h"
#include "lab/tables/recal_hard.h"
#include "lab/tables/spf.h"

#include <math.h>

#include <inttypes.h>

/* Published: constraints, reuse in percent within the program; constraints
 * that are not found there, and of them found with other programs.
 */
typedef struct subject_program {
  specimen specimen;
  double formulas, green, recal_equal, recal;
  double missing_green, missing_recal, found_green, found_recal;
} subject_program;

#define RECAL(NAME, FILE, FLAGS) {NAME, "recal/" FILE, FLAGS, 0, NULL}

static const depth_policy brakes = {0, 0, 3};

static const subject_program programs[] = {
    {RECAL ("old-tax", "tax", NULL), 27, 0, 11, 37, 27, 17, 0, 10},
    {RECAL ("new-tax", "tax", "-DNEW=1"), 35, 0, 11, 54, 35, 16, 0, 5},
    {RECAL ("dijkstra", "dijkstra", NULL), 85, 1, 47, 47, 45, 45, 4, 5},
    {RECAL ("doubly-linked-list", "doublylinkedlist", NULL), 114, 2, 33, 54,
     112, 52, 14, 18},
    {RECAL ("swapwords", "words", "-DSWAP=1"), 173, 0, 50, 99, 173, 2, 0, 0},
    {{"wbs", "wbs", NULL, 12, &brakes}, 191, 94, 95, 96, 10, 7, 7, 4},
    {RECAL ("ball", "motion", NULL), 202, 79, 82, 87, 42, 27, 2, 3},
    {RECAL ("reverseword", "words", NULL), 303, 97, 99, 99, 3, 3, 0, 1},
    {RECAL ("block", "motion", "-DBLOCK"), 336, 3, 2, 7, 328, 311, 3, 4},
    {RECAL ("division", "arithmetic", "-DDIVIDE=1"), 1257, 0, 14, 99, 1257, 12,
     0, 11},
    {RECAL ("multiplication", "arithmetic", NULL), 1263, 0, 99, 99, 1263, 8, 0,
     8},
    {RECAL ("collision", "motion", "-DCOLLISION -DSTEPS=5"), 1741, 88, 97, 97,
     138, 52, 4, 10},
    {RECAL ("avl", "avl", NULL), 2985, 54, 74, 88, 1321, 349, 42, 48},
    {{"tcas", "tcas", NULL, 0, NULL}, 9780, 92, 99, 99, 176, 91, 26, 35},
    {{"treemap", "treemap", "-DCALLS=5", 0, NULL},
     13556,
     95,
     98,
     99,
     536,
     151,
     64,
     55},
};

#define PROGRAMS (sizeof programs / sizeof *programs)

enum { FORMULAS, GREEN, RECAL_EQUAL, RECAL_ALL };

static double percent (int64_t part, uint64_t all) {
  return all ? 100.0 * (double) part / (double) all : NO_NUMBER;
}

static status count_misses (lab *l, asker *a, const specimen *s, uint64_t *all,
                            uint64_t *missing) {
  spf_counts n = {0};
  status st = spf_run (l, s, a, NULL, &n);
  *all = n.queries;
  *missing = n.solved;
  return st;
}

static status count_alone (lab *l, asker_kind k, const specimen *s,
                           uint64_t *all, uint64_t *missing) {
  asker *a = asker_new (l, k);
  status st = count_misses (l, a, s, all, missing);
  asker_free (a);
  return st;
}

/* Figures 8 and 9. */

static status measure_program (lab *l, table *t, const subject_program *p) {
  static const asker_kind who[] = {ASK_HYBRID, ASK_GREEN, ASK_RECAL_EQUAL,
                                   ASK_RECAL};
  const double paper[] = {p->formulas, p->green, p->recal_equal, p->recal};
  size_t row = table_add_row (t, p->specimen.name);
  for (int m = FORMULAS; m <= RECAL_ALL; m++) {
    uint64_t all, missing;
    status st = count_alone (l, who[m], &p->specimen, &all, &missing);
    if (st)
      return st;
    table_entry *c = table_cell (t, row, (size_t) m);
    c->paper = paper[m];
    c->reproduced =
        m == FORMULAS ? (double) all : percent ((int64_t) (all - missing), all);
    for (int i = GREEN; m == FORMULAS && i <= RECAL_ALL; i++)
      table_cell (t, row, (size_t) i)->hybrid =
          percent ((int64_t) (all - missing), all);
  }
  return ST_OK;
}

static void note_programs (table *t) {
  table_add_note (t, "programs of the same name and purpose, written for this "
                     "table: neither the paper's drivers nor its bounds are "
                     "published, so rates are not expected to be equal");
  table_add_note (t, "not here: afs (not described), kbfiltr, cdaudio, floppy, "
                     "diskperf and grep (not ours to copy)");
}

static status measure_programs (lab *l, table *t) {
  status st = ST_OK;
  for (size_t i = 0; !st && i < PROGRAMS; i++)
    st = measure_program (l, t, programs + i);
  note_programs (t);
  return st;
}

static status measure_own_programs (lab *l, table *t) {
  specimen_vec own = {0};
  status st = specimen_own (l, t, &own);
  for (size_t i = 0; !st && i < own.len; i++)
    st = measure_program (l, t,
                          &(subject_program) {.specimen = own.data[i],
                                              .formulas = NO_NUMBER,
                                              .green = NO_NUMBER,
                                              .recal_equal = NO_NUMBER,
                                              .recal = NO_NUMBER});
  vec_release (l->mem, &own);
  return st;
}

status table_recal_8 (lab *l, table *t) {
  static const char *const name[] = {"formulas", "Green", "Recal-", "Recal+"};
  status st = ST_OK;
  for (int m = FORMULAS; m <= RECAL_ALL; m++) {
    table_add_metric (t, name[m], m == FORMULAS ? "" : "%", false);
    if (m != FORMULAS)
      table_show_distribution (t, (size_t) m);
  }
  st = l->context->options.on ? measure_own_programs (l, t)
                              : measure_programs (l, t);
  table_add_note (t, "formulas: both sides of every conditional; reuse: those "
                     "that need no solver; hybrid's rate is under each");
  return st;
}

/* Figures 10 and 11. */

enum {
  MISSING_GREEN,
  MISSING_RECAL,
  FOUND_GREEN,
  FOUND_RECAL,
  RATE_GREEN,
  RATE_RECAL,
  INTER_METRICS
};

typedef struct inter {
  uint64_t missing; /* in the program alone */
  int64_t found;    /* of them, with the others; below 0: it needs more */
} inter;

static status count_inter (lab *l, asker_kind k, size_t which, inter *out) {
  uint64_t all, left = 0;
  status st =
      count_alone (l, k, &programs[which].specimen, &all, &out->missing);
  asker *a = asker_new_stored (l, k);
  if (!a)
    return l->context->trouble.code;
  for (size_t i = 0; !st && i < PROGRAMS; i++)
    if (i != which)
      st = count_misses (l, a, &programs[i].specimen, &all, &left);
  asker_restart (a);
  st = st ? st : count_misses (l, a, &programs[which].specimen, &all, &left);
  asker_free (a);
  out->found = (int64_t) out->missing - (int64_t) left;
  return st;
}

static void set_inter (table *t, size_t row, int who, const inter *n,
                       bool is_hybrid) {
  const double value[] = {(double) n->missing, (double) n->found,
                          percent (n->found, n->missing)};
  for (int i = 0; i < 3; i++) {
    table_entry *c = table_cell (t, row, (size_t) (2 * i + who));
    if (is_hybrid)
      c->hybrid = value[i];
    else
      c->reproduced = value[i];
  }
}

static status measure_inter (lab *l, table *t, size_t which) {
  const subject_program *p = programs + which;
  size_t row = table_add_row (t, p->specimen.name);
  inter green, recal, ours;
  status st = count_inter (l, ASK_GREEN, which, &green);
  st = st ? st : count_inter (l, ASK_RECAL, which, &recal);
  st = st ? st : count_inter (l, ASK_HYBRID, which, &ours);
  if (st)
    return st;
  const double paper[] = {p->missing_green,
                          p->missing_recal,
                          p->found_green,
                          p->found_recal,
                          100 * p->found_green / p->missing_green,
                          100 * p->found_recal / p->missing_recal};
  for (size_t m = 0; m < INTER_METRICS; m++)
    table_cell (t, row, m)->paper = paper[m];
  set_inter (t, row, 0, &green, false);
  set_inter (t, row, 1, &recal, false);
  set_inter (t, row, 0, &ours, true);
  set_inter (t, row, 1, &ours, true);
  return ST_OK;
}

status table_recal_10 (lab *l, table *t) {
  static const char *const name[] = {"missing, Green", "missing, Recal",
                                     "found, Green",   "found, Recal",
                                     "rate, Green",    "rate, Recal"};
  status st = ST_OK;
  for (size_t m = 0; m < INTER_METRICS; m++)
    table_add_metric (t, name[m], m < RATE_GREEN ? "" : "%", m < RATE_GREEN);
  table_show_distribution (t, RATE_GREEN);
  table_show_distribution (t, RATE_RECAL);
  for (size_t i = 0; !st && i < PROGRAMS; i++)
    st = measure_inter (l, t, i);
  table_add_note (t, "missing: formulas that need a solver in the program "
                     "alone; found: of them, those that need none when all "
                     "other programs were there before");
  table_add_note (t, "hybrid has few left to find: compare what is missing");
  note_programs (t);
  return st;
}

/* Figure 13: all is known already, so this is the time of looking up. */

static status time_all (lab *l, asker *a, uint64_t *out) {
  status st = ST_OK;
  *out = 0;
  for (size_t i = 0; !st && i < PROGRAMS; i++) {
    spf_counts n = {0};
    asker_restart (a);
    st = spf_run (l, &programs[i].specimen, a, NULL, &n);
    *out += n.time;
  }
  return st;
}

/* The second time. */
static status time_known (lab *l, asker_kind k, uint64_t *out) {
  asker *a = asker_new (l, k);
  status st = time_all (l, a, out);
  st = st ? st : time_all (l, a, out);
  asker_free (a);
  return st;
}

static void fill_hard (table *t, const char *name, const hard_times *h,
                       double solving, double finding) {
  size_t row = table_add_row (t, name);
  *table_cell (t, row, 0) =
      (table_entry) {solving, (double) h->solving / 1e6, NO_NUMBER};
  *table_cell (t, row, 1) = (table_entry) {finding, (double) h->recal / 1e6,
                                           (double) h->hybrid / 1e6};
}

/* A row for each family, and one for all of them. */
static void measure_hard (lab *l, table *t) {
  hard_times all = {0};
  for (int f = 0; f < HARD_FAMILIES; f++) {
    hard_times h;
    log_info (&l->context->log, "%s", hard_family_name[f]);
    hard_measure (l, (hard_family) f, &h);
    fill_hard (t, hard_family_name[f], &h, NO_NUMBER, NO_NUMBER);
    all.n += h.n;
    all.solving += h.solving;
    all.recal += h.recal;
    all.hybrid += h.hybrid;
    all.recal_left += h.recal_left;
    all.ours_left += h.ours_left;
    all.otherwise += h.otherwise;
  }
  fill_hard (t, "SMT set", &all, 600000, 3000);
  table_add_note (t,
                  "SMT set: ours has %u constraints of three families, found "
                  "again by other names; left to a solver then: %" PRIu64
                  " by Recal, %" PRIu64
                  " by hybrid; answers other than Z3's: %u",
                  all.n, all.recal_left, all.ours_left, all.otherwise);
}

status table_recal_13 (lab *l, table *t) {
  table_add_metric (t, "solving", "ms", false);
  table_add_metric (t, "finding", "ms", false);
  size_t row = table_add_row (t, "programs");
  uint64_t solving, recal, ours;
  asker *a = asker_new (l, ASK_PLAIN);
  status st = time_all (l, a, &solving);
  asker_free (a);
  st = st ? st : time_known (l, ASK_RECAL, &recal);
  st = st ? st : time_known (l, ASK_HYBRID, &ours);
  if (st)
    return st;
  *table_cell (t, row, 0) =
      (table_entry) {NO_NUMBER, (double) solving / 1e6, NO_NUMBER};
  *table_cell (t, row, 1) =
      (table_entry) {NO_NUMBER, (double) recal / 1e6, (double) ours / 1e6};
  measure_hard (l, t);
  table_add_note (t, "solving: Z3 alone, two queries for each conditional; "
                     "finding: everything was answered before; both with the "
                     "execution of the programs, or with making expressions "
                     "of the constraints");
  table_add_note (t, "the paper's plot has both alike for programs; its SMT "
                     "set has 289 constraints that take Z3 half a second and "
                     "more; which they are is not published");
  note_programs (t);
  return ST_OK;
}
