/* Cost of implied answers as the number of stored sets grows: microseconds
 * per lookup, hits and misses apart, on the same sets against a scan over all
 * of them, a UBTree (subsets of equal atoms only), and the trie of GreenTrie
 * with its implication graph (algorithms 1 and 2 as printed).
 *
 *     build/bench/micro_implied [MOST [native]]     default 100000 sets
 *
 * Sets are as symbolic execution makes them: five to eight atoms about
 * neighbouring bytes of an input and sums of two of them, with random
 * constants; a problem has up to ten.
 */

#include "base/clock.h"
#include "base/map.h"
#include "lab/cache/greentrie.h"
#include "reuse/implied.h"
#include "term/leaves.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BYTES 64
#define NEAR 3
#define FACTORS 6
#define PREFIXES (BYTES + BYTES * NEAR * FACTORS)
#define MOST 10
#define QUESTIONS 5000
#define SCANNED 20        /* questions that a scan is asked */
#define TRIED 500         /* questions that GreenTrie is asked */
#define MOST_TRIED 100000 /* sets that it gets: it is slow */

typedef struct set {
  uint32_t n, start;
  atom atom[MOST];
} set;

typedef struct lab {
  memory mem, implied_mem;
  terms *ts;
  arena arena;
  bench *bench;
  rung *rung;
  model *model;
  term prefix[PREFIXES];
  uint64_t seed;
  VEC (set) unsat, sat;
  map ub; /* UBTree: node and atom -> child; a child of atom 1 is an end */
  uint64_t n_ub;
  memory ltrie_mem;
  ltrie green_sat, green_unsat;
  bool maps;
} lab;

static uint64_t next (lab *l) {
  l->seed += 0x9e3779b97f4a7c15u;
  return hash_mix (l->seed, 0x2545f4914f6cdd1du);
}

static unsigned below (lab *l, unsigned n) {
  return (unsigned) ((next (l) >> 32) % n);
}

static term byte_at (lab *l, unsigned i) {
  term array = term_var (l->ts, "input", 5, sort_array (32, 8));
  return term_select (l->ts, array, term_bv (l->ts, 32, i % BYTES));
}

/* Bytes, then sums of a byte and a multiple of one nearby. */
static void make_prefixes (lab *l) {
  static const unsigned factor[FACTORS] = {1, 10, 16, 100, 256, 1000};
  for (unsigned i = 0; i < BYTES; i++)
    l->prefix[i] = byte_at (l, i);
  for (unsigned i = 0; i < BYTES * NEAR * FACTORS; i++) {
    unsigned at = i / (NEAR * FACTORS), far = 1 + i / FACTORS % NEAR;
    term x = term_zext (l->ts, 24, byte_at (l, at));
    term y = term_zext (l->ts, 24, byte_at (l, at + far));
    term c = term_bv (l->ts, 32, factor[i % FACTORS]);
    term sum = term_binary (l->ts, KIND_BV_ADD, x,
                            term_binary (l->ts, KIND_BV_MUL, y, c));
    const domain *d = domain_point (&l->arena, sort_bv (32), 0);
    l->prefix[BYTES + i] = atom_in (l->ts, &l->arena, sum, d).prefix;
  }
}

/* Comparisons with constants: an interval from one end, a window, a point or
 * all but a point.
 */
static atom random_atom (lab *l, term prefix) {
  sort s = term_sort (l->ts, prefix);
  unsigned most = sort_width (s) == 8 ? 255 : 1000, c = below (l, most);
  const domain *d;
  switch (below (l, 5)) {
  case 0:
    d = domain_between (&l->arena, s, 0, c);
    break;
  case 1:
    d = domain_between (&l->arena, s, c, most);
    break;
  case 2:
    d = domain_point (&l->arena, s, c);
    break;
  case 3:
    d = domain_but (&l->arena, s, c);
    break;
  default:
    d = domain_between (&l->arena, s, c, c + below (l, 30));
    break;
  }
  return (atom) {prefix, d};
}

static bool has_prefix (const set *s, term t) {
  for (uint32_t i = 0; i < s->n; i++)
    if (term_eq (s->atom[i].prefix, t))
      return true;
  return false;
}

/* Neighbouring bytes are used together, as by a parser. */
static void add_atoms (lab *l, set *s, uint32_t n, unsigned start) {
  while (s->n < n) {
    unsigned at = (start + below (l, 6)) % BYTES;
    unsigned i = below (l, 2)
                     ? at
                     : BYTES + at * NEAR * FACTORS + below (l, NEAR * FACTORS);
    if (!has_prefix (s, l->prefix[i]))
      s->atom[s->n++] = random_atom (l, l->prefix[i]);
  }
}

