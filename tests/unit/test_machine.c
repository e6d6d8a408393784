/* The machine piece by piece: fuel, calls, forks, faults, limits. */

#include "support/machine_lab.h"
#include "test.h"

#include <string.h>

#define RETURN(SLOT) ((insn) {.op = OP_RETURN, .a = (SLOT), .b = 1})

/* for (i = 0; i < n; i++); returns i. Its own loop block is the second. */
static uint32_t write_loop (machine_lab *lab, writer *w, uint64_t n) {
  writer_init (w, "loop");
  uint32_t zero = writer_constant (w, 64, 0), one = writer_constant (w, 64, 1),
           limit = writer_constant (w, 64, n);
  uint32_t i = writer_slot (w), c = writer_slot (w);
  writer_block (w);
  writer_add (w, (insn) {.op = OP_MOVE, .dst = i, .a = zero});
  uint32_t head = writer_block (w);
  writer_add (w, (insn) {.op = OP_ADD, .w = 64, .dst = i, .a = i, .b = one});
  writer_add (w, (insn) {.op = OP_ULT, .w = 64, .dst = c, .a = i, .b = limit});
  writer_add (w, (insn) {.op = OP_BRANCH, .a = c, .b = head, .c = head + 4});
  writer_block (w);
  writer_add (w, RETURN (i));
  return writer_finish (w, lab);
}

TEST (fuel_ends_at_blocks_and_counts) {
  machine_lab lab;
  machine_lab_init (&lab);
  writer w;
  uint32_t f = write_loop (&lab, &w, 1000);
  state *s = machine_lab_start (&lab, f);
  unsigned turns = 0;
  while (machine_run (lab.machine, s, 10) == STOP_FUEL)
    turns++;
  CHECK_EQ (s->end.kind, END_EXIT);
  CHECK_EQ (s->end.status, 1000);
  CHECK_EQ (s->instructions, 1 + 3 * 1000 + 1);
  CHECK (turns > 200);
  uint32_t n;
  CHECK_EQ (machine_covered (lab.machine, &n)[0] & 7, 7);
  CHECK_EQ (n, 3);
  CHECK_EQ (machine_branches (lab.machine, &n)[1], 3);
  machine_drop (lab.machine, s);
  machine_lab_release (&lab);
  writer_release (&w);
}

TEST (interrupt_stops_once) {
  machine_lab lab;
  machine_lab_init (&lab);
  writer w;
  uint32_t f = write_loop (&lab, &w, 1000);
  state *s = machine_lab_start (&lab, f);
  machine_interrupt (lab.machine);
  CHECK_EQ (machine_run (lab.machine, s, UINT64_MAX), STOP_FUEL);
  CHECK_EQ (s->instructions, 0);
  CHECK_EQ (machine_run (lab.machine, s, UINT64_MAX), STOP_ENDED);
  machine_drop (lab.machine, s);
  machine_lab_release (&lab);
  writer_release (&w);
}

TEST (loops_are_limited_by_option) {
  machine_lab lab;
  machine_lab_init (&lab);
  lab.context.draft.max_loop = 100;
  machine_lab_restart (&lab);
  writer w, v;
  uint32_t f = write_loop (&lab, &w, 1000), g = write_loop (&lab, &v, 100);
  state *s = machine_lab_start (&lab, f);
  CHECK_EQ (machine_run (lab.machine, s, 150), STOP_FUEL);
  state *copy = machine_fork (lab.machine, s, 1);
  CHECK_EQ (machine_run (lab.machine, s, UINT64_MAX), STOP_ENDED);
  CHECK_EQ (s->end.fault, FAULT_INFINITE_LOOP);
  CHECK_EQ (s->instructions, 1 + 3 * 100);
  CHECK_EQ (machine_run (lab.machine, copy, UINT64_MAX), STOP_ENDED);
  CHECK_EQ (copy->instructions, s->instructions);
  machine_drop (lab.machine, s);
  machine_drop (lab.machine, copy);
  s = machine_lab_start (&lab, g);
  CHECK_EQ (machine_run (lab.machine, s, UINT64_MAX), STOP_ENDED);
  CHECK_EQ (s->end.kind, END_EXIT);
  machine_drop (lab.machine, s);
  machine_lab_release (&lab);
  writer_release (&w);
  writer_release (&v);
}

