/* Climb: a local search for values that satisfy a problem.
 *
 * Solvers are slow on what mixes well (hashes, checksums), on products and
 * quotients of inputs, and on floating point, although values that satisfy
 * such conditions are often easy to find: half of all inputs give an odd
 * digest. Here numbers of the input are changed a little, one after the
 * other, and changes that lead no further away are kept (reuse/slope.h); what
 * leads nearer is done again, twice as far.
 *
 * Only problems that are hard by the look of them are tried, which is most of
 * the cost for all others. How much is tried follows from how often it was
 * of use: counts and numbers made from the problem decide, so that a run can
 * be repeated. That no values exist is never found out here.
 */

#include "base/clock.h"
#include "reuse/rung.h"
#include "reuse/slope.h"
#include "reuse/weight.h"
#include "term/leaves.h"

#define FEWEST 512 /* values tried for one problem */
#define AT_FIRST 4096
#define MOST 65536
#define FLOAT_SHARE 8 /* as much more: the alternative is Z3 */
#define STALE 400     /* changes that lead nowhere before it starts anew */
#define MOST_NODES (1u << 25) /* evaluated, whatever else */
#define MANY_LEAVES 256       /* are not looked at for numbers of bytes */
#define MAX_WINDOW 8          /* bytes that are one number */

/* Consecutive bytes of the input, the lowest first, or one leaf. */
typedef struct window {
  uint32_t leaf[MAX_WINDOW];
  unsigned n, width; /* leaves; bits of all */
} window;

typedef struct climb {
  rung base;
  memory *mem;
  bench *bench;
  weigher weigher;
  model *latest;  /* values that were right for other problems */
  uint64_t tries; /* for one problem */

  /* of this problem */
  bool is_hard;
  slope *slope;
  const term *leaf;
  size_t n;
  VEC (window) windows;
  u64_vec words;
  uint64_t distance;
  uint64_t random, left, left_at_look;
} climb;

static void free_climb (rung *r) {
  climb *c = (climb *) r;
  weigher_release (c->mem, &c->weigher);
  vec_release (c->mem, &c->windows, &c->words);
  model_free (c->latest);
  memory_free (c->mem, c, sizeof *c);
}

/* Numbers of the input. */

static unsigned climb_width_of (const climb *c, uint32_t leaf) {
  sort s = term_sort (bench_terms (c->bench), c->leaf[leaf]);
  return sort_is_bv (s) ? sort_width (s) : 1;
}

/* The place of a byte in its array. */
static bool is_byte (const climb *c, uint32_t leaf, term *array,
                     uint64_t *index) {
  const terms *ts = bench_terms (c->bench);
  *array = leaf_array (ts, c->leaf[leaf]);
  if (!array->id || climb_width_of (c, leaf) != 8)
    return false;
  term at = term_arg (ts, c->leaf[leaf], 1);
  *index = term_word (ts, at);
  return term_width (ts, at) <= 64;
}

static bool find_byte (const climb *c, term array, uint64_t index,
                       uint32_t *leaf) {
  for (uint32_t i = 0; i < c->n; i++) {
    term a;
    uint64_t k;
    if (is_byte (c, i, &a, &k) && term_eq (a, array) && k == index) {
      *leaf = i;
      return true;
    }
  }
  return false;
}

/* The number that begins at this byte, if there is one of that size. */
static void add_window (climb *c, uint32_t first, unsigned size) {
  assert (size <= MAX_WINDOW && first < c->n);
  window w = {.n = size, .width = 8 * size};
  term array;
  uint64_t index;
  if (!is_byte (c, first, &array, &index) || index % size)
    return;
  for (unsigned i = 0; i < size; i++)
    if (!find_byte (c, array, index + i, w.leaf + i))
      return;
  vec_push (c->mem, &c->windows, w);
}