static set random_set (lab *l) {
  set s = {0};
  s.start = below (l, BYTES);
  add_atoms (l, &s, 5 + below (l, 4), s.start);
  return s;
}

static const domain *narrow (lab *l, const domain *d) {
  span s = d->span[below (l, d->n)];
  uint64_t low = s.low + (s.high > s.low ? below (l, 3) % (s.high - s.low) : 0);
  return domain_between (&l->arena, d->sort, low, s.high);
}

/* A problem that implies the set: narrower, and more of it. */
static set stronger (lab *l, const set *s) {
  set q = *s;
  for (uint32_t i = 0; i < q.n; i++)
    if (below (l, 2))
      q.atom[i].domain = narrow (l, q.atom[i].domain);
  add_atoms (l, &q, q.n + below (l, MOST - q.n + 1), q.start);
  return q;
}

/* A problem that the set implies: wider, and less of it. */
static set weaker (lab *l, const set *s) {
  set q = {0};
  for (uint32_t i = 0; i < s->n; i++) {
    if (!below (l, 4) && q.n + s->n - i > 4)
      continue;
    atom a = s->atom[i];
    if (below (l, 2))
      a.domain =
          domain_unite (&l->arena, a.domain, random_atom (l, a.prefix).domain);
    if (!domain_is_full (a.domain))
      q.atom[q.n++] = a;
  }
  return q;
}

static const values *zeros (lab *l, const set *s) {
  term_vec leaves = {0};
  for (uint32_t i = 0; i < s->n; i++) {
    const leaf_set *ls = term_leaves (l->ts, s->atom[i].prefix);
    for (uint32_t k = 0; k < ls->n; k++) {
      size_t at = 0;
      while (at < leaves.len && leaves.data[at].id < ls->leaf[k].id)
        at++;
      if (at < leaves.len && term_eq (leaves.data[at], ls->leaf[k]))
        continue;
      vec_push (&l->mem, &leaves, TERM_NONE);
      memmove (leaves.data + at + 1, leaves.data + at,
               (leaves.len - 1 - at) * sizeof (term));
      leaves.data[at] = ls->leaf[k];
    }
  }
  const values *v = values_take (bench_arena (l->bench), &l->mem, l->ts,
                                 leaves.len, leaves.data, l->model);
  vec_release (&l->mem, &leaves);
  return v;
}

/* The peers. */

static bool includes (const set *outer, const set *inner) {
  for (uint32_t i = 0; i < outer->n; i++) {
    uint32_t k = 0;
    while (k < inner->n &&
           !term_eq (inner->atom[k].prefix, outer->atom[i].prefix))
      k++;
    if (k == inner->n ||
        !domain_includes (outer->atom[i].domain, inner->atom[k].domain))
      return false;
  }
  return true;
}

static bool scan (const lab *l, const set *q) {
  for (size_t i = 0; i < l->unsat.len; i++)
    if (includes (l->unsat.data + i, q))
      return true;
  for (size_t i = 0; i < l->sat.len; i++)
    if (includes (q, l->sat.data + i))
      return true;
  return false;
}

static int by_key (const void *a, const void *b) {
  uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;
  return x < y ? -1 : x > y;
}

static uint32_t ub_keys (const set *s, uint64_t *key) {
  for (uint32_t i = 0; i < s->n; i++)
    key[i] =
        hash_mix (s->atom[i].prefix.id, domain_hash (s->atom[i].domain).lo);
  qsort (key, s->n, sizeof *key, by_key);
  return s->n;
}

static void ub_add (lab *l, const set *s) {
  uint64_t key[MOST + 1], at = 1;
  uint32_t n = ub_keys (s, key);
  key[n] = 1;
  for (uint32_t i = 0; i <= n; i++) {
    uint64_t *child = map_at (&l->ub, hash_mix (at, key[i]) | 1);
    if (!*child)
      *child = ++l->n_ub + 1;
    at = *child;
  }
}

static bool ub_has_subset (const lab *l, uint64_t at, uint32_t n,
                           const uint64_t *key) {
  if (map_find (&l->ub, hash_mix (at, 1) | 1))
    return true;
  for (uint32_t i = 0; i < n; i++) {
    uint64_t child = map_get (&l->ub, hash_mix (at, key[i]) | 1, 0);
    if (child && ub_has_subset (l, child, n - i - 1, key + i + 1))
      return true;
  }
  return false;
}

