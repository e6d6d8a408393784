/* The tables of "Memoise": how many calls of a solver a run needs that has the
 * tree of another one. Reproduced is its technique, with a tree as it keeps one
 * (spf_tree.h) and one call for each side of a conditional. Hybrid is
 * 'reprise run' with the trie of an earlier run (src/memo), on bit-vectors.
 */

#include "base/map.h"
#include "lab/tables/paper_tables.h"
#include "lab/tables/spf.h"
#include "lab/tables/version_run.h"

#include <string.h>

/* All but the first are fitted: the notes below the tables say so. */
static const depth_policy loops = {0, 0, 0};
static const depth_policy bank = {1, 2, 0};
static const depth_policy brakes = {0, 0, 3};
static const depth_policy arbiter = {10, 0, 0};

/* Of a whole run, and of one that has the tree of another. */
enum {
  CALLS,
  CALLS_AFTER,
  STATES,
  STATES_AFTER,
  ASKED, /* from here on hybrid's alone: asked, instructions, time */
  CANDIDATES = ASKED + 6,
  BOUNDARIES
};

typedef struct paper_row {
  double calls, calls_after, states, states_after;
} paper_row;

/* Hybrid: what a run from scratch has, and one with the trie of another. */
typedef struct memo_pair {
  version_outcome whole, after;
} memo_pair;

/* How often law 2 held. */
typedef struct memo_tally {
  unsigned same, all;
  unsigned paper; /* the tree of the paper's technique is that from scratch */
} memo_tally;

/* 'whole' alone, and 'then' after 'first', if there is one. */
static status run_memo (lab *l, const version *whole, const version *first,
                        const version *then, memo_pair *out) {
  workplace w;
  version_outcome before;
  log_info (&l->context->log, "%s: %u forks, after %u", then->file, then->depth,
            first ? first->depth : 0);
  status st = workplace_open (l, &w);
  st = st ? st : version_run (l, &w, whole, &out->whole);
  workplace_close (l, &w);
  if (st)
    return st;
  st = workplace_open (l, &w);
  if (first)
    st = st ? st : version_run (l, &w, first, &before);
  st = st ? st : version_run (l, &w, then, &out->after);
  workplace_close (l, &w);
  return st;
}

static void tally (memo_tally *n, const memo_pair *m) {
  n->all++;
  n->same += version_is_same (&m->whole, &m->after);
}

static version version_of (const specimen *s, unsigned forks) {
  return (version) {.file = s->file,
                    .flags = s->flags,
                    .depth = s->limit ? forks : 0,
                    .incremental = "on"};
}

static void set (table_entry *c, double paper, uint64_t asked, uint64_t ours) {
  *c = (table_entry) {paper, (double) asked, (double) ours};
}

/* A state of the paper is no unit of ours: instructions are. */
static void set_states (table_entry *c, double paper, uint64_t n) {
  *c = (table_entry) {paper, (double) n, NO_NUMBER};
}

static void set_row (table *t, size_t row, const paper_row *paper,
                     const spf_counts *whole, const spf_counts *after,
                     const memo_pair *m) {
  set (table_cell (t, row, CALLS), paper->calls, whole->queries,
       m->whole.solved);
  set (table_cell (t, row, CALLS_AFTER), paper->calls_after, after->queries,
       m->after.solved);
  set_states (table_cell (t, row, STATES), paper->states, whole->states);
  set_states (table_cell (t, row, STATES_AFTER), paper->states_after,
              after->states);
  const uint64_t ours[] = {m->whole.queries,      m->after.queries,
                           m->whole.instructions, m->after.instructions,
                           m->whole.time / 1000,  m->after.time / 1000};
  for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
    table_cell (t, row, ASKED + i)->hybrid =
        (double) ours[i] / (i < 4 ? 1 : 1000);
}

static void add_metrics (table *t, const char *after, bool has_candidates) {
  static const char *const name[] = {"calls", "states", "asked", "instructions",
                                     "time"};
  for (int i = 0; i < 5; i++) {
    table_add_metric (t, name[i], i < 4 ? "" : "ms", false);
    char_vec text = {0};
    text_printf (t->mem, &text, "%s%s", after, name[i]);
    table_add_metric (t, table_copy_name (t, text.data, text.len),
                      i < 4 ? "" : "ms", false);
    vec_release (t->mem, &text);
  }
  if (has_candidates) {
    table_add_metric (t, "candidates", "", false);
    table_add_metric (t, "boundaries", "", false);
  }
}