static void find_windows (climb *c) {
  vec_clear (&c->windows);
  for (uint32_t i = 0; i < c->n; i++) {
    window one = {.leaf = {i}, .n = 1, .width = climb_width_of (c, i)};
    vec_push (c->mem, &c->windows, one);
  }
  for (uint32_t i = 0; i < c->n && c->n <= MANY_LEAVES; i++)
    for (unsigned size = 2; size <= MAX_WINDOW; size *= 2)
      add_window (c, i, size);
}

static uint64_t climb_get (const climb *c, const window *w) {
  uint64_t x = 0;
  for (unsigned i = w->n; i-- > 0;)
    x = w->n == 1 ? c->words.data[w->leaf[i]]
                  : x << 8 | c->words.data[w->leaf[i]];
  return x;
}

static void climb_put (climb *c, const window *w, uint64_t x) {
  assert (w->n <= MAX_WINDOW && w->width && w->width <= 64);
  uint64_t mask = w->n == 1 ? ~(uint64_t) 0 >> (64 - w->width) : 255;
  for (unsigned i = 0; i < w->n; i++)
    c->words.data[w->leaf[i]] = x >> (w->n == 1 ? 0 : 8 * i) & mask;
}

/* Changing them. */

static uint64_t roll (climb *c) {
  c->random = hash_mix (c->random + 0x9e3779b97f4a7c15u, 0xbf58476d1ce4e5b9u);
  return c->random;
}

/* Is it as near or nearer with this value? Otherwise nothing changes. */
static bool change (climb *c, const window *w, uint64_t to, bool *is_nearer) {
  uint64_t from = climb_get (c, w);
  climb_put (c, w, to);
  c->left -= !!c->left;
  uint64_t d = slope_distance (c->slope, c->words.data);
  *is_nearer = d < c->distance;
  if (d > c->distance) {
    climb_put (c, w, from);
    return false;
  }
  c->distance = d;
  return true;
}

/* Numbers at which something is different: of integers, of floats. */
static uint64_t special (uint64_t random, unsigned width) {
  assert (width && width <= 64);
  bool is_float = width == 32 || width == 64;
  unsigned mantissa = width == 64 ? 52 : 23;
  uint64_t top = (uint64_t) 1 << (width - 1);
  uint64_t infinite = is_float ? top - ((uint64_t) 1 << mantissa) : 0;
  switch (random % (is_float ? 8 : 5)) {
  case 0:
    return 0;
  case 1:
    return 1;
  case 2:
    return top;
  case 3:
    return top - 1;
  case 4:
    return ~(uint64_t) 0;
  case 5:
    return infinite;
  case 6:
    return infinite | top;
  default:
    return infinite + 1; /* no number */
  }
}

/* A step in one direction, and on while that helps. */
static bool climb_step (climb *c, const window *w, uint64_t by) {
  bool is_nearer = false, was_nearer = false;
  do {
    if (!change (c, w, climb_get (c, w) + by, &is_nearer))
      break;
    was_nearer |= is_nearer;
    by *= 2;
  } while (is_nearer && c->distance && c->left);
  return was_nearer;
}

/* True when it led nearer. */
static bool try_one (climb *c) {
  uint64_t random = roll (c);
  const window *w = c->windows.data + random % c->windows.len;
  uint64_t bit = (uint64_t) 1 << (random >> 32) % w->width;
  bool is_nearer = false;
  switch (random >> 48 & 7) {
  case 0:
    change (c, w, roll (c), &is_nearer);
    break;
  case 1:
    change (c, w, special (roll (c), w->width), &is_nearer);
    break;
  case 2:
    change (c, w, climb_get (c, w) ^ bit, &is_nearer);
    break;
  case 3:
  case 4:
    return climb_step (c, w, bit);
  default:
    return climb_step (c, w, -bit);
  }
  return is_nearer;
}

static void start_at (climb *c) {
  c->distance = slope_distance (c->slope, c->words.data);
}

