#include "suite/covering.h"

#include "base/hash.h"
#include "base/map.h"
#include "suite/pack.h"

#include <stdlib.h>
#include <xxhash.h>

#define MAGIC "RPCOVER\2"
#define MAGIC_SIZE 8

void covering_init (covering *c, memory *mem) {
  *c = (covering) {.mem = mem};
  vec_push (mem, &c->start, 0);
}

void covering_release (covering *c) {
  vec_release (c->mem, &c->start, &c->item, &c->tests, &c->pairs);
}

uint32_t covering_add (covering *c, size_t n, const uint32_t *item) {
  for (size_t i = 0; i < n; i++) {
    assert (item[i] < c->n_items && (!i || item[i - 1] < item[i]));
    vec_push (c->mem, &c->item, item[i]);
  }
  vec_push (c->mem, &c->start, (uint32_t) c->item.len);
  return (uint32_t) c->start.len - 2;
}

static uint32_t count_sets (const covering *c) {
  return (uint32_t) c->start.len - 1;
}

/* New items come behind those that are blocks and sides, before vectors. */

static uint32_t extended_set (const covering *old, uint32_t set,
                              const u32_vec *more, uint32_t n, u32_vec *work,
                              map *sets, covering *out) {
  uint32_t i = set == COVERING_UNKNOWN ? 0 : old->start.data[set];
  uint32_t end = set == COVERING_UNKNOWN ? 0 : old->start.data[set + 1];
  vec_clear (work);
  for (; i < end && old->item.data[i] < old->n_plain; i++)
    vec_push (old->mem, work, old->item.data[i]);
  for (size_t k = 0; more && k < more->len; k++)
    vec_push (old->mem, work, old->n_plain + more->data[k]);
  for (; i < end; i++)
    vec_push (old->mem, work, old->item.data[i] + n);
  uint64_t *at = map_at (
      sets, hash_bytes (work->data, work->len * sizeof *work->data).lo | 1);
  if (!*at)
    *at = covering_add (out, work->len, work->data) + UINT64_C (1);
  return (uint32_t) *at - 1;
}

void covering_extend (covering *c, uint32_t n, size_t n_tests,
                      const covering_more *more) {
  covering out;
  u32_vec work = {0};
  map sets, at; /* digest -> its number, plus 1; test -> in 'more', plus 1 */
  map_init (&sets, c->mem);
  map_init (&at, c->mem);
  for (size_t i = n_tests; i; i--)
    map_put (&at, more[i - 1].index + UINT64_C (1), i);
  covering_init (&out, c->mem);
  out.n_items = c->n_items + n;
  out.n_plain = c->n_plain + n;
  out.n_conditions = c->n_conditions;
  for (size_t i = 0; i < c->pairs.len; i++) {
    covering_pair p = c->pairs.data[i];
    vec_push (c->mem, &out.pairs,
              (covering_pair) {p.condition, p.a + n, p.b + n});
  }
  for (size_t i = 0; i < c->tests.len; i++) {
    covering_test t = c->tests.data[i];
    uint64_t k = map_get (&at, t.index + UINT64_C (1), 0);
    const u32_vec *items = k ? &more[k - 1].items : NULL;
    if (items || t.set != COVERING_UNKNOWN)
      t.set = extended_set (c, t.set, items, n, &work, &sets, &out);
    vec_push (c->mem, &out.tests, t);
  }
  vec_release (c->mem, &work);
  map_release (&sets);
  map_release (&at);
  covering_release (c);
  *c = out;
}

/* The file. */

static void pack_all (const covering *c, char_vec *out) {
  pack_number (c->mem, out, c->n_items);
  pack_number (c->mem, out, c->n_plain);
  pack_number (c->mem, out, c->n_conditions);
  pack_number (c->mem, out, c->pairs.len);
  for (size_t i = 0; i < c->pairs.len; i++) {
    pack_number (c->mem, out, c->pairs.data[i].condition);
    pack_number (c->mem, out, c->pairs.data[i].a);
    pack_number (c->mem, out, c->pairs.data[i].b);
  }
  pack_number (c->mem, out, count_sets (c));
  for (uint32_t s = 0; s < count_sets (c); s++) {
    uint32_t before = 0;
    pack_number (c->mem, out, c->start.data[s + 1] - c->start.data[s]);
    for (uint32_t i = c->start.data[s]; i < c->start.data[s + 1]; i++) {
      pack_number (c->mem, out, c->item.data[i] - before);
      before = c->item.data[i];
    }
  }
  pack_number (c->mem, out, c->tests.len);
  for (size_t i = 0; i < c->tests.len; i++) {
    pack_number (c->mem, out, c->tests.data[i].index);
    pack_number (c->mem, out, c->tests.data[i].set + UINT32_C (1));
  }
}

