/* Two trees of branches, 16 entries each:
 *
 *     space A    root -> branch -> object x        after A forks into B and B
 *     space B    root' -> branch' -> object x'     writes x: the way is copied,
 *                  \-> what B did not touch        all else is shared
 */

#include "memory/space.h"

#include "memory/fields.h"
#include "memory/naming.h"
#include "memory/pool.h"

/* Who may write a branch in place needs no number: a branch that is reached
 * from the root over branches with one user each is nobody else's. Objects
 * have an owner besides, so that a cached pointer can be checked without
 * walking.
 */

#define FAN_BITS 4u
#define FAN (1u << FAN_BITS)

/* Places of stack objects within a reused slot are so far apart. */
#define PLACE_BITS 20u

typedef struct branch branch;

/* Below an inner branch branches, below the lowest objects or marks. A mark
 * is odd: a freed object's slot.
 *
 *     63 .. 32  | 31 .. 1            | 0
 *     next slot | next place in slot | 1     of a stack object: in the list
 *     note      | 0                  | 1     of another
 */
typedef union space_entry {
  branch *branch;
  object *object;
  uintptr_t mark;
} space_entry;

typedef space_entry branch_entries[FAN];

struct branch {
#define BRANCH(CLASS, type, name) type name;
#include "memory/memory.def"
};

typedef struct space_tree {
  branch *root;
  unsigned bits; /* indices below 2^bits have a place in it */
} space_tree;

struct space {
#define SPACE(CLASS, type, name) type name;
#include "memory/memory.def"
};

static_assert (sizeof (uintptr_t) == 8, "marks need 64 bits");

/* Branches. */

static bool is_object (space_entry e) { return e.mark && !(e.mark & 1); }

static void branch_unref (pool *p, branch *b, unsigned shift) {
  assert (b->refs); /* not after the last has gone */
  if (--b->refs)
    return;
  for (unsigned i = 0; i < FAN; i++) {
    space_entry e = b->entry[i];
    if (shift && e.branch)
      branch_unref (p, e.branch, shift - FAN_BITS);
    else if (!shift && is_object (e))
      object_unref (p->mem, e.object);
  }
  pool_free (p, b, sizeof *b);
}

static branch *branch_new (pool *p) {
  branch *b = pool_alloc (p, sizeof *b);
  memset (b, 0, sizeof *b);
  b->refs = 1;
  return b;
}

/* The branch if it has one user, else a copy. */
static branch *branch_own (pool *p, branch *b, unsigned shift) {
  assert (b->refs && shift % FAN_BITS == 0);
  if (b->refs == 1)
    return b;
  branch *copy = pool_alloc (p, sizeof *copy);
  memcpy (copy, b, sizeof *copy);
  copy->refs = 1;
  b->refs--;
  for (unsigned i = 0; i < FAN; i++) {
    space_entry e = copy->entry[i];
    if (shift && e.branch)
      e.branch->refs++;
    else if (!shift && is_object (e))
      e.object->refs++;
  }
  return copy;
}

/* The trees. */

/* Where a slot has its place. */
static inline bool is_main (const space *s, uint32_t slot, uint32_t *index) {
  if (slot >= s->first) {
    *index = slot - s->gap;
    return true;
  }
  if (s->known) {
    *index = placing_rank (s->known, slot);
    if (s->known->slot[*index] == slot)
      return true;
  }
  *index = slot;
  return false;
}

static space_entry look_up (const space *s, uint32_t slot) {
  uint32_t i;
  const space_tree *t = is_main (s, slot, &i) ? &s->main : &s->low;
  if (i >> t->bits)
    return (space_entry) {0};
  const branch *b = t->root;
  for (unsigned shift = t->bits - FAN_BITS; shift; shift -= FAN_BITS) {
    b = b->entry[i >> shift & (FAN - 1)].branch;
    if (!b)
      return (space_entry) {0};
  }
  return b->entry[i & (FAN - 1)];
}

/* Indices below 2^bits have a place. */
static void grow (space *s, space_tree *t, unsigned bits) {
  for (; t->bits < bits; t->bits += FAN_BITS) {
    branch *root = branch_new (s->pool);
    root->entry[0].branch = t->root;
    t->root = root;
  }
}

