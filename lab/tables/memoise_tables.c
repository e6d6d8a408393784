/* The tables of "Memoise": how many calls of a solver a run needs that has the
 * tree of another one. One call per side of a conditional, as it counts them.
 */

#include "base/map.h"
#include "lab/tables/paper_tables.h"
#include "lab/tables/spf.h"

#include <string.h>

/* All but the first are fitted: the notes below the tables say so. */
static const depth_policy loops = {0, 0, 0};
static const depth_policy bank = {1, 2, 0};
static const depth_policy brakes = {0, 0, 3};
static const depth_policy arbiter = {10, 0, 0};

/* Of a whole run, and of one that has the tree of another. */
enum { CALLS, CALLS_AFTER, STATES, STATES_AFTER, TIME, TIME_AFTER };

/* Of table III, instead of times. */
enum { CANDIDATES = STATES_AFTER + 1, BOUNDARIES };

typedef struct paper_row {
  double calls, calls_after, states, states_after;
} paper_row;

/* Both numbers of a run: what the paper's tool asks, and what we solve. */
static void set (table_entry *c, double paper, const spf_counts *n) {
  *c = (table_entry) {paper, (double) n->queries, (double) n->solved};
}

static void set_states (table_entry *c, double paper, const spf_counts *n) {
  *c = (table_entry) {paper, (double) n->states, NO_NUMBER};
}

static void set_row (table *t, size_t row, const paper_row *paper,
                     const spf_counts *whole, const spf_counts *after) {
  set (table_cell (t, row, CALLS), paper->calls, whole);
  set (table_cell (t, row, CALLS_AFTER), paper->calls_after, after);
  set_states (table_cell (t, row, STATES), paper->states, whole);
  set_states (table_cell (t, row, STATES_AFTER), paper->states_after, after);
}

static void set_times (table *t, size_t row, const spf_counts *whole,
                       const spf_counts *after) {
  table_cell (t, row, TIME)->hybrid = (double) whole->time / 1e6;
  table_cell (t, row, TIME_AFTER)->hybrid = (double) after->time / 1e6;
}

static void add_metrics (table *t, const char *const *name, int last) {
  for (int i = CALLS; i <= last; i++)
    table_add_metric (t, name[i], i < TIME ? "" : "ms", false);
}

/* Iterative deepening. */

typedef struct deepening_row {
  const char *name;
  const char *file, *flags;
  const depth_policy *policy;
  unsigned from, to; /* limits */
  paper_row paper;
} deepening_row;

static const deepening_row deepenings[] = {
    {"WBS 24 -> 25",
     "wbs",
     NULL,
     &brakes,
     24,
     25,
     {335358, 77312, 349272, 252952}},
    {"WBS 29 -> 30",
     "wbs",
     NULL,
     &brakes,
     29,
     30,
     {629758, 32256, 644184, 171784}},
    {"MerArbiter 24 -> 25",
     "merarbiter",
     "-DCHECKED",
     &arbiter,
     24,
     25,
     {12252, 2942, 17103, 16756}},
    {"MerArbiter 29 -> 30",
     "merarbiter",
     "-DCHECKED",
     &arbiter,
     29,
     30,
     {25684, 1540, 33273, 15250}},
    {"MerArbiter 34 -> 35",
     "merarbiter",
     "-DCHECKED",
     &arbiter,
     34,
     35,
     {27636, 18, 35359, 1476}},
};

/* The whole run at the larger depth, then the smaller one and from there on. */
static status measure_deepening (lab *l, table *t, const deepening_row *d) {
  size_t row = table_add_row (t, d->name);
  specimen small = {d->name, d->file, d->flags, d->from, d->policy};
  specimen large = {d->name, d->file, d->flags, d->to, d->policy};
  spf_counts whole, first, rest = {0};
  spf_tree tree;
  asker *a = asker_new (l, ASK_HYBRID);
  status st = spf_run (l, &large, a, NULL, &whole);
  asker_free (a);
  spf_tree_init (&tree, l->mem);
  a = asker_new (l, ASK_HYBRID);
  st = st ? st : spf_run (l, &small, a, &tree, &first);
  spf_tree_open (&tree, &(spf_tree_filter) {0});
  asker_forget_tests (a);
  st = st ? st : spf_run (l, &large, a, &tree, &rest);
  asker_free (a);
  spf_tree_release (&tree);
  if (st)
    return st;
  set_row (t, row, &d->paper, &whole, &rest);
  set_times (t, row, &whole, &rest);
  return ST_OK;
}

