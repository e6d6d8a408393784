#include "lab/tables/spf.h"

#include "base/clock.h"
#include "lab/tables/integers.h"
#include "lab/tables/spf_code.h"
#include "machine/machine.h"
#include "term/eval.h"
#include "term/leaves.h"

#include <string.h>

#define FUEL (UINT64_C (1) << 20)

/* What a path carries along: state.extra. */
typedef struct track {
  state *state;
  term_vec symbol;    /* integer of each state.symbolics */
  term_vec condition; /* decisions; GreenTrie: those with two sides */
  unsigned depth;     /* conditionals so far */
  unsigned forks;     /* of them, with two sides */
  uint32_t node;      /* of the tree */
  uint64_t way;       /* that the last decision took; with a tree only */
  /* hybrid only */
  model *witness; /* of the conditions */
  u32_vec tests;  /* of versions before that go this way */
} track;

typedef struct spf {
  chooser chooser; /* first: the machine knows us by it */
  lab *lab;
  memory *mem;
  const specimen *subject;
  asker *asker;
  spf_tree *tree;           /* or NULL */
  spf_code code;            /* of the next three: with a tree only */
  u32_vec blocks;           /* executed since the last decision */
  spf_leg leg;              /* the same, up to the decision that is made now */
  const spf_budget *budget; /* or NULL */
  uint64_t start;           /* of the processor's time */
  terms *bits;              /* of the machine */
  terms *ts;                /* of the asker */
  machine *machine;
  integers integers;
  evaluator *evaluator;
  model *found;        /* of the last answer */
  bool is_test;        /* 'found' is about all inputs */
  model *const *suite; /* of versions before */
  term_vec slice;
  VEC (bool) is_taken;
  map leaf;              /* of the slice */
  VEC (track *) waiting; /* the last one goes on first */
  spf_counts counts;
  bool is_lost; /* something has no meaning here */
} spf;

/* What was executed since the last decision, and by whom the next one is made.
 */

static uint64_t spf_here (const spf *x, const state *s) {
  return spf_place (&x->code, s->top->code->function, s->top->pc);
}

static void take_leg (spf *x, const track *t) {
  if (!x->tree)
    return;
  machine_take_blocks (x->machine, x->mem, &x->blocks);
  spf_code_leg (&x->code, t->way, &x->blocks, &x->leg);
}

/* Tracks. */

static track *track_new (spf *x, state *s, const track *from) {
  track *t = memory_zalloc (x->mem, sizeof *t);
  t->state = s;
  s->extra = t;
  t->depth = from ? from->depth : 0;
  t->forks = from ? from->forks : 0;
  t->node = from ? from->node : 0;
  for (size_t i = 0; from && i < from->symbol.len; i++)
    vec_push (x->mem, &t->symbol, from->symbol.data[i]);
  for (size_t i = 0; from && i < from->condition.len; i++)
    vec_push (x->mem, &t->condition, from->condition.data[i]);
  if (asker_of (x->asker) == ASK_HYBRID) {
    t->witness = model_new (x->mem, x->ts);
    if (from)
      model_copy (t->witness, from->witness);
    for (size_t i = 0; from && i < from->tests.len; i++)
      vec_push (x->mem, &t->tests, from->tests.data[i]);
  }
  return t;
}

static void track_free (spf *x, track *t) {
  machine_drop (x->machine, t->state);
  vec_release (x->mem, &t->tests, &t->symbol, &t->condition);
  model_free (t->witness);
  memory_free (x->mem, t, sizeof *t);
}

/* SPF's name of a symbol. Ours is that of the machine's variable, the same on
 * all paths that make it, and in all versions.
 */
static int name_symbol (spf *x, const symbolic *y, char *out, size_t size) {
  size_t n = strlen (y->name);
  if (asker_of (x->asker) == ASK_HYBRID)
    return snprintf (out, size, "%s", term_name (x->bits, y->part[0]));
  if (!n || y->name[n - 1] != '#')
    return snprintf (out, size, "%s", y->name);
  return snprintf (out, size, "%.*s_%u_SYMINT", (int) n - 1, y->name,
                   asker_number_symbol (x->asker));
}