/* Atoms as GreenTrie has them: prefix + constant relation 0. */

static green_atom green_atom_of (lab *l, term prefix, green_relation rel,
                                 uint64_t value) {
  arena *a = bench_arena (l->bench);
  char text[64];
  int len = snprintf (text, sizeof text, "p%u", prefix.id);
  green_atom res = {.relation = rel,
                    .constant = num_of_i64 (a, -(int64_t) value),
                    .prefix = arena_copy (a, text, (size_t) len + 1)};
  len = snprintf (text, sizeof text, "(p%u-%llu)%s0", prefix.id,
                  (unsigned long long) value, green_relation_text (rel));
  res.text = arena_copy (a, text, (size_t) len + 1);
  return res;
}

static int by_text (const void *a, const void *b) {
  return strcmp (((const green_atom *) a)->text,
                 ((const green_atom *) b)->text);
}

/* Domains of several spans are not among them and become their hull. */
static size_t green_atoms (lab *l, const set *s, green_atom *out) {
  size_t n = 0;
  for (uint32_t i = 0; i < s->n; i++) {
    term p = s->atom[i].prefix;
    const domain *d = s->atom[i].domain;
    uint64_t low = d->span[0].low, high = d->span[d->n - 1].high;
    uint64_t most = UINT64_MAX >> (64 - term_width (l->ts, p));
    if (d->n == 2 && low == 0 && high == most &&
        d->span[1].low == d->span[0].high + 2)
      out[n++] = green_atom_of (l, p, GREEN_NE, d->span[0].high + 1);
    else if (low == high)
      out[n++] = green_atom_of (l, p, GREEN_EQ, low);
    else {
      if (low)
        out[n++] = green_atom_of (l, p, GREEN_GE, low);
      if (high < most)
        out[n++] = green_atom_of (l, p, GREEN_LE, high);
    }
  }
  qsort (out, n, sizeof *out, by_text);
  return n;
}

static void green_add (lab *l, const set *s, bool is_sat, uint32_t number) {
  green_atom a[2 * MOST];
  size_t n = green_atoms (l, s, a);
  ltrie_insert (is_sat ? &l->green_sat : &l->green_unsat, n, a, number + 1);
}

/* Measuring. */

typedef struct result {
  double us;
  unsigned found;
} result;

static result ask_implied (lab *l, const set *q, unsigned n) {
  result r = {0};
  uint64_t start = clock_cpu ();
  for (unsigned i = 0; i < n; i++) {
    const uint32_t *used;
    size_t n_used;
    r.found += implied_find (l->rung, q[i].n, q[i].atom, l->model, &used,
                             &n_used) != VERDICT_UNKNOWN;
    bench_clear (l->bench);
  }
  r.us = (double) (clock_cpu () - start) / 1e3 / n;
  return r;
}

static result ask_scan (lab *l, const set *q, unsigned n) {
  result r = {0};
  uint64_t start = clock_cpu ();
  for (unsigned i = 0; i < n; i++)
    r.found += scan (l, q + i);
  r.us = (double) (clock_cpu () - start) / 1e3 / n;
  return r;
}

static result ask_ub (lab *l, const set *q, unsigned n) {
  result r = {0};
  uint64_t key[MOST];
  uint64_t start = clock_cpu ();
  for (unsigned i = 0; i < n; i++) {
    uint32_t len = ub_keys (q + i, key);
    r.found += ub_has_subset (l, 1, len, key);
  }
  r.us = (double) (clock_cpu () - start) / 1e3 / n;
  return r;
}

static result ask_green (lab *l, const set *q, unsigned n) {
  result r = {0};
  uint64_t start = clock_cpu ();
  for (unsigned i = 0; i < n; i++) {
    green_atom a[2 * MOST];
    size_t len = green_atoms (l, q + i, a);
    r.found += ltrie_subset (&l->green_unsat, len, a) ||
               ltrie_superset (&l->green_sat, len, a);
    bench_clear (l->bench);
  }
  r.us = (double) (clock_cpu () - start) / 1e3 / n;
  return r;
}

