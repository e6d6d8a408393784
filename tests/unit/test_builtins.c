/* Builtins, called one by one in a machine without a program. */

#include "machine/builtin.h"
#include "support/machine_lab.h"
#include "test.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* A function with one instruction that never runs, and a state in it. */
typedef struct desk {
  machine_lab lab;
  writer main;
  uint32_t function, dst;
  state *s;
  machine *m;
} desk;

static void desk_init (desk *d) {
  memset (d, 0, sizeof *d);
  machine_lab_init (&d->lab);
  d->m = d->lab.machine;
  writer_init (&d->main, "main");
  d->dst = writer_slot (&d->main);
  for (int i = 0; i < 8; i++)
    writer_slot (&d->main);
  writer_block (&d->main);
  for (int i = 0; i < 4; i++)
    writer_add (&d->main, (insn) {.op = OP_BUILTIN});
  d->function = writer_finish (&d->main, &d->lab);
  d->s = machine_lab_start (&d->lab, d->function);
}

static void desk_release (desk *d) {
  machine_drop (d->m, d->s);
  machine_lab_release (&d->lab);
  writer_release (&d->main);
}

static step ask (desk *d, builtin b, unsigned w, uint32_t n, const word *arg) {
  insn i = {.op = OP_BUILTIN, .w = (uint8_t) w, .dst = d->dst, .a = b, .c = n};
  return builtin_call (d->m, d->s, b, &i, n, arg);
}

#define ASK(D, NAME, W, ...) \
  ask (D, BUILTIN_##NAME, W, sizeof ((word[]) {__VA_ARGS__}) / sizeof (word), \
       (word[]) {__VA_ARGS__})

static word result (const desk *d) { return slot_get (d->s, d->dst); }

static word bits (uint64_t x) { return word_of (x); }
static word of_term (term t) { return (word) {.term = t}; }

static term variable (desk *d, const char *name, unsigned w, uint64_t value) {
  term t = term_var (d->lab.terms, name, strlen (name), sort_bv (w));
  model_set (d->lab.follow.model, t, value);
  return t;
}

static uint64_t text (desk *d, const char *s) {
  object *o =
      machine_allocate (d->m, d->s, strlen (s) + 1, 0, OBJECT_STACK, false);
  memcpy (o->bytes, s, strlen (s) + 1);
  return o->address;
}

static uint64_t heap (desk *d, uint64_t size) {
  CHECK_EQ (ASK (d, MALLOC, 64, bits (size)), STEP_NEXT);
  return result (d).bits;
}

static object *object_at (const desk *d, uint64_t address) {
  return space_find (d->s->space, address_slot (address));
}

static void revive (desk *d) {
  d->s->end = (ending) {0};
  d->s->n_forced = d->s->next_forced = 0;
}

static void check_fault (desk *d, step st, fault_kind fault) {
  CHECK_EQ (st, STEP_STOP);
  CHECK_EQ (d->s->end.kind, END_FAULT);
  CHECK_STR (fault_name (d->s->end.fault), fault_name (fault));
  revive (d);
}

/* Inputs. */

TEST (names_of_inputs) {
  desk d;
  desk_init (&d);
  uint64_t x = text (&d, "x"), odd = text (&d, "x_1"), list = text (&d, "x[0]");
  uint64_t a = heap (&d, 4), b = heap (&d, 3);
  CHECK_EQ (ASK (&d, MAKE_SYMBOLIC, 0, bits (a), bits (4), bits (x)),
            STEP_NEXT);
  CHECK_EQ (ASK (&d, MAKE_SYMBOLIC, 0, bits (b), bits (3), bits (x)),
            STEP_NEXT);
  CHECK_EQ (ASK (&d, MAKE_SYMBOLIC, 0, bits (a), bits (4), bits (odd)),
            STEP_NEXT);
  CHECK_EQ (
      ASK (&d, MAKE_SYMBOLIC, 0, bits (heap (&d, 1)), bits (1), bits (list)),
      STEP_NEXT);
  const symbolic *y = d.s->symbolics.data;
  CHECK_EQ (d.s->symbolics.len, 4);
  CHECK_STR (y[0].name, "x");
  CHECK_EQ (y[0].n_parts, 4); /* nobody knows that it is a number */
  CHECK_STR (term_name (d.lab.terms, y[0].part[0]), "x[0]");
  CHECK_STR (y[1].name, "x");
  CHECK_EQ (y[1].n_parts, 3);
  CHECK_STR (term_name (d.lab.terms, y[1].part[2]), "x_1[2]");
  CHECK_STR (y[2].name, "x_1");
  CHECK_STR (term_name (d.lab.terms, y[2].part[0]), "x_1_1[0]");
  CHECK_STR (y[3].name, "x[0]");
  CHECK_STR (term_name (d.lab.terms, y[3].part[0]), "x{0}");
  uint64_t none;
  term t = object_read (object_at (&d, a), d.lab.terms, 0, 8, &none);
  CHECK (term_eq (t, y[2].part[0]));
  /* another path has the same variables */
  state *other = machine_lab_start (&d.lab, d.function), *first = d.s;
  d.s = other;
  a = heap (&d, 4);
  x = text (&d, "x");
  CHECK_EQ (ASK (&d, MAKE_SYMBOLIC, 0, bits (a), bits (4), bits (x)),
            STEP_NEXT);
  CHECK (other->symbolics.data[0].part == first->symbolics.data[0].part);
  machine_drop (d.m, first);
  desk_release (&d);
}

