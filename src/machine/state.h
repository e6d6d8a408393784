#ifndef MACHINE_STATE_H
#define MACHINE_STATE_H

/* A state: one path in progress.
 *
 * Frames are linked from the innermost outwards and shared between forks: a
 * frame that has other users is copied before it is changed, which happens
 * only to the innermost one. Memory is a space (memory/space.h). What the
 * path knows about its inputs belongs to the folder above (explore/), which
 * hangs it in here.
 */

#include "base/vec.h"
#include "machine/ending.h"
#include "machine/word.h"
#include "memory/space.h"
#include "program/program.h"

/* Where blocks are numbered, the number of a global with this is one. */
#define MACHINE_GLOBAL (UINT32_C (1) << 29)

typedef struct frame {
  uint32_t refs;
  uint32_t pc;        /* where it goes on; inner calls: behind the call */
  uint32_t dst;       /* first result slot, in the caller's frame */
  uint32_t n_results; /* slots there are for results; more are dropped */
  struct frame *caller;
  const code *code;
  u32_vec allocated; /* slots of stack objects, gone at return */
  uint64_t varargs;  /* address of the object of variable arguments, or 0 */
  uint32_t *visits;  /* of each block, with option max_loop; else NULL */
  word slot[];
} frame;

/* Something that klee_make_symbolic or the like made: an input of a test, in
 * the order of making.
 */
typedef struct symbolic {
  const char *name; /* as in the program; interned, lives with the machine */
  uint64_t size;
  const term *part;     /* variables, lowest address first */
  const uint8_t *width; /* bytes of each */
  uint32_t n_parts;
  uint8_t what; /* symbolic_what */
} symbolic;

typedef enum symbolic_what {
  SYMBOLIC_OBJECT, /* klee_make_symbolic */
  SYMBOLIC_NONDET, /* __VERIFIER_nondet_* */
  SYMBOLIC_RANGE   /* klee_range, klee_int, klee_choose */
} symbolic_what;

struct knowledge; /* explore/knowledge.h */
struct output;    /* machine/output.h: what was written */

typedef struct state {
  uint64_t id;
  frame *top;
  uint32_t depth; /* frames */
  space *space;
  ending end;

  /* Choices that were made for the instruction to be executed, in the order
   * in which it asks: see machine/chooser.h.
   */
  uint32_t n_forced, next_forced;
  uint32_t forced[8];

  VEC (symbolic) symbolics;
  term_vec preferred; /* klee_prefer_cex: its test has these, if it can */
  struct output *output;
  uint64_t instructions; /* of the source program, on this path */
  uint32_t decisions;    /* forks on this path */
  bool is_forking;       /* klee_set_forking */
  uint64_t trace;        /* of blocks entered, if the machine traces */
  uint64_t traced;       /* how many they are */
  struct knowledge *knowledge;
  void *extra; /* of the searcher */
} state;

struct machine;

/* The instructions where its frames are, innermost first. */
void state_spots (const state *, memory *, spot_vec *out);

/* Where it is; of a path that ended: where its end says. */
place state_place (const struct machine *, const state *);

#endif