/* f (n) = n ? f (n - 1) + n : 0; every call has an object on the stack in
 * which it keeps n.
 */
static uint32_t write_sum (machine_lab *lab, writer *w) {
  writer_init (w, "sum");
  uint32_t zero = writer_constant (w, 64, 0), one = writer_constant (w, 64, 1);
  uint32_t n = writer_params (w, 1);
  uint32_t p = writer_slot (w), c = writer_slot (w), r = writer_slot (w);
  writer_block (w);
  writer_add (w, (insn) {.op = OP_ALLOCA, .dst = p, .a = one, .b = 8});
  writer_add (w, (insn) {.op = OP_STORE, .w = 64, .a = p, .b = n});
  writer_add (w, (insn) {.op = OP_EQ, .w = 64, .dst = c, .a = n, .b = zero});
  uint32_t branch = writer_add (w, (insn) {.op = OP_BRANCH, .a = c});
  w->insn.data[branch].b = writer_block (w);
  writer_add (w, RETURN (zero));
  w->insn.data[branch].c = writer_block (w);
  writer_add (w, (insn) {.op = OP_SUB, .w = 64, .dst = n, .a = n, .b = one});
  uint32_t self = lab->machine->n_functions;
  writer_add (w, (insn) {.op = OP_CALL,
                         .dst = r,
                         .a = self,
                         .b = writer_pool (w, 1, &n),
                         .c = 1});
  writer_add (w, (insn) {.op = OP_LOAD, .w = 64, .dst = n, .a = p});
  writer_add (w, (insn) {.op = OP_ADD, .w = 64, .dst = r, .a = r, .b = n});
  writer_add (w, RETURN (r));
  return writer_finish (w, lab);
}

static state *start_sum (machine_lab *lab, uint32_t f, uint64_t n) {
  state *s = machine_lab_start (lab, f);
  s->top->slot[s->top->code->n_constants] = word_of (n);
  return s;
}

/* Copies made all the way down share their frames and come back alone. */
TEST (forks_share_frames) {
  machine_lab lab;
  machine_lab_init (&lab);
  writer w;
  uint32_t f = write_sum (&lab, &w);
  state *s = start_sum (&lab, f, 40), *copy[60];
  unsigned n = 0;
  while (machine_run (lab.machine, s, 13) == STOP_FUEL)
    copy[n] = machine_fork (lab.machine, s, n + 1), n++;
  CHECK (n > 20);
  CHECK_EQ (s->end.status, 820);
  for (unsigned i = 0; i < n; i++) {
    CHECK_EQ (machine_run (lab.machine, copy[i], UINT64_MAX), STOP_ENDED);
    CHECK_EQ (copy[i]->end.status, 820);
    CHECK_EQ (copy[i]->instructions, s->instructions);
    CHECK_EQ (space_count (copy[i]->space), 0);
    machine_drop (lab.machine, copy[i]);
  }
  machine_drop (lab.machine, s);
  machine_lab_release (&lab);
  writer_release (&w);
}

TEST (recursion_exhausts_the_stack) {
  machine_lab lab;
  machine_lab_init (&lab);
  writer w;
  uint32_t f = write_sum (&lab, &w);
  state *s = start_sum (&lab, f, 20000), *t = start_sum (&lab, f, 1000000);
  CHECK_EQ (machine_run (lab.machine, s, UINT64_MAX), STOP_ENDED);
  CHECK_EQ (s->end.kind, END_EXIT);
  CHECK_EQ (machine_run (lab.machine, t, UINT64_MAX), STOP_ENDED);
  CHECK_EQ (t->end.fault, FAULT_STACK_EXHAUSTED);
  CHECK (t->stack >= lab.context.options.stack_size);
  CHECK (t->stack / t->depth >= 48 && t->stack / t->depth <= 96);
  machine_drop (lab.machine, s);
  machine_drop (lab.machine, t);
  machine_lab_release (&lab);
  writer_release (&w);
}

