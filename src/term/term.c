#include "term/term.h"

#include "base/bits.h"
#include "term/bounds.h"
#include "term/leaves.h"
#include "term/value.h"

#include <stdio.h>

#define PAGE_SIZE ((size_t) 1 << TERM_PAGE_BITS)

const kind_info kind_table[KIND_COUNT] = {
#define KIND(NAME, SMT, ARITY, COMMUTES) {#NAME, SMT, ARITY, COMMUTES},
#include "term/kinds.def"
};

kind kind_opposite (kind k) {
  switch (k) {
  case KIND_BV_ULT:
    return KIND_BV_ULE;
  case KIND_BV_ULE:
    return KIND_BV_ULT;
  case KIND_BV_SLT:
    return KIND_BV_SLE;
  case KIND_BV_SLE:
    return KIND_BV_SLT;
  default:
    return KIND_CONST;
  }
}

/* A variable's payload is the address of its name. */
typedef struct name {
  hash128 hash;
  uint32_t len;
  bool is_unset; /* 'text' is a struct unset */
  _Alignas (unset) char text[];
} name;

static const name *name_of (const node *n) {
  return (const name *) (uintptr_t) n->payload;
}

/* Hashing and comparing. */

static hash128 hash_payload (const terms *ts, const draft *d) {
  switch (d->kind) {
  case KIND_CONST:
    if (!sort_is_small (d->sort))
      return num_hash (value_num (d->payload));
    break;
  case KIND_VAR:
    return ((const name *) (uintptr_t) d->payload)->hash;
  case KIND_TABLE:
    return ts->contents.data[d->payload].hash;
  default:
    break;
  }
  return hash128_of (d->payload, 0);
}

static hash128 hash_draft (const terms *ts, const draft *d) {
  hash128 h =
      hash128_mix (hash128_of (d->kind, d->sort.code), hash_payload (ts, d));
  for (unsigned i = 0; i < kind_table[d->kind].arity; i++)
    h = hash128_mix (h, term_hash (ts, d->arg[i]));
  return h;
}

static bool same_payload (const node *n, const draft *d) {
  if (n->payload == d->payload)
    return true;
  if (d->kind == KIND_CONST && !sort_is_small (d->sort))
    return num_eq (value_num (n->payload), value_num (d->payload));
  if (d->kind != KIND_VAR)
    return false;
  const name *a = name_of (n), *b = (const name *) (uintptr_t) d->payload;
  return a->len == b->len && a->is_unset == b->is_unset &&
         !memcmp (a->text, b->text, a->len);
}

static bool same (const node *n, const draft *d) {
  return n->kind == d->kind && sort_eq (n->sort, d->sort) &&
         n->arg[0].id == d->arg[0].id && n->arg[1].id == d->arg[1].id &&
         n->arg[2].id == d->arg[2].id && same_payload (n, d);
}

/* The table. */

static uint32_t *find_slot (const terms *ts, hash128 h, const draft *d) {
  assert (ts->cap_slot > ts->n); /* an empty slot ends the search */
  size_t mask = ts->cap_slot - 1;
  for (size_t i = h.lo & mask;; i = (i + 1) & mask) {
    uint32_t id = ts->slot[i];
    if (!id)
      return ts->slot + i;
    const node *n = term_node (ts, (term) {id});
    if (hash128_eq (n->hash, h) && same (n, d))
      return ts->slot + i;
  }
}

static void grow_slots (terms *ts) {
  assert (!(ts->cap_slot & (ts->cap_slot - 1)));
  size_t old = ts->cap_slot, cap = old ? 2 * old : 1024;
  memory_free (ts->mem, ts->slot, old * sizeof *ts->slot);
  ts->slot = memory_zalloc (ts->mem, cap * sizeof *ts->slot);
  ts->cap_slot = cap;
  for (uint32_t id = 1; id < ts->n; id++) {
    size_t i = term_hash (ts, (term) {id}).lo & (cap - 1);
    while (ts->slot[i])
      i = (i + 1) & (cap - 1);
    ts->slot[i] = id;
  }
}

static node *new_node (terms *ts) {
  if (ts->n == UINT32_MAX) {
    fprintf (stderr, "reprise: more than 2^32 terms\n");
    abort ();
  }
  size_t p = ts->n >> TERM_PAGE_BITS;
  if (p == ts->n_pages) {
    if (p == ts->cap_pages)
      ts->page =
          vec_grow (ts->mem, ts->page, &ts->cap_pages, p + 1, sizeof *ts->page);
    ts->page[ts->n_pages++] = memory_alloc (ts->mem, PAGE_SIZE * sizeof (node));
  }
  return &ts->page[p][ts->n++ & (PAGE_SIZE - 1)];
}

