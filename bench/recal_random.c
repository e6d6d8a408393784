/* The random constraints of recal (figure 12 of the paper).
 *
 *     build/bench/recal_random [COUNT]
 *
 * A constraint of size n has n clauses over n variables: coefficients 0 or 1,
 * not all 0, <= or !=, against 0 or 1. COUNT (100000) random constraints are
 * stored and as many others are searched. Columns:
 *     space   constraints of this size
 *     #C      different ones stored
 *     text    found as they are written
 *     sorted  found with clauses sorted, variables as they are (Can-)
 *     form    found by canonical form (Can+)
 *     class   in the repository up to renaming, by all permutations
 *     missed  of these, not found by form; must be 0
 */

#include "base/map.h"
#include "logic/form.h"

#include <stdio.h>
#include <stdlib.h>

#define MAX_N 4

typedef struct constraint {
  uint8_t clause[MAX_N]; /* coefficients as bits, then operator, constant */
} constraint;

typedef struct bench {
  memory mem;
  terms *ts;
  former *f;
  arena arena, out;
  uint64_t seed;
  unsigned n;
  map text, sorted, form, class;
  term prefix[1 << MAX_N];
  const domain *domain[4];
} bench;

typedef struct keys {
  uint64_t text, sorted, form, class;
} keys;

static unsigned draw (bench *b, unsigned n) {
  b->seed = b->seed * 6364136223846793005u + 1442695040888963407u;
  return (unsigned) (b->seed >> 33) % n;
}

static constraint random_constraint (bench *b) {
  constraint c = {{0}};
  for (unsigned i = 0; i < b->n; i++)
    c.clause[i] =
        (uint8_t) ((1 + draw (b, (1u << b->n) - 1)) << 2 | draw (b, 4));
  return c;
}

static uint64_t key_of (constraint c) {
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
    uint64_t key = key_of (sort_clauses (rename_columns (c, n, p), n));
    best = key < best ? key : best;
  }
  return best;
}

static uint64_t form_key (bench *b, constraint c) {
  atom atoms[MAX_N];
  form f;
  for (unsigned i = 0; i < b->n; i++)
    atoms[i] = (atom) {b->prefix[c.clause[i] >> 2], b->domain[c.clause[i] & 3]};
  arena_reset (&b->out);
  form_of (b->f, &b->out, b->n, atoms, &f);
  return f.digest.lo | 1;
}

static keys keys_of (bench *b, constraint c) {
  return (keys) {key_of (c), key_of (sort_clauses (c, b->n)), form_key (b, c),
                 class_of (c, b->n)};
}

static void fill_tables (bench *b) {
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
  b->domain[0] = domain_at_most (a, NUM_ZERO);
  b->domain[1] = domain_at_most (a, NUM_ONE);
  b->domain[2] = domain_but (a, SORT_INT, NUM_ZERO.word);
  b->domain[3] = domain_but (a, SORT_INT, NUM_ONE.word);
}

static double percent (size_t part, size_t all) {
  return 100.0 * (double) part / (double) all;
}

static bool measure (bench *b, size_t count) {
  map *maps[] = {&b->text, &b->sorted, &b->form, &b->class};
  double space = 1;
  size_t text = 0, sorted = 0, found = 0, class = 0, missed = 0;
  for (unsigned i = 0; i < 4; i++)
    map_clear (maps[i]);
  for (unsigned i = 0; i < b->n; i++)
    space *= 4 * ((1 << b->n) - 1);
  for (size_t i = 0; i < count; i++) {
    keys k = keys_of (b, random_constraint (b));
    map_put (&b->text, k.text, 1);
    map_put (&b->sorted, k.sorted, 1);
    map_put (&b->form, k.form, k.class);
    map_put (&b->class, k.class, 1);
  }
  bool wrong = b->form.len != b->class.len;
  for (size_t i = 0; i < count; i++) {
    keys k = keys_of (b, random_constraint (b));
    text += map_find (&b->text, k.text) != NULL;
    sorted += map_find (&b->sorted, k.sorted) != NULL;
    bool known = map_find (&b->class, k.class);
    const uint64_t *hit = map_find (&b->form, k.form);
    wrong |= hit && *hit != k.class;
    found += hit != NULL;
    class += known;
    missed += known && !hit;
  }
  printf ("%ux%u %10.0f %8zu %7.2f %7.2f %7.2f %7.2f %7zu %s\n", b->n, b->n,
          space, b->text.len, percent (text, count), percent (sorted, count),
          percent (found, count), percent (class, count), missed,
          wrong ? "WRONG" : "");
  return !wrong && !missed;
}

int main (int argc, char **argv) {
  size_t count = argc > 1 ? (size_t) atol (argv[1]) : 100000;
  bench b = {.seed = 1};
  bool good = true;
  b.ts = terms_new (&b.mem);
  b.f = former_new (&b.mem, b.ts);
  arena_init (&b.arena, &b.mem);
  arena_init (&b.out, &b.mem);
  map *maps[] = {&b.text, &b.sorted, &b.form, &b.class};
  for (unsigned i = 0; i < 4; i++)
    map_init (maps[i], &b.mem);
  fill_tables (&b);
  printf (
      "size     space       #C  text %%  sort %%  form %%  class %%  missed\n");
  for (b.n = 1; b.n <= MAX_N; b.n++)
    good &= measure (&b, count);
  for (unsigned i = 0; i < 4; i++)
    map_release (maps[i]);
  arena_release (&b.arena);
  arena_release (&b.out);
  former_free (b.f);
  terms_free (b.ts);
  return good ? 0 : 1;
}
