#ifndef MACHINE_STATE_H
#define MACHINE_STATE_H

/* A state: one path in progress.
 *
 * Frames are linked from the innermost outwards and shared between forks: a
 * frame that has other users is copied before it is changed, which happens
 * only to the innermost one. Memory is a space (memory/space.h). What the
 * path knows about its inputs belongs to the folder above (explore/), which
 * hangs it in here. Fields are in machine/state.def.
 */

#include "base/vec.h"
#include "context/options.h"
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

/* How a path ended. */
typedef enum end_kind {
  END_NONE,
  END_EXIT,  /* complete: returned from main, exit */
  END_FAULT, /* a bug of the program: 'fault' */
  END_CUT,   /* a budget, or something unsupported: 'text' says what */
  END_SILENT /* klee_silent_exit, an assumption that is false here: no test */
} end_kind;

typedef enum fault_kind {
  FAULT_NONE,
#define FAULT(NAME, name, text) FAULT_##NAME,
#include "machine/faults.def"
  FAULT_COUNT
} fault_kind;

/* An instruction of the program. */
typedef struct spot {
  uint32_t function, insn;
} spot;
typedef VEC (spot) spot_vec;

/* What else is told of an object, in this order: where it was allocated, where
 * it was freed. The text of an end that says so ends in " allocated in f:12,
 * freed in g (file.c:7)", with a file where it is another than that of the end;
 * of a variable in " of name, declared in f:12".
 */
#define ENDING_RELATED 2

typedef struct ending {
  end_kind kind;
  fault_kind fault;
  limit_kind limit;        /* that ended it */
  int status;              /* exit status */
  term code;               /* the same, if it is symbolic, else TERM_NONE */
  uint32_t function, insn; /* where */
  bool is_nowhere;         /* nothing is at an address: one more global or
                              function could have been */
  char text[208];          /* detail: for people */
  char suffix[24];         /* of FAULT_REPORTED: the name of its kind, or "" */
  uint32_t n_related;      /* the text ends in what happened elsewhere: */
  spot related[ENDING_RELATED];
} ending;

struct knowledge; /* explore/knowledge.h */
struct output;    /* machine/output.h: what was written */

/* Choices that were made for the instruction to be executed, in the order in
 * which it asks: see machine/chooser.h.
 */
typedef uint32_t forced_choices[8];

typedef struct state {
#define STATE(CLASS, type, name) type name;
#include "machine/state.def"
} state;

/* The text form of where a state is, innermost first, one line per frame,
 * inlined calls included.
 */
struct machine;
void state_print_stack (const struct machine *, const state *, memory *,
                        char_vec *out);

/* The same in two steps: the instructions where its frames are, innermost
 * first, and their text.
 */
void state_spots (const state *, memory *, spot_vec *out);
void spots_print (program *, size_t n, const spot *, memory *, char_vec *out);

/* The related spots of an end in the file given, appended to its text; and the
 * length of a text without them.
 */
void related_print (program *, size_t n, const spot *, const char *file,
                    memory *, char_vec *out);
size_t related_start (const char *text);

/* What the text of a fault says of its object, but for its size: the same for
 * all faults at a place that have the same cause. "": nothing, or the values of
 * the test decide which object is named.
 */
const char *fault_cause (const char *text);

/* One of them, read from the text at '*next', which moves behind it; texts are
 * parts of it, without an end of their own. File is empty: that of the end.
 */
typedef struct related {
  const char *what, *function, *file; /* "allocated", "declared", "freed" */
  size_t what_len, function_len, file_len;
  uint32_t line;
} related;
bool related_read (const char **next, related *out);
place state_place (const struct machine *, const state *);

#endif