/* Keep what a payload points to for the life of the table. */
static uint64_t own_payload (terms *ts, const draft *d) {
  if (d->kind == KIND_CONST && !sort_is_small (d->sort))
    return num_copy (&ts->data, value_num (d->payload)).word;
  if (d->kind != KIND_VAR)
    return d->payload;
  const name *n = (const name *) (uintptr_t) d->payload;
  return (uint64_t) (uintptr_t) arena_copy (&ts->data, n,
                                            sizeof *n + n->len + 1);
}

static bool draft_has_unset (const terms *ts, const draft *d) {
  bool has = false;
  if (d->kind == KIND_VAR)
    return ((const name *) (uintptr_t) d->payload)->is_unset;
  for (unsigned i = 0; i < kind_table[d->kind].arity; i++)
    has |= term_has_unset (ts, d->arg[i]);
  return has;
}

term term_intern (terms *ts, const draft *d) {
  assert (!sort_eq (d->sort, SORT_NONE));
  if (2 * (size_t) ts->n >= ts->cap_slot)
    grow_slots (ts);
  for (unsigned i = 0; i < 3; i++) /* I1: what it is made of was there before */
    assert (d->arg[i].id < ts->n &&
            (i >= kind_table[d->kind].arity) == !d->arg[i].id);
  hash128 h = hash_draft (ts, d);
  uint32_t *slot = find_slot (ts, h, d);
  if (!*slot) {
    assert (d->kind != KIND_EXTRACT || d->payload >> 32 >= (d->payload & ~0u));
    *slot = ts->n;
    uint64_t payload = own_payload (ts, d);
    node *n = new_node (ts);
    *n = (node) {.kind = (uint8_t) d->kind,
                 .arity = kind_table[d->kind].arity & 0x7f,
                 .has_unset = draft_has_unset (ts, d),
                 .sort = d->sort,
                 .arg = {d->arg[0], d->arg[1], d->arg[2]},
                 .payload = payload,
                 .hash = h};
  }
  return (term) {*slot};
}

/* Life cycle. */

terms *terms_new (memory *mem) {
  terms *ts = memory_zalloc (mem, sizeof *ts);
  ts->mem = mem;
  ts->simplify = true;
  arena_init (&ts->data, mem);
  new_node (ts); /* id 0 is TERM_NONE */
  ts->page[0][0] = (node) {0};
  term_bool (ts, false);
  term_bool (ts, true);
  assert (ts->n == TERM_TRUE.id + 1 && TERM_FALSE.id == 1);
  return ts;
}

void terms_free (terms *ts) {
  if (!ts)
    return;
  assert (!ts->depth); /* no rule is under way */
  leaf_sets_free (ts);
  bounds_free (ts);
  for (size_t i = 0; i < ts->n_pages; i++)
    memory_free (ts->mem, ts->page[i], PAGE_SIZE * sizeof (node));
  memory_free (ts->mem, ts->page, ts->cap_pages * sizeof *ts->page);
  memory_free (ts->mem, ts->slot, ts->cap_slot * sizeof *ts->slot);
  vec_release (ts->mem, &ts->contents, &ts->digests);
  arena_release (&ts->data);
  memory_free (ts->mem, ts, sizeof *ts);
}

/* Reading. */

const char *term_name (const terms *ts, term var) {
  assert (term_kind (ts, var) == KIND_VAR);
  return name_of (term_node (ts, var))->text;
}

const content *term_content (const terms *ts, term table) {
  assert (term_kind (ts, table) == KIND_TABLE);
  return ts->contents.data + term_node (ts, table)->payload;
}

unsigned term_extract_high (const terms *ts, term t) {
  assert (term_kind (ts, t) == KIND_EXTRACT);
  return (unsigned) (term_node (ts, t)->payload >> 32);
}

unsigned term_extract_low (const terms *ts, term t) {
  assert (term_kind (ts, t) == KIND_EXTRACT);
  return (unsigned) (term_node (ts, t)->payload & ~0u);
}

num term_num (const terms *ts, term constant, arena *a) {
  assert (term_is_const (ts, constant));
  return value_to_num (a, term_sort (ts, constant), term_word (ts, constant));
}

