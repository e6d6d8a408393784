#pragma once

/* What the files of this folder share.
 *
 *     loop.c      the fast loop: concrete code only
 *     op_*.c      one family of operations each, the slow and symbolic side
 *     access.c    addresses to objects: checks, resolution, forks
 *     unset_use.c uses of values that were never set
 *     frame.c     frames: made, shared, copied
 *     call.c      calls and returns
 *     varargs.c   variable arguments
 *     builtin_*.c functions that the machine provides
 *     foreign.c   functions that nobody defines
 *     havoc.c     memory that they may have changed
 *     output.c    what a path writes
 *     driven.c    what a driven function answers; outcome.c, with all the rest
 *     versus.c    two versions, one after the other
 *
 * A slow operation is one function that gets the state with top->pc at its
 * instruction. It first asks all its questions (machine_choose), changing
 * nothing, then acts, and says how to go on. Which questions it asks must not
 * depend on what the path knows (chooser's range, value, other): a fork that
 * executes it again knows more.
 */

#include "base/map.h"
#include "machine/machine.h"

typedef enum step {
  STEP_NEXT,   /* the next instruction; pc was not touched */
  STEP_JUMPED, /* pc or the frame was changed */
  STEP_STOP    /* the state ended, or stays at this instruction */
} step;

typedef step op_function (machine *, state *, const insn *);

/* A function made ready to be executed, at the first call. */
typedef struct prepared {
  const function *function;
  const code *code; /* NULL: not yet, or it has no body */
  word *constant;   /* the first slots of a frame */
  insn *insn;       /* the code's, with short cuts (loop.c); 'dst' of a
                       branch or switch is the index of its block */
  bool is_leading;  /* see versus.h */
} prepared;

/* Objects met lately, by slot: what the loop looks up instead of the space.
 * A line is good while its key has the present epoch, which ends when objects
 * may have moved: another state, a fork, a builtin.
 */
#define LINES 64
typedef struct page_line {
  uint64_t read, write; /* epoch and slot; 'write': owned, not constant */
  object *object;
} page_line;

/* An instruction that is waited for: 'op' is its operation in the copy, where
 * another one stands in its place.
 */
typedef struct awaited {
  uint32_t function, pc;
  uint16_t op;
  uint8_t which;
} awaited;

/* Frames that are free, by number of slots. */
#define FRAME_STEP 8
#define FRAME_CLASSES 33

struct outcome;

struct machine {
  context *context;
  memory *mem;
  terms *terms;
  program *program;
  chooser *chooser;
  prepared *prepared; /* by function */
  uint32_t n_functions;
  uint8_t *covered, *branches; /* by block.index: bits, bytes */
  uint64_t n_covered;
  bool is_held;         /* coverage is marked by who takes blocks */
  uint8_t *seen, *ways; /* the same, since blocks were taken last */
  u32_vec fresh;        /* the blocks in 'seen' */
  u32_vec news;         /* covered since these were taken last */
  uint64_t *tally;      /* NULL: blocks are not counted */
  uint8_t *is_touched;  /* by global, since then */
  u32_vec touched;      /* those */
  uint32_t n_blocks, cap_blocks;
  volatile int is_interrupted;
  page_line line[LINES];
  uint64_t epoch, owner; /* of the lines; of the space they are from */
  frame *free_frames[FRAME_CLASSES];
  struct endless *endless;   /* endless.c's: the loop is watched; else NULL */
  const state *watched;      /* the path, which has executed ... */
  uint64_t watched_to;       /* ... so many instructions, and is watched ... */
  int64_t watch_left;        /* ... for so many more */
  uint64_t n_choices;        /* questions asked so far */
  bool is_leg_begun;         /* by the question that was answered last */
  uint32_t max_frames;       /* of the options */
  uint64_t stack_size;       /* of the options: most bytes of state.stack */
  struct builtins *builtins; /* builtin_*.c's own: names, counts; freed by
                                builtins_free */
  uint64_t n_foreign_calls;  /* that did not end the path */
  uint64_t n_symbolics;      /* for fresh names */
  arena details;             /* of ends: end_detail, shared */
  map detail_at;             /* its hash -> where it is */
  struct identities *places; /* identity.c's own, NULL until needed */
  VEC (grave) graves;        /* what is known of objects that were freed */
  map grave_at;              /* its hash -> place in 'graves' + 1 */
  map variable_at;           /* see variable_of */
  bool (*is_new) (void *, uint32_t function, uint32_t slot); /* or NULL */
  void *is_new_to;
  bool is_tracing, is_counting;
  uint32_t notice;       /* frames: returns below that stop the loop, ... */
  uint32_t notice_call;  /* ... and calls that make it so many; 0: none do */
  uint64_t met;          /* places, since they were taken last */
  VEC (awaited) awaited; /* instructions that are waited for */
  state *version[3];     /* where each of two versions starts, and the judge, by
                            versus_half; NULL: the program is one */
  u32_vec kept_globals;  /* machine_keep_global */
  const given_input *given; /* NULL: inputs are symbolic */
  uint32_t n_given;
  bool (*match) (machine *, const state *, arena *, struct outcome *,
                 struct outcome *, bool is_raw); /* versus.h, or NULL */
  struct unset_terms *unset;                     /* term/unset.h */
  bool finds_unset;      /* what is allocated was never written */
  struct ways *met_ways; /* op_branch.c's own */
  map narrow; /* float_narrow.c's: terms of 80 bits to what they were before */
};

