/* Atoms are sorted by prefix, so that those of one prefix stand together and
 * are intersected in one sweep.
 *
 *     given     x in [0, 9]   y in {2}   x in [3, 20]
 *     result    x in [3, 9], origin (0, 2)    y in {2}, origin 1
 *
 * An origin is an input, or a pair of origins, which are smaller; so the inputs
 * behind an atom are found in one sweep down. Then known values are put into
 * the other atoms, and all is done again, a few times.
 */

#include "logic/reduce.h"

#include "base/map.h"

#define MAX_ROUNDS 8
#define MAX_VISITS 65536   /* terms looked at by one call of substitute */
#define MAX_SHRUNK_CORE 64 /* longer ones are not made minimal */
#define MAX_FOLDED 64      /* more are intersected by halves */
#define NO_REASON UINT32_MAX

/* Reasons. */

static void reserve_reasons (reduction *r, arena *a) {
  if (r->reasons.len < r->reasons.cap)
    return;
  size_t cap = r->reasons.cap ? 2 * r->reasons.cap : 16;
  derivation *data = arena_alloc (a, cap * sizeof *data);
  if (r->reasons.len)
    memcpy (data, r->reasons.data, r->reasons.len * sizeof *data);
  r->reasons.data = data;
  r->reasons.cap = cap;
}

static uint32_t join_reasons (reduction *r, arena *a, uint32_t x, uint32_t y) {
  if (x == y || y == NO_REASON)
    return x;
  if (x == NO_REASON)
    return y;
  assert (x < r->n_inputs + r->reasons.len && y < r->n_inputs + r->reasons.len);
  reserve_reasons (r, a);
  r->reasons.data[r->reasons.len++] = (derivation) {x, y};
  return (uint32_t) (r->n_inputs + r->reasons.len - 1);
}

/* The inputs below marked reasons. A pair is larger than its parts, so one
 * sweep downwards reaches everything.
 */
static uint32_t *sweep (const reduction *r, arena *a, bool *marked, size_t *n) {
  assert (r->n_inputs); /* a mark has an input below it */
  for (size_t i = r->reasons.len; i-- > 0;)
    if (marked[r->n_inputs + i])
      marked[r->reasons.data[i].left] = marked[r->reasons.data[i].right] = true;
  uint32_t *res = arena_alloc (a, r->n_inputs * sizeof *res);
  *n = 0;
  for (size_t i = 0; i < r->n_inputs; i++)
    if (marked[i])
      res[(*n)++] = (uint32_t) i;
  return res;
}

static bool *new_marks (const reduction *r, arena *a) {
  size_t size = r->n_inputs + r->reasons.len;
  return memset (arena_alloc (a, size), 0, size);
}

uint32_t *reduce_inputs (const reduction *r, arena *a, size_t n,
                         const uint32_t *atoms, size_t *n_inputs) {
  bool *marked = new_marks (r, a);
  for (size_t i = 0; i < n; i++)
    marked[r->origin[atoms[i]]] = true;
  return sweep (r, a, marked, n_inputs);
}

/* Merging. */

typedef struct reduce_item {
  hash128 hash;
  atom atom;
  uint32_t origin;
} reduce_item;

static int compare_items (const void *a, const void *b) {
  const reduce_item *x = a, *y = b;
  int c = hash128_cmp (x->hash, y->hash);
  if (c)
    return c;
  if (x->atom.prefix.id != y->atom.prefix.id)
    return x->atom.prefix.id < y->atom.prefix.id ? -1 : 1;
  return x->origin < y->origin ? -1 : x->origin > y->origin;
}

/* What items of one prefix have in common; n holes, by halves, in n log n. */
static reduce_item item_of_all (reduction *r, arena *a, const reduce_item *x,
                                size_t n) {
  if (n == 1)
    return *x;
  size_t k = n > MAX_FOLDED ? n / 2 : n - 1;
  reduce_item res = item_of_all (r, a, x, k);
  reduce_item rest = item_of_all (r, a, x + k, n - k);
  const domain *d = domain_intersect (a, res.atom.domain, rest.atom.domain);
  if (!domain_eq (res.atom.domain, d)) /* otherwise it says nothing new */
    res.origin = domain_eq (rest.atom.domain, d)
                     ? rest.origin
                     : join_reasons (r, a, res.origin, rest.origin);
  res.atom.domain = d;
  return res;
}

