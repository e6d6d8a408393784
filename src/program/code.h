#pragma once

/* Our own code: what a function of the program is lowered to, once.
 *
 * A function works on a frame of slots. The first are its constants, then
 * come its parameters, then results; an operand is a slot number whatever it
 * is. There are no phis: the edges of the control-flow graph carry moves.
 * The interpreter reads nothing but this.
 *
 * What depends on code alone (digests, blocks, lines) is here as well, so
 * that reuse between versions needs no compiler.
 */

#include "base/hash.h"

typedef enum op {
#define OP(NAME, ...) OP_##NAME,
#include "program/ops.def"
  OP_COUNT
} op;

/* What an operand field of an operation is. */
typedef enum operand_kind {
  OPERAND_NONE,
  OPERAND_SLOT,
  OPERAND_IMM,
  OPERAND_PC,
  OPERAND_POOL,
  OPERAND_FUNCTION, /* imm: function of the program */
  OPERAND_SWITCH,   /* imm: index of code.switches */
  OPERAND_TEXT,     /* imm: index of code.texts */
  OPERAND_LAYOUT    /* imm: index of code.layouts + 1, or 0 */
} operand_kind;

typedef struct op_operands {
  uint8_t dst, a, b, c; /* operand_kind */
} op_operands;

/* 'x' of integer operations: what the source promised. */
/* Behind the arguments of OP_CALL_POINTER in the pool, and of OP_CALL of a
 * function with variable arguments, words with a bit for each of the first
 * ones: is it floating point; is it passed in memory whatever it is; has it 32
 * bits at most, and what is above them is anything? The first also says whether
 * somebody uses the result of OP_CALL_POINTER.
 */
#define CALL_CLASSES 30u
#define CALL_RESULT_USED (1u << CALL_CLASSES)
#define CALL_WORDS 3u

#define ARITH_NSW 1u   /* no signed overflow */
#define ARITH_NUW 2u   /* no unsigned overflow */
#define ARITH_EXACT 4u /* no remainder, no bits lost */

/* A shift by too much or an overflow is no fault: it may stand before the
 * test that guards its use.
 */
#define ARITH_LOOSE 8u

/* 'x' of OP_BRANCH. More: that side goes on with the same && or ||. */
#define BRANCH_HIDDEN 1u /* none of the source */
#define BRANCH_MORE_YES 2u
#define BRANCH_MORE_NO 4u

/* 'x' of OP_FCMP: bits say which outcomes are true. */
#define FCMP_LT 1u
#define FCMP_GT 2u
#define FCMP_EQ 4u
#define FCMP_UNORDERED 8u

/* 'x' of OP_BUILTIN. Named: behind the argument slots the pool has the number
 * of the function that is called, which builtins of any name with a prefix
 * need (__VERIFIER_nondet_*, __ubsan_handle_*).
 */
#define BUILTIN_FLOAT 1u /* the result is a floating-point number */
#define BUILTIN_NAMED 2u

/* 'x' of OP_FMATH. FLOOR to ROUNDEVEN round to an integral number. */
#define FMATHS(X) \
  X (SQRT, 1) \
  X (FABS, 1) \
  X (FLOOR, 1) \
  X (CEIL, 1) \
  X (TRUNC, 1) \
  X (RINT, 1) \
  X (NEARBYINT, 1) \
  X (ROUND, 1) \
  X (ROUNDEVEN, 1) \
  X (SIN, 1) \
  X (COS, 1) \
  X (EXP, 1) \
  X (EXP2, 1) \
  X (LOG, 1) \
  X (LOG2, 1) \
  X (LOG10, 1) \
  X (POW, 2) \
  X (POWI, 2) \
  X (COPYSIGN, 2) \
  X (MINNUM, 2) \
  X (MAXNUM, 2) \
  X (MINIMUM, 2) \
  X (MAXIMUM, 2) \
  X (FMA, 3) \
  X (IS_CLASS, 2) \
  X (CANONICALIZE, 1) \
  X (LDEXP, 2) \
  X (LROUND, 1) \
  X (LRINT, 1)

typedef enum fmath {
#define X(NAME, ARITY) FMATH_##NAME,
  FMATHS (X)
#undef X
} fmath;

