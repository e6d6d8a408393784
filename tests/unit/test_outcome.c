/* What a driven function answers, captured and evaluated: against what was
 * written by hand.
 */

#include "machine/driven.h"

#include "support/machine_lab.h"
#include "test.h"

#include <string.h>

typedef struct answer_lab {
  machine_lab lab;
  writer w;
  state *s;
  object *p, *result; /* an argument; where the result lies */
  term x;
  arena arena;
} answer_lab;

static uint64_t seven (void *unused, term t) {
  (void) unused;
  (void) t;
  return 0x01020307;
}

static void call (answer_lab *l, step (*f) (called_builtin *), word a, word b,
                  word c) {
  word argument[] = {a, b, c};
  CHECK_EQ (f (&(called_builtin) {
                .m = l->lab.machine, .s = l->s, .n = 3, .arg = argument}),
            STEP_NEXT);
}

static object *make (answer_lab *l, uint64_t size) {
  return machine_allocate (l->lab.machine, l->s, size, 0, OBJECT_HEAP, true);
}

static void open_lab (answer_lab *l) {
  machine_lab_init (&l->lab);
  writer_init (&l->w, "f");
  uint32_t none = writer_constant (&l->w, 64, 0);
  writer_block (&l->w);
  writer_add (
      &l->w,
      (insn) {.op = OP_RETURN, .b = writer_pool (&l->w, 1, &none), .c = 1});
  l->s = machine_lab_start (&l->lab, writer_finish (&l->w, &l->lab));
  arena_init (&l->arena, &l->lab.context.memory);
  l->x = term_var (l->lab.terms, "x", 1, sort_bv (32));
  l->p = make (l, 8);
  l->result = make (l, 16);
  object *name = make (l, 2);
  object_put (name, l->lab.machine->mem, 0, 2, "p");
  call (l, builtin_argument, word_of (l->p->address), word_of (8),
        word_of (name->address));
  call (l, builtin_enter, word_of (0), word_of (0), word_of (0));
  l->result = space_own (l->s->space, address_slot (l->result->address));
}

static void close_lab (answer_lab *l) {
  arena_release (&l->arena);
  machine_drop (l->lab.machine, l->s);
  writer_release (&l->w);
  machine_lab_release (&l->lab);
}

static outcome finish (answer_lab *l, uint64_t size) {
  outcome o;
  call (l, builtin_leave, word_of (l->result->address), word_of (size),
        word_of (0));
  l->s->end = (ending) {.kind = END_EXIT, .status = 3};
  outcome_capture (l->lab.machine, l->s, NULL, NULL, &l->arena, &o);
  return o;
}

TEST (outcome_of_a_result) {
  answer_lab l;
  open_lab (&l);
  object_write (l.result, l.lab.machine->mem, l.lab.terms, 0, 32, 0, l.x);
  outcome o = finish (&l, 4), v;
  CHECK_EQ (o.n, 2); /* the argument is as it was */
  CHECK_EQ (o.part[0].what, OUTCOME_RETURN);
  CHECK (o.part[0].symbol && term_eq (o.part[0].symbol[3].term, l.x));
  CHECK_STR (o.part[1].name, "exit");
  CHECK_EQ (o.part[1].bytes[0], 3);
  outcome_evaluate (l.lab.terms, &o, NULL, seven, &l.arena, &v);
  CHECK (!v.part[0].symbol && !memcmp (v.part[0].bytes, "\7\3\2\1", 4));
  close_lab (&l);
}

TEST (outcome_of_pointers) {
  answer_lab l;
  open_lab (&l);
  memory *mem = l.lab.machine->mem;
  object *made = make (&l, 4);
  uint64_t to[2] = {l.p->address + 4, made->address};
  object_put (made, mem, 0, 4, "abc");
  object_put (l.result, mem, 0, 16, to);
  object_put (space_own (l.s->space, address_slot (l.p->address)), mem, 0, 1,
              "!");
  outcome o = finish (&l, 16);
  CHECK_EQ (o.n, 4);
  const outcome_part *r = o.part, *a = o.part + 1, *b = o.part + 2;
  CHECK_EQ (r->n_pointers, 2);
  CHECK_EQ (r->pointer[0].kind, POINTEE_ARGUMENT);
  CHECK_EQ (r->pointer[0].offset, 4);
  CHECK_STR (r->pointer[0].name, "p");
  CHECK_EQ (r->pointer[1].kind, POINTEE_PART);
  CHECK_EQ (r->pointer[1].part, 0);
  CHECK (outcome_pointee (&o, r->pointer + 1) == b);
  CHECK_EQ (a->what, OUTCOME_ARGUMENT);
  CHECK_EQ (a->bytes[0], '!');
  CHECK_EQ (b->what, OUTCOME_OBJECT);
  CHECK (!memcmp (b->bytes, "abc", 4));
  close_lab (&l);
}

TEST (outcome_of_a_freed_argument) {
  answer_lab l;
  open_lab (&l);
  space_release (l.s->space, address_slot (l.p->address), 0);
  outcome o = finish (&l, 0);
  const outcome_part *p = outcome_find (&o, OUTCOME_ARGUMENT, "p");
  CHECK (p && p->is_freed);
  close_lab (&l);
}

TEST (outcomes_that_differ) {
  answer_lab l;
  open_lab (&l);
  terms *ts = l.lab.terms;
  symbyte x[4], y[4];
  for (uint32_t i = 0; i < 4; i++) {
    x[i] = (symbyte) {l.x, i};
    y[i] = (symbyte) {SYMBYTE_UNSET, 0};
  }
  outcome_part part = {.what = OUTCOME_RETURN, .name = "", .size = 4, .n = 4};
  part.bytes = (const uint8_t *) "\5\0\0\0";
  outcome_part same = part, other = part, terms_of = part, never = part;
  other.bytes = (const uint8_t *) "\5\0\1\0";
  terms_of.symbol = x;
  never.symbol = y;
  outcome a = {1, &part, false}, b = {1, &same, false}, c = {1, &other, false};
  outcome d = {1, &terms_of, false}, e = {1, &never, false}, none = {0};
  CHECK (term_eq (outcome_differ (ts, &a, &b), TERM_FALSE));
  CHECK (term_eq (outcome_differ (ts, &a, &c), TERM_TRUE));
  CHECK (term_eq (outcome_differ (ts, &a, &none), TERM_TRUE));
  CHECK (term_eq (outcome_differ (ts, &d, &d), TERM_FALSE));
  CHECK (term_eq (outcome_differ (ts, &d, &e), TERM_FALSE));
  term five = term_equal (ts, l.x, term_bv (ts, 32, 5));
  CHECK (term_eq (outcome_differ (ts, &a, &d), term_not (ts, five)));
  CHECK (outcome_is_same (&a, &b) && !outcome_is_same (&a, &c));
  close_lab (&l);
}