/* Atoms of one prefix with nothing in common: leave out what is not needed.
 * One pass is enough, since needing an atom survives the loss of others.
 */
static size_t shrink_core (reduction *r, arena *a, reduce_item *x, size_t n) {
  for (size_t i = n > MAX_SHRUNK_CORE ? 0 : n; i-- > 0 && n > 1;) {
    reduce_item left_out = x[i];
    x[i] = x[n - 1];
    if (domain_is_empty (item_of_all (r, a, x, n - 1).atom.domain))
      n--;
    else
      x[i] = left_out;
  }
  return n;
}

static void report_core (reduction *r, arena *a, const reduce_item *x,
                         size_t n) {
  bool *marked = new_marks (r, a);
  for (size_t i = 0; i < n; i++)
    marked[x[i].origin] = true;
  r->core = sweep (r, a, marked, &r->n_core);
  assert (r->n_core);
  r->is_unsat = true;
  r->n = 0;
}

/* Merge sorted items into the result; false when unsatisfiable. */
static bool reduce_merge (reduction *r, arena *a, reduce_item *x, size_t n) {
  r->n = 0;
  for (size_t i = 0, j; i < n; i = j) {
    for (j = i + 1; j < n && x[j].atom.prefix.id == x[i].atom.prefix.id;)
      j++;
    reduce_item all = item_of_all (r, a, x + i, j - i);
    if (domain_is_empty (all.atom.domain)) {
      report_core (r, a, x + i, shrink_core (r, a, x + i, j - i));
      return false;
    }
    if (domain_is_full (all.atom.domain))
      continue;
    r->atom[r->n] = all.atom;
    r->origin[r->n++] = all.origin;
  }
  return true;
}

static reduce_item item_of (const terms *ts, atom at, uint32_t origin) {
  return (reduce_item) {term_hash (ts, at.prefix), at, origin};
}

void reduce_atoms (terms *ts, arena *a, size_t n, const atom *atoms,
                   reduction *r) {
  assert (n < UINT32_MAX);
  *r = (reduction) {.n_inputs = n};
  r->atom = arena_alloc (a, n * sizeof *r->atom);
  r->origin = arena_alloc (a, n * sizeof *r->origin);
  reduce_item *x = arena_alloc (a, n * sizeof *x);
  for (size_t i = 0; i < n; i++)
    x[i] = item_of (ts, atoms[i], (uint32_t) i);
  vec_sort_ (x, n, sizeof *x, compare_items);
  reduce_merge (r, a, x, n);
  assert (reduction_is_valid (ts, r));
}

/* Substitution. */

typedef struct image {
  term term;
  uint32_t reason; /* of the values put in, or NO_REASON */
} image;

typedef struct substituter {
  terms *terms;
  arena *arena;
  memory *mem;
  reduction *reduction;
  map images; /* term id -> image */
  term_vec todo;
  size_t visits;
} substituter;

static void set_image (substituter *s, term t, image i) {
  assert (sort_eq (term_sort (s->terms, t), term_sort (s->terms, i.term)));
  map_put (&s->images, t.id, (uint64_t) i.term.id << 32 | i.reason);
}

static bool get_image (const substituter *s, term t, image *i) {
  const uint64_t *word = map_find (&s->images, t.id);
  if (word)
    *i = (image) {{(uint32_t) (*word >> 32)}, (uint32_t) *word};
  return word;
}

/* The term with the images of its arguments, which must be known. */
static image rebuild (substituter *s, term t) {
  const node *n = term_node (s->terms, t);
  image res = {t, NO_REASON};
  term arg[3] = {n->arg[0], n->arg[1], n->arg[2]};
  bool changed = false;
  for (unsigned i = 0; i < n->arity; i++) {
    image part = {arg[i], NO_REASON};
    get_image (s, arg[i], &part);
    changed |= part.term.id != arg[i].id;
    arg[i] = part.term;
    res.reason = join_reasons (s->reduction, s->arena, res.reason, part.reason);
  }
  if (changed)
    res.term =
        term_build (s->terms, n->kind, n->payload, arg[0], arg[1], arg[2]);
  return res;
}

