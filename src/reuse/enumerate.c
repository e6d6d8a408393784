/* Enumerate: where inputs have few values, all of them are tried.
 *
 * A byte has 256 values, a number that was compared with 0 and 100 has a
 * hundred. If none of them, or of all pairs of them, satisfies the problem it
 * is unsatisfiable: a proof by evaluation, for which it does not matter how
 * the conjuncts mix their inputs. Conjuncts are tried in the order of the path
 * on the values that those before them leave, which soon are few; what was
 * tried is remembered, in bits, for other paths. The core is what bounds the
 * inputs, and conjuncts that together are false of all values.
 */

#include "base/clock.h"
#include "base/map.h"
#include "reuse/rung.h"
#include "reuse/weight.h"
#include "term/leaves.h"
#include "term/tape.h"

#define MAX_LEAVES 8
#define MAX_VALUES 65536
#define MAX_NARROWED 256     /* values of a leaf, tried alone */
#define WORK (1u << 16)      /* nodes evaluated: about what a solver costs */
#define HARD_WORK (1u << 22) /* where it costs more */
#define SPACES 256           /* remembered; a power of 2 */
#define KEEP (1u << 24)      /* bytes of sets */

/* All combinations of values of some leaves, numbered: the digits of a number
 * are places in the lists of values, that of the first leaf is the lowest.
 */
typedef struct value_space {
  uint32_t serial; /* from 1; 0: none */
  uint32_t n, n_values;
  term leaf[MAX_LEAVES];
  const domain *domain[MAX_LEAVES];
} value_space;

typedef struct enumerate {
  rung base;
  memory *mem;
  bench *bench;
  weigher weigher;
  value_space spaces[SPACES]; /* by hash */
  uint32_t n_spaces;          /* so far */
  arena data;                 /* domains and sets */
  size_t kept;                /* bytes of sets */
  map set_of;                 /* conjunct and space -> address */

  /* of this problem */
  u64_vec words; /* values of all leaves of the space */
  size_t first[MAX_LEAVES + 1];
  u64_vec left; /* those that satisfy what was looked at, in bits */
  uint64_t work, most_work, deadline;
} enumerate;

static void free_enumerate (rung *r) {
  enumerate *e = (enumerate *) r;
  weigher_release (e->mem, &e->weigher);
  arena_release (&e->data);
  map_release (&e->set_of);
  vec_release (e->mem, &e->words, &e->left);
  memory_free (e->mem, e, sizeof *e);
}

/* Spaces. */

static uint64_t enumerate_size_of (const domain *d) {
  assert (sort_is_small (d->sort)); /* spans have ends */
  uint64_t sum = 0;
  for (uint32_t i = 0; i < d->n && sum <= MAX_VALUES; i++) {
    uint64_t more = d->span[i].high - d->span[i].low;
    sum = more >= MAX_VALUES ? MAX_VALUES + 1 : sum + more + 1;
  }
  return sum;
}

static bool take_leaves (enumerate *e, problem *p, value_space *s) {
  const terms *ts = bench_terms (e->bench);
  size_t n;
  const term *leaf = problem_leaves (p, &n);
  if (!n || n > MAX_LEAVES)
    return false;
  s->n = (uint32_t) n;
  for (size_t i = 0; i < n; i++) {
    sort of = term_sort (ts, leaf[i]);
    if (!sort_is_small (of))
      return false;
    s->leaf[i] = leaf[i];
    s->domain[i] = domain_full (bench_arena (e->bench), of);
  }
  return true;
}

static uint32_t find_leaf (const value_space *s, term leaf) {
  uint32_t i = 0;
  while (i < s->n && !term_eq (s->leaf[i], leaf))
    i++;
  return i;
}

/* Conjuncts about one leaf alone say which values it may have; they are part
 * of the core.
 */
