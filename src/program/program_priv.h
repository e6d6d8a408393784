#pragma once

/* What the lowering side of this folder shares: the program itself, types
 * taken apart into scalars, constants turned into numbers, places.
 */

#include "base/arena.h"
#include "base/map.h"
#include "program/module.h"

#include <llvm-c/Target.h>

/* One scalar of a type. */
typedef struct type_leaf {
  uint64_t offset; /* bytes from the start */
  uint8_t width;   /* bits */
  bool is_float, is_pointer;
} type_leaf;

/* A type as a run of scalars, in memory order. */
typedef struct code_shape {
  bool is_supported;
  bool is_packed; /* a vector whose elements are not whole bytes: in memory
                     it is one integer */
  uint32_t n;
  const type_leaf *leaf;
} code_shape;

/* More scalars than this are not moved through slots. */
#define SHAPE_MAX_LEAVES 4096

typedef struct lowered_block {
  uint32_t function;
  const block *block;
} lowered_block;

/* What is known of a debug scope. */
typedef struct source_scope {
  uint32_t file;
  const char *function;
} source_scope;

struct program {
  memory *mem;
  logger *log;
  module mod;
  LLVMTargetDataRef target;
  arena arena;       /* of all that is handed out */
  const char *input; /* FILE, or NULL */
  klee_way klee;     /* program_config */
  unsigned byval;

  VEC (function) functions;
  VEC (LLVMValueRef) function_values;
  VEC (const code *) codes; /* NULL: not lowered yet */
  VEC (global) globals;
  VEC (LLVMValueRef) global_values;
  placing function_placing, global_placing;
  map addresses; /* of functions and globals, by value */
  map names;     /* hash of a function's name to its number + 1 */
  uint32_t start, start_before, judge; /* the last two: of a pair */

  map shapes, layouts; /* by type */
  map labels;          /* basic block to its number + 1, where a label's
                          address is taken */
  map builtins;        /* hash of name to builtin */
  map symbols;         /* digests of symbols */
  map file_at, scope_at, source_at;
  VEC (const char *) files;
  VEC (scope) scopes;
  VEC (source_scope) sources;
  VEC (lowered_block) blocks;
  VEC (local_variable) variables;
  map variable_at; /* function and instruction to index + 1 (variable.c) */
};

/* Takes the module over, also when it fails. */
program *program_new (memory *, logger *, module *, trouble *);

static inline uint64_t program_key (const void *p) {
  return (uint64_t) (uintptr_t) p;
}

/* Types (shape.c). */
const code_shape *shape_of (program *, LLVMTypeRef);
const layout *layout_of (program *, LLVMTypeRef);

/* Constants (number.c). A number that holds addresses says so and has a
 * digest that names what they are addresses of.
 */
typedef struct number {
  uint64_t low, high;
  bool is_symbolic;
  hash128 symbol;
} number;

bool number_of (program *, LLVMValueRef, number *);

/* Aliases followed to what they stand for. */
LLVMValueRef value_behind_alias (LLVMValueRef);

/* The initial content of a global, into 'bytes' from 'at' on, with the places
 * of addresses in it appended; false: something in it is not supported and was
 * left 0.
 */
bool image_write (program *, LLVMValueRef initialiser, uint64_t at,
                  uint8_t *bytes, u64_vec *addresses);
hash128 image_digest (program *, LLVMValueRef initialiser);

/* By what a global or function is called across versions: its name, or its
 * content if it is a private string or table.
 */
hash128 symbol_digest (program *, LLVMValueRef);

/* Strings and tables without addresses have no name of their own. */
bool is_private_data (LLVMValueRef);

/* The number of a function, PLACING_NONE: it is none of ours. */
uint32_t function_number (const program *, LLVMValueRef);

/* What globals are placed by (placing_keys.c), as many as there are. */
void placing_keys (program *, hash128 *key);

/* The steps of a GEP, instruction or constant: offset = constant + sum of
 * index * scale. False: more than GEP_MAX_STEPS or something odd.
 */
#define GEP_MAX_STEPS 16
typedef struct gep_steps {
  int64_t constant;
  uint32_t n;
  LLVMValueRef index[GEP_MAX_STEPS];
  int64_t scale[GEP_MAX_STEPS];
} gep_steps;
bool gep_walk (program *, LLVMValueRef gep, gep_steps *);

/* Places (place.c). */
place place_of (program *, LLVMMetadataRef location, uint32_t *scope);
uint32_t place_file (program *, LLVMMetadataRef scope);

/* A text among the operands of a node, "": there is none. */
const char *node_text (program *, LLVMMetadataRef node, unsigned operand);

/* A call of llvm.dbg.*: tells debuggers something, and does nothing. */
bool value_is_debug (LLVMValueRef instruction);

/* The name without the mark of its version (pairing.h), and is that the older
 * one?
 */
const char *symbol_name (program *, LLVMValueRef, size_t *len, bool *is_before);

/* Builtins by name (builtin_find in program.c). */
builtin builtin_find (const program *, const char *name, size_t len);

/* Lowers one function (lower.c). */
const code *lower_function (program *, uint32_t function);