static void add_sets (lab *l, size_t n) {
  uint64_t spent = 0;
  size_t before = l->unsat.len + l->sat.len;
  while (l->unsat.len + l->sat.len < n) {
    set s = random_set (l);
    bool is_sat = l->sat.len < l->unsat.len;
    if (is_sat)
      vec_push (&l->mem, &l->sat, s);
    else {
      vec_push (&l->mem, &l->unsat, s);
      ub_add (l, &s);
    }
    if (n <= MOST_TRIED)
      green_add (l, &s, is_sat, (uint32_t) (l->sat.len + l->unsat.len));
    const values *v = is_sat ? zeros (l, &s) : NULL;
    uint64_t start = clock_cpu ();
    implied_insert (l->rung, is_sat ? VERDICT_SAT : VERDICT_UNSAT, s.n, s.atom,
                    v);
    spent += clock_cpu () - start;
    bench_clear (l->bench);
  }
  printf ("%8zu sets  %.1f us per insertion  %zu bytes per set\n", n,
          (double) spent / 1e3 / (double) (n - before),
          l->implied_mem.live / n);
}

static void show (const char *name, result r, unsigned n) {
  printf ("  %-28s %9.2f us  found %3u%%\n", name, r.us, 100 * r.found / n);
}

static double percent (uint64_t n) { return 100. * (double) n / QUESTIONS; }

static void measure (lab *l) {
  static set hit[QUESTIONS], sat[QUESTIONS], miss[QUESTIONS];
  for (unsigned i = 0; i < QUESTIONS; i++) {
    hit[i] = stronger (l, l->unsat.data + below (l, (unsigned) l->unsat.len));
    sat[i] = weaker (l, l->sat.data + below (l, (unsigned) l->sat.len));
    miss[i] = random_set (l);
  }
  implied_stat before, after;
  show ("unsat", ask_implied (l, hit, QUESTIONS), QUESTIONS);
  show ("sat", ask_implied (l, sat, QUESTIONS), QUESTIONS);
  implied_get_stat (l->rung, &before);
  implied_set_mapping (l->rung, false);
  show ("new, names as they are", ask_implied (l, miss, QUESTIONS), QUESTIONS);
  implied_get_stat (l->rung, &after);
  printf ("  budget exhausted %.1f%%\n",
          percent (after.exhausted - before.exhausted));
  implied_set_mapping (l->rung, l->maps);
  implied_get_stat (l->rung, &before);
  show ("new, also mapped", ask_implied (l, miss, QUESTIONS), QUESTIONS);
  implied_get_stat (l->rung, &after);
  printf ("  answered: native %.1f%%, mapped %.1f%%, budget exhausted %.1f%%\n",
          percent (after.sat + after.unsat - before.sat - before.unsat),
          percent (after.mapped_sat + after.mapped_unsat - before.mapped_sat -
                   before.mapped_unsat),
          percent (after.exhausted - before.exhausted));
  show ("scan, unsat", ask_scan (l, hit, SCANNED), SCANNED);
  show ("scan, new", ask_scan (l, miss, SCANNED), SCANNED);
  show ("UBTree, unsat", ask_ub (l, hit, QUESTIONS), QUESTIONS);
  show ("UBTree, new", ask_ub (l, miss, QUESTIONS), QUESTIONS);
  if (l->unsat.len + l->sat.len > MOST_TRIED)
    return;
  show ("GreenTrie, unsat", ask_green (l, hit, TRIED), TRIED);
  show ("GreenTrie, sat", ask_green (l, sat, TRIED), TRIED);
  show ("GreenTrie, new", ask_green (l, miss, TRIED), TRIED);
  printf ("  GreenTrie: %zu bytes per set\n",
          l->ltrie_mem.live / (l->unsat.len + l->sat.len));
}

int main (int argc, char **argv) {
  size_t most = argc > 1 ? strtoull (argv[1], NULL, 10) : 100000;
  bool maps = argc < 3 || strcmp (argv[2], "native");
  lab *l = calloc (1, sizeof *l);
  l->ts = terms_new (&l->mem);
  arena_init (&l->arena, &l->mem);
  l->bench = bench_new (&l->mem, l->ts);
  l->rung = rung_new_implied (&l->implied_mem, l->bench);
  l->model = model_new (&l->mem, l->ts);
  l->seed = 1;
  map_init (&l->ub, &l->mem);
  ltrie_init (&l->green_sat, &l->ltrie_mem, TRIE_PRINTED, true);
  ltrie_init (&l->green_unsat, &l->ltrie_mem, TRIE_PRINTED, false);
  setvbuf (stdout, NULL, _IOLBF, 0);
  l->maps = maps;
  implied_set_mapping (l->rung, maps);
  make_prefixes (l);
  for (size_t n = 1000; n <= most; n *= 10) {
    add_sets (l, n);
    measure (l);
  }
  return 0;
}