/* Symbols get their integers in the order of making. */
static void name_symbols (spf *x, track *t) {
  const state *s = t->state;
  for (size_t i = t->symbol.len; i < s->symbolics.len; i++) {
    char text[128];
    int len = name_symbol (x, &s->symbolics.data[i], text, sizeof text);
    vec_push (x->mem, &t->symbol,
              term_var (x->ts, text, (size_t) len, SORT_INT));
  }
}

static term read_condition (spf *x, const track *t, term condition) {
  const state *s = t->state;
  integers_clear (&x->integers);
  for (size_t i = 0; i < s->symbolics.len; i++)
    if (s->symbolics.data[i].n_parts == 1)
      integers_bind (&x->integers, s->symbolics.data[i].part[0],
                     t->symbol.data[i]);
  return integers_read (&x->integers, condition);
}

/* Slices. */

static bool touches (spf *x, term a) {
  const leaf_set *s = term_leaves (x->ts, a);
  for (uint32_t i = 0; i < s->n; i++)
    if (map_find (&x->leaf, s->leaf[i].id))
      return true;
  return false;
}

static void add_leaves (spf *x, term a) {
  const leaf_set *s = term_leaves (x->ts, a);
  for (uint32_t i = 0; i < s->n; i++)
    map_put (&x->leaf, s->leaf[i].id, 1);
}

/* What shares variables with the newest conjunct, over others too. */
static void take_slice (spf *x, const track *t, term newest) {
  const term_vec *path = &t->condition;
  vec_clear (&x->slice);
  vec_clear (&x->is_taken);
  map_clear (&x->leaf);
  add_leaves (x, newest);
  for (size_t i = 0; i < path->len; i++)
    vec_push (x->mem, &x->is_taken, false);
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < path->len; i++) {
      if (x->is_taken.data[i] || !touches (x, path->data[i]))
        continue;
      vec_push (x->mem, &x->slice, path->data[i]);
      add_leaves (x, path->data[i]);
      x->is_taken.data[i] = changed = true;
    }
  }
}

static bool spf_ask (spf *x, const track *t, term side) {
  const term_vec *known = &t->condition;
  if (!asker_wants_path (x->asker)) {
    take_slice (x, t, side);
    known = &x->slice;
  }
  verdict v = asker_ask (x->asker, known->len, known->data, side, x->found);
  x->is_lost |= v == VERDICT_UNKNOWN;
  return v == VERDICT_SAT;
}

/* A test of a version before shows that the side is possible. */
static bool find_test (spf *x, const track *t, term side) {
  for (size_t i = 0; i < t->tests.len; i++) {
    const model *m = x->suite[t->tests.data[i]];
    evaluator_start (x->evaluator, m);
    if (!evaluator_holds (x->evaluator, side))
      continue;
    model_copy (x->found, m);
    return true;
  }
  return false;
}

/* Which sides are possible? The witness shows one. */
static void find_sides (spf *x, const track *t, const term side[2],
                        unsigned jump, bool can[2]) {
  x->counts.queries += 2;
  if (!t->witness) {
    can[jump] = spf_ask (x, t, side[jump]);
    can[!jump] = spf_ask (x, t, side[!jump]);
    return;
  }
  evaluator_start (x->evaluator, t->witness);
  bool is_first = evaluator_holds (x->evaluator, side[0]);
  can[!is_first] = true;
  x->is_test = find_test (x, t, side[is_first]);
  can[is_first] = x->is_test || spf_ask (x, t, side[is_first]);
}

/* Forks. */

/* Tests that go the other way go. */
static void part_tests (spf *x, track *t, term side) {
  size_t n = 0;
  for (size_t i = 0; i < t->tests.len; i++) {
    evaluator_start (x->evaluator, x->suite[t->tests.data[i]]);
    if (evaluator_holds (x->evaluator, side))
      t->tests.data[n++] = t->tests.data[i];
  }
  t->tests.len = n;
}