/* Slots of the innermost frame. The frame is owned by the state while it
 * runs, so writing is always allowed, but for the constants.
 */
static inline word slot_get (const state *s, uint32_t i) {
  assert (i < s->top->code->n_slots);
  return s->top->slot[i];
}
static inline void slot_set (state *s, uint32_t i, word v) {
  assert (s->top->refs == 1);
  assert (i >= s->top->code->n_constants && i < s->top->code->n_slots);
  s->top->slot[i] = v;
}
static inline void slot_set_bits (state *s, uint32_t i, uint64_t bits) {
  slot_set (s, i, word_of (bits));
}

/* A result of w bits, from a term; constants become concrete. */
void slot_set_term (machine *, state *, uint32_t i, term);

/* Ask: the next forced choice, or the chooser. 'guard' as in chooser.h.
 * With one guard possible by mere looking (a constant true) nobody is asked.
 */
int machine_choose (machine *, state *, choice_kind, uint32_t n,
                    const term *guard);

/* For questions whose guards depend on what the path knows: the state has the
 * answer already, as a fork made here (its witness tells which); or it is
 * noted, since a later question of the same instruction may fork.
 */
bool machine_is_decided (state *);
bool machine_decide (machine *, state *, uint32_t choice);

/* Is a condition always true? Asks CHOICE_CHECK with guards (ok, not ok):
 * 1: it holds, the state is restricted to that; 0: this state is the one in
 * which it does not; CHOICE_STOP.
 */
int machine_check (machine *, state *, term ok);

/* A value of the test, to be shown with the fault that ends the path now. */
static inline bool machine_shown (machine *m, state *s, term t, uint64_t *out) {
  chooser *c = m->chooser;
  if (c->settle)
    c->settle (c, s);
  return c->value (c, s, t, false, "a value to show", out);
}

/* At most this much, by asking if need be (chooser.h). */
uint64_t machine_bound (machine *, state *, term);

/* Where the user's own program is: in the innermost frame of it, at a call if
 * that is not the innermost of all.
 */
void machine_where (const machine *, const state *, uint32_t *function,
                    uint32_t *insn);

/* End the path with a fault at the current instruction; returns STEP_STOP. */
step machine_fault (machine *, state *, fault_kind, cause);

/* The same about an object: all of it but the cause is looked at in 'about'. */
step machine_fault_about (machine *, state *, fault_kind, cause,
                          const end_detail *about);