static bool push_arguments (substituter *s, term t) {
  const node *n = term_node (s->terms, t);
  size_t before = s->todo.len;
  image known;
  for (unsigned i = 0; i < n->arity; i++)
    if (!get_image (s, n->arg[i], &known))
      vec_push (s->mem, &s->todo, n->arg[i]);
  return s->todo.len > before;
}

/* Images of all arguments of 't'; false when the limit is reached. */
static bool visit_arguments (substituter *s, term t) {
  vec_clear (&s->todo);
  push_arguments (s, t);
  while (s->todo.len) {
    term u = vec_last (&s->todo);
    image known;
    if (get_image (s, u, &known)) {
      s->todo.len--;
      continue;
    }
    if (push_arguments (s, u))
      continue;
    if (++s->visits > MAX_VISITS)
      return false;
    s->todo.len--;
    set_image (s, u, rebuild (s, u));
  }
  return true;
}

static size_t put_in_values (substituter *s) {
  const reduction *r = s->reduction;
  size_t n = 0;
  map_clear (&s->images);
  for (size_t i = 0; i < r->n; i++) {
    uint64_t word;
    if (!domain_is_point (r->atom[i].domain, &word))
      continue;
    term value = term_const (s->terms, r->atom[i].domain->sort, word);
    set_image (s, r->atom[i].prefix, (image) {value, r->origin[i]});
    n++;
  }
  return n;
}

/* One round; true when it changed something. An atom that gives a value is
 * itself looked at below its prefix: it cannot contain itself.
 */
static bool substitute_round (substituter *s) {
  reduction *r = s->reduction;
  if (!put_in_values (s))
    return false;
  reduce_item *x = arena_alloc (s->arena, r->n * sizeof *x);
  size_t n = r->n;
  bool changed = false;
  for (size_t i = 0; i < n; i++) {
    atom at = r->atom[i];
    uint32_t origin = r->origin[i];
    image im = {at.prefix, NO_REASON};
    if (visit_arguments (s, at.prefix))
      im = rebuild (s, at.prefix);
    if (im.term.id != at.prefix.id) {
      at = atom_in (s->terms, s->arena, im.term, at.domain);
      origin = join_reasons (r, s->arena, origin, im.reason);
      changed = true;
    }
    x[i] = item_of (s->terms, at, origin);
  }
  if (!changed)
    return false;
  vec_sort_ (x, n, sizeof *x, compare_items);
  return reduce_merge (r, s->arena, x, n);
}

void reduce_substitute (terms *ts, arena *a, memory *mem, reduction *r) {
  if (r->is_unsat)
    return;
  substituter s = {.terms = ts, .arena = a, .mem = mem, .reduction = r};
  map_init (&s.images, mem);
  for (int i = 0; i < MAX_ROUNDS && substitute_round (&s); i++)
    ;
  assert (reduction_is_valid (ts, r));
  map_release (&s.images);
  vec_release (mem, &s.todo);
}

bool reduction_is_valid (const terms *ts, const reduction *r) {
  if (r->is_unsat ? r->n || !r->n_core : r->n > r->n_inputs)
    return false;
  for (size_t i = 0; i < r->n; i++) {
    const domain *d = r->atom[i].domain;
    if (i && hash128_cmp (term_hash (ts, r->atom[i - 1].prefix),
                          term_hash (ts, r->atom[i].prefix)) >= 0)
      return false;
    if (!domain_is_valid (d) || domain_is_empty (d) || domain_is_full (d) ||
        r->origin[i] >= r->n_inputs + r->reasons.len)
      return false;
  }
  for (size_t i = 0; i < r->reasons.len; i++) {
    derivation d = r->reasons.data[i];
    if (d.left >= r->n_inputs + i || d.right >= r->n_inputs + i)
      return false;
  }
  for (size_t i = 0; i < r->n_core; i++)
    if (r->core[i] >= r->n_inputs || (i && r->core[i - 1] >= r->core[i]))
      return false;
  return true;
}