TEST (shapes_of_inputs) {
  desk d;
  desk_init (&d);
  /* struct { char c; int i[2]; short s; long double l; } */
  layout_run runs[] = {
      {0, 1, 1, 1}, {4, 2, 4, 4}, {12, 1, 2, 2}, {16, 1, 10, 16}};
  layout l = {4, runs};
  const symbolic *y = symbolic_new (d.m, d.s, "s", 32, &l, SYMBOLIC_OBJECT);
  static const uint8_t want[] = {1, 1, 1, 1, 4, 4, 2, 1, 1};
  CHECK_EQ (y->n_parts, 9 + 10 + 6);
  uint64_t sum = 0;
  for (uint32_t i = 0; i < y->n_parts; i++) {
    CHECK_EQ (y->width[i], i < 9 ? want[i] : 1);
    CHECK_EQ (term_width (d.lab.terms, y->part[i]), 8u * y->width[i]);
    sum += y->width[i];
  }
  CHECK_EQ (sum, 32);
  /* a layout that does not fit */
  y = symbolic_new (d.m, d.s, "t", 6, &l, SYMBOLIC_OBJECT);
  CHECK_EQ (y->n_parts, 6);
  CHECK_EQ (
      symbolic_new (d.m, d.s, "u", 8, &(layout) {0}, SYMBOLIC_OBJECT)->n_parts,
      1);
  CHECK_EQ (symbolic_new (d.m, d.s, "v", 0, NULL, SYMBOLIC_OBJECT)->n_parts, 0);
  desk_release (&d);
}

TEST (make_symbolic_of_parts) {
  desk d;
  desk_init (&d);
  uint64_t a = heap (&d, 8), x = text (&d, "x");
  CHECK_EQ (ASK (&d, MAKE_SYMBOLIC, 0, bits (a), bits (4), bits (x)),
            STEP_NEXT);
  CHECK_EQ (d.lab.follow.warned, 1);
  CHECK (!object_is_concrete (object_at (&d, a), 0, 4));
  CHECK (object_is_concrete (object_at (&d, a), 4, 4));
  CHECK_EQ (ASK (&d, MAKE_SYMBOLIC, 0, bits (a + 4), bits (4), bits (x)),
            STEP_NEXT);
  check_fault (&d, ASK (&d, MAKE_SYMBOLIC, 0, bits (a), bits (9), bits (x)),
               FAULT_BAD_INTRINSIC);
  check_fault (&d, ASK (&d, MAKE_SYMBOLIC, 0, bits (0), bits (4), bits (x)),
               FAULT_NULL_POINTER);
  desk_release (&d);
}

