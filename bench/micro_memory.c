/* Speed of memory: finding, allocating, forking, reading and writing. In
 * processor time, so that a busy machine does not matter much.
 *
 *   make build/bench/micro_memory && build/bench/micro_memory
 */

#include "base/clock.h"
#include "memory/space.h"
#include "program/address.h"

#include <stdio.h>

enum { FIRST = 2000, OBJECTS = 128, ROUNDS = 4000000, STATES = 10000 };

typedef struct bench {
  memory mem;
  terms *ts;
  space *space;
  uint64_t start, sum;
} bench;

static void say (bench *b, const char *what, unsigned n) {
  double ns = (double) (clock_cpu () - b->start) / n;
  printf ("%-36s %8.1f ns\n", what, ns);
}

static uint32_t slot_of (unsigned i) { return FIRST + i * 7 % OBJECTS; }

static void find (bench *b) {
  b->start = clock_cpu ();
  for (unsigned i = 0; i < ROUNDS; i++)
    b->sum += space_find (b->space, slot_of (i))->size;
  say (b, "find", ROUNDS);
  b->start = clock_cpu ();
  for (unsigned i = 0; i < ROUNDS; i++)
    b->sum += space_own (b->space, slot_of (i))->size;
  say (b, "own what is owned", ROUNDS);
}

static void allocate (bench *b, unsigned size) {
  b->start = clock_cpu ();
  for (unsigned i = 0; i < ROUNDS / 4; i++) {
    uint32_t slot[4];
    for (unsigned k = 0; k < 4; k++) {
      object *o = space_allocate (b->space, size, 0, OBJECT_STACK);
      slot[k] = address_slot (o->address);
    }
    for (unsigned k = 4; k--;)
      space_release (b->space, slot[k]);
  }
  char text[64];
  snprintf (text, sizeof text, "allocate and release %u bytes", size);
  say (b, text, ROUNDS);
}

static void fork_and (bench *b, const char *what, bool write) {
  b->start = clock_cpu ();
  for (unsigned i = 0; i < ROUNDS / 4; i++) {
    space *s = space_fork (b->space);
    if (write)
      space_own (s, slot_of (i));
    space_free (s);
  }
  say (b, what, ROUNDS / 4);
}

static void access_with (bench *b, const char *what, term value) {
  object *o = space_own (b->space, FIRST);
  b->start = clock_cpu ();
  for (unsigned i = 0; i < ROUNDS; i++) {
    uint64_t bits = 0;
    object_write (o, &b->mem, b->ts, i & 12, 32, i, value);
    b->sum += object_read (o, b->ts, i & 12, 32, &bits).id + bits;
  }
  say (b, what, ROUNDS);
}

static void states (bench *b) {
  static space *state[STATES];
  size_t before = b->mem.live;
  for (unsigned i = 0; i < STATES; i++) {
    state[i] = space_fork (b->space);
    for (unsigned k = 0; k < 5; k++)
      space_own (state[i], FIRST + 3 + 3 * k);
  }
  size_t each = (b->mem.live - before) / STATES;
  printf ("%-36s %8zu bytes\n", "a fork that changed 5 objects", each);
  for (unsigned i = 0; i < STATES; i++)
    space_free (state[i]);
}

int main (void) {
  bench b = {0};
  b.ts = terms_new (&b.mem);
  b.space = space_new (&b.mem, FIRST, NULL);
  for (uint32_t slot = FIRST - 500; slot < FIRST; slot++)
    space_put (b.space, address_of_slot (slot), 8);
  for (unsigned i = 0; i < OBJECTS; i++)
    space_allocate (b.space, 16, 0, OBJECT_HEAP);
  find (&b);
  for (unsigned size = 4; size <= 256; size *= 4)
    allocate (&b, size);
  fork_and (&b, "fork and free", false);
  fork_and (&b, "fork, own one, free", true);
  access_with (&b, "write and read 32 bits", TERM_NONE);
  access_with (&b, "write and read a term of 32 bits",
               term_var (b.ts, "x", 1, sort_bv (32)));
  states (&b);
  space_free (b.space);
  terms_free (b.ts);
  return b.mem.live || !b.sum;
}
