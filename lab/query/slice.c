/* A persistent union-find whose elements are leaves.
 *
 * One persistent map holds everything, under keys made of a term and a role:
 *   MEMBER    leaf -> its place in the union-find forest; a root also has the
 *             constraints of its slice as a rope;
 *   ELEMENTS  array variable -> elements of it seen while the whole array was
 *             not: they join when it comes;
 *   PRESENT   constraint -> something, so that none is kept twice.
 *
 * Trees are joined by size and paths are not compressed (that would copy), so
 * they are at most log n deep. Ropes make joining two slices O(1); a sequence
 * number in each constraint gives the order back when a slice is listed.
 */

#include "lab/query/slice.h"

#include "lab/query/persist.h"
#include "term/leaves.h"

typedef enum slice_role { MEMBER, ELEMENTS, PRESENT, N_ROLES } slice_role;

/* Two ropes, or one constraint when 'left' is NULL. */
typedef struct rope rope;
struct rope {
  const rope *left, *right;
  term constraint;
  uint32_t place; /* in the order of adding */
};

typedef struct slice_member {
  term parent;     /* NONE in a root */
  uint32_t size;   /* leaves in the tree; of a root only */
  const rope *all; /* of a root only */
} slice_member;

typedef struct elements elements;
struct elements {
  term element;
  const elements *next;
};

struct partition {
  const pmap *map;
  uint32_t size; /* constraints */
};

typedef struct placed {
  uint32_t place;
  term constraint;
} placed;

struct slices {
  memory *mem;
  terms *ts;
  arena arena; /* everything persistent */
  partition empty;
  uint64_t steps;
  term_vec roots; /* work space, as the rest */
  VEC (const rope *) stack;
  VEC (placed) listed;
};

/* The map. */

static uint64_t slice_key_of (term t, slice_role r) {
  return (uint64_t) t.id * N_ROLES + r;
}

static const void *slice_get (slices *s, const partition *p, term t,
                              slice_role r) {
  s->steps++;
  return pmap_get (p->map, slice_key_of (t, r));
}

static void set (slices *s, partition *p, term t, slice_role r,
                 const void *value) {
  s->steps++;
  p->map = pmap_set (&s->arena, p->map, slice_key_of (t, r), value);
}

static void set_member (slices *s, partition *p, term leaf, slice_member m) {
  assert (!term_eq (m.parent, leaf));         /* no circles */
  assert (!m.parent.id == (m.size && m.all)); /* of a root only */
  set (s, p, leaf, MEMBER, arena_copy (&s->arena, &m, sizeof m));
}

static const slice_member *member_of (slices *s, const partition *p,
                                      term leaf) {
  return slice_get (s, p, leaf, MEMBER);
}

/* Roots. NONE when the leaf is new. */

static term find_root (slices *s, const partition *p, term leaf) {
  const slice_member *m = member_of (s, p, leaf);
  if (!m)
    return TERM_NONE;
  while (m->parent.id) {
    leaf = m->parent;
    m = member_of (s, p, leaf);
  }
  return leaf;
}

static void add_root (slices *s, const partition *p, term leaf) {
  term root = find_root (s, p, leaf);
  if (root.id)
    vec_push (s->mem, &s->roots, root);
}

/* A new leaf may touch others: an element its array, an array its elements. */
static void add_touched (slices *s, const partition *p, term leaf) {
  term array = leaf_array (s->ts, leaf);
  if (!array.id)
    return;
  if (!term_eq (array, leaf)) {
    add_root (s, p, array);
    return;
  }
  const elements *e = slice_get (s, p, array, ELEMENTS);
  for (; e; e = e->next)
    add_root (s, p, e->element);
}

/* The roots of all slices that 'leaves' touch. */
static void collect_roots (slices *s, const partition *p, const leaf_set *l) {
  vec_clear (&s->roots);
  for (uint32_t i = 0; i < l->n; i++) {
    size_t before = s->roots.len;
    add_root (s, p, l->leaf[i]);
    if (s->roots.len == before)
      add_touched (s, p, l->leaf[i]);
  }
  s->roots.len = terms_sort (s->roots.len, s->roots.data);
}

/* Adding. */

static const rope *slice_join (slices *s, const rope *left, const rope *right) {
  return arena_copy (&s->arena, &(rope) {.left = left, .right = right},
                     sizeof (rope));
}