static void bound_leaves (enumerate *e, problem *p, value_space *s,
                          term_vec *core) {
  const atom *atoms = problem_atoms (p);
  for (uint32_t i = 0; i < p->n; i++) {
    uint32_t at = find_leaf (s, atoms[i].prefix);
    if (at == s->n)
      continue;
    vec_push (e->mem, core, p->constraint[i]);
    s->domain[at] = domain_intersect (bench_arena (e->bench), s->domain[at],
                                      atoms[i].domain);
  }
}

/* False: there are too many. */
static bool count_values (value_space *s) {
  uint64_t n = 1;
  for (uint32_t i = 0; i < s->n && n <= MAX_VALUES; i++)
    n *= enumerate_size_of (s->domain[i]);
  s->n_values = (uint32_t) n;
  return n <= MAX_VALUES;
}

/* The values that satisfy what a tape computes. */
static const domain *satisfying (enumerate *e, tape *t, const domain *d) {
  arena *m = bench_arena (e->bench);
  const domain *res = domain_empty (m, d->sort);
  for (uint32_t i = 0; i < d->n; i++) {
    uint64_t low = d->span[i].low, n = d->span[i].high - low + 1, run = 0;
    for (uint64_t k = 0; k <= n; k++) {
      uint64_t value = low + k, is_true = 0;
      if (k < n)
        tape_run_words (t, &value, NULL, &is_true);
      if (is_true)
        run++;
      else if (run) {
        const domain *more =
            domain_between (m, d->sort, value - run, value - 1);
        res = domain_unite (m, res, more);
        run = 0;
      }
    }
  }
  return res;
}

/* Other conjuncts about one leaf, however they say it, of few values. */
static void narrow_leaves (enumerate *e, const problem *p, value_space *s,
                           term_vec *core) {
  terms *ts = bench_terms (e->bench);
  for (uint32_t i = 0; i < p->n; i++) {
    const leaf_set *leaves = term_leaves (ts, p->constraint[i]);
    uint32_t at = leaves->n == 1 ? find_leaf (s, leaves->leaf[0]) : s->n;
    if (at == s->n || leaves->has_array ||
        enumerate_size_of (s->domain[at]) > MAX_NARROWED)
      continue;
    tape *t = tape_new (e->mem, ts, 1, &p->constraint[i]);
    const domain *left = satisfying (e, t, s->domain[at]);
    if (!domain_eq (left, s->domain[at]))
      vec_push (e->mem, core, p->constraint[i]);
    s->domain[at] = left;
    tape_free (t);
  }
}

static uint64_t hash_of (const value_space *s) {
  uint64_t h = s->n;
  for (uint32_t i = 0; i < s->n; i++)
    h = hash_mix (h + s->leaf[i].id, domain_hash (s->domain[i]).lo | 1);
  return h;
}

static bool enumerate_is_same (const value_space *a, const value_space *b) {
  bool is = a->serial && a->n == b->n;
  for (uint32_t i = 0; i < b->n && is; i++)
    is = term_eq (a->leaf[i], b->leaf[i]) &&
         domain_eq (a->domain[i], b->domain[i]);
  return is;
}

static void enumerate_make_room (enumerate *e) {
  if (e->kept < KEEP && !memory_exceeded (e->mem))
    return;
  arena_reset (&e->data);
  map_clear (&e->set_of);
  memset (e->spaces, 0, sizeof e->spaces);
  e->kept = 0;
}

/* The remembered one that is the same, in every value. */
static const value_space *remember (enumerate *e, const value_space *s) {
  enumerate_make_room (e);
  value_space *kept = e->spaces + hash_of (s) % SPACES;
  if (enumerate_is_same (kept, s))
    return kept;
  *kept = *s;
  kept->serial = ++e->n_spaces;
  for (uint32_t i = 0; i < s->n; i++)
    kept->domain[i] = domain_copy (&e->data, s->domain[i]);
  return kept;
}

/* Sets: for each combination a bit that says whether it was tried, and behind
 * all of these one that says whether it satisfies the conjunct.
 */

static size_t set_words (const value_space *s) {
  return (s->n_values + 63) / 64;
}

