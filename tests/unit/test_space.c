#include "memory/space.h"
#include "program/address.h"
#include "random.h"
#include "test.h"

#include <string.h>

/* Several spaces, forked and changed in turns, against plain copies. */

#define FIRST 40u
#define SPACES 8u
#define SLOTS 600u
#define BYTES 24u

typedef struct plain_object {
  bool is_live, was_used, is_stack;
  uint32_t size;
  uint64_t address;
  uint8_t bytes[BYTES];
} plain_object;

typedef struct world {
  space *space;
  plain_object object[SLOTS];
} world;

static void check_object (const world *w, uint32_t slot) {
  const plain_object *p = &w->object[slot];
  object *o = space_find (w->space, slot);
  CHECK_EQ (!!o, p->is_live);
  slot_state state = p->is_live    ? SLOT_LIVE
                     : p->was_used ? SLOT_FREED
                                   : SLOT_NEVER;
  CHECK_EQ (space_slot (w->space, slot), state);
  if (!o)
    return;
  CHECK_EQ (o->size, p->size);
  CHECK_EQ (o->address, p->address);
  CHECK_EQ (address_slot (o->address), slot);
  CHECK (!memcmp (o->bytes, p->bytes, p->size));
}

typedef struct count {
  size_t n, bytes;
  uint64_t last;
} count;

static bool count_object (void *user, object *o) {
  count *c = user;
  CHECK (o->address > c->last);
  c->last = o->address;
  c->n++;
  c->bytes += o->size;
  return true;
}

static void check_world (const world *w) {
  count c = {0}, plain = {0};
  for (uint32_t slot = 0; slot < SLOTS; slot++) {
    check_object (w, slot);
    plain.n += w->object[slot].is_live;
    plain.bytes += w->object[slot].is_live ? w->object[slot].size : 0;
  }
  space_each (w->space, 0, UINT32_MAX, &c, count_object);
  CHECK_EQ (c.n, plain.n);
  CHECK_EQ (space_count (w->space), plain.n);
  CHECK_EQ (space_bytes (w->space), plain.bytes);
  CHECK_EQ (c.bytes, plain.bytes);
  CHECK (space_is_valid (w->space, NULL)); /* nothing is symbolic */
}

static void step_allocate (world *w, uint64_t *seed) {
  bool is_stack = random_below (seed, 3);
  uint32_t size = random_below (seed, BYTES + 1);
  object *o =
      space_allocate (w->space, size, 0, is_stack ? OBJECT_STACK : OBJECT_HEAP);
  uint32_t slot = address_slot (o->address);
  CHECK (FIRST <= slot && slot < SLOTS);
  CHECK_EQ (o->owner, space_owner (w->space));
  plain_object *p = &w->object[slot];
  CHECK (!p->is_live && (!p->was_used || (p->is_stack && is_stack)));
  if (p->was_used) {
    CHECK (o->address >= p->address + p->size + 0x1000);
    CHECK_EQ (space_at (w->space, p->address), SLOT_FREED);
  }
  CHECK_EQ (space_at (w->space, o->address), SLOT_LIVE);
  *p = (plain_object) {true, true, is_stack, size, o->address, {0}};
  memset (p->bytes, 0xAB, size);
}

static void step_write (world *w, uint64_t *seed, uint32_t slot) {
  plain_object *p = &w->object[slot];
  object *o = space_own (w->space, slot);
  CHECK_EQ (!!o, p->is_live);
  if (!o || !p->size)
    return;
  CHECK_EQ (o->owner, space_owner (w->space));
  uint32_t at = random_below (seed, p->size);
  o->bytes[at] = p->bytes[at] = (uint8_t) random_next (seed);
}

static void step_release (world *w, uint32_t slot) {
  if (!w->object[slot].is_live)
    return;
  space_release (w->space, slot, 0);
  w->object[slot].is_live = false;
}

/* Another world begins as this one, or ends. */
static void step_fork (world *from, world *to) {
  if (to->space) {
    space_free (to->space);
    to->space = NULL;
    return;
  }
  uint64_t before = space_owner (from->space);
  *to = *from;
  to->space = space_fork (from->space);
  CHECK (space_owner (from->space) != before);
  CHECK (space_owner (to->space) != before);
  CHECK (space_owner (to->space) != space_owner (from->space));
}