/* The place of a slot in a tree that is this space's own down to there. */
static space_entry *reach (space *s, uint32_t slot) {
  uint32_t i;
  space_tree *t = is_main (s, slot, &i) ? &s->main : &s->low;
  while (i >> t->bits)
    grow (s, t, t->bits + FAN_BITS);
  branch **link = &t->root;
  for (unsigned shift = t->bits - FAN_BITS;; shift -= FAN_BITS) {
    branch *b =
        *link ? branch_own (s->pool, *link, shift) : branch_new (s->pool);
    *link = b;
    b->has_digest = false;
    space_entry *e = &b->entry[i >> shift & (FAN - 1)];
    if (!shift)
      return e;
    link = &e->branch;
  }
}

/* Life cycle. */

static space_tree tree_new (pool *p) {
  return (space_tree) {.root = branch_new (p), .bits = FAN_BITS};
}

space *space_new (memory *mem, uint32_t first_slot, const placing *known) {
  pool *p = pool_new (mem);
  space *s = pool_alloc (p, sizeof *s);
  *s = (space) {.pool = p, .owner = pool_owner (p), .known = known};
  s->first = s->next = first_slot ? first_slot : 1;
  s->gap = s->first - (known ? known->n : 0);
  s->main = tree_new (p);
  s->low = tree_new (p);
  return s;
}

space *space_fork (space *s) {
  space *t = pool_alloc (s->pool, sizeof *t);
  *t = *s;
  pool_ref (s->pool);
  s->main.root->refs++;
  s->low.root->refs++;
  s->owner = pool_owner (s->pool);
  t->owner = pool_owner (s->pool);
  return t;
}

void space_free (space *s) {
  if (!s)
    return;
  pool *p = s->pool;
  assert (s->main.root->refs && s->low.root->refs);
  branch_unref (p, s->main.root, s->main.bits - FAN_BITS);
  branch_unref (p, s->low.root, s->low.bits - FAN_BITS);
  pool_free (p, s, sizeof *s);
  pool_unref (p);
}

/* Finding. */

uint64_t space_owner (const space *s) { return s->owner; }

size_t space_count (const space *s) { return s->n_live; }

size_t space_bytes (const space *s) { return s->n_bytes; }

object *space_find (const space *s, uint32_t slot) {
  space_entry e = look_up (s, slot);
  return e.mark & 1 ? NULL : e.object;
}

object *space_own (space *s, uint32_t slot) {
  object *o = space_find (s, slot);
  if (!o || o->owner == s->owner)
    return o;
  space_entry *e = reach (s, slot);
  assert (e->object == o); /* branches are copied, objects are shared */
  if (o->refs > 1) {
    e->object = object_copy (s->pool->mem, o);
    object_unref (s->pool->mem, o);
  }
  e->object->owner = s->owner;
  e->object->has_digest = false;
  assert (e->object->refs == 1); /* else others would see what is written */
  return e->object;
}

slot_state space_slot (const space *s, uint32_t slot) {
  space_entry e = look_up (s, slot);
  return e.mark & 1 ? SLOT_FREED : e.mark ? SLOT_LIVE : SLOT_NEVER;
}

/* Counted from the first; large in front of that. */
static uint64_t space_place_of (uint64_t address) {
  return ((address & (ADDRESS_SLOT_SIZE - 1)) >> PLACE_BITS) -
         (ADDRESS_LOWEST >> PLACE_BITS);
}

slot_state space_at (const space *s, uint64_t address) {
  space_entry e = look_up (s, address_slot (address));
  if (!is_object (e))
    return e.mark ? SLOT_FREED : SLOT_NEVER;
  return space_place_of (address) < space_place_of (e.object->address)
             ? SLOT_FREED
             : SLOT_LIVE;
}

/* Allocation. */

static bool has_room (const space *s, uint32_t slot, uint64_t size) {
  return size <= SPACE_MAX_BYTES - s->n_bytes && slot < ADDRESS_SLOTS;
}

static object *memory_space_put (space *s, space_entry *e, uint64_t address,
                                 uint64_t size, uint8_t fill) {
  assert (!is_object (*e)); /* a slot has one object at a time */
  object *o = object_new_in (s->pool, s->pool->mem, address, size, fill);
  o->owner = s->owner;
  e->object = o;
  s->n_live++;
  s->n_bytes += size;
  return o;
}