status table_memoise_1 (lab *l, table *t) {
  static const char *const name[] = {"calls",  "iterative calls",
                                     "states", "iterative states",
                                     "time",   "iterative time"};
  add_metrics (t, name, TIME_AFTER);
  status st = ST_OK;
  for (size_t i = 0; !st && i < sizeof deepenings / sizeof *deepenings; i++)
    st = measure_deepening (l, t, deepenings + i);
  table_add_note (t,
                  "hybrid: calls that reach a solver; the others are answered "
                  "by the witness or the ladder");
  table_add_note (t, "depths are fitted: the paper does not say which "
                     "transitions its tool counts; WBS counts one more "
                     "whenever 3 symbols were made, MerArbiter 10 before "
                     "the first conditional; both were chosen to come close "
                     "to the published calls");
  return st;
}

/* Regression. */

typedef struct regression {
  const char *name, *file, *base, *changed;
  const depth_policy *policy;
  unsigned limit;
  paper_row paper;
} regression;

static const regression regressions[] = {
    {"TCAS v6",
     "tcas",
     "-DAGAIN",
     "-DAGAIN -DMUTANT=6",
     &loops,
     0,
     {2566, 1696, 2688, 2186}},
    {"TCAS v25",
     "tcas",
     "-DAGAIN",
     "-DAGAIN -DMUTANT=25",
     &loops,
     0,
     {2566, 2016, 2688, 2658}},
    {"TCAS v30",
     "tcas",
     "-DAGAIN",
     "-DAGAIN -DMUTANT=30",
     &loops,
     0,
     {686, 632, 752, 722}},
    {"MerArbiter v1",
     "merarbiter",
     "-DCHECKED",
     "-DCHECKED -DCHANGE=1",
     &arbiter,
     25,
     {12596, 2072, 17718, 6567}},
    {"MerArbiter v2",
     "merarbiter",
     "-DCHECKED",
     "-DCHECKED -DCHANGE=2",
     &arbiter,
     25,
     {12252, 2, 17103, 43}},
};

/* The sites of a program. */
static status collect_sites (lab *l, const specimen *s, map *out) {
  program *p = specimen_load (l, s);
  if (!p)
    return l->context->trouble.code;
  for (uint32_t f = 0; f < program_count_functions (p); f++) {
    if (!program_function (p, f)->has_body)
      continue;
    const code *c = program_code (p, f);
    for (uint32_t pc = 0; pc < c->n_insns; pc++)
      if (c->insn[pc].op == OP_BRANCH)
        map_put (out, spf_site (p, f, pc), 1);
  }
  program_free (p);
  return ST_OK;
}

static bool is_gone (void *owner, uint64_t site) {
  return !map_find (owner, site);
}

static bool is_never (void *owner, const spf_tree *t, uint32_t at) {
  (void) owner, (void) t, (void) at;
  return false;
}

static status measure_regression (lab *l, table *t, const regression *r) {
  size_t row = table_add_row (t, r->name);
  specimen base = {r->name, r->file, r->base, r->limit, r->policy};
  specimen changed = {r->name, r->file, r->changed, r->limit, r->policy};
  spf_counts whole = {0}, first, rest = {0};
  spf_tree tree;
  map sites;
  map_init (&sites, l->mem);
  asker *a = asker_new (l, ASK_HYBRID);
  status st = spf_run (l, &changed, a, NULL, &whole);
  asker_free (a);
  spf_tree_init (&tree, l->mem);
  a = asker_new (l, ASK_HYBRID);
  st = st ? st : spf_run (l, &base, a, &tree, &first);
  st = st ? st : collect_sites (l, &changed, &sites);
  spf_tree_open (&tree, &(spf_tree_filter) {&sites, is_never, is_gone});
  st = st ? st : spf_run (l, &changed, a, &tree, &rest);
  asker_free (a);
  spf_tree_release (&tree);
  map_release (&sites);
  if (st)
    return st;
  set_row (t, row, &r->paper, &whole, &rest);
  set_times (t, row, &whole, &rest);
  return ST_OK;
}

