/* A compressed hash trie (CHAMP): each node has one bitmap for the entries it
 * holds itself and one for its children. Keys are multiplied by an odd number,
 * which is a bijection, so there are no collisions to take care of; the trie
 * branches on five bits at a time, the high ones first, as these are the best
 * mixed ones.
 */

#include "lab/query/persist.h"

#define WAY_BITS 5

typedef union persist_slot {
  const pmap *child;
  const void *value;
  uint64_t code;
} persist_slot;

/* Entries take two slots each (code, value) and come first, then children. */
struct pmap {
  uint32_t entries, children;
  persist_slot slot[];
};

static uint64_t encode (uint64_t key) { return key * 0x9e3779b97f4a7c15u; }

static uint32_t way_of (uint64_t code, unsigned used) {
  assert (used < 64); /* two different codes differ before */
  return 1u << (code << used >> (64 - WAY_BITS));
}

/* The builtin is a call where the processor need not have the instruction. */
static inline unsigned persist_count (uint32_t x) {
  x -= x >> 1 & 0x55555555u;
  x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
  return ((x + (x >> 4)) & 0x0f0f0f0fu) * 0x01010101u >> 24;
}

static unsigned entry_at (const pmap *m, uint32_t way) {
  assert (way && !(way & (way - 1))); /* one bit */
  return 2 * persist_count (m->entries & (way - 1));
}

static unsigned child_at (const pmap *m, uint32_t way) {
  return 2 * persist_count (m->entries) +
         persist_count (m->children & (way - 1));
}

static unsigned n_slots (const pmap *m) {
  return 2 * persist_count (m->entries) + persist_count (m->children);
}

const void *pmap_get (const pmap *m, uint64_t key) {
  uint64_t code = encode (key);
  for (unsigned used = 0; m; used += WAY_BITS) {
    uint32_t way = way_of (code, used);
    if (m->entries & way) {
      const persist_slot *s = m->slot + entry_at (m, way);
      return s->code == code ? s[1].value : NULL;
    }
    if (!(m->children & way))
      return NULL;
    m = m->slot[child_at (m, way)].child;
  }
  return NULL;
}

static pmap *new_node (arena *a, unsigned n) {
  return arena_alloc (a, sizeof (pmap) + n * sizeof (persist_slot));
}

static pmap *copy_node (arena *a, const pmap *m) {
  return arena_copy (a, m, sizeof *m + n_slots (m) * sizeof (persist_slot));
}

static pmap *single (arena *a, uint32_t way, persist_slot code,
                     persist_slot value) {
  pmap *m = new_node (a, 2);
  *m = (pmap) {.entries = way};
  m->slot[0] = code;
  m->slot[1] = value;
  return m;
}

static pmap *with_entry (arena *a, const pmap *m, uint32_t way,
                         persist_slot code, persist_slot value) {
  assert (!((m->entries | m->children) & way));
  unsigned n = n_slots (m), at = entry_at (m, way);
  pmap *res = new_node (a, n + 2);
  *res = (pmap) {m->entries | way, m->children};
  memcpy (res->slot, m->slot, at * sizeof (persist_slot));
  res->slot[at] = code;
  res->slot[at + 1] = value;
  memcpy (res->slot + at + 2, m->slot + at, (n - at) * sizeof (persist_slot));
  return res;
}

/* Replace an entry by a child that will hold it. */
static pmap *with_child (arena *a, const pmap *m, uint32_t way,
                         const pmap *child) {
  assert (m->entries & way && !(m->children & way));
  unsigned n = n_slots (m), at = entry_at (m, way);
  unsigned to = child_at (m, way);
  pmap *res = new_node (a, n - 1);
  *res = (pmap) {m->entries & ~way, m->children | way};
  memcpy (res->slot, m->slot, at * sizeof (persist_slot));
  memcpy (res->slot + at, m->slot + at + 2,
          (to - at - 2) * sizeof (persist_slot));
  res->slot[to - 2].child = child;
  memcpy (res->slot + to - 1, m->slot + to, (n - to) * sizeof (persist_slot));
  return res;
}

const pmap *pmap_set (arena *a, const pmap *m, uint64_t key,
                      const void *value) {
  persist_slot code = {.code = encode (key)}, val = {.value = value};
  const pmap *root = NULL, **link = &root;
  for (unsigned used = 0;; used += WAY_BITS) {
    assert (used < 64 && (!m || !(m->entries & m->children)));
    uint32_t way = way_of (code.code, used);
    if (!m) {
      *link = single (a, way, code, val);
      return root;
    }
    pmap *new;
    if (m->children & way) {
      new = copy_node (a, m);
      *link = new;
      link = &new->slot[child_at (m, way)].child;
      m = *link;
      continue;
    }
    unsigned at = entry_at (m, way);
    if (!(m->entries & way)) {
      *link = with_entry (a, m, way, code, val);
      return root;
    }
    if (m->slot[at].code == code.code) {
      new = copy_node (a, m);
      new->slot[at + 1] = val;
      *link = new;
      return root;
    }
    /* Two keys share the way: the other moves one level down first. */
    uint32_t other = way_of (m->slot[at].code, used + WAY_BITS);
    const pmap *child = single (a, other, m->slot[at], m->slot[at + 1]);
    new = with_child (a, m, way, child);
    *link = new;
    link = &new->slot[child_at (new, way)].child;
    m = child;
  }
}
