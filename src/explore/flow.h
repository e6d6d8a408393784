#pragma once

/* The control flow of a program as one graph.
 *
 * A node is a run of instructions without a way in or out between: it ends at
 * a jump, behind a call, or before a place that is jumped to. The graph has all
 * functions that the start leads to, through calls and through addresses in
 * code and in globals; building it lowers them.
 *
 * It has every way that an execution can take: a call through a pointer goes
 * to any function whose address is taken, and in a function that calls setjmp
 * every call may come back behind it.
 */

#include "base/vec.h"
#include "program/program.h"

#define FLOW_NONE UINT32_MAX
#define FLOW_POINTER (UINT32_MAX - 1) /* callee: any function that is taken */

typedef struct flow_node {
  uint32_t function;
  uint32_t first;        /* pc */
  uint32_t next, n_next; /* in flow.next: nodes of the same function; of a
                            call the first is where it returns to */
  uint32_t callee;       /* function, FLOW_POINTER, or FLOW_NONE: no call */
  bool is_block;         /* starts a block of the source: a step */
  bool is_return;
} flow_node;

typedef struct flow_function {
  uint32_t first, n; /* nodes, by pc; n = 0: not in the graph */
  bool is_taken;     /* its address is */
} flow_function;

/* Lists in one array: those of i are item[start[i] .. start[i + 1]). */
typedef struct flow_lists {
  u32_vec start, item;
} flow_lists;

typedef struct flow {
  memory *mem;
  program *program;
  VEC (flow_node) nodes;
  VEC (flow_function) functions; /* by number */
  u32_vec next;
  u32_vec landings;   /* nodes behind a call of setjmp */
  flow_lists before;  /* of each node: those it is a next one of */
  flow_lists callers; /* of each function: nodes that call it by name */
  u32_vec pointers;   /* nodes that call through a pointer */
} flow;

flow *flow_new (memory *, program *);
void flow_free (flow *);

/* The node of an instruction; FLOW_NONE: the function is not in the graph. */
uint32_t flow_find (const flow *, uint32_t function, uint32_t pc);

/* Where a jump may go: appends pcs, of a switch the default last. */
void flow_list_ways (memory *, const code *, const insn *, u32_vec *out);

/* Where the k-th alternative of a symbolic branch or switch goes; FLOW_NONE:
 * the instruction is another one.
 */
uint32_t flow_alternative (const code *, uint32_t pc, uint32_t k);