/* Replaces what is said of an end. */
void machine_set_detail (machine *, state *, const end_detail *);

/* Goes on, but the user is told. */
static inline void machine_warn (machine *m, state *s, cause why) {
  if (m->chooser->warn)
    m->chooser->warn (m->chooser, s, &why);
}

/* End the path since something is not supported; returns STEP_STOP. */
step machine_unsupported (machine *, state *, cause);

step machine_exit (machine *, state *, word status);

/* The path depends on a word: if that was never set, for some inputs or all, it
 * is a fault for those (unset_use.c). 'what' depends, as in "a condition". For
 * the others the word becomes one that does not mention what was never set.
 */
step unset_ask (machine *, state *, term *, const char *what);
step unset_ask_word (machine *, state *, word *, const char *what);

static inline step unset_use (machine *m, state *s, word *v, const char *what) {
  if (word_is_concrete (*v) || !term_has_unset (m->terms, v->term))
    return STEP_NEXT;
  return unset_ask_word (m, s, v, what);
}

/* Address to object (access.c). Asks where the address may point if it is
 * symbolic, checks bounds, ends the path with a fault where the access is
 * wrong. STEP_NEXT: '*out' says what to access.
 */
typedef struct access {
  object *object;     /* owned if 'write' was said */
  uint64_t offset;    /* concrete; when 'at' is set: unused */
  term at;            /* symbolic offset, 64 bits, or TERM_NONE */
  uint64_t low, high; /* bounds of 'at' */
} access;

typedef enum access_kind { ACCESS_READ, ACCESS_WRITE } access_kind;

step access_resolve (machine *, state *, word address, uint64_t bytes,
                     access_kind, access *out);

/* What is known of an object that a fault is about (access_fault.c). */
void access_describe (machine *, state *, const object *, end_detail *out);

/* The function whose variable arguments these are, or NULL. */
const char *access_taker (const machine *, const state *, const object *);

/* Where else something happened, as far as that has a line. */
void access_relate (const machine *, uint32_t n, const spot *, end_detail *);

/* The faults of a write to a constant, of an address beyond its object, of one
 * that nothing is known of.
 */
step access_read_only (machine *, state *, const object *);
step access_beyond (machine *, state *, const object *, uint64_t address,
                    uint64_t bytes);
step access_wrong (machine *, state *, uint64_t address, uint64_t bytes);

/* The address that a sum starts from, 0: none. What is one of a few has none.
 */
uint64_t access_origin (terms *, term);

/* The fault of an address whose object is gone: what is known of the object. */
/* The address that a sum starts from, 0: none. What is one of a few has none.
 */
uint64_t access_origin (terms *, term);

step access_freed (machine *, state *, fault_kind, uint64_t address,
                   uint64_t bytes);

/* Load and store words through it; the width in bits. */
step access_load (machine *, state *, word address, unsigned w, word *out);
step access_store (machine *, state *, word address, unsigned w, word value);

/* Byte i from there on; false: more places than can be handled. */
bool access_byte (machine *, const access *, uint64_t i, word *out);

/* By its form alone: it is, or it is one of a few and may be. */
bool access_may_be_null (machine *, word address);

/* A block of bytes that must be concrete in place and length; false: the
 * state stopped. Reads a C string into 'out' (without NUL) for messages and
 * names; symbolic bytes are shown as '?'.
 */
bool access_string (machine *, state *, word address, char_vec *out);

/* The variable that the instruction makes. */
object *machine_allocate_variable (machine *, state *, uint64_t size,
                                   uint64_t alignment);

/* A new object with its place of birth; a stack object dies with the
 * innermost frame; an alignment of 0 is malloc's. NULL: there is no room for so
 * large a one.
 */
object *machine_allocate (machine *, state *, uint64_t size, uint64_t alignment,
                          object_kind, bool zeroed);

/* A heap object is gone, and it is noted where. */
void machine_bury (machine *, state *, const object *);

/* Call and return (call.c). Arguments are words; results go to 'dst' of the
 * instruction.
 */
