/* The random constraints of recal, figure 12 of its paper.
 *
 * A constraint of size n has n clauses over n variables: coefficients 0 or 1,
 * not all 0, compared with 0 by one of four operators. Random ones are stored
 * and as many others are searched, of both those in which no clause is
 * redundant; variables that do not occur are left out.
 */

#include "base/map.h"
#include "lab/tables/asker.h"
#include "lab/tables/paper_tables.h"
#include "logic/form.h"

#include <assert.h>

#define MAX_N 4
#define COUNT 100000

enum { IS_ZERO, IS_OTHER, IS_BELOW, IS_AT_MOST };

typedef struct constraint {
  uint8_t clause[MAX_N]; /* coefficients as bits, then operator */
} constraint;

/* Which ones were stored: as they are written, with clauses sorted (Can-), by
 * canonical form (Can+), and by all permutations of variables, which is what
 * a form must find.
 */
typedef struct keys {
  uint64_t text, sorted, form, class;
} keys;

typedef struct random_set {
  memory *mem;
  terms *ts;
  former *f;
  arena arena, out;
  uint64_t seed;
  unsigned n;
  map text, sorted, form, class;
  term prefix[1 << MAX_N];
  const domain *domain[4];
} random_set;

static unsigned draw (random_set *b, unsigned n) {
  b->seed = b->seed * 6364136223846793005u + 1442695040888963407u;
  return (unsigned) (b->seed >> 33) % n;
}

static constraint random_constraint (random_set *b) {
  constraint c = {{0}};
  for (unsigned i = 0; i < b->n; i++)
    c.clause[i] =
        (uint8_t) ((1 + draw (b, (1u << b->n) - 1)) << 2 | draw (b, 4));
  return c;
}

static uint64_t recal_random_key_of (constraint c) {
  uint64_t key = 1;
  for (unsigned i = 0; i < MAX_N; i++)
    key = key << 8 | c.clause[i];
  return key;
}

static constraint sort_clauses (constraint c, unsigned n) {
  for (unsigned i = 1; i < n; i++)
    for (unsigned j = i; j && c.clause[j - 1] > c.clause[j]; j--) {
      uint8_t t = c.clause[j];
      c.clause[j] = c.clause[j - 1];
      c.clause[j - 1] = t;
    }
  return c;
}

static constraint rename_columns (constraint c, unsigned n, const unsigned *p) {
  constraint res = {{0}};
  for (unsigned i = 0; i < n; i++) {
    unsigned bits = 0;
    for (unsigned j = 0; j < n; j++)
      bits |= (c.clause[i] >> (2 + j) & 1u) << p[j];
    res.clause[i] = (uint8_t) (bits << 2 | (c.clause[i] & 3));
  }
  return res;
}

/* The smallest key over all permutations. */
static uint64_t class_of (constraint c, unsigned n) {
  uint64_t best = UINT64_MAX;
  for (unsigned code = 0; code < 256; code++) {
    unsigned p[MAX_N], seen = 0;
    for (unsigned i = 0; i < MAX_N; i++) {
      p[i] = code >> 2 * i & 3;
      seen |= i < n ? 1u << p[i] : 0;
    }
    if (code >> 2 * n || seen != (1u << n) - 1)
      continue;
    uint64_t key =
        recal_random_key_of (sort_clauses (rename_columns (c, n, p), n));
    best = key < best ? key : best;
  }
  return best;
}

static uint64_t form_key (random_set *b, constraint c) {
  atom atoms[MAX_N];
  form f;
  for (unsigned i = 0; i < b->n; i++)
    atoms[i] = (atom) {b->prefix[c.clause[i] >> 2], b->domain[c.clause[i] & 3]};
  arena_reset (&b->out);
  form_of (b->f, &b->out, b->n, atoms, &f);
  return f.digest.lo | 1;
}

/* Of the operators on one sum, those that say something. */
static unsigned drop_implied (unsigned ops) {
  const unsigned zero = 1u << IS_ZERO, other = 1u << IS_OTHER,
                 below = 1u << IS_BELOW, at_most = 1u << IS_AT_MOST;
  if (ops & other && ops & at_most)
    ops |= below;
  if (ops & below)
    ops &= ~(other | at_most);
  if (ops & zero)
    ops &= ~at_most;
  return ops;
}