static void take_side (spf *x, track *t, term side) {
  vec_push (x->mem, &t->condition, side);
  if (!t->witness)
    return;
  evaluator_start (x->evaluator, t->witness);
  bool is_shown = evaluator_holds (x->evaluator, side);
  if (!is_shown && x->is_test)
    model_copy (t->witness, x->found);
  else if (!is_shown)
    model_add (t->witness, x->found);
  part_tests (x, t, side);
}

/* To the child in the tree. */
static void spf_move (spf *x, track *t, unsigned k) {
  const frame *at = t->state->top;
  t->depth++;
  if (!x->tree)
    return;
  t->node = spf_tree_child (x->tree, t->node, k);
  t->way = spf_code_way (&x->code, at->code->function, at->pc, k);
}

static void go (spf *x, track *t, const term side[2], unsigned k) {
  take_side (x, t, side[k]);
  spf_move (x, t, k);
}

/* This state goes on with side 'k', a copy of it later with the other. */
static void fork_track (spf *x, track *t, const term side[2], unsigned k) {
  state *s = t->state, *copy = machine_fork (x->machine, s, s->id + 1);
  uint32_t at = s->next_forced;
  t->forks++;
  if (t->forks > x->counts.forks)
    x->counts.forks = t->forks;
  track *other = track_new (x, copy, t);
  copy->forced[at] = !k;
  copy->n_forced = at + 1;
  copy->next_forced = 0;
  vec_push (x->mem, &x->waiting, other);
  go (x, other, side, !k);
  go (x, t, side, k);
}

/* The side whose code comes first behind the branch falls through. */
static unsigned falling_side (const state *s) {
  const insn *in = &s->top->code->insn[s->top->pc];
  uint32_t here = s->top->pc;
  if (in->op != OP_BRANCH)
    return 0;
  bool b = in->b > here, c = in->c > here;
  return b && c ? in->c < in->b : c && !b;
}

static int lose (spf *x, state *s, const char *what) {
  x->is_lost = true;
  machine_cut (x->machine, s, cause_about (WHY_UNSUPPORTED, what));
  return CHOICE_STOP;
}

/* Depth. */

static bool is_too_deep (const spf *x, const track *t) {
  const depth_policy *p = x->subject->policy;
  size_t limit = x->subject->limit;
  if (!limit)
    return false;
  if (!p)
    return t->condition.len + 1 >= limit;
  size_t rounds = p->symbols ? (t->symbol.len - 1) / p->symbols : 0;
  return t->depth * (1 + p->per_decision) + p->before + rounds + 3 > limit;
}

static int stop_here (spf *x, track *t) {
  if (x->tree)
    spf_tree_end (x->tree, t->node, spf_here (x, t->state), &x->leg);
  machine_cut (x->machine, t->state, cause_of (WHY_MAX_DEPTH));
  return CHOICE_STOP;
}

/* What an earlier run found here, if it was the same code. */
static bool spf_is_known (const spf *x, const track *t) {
  const spf_node *n = x->tree ? x->tree->node.data + t->node : NULL;
  return n && n->place && !n->is_boundary &&
         n->site == spf_site (spf_here (x, t->state), &x->leg);
}

static void spf_recall (spf *x, const track *t, bool can[2]) {
  const spf_node *n = x->tree->node.data + t->node;
  for (unsigned i = 0; i < 2; i++) {
    bool is_open = n->child[i] && x->tree->node.data[n->child[i]].is_open;
    can[i] = n->can[i] && is_open;
  }
  x->counts.states += 2;
}

/* Values for the side that the witness does not show, which is known to be
 * possible.
 */
static void show_sides (spf *x, track *t, const term side[2],
                        const bool can[2]) {
  evaluator_start (x->evaluator, t->witness);
  bool is_first = evaluator_holds (x->evaluator, side[0]);
  x->is_test = false;
  if (can[is_first])
    x->is_lost |= !spf_ask (x, t, side[is_first]);
}