static int term_by_id (const void *a, const void *b) {
  uint32_t i = ((const term *) a)->id, j = ((const term *) b)->id;
  return i < j ? -1 : i > j;
}

bool terms_are_sorted (size_t n, const term *t) {
  for (size_t i = 1; i < n; i++)
    if (t[i - 1].id >= t[i].id)
      return false;
  return true;
}

size_t terms_sort (size_t n, term *t) {
  if (terms_are_sorted (n, t))
    return n;
  qsort (t, n, sizeof *t, term_by_id);
  size_t m = 0;
  for (size_t i = 0; i < n; i++)
    if (!m || t[i].id != t[m - 1].id)
      t[m++] = t[i];
  assert (terms_are_sorted (m, t));
  return m;
}

/* Leaves. */

term term_const (terms *ts, sort s, uint64_t word) {
  return term_intern (
      ts, &(draft) {.kind = KIND_CONST, .sort = s, .payload = word});
}

term term_bool (terms *ts, bool b) { return term_const (ts, SORT_BOOL, b); }

term term_bv (terms *ts, unsigned width, uint64_t x) {
  assert (width);
  if (width > 64)
    return term_bv_num (ts, width, num_of_u64 (&ts->data, x));
  return term_const (ts, sort_bv (width), x & bits_mask (width));
}

term term_bv_num (terms *ts, unsigned width, num x) {
  assert (width);
  mark m = arena_mark (&ts->data);
  uint64_t word = value_of_num (&ts->data, sort_bv (width), x);
  uint32_t before = ts->n;
  term t = term_const (ts, sort_bv (width), word);
  if (ts->n == before) /* known already: the limbs are not needed */
    arena_return (&ts->data, m);
  return t;
}

term term_int (terms *ts, num x) { return term_const (ts, SORT_INT, x.word); }

static term variable (terms *ts, const void *text, size_t len, bool is_unset,
                      sort s) {
  _Alignas (name) char room[sizeof (name) + 64];
  size_t size = sizeof (name) + len + 1;
  bool fits = size <= sizeof room;
  name *n = fits ? (name *) (void *) room : memory_alloc (ts->mem, size);
  n->hash = hash_bytes (text, len);
  n->len = (uint32_t) len;
  n->is_unset = is_unset;
  memcpy (n->text, text, len);
  n->text[len] = 0;
  term t = term_intern (ts, &(draft) {.kind = KIND_VAR,
                                      .sort = s,
                                      .payload = (uint64_t) (uintptr_t) n});
  if (!fits)
    memory_free (ts->mem, n, size);
  return t;
}

term term_var (terms *ts, const char *text, size_t len, sort s) {
  return variable (ts, text, len, false, s);
}

term term_unset (terms *ts, unsigned width, const unset *u) {
  return variable (ts, u, sizeof *u, true, sort_bv (width));
}

const unset *term_unset_of (const terms *ts, term t) {
  const node *n = term_node (ts, t);
  bool is_one = n->kind == KIND_VAR && n->has_unset;
  return is_one ? (const unset *) (const void *) name_of (n)->text : NULL;
}

term term_fresh (terms *ts, const char *prefix, sort s) {
  for (;;) {
    char text[64];
    int len = snprintf (text, sizeof text, "%.40s!%llu", prefix,
                        (unsigned long long) ++ts->n_fresh);
    uint32_t before = ts->n;
    term t = term_var (ts, text, (size_t) len, s);
    if (ts->n != before)
      return t;
  }
}

/* Debugging. */

static bool node_is_valid (const terms *ts, uint32_t id) {
  const node *n = term_node (ts, (term) {id});
  draft d = {
      (kind) n->kind, n->sort, n->payload, {n->arg[0], n->arg[1], n->arg[2]}};
  for (unsigned i = 0; i < n->arity; i++)
    if (!n->arg[i].id || n->arg[i].id >= id) /* I1 */
      return false;
  if (n->kind == KIND_CONST && sort_is_bv (n->sort) && /* I3 */
      sort_is_small (n->sort) && n->payload & ~bits_mask (sort_width (n->sort)))
    return false;
  return *find_slot (ts, n->hash, &d) == id; /* I2 */
}

bool terms_is_valid (const terms *ts) {
  for (uint32_t id = 1; id < ts->n; id++)
    if (!node_is_valid (ts, id))
      return false;
  return true;
}