TEST (spots_are_innermost_first) {
  machine_lab lab;
  machine_lab_init (&lab);
  writer w;
  uint32_t f = write_sum (&lab, &w);
  state *s = start_sum (&lab, f, 100);
  CHECK_EQ (machine_run (lab.machine, s, 10), STOP_FUEL);
  spot_vec out = {0};
  state_spots (s, NULL, &out);
  CHECK_EQ (out.len, 2);
  CHECK_EQ (s->top->code->place[out.data[0].insn].line, 8);
  CHECK_EQ (s->top->code->place[out.data[1].insn].line, 10);
  CHECK_EQ (state_place (lab.machine, s).line, 8);
  vec_release (NULL, &out);
  machine_drop (lab.machine, s);
  machine_lab_release (&lab);
  writer_release (&w);
}

/* Through a pointer: to 'sum', with too many and too few arguments, to
 * nothing; then through a symbolic one.
 */
static uint32_t write_through (machine_lab *lab, writer *w, uint32_t n_args,
                               uint32_t wanted) {
  writer_init (w, "through");
  uint32_t args[2] = {writer_constant (w, 64, 4), writer_constant (w, 64, 9)};
  uint32_t p = writer_params (w, 1), r = writer_slot (w);
  writer_block (w);
  writer_add (w, (insn) {.op = OP_CALL_POINTER,
                         .w = 64,
                         .x = (uint8_t) wanted,
                         .dst = r,
                         .a = p,
                         .b = writer_pool (w, n_args, args),
                         .c = n_args});
  writer_add (w, RETURN (r));
  return writer_finish (w, lab);
}

static void check_call (machine_lab *lab, uint32_t f, word p, fault_kind fault,
                        int result) {
  state *s = machine_lab_start (lab, f);
  s->top->slot[s->top->code->n_constants] = p;
  CHECK_EQ (machine_run (lab->machine, s, UINT64_MAX), STOP_ENDED);
  CHECK_EQ (s->end.fault, fault);
  CHECK_EQ (s->end.status, result);
  machine_drop (lab->machine, s);
}

TEST (pointers_to_functions) {
  machine_lab lab;
  machine_lab_init (&lab);
  writer w, one, two, none;
  uint32_t sum = write_sum (&lab, &w);
  uint32_t f = write_through (&lab, &one, 1, 1),
           g = write_through (&lab, &two, 2, 1),
           h = write_through (&lab, &none, 0, 1);
  uint64_t at = lab.machine->prepared[sum].function->address;
  check_call (&lab, f, word_of (at), FAULT_NONE, 10);
  CHECK_EQ (lab.follow.warned, 0);
  check_call (&lab, g, word_of (at), FAULT_NONE, 10);
  check_call (&lab, h, word_of (at), FAULT_BAD_CALL, 0);
  CHECK_EQ (lab.follow.warned, 0);
  check_call (&lab, f, word_of (0), FAULT_BAD_FUNCTION, 0);
  check_call (&lab, f, word_of (at + 1), FAULT_BAD_FUNCTION, 0);
  check_call (&lab, f, word_of (UINT64_MAX), FAULT_BAD_FUNCTION, 0);
  term p = term_var (lab.terms, "p", 1, sort_bv (64));
  model_set (lab.follow.model, p, at);
  check_call (&lab, f, (word) {.term = p}, FAULT_NONE, 10);
  model_set (lab.follow.model, p, at + 8);
  check_call (&lab, f, (word) {.term = p}, FAULT_BAD_FUNCTION, 0);
  writer drops;
  uint32_t d = write_through (&lab, &drops, 1, 0);
  state *s = machine_lab_start (&lab, d);
  s->top->slot[s->top->code->n_constants] = word_of (at);
  uint32_t result = s->top->code->insn[1].dst;
  s->top->slot[result] = word_of (77);
  CHECK_EQ (machine_run (lab.machine, s, UINT64_MAX), STOP_ENDED);
  CHECK_EQ (s->end.status, 77);
  machine_drop (lab.machine, s);
  machine_lab_release (&lab);
  writer_release (&drops);
  writer_release (&w);
  writer_release (&one);
  writer_release (&two);
  writer_release (&none);
}