static uint64_t *set_of (enumerate *e, const value_space *s, term conjunct) {
  assert (s->serial && s->n_values); /* one that is remembered */
  size_t size = 2 * set_words (s) * sizeof (uint64_t);
  uint64_t *at = map_at (&e->set_of, (uint64_t) s->serial << 32 | conjunct.id);
  if (!*at) {
    void *set = arena_alloc (&e->data, size);
    memset (set, 0, size);
    e->kept += size;
    *at = (uintptr_t) set;
  }
  return (uint64_t *) (uintptr_t) *at;
}

static void list_words (enumerate *e, const value_space *s) {
  vec_clear (&e->words);
  for (uint32_t i = 0; i < s->n; i++) {
    e->first[i] = e->words.len;
    for (uint32_t k = 0; k < s->domain[i]->n; k++) {
      span part = s->domain[i]->span[k];
      for (uint64_t d = 0; d <= part.high - part.low; d++)
        vec_push (e->mem, &e->words, part.low + d);
    }
  }
  assert (s->n && s->n <= MAX_LEAVES);
  e->first[s->n] = e->words.len;
}

/* The value of a leaf in a combination. */
static uint64_t word_in (const enumerate *e, uint32_t number, uint32_t leaf) {
  assert (leaf < MAX_LEAVES && e->first[leaf] < e->first[leaf + 1]);
  for (uint32_t i = 0; i < leaf; i++)
    number /= (uint32_t) (e->first[i + 1] - e->first[i]);
  return e->words
      .data[e->first[leaf] + number % (e->first[leaf + 1] - e->first[leaf])];
}

static uint64_t is_untried (const enumerate *e, const uint64_t *set, size_t i) {
  assert (i < e->left.len);
  return e->left.data[i] & ~set[i];
}

static uint64_t count_untried (const enumerate *e, const uint64_t *set) {
  uint64_t n = 0;
  for (size_t i = 0; i < e->left.len; i++)
    n += (unsigned) __builtin_popcountll (is_untried (e, set, i));
  return n;
}

/* False: there is no more time. */
static bool fill (enumerate *e, const value_space *s, tape *t, uint64_t *set) {
  const term *leaf;
  uint32_t of[MAX_LEAVES];
  uint64_t given[MAX_LEAVES], is_true;
  size_t n = tape_leaves (t, &leaf);
  assert (n <= s->n); /* the space has all leaves of the problem */
  for (size_t i = 0; i < n; i++)
    of[i] = find_leaf (s, leaf[i]);
  for (size_t i = 0; i < e->left.len; i++) {
    if (is_untried (e, set, i) && e->deadline && clock_now () >= e->deadline)
      return false;
    for (uint64_t rest = is_untried (e, set, i); rest; rest &= rest - 1) {
      unsigned bit = (unsigned) __builtin_ctzll (rest);
      for (size_t k = 0; k < n; k++)
        given[k] = word_in (e, (uint32_t) (64 * i) + bit, of[k]);
      tape_run_words (t, given, NULL, &is_true);
      set[e->left.len + i] |= is_true << bit;
    }
    set[i] |= e->left.data[i];
  }
  return true;
}

/* Try what is left. False: more work than solving, or than there is time for,
 * or it reads arrays.
 */
static bool try_left (enumerate *e, const value_space *s, term conjunct,
                      uint64_t *set) {
  uint64_t n = count_untried (e, set);
  if (!n)
    return true;
  assert (e->work <= e->most_work);
  uint64_t most = (e->most_work - e->work) / n + 1;
  weight w = weigh (e->mem, &e->weigher, bench_terms (e->bench), 1, &conjunct,
                    (uint32_t) most);
  e->work += n * w.nodes;
  if (e->work > e->most_work)
    return false;
  tape *t = tape_new (e->mem, bench_terms (e->bench), 1, &conjunct);
  bool can = !tape_reads_arrays (t) && fill (e, s, t, set);
  tape_free (t);
  return can;
}