static void run_worlds (uint64_t seed, unsigned n) {
  memory mem = {0};
  static world w[SPACES];
  memset (w, 0, sizeof w);
  w[0].space = space_new (&mem, FIRST, NULL);
  for (uint32_t slot = 2; slot < 12; slot++) {
    object *o = space_put (w[0].space, address_of_slot (slot), 4);
    w[0].object[slot] = (plain_object) {true, true, false, 4, o->address, {0}};
  }
  for (unsigned i = 0; i < n; i++) {
    unsigned at = random_below (&seed, SPACES);
    uint32_t slot = 1 + random_below (&seed, 120);
    unsigned what = random_below (&seed, 10);
    if (!w[at].space)
      continue;
    if (what < 3)
      step_allocate (&w[at], &seed);
    else if (what < 7)
      step_write (&w[at], &seed, slot);
    else if (what < 9)
      step_release (&w[at], slot);
    else
      step_fork (&w[at], &w[1 + random_below (&seed, SPACES - 1)]);
    if (i % 64 == 0)
      for (unsigned k = 0; k < SPACES; k++)
        if (w[k].space)
          check_world (&w[k]);
  }
  for (unsigned k = 0; k < SPACES; k++)
    space_free (w[k].space);
  CHECK_EQ (mem.live, 0);
}

TEST (random_worlds) {
  for (uint64_t seed = 1; seed <= (test_is_long () ? 200 : 20); seed++)
    run_worlds (seed, 1500);
}

/* Calls in a loop use the same slots again, at ever other places. */
TEST (stack_slots_are_reused) {
  memory mem = {0};
  space *s = space_new (&mem, 1, NULL);
  size_t held = 0;
  uint64_t last = 0;
  for (unsigned i = 0; i < 200000; i++) {
    object *a = space_allocate (s, 4, 0, OBJECT_STACK);
    object *b = space_allocate (s, 3u << 20, 0, OBJECT_STACK);
    CHECK (a && b && a->address != last);
    last = a->address;
    uint32_t slot_a = address_slot (a->address);
    uint32_t slot_b = address_slot (b->address);
    CHECK (slot_a <= 2 && slot_b <= 2);
    space_release (s, slot_b, 0);
    space_release (s, slot_a, 0);
    if (i == 0)
      held = mem.live;
    CHECK_EQ (mem.live, held);
    if (i > 200)
      i += 97;
  }
  CHECK_EQ (space_slot (s, 1), SLOT_FREED);
  CHECK_EQ (space_slot (s, 3), SLOT_NEVER);
  space_free (s);
  CHECK_EQ (mem.live, 0);
}

/* A variable whose block ends and begins again, large and small, shared or not:
 * the other side keeps what it has.
 */
TEST (renewed_in_place) {
  memory mem = {0};
  for (uint64_t size = 0; size <= 2048; size = size ? 4 * size : 1) {
    space *s = space_new (&mem, 1, NULL);
    object *o = space_allocate (s, size, 0, OBJECT_STACK);
    uint64_t address = o->address;
    o->insn = 7;
    space *t = space_fork (s);
    for (int i = 0; i < 3; i++) {
      o = space_renew (s, address_slot (address), 0, true);
      CHECK (o->is_ended && !o->size && o->address == address && o->insn == 7);
      CHECK_EQ (space_bytes (s), 0);
      o = space_renew (s, address_slot (address), size, false);
      CHECK (!o->is_ended && o->size == size && o->set == size);
      CHECK (space_is_valid (s, NULL) && space_bytes (s) == size);
    }
    o = space_find (t, address_slot (address));
    CHECK (!o->is_ended && o->size == size && space_bytes (t) == size);
    space_free (s);
    space_free (t);
    CHECK_EQ (mem.live, 0);
  }
}