step call_function (machine *, state *, uint32_t function, const insn *,
                    uint32_t n, const word *argument);

/* In the frame just entered: the arguments beyond its parameters lie in an
 * object, of which frame.varargs is the address (varargs.c). 'classes' as in
 * the pool of a call (CALL_WORDS); NULL: all in memory.
 */
step varargs_pass (machine *, state *, uint32_t n, const word *argument,
                   const uint32_t *classes);
step call_return (machine *, state *, uint32_t n, const word *result);

/* FAULT_BAD_CALL: it is given so many arguments, or that one (from 1) is
 * floating point on one side only, or CALL_RESULT_USED: it has no result.
 */
step call_mismatch (machine *, state *, const function *, uint64_t n,
                    uint64_t bad);

/* A function of the program by its number, whatever it is: code, builtin or
 * foreign. Arguments may change as by unset_use.
 */
step call_any (machine *, state *, uint32_t function, const insn *, uint32_t n,
               word *argument);

/* Frames (frame.c). A new one has its constants and no caller; a copy has the
 * same caller. One that is entered belongs to the state and becomes the
 * innermost; leaving goes back to the caller, which is copied if it is
 * shared, and ends the life of the objects of the one that is left.
 */
frame *frame_new (machine *, const prepared *);
frame *frame_copy (machine *, const frame *);
void frame_unref (machine *, frame *);
void frame_enter (state *, frame *, uint32_t dst);
void frame_leave (machine *, state *);
void frame_release_objects (machine *, state *, size_t keep);

/* All but so many of its objects are gone, and their bytes of the stack. */
void frame_restore (machine *, state *, size_t keep);

/* What an object takes of the stack, next to others; one of symbolic size is
 * compared with what is left when it is made, and then counts for nothing.
 */
static inline uint64_t stack_share (uint64_t size) {
  return (size + 15) & ~UINT64_C (15);
}
static inline uint64_t stack_left (const machine *m, const state *s) {
  return s->stack < m->stack_size ? m->stack_size - s->stack : 0;
}
void frames_free (machine *);

/* The code of a function, NULL if it has no body (machine.c). Tests add
 * functions of their own, to a machine without a program.
 */
const prepared *machine_prepare (machine *, uint32_t function);

/* The function whose slot this address is in, UINT32_MAX: none. */
uint32_t machine_function_at (const machine *, uint64_t address);
void machine_add_function (machine *, const function *, const code *);

/* At the start of a function, with globals but without arguments. */
state *state_start_at (machine *, uint32_t function, uint32_t first_slot);

/* True: the path ended with a leak (leak.c). */
bool leak_check (machine *, state *);

/* Builtins: one function for all; arguments are in the pool of the frame's
 * code (insn->b, insn->c). The call through a pointer and foreign names come
 * here too, with arguments as words.
 */
step builtin_call (machine *, state *, builtin, const insn *, uint32_t n,
                   const word *argument);
struct builtins *builtins_new (machine *);
void builtins_free (machine *, struct builtins *);

/* A function without body that is no builtin (foreign.c). */
step foreign_call (machine *, state *, const function *);

/* A fresh input: n bytes of variables, grouped by the layout if there is one
 * (NULL: 1, 2, 4 or 8 bytes are one variable, otherwise one a byte), and
 * noted in state.symbolics. NULL, of more than 8 bytes only: the run is over
 * and the state is left at its instruction. builtin_symbolic.c.
 */
const symbolic *symbolic_new (machine *, state *, const char *name,
                              uint64_t size, const layout *, symbolic_what);

/* The input becomes the content of an object that is owned, from 'at' on.
 * False: the run is over, as above.
 */
bool symbolic_write (machine *, state *, object *, uint64_t at,
                     const symbolic *);

/* Output (output.c). Persistent: forks share what was written before. */
struct output *output_fork (struct output *);
void output_free (machine *, struct output *);

