#ifndef PROGRAM_SHAPE_H
#define PROGRAM_SHAPE_H

/* Types of C, as debug info has them. Typedefs and qualifiers are looked
 * through. Everything handed out is LLVM's and lives as long as the module.
 */

#include "base/vec.h"

#include <llvm-c/Core.h>
#include <stdbool.h>

typedef enum shape_kind {
  SHAPE_UNKNOWN, /* no debug info, or something else than C has */
  SHAPE_VOID,
  SHAPE_SCALAR, /* numbers and enumerations */
  SHAPE_CHAR,   /* plain char: what strings are made of */
  SHAPE_BOOL,
  SHAPE_POINTER,
  SHAPE_STRUCT, /* size 0: not complete, or empty */
  SHAPE_UNION,
  SHAPE_ARRAY,
  SHAPE_FUNCTION
} shape_kind;

typedef struct shape {
  shape_kind kind;
  uint64_t size; /* bytes */
  LLVMContextRef llvm;
  LLVMMetadataRef node; /* NULL: void */
} shape;

typedef struct shape_member {
  const char *name; /* of 'len' letters; none of an anonymous one */
  size_t len;
  uint64_t bit_offset, bits;
  bool is_bit_field;
  shape shape;
} shape_member;

typedef VEC (shape) shape_vec;
typedef VEC (shape_member) member_vec;

/* What a pointer points to, or what an array is made of after its first
 * dimension ("number of elements" counts all dimensions).
 */
shape shape_target (shape);
uint64_t shape_count_elements (shape array);

/* Appends the members of a struct or union in their order. */
void shape_members (memory *, shape, member_vec *);

/* Appends the parameters of a function with debug info; false without. */
bool shape_params (memory *, LLVMValueRef function, shape_vec *);

#endif