static void covering_path (memory *mem, const char *dir, char_vec *out) {
  text_printf (mem, out, "%s/%s", dir, COVERING_FILE);
  text_c (mem, out);
}

/* Somebody else may have a file of this name. */
static bool is_foreign (const char *path) {
  mapped_file f;
  if (!whole_file_map (path, &f))
    return false;
  bool is_ours =
      f.size >= MAGIC_SIZE && !memcmp (f.bytes, MAGIC, MAGIC_SIZE - 1);
  whole_file_unmap (&f);
  return !is_ours;
}

status covering_write (const covering *c, const char *dir, uint64_t digest,
                       trouble *t) {
  status st;
  char_vec out = {0}, path = {0};
  text_add (c->mem, &out, MAGIC, MAGIC_SIZE);
  text_add (c->mem, &out, (const char *) &digest, sizeof digest);
  pack_all (c, &out);
  uint64_t sum = XXH3_64bits (out.data, out.len);
  text_add (c->mem, &out, (const char *) &sum, sizeof sum);
  covering_path (c->mem, dir, &path);
  if (is_foreign (path.data))
    st = trouble_set (t, ST_NOWRITE,
                      "'%s' is none of ours and is not overwritten: what tests "
                      "cover is not noted",
                      path.data);
  else
    st = whole_file_write (path.data, out.data, out.len, t);
  vec_release (c->mem, &out, &path);
  return st;
}

static bool unpack_set (covering *c, unpacker *u) {
  uint64_t item = 0;
  for (uint64_t n = unpack_number (u), i = 0; i < n && !u->is_bad; i++) {
    item += unpack_number (u);
    if (item >= c->n_items)
      return false;
    vec_push (c->mem, &c->item, (uint32_t) item);
  }
  vec_push (c->mem, &c->start, (uint32_t) c->item.len);
  return !u->is_bad;
}

static bool unpack_pairs (covering *c, unpacker *u) {
  bool is_good = true;
  c->n_plain = (uint32_t) unpack_number (u);
  c->n_conditions = (uint32_t) unpack_number (u);
  for (uint64_t n = unpack_number (u); n && is_good && !u->is_bad; n--) {
    covering_pair p = {(uint32_t) unpack_number (u), 0, 0};
    p.a = (uint32_t) unpack_number (u);
    p.b = (uint32_t) unpack_number (u);
    is_good =
        p.condition < c->n_conditions && p.a < c->n_items && p.b < c->n_items;
    vec_push (c->mem, &c->pairs, p);
  }
  return is_good && c->n_plain <= c->n_items;
}

static bool unpack_all (covering *c, unpacker *u) {
  uint64_t n_items = unpack_number (u);
  c->n_items = (uint32_t) n_items;
  bool is_good = unpack_pairs (c, u);
  for (uint64_t n = unpack_number (u); n && is_good; n--)
    is_good = unpack_set (c, u);
  for (uint64_t n = unpack_number (u); n && is_good && !u->is_bad; n--) {
    covering_test t = {(uint32_t) unpack_number (u), 0};
    t.set = (uint32_t) unpack_number (u) - 1;
    is_good = t.set == COVERING_UNKNOWN || t.set < count_sets (c);
    vec_push (c->mem, &c->tests, t);
  }
  return is_good && !u->is_bad && n_items <= UINT32_MAX;
}

static bool fits (const covering *c, const suite *s) {
  for (size_t i = 0; i < c->tests.len; i++)
    if (c->tests.data[i].index >= suite_count (s))
      return false;
  return true;
}