/* All of it, by names that other runs have. */
hash128 output_digest (struct output *, terms *);

/* What was written to a descriptor: bytes and symbols, both one for each byte,
 * are appended.
 */
typedef VEC (symbyte) symbyte_vec;
void output_gather (machine *, const state *, int descriptor, char_vec *bytes,
                    symbyte_vec *symbols);

/* Was all of it written that is to be? */
step output_check (machine *, state *, const access *from, uint64_t n);

/* False: from too many places, and nothing was written. */
bool output_write (machine *, state *, int descriptor, const access *from,
                   uint64_t n);

/* Two versions (versus.c). A path that ended goes on with the next of them:
 * false, it is over.
 */
bool versus_turn (machine *, state *);
void versus_fork (versus *);
void versus_release (machine *, versus *);
void versus_meet_change (const machine *, state *, uint32_t function,
                         uint32_t pc);

/* Shared by families. Does the operation OP_*_OVERFLOWS of w bits overflow?
 * Where does a switch go?
 */
term compare_overflow (terms *, unsigned what, term a, term b, unsigned w);
uint32_t switch_find (const switching *, uint64_t value);

/* A block is entered, or left by a way (1 or 2, as in machine_branches), for
 * the first time since blocks were taken.
 */
void machine_note_block (machine *, uint32_t index);

/* A jump leads into the middle of a block. */
void machine_meet_block (machine *, const code *, uint32_t pc);
void machine_note_way (machine *, uint32_t index, uint8_t way);

/* The loop (loop.c). 'fuel' goes down by what was executed. */
stop loop_run (machine *, state *, int64_t *fuel);
void loop_prepare (const machine *, const code *, insn *out);

/* Awaited instructions of the copy: the sign in place of the operation; a
 * branch that is executed together with the comparison before it; and the one
 * that was met, whose sign is gone afterwards.
 */
void loop_await (insn *);
void loop_mark_changed (insn *);
bool loop_is_fused (const insn *copy, uint32_t pc);
void machine_meet (machine *, uint32_t function, uint32_t pc);

/* Is the path in a circle (endless.c)? While the loop is watched it says what
 * it does: a block is entered (true: the path was ended), the slow side did an
 * instruction, n bytes are about to be stored where 'at' points (NULL: not
 * known), a function is about to return.
 */
void endless_start (machine *);
void endless_end (machine *);
bool endless_block (machine *, state *, uint32_t pc);
void endless_slow (machine *, const insn *);
void endless_store (machine *, const uint8_t *at, const void *value,
                    unsigned n);
void endless_return (machine *, const state *);

/* The lines are of no use any more; or those of one slot. */
static inline void lines_forget (machine *m) { m->epoch++; }
static inline uint64_t line_key (const machine *m, uint32_t slot) {
  return m->epoch << (64 - ADDRESS_SLOT_BITS) | slot;
}
static inline void line_forget (machine *m, uint32_t slot) {
  m->line[slot % LINES].read = m->line[slot % LINES].write = 0;
}

/* The loop may use the object without asking, unless its size is symbolic. */
void line_remember (machine *, const state *, object *, bool is_owned);

/* The path depends on what this object is from the start, if it is a global. */
void machine_touch (machine *, const object *);

/* The slow side of each operation, by op; NULL: only in the loop. op_*.c. */
extern op_function *const op_table[OP_COUNT];

/* Families, for op_table. */
op_function op_arith, op_compare, op_cast, op_select, op_branch, op_memory,
    op_block, op_float, op_call, op_varargs, op_end;

/* The ways of the switch that was met last. */
void op_branch_forget (machine *);

/* Blocks, each an address and a length, have no byte in common, or else all is
 * fine anyway: FAULT_OVERLAP of the function with this name (op_block.c).
 */
step block_check_apart (machine *, state *, const char *name, const term to[2],
                        const term from[2], term is_fine);

/* May 'function' read a whole block? Of a length that is not zero. */
step block_check_whole (machine *, state *, const char *function, word at,
                        word len);