TEST (numbers) {
  desk d;
  desk_init (&d);
  uint64_t n = text (&d, "n");
  CHECK_EQ (ASK (&d, RANGE, 32, bits (5), bits (6), bits (n)), STEP_NEXT);
  CHECK_EQ (result (&d).bits, 5);
  check_fault (&d, ASK (&d, RANGE, 32, bits (6), bits (6), bits (n)),
               FAULT_BAD_INTRINSIC);
  CHECK_EQ (ASK (&d, RANGE, 32, bits (0), bits (6), bits (n)), STEP_NEXT);
  CHECK_STR (term_name (d.lab.terms, result (&d).term), "n");
  CHECK_EQ (ASK (&d, INT, 32, bits (n)), STEP_NEXT);
  CHECK_STR (term_name (d.lab.terms, result (&d).term), "n_1");
  CHECK_EQ (ASK (&d, IS_SYMBOLIC, 32, result (&d)), STEP_NEXT);
  CHECK_EQ (result (&d).bits, 1);
  CHECK_EQ (ASK (&d, IS_SYMBOLIC, 32, bits (7)), STEP_NEXT);
  CHECK_EQ (result (&d).bits, 0);
  CHECK_EQ (ASK (&d, CHOOSE, 64, bits (3)), STEP_NEXT);
  CHECK_EQ (term_width (d.lab.terms, result (&d).term), 64);
  CHECK_EQ (ASK (&d, NONDET, 32, bits (0)), STEP_NEXT);
  CHECK_EQ (term_width (d.lab.terms, result (&d).term), 32);
  CHECK_EQ (ASK (&d, NONDET, 1, bits (0)), STEP_NEXT);
  CHECK (sort_is_bool (term_sort (d.lab.terms, result (&d).term)));
  CHECK_EQ (ASK (&d, NONDET, 128, bits (0)), STEP_STOP);
  CHECK_EQ (d.s->end.kind, END_CUT);
  revive (&d);
  term v = variable (&d, "v", 32, 1234);
  CHECK_EQ (ASK (&d, GET_VALUE_I32, 32, of_term (v)), STEP_NEXT);
  CHECK_EQ (result (&d).bits, 1234);
  CHECK_EQ (ASK (&d, CONCRETE, 64, of_term (v)), STEP_NEXT);
  CHECK_EQ (result (&d).bits, 1234);
  desk_release (&d);
}

TEST (nondet_by_name) {
  desk d;
  desk_init (&d);
  function f = {.name = "__VERIFIER_nondet_uint", .builtin = BUILTIN_NONDET};
  machine_add_function (d.m, &f, NULL);
  uint32_t number = d.m->n_functions - 1;
  d.main.code.pool = &number;
  insn i = {.op = OP_BUILTIN, .w = 32, .x = BUILTIN_NAMED, .dst = d.dst};
  CHECK_EQ (builtin_call (d.m, d.s, BUILTIN_NONDET, &i, 0, NULL), STEP_NEXT);
  CHECK_STR (d.s->symbolics.data[0].name, "uint");
  CHECK_EQ (d.s->symbolics.data[0].what, SYMBOLIC_NONDET);
  f.name = "__ubsan_handle_shift_out_of_bounds_abort";
  check_fault (&d, builtin_call (d.m, d.s, BUILTIN_UBSAN, &i, 0, NULL),
               FAULT_OVERSHIFT);
  f.name = "__ubsan_handle_load_invalid_value";
  check_fault (&d, builtin_call (d.m, d.s, BUILTIN_UBSAN, &i, 0, NULL),
               FAULT_INVALID_VALUE);
  desk_release (&d);
}

TEST (assumptions) {
  desk d;
  desk_init (&d);
  term v = variable (&d, "v", 64, 1), z = variable (&d, "z", 64, 0);
  CHECK_EQ (ASK (&d, ASSUME, 0, of_term (v)), STEP_NEXT);
  CHECK_EQ (ASK (&d, ASSUME, 0, bits (3)), STEP_NEXT);
  check_fault (&d, ASK (&d, ASSUME, 0, of_term (z)), FAULT_BAD_ASSUMPTION);
  check_fault (&d, ASK (&d, ASSUME, 0, bits (0)), FAULT_BAD_ASSUMPTION);
  CHECK_EQ (ASK (&d, VERIFIER_ASSUME, 0, of_term (z)), STEP_STOP);
  CHECK_EQ (d.s->end.kind, END_SILENT);
  revive (&d);
  CHECK_EQ (ASK (&d, CPROVER_ASSERT, 0, of_term (v), bits (text (&d, "why"))),
            STEP_NEXT);
  step st =
      ASK (&d, CPROVER_ASSERT, 0, of_term (z), bits (text (&d, "because")));
  CHECK_STR (ending_cause (&d.s->end).text[0], "because");
  check_fault (&d, st, FAULT_ASSERTION);
  desk_release (&d);
}

/* A deadline is kept if no instruction works for long without looking up: so
 * much is done between two looks, however large the input is.
 */
#define BETWEEN_LOOKS 16384u

static unsigned looks_left, looks;

static bool look_up (chooser *c, state *s) {
  (void) c;
  (void) s;
  looks++;
  return !looks_left || --looks_left;
}

