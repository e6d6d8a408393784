#pragma once

/* A state: one path in progress.
 *
 * Frames are linked from the innermost outwards and shared between forks: a
 * frame that has other users is copied before it is changed, which happens
 * only to the innermost one. Memory is a space (memory/space.h). What the
 * path knows about its inputs belongs to the folder above (explore/), which
 * hangs it in here. Fields are in machine/state.def.
 */

#include "machine/ending.h"
#include "machine/word.h"
#include "memory/space.h"
#include "program/program.h"

/* Where blocks are numbered, the number of a global with this is one. */
#define MACHINE_GLOBAL (UINT32_C (1) << 29)

typedef word frame_words[];

typedef struct frame {
#define FRAME(CLASS, type, name) type name;
#include "machine/state.def"
} frame;

/* Something that klee_make_symbolic or the like made: an input of a test, in
 * the order of making.
 */
typedef struct symbolic {
#define SYMBOLIC(CLASS, type, name) type name;
#include "machine/state.def"
} symbolic;
typedef VEC (symbolic) symbolic_vec;

typedef enum symbolic_what {
  SYMBOLIC_OBJECT, /* klee_make_symbolic */
  SYMBOLIC_NONDET, /* __VERIFIER_nondet_* */
  SYMBOLIC_RANGE   /* klee_range, klee_int, klee_choose */
} symbolic_what;

struct knowledge; /* explore/knowledge.h */
struct output;    /* machine/output.c: what was written */
struct driven;    /* machine/driven.h */

/* How far a path of two versions is (machine/versus.h). */
typedef struct versus {
  uint8_t half;      /* versus_half; 0 as well where there is one version */
  bool is_changed;   /* changed code was executed, first ... */
  spot changed;      /* ... here */
  bool has_files;    /* this version changed some */
  uint64_t buffered; /* of its standard output, and how much of that is ... */
  uint64_t lost;     /* ... lost where it ends without flushing */
  struct reply *reply[2];
} versus;

/* Choices that were made for the instruction to be executed, in the order in
 * which it asks: see machine/chooser.h.
 */
#define MAX_FORCED 8
typedef uint32_t forced_choices[MAX_FORCED];

typedef struct state {
#define STATE(CLASS, type, name) type name;
#include "machine/state.def"
} state;

/* It takes this choice next, behind 'at' others, and asks from there. */
static inline void state_force (state *s, uint32_t at, uint32_t choice) {
  assert (at < MAX_FORCED);
  s->forced[at] = choice;
  s->n_forced = at + 1;
  s->next_forced = 0;
}

struct machine;

/* The instructions where its frames are, innermost first. */
void state_spots (const state *, memory *, spot_vec *out);

/* Where it is; of a path that ended: where its end says. */
place state_place (const struct machine *, const state *);