/* Variable arguments lie one after the other in an object. */
TEST (variable_arguments_are_an_object) {
  machine_lab lab;
  machine_lab_init (&lab);
  writer w, v;
  writer_init (&v, "variadic");
  v.code.is_vararg = true;
  uint32_t n = writer_params (&v, 1);
  writer_block (&v);
  writer_add (&v, (insn) {.op = OP_UNREACHABLE, .a = n});
  uint32_t callee = writer_finish (&v, &lab);
  writer_init (&w, "caller");
  uint32_t a = writer_constant (&w, 64, 3), b = writer_constant (&w, 32, 5),
           x = writer_constant (&w, 128, 7);
  uint32_t args[4 + CALL_WORDS] = {a, b, x, b};
  writer_block (&w);
  writer_add (&w, (insn) {.op = OP_CALL,
                          .a = callee,
                          .b = writer_pool (&w, 4 + CALL_WORDS, args),
                          .c = 4});
  uint32_t f = writer_finish (&w, &lab);
  state *s = machine_lab_start (&lab, f);
  CHECK_EQ (machine_run (lab.machine, s, UINT64_MAX), STOP_ENDED);
  CHECK_EQ (s->end.fault, FAULT_UNREACHABLE);
  CHECK_EQ (slot_get (s, n).bits, 3);
  object *o = space_find (s->space, address_slot (s->top->varargs));
  CHECK_EQ (o->address, s->top->varargs);
  uint64_t at = o->address; /* two in registers, the wide one on the stack */
  const uint64_t expected[8] = {
      UINT64_C (176) << 32 | 32, at + 48, at, 0, 5, 5, 7, 0};
  CHECK_EQ (o->size, sizeof expected);
  CHECK (!memcmp (o->bytes, expected, sizeof expected));
  machine_drop (lab.machine, s);
  machine_lab_release (&lab);
  writer_release (&v);
  writer_release (&w);
}

/* One load or store at an address. */
static fault_kind fault_at (machine_lab *lab, uint32_t f, state *s,
                            word address) {
  state *copy = machine_fork (lab->machine, s, 1);
  CHECK_EQ (copy->top->code->function, f);
  copy->top->slot[copy->top->code->n_constants] = address;
  CHECK_EQ (machine_run (lab->machine, copy, UINT64_MAX), STOP_ENDED);
  fault_kind fault = copy->end.fault;
  machine_drop (lab->machine, copy);
  return fault;
}

static uint32_t write_access (machine_lab *lab, writer *w, unsigned what) {
  writer_init (w, "access");
  uint32_t v = writer_constant (w, 32, 5);
  uint32_t p = writer_params (w, 1), r = writer_slot (w);
  writer_block (w);
  writer_add (w, (insn) {.op = (uint16_t) what,
                         .w = 32,
                         .dst = r,
                         .a = p,
                         .b = v,
                         .c = (uint32_t) -4});
  writer_add (w, RETURN (v));
  return writer_finish (w, lab);
}

typedef struct places {
  uint64_t constant, live, freed;
} places;

static state *start_access (machine_lab *lab, uint32_t f, places *p) {
  state *s = machine_lab_start (lab, f);
  object *o = space_put (s->space, address_of_slot (50), 8);
  o->is_constant = true;
  p->constant = o->address;
  p->live = space_allocate (s->space, 8, 0, OBJECT_HEAP)->address;
  p->freed = space_allocate (s->space, 8, 0, OBJECT_HEAP)->address;
  space_release (s->space, address_slot (p->freed), 0);
  return s;
}