TEST (work_between_looks_is_bounded) {
  desk d;
  desk_init (&d);
  d.lab.follow.chooser.may_go_on = look_up;
  uint64_t size = 1 << 20, a = heap (&d, size), n = text (&d, "n");
  for (unsigned k = 1; k < 4; k++) { /* told to stop at the k-th look */
    size_t before = terms_count (d.lab.terms);
    looks_left = k;
    looks = 0;
    CHECK_EQ (ASK (&d, MAKE_SYMBOLIC, 0, bits (a), bits (size), bits (n)),
              STEP_STOP);
    CHECK_EQ (looks, k);
    CHECK_EQ (d.s->end.kind, END_NONE); /* left where it was */
    CHECK (terms_count (d.lab.terms) - before <= k * (BETWEEN_LOOKS + 16));
    CHECK_EQ (d.s->symbolics.len, 0);
  }
  looks_left = looks = 0;
  CHECK_EQ (ASK (&d, MAKE_SYMBOLIC, 0, bits (a), bits (size), bits (n)),
            STEP_NEXT);
  CHECK (looks >= 2 * (size / BETWEEN_LOOKS - 1)); /* made, then written */
  desk_release (&d);
}

/* Nobody knows whether it can hold: the path is cut. */
static bool assume_unknown (chooser *c, state *s, term t, bool *waits) {
  (void) waits;
  (void) t;
  machine_lab *lab =
      (machine_lab *) ((char *) c - offsetof (machine_lab, follow.chooser));
  machine_cut (lab->machine, s, cause_about (WHY_SOLVER, "timeout"));
  return false;
}

static void check_cut (desk *d, step st) {
  CHECK_EQ (st, STEP_STOP);
  CHECK_EQ (d->s->end.kind, END_CUT);
  revive (d);
}

/* A path that was cut must not end as one that is not there. */
TEST (unknown_assumptions_are_heard_of) {
  desk d;
  desk_init (&d);
  uint64_t n = text (&d, "n");
  term x = variable (&d, "v", 32, 1);
  d.lab.follow.chooser.assume = assume_unknown;
  check_cut (&d, ASK (&d, RANGE, 32, bits (0), bits (6), bits (n)));
  check_cut (&d, ASK (&d, CHOOSE, 64, bits (6)));
  check_cut (&d, ask (&d, BUILTIN_NONDET, 1, 0, NULL));
  check_cut (&d, ASK (&d, VERIFIER_ASSUME, 0, of_term (x)));
  check_cut (&d, ASK (&d, ASSUME, 0, of_term (x)));
  desk_release (&d);
}

/* The heap. */

TEST (malloc_and_free) {
  desk d;
  desk_init (&d);
  uint64_t a = heap (&d, 16), empty = heap (&d, 0);
  CHECK (a && empty && a != empty);
  CHECK_EQ (object_at (&d, a)->size, 16);
  CHECK_EQ (object_at (&d, empty)->size, 0);
  CHECK_EQ (ASK (&d, FREE, 0, bits (0)), STEP_NEXT);
  CHECK_EQ (ASK (&d, FREE, 0, bits (empty)), STEP_NEXT);
  check_fault (&d, ASK (&d, FREE, 0, bits (a + 4)), FAULT_INVALID_FREE);
  CHECK_EQ (ASK (&d, FREE, 0, bits (a)), STEP_NEXT);
  check_fault (&d, ASK (&d, FREE, 0, bits (a)), FAULT_DOUBLE_FREE);
  check_fault (&d, ASK (&d, FREE, 0, bits (text (&d, "x"))),
               FAULT_INVALID_FREE);
  check_fault (&d, ASK (&d, FREE, 0, bits (UINT64_MAX)), FAULT_INVALID_FREE);
  check_fault (&d, ASK (&d, FREE, 0, bits (12345)), FAULT_INVALID_FREE);
  /* a symbolic pointer */
  a = heap (&d, 8);
  term p = variable (&d, "p", 64, a), q = variable (&d, "q", 64, 0);
  CHECK_EQ (ASK (&d, FREE, 0, of_term (q)), STEP_NEXT);
  revive (&d);
  CHECK_EQ (ASK (&d, FREE, 0, of_term (p)), STEP_NEXT);
  CHECK_EQ (space_at (d.s->space, a), SLOT_FREED);
  desk_release (&d);
}

TEST (allocations_that_fail) {
  desk d;
  desk_init (&d);
  CHECK_EQ (heap (&d, UINT64_C (1) << 60), 0);
  CHECK_EQ (heap (&d, UINT64_MAX), 0);
  CHECK_EQ (d.lab.follow.warned, 0); /* they fail natively, too */
  CHECK_EQ (heap (&d, UINT64_C (1) << 46), 0);
  CHECK_EQ (d.lab.follow.warned, 1);
  CHECK_EQ (ASK (&d, CALLOC, 64, bits (UINT64_C (1) << 33),
                 bits (UINT64_C (1) << 33)),
            STEP_NEXT);
  CHECK_EQ (result (&d).bits, 0);
  uint64_t a = heap (&d, 8);
  CHECK_EQ (ASK (&d, REALLOC, 64, bits (a), bits (UINT64_C (1) << 60)),
            STEP_NEXT);
  CHECK_EQ (result (&d).bits, 0);
  CHECK (object_at (&d, a)); /* still there */
  CHECK_EQ (ASK (&d, REALLOCARRAY, 64, bits (a), bits (UINT64_MAX), bits (2)),
            STEP_NEXT);
  CHECK_EQ (result (&d).bits, 0);
  desk_release (&d);
}

