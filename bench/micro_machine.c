/* Cost of the machine: nanoseconds per instruction of a loop as clang -O0
 * makes it, per call with its return, per fork of a state.
 */

#include "base/clock.h"
#include "machine/machine_priv.h"

#include <stdio.h>

#define ROUNDS 20000000u
#define CALLS 5000000u
#define FORKS 200000u

/* Nothing here asks anything. */
static chooser silent;

/* i = 0; sum = 0; do sum += i; while (++i != n); in memory. */
static const insn loop_insn[] = {
    {.op = OP_BLOCK, .a = 0},
    {.op = OP_ALLOCA, .dst = 4, .a = 1, .b = 4},
    {.op = OP_ALLOCA, .dst = 5, .a = 1, .b = 4},
    {.op = OP_STORE, .w = 32, .a = 4, .b = 0},
    {.op = OP_STORE, .w = 32, .a = 5, .b = 0},
    {.op = OP_JUMP, .a = 6},
    {.op = OP_BLOCK, .a = 1},
    {.op = OP_LOAD, .w = 32, .dst = 6, .a = 4},
    {.op = OP_LOAD, .w = 32, .dst = 7, .a = 5},
    {.op = OP_ADD, .w = 32, .dst = 8, .a = 7, .b = 6},
    {.op = OP_STORE, .w = 32, .a = 5, .b = 8},
    {.op = OP_LOAD, .w = 32, .dst = 9, .a = 4},
    {.op = OP_ADD, .w = 32, .dst = 10, .a = 9, .b = 2},
    {.op = OP_STORE, .w = 32, .a = 4, .b = 10},
    {.op = OP_JUMP, .a = 15},
    {.op = OP_BLOCK, .a = 2},
    {.op = OP_LOAD, .w = 32, .dst = 11, .a = 4},
    {.op = OP_SLT, .w = 32, .dst = 12, .a = 11, .b = 3},
    {.op = OP_BRANCH, .a = 12, .b = 6, .c = 19},
    {.op = OP_BLOCK, .a = 3},
    {.op = OP_RETURN, .a = 8, .b = 1},
};

static const block loop_block[] = {{.weight = 5},
                                   {.weight = 8, .index = 1},
                                   {.weight = 3, .index = 2},
                                   {.weight = 1, .index = 3}};

static const constant loop_constant[] = {
    {32, 0, 0}, {64, 1, 0}, {32, 1, 0}, {32, ROUNDS, 0}};

static const code loop_code = {.function = 0,
                               .n_insns = sizeof loop_insn / sizeof (insn),
                               .n_slots = 13,
                               .n_constants = 4,
                               .n_blocks = 4,
                               .insn = loop_insn,
                               .block = loop_block,
                               .constant = loop_constant};

/* i = 0; do i = next (i); while (i != n); in slots. */
static const insn caller_insn[] = {
    {.op = OP_BLOCK, .a = 0},
    {.op = OP_MOVE, .dst = 2, .a = 0},
    {.op = OP_BLOCK, .a = 1},
    {.op = OP_CALL, .dst = 2, .a = 2, .b = 0, .c = 1},
    {.op = OP_NE, .w = 64, .dst = 3, .a = 2, .b = 1},
    {.op = OP_BRANCH, .a = 3, .b = 2, .c = 6},
    {.op = OP_RETURN, .a = 2, .b = 1},
};
static const block caller_block[] = {{.weight = 1, .index = 4},
                                     {.weight = 3, .index = 5}};
static const constant caller_constant[] = {{64, 0, 0}, {64, CALLS, 0}};
static const uint32_t caller_pool[] = {2};
static const code caller_code = {.function = 1,
                                 .n_insns = sizeof caller_insn / sizeof (insn),
                                 .n_slots = 4,
                                 .n_constants = 2,
                                 .n_blocks = 2,
                                 .insn = caller_insn,
                                 .block = caller_block,
                                 .pool = caller_pool,
                                 .constant = caller_constant};

static const insn next_insn[] = {
    {.op = OP_BLOCK, .a = 0},
    {.op = OP_ADD, .w = 64, .dst = 2, .a = 1, .b = 0},
    {.op = OP_RETURN, .a = 2, .b = 1},
};
static const block next_block[] = {{.weight = 2, .index = 6}};
static const constant next_constant[] = {{64, 1, 0}};
static const uint8_t next_param[] = {64};
static const code next_code = {.function = 2,
                               .n_insns = sizeof next_insn / sizeof (insn),
                               .n_slots = 3,
                               .n_constants = 1,
                               .n_params = 1,
                               .n_blocks = 1,
                               .insn = next_insn,
                               .block = next_block,
                               .param = next_param,
                               .constant = next_constant};

static const function function_of_all = {.name = "bench", .has_body = true};

static void measure_run (machine *m, uint32_t f, const char *what, double per) {
  state *s = state_start_at (m, f, 8);
  uint64_t start = clock_cpu ();
  machine_run (m, s, UINT64_MAX);
  double ns = (double) (clock_cpu () - start);
  if (!per)
    per = (double) s->instructions;
  printf ("%-12s %8.2f ns\n", what, ns / per);
  machine_drop (m, s);
}

/* A state with a frame and two objects, forked; the copy runs a block. */
static void measure_fork (machine *m) {
  state *s = state_start_at (m, 0, 8);
  machine_run (m, s, 6);
  uint64_t start = clock_cpu ();
  for (unsigned i = 0; i < FORKS; i++)
    machine_drop (m, machine_fork (m, s, i + 1));
  double plain = (double) (clock_cpu () - start) / FORKS;
  start = clock_cpu ();
  for (unsigned i = 0; i < FORKS; i++) {
    state *copy = machine_fork (m, s, i + 1);
    machine_run (m, copy, 1);
    machine_drop (m, copy);
  }
  printf ("%-12s %8.2f ns\n", "fork", plain);
  printf ("%-12s %8.2f ns\n", "fork and run",
          (double) (clock_cpu () - start) / FORKS);
  machine_drop (m, s);
}

int main (void) {
  context c;
  context_init (&c);
  terms *ts = terms_new (&c.memory);
  machine *m = machine_new (
      &(machine_config) {.context = &c, .terms = ts, .chooser = &silent});
  machine_add_function (m, &function_of_all, &loop_code);
  machine_add_function (m, &function_of_all, &caller_code);
  machine_add_function (m, &function_of_all, &next_code);
  measure_run (m, 0, "instruction", 0);
  measure_run (m, 1, "call", CALLS);
  measure_fork (m);
  machine_free (m);
  terms_free (ts);
  context_release (&c);
  return 0;
}
