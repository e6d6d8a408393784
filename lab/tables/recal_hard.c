#include "lab/tables/recal_hard.h"

#include "base/clock.h"
#include "lab/tables/asker.h"

#define COEFFICIENTS 50 /* below */

typedef struct hard_set {
  asker *asker;
  terms *ts;
  model *found;
  term_vec set;
  uint64_t seed;
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

static void add_bounds (lab *l, hard_set *s) {
  for (unsigned i = 0; i < HARD_VARIABLES; i++) {
    term x = variable (s, i);
    add (l, s, term_binary (s->ts, KIND_INT_LE, number (s, 0), x));
    add (l, s, term_binary (s->ts, KIND_INT_LE, x, number (s, 1)));
  }
}

/* The sum of some numbers shall be half of that of all. */
static term equation (hard_set *s) {
  term sum = TERM_NONE;
  uint64_t all = 0;
  for (unsigned i = 0; i < HARD_VARIABLES; i++) {
    uint64_t c = 1 + hard_draw (s, COEFFICIENTS);
    term part =
        term_binary (s->ts, KIND_INT_MUL, number (s, c), variable (s, i));
    sum = sum.id ? term_binary (s->ts, KIND_INT_ADD, sum, part) : part;
    all += c;
  }
  return term_equal (s->ts, sum, number (s, all / 2));
}

static verdict ask_hard (lab *l, hard_set *s, uint64_t which) {
  vec_clear (&s->set);
  s->seed = which + 1;
  add_bounds (l, s);
  for (unsigned i = 0; i < HARD_EQUATIONS; i++)
    add (l, s, equation (s));
  term last = vec_pop (&s->set);
  return asker_ask (s->asker, s->set.len, s->set.data, last, s->found);
}

static uint64_t ask_all_hard (lab *l, hard_set *s,
                              verdict out[HARD_CONSTRAINTS]) {
  uint64_t start = clock_cpu ();
  for (unsigned i = 0; i < HARD_CONSTRAINTS; i++)
    out[i] = ask_hard (l, s, i);
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
static uint64_t find_hard (lab *l, asker_kind k, const verdict *right,
                           uint64_t *left, unsigned *otherwise) {
  hard_set s;
  verdict first[HARD_CONSTRAINTS], then[HARD_CONSTRAINTS];
  hard_open (l, &s, k);
  (void) ask_all_hard (l, &s, first);
  uint64_t before = asker_solved (s.asker);
  s.is_renamed = true;
  uint64_t time = ask_all_hard (l, &s, then);
  *left = asker_solved (s.asker) - before;
  for (unsigned i = 0; i < HARD_CONSTRAINTS; i++)
    *otherwise += (first[i] != right[i]) + (then[i] != right[i]);
  hard_close (l, &s);
  return time;
}

void hard_measure (lab *l, hard_times *out) {
  hard_set plain;
  verdict right[HARD_CONSTRAINTS];
  *out = (hard_times) {0};
  hard_open (l, &plain, ASK_PLAIN);
  out->solving = ask_all_hard (l, &plain, right);
  hard_close (l, &plain);
  out->recal =
      find_hard (l, ASK_RECAL, right, &out->recal_left, &out->otherwise);
  out->hybrid =
      find_hard (l, ASK_HYBRID, right, &out->ours_left, &out->otherwise);
}