typedef struct insn {
  uint16_t op;
  uint8_t w, x;
  uint32_t dst, a, b, c;
} insn;

/* Widths do not fit a byte above 255 bits; such code is lowered to
 * OP_UNSUPPORTED. Scalars of more than 64 bits (i128, long double) are
 * handled by the machine outside of the fast path.
 */
#define CODE_MAX_WIDTH 128

/* Where in the source. */
typedef struct place {
  uint32_t file; /* index of program's files; 0 = not known */
  uint32_t line, column;
} place;

typedef struct constant {
  uint32_t width;     /* bits */
  uint64_t low, high; /* high: of more than 64 bits */
} constant;

/* Cases with the same target have the same pc and are one alternative. */
typedef struct switching {
  uint32_t n;            /* cases */
  const uint64_t *value; /* increasing (unsigned), of at most 64 bits */
  const uint32_t *pc;    /* of each */
  uint32_t otherwise;    /* pc */
} switching;

/* How the scalars of an object lie in it: used to give symbolic bytes that
 * belong together one variable. A run of 'count' elements of 'size' bytes
 * every 'stride' bytes, from 'offset'; runs do not overlap and increase.
 */
typedef struct layout_run {
  uint64_t offset, count;
  uint32_t size, stride;
} layout_run;

typedef struct layout {
  uint32_t n;
  const layout_run *run;
} layout;

/* A block of the module, or a part of one: a call ends a part, and the next one
 * begins where it returns to (ADR 0069).
 */
typedef struct block {
  uint32_t first, n; /* instructions, OP_BLOCK first, edges not included */
  uint32_t source;   /* number of the module's block in its function */
  bool is_rest;      /* not its first part */
  uint32_t weight;   /* instructions of the source program in it */
  uint32_t index;    /* in the program: for coverage; dense, stable while
                        nothing else is lowered in another order */
  bool is_native;    /* where variable arguments lie: not the same way here
                        as natively, so that traces leave it out */
  hash128 digest;    /* of what it does: no lines, no other functions'
                        bodies, no addresses, no slots of other blocks */
} block;

#define PARAMETER_ORIGIN(I) (UINT32_MAX - 1 - (I)) /* of parameter I */

typedef struct code {
  uint32_t function; /* whose */
  uint32_t n_insns, n_slots, n_constants, n_params, n_blocks;
  bool is_vararg;
  const insn *insn;
  const place *place;     /* of each instruction */
  const uint32_t *scope;  /* of each instruction: 0, or inlined: index of
                             the program's scopes */
  const uint32_t *origin; /* of each instruction: which one of the function's
                             in the module it is of, debug ones not counted;
                             of the copy of a parameter: PARAMETER_ORIGIN */
  const uint32_t *pool;
  const constant *constant; /* slots 0 .. n_constants - 1; parameters follow */
  const uint8_t *param;     /* width of each parameter slot */
  const switching *switches;
  const layout *layouts;
  const char *const *texts;
  const block *block;
  hash128 digest; /* of all blocks and the signature */
} code;

const char *op_name (op);
op_operands op_operands_of (op);

/* The number of the block that an instruction belongs to; edges belong to the
 * one before them.
 */
uint32_t code_block_at (const code *, uint32_t pc);

/* By which way a choice there leaves the block: 1 or 2, as the machine counts
 * them; 0: by none that it counts.
 */
uint8_t code_way (const code *, uint32_t pc, uint32_t choice);

/* How many calls of the same come before this one. */
uint64_t code_call_rank (const code *, uint32_t pc);

hash128 layout_digest (const layout *);

/* A variable on the stack, by what is allocated, and how many such are before
 * it: a name that edits elsewhere in its block do not change. Two versions of a
 * block are the same only if their variables have the same (memo/outline.c).
 */
hash128 code_variable (const code *, uint32_t pc);

/* A number for it, which follows from that: from 1, up to 'most'; 0: another
 * one of the function would have the same.
 */
uint32_t code_variable_number (const code *, uint32_t pc, uint32_t most);

/* Every operand is inside of what it refers to. */
bool code_is_valid (const code *);
