#pragma once

/* One function being lowered.
 *
 *     lower.c             slots, emission, blocks, the finished code
 *     lower_flow.c        terminators, edges and their moves
 *     lower_scalar.c      arithmetic, comparisons, casts, selects
 *     lower_aggregate.c   structs, arrays, vectors, bitcasts
 *     lower_memory.c      allocas, loads, stores, addresses, atomics
 *     lower_call.c        calls
 *     lower_assembly.c    inline assembly
 *     lower_intrinsic.c   llvm.*, by the expansions of expand.h
 *     lower_digest.c      digests of blocks and the function
 *     lower_slots.c       slots shared between values
 *
 * While code is made, slots of values are numbered from 0 (parameters first)
 * and constants have LOWER_CONSTANT set; targets of jumps are block numbers,
 * or pcs with LOWER_PC set. The end moves both to their final form.
 */

#include "program/program_priv.h"

#define LOWER_CONSTANT UINT32_C (0x80000000)
#define LOWER_PC UINT32_C (0x80000000)
#define LOWER_LANDING 2 /* results that a callee behind a pointer may have */

typedef struct lower {
  program *program;
  memory *mem;
  arena *arena; /* the program's */
  LLVMValueRef value;
  uint32_t function;

  VEC (insn) insns;
  VEC (place) places;
  u32_vec scopes, origins, pool;
  VEC (constant) constants;
  VEC (hash128) identities;   /* of constants: what they are across versions */
  VEC (uint8_t) are_symbolic; /* of each: it is the address of something */
  map constant_at;            /* by hash */
  map value_at;               /* value to slot + 1; type to layout + 1 */
  map list_at;                /* constant aggregate to index of lists + 1 */
  u32_vec lists;              /* slots of scalars of constant aggregates */
  VEC (switching) switches;
  VEC (layout) layouts;
  VEC (const char *) texts;
  VEC (block) blocks;
  map block_at; /* basic block to number + 1 */
  u32_vec edge_pc, edge_stamp;
  u32_vec reads; /* by slot: pending reads of parallel moves */
  uint32_t stamp;
  unsigned last_incoming; /* of a phi: that of the last edge */
  uint32_t n_params, n_slots;
  uint32_t landing; /* slots for results of calls through pointers, + 1 */
  place place;
  uint32_t scope;
  uint32_t origin;
  LLVMMetadataRef location; /* of the last place */
  uint32_t current;         /* block */
} lower;

/* Emission. 'lower_op' makes a slot for its result and returns it. */
void lower_emit (lower *, op, unsigned w, unsigned x, uint32_t dst, uint32_t a,
                 uint32_t b, uint32_t c);
uint32_t lower_op (lower *, op, unsigned w, unsigned x, uint32_t a, uint32_t b,
                   uint32_t c);
uint32_t lower_fresh (lower *, uint32_t n);
void lower_unsupported (lower *, const char *fmt, ...)
    __attribute__ ((format (printf, 2, 3)));

/* Values: scalar i of a value; the only scalar; a contiguous run. */
uint32_t lower_leaf (lower *, LLVMValueRef, uint32_t i);
uint32_t lower_run (lower *, LLVMValueRef);
uint32_t lower_constant (lower *, unsigned width, uint64_t low, uint64_t high);
uint32_t lower_dst (lower *, LLVMValueRef instruction);

static inline uint32_t lower_scalar (lower *l, LLVMValueRef v) {
  return lower_leaf (l, v, 0);
}

/* Is the value an integer constant of up to 64 bits? */
bool lower_is_number (LLVMValueRef, uint64_t *);

/* The operand that a value is the same as, slot by slot, or NULL. */
LLVMValueRef lower_same (lower *, LLVMValueRef instruction);

static inline const code_shape *lower_shape (lower *l, LLVMValueRef v) {
  return shape_of (l->program, LLVMTypeOf (v));
}

uint32_t lower_block (const lower *, LLVMBasicBlockRef);

/* Where the next block begins: edges behind a block belong to it. */
static inline uint32_t lower_block_end (const lower *l, size_t b) {
  return b + 1 < l->blocks.len ? l->blocks.data[b + 1].first
                               : (uint32_t) l->insns.len;
}

/* Integer of w bits to another width, by zeros. */
uint32_t lower_resize (lower *, uint32_t slot, unsigned from, unsigned to);

/* Families of instructions. */
void lower_return (lower *, LLVMValueRef);
void lower_branch (lower *, LLVMValueRef);
void lower_switch (lower *, LLVMValueRef);
void lower_indirect (lower *, LLVMValueRef);
void lower_jump (lower *, LLVMBasicBlockRef from, LLVMBasicBlockRef to);
void lower_unreachable (lower *, LLVMValueRef);

void lower_binary (lower *, LLVMValueRef);
void lower_negate (lower *, LLVMValueRef);
void lower_checked (lower *, LLVMValueRef call, LLVMOpcode);
void lower_compare (lower *, LLVMValueRef);
void lower_fcompare (lower *, LLVMValueRef);
void lower_cast (lower *, LLVMValueRef);
void lower_select (lower *, LLVMValueRef);

void lower_extract_value (lower *, LLVMValueRef);
void lower_insert_value (lower *, LLVMValueRef);
void lower_extract_element (lower *, LLVMValueRef);
void lower_insert_element (lower *, LLVMValueRef);
void lower_shuffle (lower *, LLVMValueRef);
void lower_bitcast (lower *, LLVMValueRef);
/* Scalars into one integer of n * w bits (at most 128), and back. */
uint32_t lower_pack (lower *, uint32_t n, unsigned w, const uint32_t *slot);
void lower_unpack (lower *, uint32_t from, uint32_t n, unsigned w,
                   uint32_t dst);

void lower_alloca (lower *, LLVMValueRef);
void lower_load (lower *, LLVMValueRef);
void lower_store (lower *, LLVMValueRef);
void lower_gep (lower *, LLVMValueRef);
void lower_exchange (lower *, LLVMValueRef); /* cmpxchg */
void lower_read_modify_write (lower *, LLVMValueRef);
/* An address without its constant offset. */
uint32_t lower_address (lower *, LLVMValueRef, int32_t *offset);
uint32_t lower_layout (lower *, LLVMTypeRef); /* index + 1 */

void lower_call (lower *, LLVMValueRef);
void lower_parameters (lower *); /* slots, and copies of what is by value */
void lower_intrinsic (lower *, LLVMValueRef call, const char *name, size_t len);
bool lower_intrinsic_is_known (const char *name, size_t len);
void lower_assembly (lower *, LLVMValueRef call, LLVMValueRef assembly);

/* min, max: the pick of two slots. */
uint32_t lower_choose (lower *, op less, bool greater, unsigned w, uint32_t a,
                       uint32_t b);

/* All bits set. */
uint32_t lower_ones (lower *, unsigned w);

/* Gives values that never live at the same time one slot (lower_slots.c).
 * The last step but one: slots say nothing about values afterwards.
 */
void lower_share_slots (lower *);

/* Digests of the blocks made; returns the function's. */
hash128 lower_digest (lower *);