object *space_put (space *s, uint64_t address, uint64_t size) {
  uint32_t slot = address_slot (address);
  if (!has_room (s, slot, size))
    return NULL;
  space_entry *e = reach (s, slot);
  assert (!e->mark);
  if (slot >= s->next)
    s->next = slot + 1;
  return memory_space_put (s, e, address, size, 0);
}

/* A place after which an object of this size still fits; else the first. */
static uint64_t address_behind (uint32_t slot, uint64_t at, uint64_t size,
                                uint64_t alignment) {
  uint64_t first = address_in_slot (slot, alignment);
  uint64_t start = first + (at << PLACE_BITS);
  uint64_t end = (uint64_t) (slot + 1) << ADDRESS_SLOT_BITS;
  return start + size + ADDRESS_LOWEST > end ? first : start;
}

object *space_allocate (space *s, uint64_t size, uint64_t alignment,
                        object_kind what) {
  bool reuse = what == OBJECT_STACK && s->first_free;
  uint32_t slot = reuse ? s->first_free : s->next;
  if (size > SPACE_MAX_OBJECT || !has_room (s, slot, size))
    return NULL;
  space_entry *e = reach (s, slot);
  uint64_t at = 0;
  if (reuse) {
    assert (e->mark & 1); /* S3 */
    s->first_free = (uint32_t) (e->mark >> 32);
    at = (uint32_t) e->mark >> 1;
  } else
    s->next++;
  object *o = memory_space_put (
      s, e, address_behind (slot, at, size, alignment), size, 0xAB);
  o->kind = (uint8_t) what;
  return o;
}

/* Of what is gone from a slot of its own. */
static void count_place (space *s, uint32_t slot, uint64_t at, bool is_new,
                         uint64_t sign) {
  uint64_t h = at ? sign * hash_mix (slot, at) : 0;
  s->places += h;
  s->places_then += is_new ? 0 : h;
}

object *space_allocate_variable (space *s, uint32_t slot, uint64_t size,
                                 uint64_t alignment, bool is_new) {
  if (is_object (look_up (s, slot)) || size > SPACE_MAX_OBJECT ||
      !has_room (s, slot, size))
    return NULL;
  assert (address_is_variable (slot));
  space_entry *e = reach (s, slot);
  uint64_t at = (uint32_t) e->mark >> 1;
  count_place (s, slot, at, is_new, UINT64_MAX);
  object *o = memory_space_put (
      s, e, address_behind (slot, at, size, alignment), size, 0xAB);
  o->kind = OBJECT_STACK;
  o->is_new = is_new;
  return o;
}

void space_release (space *s, uint32_t slot, uint32_t note) {
  space_entry *e = reach (s, slot);
  assert (is_object (*e));
  object *o = e->object;
  e->mark = (uintptr_t) note << 32 | 1;
  if (o->kind == OBJECT_STACK) {
    bool is_own = address_is_variable (slot);
    uint64_t next = space_place_of (o->address + o->size) + 1;
    e->mark = (is_own ? 0 : (uintptr_t) s->first_free << 32) | next << 1 | 1;
    s->first_free = is_own ? s->first_free : slot;
    if (is_own)
      count_place (s, slot, next, o->is_new, 1);
  }
  s->n_live--;
  s->n_bytes -= o->size;
  object_unref (s->pool->mem, o);
}

object *space_renew (space *s, uint32_t slot, uint64_t size, bool is_ended) {
  object *o = space_own (s, slot);
  assert (o && o->kind == OBJECT_STACK && !o->size_term.id);
  s->n_bytes += size - o->size;
  o->is_ended = is_ended;
  if (object_resize (o, s->pool->mem, size))
    return o;
  object *fresh = object_new_in (s->pool, s->pool->mem, o->address, size, 0xAB);
  fresh->kind = o->kind;
  fresh->is_ended = is_ended;
  fresh->is_new = o->is_new;
  fresh->owner = o->owner;
  fresh->function = o->function;
  fresh->insn = o->insn;
  fresh->layout = o->layout;
  reach (s, slot)->object = fresh;
  object_unref (s->pool->mem, o);
  return fresh;
}

