#ifndef PROGRAM_C_TYPE_H
#define PROGRAM_C_TYPE_H

/* Types of C, as debug info has them. Typedefs and qualifiers are looked
 * through. Everything handed out is LLVM's and lives as long as the module.
 */

#include "base/vec.h"

#include <llvm-c/Core.h>
#include <stdbool.h>

typedef enum c_type_kind {
  C_TYPE_UNKNOWN, /* no debug info, or something else than C has */
  C_TYPE_VOID,
  C_TYPE_SCALAR, /* numbers and enumerations */
  C_TYPE_CHAR,   /* plain char: what strings are made of */
  C_TYPE_BOOL,
  C_TYPE_POINTER,
  C_TYPE_STRUCT, /* size 0: not complete, or empty */
  C_TYPE_UNION,
  C_TYPE_ARRAY,
  C_TYPE_FUNCTION
} c_type_kind;

typedef struct c_type {
  c_type_kind kind;
  uint64_t size; /* bytes */
  LLVMContextRef llvm;
  LLVMMetadataRef node; /* NULL: void */
} c_type;

typedef struct c_member {
  const char *name; /* of 'len' letters; none of an anonymous one */
  size_t len;
  uint64_t bit_offset, bits;
  bool is_bit_field;
  c_type type;
} c_member;

typedef VEC (c_type) c_type_vec;
typedef VEC (c_member) c_member_vec;

/* What a pointer points to, or the elements of an array, of all its dimensions
 * at once.
 */
c_type c_type_target (c_type);
uint64_t c_type_count_elements (c_type array);

/* Appends the members of a struct or union in their order. */
void c_type_members (memory *, c_type, c_member_vec *);

/* Appends the parameters of a function with debug info; false without. */
bool c_type_params (memory *, LLVMValueRef function, c_type_vec *);

#endif