static void spend (spf *x, uint64_t before) {
  uint64_t now = clock_cpu ();
  x->counts.asking += now - before;
  x->counts.time = now - x->start;
}

static bool spf_is_over (const spf *x) {
  return x->budget && x->counts.time >= x->budget->time;
}

static void spf_look (spf *x, track *t, const term side[2], unsigned jump,
                      bool can[2]) {
  if (spf_is_known (x, t)) {
    spf_recall (x, t, can);
    if (t->witness)
      show_sides (x, t, side, can);
    return;
  }
  uint64_t before = x->budget ? clock_cpu () : 0;
  find_sides (x, t, side, jump, can);
  if (x->budget)
    spend (x, before);
  x->counts.states += 2;
  if (x->tree)
    spf_tree_expand (x->tree, t->node, spf_here (x, t->state), &x->leg, can);
}

/* With one side left. */
static int spf_go_on (spf *x, track *t, const term side[2], const bool can[2]) {
  if (!can[0] && !can[1]) { /* nothing is new on any */
    machine_cut (x->machine, t->state, cause_of (WHY_OFF_UNCOVERED));
    return CHOICE_STOP;
  }
  unsigned k = can[0] ? 0 : 1;
  if (x->subject->policy)
    go (x, t, side, k);
  else
    spf_move (x, t, k);
  return (int) k;
}

static int spf_choose (chooser *c, state *s, choice_kind what, uint32_t n,
                       const term *guard) {
  spf *x = (spf *) c;
  track *t = s->extra;
  if (what != CHOICE_BRANCH || n != 2)
    return lose (x, s, "not a conditional");
  if (spf_is_over (x)) {
    machine_cut (x->machine, s, cause_of (WHY_TIME_BUDGET));
    return CHOICE_STOP;
  }
  take_leg (x, t);
  machine_begin_leg (x->machine);
  uint64_t before = x->budget ? clock_cpu () : 0;
  name_symbols (x, t);
  term side[2] = {read_condition (x, t, guard[0]),
                  read_condition (x, t, guard[1])};
  if (x->budget)
    x->counts.reading += clock_cpu () - before;
  if (!side[0].id || !side[1].id)
    return lose (x, s, "no integers");
  bool can[2];
  unsigned falling = falling_side (s);
  if (x->subject->policy && is_too_deep (x, t))
    return stop_here (x, t);
  spf_look (x, t, side, !falling, can);
  if (!can[0] || !can[1])
    return spf_go_on (x, t, side, can);
  if (is_too_deep (x, t))
    return stop_here (x, t);
  fork_track (x, t, side, falling);
  return (int) falling;
}

static bool spf_assume (chooser *c, state *s, term condition, bool *waits) {
  (void) waits;
  spf *x = (spf *) c;
  track *t = s->extra;
  name_symbols (x, t);
  term side = read_condition (x, t, condition);
  if (!side.id || !t->witness)
    return lose (x, s, "an assumption"), false;
  evaluator_start (x->evaluator, t->witness);
  x->is_test = false;
  if (!evaluator_holds (x->evaluator, side) && !spf_ask (x, t, side))
    return false;
  take_side (x, t, side);
  return true;
}

/* The other questions are none that these subjects ask. */

static bool spf_value (chooser *c, state *s, term t, bool fix, const char *why,
                       uint64_t *out) {
  (void) t, (void) fix;
  *out = 0;
  lose ((spf *) c, s, why ? why : "a value");
  return false;
}

static void spf_range (chooser *c, state *s, term t, uint64_t *low,
                       uint64_t *high) {
  (void) c, (void) s, (void) t;
  *low = 0;
  *high = UINT64_MAX;
}

/* Running. */

