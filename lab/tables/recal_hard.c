#include "lab/tables/recal_hard.h"

#include "base/clock.h"
#include "lab/tables/asker.h"

#define COEFFICIENTS 50 /* below */
#define MOST 100        /* of one family */
#define SIZES 3         /* of each: numbers of variables */

const char *const hard_family_name[HARD_FAMILIES] = {
    "market splits", "knapsacks", "all different"};

static const unsigned family_size[HARD_FAMILIES] = {97, 96, 96};
static const unsigned least_variables[HARD_FAMILIES] = {8, 5, 5};

typedef struct hard_set {
  asker *asker;
  terms *ts;
  model *found;
  term_vec set;
  uint64_t seed;
  unsigned variables;
  bool is_renamed; /* variables go by other names, in another order */
} hard_set;

static uint64_t hard_draw (hard_set *s, uint64_t n) {
  s->seed = s->seed * 6364136223846793005u + 1442695040888963407u;
  return (s->seed >> 33) % n;
}

static term number (hard_set *s, uint64_t n) {
  return term_int (s->ts, num_of_u64 (&s->ts->data, n));
}

static term variable (hard_set *s, unsigned i) {
  char name[2] = {(char) (s->is_renamed ? 'z' - i : 'a' + i), 0};
  return term_var (s->ts, name, 1, SORT_INT);
}

static void add (lab *l, hard_set *s, term t) { vec_push (l->mem, &s->set, t); }

static void add_bounds (lab *l, hard_set *s, unsigned i, uint64_t most) {
  term x = variable (s, i);
  add (l, s, term_binary (s->ts, KIND_INT_LE, number (s, 0), x));
  add (l, s, term_binary (s->ts, KIND_INT_LE, x, number (s, most)));
}

/* A sum with drawn factors; 'all' is what it is where all variables are 1. */
static term draw_sum (hard_set *s, uint64_t *all) {
  term sum = TERM_NONE;
  *all = 0;
  for (unsigned i = 0; i < s->variables; i++) {
    uint64_t c = 1 + hard_draw (s, COEFFICIENTS);
    term part =
        term_binary (s->ts, KIND_INT_MUL, number (s, c), variable (s, i));
    sum = sum.id ? term_binary (s->ts, KIND_INT_ADD, sum, part) : part;
    *all += c;
  }
  return sum;
}

/* Two sums of some of the numbers shall be half of that of all. */
static void add_split (lab *l, hard_set *s) {
  uint64_t all;
  for (unsigned i = 0; i < s->variables; i++)
    add_bounds (l, s, i, 1);
  for (unsigned i = 0; i < 2; i++) {
    term sum = draw_sum (s, &all);
    add (l, s, term_equal (s->ts, sum, number (s, all / 2)));
  }
}

/* Up to three of each kind: of this weight, and not worth too much. */
static void add_knapsack (lab *l, hard_set *s) {
  uint64_t weight, worth;
  for (unsigned i = 0; i < s->variables; i++)
    add_bounds (l, s, i, 3);
  term sum = draw_sum (s, &weight);
  add (l, s, term_equal (s->ts, sum, number (s, 3 * weight / 2 + 1)));
  sum = draw_sum (s, &worth);
  add (l, s, term_binary (s->ts, KIND_INT_LE, sum, number (s, worth)));
}

/* So many numbers, each with bounds of its own, and one place too few. */
static void add_different (lab *l, hard_set *s) {
  for (unsigned i = 0; i < s->variables; i++)
    add_bounds (l, s, i, s->variables - 2 - hard_draw (s, 2));
  for (unsigned i = 0; i < s->variables; i++)
    for (unsigned k = 0; k < i; k++)
      add (l, s,
           term_not (s->ts,
                     term_equal (s->ts, variable (s, i), variable (s, k))));
}

static verdict ask_hard (lab *l, hard_set *s, hard_family f, unsigned which) {
  static void (*const fill[]) (lab *, hard_set *) = {add_split, add_knapsack,
                                                     add_different};
  vec_clear (&s->set);
  s->seed = which + 1;
  s->variables = least_variables[f] + which % SIZES;
  fill[f](l, s);
  term last = vec_pop (&s->set);
  return asker_ask (s->asker, s->set.len, s->set.data, last, s->found);
}

static uint64_t ask_all_hard (lab *l, hard_set *s, hard_family f,
                              verdict out[MOST]) {
  uint64_t start = clock_cpu ();
  for (unsigned i = 0; i < family_size[f]; i++)
    out[i] = ask_hard (l, s, f, i);
  return clock_cpu () - start;
}

static void hard_open (lab *l, hard_set *s, asker_kind k) {
  *s = (hard_set) {.asker = asker_new (l, k)};
  s->ts = asker_terms (s->asker);
  s->found = model_new (l->mem, s->ts);
}

static void hard_close (lab *l, hard_set *s) {
  model_free (s->found);
  vec_release (l->mem, &s->set);
  asker_free (s->asker);
}

/* After it was told all, for the same by other names. */
static uint64_t find_hard (lab *l, asker_kind k, hard_family f,
                           const verdict *right, uint64_t *left,
                           unsigned *otherwise) {
  hard_set s;
  verdict first[MOST], then[MOST];
  hard_open (l, &s, k);
  (void) ask_all_hard (l, &s, f, first);
  uint64_t before = asker_solved (s.asker);
  s.is_renamed = true;
  uint64_t time = ask_all_hard (l, &s, f, then);
  *left = asker_solved (s.asker) - before;
  for (unsigned i = 0; i < family_size[f]; i++)
    *otherwise += (first[i] != right[i]) + (then[i] != right[i]);
  hard_close (l, &s);
  return time;
}

void hard_measure (lab *l, hard_family f, hard_times *out) {
  hard_set plain;
  verdict right[MOST];
  assert (family_size[f] <= MOST);
  *out = (hard_times) {.n = family_size[f]};
  hard_open (l, &plain, ASK_PLAIN);
  out->solving = ask_all_hard (l, &plain, f, right);
  hard_close (l, &plain);
  out->recal =
      find_hard (l, ASK_RECAL, f, right, &out->recal_left, &out->otherwise);
  out->hybrid =
      find_hard (l, ASK_HYBRID, f, right, &out->ours_left, &out->otherwise);
}
