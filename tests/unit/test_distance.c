/* Distances on small programs: branches, loops, calls, pointers, setjmp. */

#include "explore/distance.h"

#include "support/codes.h"
#include "test.h"

#include <string.h>

typedef struct lab {
  memory mem;
  program *p;
  flow *flow;
  distances *distances;
} lab;

static void open_lab (lab *l, const char *text) {
  *l = (lab) {0};
  l->p = codes_program (&l->mem, text);
  l->flow = flow_new (&l->mem, l->p);
  l->distances = distances_new (&l->mem, l->flow);
}

static void close_lab (lab *l) {
  distances_free (l->distances);
  flow_free (l->flow);
  program_free (l->p);
  CHECK_EQ (l->mem.live, 0);
}

static const code *code_of (lab *l, const char *name) {
  return program_code (l->p, program_find_function (l->p, name));
}

/* The node that starts block b of a function. */
static uint32_t block_of (lab *l, const char *name, uint32_t b) {
  const code *c = code_of (l, name);
  uint32_t i = 0;
  while (c->block[i].source != b)
    i++;
  return flow_find (l->flow, c->function, c->block[i].first);
}

static void aim (lab *l, const char *name, uint32_t b) {
  distances_clear (l->distances);
  distances_add (l->distances, block_of (l, name, b));
  distances_measure (l->distances);
}

static uint32_t from (lab *l, const char *name, uint32_t b) {
  return distance_of_node (l->distances, block_of (l, name, b));
}

static uint32_t through (lab *l, const char *name) {
  return distance_through (l->distances, block_of (l, name, 0));
}

/* A state that stands at the ends of blocks, outermost first. */
static uint32_t from_stack (lab *l, unsigned n, const uint32_t *stack) {
  state s = {0};
  frame *all[4];
  for (unsigned i = 0; i < n; i++) {
    const flow_node *at = l->flow->nodes.data + stack[i];
    frame *f = memory_zalloc (&l->mem, sizeof *f);
    f->caller = s.top;
    f->code = program_code (l->p, at->function);
    f->pc = at->first;
    all[i] = s.top = f;
  }
  uint32_t d = distance_of_state (l->distances, &s);
  for (unsigned i = 0; i < n; i++)
    memory_free (&l->mem, all[i], sizeof *all[i]);
  return d;
}

static const char branches[] = "define i32 @start(i32 %x) {\n"
                               "entry:\n"
                               "  %c = icmp eq i32 %x, 0\n"
                               "  br i1 %c, label %far, label %loop\n"
                               "far:\n"
                               "  br label %farther\n"
                               "farther:\n"
                               "  br label %end\n"
                               "loop:\n"
                               "  %d = icmp eq i32 %x, 1\n"
                               "  br i1 %d, label %loop, label %end\n"
                               "end:\n"
                               "  ret i32 0\n"
                               "}\n";

TEST (distances_count_blocks) {
  lab l;
  open_lab (&l, branches);
  aim (&l, "start", 4);
  CHECK_EQ (from (&l, "start", 0), 2);
  CHECK_EQ (from (&l, "start", 1), 2);
  CHECK_EQ (from (&l, "start", 3), 1);
  CHECK_EQ (from (&l, "start", 4), 0);
  CHECK_EQ (through (&l, "start"), 2);
  aim (&l, "start", 2);
  CHECK_EQ (from (&l, "start", 0), 2);
  CHECK_EQ (from (&l, "start", 3), DISTANCE_NONE);
  CHECK_EQ (from (&l, "start", 4), DISTANCE_NONE);
  distances_clear (l.distances);
  distances_measure (l.distances);
  CHECK_EQ (from (&l, "start", 0), DISTANCE_NONE);
  close_lab (&l);
}

TEST (distances_heed_choices) {
  lab l;
  open_lab (&l, branches);
  aim (&l, "start", 2);
  const code *c = code_of (&l, "start");
  uint32_t pc = c->block[0].first + c->block[0].n - 1;
  CHECK_EQ (c->insn[pc].op, OP_BRANCH);
  frame *f = memory_zalloc (&l.mem, sizeof *f);
  f->code = c;
  f->pc = pc;
  state s = {.top = f, .n_forced = 1};
  CHECK_EQ (distance_of_state (l.distances, &s), 1);
  s.forced[0] = 1;
  CHECK_EQ (distance_of_state (l.distances, &s), DISTANCE_NONE);
  s.n_forced = 0;
  CHECK_EQ (distance_of_state (l.distances, &s), 2);
  memory_free (&l.mem, f, sizeof *f);
  close_lab (&l);
}

static const char calls[] = "define i32 @start(i32 %x) {\n"
                            "entry:\n"
                            "  call void @three()\n"
                            "  %c = icmp eq i32 %x, 0\n"
                            "  br i1 %c, label %in, label %out\n"
                            "in:\n"
                            "  call void @inner()\n"
                            "  br label %out\n"
                            "out:\n"
                            "  call void @never()\n"
                            "  br label %dead\n"
                            "dead:\n"
                            "  ret i32 0\n"
                            "}\n"
                            "define void @three() {\n"
                            "  br label %a\n"
                            "a:\n"
                            "  br label %b\n"
                            "b:\n"
                            "  ret void\n"
                            "}\n"
                            "define void @inner() {\n"
                            "  br label %a\n"
                            "a:\n"
                            "  ret void\n"
                            "}\n"
                            "define void @never() {\n"
                            "  br label %a\n"
                            "a:\n"
                            "  br label %a\n"
                            "}\n"
                            "define void @nobody() {\n"
                            "  ret void\n"
                            "}\n";