/* Answering. */

static void start_with_all (enumerate *e, const value_space *s) {
  assert (s->n_values && s->n_values <= MAX_VALUES);
  vec_clear (&e->left);
  for (size_t i = 0; i < set_words (s); i++)
    vec_push (e->mem, &e->left, ~(uint64_t) 0);
  if (s->n_values % 64)
    vec_last (&e->left) = ((uint64_t) 1 << s->n_values % 64) - 1;
}

/* The newest conjuncts first: they contradict few others, mostly. */
static void find_core (enumerate *e, const problem *p, const value_space *s,
                       term_vec *core) {
  uint64_t all = 1;
  start_with_all (e, s);
  for (size_t i = p->n; i-- > 0 && all;) {
    const uint64_t *tried = set_of (e, s, p->given[i]);
    const uint64_t *is_true = tried + e->left.len;
    uint64_t taken = 0;
    all = 0;
    for (size_t k = 0; k < e->left.len; k++) {
      uint64_t is_false = e->left.data[k] & tried[k] & ~is_true[k];
      taken |= is_false;
      all |= e->left.data[k] &= ~is_false;
    }
    if (taken)
      vec_push (e->mem, core, p->given[i]);
  }
  assert (!all);
}

static void give (enumerate *e, const value_space *s, model *out) {
  size_t i = 0;
  while (!e->left.data[i])
    i++;
  assert (i < e->left.len);
  uint32_t number =
      (uint32_t) (64 * i) + (uint32_t) __builtin_ctzll (e->left.data[i]);
  for (uint32_t k = 0; k < s->n; k++)
    model_set (out, s->leaf[k], word_in (e, number, k));
}

static verdict try_all (enumerate *e, const problem *p, const value_space *s,
                        finding *out) {
  uint64_t all = 1;
  list_words (e, s);
  start_with_all (e, s);
  for (size_t i = 0; i < p->n && all; i++) {
    uint64_t *set = set_of (e, s, p->given[i]);
    if (!try_left (e, s, p->given[i], set))
      return VERDICT_UNKNOWN;
    all = 0;
    for (size_t k = 0; k < e->left.len; k++)
      all |= e->left.data[k] &= set[e->left.len + k];
  }
  if (all)
    give (e, s, out->model);
  else
    find_core (e, p, s, out->core);
  return all ? VERDICT_SAT : VERDICT_UNSAT;
}

static uint64_t work_for (enumerate *e, const problem *p) {
  return weigh_is_hard (e->mem, &e->weigher, bench_terms (e->bench), p->n,
                        p->constraint)
             ? HARD_WORK
             : WORK;
}

static verdict enumerate_ask (rung *r, problem *p, finding *out) {
  enumerate *e = (enumerate *) r;
  value_space s = {0};
  verdict v = VERDICT_UNKNOWN;
  if (!take_leaves (e, p, &s))
    return VERDICT_UNKNOWN;
  bound_leaves (e, p, &s, out->core);
  if (!count_values (&s))
    narrow_leaves (e, p, &s, out->core);
  if (count_values (&s)) {
    e->work = 0;
    e->deadline = out->deadline;
    e->most_work = work_for (e, p);
    v = s.n_values ? try_all (e, p, remember (e, &s), out) : VERDICT_UNSAT;
  }
  if (v != VERDICT_UNSAT)
    vec_clear (out->core);
  return v;
}

static size_t enumerate_count (const rung *r) {
  return ((const enumerate *) r)->set_of.len;
}

static const rung_class class = {
    .free = free_enumerate, .ask = enumerate_ask, .count = enumerate_count};

rung *rung_new_enumerate (const rung_site *site) {
  enumerate *e = memory_zalloc (site->mem, sizeof *e);
  e->base.class = &class;
  e->mem = site->mem;
  e->bench = site->bench;
  arena_init (&e->data, site->mem);
  map_init (&e->set_of, site->mem);
  return &e->base;
}