status table_memoise_2 (lab *l, table *t) {
  static const char *const name[] = {"calls",  "regression calls",
                                     "states", "regression states",
                                     "time",   "regression time"};
  add_metrics (t, name, TIME_AFTER);
  status st = ST_OK;
  for (size_t i = 0; !st && i < sizeof regressions / sizeof *regressions; i++)
    st = measure_regression (l, t, regressions + i);
  table_add_note (t,
                  "regression: asked is from the first conditional on whose "
                  "block is changed; the paper's analysis of changes differs "
                  "and is not described in all detail");
  table_add_note (t, "MerArbiter: see memoise-1 for its depth");
  return st;
}

/* Heuristics. */

/* From where in its function can a call be reached? Steps backwards until
 * nothing is added.
 */
typedef VEC (bool) subject_flags;

static bool leads_on (const code *c, uint32_t pc, const bool *reached) {
  const insn *in = &c->insn[pc];
  switch (in->op) {
  case OP_BRANCH:
    return reached[in->b] || reached[in->c];
  case OP_JUMP:
    return reached[in->a];
  case OP_RETURN:
  case OP_UNREACHABLE:
  case OP_SWITCH:
    return false;
  default:
    return pc + 1 < c->n_insns && reached[pc + 1];
  }
}

static void reach_back (const code *c, bool *reached) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t pc = c->n_insns; pc-- > 0;)
      if (!reached[pc] && leads_on (c, pc, reached))
        reached[pc] = changed = true;
  }
}

static bool is_failure (const insn *in) {
  return in->op == OP_BUILTIN && in->a == BUILTIN_ASSERT_FAIL;
}

/* Of the assertions of a function, in their order: those that have a bit. */
typedef struct aim {
  const char *const *function; /* NULL at the end */
  unsigned errors;             /* 0: the functions as a whole */
} aim;

/* The sites of a function, each with the sides that lead to the aim. */
static void collect_function (lab *l, program *p, uint32_t f, unsigned errors,
                              map *out) {
  const code *c = program_code (p, f);
  subject_flags reached = {0};
  uint32_t n = 0;
  for (uint32_t pc = 0; pc < c->n_insns; pc++) {
    bool fails = is_failure (&c->insn[pc]);
    vec_push (l->mem, &reached, !errors || (fails && (errors >> n & 1)));
    n += fails;
  }
  reach_back (c, reached.data);
  for (uint32_t pc = 0; pc < c->n_insns; pc++) {
    const insn *in = &c->insn[pc];
    if (in->op == OP_BRANCH && reached.data[pc])
      map_put (out, spf_site (p, f, pc),
               (uint64_t) reached.data[in->b] | (uint64_t) reached.data[in->c]
                                                    << 1);
  }
  vec_release (l->mem, &reached);
}

static status collect_aim (lab *l, const specimen *s, const aim *a, map *out) {
  program *p = specimen_load (l, s);
  if (!p)
    return l->context->trouble.code;
  map_clear (out);
  for (const char *const *name = a->function; *name; name++)
    collect_function (l, p, program_find_function (p, *name), a->errors, out);
  program_free (p);
  return ST_OK;
}

/* Which boundaries are candidates. */
typedef struct route {
  map sites;     /* of the aim */
  unsigned most; /* of the counter */
} route;

/* Reachability: the conditional that it waits at leads to the aim. */
static bool waits_before (void *owner, const spf_tree *t, uint32_t at) {
  route *g = owner;
  return map_find (&g->sites, t->node.data[at].site);
}

static bool comes_by (const route *g, const spf_tree *t, uint32_t at) {
  const spf_node *d = t->node.data + at;
  const uint64_t *sides = map_find (&g->sites, t->node.data[d->parent].site);
  return at && sides && (*sides >> d->side & 1);
}

/* The paper's simplified form: its last decision was in one of the functions.
 */
static bool ends_in (void *owner, const spf_tree *t, uint32_t at) {
  return comes_by (owner, t, at);
}

