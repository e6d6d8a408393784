#pragma once

/* The machine: executes a state until it ends or somebody wants another one.
 *
 * Concrete code runs in one loop without a call (machine/loop.c); whatever
 * has to do with terms, allocation or trouble leaves it for a function of one
 * of the op_*.c files. Instructions are counted per block.
 */

#include "context/context.h"
#include "machine/chooser.h"

typedef struct machine machine;

typedef struct machine_config {
  context *context; /* memory, options, counters, log */
  terms *terms;
  program *program; /* borrowed */
  chooser *chooser; /* borrowed */
  bool is_tracing;  /* keep state.trace: the blocks of the user's functions, in
                       the order they are entered (program/trace.h) */
  bool is_counting; /* how often each block is entered: machine_tally */
} machine_config;

machine *machine_new (const machine_config *);
void machine_free (machine *);

/* From now on inputs are these and nothing is symbolic: a state takes them in
 * their order. One that is not there, or has another size, is 0; who cares
 * compares state.symbolics. Borrowed; NULL: inputs are symbolic again.
 */
typedef struct given_input {
  uint64_t size;
  const uint8_t *bytes;
  const char *name; /* NULL, all of them: they are taken in their order */
} given_input;
void machine_give (machine *, uint32_t n, const given_input *);

/* That of the input of this index and name, the k-th of a name being the k-th
 * of that name. NULL: there is none.
 */
const given_input *given_find (uint32_t n, const given_input *, const state *,
                               size_t i, const char *name);

/* A state at the start of the program, with arguments and environment. */
state *machine_start (machine *, int argc, const char *const *argv,
                      const char *const *envp);

/* 64 bits of a global, by its name. False: there is no such one, or they are
 * symbolic. Changes are for a state that has not run yet.
 */
bool machine_peek (machine *, const state *, const char *name, uint64_t at,
                   uint64_t *out);
bool machine_poke (machine *, state *, const char *name, uint64_t at,
                   uint64_t bits);

/* The copy has the id given. Knowledge and extra are the caller's to set. */
state *machine_fork (machine *, const state *, uint64_t id);
void machine_drop (machine *, state *);

typedef enum stop {
  STOP_ENDED,  /* state.end says how */
  STOP_CHOICE, /* the chooser said CHOICE_STOP */
  STOP_FUEL,   /* so many instructions were executed */
  STOP_NOTICE  /* see machine_notice */
} stop;

stop machine_run (machine *, state *, uint64_t fuel);

/* From now on it stops where a call has returned and less than so many frames
 * are left, not after each such return; and, if asked, where a function was
 * called from that many. 0: it does not.
 */
void machine_notice (machine *, uint32_t depth, bool calls);

/* Ask a running machine to stop soon, from a signal handler. */
void machine_interrupt (machine *);

/* End the path of a state: cut, and why (for the folder above). Its texts live
 * as long as the machine: see machine_text. The first end of a path is the one
 * that counts; later ones are ignored.
 */
void machine_cut (machine *, state *, cause);

/* A text that lives as long as the machine, whole; equal texts are equal
 * pointers.
 */
const char *machine_text (machine *, const char *, size_t len);

/* Wait for a place, of a number below 64: call it for each of its
 * instructions. The first that any state is about to execute ends the waiting
 * for this place. Costs nothing until then.
 */
void machine_await (machine *, unsigned which, uint32_t function, uint32_t pc);

/* The places that were met since this was called last, as a set of bits. */
uint64_t machine_take_met (machine *);

/* Blocks executed so far, by block.index: bit per block. */
const uint8_t *machine_covered (const machine *, uint32_t *n);
uint64_t machine_count_covered (const machine *);

/* Appends those that were executed for the first time since this was called
 * last.
 */
void machine_take_news (machine *, memory *, u32_vec *out);

/* How often each was entered, by block.index; NULL if nobody counts. */
const uint64_t *machine_tally (const machine *, uint32_t *n);

/* Both ways of each conditional: bit 0 taken true, bit 1 false; by index of
 * (block * 1) since a block has one terminator. Switches: bit 0 if any.
 */
const uint8_t *machine_branches (const machine *, uint32_t *n);

/* The blocks entered since this was called last, each with the ways by which
 * it was left: block.index * 4 + ways; and the globals of the program that were
 * looked at or written: (MACHINE_GLOBAL | number) * 4. Appended, in no order.
 */
void machine_take_blocks (machine *, memory *, u32_vec *out);

/* Who chooses takes blocks up to the question that is asked now. The block
 * that asks is left behind it, and is none of those entered since; by which
 * way, the choice says (code_way).
 */
void machine_begin_leg (machine *);

/* From now on what is executed does not count as covered by itself: who takes
 * blocks marks those that are to count.
 */
void machine_hold_coverage (machine *);

/* The block counts as executed, with these ways. */
void machine_mark_block (machine *, uint32_t index, uint8_t ways);

/* Which variables of the stack the last run did not have, by function and slot:
 * states are compared without them. Before anything is executed.
 */
void machine_set_new (machine *, void *owner,
                      bool (*) (void *owner, uint32_t function, uint32_t slot));

/* Bytes: what stays below does not depend on how large the stack is. */
uint64_t machine_shallow_stack (const machine *);

program *machine_program (const machine *);
terms *machine_terms (const machine *);

/* An object that is gone: of its kind, since a loop frees many alike. By the
 * note that its slot has (space_release), 0: NULL.
 */
typedef struct grave {
  uint64_t size, start; /* which is within its slot */
  uint64_t
      is_most; /* it had at most so many; as wide as 'size': it is hashed */
  spot born, freed;
} grave;
const grave *machine_grave (const machine *, uint32_t note);

/* Functions without a body that were called: how often, and was it natively? In
 * the order of their first calls.
 */
uint64_t machine_foreign_calls (const machine *);

/* What the path wrote to a descriptor (1 or 2), symbolic bytes by the values
 * that 'value' gives them: from this byte on, all descriptors counted.
 */
typedef uint64_t (*output_value) (void *, term);
void machine_output (machine *, const state *, int descriptor, uint64_t from,
                     void *, output_value, char_vec *out);
uint64_t machine_count_output (const state *);