TEST (calloc_and_realloc) {
  desk d;
  desk_init (&d);
  CHECK_EQ (ASK (&d, CALLOC, 64, bits (3), bits (4)), STEP_NEXT);
  uint64_t a = result (&d).bits;
  object *o = object_at (&d, a);
  CHECK_EQ (o->size, 12);
  for (int i = 0; i < 12; i++)
    CHECK_EQ (o->bytes[i], 0);
  memcpy (o->bytes, "hello world", 12);
  CHECK_EQ (ASK (&d, REALLOC, 64, bits (a), bits (5)), STEP_NEXT);
  uint64_t b = result (&d).bits;
  CHECK (b != a && !object_at (&d, a));
  CHECK_EQ (memcmp (object_at (&d, b)->bytes, "hello", 5), 0);
  CHECK_EQ (ASK (&d, REALLOC, 64, bits (b), bits (100)), STEP_NEXT);
  uint64_t c = result (&d).bits;
  CHECK_EQ (memcmp (object_at (&d, c)->bytes, "hello", 5), 0);
  CHECK_EQ (ASK (&d, MALLOC_USABLE_SIZE, 64, bits (c)), STEP_NEXT);
  CHECK_EQ (result (&d).bits, 100);
  CHECK_EQ (ASK (&d, REALLOC, 64, bits (c), bits (0)), STEP_NEXT);
  CHECK_EQ (result (&d).bits, 0);
  CHECK (!object_at (&d, c));
  CHECK_EQ (ASK (&d, REALLOC, 64, bits (0), bits (7)), STEP_NEXT);
  CHECK_EQ (object_at (&d, result (&d).bits)->size, 7);
  check_fault (&d, ASK (&d, REALLOC, 64, bits (c), bits (7)),
               FAULT_DOUBLE_FREE);
  desk_release (&d);
}

TEST (symbolic_sizes) {
  desk d;
  desk_init (&d);
  d.lab.context.draft.max_allocation = 64;
  term n = variable (&d, "n", 64, 10), big = variable (&d, "big", 64, 65);
  CHECK_EQ (ASK (&d, MALLOC, 64, of_term (n)), STEP_NEXT);
  object *o = object_at (&d, result (&d).bits);
  CHECK_EQ (o->size, 64);
  CHECK (term_eq (o->size_term, n));
  revive (&d);
  CHECK_EQ (ASK (&d, MALLOC, 64, of_term (big)), STEP_STOP);
  CHECK_EQ (d.s->end.kind, END_CUT);
  revive (&d);
  CHECK_EQ (ASK (&d, CALLOC, 64, of_term (n), bits (4)), STEP_NEXT);
  CHECK_EQ (object_at (&d, result (&d).bits)->bytes[63], 0);
  revive (&d);
  term wrap = variable (&d, "wrap", 64, UINT64_C (1) << 62);
  CHECK_EQ (ASK (&d, CALLOC, 64, of_term (wrap), bits (4)), STEP_NEXT);
  CHECK_EQ (result (&d).bits, 0); /* as it does natively */
  revive (&d);
  uint64_t a = heap (&d, 4);
  CHECK_EQ (ASK (&d, REALLOC, 64, bits (a), of_term (n)), STEP_NEXT);
  CHECK (object_at (&d, result (&d).bits)->size_term.id);
  desk_release (&d);
}

TEST (alignment) {
  desk d;
  desk_init (&d);
  uint64_t to = heap (&d, 8), out;
  CHECK_EQ (ASK (&d, POSIX_MEMALIGN, 32, bits (to), bits (64), bits (10)),
            STEP_NEXT);
  CHECK_EQ (result (&d).bits, 0);
  memcpy (&out, object_at (&d, to)->bytes, 8);
  CHECK_EQ (out % 64, 0);
  CHECK_EQ (object_at (&d, out)->size, 10);
  CHECK_EQ (ASK (&d, POSIX_MEMALIGN, 32, bits (to), bits (3), bits (10)),
            STEP_NEXT);
  CHECK_EQ (result (&d).bits, 22);
  CHECK_EQ (ASK (&d, ALIGNED_ALLOC, 64, bits (4096), bits (100)), STEP_NEXT);
  CHECK_EQ (result (&d).bits % 4096, 0);
  CHECK_EQ (ASK (&d, MEMALIGN, 64, bits (1 << 20), bits (100)), STEP_STOP);
  CHECK_EQ (d.s->end.kind, END_CUT);
  desk_release (&d);
}