static bool is_whole (const mapped_file *f, uint64_t digest) {
  const uint8_t *bytes = f->bytes;
  uint64_t of, sum;
  if (f->size < MAGIC_SIZE + 16 || memcmp (bytes, MAGIC, MAGIC_SIZE))
    return false;
  memcpy (&of, bytes + MAGIC_SIZE, sizeof of);
  memcpy (&sum, bytes + f->size - 8, sizeof sum);
  return of == digest && sum == XXH3_64bits (bytes, f->size - 8);
}

bool covering_read (covering *c, const char *dir, const suite *s) {
  mapped_file f;
  char_vec path = {0};
  covering_path (c->mem, dir, &path);
  bool is_there = whole_file_map (path.data, &f);
  vec_release (c->mem, &path);
  if (!is_there)
    return false;
  const uint8_t *bytes = f.bytes;
  bool is_good = is_whole (&f, suite_digest (s));
  if (is_good) {
    unpacker u = {.at = bytes + MAGIC_SIZE + 8, .end = bytes + f.size - 8};
    is_good = unpack_all (c, &u) && fits (c, s);
  }
  whole_file_unmap (&f);
  return is_good;
}

/* The choice. */

typedef struct choosing {
  const covering *of;
  suite *suite;
  uint32_t *covered; /* of each item: by how many that are chosen */
  uint32_t *gain;    /* of each set: at most so many new ones */
  uint32_t *test;    /* of each set: its first test, plus 1 */
  u32_vec must;      /* tests of errors: of 'tests' */
  u32_vec sets;      /* chosen besides */
} choosing;

static uint32_t count_new (const choosing *c, uint32_t set) {
  uint32_t n = 0;
  for (uint32_t i = c->of->start.data[set]; i < c->of->start.data[set + 1]; i++)
    n += !c->covered[c->of->item.data[i]];
  return n;
}

static void cover_set (choosing *c, uint32_t set, int by) {
  if (set == COVERING_UNKNOWN)
    return;
  for (uint32_t i = c->of->start.data[set]; i < c->of->start.data[set + 1]; i++)
    c->covered[c->of->item.data[i]] += (uint32_t) by;
}

/* Does each of its items have another one? */
static bool is_superfluous (const choosing *c, uint32_t set) {
  for (uint32_t i = c->of->start.data[set]; i < c->of->start.data[set + 1]; i++)
    if (c->covered[c->of->item.data[i]] < 2)
      return false;
  return true;
}

static bool is_error (choosing *c, size_t i, bool *is_repeated) {
  testcase test;
  suite_get (c->suite, c->of->tests.data[i].index, &test);
  *is_repeated = test.is_repeated;
  return test.end.kind == END_FAULT;
}

/* Each set that has none yet gets its first test of this sort. */
static void name_tests (choosing *c, bool of_errors) {
  bool is_repeated;
  for (size_t i = 0; i < c->of->tests.len; i++) {
    uint32_t set = c->of->tests.data[i].set;
    if (set != COVERING_UNKNOWN && !c->test[set] &&
        is_error (c, i, &is_repeated) == of_errors)
      c->test[set] = (uint32_t) i + 1;
  }
}

/* Which vectors are to be covered: of each condition the first pair that needs
 * the fewest new ones. What is not looked for counts as covered.
 */
#define NOT_WANTED 2

#define NOT_THERE 3 /* in no test */

static void want_vectors (choosing *c, suite_choice what) {
  const covering *of = c->of;
  for (uint32_t i = of->n_plain; i < of->n_items; i++)
    c->covered[i] = NOT_THERE;
  for (size_t i = 0; i < of->item.len; i++)
    if (of->item.data[i] >= of->n_plain)
      c->covered[of->item.data[i]] = NOT_WANTED;
  for (uint32_t k = 0; k < of->n_conditions && what == SUITE_MCDC; k++) {
    const covering_pair *best = NULL;
    uint32_t least = 3;
    for (size_t i = 0; i < of->pairs.len; i++) {
      const covering_pair *p = of->pairs.data + i;
      uint32_t a = c->covered[p->a], b = c->covered[p->b], costs = !!a + !!b;
      if (p->condition == k && costs < least && a < NOT_THERE &&
          b < NOT_THERE) {
        least = costs;
        best = p;
      }
    }
    if (best)
      c->covered[best->a] = c->covered[best->b] = 0;
  }
}