static bool is_redundant (constraint c, unsigned n) {
  unsigned ops[1 << MAX_N] = {0}, left = 0;
  for (unsigned i = 0; i < n; i++)
    ops[c.clause[i] >> 2] |= 1u << (c.clause[i] & 3);
  for (unsigned i = 0; i < 1 << MAX_N; i++)
    left += (unsigned) __builtin_popcount (drop_implied (ops[i]));
  return left < n;
}

/* Columns in use move to the front. */
static constraint drop_columns (constraint c, unsigned n) {
  unsigned used = 0, to = 0, p[MAX_N];
  for (unsigned i = 0; i < n; i++)
    used |= c.clause[i] >> 2;
  for (unsigned j = 0; j < n; j++)
    if (used >> j & 1)
      p[j] = to++;
  for (unsigned j = 0; j < n; j++)
    if (!(used >> j & 1))
      p[j] = to++;
  return rename_columns (c, n, p);
}

/* The next one that counts, of 'left' draws. */
static bool draw_constraint (random_set *b, size_t *left, constraint *out) {
  while (*left) {
    --*left;
    constraint c = random_constraint (b);
    if (is_redundant (c, b->n))
      continue;
    *out = drop_columns (c, b->n);
    return true;
  }
  return false;
}

static keys keys_of (random_set *b, constraint c) {
  return (keys) {recal_random_key_of (c),
                 recal_random_key_of (sort_clauses (c, b->n)), form_key (b, c),
                 class_of (c, b->n)};
}

static void fill_tables (random_set *b) {
  arena *a = &b->arena;
  for (unsigned bits = 1; bits < 1u << MAX_N; bits++) {
    term sum = TERM_NONE;
    for (unsigned j = 0; j < MAX_N; j++)
      if (bits >> j & 1) {
        char name[2] = {(char) ('w' + j), 0};
        term x = term_var (b->ts, name, 1, SORT_INT);
        sum = sum.id ? term_binary (b->ts, KIND_INT_ADD, sum, x) : x;
      }
    b->prefix[bits] = sum;
  }
  b->domain[IS_ZERO] = domain_point (a, SORT_INT, NUM_ZERO.word);
  b->domain[IS_OTHER] = domain_but (a, SORT_INT, NUM_ZERO.word);
  b->domain[IS_BELOW] = domain_at_most (a, num_of_i64 (a, -1));
  b->domain[IS_AT_MOST] = domain_at_most (a, NUM_ZERO);
}

static double percent (size_t part, size_t all) {
  return 100.0 * (double) part / (double) all;
}

static void store_all (random_set *b) {
  constraint c;
  for (size_t left = COUNT; draw_constraint (b, &left, &c);) {
    keys k = keys_of (b, c);
    map_put (&b->text, k.text, 1);
    map_put (&b->sorted, k.sorted, 1);
    map_put (&b->form, k.form, k.class);
    map_put (&b->class, k.class, 1);
  }
}

typedef struct hits {
  size_t all, text, sorted, form, class;
  size_t wrong; /* found by form, but another class; or not found */
} hits;

static hits search_all (random_set *b) {
  hits h = {0};
  constraint c;
  for (size_t left = COUNT; draw_constraint (b, &left, &c);) {
    keys k = keys_of (b, c);
    h.all++;
    bool is_known = map_find (&b->class, k.class);
    const uint64_t *found = map_find (&b->form, k.form);
    h.text += map_find (&b->text, k.text) != NULL;
    h.sorted += map_find (&b->sorted, k.sorted) != NULL;
    h.form += found != NULL;
    h.class += is_known;
    h.wrong += is_known != !!found || (found && *found != k.class);
  }
  return h;
}

/* The same with the whole ladder: how many of those searched need no solver. */

static term clause_term (random_set *b, terms *ts, uint8_t c) {
  term sum = TERM_NONE;
  for (unsigned j = 0; j < b->n; j++)
    if (c >> (2 + j) & 1) {
      char name[2] = {(char) ('w' + j), 0};
      term x = term_var (ts, name, 1, SORT_INT);
      sum = sum.id ? term_binary (ts, KIND_INT_ADD, sum, x) : x;
    }
  term zero = term_int (ts, NUM_ZERO);
  switch (c & 3) {
  case IS_ZERO:
    return term_equal (ts, sum, zero);
  case IS_OTHER:
    return term_not (ts, term_equal (ts, sum, zero));
  case IS_BELOW:
    return term_not (ts, term_binary (ts, KIND_INT_LE, zero, sum));
  default:
    return term_binary (ts, KIND_INT_LE, sum, zero);
  }
}