TEST (questions_about_objects) {
  desk d;
  desk_init (&d);
  uint64_t a = heap (&d, 24);
  CHECK_EQ (ASK (&d, GET_OBJ_SIZE, 64, bits (a)), STEP_NEXT);
  CHECK_EQ (result (&d).bits, 24);
  CHECK_EQ (ASK (&d, CHECK_MEMORY_ACCESS, 0, bits (a + 8), bits (16)),
            STEP_NEXT);
  check_fault (&d, ASK (&d, CHECK_MEMORY_ACCESS, 0, bits (a + 8), bits (17)),
               FAULT_OUT_OF_BOUNDS);
  uint64_t fixed = (UINT64_C (1) << 58) + 0x1234;
  CHECK_EQ (ASK (&d, DEFINE_FIXED_OBJECT, 0, bits (fixed), bits (4)),
            STEP_NEXT);
  CHECK_EQ (object_at (&d, fixed)->address, fixed);
  CHECK_EQ (ASK (&d, DEFINE_FIXED_OBJECT, 0, bits (fixed), bits (4)),
            STEP_STOP);
  revive (&d);
  CHECK_EQ (ASK (&d, DEFINE_FIXED_OBJECT, 0, bits (0), bits (4)), STEP_STOP);
  revive (&d);
  CHECK_EQ (ASK (&d, DEFINE_FIXED_OBJECT, 0, bits (128), bits (4)), STEP_NEXT);
  CHECK_EQ (object_at (&d, 128)->address, 128);
  desk_release (&d);
}

/* Ends. */

TEST (ends) {
  desk d;
  desk_init (&d);
  CHECK_EQ (ASK (&d, EXIT, 0, bits (3)), STEP_STOP);
  CHECK_EQ (d.s->end.kind, END_EXIT);
  CHECK_EQ (d.s->end.status, 3);
  revive (&d);
  ASK (&d, UNDERSCORE_EXIT, 0, of_term (variable (&d, "st", 32, 7)));
  CHECK_EQ (d.s->end.status, 7);
  revive (&d);
  ASK (&d, SILENT_EXIT, 0, bits (0));
  CHECK_EQ (d.s->end.kind, END_SILENT);
  revive (&d);
  uint64_t e = text (&d, "x > 0"), f = text (&d, "f");
  step st = ASK (&d, ASSERT_FAIL, 0, bits (e), bits (f), bits (1), bits (f));
  CHECK_STR (ending_cause (&d.s->end).text[0], "x > 0");
  check_fault (&d, st, FAULT_ASSERTION);
  st = ASK (&d, ASSERT_RTN, 0, bits (f), bits (f), bits (1), bits (e));
  CHECK_STR (ending_cause (&d.s->end).text[0], "x > 0");
  check_fault (&d, st, FAULT_ASSERTION);
  st = ASK (&d, REPORT_ERROR, 0, bits (f), bits (1), bits (e), bits (f));
  CHECK_STR (ending_cause (&d.s->end).text[0], "x > 0");
  check_fault (&d, st, FAULT_REPORTED);
  check_fault (&d, ASK (&d, ABORT, 0, bits (0)), FAULT_ABORT);
  check_fault (&d, ASK (&d, TRAP, 0, bits (0)), FAULT_ABORT);
  check_fault (&d, ASK (&d, REACH_ERROR, 0, bits (0)), FAULT_ASSERTION);
  check_fault (&d, ASK (&d, UBSAN, 0, bits (0)), FAULT_UNDEFINED);
  CHECK_EQ (ASK (&d, UNSUPPORTED, 0, bits (e)), STEP_STOP);
  CHECK_EQ (d.s->end.kind, END_CUT);
  desk_release (&d);
}

/* Jumps. */