static void choose_errors (choosing *c) {
  bool is_repeated;
  for (size_t i = 0; i < c->of->tests.len; i++)
    if (is_error (c, i, &is_repeated) && !is_repeated) {
      vec_push (c->of->mem, &c->must, (uint32_t) i);
      cover_set (c, c->of->tests.data[i].set, 1);
    }
}

/* Gains only shrink: a set that was worth less than the best is not looked at
 * again.
 */
static bool choose_next (choosing *c) {
  uint32_t best = 0, which = 0;
  for (size_t i = 0; i < c->of->tests.len; i++) {
    uint32_t s = c->of->tests.data[i].set;
    if (s == COVERING_UNKNOWN || c->test[s] != i + 1 || c->gain[s] <= best)
      continue;
    c->gain[s] = count_new (c, s);
    if (c->gain[s] > best) {
      best = c->gain[s];
      which = s;
    }
  }
  if (best) {
    vec_push (c->of->mem, &c->sets, which);
    cover_set (c, which, 1);
  }
  return best;
}

/* In the order of the tests. */
static void choose_new (choosing *c) {
  for (size_t i = 0; i < c->of->tests.len; i++) {
    uint32_t s = c->of->tests.data[i].set;
    if (s == COVERING_UNKNOWN || c->test[s] != i + 1 || !count_new (c, s))
      continue;
    vec_push (c->of->mem, &c->sets, s);
    cover_set (c, s, 1);
  }
}

static void drop_superfluous (choosing *c) {
  size_t n = 0;
  for (size_t i = 0; i < c->sets.len; i++)
    if (is_superfluous (c, c->sets.data[i]))
      cover_set (c, c->sets.data[i], -1);
    else
      c->sets.data[n++] = c->sets.data[i];
  c->sets.len = n;
}

static void covering_list (const choosing *c, u32_vec *out) {
  for (size_t i = 0; i < c->must.len; i++)
    vec_push (c->of->mem, out, c->of->tests.data[c->must.data[i]].index);
  for (size_t i = 0; i < c->sets.len; i++)
    vec_push (c->of->mem, out,
              c->of->tests.data[c->test[c->sets.data[i]] - 1].index);
  vec_unite (out, compare_u32);
}

/* Is the test of a set there for its error? */
static bool is_chosen_error (const choosing *c, uint32_t set) {
  for (size_t i = 0; i < c->must.len; i++)
    if (c->must.data[i] + 1 == c->test[set])
      return true;
  return false;
}

/* A test that ends in an error does not stand in for one that passes: it fails
 * until the error is fixed. So errors come last.
 */
static void choose_all (choosing *c, suite_choice what) {
  bool is_cover = what == SUITE_BRANCHES || what == SUITE_MCDC;
  want_vectors (c, what);
  name_tests (c, false);
  while (is_cover && choose_next (c))
    ;
  if (is_cover)
    drop_superfluous (c);
  else if (what == SUITE_NEW)
    choose_new (c);
  choose_errors (c);
  name_tests (c, true);
  while (is_cover && choose_next (c))
    ;
  for (uint32_t s = 0; what == SUITE_PATHS && s < count_sets (c->of); s++)
    if (c->test[s] && !is_chosen_error (c, s))
      vec_push (c->of->mem, &c->sets, s);
}

void covering_choose_of (const covering *of, suite *s, suite_choice what,
                         const u32_vec *first, u32_vec *out) {
  memory *mem = of->mem;
  size_t items = (of->n_items + (size_t) 1) * sizeof (uint32_t);
  size_t sets = of->start.len * sizeof (uint32_t);
  choosing c = {.of = of, .suite = s};
  assert (what != SUITE_ALL && !out->len);
  c.covered = memory_zalloc (mem, items);
  c.gain = memory_zalloc (mem, sets);
  c.test = memory_zalloc (mem, sets);
  for (uint32_t i = 0; i < count_sets (of); i++)
    c.gain[i] = of->start.data[i + 1] - of->start.data[i];
  for (size_t i = 0; i < first->len; i++) {
    vec_push (mem, &c.must, first->data[i]);
    cover_set (&c, of->tests.data[first->data[i]].set, 1);
  }
  choose_all (&c, what);
  covering_list (&c, out);
  memory_free (mem, c.covered, items);
  memory_free (mem, c.gain, sets);
  memory_free (mem, c.test, sets);
  vec_release (mem, &c.must, &c.sets);
}