uint32_t space_note (const space *s, uint32_t slot) {
  space_entry e = look_up (s, slot);
  bool is_noted = e.mark & 1 && !((uint32_t) e.mark >> 1);
  return is_noted ? (uint32_t) (e.mark >> 32) : 0;
}

/* Iteration. */

typedef struct visiting {
  uint32_t from, to;
  void *user;
  space_visit visit;
} visiting;

static bool visit_branch (const visiting *w, branch *b, unsigned shift,
                          uint32_t base) {
  for (uint32_t i = 0; i < FAN; i++) {
    uint32_t first = base + (i << shift), last = first + ((1u << shift) - 1);
    space_entry e = b->entry[i];
    if (!e.mark || last < w->from || first > w->to)
      continue;
    if (shift && !visit_branch (w, e.branch, shift - FAN_BITS, first))
      return false;
    if (!shift && is_object (e) && !w->visit (w->user, e.object))
      return false;
  }
  return true;
}

/* How many places of the main tree belong to slots below this one? */
static uint32_t main_rank (const space *s, uint32_t slot) {
  if (slot >= s->first)
    return slot - s->gap;
  return s->known ? placing_rank (s->known, slot) : 0;
}

void space_each (space *s, uint32_t from, uint32_t to, void *user,
                 space_visit visit) {
  visiting low = {from, to, user, visit};
  if (!visit_branch (&low, s->low.root, s->low.bits - FAN_BITS, 0))
    return;
  uint32_t end = main_rank (s, to < UINT32_MAX ? to + 1 : to);
  visiting main = {main_rank (s, from), end - 1, user, visit};
  if (end)
    visit_branch (&main, s->main.root, s->main.bits - FAN_BITS, 0);
}

typedef struct comparing {
  void *user;
  space_change change;
} comparing;

static void compare_branches (const comparing *c, const branch *then,
                              const branch *now, unsigned shift) {
  if (!then || then == now)
    return;
  for (uint32_t i = 0; i < FAN; i++) {
    space_entry a = then->entry[i], b = now ? now->entry[i] : (space_entry) {0};
    if (shift)
      compare_branches (c, a.branch, b.branch, shift - FAN_BITS);
    else if (is_object (a) && a.object != b.object)
      c->change (c->user, a.object, is_object (b) ? b.object : NULL);
  }
}

/* A tree that has grown has what it was in its first corner. */
static void compare_trees (const comparing *c, const space_tree *then,
                           const space_tree *now) {
  const branch *b = now->root;
  assert (then->bits <= now->bits);
  for (unsigned bits = now->bits; b && bits > then->bits; bits -= FAN_BITS)
    b = b->entry[0].branch;
  compare_branches (c, then->root, b, then->bits - FAN_BITS);
}

void space_each_changed (const space *then, const space *now, void *user,
                         space_change change) {
  comparing c = {user, change};
  assert (then->pool == now->pool); /* of one family */
  compare_trees (&c, &then->low, &now->low);
  compare_trees (&c, &then->main, &now->main);
}

/* Joining. */

typedef struct parting {
  uint32_t slot;
  uintptr_t mark;
} parting;

typedef struct space_joining {
  space *space;
  memory *mem;
  u32_vec *slots;
  VEC (parting) marks; /* of the other one */
} space_joining;

static uint32_t slot_at (const space *s, const space_tree *t, uint32_t index) {
  if (t == &s->low)
    return index;
  return s->known && index < s->known->n ? s->known->slot[index]
                                         : index + s->gap;
}

static bool part_branches (space_joining *j, const space_tree *t,
                           const branch *a, const branch *b, unsigned shift,
                           uint32_t base) {
  if (a == b)
    return true;
  for (uint32_t i = 0; i < FAN; i++) {
    space_entry x = a ? a->entry[i] : (space_entry) {0};
    space_entry y = b ? b->entry[i] : (space_entry) {0};
    uint32_t at = base + (i << shift);
    if (shift ? !part_branches (j, t, x.branch, y.branch, shift - FAN_BITS, at)
              : is_object (x) != is_object (y))
      return false;
    if (shift || x.mark == y.mark || !y.mark)
      continue;
    uint32_t slot = slot_at (j->space, t, at);
    if (is_object (y))
      vec_push (j->mem, j->slots, slot);
    else
      vec_push (j->mem, &j->marks, (parting) {slot, y.mark});
  }
  return true;
}