TEST (heap_slots_are_not_reused) {
  memory mem = {0};
  space *s = space_new (&mem, 1, NULL);
  for (uint32_t i = 1; i < 5000; i++) {
    object *o = space_allocate (s, 8, 0, OBJECT_HEAP);
    CHECK_EQ (o->address, address_of_slot (i));
    space_release (s, i, 0);
  }
  CHECK_EQ (space_count (s), 0);
  CHECK_EQ (space_at (s, address_of_slot (77) + 8), SLOT_FREED);
  space_free (s);
  CHECK_EQ (mem.live, 0);
}

/* The other side of a fork is gone: nothing is copied. */
TEST (sole_heir_owns_in_place) {
  memory mem = {0};
  space *s = space_new (&mem, 1, NULL);
  object *o = space_allocate (s, 8, 0, OBJECT_HEAP);
  space *t = space_fork (s);
  CHECK (space_own (t, 1) != o);
  CHECK (space_find (s, 1) == o);
  CHECK (o->owner != space_owner (s));
  CHECK (space_own (s, 1) == o);
  CHECK_EQ (o->owner, space_owner (s));
  space_free (s);
  object *p = space_find (t, 1);
  space_free (space_fork (t));
  CHECK (space_own (t, 1) == p);
  space_free (t);
  CHECK_EQ (mem.live, 0);
}

TEST (allocations_that_are_refused) {
  memory mem = {.limit = 1u << 20};
  space *s = space_new (&mem, ADDRESS_SLOTS - 1, NULL);
  CHECK (!space_allocate (s, UINT64_MAX, 0, OBJECT_HEAP));
  CHECK (!space_allocate (s, UINT64_C (1) << 60, 0, OBJECT_HEAP));
  CHECK (!space_allocate (s, SPACE_MAX_OBJECT + 1, 0, OBJECT_STACK));
  CHECK (space_allocate (s, 1u << 20, 0, OBJECT_HEAP)); /* the limit or not */
  CHECK (!space_allocate (s, 0, 0, OBJECT_HEAP));
  space_free (s);
  CHECK_EQ (mem.live, 0);
}

static bool stop_at_second (void *user, object *o) {
  (void) o;
  return ++*(unsigned *) user < 2;
}

TEST (each_in_a_range) {
  memory mem = {0};
  space *s = space_new (&mem, 1, NULL);
  for (unsigned i = 1; i <= 300; i++)
    space_allocate (s, 1, 0, OBJECT_HEAP);
  space_release (s, 150, 0);
  count c = {0};
  space_each (s, 100, 200, &c, count_object);
  CHECK_EQ (c.n, 100);
  CHECK_EQ (address_slot (c.last), 200);
  unsigned n = 0;
  space_each (s, 0, 300, &n, stop_at_second);
  CHECK_EQ (n, 2);
  space_free (s);
  CHECK_EQ (mem.live, 0);
}

typedef struct listed {
  uint32_t n;
  uint32_t slot[8];
} listed;

static bool list_slot (void *user, object *o) {
  listed *l = user;
  l->slot[l->n++] = address_slot (o->address);
  return true;
}

/* Slots far apart, which the space knows, and others below them. */
TEST (known_slots) {
  memory mem = {0};
  placing known;
  hash128 key[3] = {{0, 1}, {UINT64_MAX, 2}, {UINT64_MAX / 2, 3}};
  placing_make (&known, &mem, 1u << 20, 20, 3, key);
  space *s = space_new (&mem, 1u << 21, &known);
  uint32_t want[] = {77, known.slot[0], known.slot[1], known.slot[2], 1u << 21};
  CHECK (space_allocate (s, 4, 0, OBJECT_HEAP) != NULL);
  for (unsigned i = 0; i < 4; i++) {
    CHECK_EQ (space_slot (s, want[i]), SLOT_NEVER);
    CHECK_EQ (space_put (s, address_of_slot (want[i]), 4)->address,
              address_of_slot (want[i]));
  }
  for (unsigned from = 0; from < 5; from++)
    for (unsigned to = from; to < 5; to++)
      for (uint32_t off = 0; off < 2; off++) {
        listed l = {0};
        space_each (s, want[from] + off, want[to] + off, &l, list_slot);
        CHECK_EQ (l.n, to - from + 1 - off);
        for (unsigned k = 0; k < l.n; k++)
          CHECK_EQ (l.slot[k], want[from + off + k]);
      }
  space *t = space_fork (s);
  space_release (t, known.slot[1], 9);
  CHECK (!space_find (t, known.slot[1]) && space_find (s, known.slot[1]));
  CHECK_EQ (space_note (t, known.slot[1]), 9);
  CHECK_EQ (space_slot (s, known.slot[1] + 1), SLOT_NEVER);
  space_free (s);
  space_free (t);
  placing_release (&known, &mem);
  CHECK_EQ (mem.live, 0);
}