/* Counter: it went most often by a side that leads to the aim. */
static unsigned count_passes (const route *g, const spf_tree *t, uint32_t at) {
  unsigned n = 0;
  for (; at; at = t->node.data[at].parent)
    n += comes_by (g, t, at);
  return n;
}

static bool is_most (void *owner, const spf_tree *t, uint32_t at) {
  route *g = owner;
  return count_passes (g, t, at) == g->most;
}

static void find_most (route *g, const spf_tree *t) {
  g->most = 0;
  for (uint32_t i = 0; i < t->node.len; i++) {
    unsigned n = t->node.data[i].is_boundary ? count_passes (g, t, i) : 0;
    g->most = n > g->most ? n : g->most;
  }
}

typedef bool heuristic (void *owner, const spf_tree *, uint32_t at);

static status open_guided (lab *l, const specimen *s, const aim *a,
                           heuristic *h, spf_tree *tree, spf_boundaries *out) {
  route g = {0};
  map_init (&g.sites, l->mem);
  status st = collect_aim (l, s, a, &g.sites);
  find_most (&g, tree);
  *out = spf_tree_open (tree, &(spf_tree_filter) {&g, h, NULL});
  map_release (&g.sites);
  return st;
}

static status run_alone (lab *l, const specimen *s, spf_tree *tree,
                         spf_counts *out) {
  asker *a = asker_new (l, ASK_HYBRID);
  status st = spf_run (l, s, a, tree, out);
  asker_free (a);
  return st;
}

/* The example with two loops is deepened step by step, towards the errors that
 * were not found yet: both; from depth 60 on, which has the second, the first.
 */
typedef struct heuristic_step {
  const char *name;
  unsigned limit, errors;
  paper_row paper;
} heuristic_step;

static const heuristic_step two_loops[] = {
    {"two loops 40", 40, 3, {1482, 1482, 1484, 1484}},
    {"two loops 60", 60, 3, {3414, 1932, 3416, 3416}},
    {"two loops 80", 80, 1, {6114, 420, 6114, 538}},
    {"two loops 100", 100, 1, {9614, 420, 9616, 578}},
    {"two loops 120", 120, 1, {13608, 114, 13610, 312}},
};

static status measure_step (lab *l, table *t, const heuristic_step *h,
                            spf_tree *tree) {
  static const char *const two[] = {"two", NULL};
  size_t row = table_add_row (t, h->name);
  specimen s = {h->name, "loops", NULL, h->limit, &loops};
  spf_counts whole, guided;
  spf_boundaries b;
  status st =
      open_guided (l, &s, &(aim) {two, h->errors}, waits_before, tree, &b);
  tree->node.data[0].is_open = true;
  st = st ? st : run_alone (l, &s, NULL, &whole);
  st = st ? st : run_alone (l, &s, tree, &guided);
  if (!st)
    set_row (t, row, &h->paper, &whole, &guided);
  return st;
}

static status measure_two_loops (lab *l, table *t) {
  status st = ST_OK;
  spf_tree tree;
  spf_tree_init (&tree, l->mem);
  for (size_t i = 0; !st && i < sizeof two_loops / sizeof *two_loops; i++)
    st = measure_step (l, t, two_loops + i, &tree);
  spf_tree_release (&tree);
  return st;
}

/* One deepening from a base that has no goal. */
typedef struct guided_row {
  const char *name;
  specimen base, deep;
  aim aim;
  heuristic *heuristic;
  paper_row paper;
  double candidates, boundaries; /* published */
} guided_row;

static const char *const withdraw[] = {"withdraw", NULL};
static const char *const arbiting[] = {"step_arbiter", "step_half", "ask",
                                       "ask_comm", NULL};

#define BANK(LIMIT) {"BankAccount", "bankaccount", NULL, LIMIT, &bank}
#define ARBITER(LIMIT) \
  {"MerArbiter", "merarbiter", "-DCHECKED", LIMIT, &arbiter}