static void check_faults (machine_lab *lab, unsigned what, bool is_symbolic) {
  writer w;
  uint32_t f = write_access (lab, &w, what);
  places p;
  state *s = start_access (lab, f, &p);
  fault_kind read_only = what == OP_STORE ? FAULT_READ_ONLY : FAULT_NONE;
  struct {
    uint64_t address;
    fault_kind fault;
  } all[] = {{0, FAULT_NULL_POINTER},
             {1000, FAULT_NULL_POINTER},
             {p.live, FAULT_NONE},
             {p.live + 4, FAULT_NONE},
             {p.live + 5, FAULT_OUT_OF_BOUNDS},
             {p.live - 1, FAULT_OUT_OF_BOUNDS},
             {p.live - 4, FAULT_OUT_OF_BOUNDS},
             {p.live + 8, FAULT_OUT_OF_BOUNDS},
             {p.freed, FAULT_USE_AFTER_FREE},
             {p.constant, read_only},
             {address_of_slot (3), FAULT_OUT_OF_BOUNDS},
             {UINT64_MAX - 1, FAULT_OUT_OF_BOUNDS}};
  term t = term_var (lab->terms, "p", 1, sort_bv (64));
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    word at = word_of (all[i].address + 4);
    model_set (lab->follow.model, t, at.bits);
    if (is_symbolic)
      at = (word) {.term = t};
    CHECK_EQ (fault_at (lab, f, s, at), all[i].fault);
  }
  machine_drop (lab->machine, s);
  machine_lab_restart (lab);
  writer_release (&w);
}

TEST (wrong_accesses_have_their_names) {
  machine_lab lab;
  machine_lab_init (&lab);
  for (unsigned i = 0; i < 4; i++)
    check_faults (&lab, i & 1 ? OP_STORE : OP_LOAD, i & 2);
  machine_lab_release (&lab);
}

/* A function gives away the address of its object. */
TEST (objects_die_with_their_frame) {
  machine_lab lab;
  machine_lab_init (&lab);
  writer w, v;
  writer_init (&w, "local");
  uint32_t one = writer_constant (&w, 64, 1), p = writer_slot (&w);
  writer_block (&w);
  writer_add (&w, (insn) {.op = OP_ALLOCA, .dst = p, .a = one, .b = 8});
  writer_add (&w, (insn) {.op = OP_STORE, .w = 64, .a = p, .b = one});
  writer_add (&w, (insn) {.op = OP_LOAD, .w = 64, .dst = one, .a = p});
  writer_add (&w, RETURN (p));
  uint32_t callee = writer_finish (&w, &lab);
  writer_init (&v, "caller");
  uint32_t q = writer_slot (&v), r = writer_slot (&v);
  writer_block (&v);
  writer_add (&v, (insn) {.op = OP_CALL, .dst = q, .a = callee});
  writer_add (&v, (insn) {.op = OP_LOAD, .w = 64, .dst = r, .a = q});
  writer_add (&v, RETURN (r));
  uint32_t f = writer_finish (&v, &lab);
  state *s = machine_lab_start (&lab, f);
  CHECK_EQ (machine_run (lab.machine, s, UINT64_MAX), STOP_ENDED);
  CHECK_EQ (s->end.fault, FAULT_USE_AFTER_FREE);
  CHECK_EQ (s->end.insn, 2);
  machine_drop (lab.machine, s);
  machine_lab_release (&lab);
  writer_release (&w);
  writer_release (&v);
}

/* One after the other, whatever is known. */
static bool next_object (chooser *c, state *s, term condition, term t,
                         uint64_t *out) {
  (void) s, (void) condition, (void) t;
  *out = address_of_slot (MACHINE_LAB_SLOT + ((lab_chooser *) c)->asked++);
  return true;
}