TEST (jumps) {
  desk d;
  desk_init (&d);
  uint64_t env = heap (&d, 200);
  CHECK_EQ (ASK (&d, SETJMP, 32, bits (env)), STEP_NEXT);
  CHECK_EQ (result (&d).bits, 0);
  size_t objects = space_count (d.s->space);
  ASK (&d, SETJMP, 32, bits (env)); /* again: no more memory */
  CHECK_EQ (space_count (d.s->space), objects);
  uint32_t pc = d.s->top->pc, depth = d.s->depth;
  insn in = {.op = OP_CALL, .dst = d.dst + 1};
  call_function (d.m, d.s, d.function, &in, 0, NULL);
  call_function (d.m, d.s, d.function, &in, 0, NULL);
  text (&d, "local");
  CHECK_EQ (d.s->depth, depth + 2);
  CHECK_EQ (ASK (&d, LONGJMP, 0, bits (env), bits (5)), STEP_JUMPED);
  CHECK_EQ (d.s->depth, depth);
  CHECK_EQ (d.s->top->pc, pc + 1);
  CHECK_EQ (result (&d).bits, 5);
  CHECK_EQ (space_count (d.s->space), objects);
  ASK (&d, LONGJMP, 0, bits (env), bits (0));
  CHECK_EQ (result (&d).bits, 1);
  /* into a function that has returned */
  call_function (d.m, d.s, d.function, &in, 0, NULL);
  ASK (&d, SETJMP, 32, bits (env));
  call_return (d.m, d.s, 0, NULL);
  call_function (d.m, d.s, d.function, &in, 0, NULL);
  check_fault (&d, ASK (&d, LONGJMP, 0, bits (env), bits (1)), FAULT_UNDEFINED);
  check_fault (&d, ASK (&d, LONGJMP, 0, bits (heap (&d, 64)), bits (1)),
               FAULT_UNDEFINED);
  desk_release (&d);
}

/* Output. */

static uint64_t letter (void *of, term t) {
  evaluator *e = of;
  return evaluator_value (e, t);
}

static void check_output (desk *d, const state *s, int descriptor,
                          const char *want) {
  char_vec out = {0};
  memory *mem = &d->lab.context.memory;
  evaluator_start (d->lab.follow.evaluator, d->lab.follow.model);
  machine_output (d->m, s, descriptor, 0, d->lab.follow.evaluator, letter,
                  &out);
  CHECK_STR (text_c (mem, &out), want);
  vec_release (mem, &out);
}

TEST (output) {
  desk d;
  desk_init (&d);
  uint64_t hello = text (&d, "hello "), buffer = heap (&d, 3);
  CHECK_EQ (ASK (&d, OUTPUT, 0, bits (1), bits (hello), bits (6)), STEP_NEXT);
  object *o = object_at (&d, buffer);
  memcpy (o->bytes, "a!\n", 3);
  object_write (o, d.m->mem, d.lab.terms, 0, 8, 0, variable (&d, "c", 8, 'W'));
  CHECK_EQ (ASK (&d, OUTPUT, 0, bits (1), bits (buffer), bits (3)), STEP_NEXT);
  CHECK_EQ (ASK (&d, OUTPUT, 0, bits (2), bits (hello), bits (5)), STEP_NEXT);
  state *fork = machine_fork (d.m, d.s, 2);
  CHECK_EQ (ASK (&d, OUTPUT, 0, bits (1), bits (hello), bits (1)), STEP_NEXT);
  state *first = d.s;
  d.s = fork;
  CHECK_EQ (ASK (&d, OUTPUT, 0, bits (1), bits (hello + 1), bits (2)),
            STEP_NEXT);
  check_output (&d, first, 1, "hello W!\nh");
  check_output (&d, fork, 1, "hello W!\nel");
  check_output (&d, fork, 2, "hello");
  check_fault (&d, ASK (&d, OUTPUT, 0, bits (1), bits (hello), bits (99)),
               FAULT_OUT_OF_BOUNDS);
  machine_drop (d.m, first);
  desk_release (&d);
}

/* Blocks of memory. */

static step block_op (desk *d, op what, word a, word b, word c) {
  slot_set (d->s, d->dst + 1, a);
  slot_set (d->s, d->dst + 2, b);
  slot_set (d->s, d->dst + 3, c);
  insn i = {
      .op = (uint16_t) what, .a = d->dst + 1, .b = d->dst + 2, .c = d->dst + 3};
  return op_block (d->m, d->s, &i);
}

/* Bytes of an object under the model. */
static void check_bytes (desk *d, uint64_t address, const char *want) {
  const object *o = object_at (d, address);
  for (uint64_t i = 0; want[i]; i++) {
    word v = {0};
    v.term =
        object_read (o, d->lab.terms, address - o->address + i, 8, &v.bits);
    CHECK_EQ (machine_lab_value (&d->lab, v), want[i]);
  }
}