/* Errors alone take no coverage. */
static status covering_open (covering *c, const char *dir, const suite *s,
                             suite_choice what, trouble *t) {
  if (what == SUITE_MCDC && !suite_about (s)->keep_branches)
    return trouble_set (
        t, ST_NOFILE,
        "MC/DC is about C's own branches, which the run of '%s' "
        "simplified: run again with --suite=mcdc",
        dir);
  if (covering_read (c, dir, s))
    return ST_OK;
  if (what != SUITE_ERRORS)
    return trouble_set (t, ST_NOFILE,
                        "what the tests in '%s' cover was not noted: run again "
                        "with --suite=branches, or with a store",
                        dir);
  covering_release (c);
  covering_init (c, c->mem);
  for (uint32_t i = 0; i < suite_count (s); i++)
    vec_push (c->mem, &c->tests, (covering_test) {i, COVERING_UNKNOWN});
  return ST_OK;
}

status covering_choose (memory *mem, const char *dir, suite *s,
                        suite_choice what, u32_vec *out, trouble *t) {
  static const u32_vec none;
  covering all;
  covering_init (&all, mem);
  status st = covering_open (&all, dir, s, what, t);
  if (!st)
    covering_choose_of (&all, s, what, &none, out);
  covering_release (&all);
  return st;
}

/* The suite of a directory. */

/* Where each of these is among those that are left, plus 1; 0: it is not. */
static uint32_t new_index (const u32_vec *left, uint32_t index) {
  const uint32_t *at = left->len ? bsearch (&index, left->data, left->len,
                                            sizeof index, compare_u32)
                                 : NULL;
  return at ? (uint32_t) (at - left->data) + 1 : 0;
}

static void covering_keep (const covering *all, const u32_vec *left,
                           covering *out) {
  out->n_items = all->n_items;
  out->n_plain = all->n_plain;
  out->n_conditions = all->n_conditions;
  for (size_t i = 0; i < all->pairs.len; i++)
    vec_push (out->mem, &out->pairs, all->pairs.data[i]);
  for (size_t i = 0; i < all->tests.len; i++) {
    covering_test t = all->tests.data[i];
    uint32_t now = new_index (left, t.index);
    if (!now)
      continue;
    t.index = now - 1;
    if (t.set != COVERING_UNKNOWN)
      t.set = covering_add (out,
                            all->start.data[t.set + 1] - all->start.data[t.set],
                            all->item.data + all->start.data[t.set]);
    vec_push (out->mem, &out->tests, t);
  }
}

static status write_suite (memory *mem, const char *dir, const char_vec *bytes,
                           trouble *t) {
  char_vec path = {0};
  text_printf (mem, &path, "%s/%s", dir, SUITE_FILE);
  status st =
      whole_file_write (text_c (mem, &path), bytes->data, bytes->len, t);
  vec_release (mem, &path);
  return st;
}

static status narrow_to (suite *s, const char *dir, const covering *all,
                         const u32_vec *left, trouble *t) {
  memory *mem = all->mem;
  char_vec bytes = {0};
  covering now;
  covering_init (&now, mem);
  covering_keep (all, left, &now);
  suite_pick (s, left->len, left->data, mem, &bytes);
  suite *narrow = suite_open_at (mem, (const uint8_t *) bytes.data, bytes.len);
  assert (narrow && suite_count (narrow) == left->len);
  status st = write_suite (mem, dir, &bytes, t);
  if (!st)
    st = covering_write (&now, dir, suite_digest (narrow), t);
  suite_free (narrow);
  vec_release (mem, &bytes);
  covering_release (&now);
  return st;
}

status covering_narrow (memory *mem, const char *dir, suite_choice what,
                        uint64_t *n, trouble *t) {
  static const u32_vec none;
  covering all;
  u32_vec left = {0};
  suite *s = suite_open (mem, dir, t);
  if (!s)
    return t->code;
  covering_init (&all, mem);
  status st = covering_open (&all, dir, s, what, t);
  if (!st) {
    covering_choose_of (&all, s, what, &none, &left);
    st = narrow_to (s, dir, &all, &left, t);
  }
  *n = left.len;
  vec_release (mem, &left);
  covering_release (&all);
  suite_free (s);
  return st;
}