TEST (too_many_objects_cut_the_path) {
  machine_lab lab;
  machine_lab_init (&lab);
  lab.follow.chooser.other = next_object;
  writer w;
  uint32_t f = write_access (&lab, &w, OP_LOAD);
  state *s = machine_lab_start (&lab, f);
  for (int i = 0; i <= lab.context.options.max_resolve; i++)
    space_allocate (s->space, 8, 0, OBJECT_HEAP);
  term t = term_var (lab.terms, "p", 1, sort_bv (64));
  s->top->slot[s->top->code->n_constants] = (word) {.term = t};
  CHECK_EQ (machine_run (lab.machine, s, UINT64_MAX), STOP_ENDED);
  CHECK_EQ (s->end.kind, END_CUT);
  CHECK_EQ (ending_cause (&s->end).reason, WHY_TOO_MANY_OBJECTS);
  CHECK_EQ (ending_cause (&s->end).value[0], 256);
  machine_drop (lab.machine, s);
  machine_lab_release (&lab);
  writer_release (&w);
}

/* Where it could be anything it has to be in the object it starts from, even
 * if it happens to be the address of another one.
 */
TEST (a_wide_offset_stays_in_its_object) {
  for (unsigned is_wrong = 0; is_wrong < 2; is_wrong++) {
    machine_lab lab;
    machine_lab_init (&lab);
    writer w;
    uint32_t f = write_access (&lab, &w, OP_LOAD);
    state *s = machine_lab_start (&lab, f);
    object *o = space_allocate (s->space, 8, 0, OBJECT_HEAP);
    for (int i = 0; i <= lab.context.options.max_resolve; i++)
      space_allocate (s->space, 8, 0, OBJECT_HEAP);
    terms *ts = lab.terms;
    term x = term_var (ts, "x", 1, sort_bv (64));
    model_set (lab.follow.model, x, is_wrong ? ADDRESS_SLOT_SIZE + 4 : 4);
    term p = term_binary (ts, KIND_BV_ADD, term_bv (ts, 64, o->address), x);
    s->top->slot[s->top->code->n_constants] = (word) {.term = p};
    CHECK_EQ (machine_run (lab.machine, s, UINT64_MAX), STOP_ENDED);
    CHECK_EQ (s->end.kind, is_wrong ? END_FAULT : END_EXIT);
    CHECK (!is_wrong || s->end.fault == FAULT_OUT_OF_BOUNDS);
    CHECK_EQ (lab.follow.asked, 1);
    machine_drop (lab.machine, s);
    machine_lab_release (&lab);
    writer_release (&w);
  }
}

/* An object of symbolic size: its end is where the term says. */
TEST (symbolic_sizes_are_checked) {
  machine_lab lab;
  machine_lab_init (&lab);
  writer w;
  writer_init (&w, "vla");
  uint32_t v = writer_constant (&w, 32, 5), limit = writer_constant (&w, 64, 9);
  uint32_t n = writer_params (&w, 1), p = writer_slot (&w);
  (void) limit;
  writer_block (&w);
  writer_add (&w, (insn) {.op = OP_ALLOCA, .dst = p, .a = n, .b = 4});
  writer_add (&w, (insn) {.op = OP_STORE, .w = 32, .a = p, .b = v, .c = 8});
  writer_add (&w, RETURN (v));
  uint32_t f = writer_finish (&w, &lab);
  term t = term_var (lab.terms, "n", 1, sort_bv (64));
  for (uint64_t i = 0; i < 6; i++) {
    model_set (lab.follow.model, t, i);
    state *s = machine_lab_start (&lab, f);
    s->top->slot[s->top->code->n_constants] = (word) {.term = t};
    CHECK_EQ (machine_run (lab.machine, s, UINT64_MAX), STOP_ENDED);
    CHECK_EQ (s->end.fault, i < 3 ? FAULT_OUT_OF_BOUNDS : FAULT_NONE);
    machine_drop (lab.machine, s);
  }
  /* more than we can have, and more than the stack has */
  for (unsigned shift = 19; shift <= 40; shift += 21) {
    model_set (lab.follow.model, t, UINT64_C (1) << shift);
    state *s = machine_lab_start (&lab, f);
    s->top->slot[s->top->code->n_constants] = (word) {.term = t};
    CHECK_EQ (machine_run (lab.machine, s, UINT64_MAX), STOP_ENDED);
    CHECK_EQ (s->end.kind, shift == 19 ? END_CUT : END_FAULT);
    CHECK_EQ (s->end.fault, shift == 19 ? FAULT_NONE : FAULT_STACK_EXHAUSTED);
    machine_drop (lab.machine, s);
  }
  machine_lab_release (&lab);
  writer_release (&w);
}

