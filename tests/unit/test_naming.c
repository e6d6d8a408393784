/* Digests of spaces: the same by whatever way; another one for any difference
 * that a program can see.
 */

#include "memory/naming.h"

#include "support/codes.h"
#include "test.h"

#include <string.h>

typedef struct lab {
  memory mem;
  program *p;
  terms *ts;
  naming names;
  space *space;
} lab;

static hash128 name_grave (void *unused, uint32_t note) {
  (void) unused;
  return hash128_of (note, 1);
}

static space *start (lab *l) {
  space *s =
      space_new (&l->mem, ADDRESS_FIRST_FREE, program_global_placing (l->p));
  const global *g = program_global (l->p, 0);
  space_put (s, g->address, g->size)->kind = OBJECT_GLOBAL;
  space_begin (s);
  return s;
}

static void open_lab (lab *l) {
  *l = (lab) {0};
  l->p = codes_program (&l->mem, "@g = global [4 x i64] zeroinitializer\n"
                                 "define i32 @start () {\n"
                                 "  ret i32 0\n"
                                 "}\n");
  l->ts = terms_new (&l->mem);
  terms_set_key (l->ts, (hash128) {1, 2}, 128);
  l->names = (naming) {.terms = l->ts, .program = l->p, .grave = name_grave};
  l->space = start (l);
}

static void close_lab (lab *l) {
  space_free (l->space);
  terms_free (l->ts);
  program_free (l->p);
  CHECK_EQ (l->mem.live, 0);
}

static object *make (space *s, uint64_t size, object_kind what) {
  object *o = space_allocate (s, size, 0, what);
  o->function = UINT32_MAX;
  return o;
}

static void put (lab *l, space *s, uint64_t address, uint64_t at,
                 uint64_t bits) {
  object *o = space_own (s, address_slot (address));
  object_put (o, &l->mem, at, 8, &bits);
}

static hash128 digest (lab *l, space *s) {
  hash128 h = space_digest (s, &l->names);
  CHECK (hash128_eq (h, space_digest (s, &l->names)));
  return h;
}

TEST (digest_of_what_is_written) {
  lab l;
  open_lab (&l);
  uint64_t g = program_global (l.p, 0)->address;
  hash128 before = digest (&l, l.space);
  put (&l, l.space, g, 8, 5);
  hash128 after = digest (&l, l.space);
  CHECK (!hash128_eq (before, after));
  put (&l, l.space, g, 8, 6);
  CHECK (!hash128_eq (digest (&l, l.space), after));
  put (&l, l.space, g, 8, 5);
  CHECK (hash128_eq (digest (&l, l.space), after));
  space *other = start (&l);
  put (&l, other, g, 8, 5);
  CHECK (hash128_eq (digest (&l, other), after));
  space_free (other);
  close_lab (&l);
}

TEST (digest_without_a_global) {
  lab l;
  open_lab (&l);
  uint64_t g = program_global (l.p, 0)->address;
  uint32_t slot = address_slot (g);
  u32_vec absent = {.data = &slot, .len = 1, .cap = 1};
  uint64_t h = make (l.space, 16, OBJECT_HEAP)->address;
  hash128 before = digest (&l, l.space);
  put (&l, l.space, g, 8, 5);
  CHECK (!hash128_eq (digest (&l, l.space), before));
  l.names.absent = &absent;
  CHECK (hash128_eq (digest (&l, l.space), before));
  put (&l, l.space, h, 0, 7);
  CHECK (!hash128_eq (digest (&l, l.space), before));
  l.names.absent = NULL;
  close_lab (&l);
}

TEST (digest_of_forks) {
  lab l;
  open_lab (&l);
  uint64_t h = make (l.space, 5000, OBJECT_HEAP)->address;
  hash128 before = digest (&l, l.space);
  space *other = space_fork (l.space);
  CHECK (hash128_eq (digest (&l, other), before));
  put (&l, other, h, 4096, 1);
  CHECK (!hash128_eq (digest (&l, other), before));
  CHECK (hash128_eq (digest (&l, l.space), before));
  put (&l, l.space, h, 4096, 1);
  CHECK (hash128_eq (digest (&l, other), digest (&l, l.space)));
  put (&l, l.space, h, 0, 2);
  CHECK (!hash128_eq (digest (&l, other), digest (&l, l.space)));
  space_free (other);
  close_lab (&l);
}