TEST (distances_go_through_calls) {
  lab l;
  open_lab (&l, calls);
  CHECK_EQ (through (&l, "three"), 2);
  CHECK_EQ (through (&l, "inner"), 1);
  CHECK_EQ (through (&l, "never"), DISTANCE_NONE);
  CHECK_EQ (through (&l, "start"), DISTANCE_NONE);
  aim (&l, "start", 3);
  CHECK_EQ (from (&l, "start", 0), DISTANCE_NONE);
  aim (&l, "inner", 1);
  CHECK_EQ (from (&l, "inner", 0), 1);
  CHECK_EQ (from (&l, "start", 1), 2);
  CHECK_EQ (from (&l, "start", 0), 5); /* two in 'three', one here */
  CHECK_EQ (from (&l, "start", 2), DISTANCE_NONE);
  close_lab (&l);
}

TEST (distances_leave_what_nobody_calls) {
  lab l;
  open_lab (&l, calls);
  uint32_t nobody = program_find_function (l.p, "nobody");
  CHECK_EQ (flow_find (l.flow, nobody, 0), FLOW_NONE);
  distances_clear (l.distances);
  distances_add (l.distances, FLOW_NONE);
  distances_measure (l.distances);
  CHECK_EQ (from (&l, "start", 0), DISTANCE_NONE);
  close_lab (&l);
}

TEST (distances_go_on_in_callers) {
  lab l;
  open_lab (&l, calls);
  aim (&l, "inner", 0);
  uint32_t behind = block_of (&l, "start", 0) + 1; /* the call of three */
  uint32_t in_three[] = {behind, block_of (&l, "three", 1)};
  CHECK_EQ (from_stack (&l, 2, in_three), 3);
  uint32_t out = block_of (&l, "start", 2);
  uint32_t in_never[] = {out + 1, block_of (&l, "never", 1)};
  CHECK_EQ (from_stack (&l, 2, in_never), DISTANCE_NONE);
  uint32_t in_inner[] = {block_of (&l, "start", 1) + 1,
                         block_of (&l, "inner", 1)};
  CHECK_EQ (from_stack (&l, 2, in_inner), DISTANCE_NONE);
  close_lab (&l);
}

TEST (distances_follow_pointers) {
  lab l;
  open_lab (&l, "@table = global [2 x ptr] [ptr null, ptr @taken]\n"
                "define void @start(i64 %i) {\n"
                "  %at = getelementptr ptr, ptr @table, i64 %i\n"
                "  %f = load ptr, ptr %at\n"
                "  call void %f()\n"
                "  call void @called()\n"
                "  ret void\n"
                "}\n"
                "define void @taken() {\n"
                "  ret void\n"
                "}\n"
                "define void @called() {\n"
                "  ret void\n"
                "}\n");
  uint32_t first = block_of (&l, "start", 0);
  aim (&l, "taken", 0);
  CHECK_EQ (from (&l, "start", 0), 1);
  CHECK_EQ (distance_of_node (l.distances, first + 1), DISTANCE_NONE);
  aim (&l, "called", 0);
  CHECK_EQ (from (&l, "start", 0), 1);
  CHECK_EQ (distance_of_node (l.distances, first + 1), 1);
  CHECK_EQ (from (&l, "taken", 0), DISTANCE_NONE);
  close_lab (&l);
}

/* Recursion: the way out is found however deep the calls are. */
TEST (distances_know_recursion) {
  lab l;
  open_lab (&l, "define void @start(i32 %x) {\n"
                "  call void @even(i32 %x)\n"
                "  br label %end\n"
                "end:\n"
                "  ret void\n"
                "}\n"
                "define void @even(i32 %x) {\n"
                "  %c = icmp eq i32 %x, 0\n"
                "  br i1 %c, label %end, label %more\n"
                "more:\n"
                "  call void @odd(i32 %x)\n"
                "  br label %end\n"
                "end:\n"
                "  ret void\n"
                "}\n"
                "define void @odd(i32 %x) {\n"
                "  call void @even(i32 %x)\n"
                "  ret void\n"
                "}\n");
  CHECK_EQ (through (&l, "even"), 1);
  CHECK_EQ (through (&l, "odd"), 1);
  aim (&l, "start", 1);
  CHECK_EQ (from (&l, "start", 0), 2);
  aim (&l, "odd", 0);
  CHECK_EQ (from (&l, "start", 0), 3);
  close_lab (&l);
}

TEST (distances_know_longjmp) {
  lab l;
  open_lab (&l, "declare i32 @_setjmp(ptr)\n"
                "declare void @longjmp(ptr, i32)\n"
                "define void @start(ptr %b) {\n"
                "  %r = call i32 @_setjmp(ptr %b)\n"
                "  %c = icmp eq i32 %r, 0\n"
                "  br i1 %c, label %go, label %back\n"
                "go:\n"
                "  call void @leave(ptr %b)\n"
                "  unreachable\n"
                "back:\n"
                "  ret void\n"
                "}\n"
                "define void @leave(ptr %b) {\n"
                "  call void @longjmp(ptr %b, i32 1)\n"
                "  unreachable\n"
                "}\n");
  aim (&l, "start", 2);
  CHECK (from (&l, "start", 1) != DISTANCE_NONE);
  uint32_t stack[] = {block_of (&l, "start", 1) + 1, block_of (&l, "leave", 0)};
  CHECK_EQ (from_stack (&l, 2, stack), 1);
  close_lab (&l);
}