static fault_kind fault_of_sum (machine_lab *lab, uint32_t f, word a, word b) {
  state *s = machine_lab_start (lab, f);
  s->top->slot[0] = a;
  s->top->slot[1] = b;
  CHECK_EQ (machine_run (lab->machine, s, UINT64_MAX), STOP_ENDED);
  fault_kind fault = s->end.fault;
  machine_drop (lab->machine, s);
  return fault;
}

TEST (signed_overflow_is_a_fault_by_option) {
  machine_lab lab;
  machine_lab_init (&lab);
  for (int is_on = 0; is_on < 2; is_on++) {
    lab.context.draft.check_overflow = is_on;
    machine_lab_restart (&lab);
    writer w;
    writer_init (&w, "add");
    uint32_t a = writer_params (&w, 2);
    writer_block (&w);
    writer_add (&w, (insn) {.op = OP_ADD,
                            .w = 32,
                            .x = ARITH_NSW,
                            .dst = a,
                            .a = a,
                            .b = a + 1});
    writer_add (&w, RETURN (a));
    uint32_t f = writer_finish (&w, &lab);
    word max = word_of (INT32_MAX), one = word_of (1);
    term t = term_var (lab.terms, "a", 1, sort_bv (32));
    model_set (lab.follow.model, t, INT32_MAX);
    fault_kind bad = is_on ? FAULT_SIGNED_OVERFLOW : FAULT_NONE;
    CHECK_EQ (fault_of_sum (&lab, f, max, one), bad);
    CHECK_EQ (fault_of_sum (&lab, f, (word) {.term = t}, one), bad);
    CHECK_EQ (fault_of_sum (&lab, f, one, one), FAULT_NONE);
    machine_lab_restart (&lab);
    writer_release (&w);
  }
  machine_lab_release (&lab);
}

/* Two heap objects: the first is held by a global, and holds the second. */
TEST (leaks_are_what_nothing_reaches) {
  machine_lab lab;
  machine_lab_init (&lab);
  lab.context.draft.check_leaks = true;
  machine_lab_restart (&lab);
  writer w;
  writer_init (&w, "f");
  uint32_t zero = writer_constant (&w, 64, 0);
  writer_block (&w);
  writer_add (&w, RETURN (zero));
  uint32_t f = writer_finish (&w, &lab);
  for (int breaks = 0; breaks < 3; breaks++) {
    state *s = machine_lab_start (&lab, f);
    object *g = space_put (s->space, address_of_slot (50), 8);
    object *a = space_allocate (s->space, 16, 0, OBJECT_HEAP);
    object *b = space_allocate (s->space, 24, 0, OBJECT_HEAP);
    uint64_t inner = b->address + 8;
    if (breaks != 1)
      memcpy (g->bytes, &a->address, 8);
    if (breaks != 2)
      memcpy (a->bytes + 8, &inner, 8);
    CHECK_EQ (machine_run (lab.machine, s, UINT64_MAX), STOP_ENDED);
    CHECK_EQ (s->end.fault, breaks ? FAULT_LEAK : FAULT_NONE);
    if (breaks)
      CHECK_EQ (s->end.detail->object.size, breaks == 1 ? 16 : 24);
    machine_drop (lab.machine, s);
  }
  machine_lab_release (&lab);
  writer_release (&w);
}