TEST (blocks) {
  desk d;
  desk_init (&d);
  uint64_t a = text (&d, "abcdefgh"), b = text (&d, "01234567");
  CHECK_EQ (block_op (&d, OP_MEMCPY, bits (b), bits (a), bits (3)), STEP_NEXT);
  check_bytes (&d, b, "abc34567");
  CHECK_EQ (block_op (&d, OP_MEMMOVE, bits (b + 1), bits (b), bits (4)),
            STEP_NEXT);
  check_bytes (&d, b, "aabc3567");
  CHECK_EQ (block_op (&d, OP_MEMSET, bits (b), bits ('x'), bits (2)),
            STEP_NEXT);
  check_bytes (&d, b, "xxbc3567");
  CHECK_EQ (block_op (&d, OP_MEMCPY, bits (0), bits (0), bits (0)), STEP_NEXT);
  check_fault (&d, block_op (&d, OP_MEMCPY, bits (b), bits (a), bits (10)),
               FAULT_OUT_OF_BOUNDS);
  check_fault (&d, block_op (&d, OP_MEMSET, bits (0), bits (1), bits (1)),
               FAULT_NULL_POINTER);
  /* symbolic lengths */
  term n = variable (&d, "n", 64, 3), z = variable (&d, "z", 64, 0);
  CHECK_EQ (block_op (&d, OP_MEMCPY, bits (b), bits (a), of_term (n)),
            STEP_NEXT);
  check_bytes (&d, b, "abcc3567");
  revive (&d);
  CHECK_EQ (block_op (&d, OP_MEMSET, bits (b + 4), bits ('y'), of_term (n)),
            STEP_NEXT);
  check_bytes (&d, b, "abccyyy7");
  revive (&d);
  CHECK_EQ (block_op (&d, OP_MEMMOVE, bits (b), bits (b + 1), of_term (n)),
            STEP_NEXT);
  check_bytes (&d, b, "bcccyyy7");
  revive (&d);
  CHECK_EQ (block_op (&d, OP_MEMCPY, bits (0), bits (a), of_term (z)),
            STEP_NEXT);
  revive (&d);
  check_fault (&d, block_op (&d, OP_MEMCPY, bits (0), bits (a), of_term (n)),
               FAULT_NULL_POINTER);
  term large = variable (&d, "large", 64, 10);
  check_fault (&d,
               block_op (&d, OP_MEMCPY, bits (b), bits (a), of_term (large)),
               FAULT_OUT_OF_BOUNDS);
  /* a symbolic address */
  term p = variable (&d, "p", 64, a + 2);
  CHECK_EQ (block_op (&d, OP_MEMCPY, bits (b), of_term (p), bits (2)),
            STEP_NEXT);
  check_bytes (&d, b, "cdccyyy7");
  revive (&d);
  CHECK_EQ (block_op (&d, OP_MEMSET, of_term (p),
                      of_term (variable (&d, "c", 8, '!')), bits (2)),
            STEP_NEXT);
  check_bytes (&d, a, "ab!!efgh");
  desk_release (&d);
}

/* Variable arguments. */

TEST (lists_of_arguments) {
  desk d;
  desk_init (&d);
  uint64_t list = heap (&d, 24), copy = heap (&d, 24);
  uint64_t passed = heap (&d, 24);
  memcpy (object_at (&d, passed)->bytes, "as it was made when called", 24);
  d.s->top->varargs = passed;
  slot_set (d.s, d.dst, bits (list));
  slot_set (d.s, d.dst + 1, bits (copy));
  insn start = {.op = OP_VA_START, .a = d.dst};
  insn dup = {.op = OP_VA_COPY, .a = d.dst + 1, .b = d.dst};
  insn end = {.op = OP_VA_END, .a = d.dst};
  CHECK_EQ (op_varargs (d.m, d.s, &start), STEP_NEXT);
  CHECK_EQ (op_varargs (d.m, d.s, &dup), STEP_NEXT);
  CHECK_EQ (op_varargs (d.m, d.s, &end), STEP_NEXT);
  check_bytes (&d, copy, "as it was made when call");
  d.s->top->varargs = 0;
  desk_release (&d);
}

/* Functions that nobody defines. */

TEST (foreign) {
  function other = {.name = "getpid", .n_results = 1, .result_width = 32};
  desk d;
  desk_init (&d);
  CHECK_EQ (foreign_call (d.m, d.s, &other), STEP_STOP);
  CHECK_EQ (ending_cause (&d.s->end).reason, WHY_UNDEFINED_CALL);
  CHECK_STR (ending_cause (&d.s->end).text[0], "getpid");
  revive (&d);
  other.name = "errx";
  CHECK_EQ (foreign_call (d.m, d.s, &other), STEP_STOP);
  CHECK_EQ (ending_cause (&d.s->end).reason, WHY_UNDEFINED_END);
  desk_release (&d);
}