static bool part_trees (space_joining *j, space_tree *t, space *other,
                        space_tree *u) {
  grow (j->space, t, u->bits);
  grow (other, u, t->bits);
  return part_branches (j, t, t->root, u->root, t->bits - FAN_BITS, 0);
}

/* The next stack object here comes behind all that either had here. A slot that
 * only the other one has used is not used again.
 */
static void join_mark (space *s, const parting *p) {
  space_entry *e = reach (s, p->slot);
  uintptr_t theirs = (uint32_t) p->mark, mine = (uint32_t) e->mark;
  if (address_is_variable (p->slot) && theirs > mine) {
    count_place (s, p->slot, mine >> 1, false, UINT64_MAX);
    count_place (s, p->slot, theirs >> 1, false, 1);
  }
  if (!e->mark)
    e->mark = theirs > 1 ? theirs : p->mark;
  else if (mine > 1 && theirs > mine)
    e->mark += theirs - mine;
}

bool space_join (space *s, space *other, memory *mem, u32_vec *slots) {
  space_joining j = {.space = s, .mem = mem, .slots = slots};
  assert (s->pool == other->pool); /* of one family */
  vec_clear (slots);
  bool is_done = part_trees (&j, &s->low, other, &other->low) &&
                 part_trees (&j, &s->main, other, &other->main);
  for (size_t i = 0; i < j.marks.len && is_done; i++)
    join_mark (s, j.marks.data + i);
  if (is_done && s->next < other->next)
    s->next = other->next;
  vec_release (mem, &j.marks);
  return is_done;
}

/* Digests. */

bool space_had_new (const space *s) { return s->places != s->places_then; }

static bool leave_out (void *unused, object *o) {
  (void) unused;
  o->has_digest = true;
  o->digest = (hash128) {0};
  return true;
}

void space_begin (space *s) {
  space_each (s, 0, UINT32_MAX, NULL, leave_out);
  s->owner = pool_owner (s->pool);
}

static hash128 digest_of (const naming *n, object *o) {
  if (o->has_digest)
    return o->digest;
  o->digest = naming_object (n, o);
  o->has_digest = true;
  return o->digest;
}

/* Of a stack object: where the next ones will be. Globals are not freed. */
static hash128 digest_of_mark (const naming *n, uint32_t slot, uintptr_t left) {
  assert (left & 1);
  uint32_t note = (uint32_t) (left >> 32);
  if (address_is_variable (slot)) /* see add_space_places */
    return (hash128) {0};
  if ((uint32_t) left >> 1)
    return keyed_mix (&n->terms->key, keyed_of (&n->terms->key, slot, 16),
                      keyed_of (&n->terms->key, left, 17));
  return keyed_mix (&n->terms->key, keyed_of (&n->terms->key, slot, 14),
                    n->grave (n->owner, note));
}

static hash128 digest_of_branch (const naming *n, branch *b, unsigned shift,
                                 uint32_t base) {
  if (b->has_digest)
    return b->digest;
  hash128 sum = {0};
  for (uint32_t i = 0; i < FAN; i++) {
    space_entry e = b->entry[i];
    uint32_t first = base + (i << shift);
    if (!e.mark)
      continue;
    hash128 h = shift ? digest_of_branch (n, e.branch, shift - FAN_BITS, first)
                : is_object (e) ? digest_of (n, e.object)
                                : digest_of_mark (n, first, e.mark);
    sum.lo += h.lo;
    sum.hi += h.hi;
  }
  b->digest = sum;
  b->has_digest = true;
  return sum;
}

/* Of the rows of SPACE in memory/memory.def. */

typedef struct digesting_space {
  const naming *naming;
  hash128 sum;
} digesting_space;

static hash128 digest_of_tree (const naming *n, const space_tree *t,
                               uint32_t base) {
  return digest_of_branch (n, t->root, t->bits - FAN_BITS, base);
}

static bool add_tree (digesting_space *d, hash128 h) {
  d->sum = keyed_mix (&d->naming->terms->key, d->sum, h);
  return true;
}