/* From what was right elsewhere, then from anywhere. */
static void start_again (climb *c, unsigned round) {
  for (uint32_t i = 0; i < c->n; i++) {
    bool is_known = !round || (round % 2 && roll (c) % 4);
    window w = {.leaf = {i}, .n = 1, .width = climb_width_of (c, i)};
    climb_put (c, &w, is_known ? model_get (c->latest, c->leaf[i]) : roll (c));
  }
  start_at (c);
}

/* Some thousand nodes are evaluated between looks at the clock; a read of an
 * array may be as long as all that was written to it.
 */
static bool is_late (climb *c, uint64_t deadline) {
  if (c->left_at_look - c->left < 4096 / slope_length (c->slope))
    return false;
  c->left_at_look = c->left;
  return deadline && clock_now () >= deadline;
}

static bool search (climb *c, uint64_t deadline) {
  for (unsigned round = 0; c->left; round++) {
    start_again (c, round);
    for (unsigned idle = 0; c->distance && idle < STALE && c->left;) {
      idle = try_one (c) ? 0 : idle + 1;
      if (is_late (c, deadline))
        return !c->distance;
    }
    if (!c->distance)
      return true;
  }
  return false;
}

/* What is of use is done more. */
static void judge (climb *c, bool is_found) {
  if (is_found)
    c->tries = c->tries > MOST / 2 ? MOST : 2 * c->tries;
  else
    c->tries = c->tries < 2 * FEWEST ? FEWEST : c->tries / 2;
  assert (c->tries >= FEWEST && c->tries <= MOST);
}

static void climb_keep (climb *c, finding *out) {
  assert (!c->distance && c->words.len == c->n);
  for (size_t i = 0; i < c->n; i++)
    model_set (out->model, c->leaf[i], c->words.data[i]);
  model_add (c->latest, out->model);
}

static uint64_t tries_for (climb *c, const problem *p) {
  weight w = weigh (c->mem, &c->weigher, bench_terms (c->bench), p->n,
                    p->constraint, WEIGHT_HARD);
  uint64_t tries = w.has_floats ? FLOAT_SHARE * c->tries : c->tries;
  uint64_t most = MOST_NODES / slope_length (c->slope) + 1;
  return tries < most ? tries : most;
}

static verdict climb_ask (rung *r, problem *p, finding *out) {
  climb *c = (climb *) r;
  c->is_hard = weigh_is_hard (c->mem, &c->weigher, bench_terms (c->bench), p->n,
                              p->constraint);
  if (!c->is_hard)
    return VERDICT_UNKNOWN;
  c->slope = slope_new (c->mem, bench_terms (c->bench), p->n, p->constraint);
  if (!c->slope)
    return VERDICT_UNKNOWN;
  c->n = slope_leaves (c->slope, &c->leaf);
  c->random = p->key.lo;
  c->left = c->left_at_look = tries_for (c, p);
  vec_clear (&c->words);
  for (size_t i = 0; i < c->n; i++)
    vec_push (c->mem, &c->words, 0);
  find_windows (c);
  bool is_found = search (c, out->deadline);
  if (is_found)
    climb_keep (c, out);
  judge (c, is_found);
  slope_free (c->slope);
  return is_found ? VERDICT_SAT : VERDICT_UNKNOWN;
}

static void climb_learn (rung *r, problem *p, problem *core, const finding *f) {
  climb *c = (climb *) r;
  (void) p;
  (void) core;
  if (f->verdict == VERDICT_SAT && c->is_hard)
    model_add (c->latest, f->model);
}

static size_t climb_count (const rung *r) {
  (void) r;
  return 0;
}

static const rung_class class = {.free = free_climb,
                                 .ask = climb_ask,
                                 .learn = climb_learn,
                                 .count = climb_count};

rung *rung_new_climb (const rung_site *site) {
  climb *c = memory_zalloc (site->mem, sizeof *c);
  *c = (climb) {.base = {&class},
                .mem = site->mem,
                .bench = site->bench,
                .tries = AT_FIRST};
  c->latest = model_new (site->mem, bench_terms (site->bench));
  return &c->base;
}