/* A pointer to a stack object that is gone in either space stays one, however
 * many come into its slot in the joined one.
 */
static uint64_t use_stack (space *s, unsigned n) {
  uint64_t last = 0;
  for (unsigned i = 0; i < n; i++) {
    last = space_allocate (s, 8, 0, OBJECT_STACK)->address;
    space_release (s, address_slot (last), 0);
  }
  return last;
}

TEST (space_join_keeps_what_is_gone) {
  memory mem = {0};
  u32_vec slots = {0};
  space *root = space_new (&mem, FIRST, NULL);
  uint32_t kept =
      address_slot (space_allocate (root, 8, 0, OBJECT_HEAP)->address);
  use_stack (root, 1);
  for (unsigned n = 0; n < 4; n++) {
    space *a = space_fork (root), *b = space_fork (root);
    uint64_t gone[2] = {use_stack (a, n), use_stack (b, 3)};
    for (unsigned i = 0; i < 300 * n; i++) /* another height of the tree */
      space_release (
          b, address_slot (space_allocate (b, 1, 0, OBJECT_HEAP)->address), 5);
    uint8_t byte = 7;
    object_put (space_own (b, kept), &mem, 1, 1, &byte);
    CHECK (space_join (a, b, &mem, &slots));
    CHECK (slots.len == 1 && slots.data[0] == kept);
    CHECK (space_is_valid (a, NULL));
    object *o = space_allocate (a, 8, 0, OBJECT_STACK);
    for (unsigned i = 0; i < 2; i++)
      CHECK (!gone[i] || space_at (a, gone[i]) == SLOT_FREED);
    if (n)
      CHECK_EQ (space_note (a, kept + 2), 5);
    CHECK_EQ (o->address != gone[0] && o->address != gone[1], true);
    CHECK (!space_join (a, b, &mem, &slots)); /* an object of its own */
    space_free (a);
    space_free (b);
  }
  space_free (root);
  vec_release (&mem, &slots);
  CHECK_EQ (mem.live, 0);
}

/* A variable has its own slot, at another place each time; nothing that comes
 * besides lies elsewhere because of it.
 */
TEST (space_variables) {
  memory mem = {0};
  const uint32_t own = ADDRESS_FIRST_VARIABLE + 300;
  space *s = space_new (&mem, ADDRESS_FIRST_FREE, NULL);
  uint64_t gone[4] = {0};
  for (unsigned i = 0; i < 4; i++) {
    object *o = space_allocate_variable (s, own, 24, 0, i == 2);
    CHECK (o && address_slot (o->address) == own && o->kind == OBJECT_STACK);
    CHECK (!space_allocate_variable (s, own, 24, 0, false)); /* recursion */
    for (unsigned k = 0; k < i; k++) {
      CHECK (o->address != gone[k]);
      CHECK_EQ (space_at (s, gone[k]), SLOT_FREED);
    }
    gone[i] = o->address;
    space *t = space_fork (s);
    space_release (t, own, 0);
    CHECK_EQ (space_slot (s, own), SLOT_LIVE);
    CHECK_EQ (space_slot (t, own), SLOT_FREED);
    CHECK (space_is_valid (t, NULL) && space_is_valid (s, NULL));
    CHECK_EQ (space_had_new (t), i >= 2);
    space_free (s);
    s = t;
  }
  CHECK_EQ (address_slot (space_allocate (s, 8, 0, OBJECT_STACK)->address),
            ADDRESS_FIRST_FREE);
  CHECK (!space_allocate_variable (s, own, SPACE_MAX_OBJECT + 1, 0, false));
  space_free (s);
  CHECK_EQ (mem.live, 0);
}