/* The tree with most leaves; the first leaf when all are new. */
static term choose_root (slices *s, const partition *p, const leaf_set *l) {
  term best = l->leaf[0];
  uint32_t size = 0;
  for (size_t i = 0; i < s->roots.len; i++) {
    const slice_member *m = member_of (s, p, s->roots.data[i]);
    assert (!m->parent.id);
    if (m->size > size) {
      size = m->size;
      best = s->roots.data[i];
    }
  }
  return best;
}

static void note_element (slices *s, partition *p, term leaf) {
  term array = leaf_array (s->ts, leaf);
  if (!array.id || term_eq (array, leaf) || member_of (s, p, array))
    return;
  elements e = {leaf, slice_get (s, p, array, ELEMENTS)};
  set (s, p, array, ELEMENTS, arena_copy (&s->arena, &e, sizeof e));
}

static void slice_connect (slices *s, partition *p, const leaf_set *l,
                           const rope *constraint) {
  collect_roots (s, p, l);
  term root = choose_root (s, p, l);
  slice_member all = {.all = constraint};
  for (size_t i = 0; i < s->roots.len; i++) {
    const slice_member *m = member_of (s, p, s->roots.data[i]);
    all.size += m->size;
    all.all = i ? slice_join (s, all.all, m->all)
                : slice_join (s, m->all, constraint);
    if (!term_eq (s->roots.data[i], root))
      set_member (s, p, s->roots.data[i], (slice_member) {.parent = root});
  }
  for (uint32_t i = 0; i < l->n; i++)
    if (!member_of (s, p, l->leaf[i])) {
      note_element (s, p, l->leaf[i]);
      if (!term_eq (l->leaf[i], root))
        set_member (s, p, l->leaf[i], (slice_member) {.parent = root});
      all.size++;
    }
  set_member (s, p, root, all);
}

const partition *partition_add (slices *s, const partition *old, term t) {
  if (slice_get (s, old, t, PRESENT))
    return old;
  partition *p = arena_copy (&s->arena, old, sizeof *old);
  rope *r = arena_alloc (&s->arena, sizeof *r);
  *r = (rope) {.constraint = t, .place = p->size++};
  set (s, p, t, PRESENT, p);
  const leaf_set *l = term_leaves (s->ts, t);
  if (l->n)
    slice_connect (s, p, l, r);
  return p;
}

/* Listing. */

static void unroll (slices *s, const rope *r) {
  vec_push (s->mem, &s->stack, r);
  while (s->stack.len) {
    r = vec_pop (&s->stack);
    while (r->left) {
      assert (r->right);
      vec_push (s->mem, &s->stack, r->right);
      r = r->left;
    }
    vec_push (s->mem, &s->listed, (placed) {r->place, r->constraint});
  }
}

static int by_place (const void *a, const void *b) {
  uint32_t x = ((const placed *) a)->place, y = ((const placed *) b)->place;
  return x < y ? -1 : x > y;
}

static void sort_listed (slices *s) {
  const placed *p = s->listed.data;
  for (size_t i = 1; i < s->listed.len; i++)
    if (p[i - 1].place > p[i].place) {
      qsort (s->listed.data, s->listed.len, sizeof *p, by_place);
      return;
    }
}

void partition_slice (slices *s, const partition *p, term t, term_vec *out) {
  vec_clear (out);
  vec_clear (&s->listed);
  collect_roots (s, p, term_leaves (s->ts, t));
  for (size_t i = 0; i < s->roots.len; i++)
    unroll (s, member_of (s, p, s->roots.data[i])->all);
  sort_listed (s);
  s->steps += s->listed.len;
  for (size_t i = 0; i < s->listed.len; i++)
    vec_push (s->mem, out, s->listed.data[i].constraint);
}

/* The rest. */

const partition *partition_empty (slices *s) { return &s->empty; }
uint64_t slices_steps (const slices *s) { return s->steps; }

slices *slices_new (memory *mem, terms *ts) {
  slices *s = memory_zalloc (mem, sizeof *s);
  s->mem = mem;
  s->ts = ts;
  arena_init (&s->arena, mem);
  return s;
}

void slices_free (slices *s) {
  if (!s)
    return;
  vec_release (s->mem, &s->roots, &s->stack, &s->listed);
  arena_release (&s->arena);
  memory_free (s->mem, s, sizeof *s);
}