static const guided_row guided_rows[] = {
    {"Bank 20 reached",
     BANK (20),
     BANK (37),
     {withdraw, 0},
     ends_in,
     {8190, 4032, 16381, 8253},
     32,
     64},
    {"Bank 25 reached",
     BANK (25),
     BANK (37),
     {withdraw, 0},
     ends_in,
     {8190, 3840, 16381, 8445},
     128,
     256},
    {"Bank 30 reached",
     BANK (30),
     BANK (37),
     {withdraw, 0},
     ends_in,
     {8190, NO_NUMBER, 16381, NO_NUMBER},
     0,
     512},
    {"Bank 35 reached",
     BANK (35),
     BANK (37),
     {withdraw, 0},
     ends_in,
     {8190, NO_NUMBER, 16381, NO_NUMBER},
     0,
     2048},
    {"Bank 20 counted",
     BANK (20),
     BANK (37),
     {withdraw, 1},
     is_most,
     {8190, 127, 16381, 277},
     1,
     64},
    {"Bank 25 counted",
     BANK (25),
     BANK (37),
     {withdraw, 1},
     is_most,
     {8190, 31, 16381, 93},
     1,
     256},
    {"Bank 30 counted",
     BANK (30),
     BANK (37),
     {withdraw, 1},
     is_most,
     {8190, 29, 16381, 93},
     2,
     512},
    {"Bank 35 counted",
     BANK (35),
     BANK (37),
     {withdraw, 1},
     is_most,
     {8190, 5, 16381, 53},
     2,
     2048},
    {"MerArbiter 25 reached",
     ARBITER (25),
     ARBITER (30),
     {arbiting, 0},
     ends_in,
     {25684, 932, 33273, 2071},
     NO_NUMBER,
     NO_NUMBER},
};

/* The account's driver has a transition besides every side. */
static void double_states (const depth_policy *p, spf_counts *n) {
  if (p == &bank)
    n->states = 2 * (n->states - 2) + 1;
}

static status measure_guided (lab *l, table *t, const guided_row *g) {
  size_t row = table_add_row (t, g->name);
  spf_counts whole, base, guided;
  spf_boundaries b;
  spf_tree tree;
  spf_tree_init (&tree, l->mem);
  status st = run_alone (l, &g->deep, NULL, &whole);
  st = st ? st : run_alone (l, &g->base, &tree, &base);
  st = st ? st : open_guided (l, &g->base, &g->aim, g->heuristic, &tree, &b);
  st = st ? st : run_alone (l, &g->deep, &tree, &guided);
  spf_tree_release (&tree);
  if (st)
    return st;
  double_states (g->deep.policy, &whole);
  double_states (g->deep.policy, &guided);
  set_row (t, row, &g->paper, &whole, &guided);
  if (!b.open)
    table_cell (t, row, STATES_AFTER)->reproduced = 0;
  *table_cell (t, row, CANDIDATES) =
      (table_entry) {g->candidates, (double) b.open, NO_NUMBER};
  *table_cell (t, row, BOUNDARIES) =
      (table_entry) {g->boundaries, (double) b.all, NO_NUMBER};
  return ST_OK;
}

static void note_heuristics (table *t) {
  table_add_note (t, "reached: only from boundaries of the base depth whose "
                     "last decision was in the function that has the error "
                     "(in the arbiter's functions), the paper's simplified "
                     "reachability; two loops: from which an error not found "
                     "yet can be reached");
  table_add_note (t, "counted: only from those that went most often by the "
                     "side that leads to the error; the paper has one call "
                     "more in each of these rows, and we do not know which");
  table_add_note (t, "no candidate: there is nothing to run, the paper has no "
                     "numbers there");
  table_add_note (t, "BankAccount: its depth is fitted to the published "
                     "calls: one transition before the first conditional, "
                     "two more with each; so are its states: two for a side");
  table_add_note (t, "MerArbiter: its depth is fitted as in memoise-1, which "
                     "has other paths at 25 than the paper");
}

status table_memoise_3 (lab *l, table *t) {
  static const char *const name[] = {"calls",      "guided calls",
                                     "states",     "guided states",
                                     "candidates", "boundaries"};
  for (int i = CALLS; i <= BOUNDARIES; i++)
    table_add_metric (t, name[i], "", false);
  status st = ST_OK;
  for (size_t i = 0; !st && i < sizeof guided_rows / sizeof *guided_rows; i++)
    st = measure_guided (l, t, guided_rows + i);
  st = st ? st : measure_two_loops (l, t);
  note_heuristics (t);
  return st;
}
