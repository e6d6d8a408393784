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
  naming_init (&l->names, &l->mem, l->ts, l->p);
  l->names.grave = name_grave;
  l->space = start (l);
}

static void close_lab (lab *l) {
  space_free (l->space);
  naming_release (&l->names);
  terms_free (l->ts);
  program_free (l->p);
  CHECK_EQ (l->mem.live, 0);
}

static object *make (space *s, uint64_t size, object_kind what) {
  object *o = space_allocate (s, size, what);
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

/* A pointer to a stack object that is gone in one fork and lives in the other,
 * wherever it lies.
 */
TEST (digest_of_pointers_in_forks) {
  static const uint64_t at[] = {8, 3, 509, 1021};
  lab l;
  open_lab (&l);
  for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
    space *s[2];
    uint64_t to = 0;
    for (int k = 0; k < 2; k++) {
      s[k] = start (&l);
      uint64_t holder = make (s[k], 4000, OBJECT_HEAP)->address;
      to = make (s[k], 8, OBJECT_STACK)->address;
      put (&l, s[k], holder, at[i], to);
    }
    space *other = space_fork (s[0]);
    space_release (other, address_slot (to), 0);
    hash128 gone = digest (&l, other);
    CHECK (hash128_eq (digest (&l, s[0]), digest (&l, s[1])));
    make (other, 8, OBJECT_STACK);
    CHECK (!hash128_eq (digest (&l, other), gone));
    CHECK (!hash128_eq (digest (&l, other), digest (&l, s[0])));
    space_free (other);
    space_free (s[0]);
    space_free (s[1]);
  }
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
  CHECK (!l.names.sees_addresses);
  uint64_t h = make (l.space, 8, OBJECT_HEAP)->address;
  term at = term_binary (l.ts, KIND_BV_ADD, x, term_bv (l.ts, 64, h));
  object_write (space_own (l.space, address_slot (g)), &l.mem, l.ts, 0, 64, 0,
                at);
  digest (&l, l.space);
  CHECK (l.names.sees_addresses);
  close_lab (&l);
}

/* A pointer to a stack object that lives, wherever it is in its slot; one to an
 * object that was there before it is another thing.
 */
TEST (digest_of_stack_pointers) {
  lab l;
  open_lab (&l);
  uint64_t g = program_global (l.p, 0)->address;
  uint64_t first = make (l.space, 16, OBJECT_STACK)->address;
  put (&l, l.space, g, 0, first + 4);
  hash128 live = digest (&l, l.space);
  space_release (l.space, address_slot (first), 0);
  hash128 gone = digest (&l, l.space);
  CHECK (!hash128_eq (live, gone));
  uint64_t second = make (l.space, 16, OBJECT_STACK)->address;
  CHECK (second != first);
  CHECK_EQ (address_slot (second), address_slot (first));
  CHECK (!hash128_eq (digest (&l, l.space), live));
  put (&l, l.space, g, 0, second + 4);
  CHECK (hash128_eq (digest (&l, l.space), live));
  put (&l, l.space, g, 0, second + 5);
  CHECK (!hash128_eq (digest (&l, l.space), live));
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