static void note_memo (table *t, const memo_tally *n) {
  table_add_note (t, "hybrid: 'reprise run' on bit-vectors, with a store in "
                     "which an earlier run left its trie; calls: those of a "
                     "solver; asked: what its ladder was asked; the paper's "
                     "bound becomes the number of forks on its deepest path");
  if (n->all)
    table_add_note (t,
                    "law 2: hybrid's paths, errors, coverage and tests are "
                    "those of a run from scratch in %u of %u rows, the paper's "
                    "tree in %u",
                    n->same, n->all, n->paper);
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
static status measure_deepening (lab *l, table *t, const deepening_row *d,
                                 memo_tally *n) {
  size_t row = table_add_row (t, d->name);
  specimen small = {d->name, d->file, d->flags, d->from, d->policy};
  specimen large = {d->name, d->file, d->flags, d->to, d->policy};
  spf_counts whole, first, rest = {0};
  spf_tree tree, scratch_tree;
  spf_tree_init (&scratch_tree, l->mem);
  asker *a = asker_new (l, ASK_HYBRID);
  status st = spf_run (l, &large, a, &scratch_tree, &whole);
  asker_free (a);
  spf_tree_init (&tree, l->mem);
  a = asker_new (l, ASK_HYBRID);
  st = st ? st : spf_run (l, &small, a, &tree, &first);
  spf_tree_open (&tree, &(spf_tree_filter) {0});
  asker_forget_tests (a);
  st = st ? st : spf_run (l, &large, a, &tree, &rest);
  asker_free (a);
  n->paper += spf_tree_is_same (&tree, &scratch_tree);
  spf_tree_release (&tree);
  spf_tree_release (&scratch_tree);
  version from = version_of (&small, first.forks);
  version to = version_of (&large, whole.forks);
  memo_pair m;
  st = st ? st : run_memo (l, &to, &from, &to, &m);
  if (st)
    return st;
  set_row (t, row, &d->paper, &whole, &rest, &m);
  tally (n, &m);
  return ST_OK;
}

status table_memoise_1 (lab *l, table *t) {
  memo_tally n = {0};
  add_metrics (t, "iterative ", false);
  status st = ST_OK;
  for (size_t i = 0; !st && i < sizeof deepenings / sizeof *deepenings; i++)
    st = measure_deepening (l, t, deepenings + i, &n);
  note_memo (t, &n);
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

/* The mutants of the paper first. */
#define TCAS_MUTANT(N, ...) \
  { \
    "TCAS v" #N, "tcas", "-DAGAIN", "-DAGAIN -DMUTANT=" #N, &loops, 0, { \
      __VA_ARGS__ \
    } \
  }
#define OTHER_MUTANT(N) \
  TCAS_MUTANT (N, NO_NUMBER, NO_NUMBER, NO_NUMBER, NO_NUMBER)
#define ARBITER_CHANGE(N, ...) \
  { \
    "MerArbiter v" #N, "merarbiter", "-DCHECKED", "-DCHECKED -DCHANGE=" #N, \
        &arbiter, 25, { \
      __VA_ARGS__ \
    } \
  }

static const regression regressions[] = {
    TCAS_MUTANT (6, 2566, 1696, 2688, 2186),
    TCAS_MUTANT (25, 2566, 2016, 2688, 2658),
    TCAS_MUTANT (30, 686, 632, 752, 722),
    ARBITER_CHANGE (1, 12596, 2072, 17718, 6567),
    ARBITER_CHANGE (2, 12252, 2, 17103, 43),
    OTHER_MUTANT (1),
    OTHER_MUTANT (2),
    OTHER_MUTANT (3),
    OTHER_MUTANT (4),
    OTHER_MUTANT (5),
    OTHER_MUTANT (9),
    OTHER_MUTANT (12),
    OTHER_MUTANT (13),
    OTHER_MUTANT (14),
    OTHER_MUTANT (16),
    OTHER_MUTANT (20),
    OTHER_MUTANT (21),
    OTHER_MUTANT (22),
    OTHER_MUTANT (23),
    OTHER_MUTANT (24),
    OTHER_MUTANT (26),
    OTHER_MUTANT (28),
    OTHER_MUTANT (29),
    OTHER_MUTANT (34),
    OTHER_MUTANT (35),
    OTHER_MUTANT (36),
    OTHER_MUTANT (40),
};

static bool is_never (void *owner, const spf_tree *t, uint32_t at) {
  (void) owner, (void) t, (void) at;
  return false;
}

/* The tree of the old version, as the new one may use it. */
static status open_for (lab *l, const specimen *s, spf_tree *tree) {
  program *p = specimen_load (l, s);
  if (!p)
    return l->context->trouble.code;
  spf_code now;
  spf_code_init (&now, l->mem, p);
  spf_tree_open (tree, &(spf_tree_filter) {NULL, is_never, &now});
  spf_code_release (&now);
  program_free (p);
  return ST_OK;
}

static status measure_regression (lab *l, table *t, const regression *r,
                                  memo_tally *n) {
  size_t row = table_add_row (t, r->name);
  specimen base = {r->name, r->file, r->base, r->limit, r->policy};
  specimen changed = {r->name, r->file, r->changed, r->limit, r->policy};
  spf_counts whole = {0}, first, rest = {0};
  spf_tree tree, scratch_tree;
  spf_tree_init (&scratch_tree, l->mem);
  asker *a = asker_new (l, ASK_HYBRID);
  status st = spf_run (l, &changed, a, &scratch_tree, &whole);
  asker_free (a);
  spf_tree_init (&tree, l->mem);
  a = asker_new (l, ASK_HYBRID);
  st = st ? st : spf_run (l, &base, a, &tree, &first);
  st = st ? st : open_for (l, &changed, &tree);
  st = st ? st : spf_run (l, &changed, a, &tree, &rest);
  asker_free (a);
  n->paper += spf_tree_is_same (&tree, &scratch_tree);
  spf_tree_release (&tree);
  spf_tree_release (&scratch_tree);
  version from = version_of (&base, first.forks);
  version to = version_of (&changed, whole.forks);
  memo_pair m;
  st = st ? st : run_memo (l, &to, &from, &to, &m);
  if (st)
    return st;
  set_row (t, row, &r->paper, &whole, &rest, &m);
  tally (n, &m);
  return ST_OK;
}

status table_memoise_2 (lab *l, table *t) {
  memo_tally n = {0};
  add_metrics (t, "regression ", false);
  status st = ST_OK;
  for (size_t i = 0; !st && i < sizeof regressions / sizeof *regressions; i++)
    st = measure_regression (l, t, regressions + i, &n);
  note_memo (t, &n);
  table_add_note (t,
                  "regression: asked is from the first conditional on before "
                  "which something changed; the paper's analysis of changes "
                  "differs and is not described in all detail");
  table_add_note (t, "MerArbiter: see memoise-1 for its depth; which guard v2 "
                     "changes is fitted to the published calls");
  table_add_note (t, "TCAS: mutants without paper's numbers are those of which "
                     "the literature says what they change; those in layers "
                     "of altitude that our driver does not use change nothing "
                     "here, the others we do not know well enough");
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

/* The conditionals of a function, each with the sides that lead to the aim. */
static void collect_function (lab *l, const spf_code *all, uint32_t f,
                              unsigned errors, map *out) {
  const code *c = program_code (all->program, f);
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
      map_put (out, spf_place (all, f, pc),
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
  spf_code all;
  spf_code_init (&all, l->mem, p);
  for (const char *const *name = a->function; *name; name++)
    collect_function (l, &all, program_find_function (p, *name), a->errors,
                      out);
  spf_code_release (&all);
  program_free (p);
  return ST_OK;
}

/* Which boundaries are candidates. */
typedef struct route {
  map places;    /* of the aim: conditionals */
  unsigned most; /* of the counter */
} route;

/* Reachability: the conditional that it waits at leads to the aim. */
static bool waits_before (void *owner, const spf_tree *t, uint32_t at) {
  route *g = owner;
  return map_find (&g->places, t->node.data[at].place);
}

static bool comes_by (const route *g, const spf_tree *t, uint32_t at) {
  const spf_node *d = t->node.data + at;
  const uint64_t *sides = map_find (&g->places, t->node.data[d->parent].place);
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
  map_init (&g.places, l->mem);
  status st = collect_aim (l, s, a, &g.places);
  find_most (&g, tree);
  *out = spf_tree_open (tree, &(spf_tree_filter) {&g, h, NULL});
  map_release (&g.places);
  return st;
}

static status run_alone (lab *l, const specimen *s, spf_tree *tree,
                         spf_counts *out) {
  asker *a = asker_new (l, ASK_HYBRID);
  status st = spf_run (l, s, a, tree, out);
  asker_free (a);
  return st;
}

/* Hybrid goes where the errors are, as --target has it. */
static status find_errors (lab *l, const specimen *s, const aim *a,
                           char_vec *out) {
  program *p = specimen_load (l, s);
  if (!p)
    return l->context->trouble.code;
  const code *c = program_code (p, program_find_function (p, a->function[0]));
  const char *slash = strrchr (s->file, '/');
  uint32_t n = 0;
  for (uint32_t pc = 0; pc < c->n_insns; pc++)
    if (is_failure (&c->insn[pc]) && a->errors >> n++ & 1)
      text_printf (l->mem, out, "%s%s.c:%u", out->len ? "," : "",
                   slash ? slash + 1 : s->file, c->place[pc].line);
  text_c (l->mem, out);
  program_free (p);
  return ST_OK;
}

/* After a run with fewer forks, or none: towards the errors or, where there are
 * none, only where something is not covered yet.
 */
static status run_towards (lab *l, const specimen *deep, unsigned base_forks,
                           unsigned deep_forks, const aim *a, memo_pair *out) {
  version from = version_of (deep, base_forks);
  version whole = version_of (deep, deep_forks), to = whole;
  char_vec places = {0};
  status st = a->errors ? find_errors (l, deep, a, &places) : ST_OK;
  to.target = places.data;
  to.stop = a->errors ? STOP_AT_EXPLORED : STOP_AT_COVERED;
  st = st ? st : run_memo (l, &whole, base_forks ? &from : NULL, &to, out);
  vec_release (l->mem, &places);
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
                            spf_tree *tree, unsigned *forks) {
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
  memo_pair m;
  st = st ? st
          : run_towards (l, &s, *forks, whole.forks, &(aim) {two, h->errors},
                         &m);
  if (st)
    return st;
  *forks = whole.forks;
  set_row (t, row, &h->paper, &whole, &guided, &m);
  return ST_OK;
}

static status measure_two_loops (lab *l, table *t) {
  status st = ST_OK;
  unsigned forks = 0;
  spf_tree tree;
  spf_tree_init (&tree, l->mem);
  for (size_t i = 0; !st && i < sizeof two_loops / sizeof *two_loops; i++)
    st = measure_step (l, t, two_loops + i, &tree, &forks);
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
  unsigned errors;               /* where hybrid goes */
} guided_row;

static const char *const withdraw[] = {"withdraw", NULL};
static const char *const arbiting[] = {
    "step_arbiter", "step_half",   "ask", "ask_comm",
    "wants_rat_1",  "wants_rat_2", NULL};

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
     64,
     1},
    {"Bank 25 reached",
     BANK (25),
     BANK (37),
     {withdraw, 0},
     ends_in,
     {8190, 3840, 16381, 8445},
     128,
     256,
     1},
    {"Bank 30 reached",
     BANK (30),
     BANK (37),
     {withdraw, 0},
     ends_in,
     {8190, NO_NUMBER, 16381, NO_NUMBER},
     0,
     512,
     1},
    {"Bank 35 reached",
     BANK (35),
     BANK (37),
     {withdraw, 0},
     ends_in,
     {8190, NO_NUMBER, 16381, NO_NUMBER},
     0,
     2048,
     1},
    {"Bank 20 counted",
     BANK (20),
     BANK (37),
     {withdraw, 1},
     is_most,
     {8190, 127, 16381, 277},
     1,
     64,
     1},
    {"Bank 25 counted",
     BANK (25),
     BANK (37),
     {withdraw, 1},
     is_most,
     {8190, 31, 16381, 93},
     1,
     256,
     1},
    {"Bank 30 counted",
     BANK (30),
     BANK (37),
     {withdraw, 1},
     is_most,
     {8190, 29, 16381, 93},
     2,
     512,
     1},
    {"Bank 35 counted",
     BANK (35),
     BANK (37),
     {withdraw, 1},
     is_most,
     {8190, 5, 16381, 53},
     2,
     2048,
     1},
    {"MerArbiter 25 reached",
     ARBITER (25),
     ARBITER (30),
     {arbiting, 0},
     ends_in,
     {25684, 932, 33273, 2071},
     NO_NUMBER,
     NO_NUMBER,
     0},
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
  memo_pair m;
  st = st ? st
          : run_towards (l, &g->deep, base.forks, whole.forks,
                         &(aim) {g->aim.function, g->errors}, &m);
  if (st)
    return st;
  double_states (g->deep.policy, &whole);
  double_states (g->deep.policy, &guided);
  set_row (t, row, &g->paper, &whole, &guided, &m);
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
  add_metrics (t, "guided ", true);
  status st = ST_OK;
  for (size_t i = 0; !st && i < sizeof guided_rows / sizeof *guided_rows; i++)
    st = measure_guided (l, t, guided_rows + i);
  st = st ? st : measure_two_loops (l, t);
  note_memo (t, &(memo_tally) {0});
  table_add_note (t, "hybrid goes to the error (--target), in the arbiter only "
                     "to what is not covered yet (--stop=covered); it has no "
                     "counter, so reached and counted are the same for it");
  note_heuristics (t);
  return st;
}
