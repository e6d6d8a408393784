#pragma once

/* What contract.c shares with contract_index.c: what was seen of a function. */

#include "program/contract.h"

#define CONTRACT_FOLLOW 16  /* steps from a value to where it is from */
#define CONTRACT_MOST 65536 /* bytes that a function may need of a caller */

typedef struct fact {
  holder of;           /* a pointer */
  LLVMValueRef number; /* that it is used with, without what is added to it */
  int64_t ahead;       /* which is this */
  LLVMValueRef moved;  /* what the pointer was moved by before, or NULL */
  holder by;           /* or where that is from */
  bool in_bytes;
  bool is_count;                /* of a function that is called */
  LLVMValueRef inner;           /* the number without constant factors ... */
  uint64_t scale;               /* ... whose product this is */
  LLVMValueRef factor[2], rest; /* of a product of two, and what is added */
  uint64_t bound; /* the number is below it by its operation, 0: not known */
  uint64_t element, elements; /* of an array in a struct; 0: of no such */
  LLVMValueRef table;         /* or this, of the program; 'of' is nobody */
} fact;

typedef struct fixed_number { /* it stays below a constant */
  LLVMValueRef number;
  uint64_t below;
} fixed_number;

typedef struct compared_pair {
  LLVMValueRef number[2]; /* that are compared with each other */
  holder by[2];
  bool is_equality;
} compared_pair;

typedef struct learning {
  memory *mem;
  LLVMValueRef function;
  unsigned depth;
  VEC (fact) facts;
  VEC (compared_pair) orders;
  extent_vec seen; /* of each holder what was, and how much is needed */
  VEC (fixed_number) fixed; /* what else is ordered with a constant */
  VEC (fact) ended;     /* pointers, and the pointers they are compared with */
  extent_vec inherited; /* fields, as functions that are called have them */
} learning;

static const holder nobody;

static inline bool is_held (holder h) { return h.param != 0; }

static inline bool is_same (holder a, holder b) {
  return a.param == b.param && (!a.param || a.field == b.field);
}

static inline bool is_op (LLVMValueRef v, LLVMOpcode op) {
  return LLVMIsAInstruction (v) && LLVMGetInstructionOpcode (v) == op;
}

/* Without casts, and without constants that are added: their sum. */
LLVMValueRef contract_bare (LLVMValueRef, int64_t *sum);

/* A parameter, or a field that was loaded from behind one; where a pointer
 * leads to.
 */
holder contract_held (const learning *, LLVMValueRef);
holder contract_place (const learning *, LLVMValueRef pointer);

unsigned contract_seen (const learning *, holder); /* a set of SEEN_ */

/* Is it called a count, or a capacity? */
bool contract_is_count (const learning *, holder);

/* What an index is compared with. */
holder contract_limit (const learning *, LLVMValueRef number, holder of);

/* The numbers that are indices of this one, and are not its count. */
void contract_indices (const learning *, extent *);