static void ask_constraint (random_set *b, asker *a, constraint c,
                            model *found) {
  term t[MAX_N];
  for (unsigned i = 0; i < b->n; i++)
    t[i] = clause_term (b, asker_terms (a), c.clause[i]);
  (void) asker_ask (a, b->n - 1, t, t[b->n - 1], found);
}

static size_t ask_drawn (random_set *b, asker *a, model *found) {
  size_t n = 0;
  constraint c;
  for (size_t left = COUNT; draw_constraint (b, &left, &c); n++)
    ask_constraint (b, a, c, found);
  return n;
}

static double ask_all (lab *l, random_set *b, uint64_t seed) {
  asker *a = asker_new (l, ASK_HYBRID);
  model *found = model_new (b->mem, asker_terms (a));
  b->seed = seed;
  (void) ask_drawn (b, a, found);
  uint64_t before = asker_solved (a);
  size_t all = ask_drawn (b, a, found);
  size_t solved = (size_t) (asker_solved (a) - before);
  model_free (found);
  asker_free (a);
  return percent (all - solved, all);
}

typedef struct published_size {
  const char *name;
  double space, stored, without, with;
} published_size;

static const published_size sizes[MAX_N] = {
    {"1x1", 4, 4, 100, 100},
    {"2x2", 144, 100, 100, 100},
    {"3x3", 21952, 13960, 96, 100},
    {"4x4", 12960000, 72231, 4, 89},
};

enum { SPACE, STORED, WITHOUT, WITH, THERE };

static void measure (lab *l, random_set *b, table *t) {
  const published_size *p = sizes + b->n - 1;
  map *maps[] = {&b->text, &b->sorted, &b->form, &b->class};
  double space = 1;
  for (unsigned i = 0; i < 4; i++)
    map_clear (maps[i]);
  for (unsigned i = 0; i < b->n; i++)
    space *= 4 * ((1 << b->n) - 1);
  uint64_t seed = b->seed;
  store_all (b);
  hits h = search_all (b);
  size_t row = table_add_row (t, p->name);
  *table_cell (t, row, SPACE) = (table_entry) {p->space, space, NO_NUMBER};
  *table_cell (t, row, STORED) =
      (table_entry) {p->stored, (double) b->text.len, NO_NUMBER};
  *table_cell (t, row, WITHOUT) =
      (table_entry) {p->without, percent (h.sorted, h.all), NO_NUMBER};
  *table_cell (t, row, WITH) =
      (table_entry) {p->with, percent (h.form, h.all), ask_all (l, b, seed)};
  table_cell (t, row, THERE)->hybrid = percent (h.form, h.class);
  assert (!h.wrong && b->form.len == b->class.len);
}

static void random_set_init (random_set *b, memory *mem) {
  *b = (random_set) {.mem = mem, .seed = 1};
  map *maps[] = {&b->text, &b->sorted, &b->form, &b->class};
  b->ts = terms_new (mem);
  b->f = former_new (mem, b->ts);
  arena_init (&b->arena, mem);
  arena_init (&b->out, mem);
  for (unsigned i = 0; i < 4; i++)
    map_init (maps[i], mem);
  fill_tables (b);
}

static void random_set_release (random_set *b) {
  map *maps[] = {&b->text, &b->sorted, &b->form, &b->class};
  for (unsigned i = 0; i < 4; i++)
    map_release (maps[i]);
  arena_release (&b->arena);
  arena_release (&b->out);
  former_free (b->f);
  terms_free (b->ts);
}

status table_recal_12 (lab *l, table *t) {
  static const char *const name[] = {"space", "stored", "Can-", "Can+",
                                     "of those there"};
  for (int m = SPACE; m <= THERE; m++)
    table_add_metric (t, name[m], m < WITHOUT ? "" : "%", false);
  random_set b;
  random_set_init (&b, l->mem);
  for (b.n = 1; b.n <= MAX_N; b.n++)
    measure (l, &b, t);
  random_set_release (&b);
  table_add_note (t,
                  "Can-: clauses are sorted, names stay; Can+: canonical form; "
                  "hybrid: all constraints searched that need no solver");
  table_add_note (t, "of those there: found by form, of the constraints "
                     "searched of which a renaming is stored");
  table_add_note (t, "operators and what is left out are fitted to the "
                     "published space and stored: =, !=, < and <= against 0; "
                     "constraints with a redundant clause on one sum are left "
                     "out, unused variables dropped");
  return ST_OK;
}