/* A loop over two bytes in memory that adds 'plus' to the first modulo 4 and
 * stores the second as it is: with 0 the state repeats.
 */
static uint32_t write_circle (machine_lab *lab, writer *w, uint64_t plus) {
  writer_init (w, "circle");
  uint32_t one = writer_constant (w, 64, 1), by = writer_constant (w, 8, plus);
  uint32_t p = writer_slot (w), v = writer_slot (w), c = writer_slot (w);
  writer_block (w);
  writer_add (w, (insn) {.op = OP_ALLOCA, .dst = p, .a = one, .b = 2});
  writer_add (w, (insn) {.op = OP_STORE, .w = 8, .a = p, .b = by});
  uint32_t head = writer_block (w);
  writer_add (w, (insn) {.op = OP_LOAD, .w = 8, .dst = v, .a = p});
  writer_add (w, (insn) {.op = OP_ADD, .w = 8, .dst = v, .a = v, .b = by});
  writer_add (w, (insn) {.op = OP_STORE, .w = 8, .a = p, .b = v});
  writer_add (w, (insn) {.op = OP_EQ, .w = 8, .dst = c, .a = v, .b = v});
  writer_add (w, (insn) {.op = OP_BRANCH, .a = c, .b = head, .c = head});
  return writer_finish (w, lab);
}

TEST (circles_are_found) {
  machine_lab lab;
  machine_lab_init (&lab);
  writer w, v;
  uint32_t f = write_circle (&lab, &w, 0), g = write_circle (&lab, &v, 1);
  state *s = machine_lab_start (&lab, f);
  CHECK_EQ (machine_run (lab.machine, s, UINT64_MAX), STOP_ENDED);
  CHECK_EQ (s->end.fault, FAULT_INFINITE_LOOP);
  CHECK (s->instructions < 1200000);
  machine_drop (lab.machine, s);
  s = machine_lab_start (&lab, g);
  CHECK_EQ (machine_run (lab.machine, s, 5000000), STOP_FUEL);
  CHECK (s->instructions >= 5000000);
  machine_drop (lab.machine, s);
  machine_lab_release (&lab);
  writer_release (&w);
  writer_release (&v);
}

/* A function is called with the same arguments over and over, by a loop that
 * counts: no circle.
 */
TEST (calls_are_no_circles) {
  machine_lab lab;
  machine_lab_init (&lab);
  writer w, v;
  uint32_t callee = write_loop (&lab, &w, 3);
  writer_init (&v, "caller");
  uint32_t zero = writer_constant (&v, 64, 0),
           one = writer_constant (&v, 64, 1),
           limit = writer_constant (&v, 64, 200000);
  uint32_t i = writer_slot (&v), r = writer_slot (&v), c = writer_slot (&v);
  writer_block (&v);
  writer_add (&v, (insn) {.op = OP_MOVE, .dst = i, .a = zero});
  uint32_t head = writer_block (&v);
  writer_add (&v, (insn) {.op = OP_CALL, .dst = r, .a = callee});
  writer_add (&v, (insn) {.op = OP_CALL, .dst = r, .a = callee});
  writer_add (&v, (insn) {.op = OP_ADD, .w = 64, .dst = i, .a = i, .b = one});
  writer_add (&v, (insn) {.op = OP_ULT, .w = 64, .dst = c, .a = i, .b = limit});
  writer_add (&v, (insn) {.op = OP_BRANCH, .a = c, .b = head, .c = head + 6});
  writer_add (&v, RETURN (i));
  uint32_t f = writer_finish (&v, &lab);
  state *s = machine_lab_start (&lab, f);
  CHECK_EQ (machine_run (lab.machine, s, UINT64_MAX), STOP_ENDED);
  CHECK_EQ (s->end.kind, END_EXIT);
  CHECK_EQ (s->end.status, 200000);
  CHECK (s->instructions > 4000000);
  machine_drop (lab.machine, s);
  machine_lab_release (&lab);
  writer_release (&w);
  writer_release (&v);
}