static void spf_init (spf *x, lab *l, const specimen *s, asker *a, program *p,
                      spf_tree *tree) {
  *x = (spf) {.chooser = {.choose = spf_choose,
                          .assume = spf_assume,
                          .value = spf_value,
                          .range = spf_range},
              .lab = l,
              .mem = l->mem,
              .subject = s,
              .asker = a,
              .tree = tree,
              .bits = terms_new (l->mem),
              .ts = asker_terms (a)};
  x->bits->simplify = false; /* a comparison is symbolic if an operand is */
  x->machine = machine_new (&(machine_config) {.context = l->context,
                                               .terms = x->bits,
                                               .program = p,
                                               .chooser = &x->chooser});
  integers_init (&x->integers, x->mem, x->bits, x->ts);
  map_init (&x->leaf, x->mem);
  spf_code_init (&x->code, x->mem, p);
  x->evaluator = evaluator_new (x->mem, x->ts);
  x->found = model_new (x->mem, x->ts);
}

static void spf_release (spf *x) {
  machine_free (x->machine);
  integers_release (&x->integers);
  evaluator_free (x->evaluator);
  model_free (x->found);
  map_release (&x->leaf);
  spf_code_release (&x->code);
  vec_release (x->mem, &x->blocks, &x->leg);
  vec_release (x->mem, &x->slice, &x->is_taken, &x->waiting);
  terms_free (x->bits);
}

static void run_track (spf *x, track *t) {
  take_leg (x, t); /* of the path before: forgotten */
  while (machine_run (x->machine, t->state, FUEL) == STOP_FUEL)
    ;
  name_symbols (x, t);
  take_leg (x, t);
  if (x->tree && t->state->end.kind != END_CUT)
    spf_tree_finish (x->tree, t->node, &x->leg);
  x->is_lost |= t->state->end.kind != END_EXIT &&
                t->state->end.kind != END_CUT &&
                t->state->end.kind != END_FAULT;
  x->counts.paths += t->state->end.kind != END_CUT;
  x->counts.cut += t->state->end.kind == END_CUT;
  if (t->witness && !x->budget)
    asker_keep_test (x->asker, t->witness);
  if (x->budget && x->budget->ended)
    x->budget->ended (x->budget->owner, &x->counts);
  track_free (x, t);
}

static void run_all (spf *x) {
  static const char *const argv[] = {"subject"}, *const envp[] = {NULL};
  state *s = machine_start (x->machine, 1, argv, envp);
  s->is_forking = true;
  track *first = track_new (x, s, NULL);
  size_t n = asker_suite (x->asker, &x->suite);
  for (uint32_t i = 0; i < n; i++)
    vec_push (x->mem, &first->tests, i);
  vec_push (x->mem, &x->waiting, first);
  while (x->waiting.len && !spf_is_over (x))
    run_track (x, vec_pop (&x->waiting));
  while (x->waiting.len)
    track_free (x, vec_pop (&x->waiting));
  asker_turn_suite (x->asker);
}

static status run_specimen (lab *l, const specimen *s, asker *a, spf_tree *tree,
                            const spf_budget *within, spf_counts *out) {
  uint64_t before = clock_cpu ();
  program *p = specimen_load (l, s);
  if (!p)
    return l->context->trouble.code;
  uint64_t loading = clock_cpu () - before;
  spf x;
  spf_init (&x, l, s, a, p, tree);
  x.budget = within;
  x.start = clock_cpu ();
  uint64_t solved = asker_solved (a), built = asker_build_time (a);
  run_all (&x);
  x.counts.time = clock_cpu () - x.start;
  x.counts.states += 2;
  x.counts.solved = asker_solved (a) - solved;
  x.counts.building = asker_build_time (a) - built;
  x.counts.loading = loading;
  *out = x.counts;
  spf_release (&x);
  program_free (p);
  if (!x.is_lost)
    return ST_OK;
  return trouble_set (
      &l->context->trouble, ST_UNSUPPORTED,
      "'%s' is beyond the papers' model: integers, and decisions by if",
      s->file);
}

status spf_run (lab *l, const specimen *s, asker *a, spf_tree *tree,
                spf_counts *out) {
  return run_specimen (l, s, a, tree, NULL, out);
}

status spf_run_within (lab *l, const specimen *s, asker *a,
                       const spf_budget *within, spf_counts *out) {
  return run_specimen (l, s, a, NULL, within, out);
}