TEST (digest_of_terms) {
  lab l;
  open_lab (&l);
  uint64_t g = program_global (l.p, 0)->address;
  term x = term_var (l.ts, "x", 1, sort_bv (64));
  term y = term_var (l.ts, "y", 1, sort_bv (64));
  hash128 seen[3];
  for (int i = 0; i < 3; i++) {
    object *o = space_own (l.space, address_slot (g));
    object_write (o, &l.mem, l.ts, i == 2 ? 8 : 0, 64, 0, i == 1 ? y : x);
    seen[i] = digest (&l, l.space);
    for (int k = 0; k < i; k++)
      CHECK (!hash128_eq (seen[i], seen[k]));
  }
  close_lab (&l);
}

/* Where a stack object is within its slot is a number that programs can see,
 * and so is where the next ones will be.
 */
TEST (digest_of_stack_objects) {
  lab l;
  open_lab (&l);
  hash128 never = digest (&l, l.space);
  uint64_t first = make (l.space, 16, OBJECT_STACK)->address;
  hash128 live = digest (&l, l.space);
  space_release (l.space, address_slot (first), 0);
  hash128 gone = digest (&l, l.space);
  CHECK (!hash128_eq (gone, live) && !hash128_eq (gone, never));
  uint64_t second = make (l.space, 16, OBJECT_STACK)->address;
  CHECK (second != first);
  CHECK_EQ (address_slot (second), address_slot (first));
  CHECK (!hash128_eq (digest (&l, l.space), live));
  space_release (l.space, address_slot (second), 0);
  CHECK (!hash128_eq (digest (&l, l.space), gone));
  close_lab (&l);
}

/* The last one freed is the first that is used again. */
TEST (digest_of_the_order_of_freeing) {
  lab l;
  open_lab (&l);
  uint32_t a = address_slot (make (l.space, 16, OBJECT_STACK)->address);
  uint32_t b = address_slot (make (l.space, 16, OBJECT_STACK)->address);
  space *other = space_fork (l.space);
  space_release (l.space, a, 0);
  space_release (l.space, b, 0);
  space_release (other, b, 0);
  space_release (other, a, 0);
  CHECK (!hash128_eq (digest (&l, l.space), digest (&l, other)));
  space_free (other);
  close_lab (&l);
}

TEST (digest_of_freed_objects) {
  lab l;
  open_lab (&l);
  hash128 seen[4];
  seen[0] = digest (&l, l.space);
  uint64_t h = make (l.space, 8, OBJECT_HEAP)->address;
  seen[1] = digest (&l, l.space);
  space *other = space_fork (l.space);
  space_release (l.space, address_slot (h), 1);
  space_release (other, address_slot (h), 2);
  seen[2] = digest (&l, l.space);
  seen[3] = digest (&l, other);
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < i; k++)
      CHECK (!hash128_eq (seen[i], seen[k]));
  space_free (other);
  close_lab (&l);
}

/* One that the last run did not have, while it is there and when it is gone. */
TEST (digest_without_a_variable) {
  lab l;
  u32_vec none = {0}, new = {0};
  open_lab (&l);
  const uint32_t own = ADDRESS_FIRST_VARIABLE + 5, old = own + 1;
  uint32_t slot = own;
  new = (u32_vec) {.data = &slot, .len = 1, .cap = 1};
  l.names.left_out = &none;
  hash128 before = digest (&l, l.space);
  space_allocate_variable (l.space, own, 16, 0, true)->function = UINT32_MAX;
  CHECK (!hash128_eq (digest (&l, l.space), before));
  l.names.left_out = &new;
  CHECK (hash128_eq (digest (&l, l.space), before));
  l.names.left_out = &none;
  space_release (l.space, own, 0);
  CHECK (hash128_eq (digest (&l, l.space), before));
  l.names.left_out = NULL; /* for the next run it is no new one */
  CHECK (!hash128_eq (digest (&l, l.space), before));
  l.names.left_out = &none;
  space_allocate_variable (l.space, old, 16, 0, false)->function = UINT32_MAX;
  space_release (l.space, old, 0);
  hash128 once = digest (&l, l.space);
  CHECK (!hash128_eq (once, before)); /* the next one lies elsewhere */
  space_allocate_variable (l.space, old, 16, 0, false)->function = UINT32_MAX;
  space_release (l.space, old, 0);
  CHECK (!hash128_eq (digest (&l, l.space), once));
  close_lab (&l);
}