/* Without those of a list of slots. */
static bool add_sum (digesting_space *d, const space *x, hash128 sum,
                     const u32_vec *absent) {
  for (size_t i = 0; absent && i < absent->len; i++) {
    space_entry e = look_up (x, absent->data[i]);
    hash128 h = is_object (e) ? digest_of (d->naming, e.object) : (hash128) {0};
    sum.lo -= h.lo;
    sum.hi -= h.hi;
  }
  return add_tree (d, sum);
}

static bool add_space_main (digesting_space *d, const space *x) {
  return add_sum (d, x, digest_of_tree (d->naming, &x->main, x->gap),
                  d->naming->absent);
}

static bool add_space_low (digesting_space *d, const space *x) {
  return add_sum (d, x, digest_of_tree (d->naming, &x->low, 0),
                  d->naming->left_out);
}

static bool add_space_places (digesting_space *d, const space *x) {
  uint64_t sum = d->naming->left_out ? x->places_then : x->places;
  return add_tree (d, keyed_of (&d->naming->terms->key, sum, 38));
}

static bool add_space_next (digesting_space *d, const space *x) {
  d->sum = keyed_mix (&d->naming->terms->key, d->sum,
                      keyed_of (&d->naming->terms->key, x->next, 18));
  return true;
}

static bool add_space_first_free (digesting_space *d, const space *x) {
  d->sum = keyed_mix (&d->naming->terms->key, d->sum,
                      keyed_of (&d->naming->terms->key, x->first_free, 19));
  return true;
}

static bool add_space (digesting_space *d, const space *x) {
  return true
#define SPACE(CLASS, type, name) FIELD_DIGEST (CLASS, add_space_##name)
#include "memory/memory.def"
      ;
}

hash128 space_digest (space *s, const naming *n) {
  digesting_space d = {.naming = n};
  add_space (&d, s);
  s->owner = pool_owner (s->pool);
  return d.sum;
}

/* Validity.
 *
 *   S1  an object lies in the slot that leads to it, below 'next'
 *   S2  a branch that has a digest has nothing below it without one: who
 *       writes takes the digests away on the whole way down (reach)
 *   S3  the list of freed stack slots leads over marks to its end
 *   S4  counts are those of what is there
 */

typedef struct space_count_up {
  const space *space;
  const terms *terms;
  size_t n_live, n_bytes;
} space_count_up;

static bool object_fits (space_count_up *c, const object *o, uint32_t slot) {
  c->n_live++;
  c->n_bytes += o->size;
  return address_slot (o->address) == slot && slot < c->space->next && /* S1 */
         o->owner <= c->space->pool->last_owner &&
         object_is_valid (o, c->terms);
}

static bool branch_is_valid (space_count_up *c, const space_tree *t,
                             const branch *b, unsigned shift, uint32_t base) {
  if (!b->refs)
    return false;
  for (uint32_t i = 0; i < FAN; i++) {
    space_entry e = b->entry[i];
    uint32_t first = base + (i << shift);
    if (!e.mark || (!shift && !is_object (e)))
      continue;
    bool has_digest = shift ? e.branch->has_digest : e.object->has_digest;
    if ((b->has_digest && !has_digest) || /* S2 */
        !(shift ? branch_is_valid (c, t, e.branch, shift - FAN_BITS, first)
                : object_fits (c, e.object, slot_at (c->space, t, first))))
      return false;
  }
  return true;
}

static bool list_is_valid (const space *s) {
  uint32_t slot = s->first_free;
  for (uint32_t n = s->next; slot && n; n--) { /* S3 */
    space_entry e = look_up (s, slot);
    if (!(e.mark & 1) || !((uint32_t) e.mark >> 1))
      return false;
    slot = (uint32_t) (e.mark >> 32);
  }
  return !slot;
}

bool space_is_valid (const space *s, const terms *ts) {
  space_count_up c = {.space = s, .terms = ts};
  return branch_is_valid (&c, &s->main, s->main.root, s->main.bits - FAN_BITS,
                          0) &&
         branch_is_valid (&c, &s->low, s->low.root, s->low.bits - FAN_BITS,
                          0) &&
         c.n_live == s->n_live && c.n_bytes == s->n_bytes && /* S4 */
         list_is_valid (s);
}
