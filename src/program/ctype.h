#pragma once

/* Types of C, as debug info has them. Typedefs and qualifiers are looked
 * through. Everything handed out is LLVM's and lives as long as the module.
 */

#include "base/vec.h"

#include "program/llvm_lists.h"

typedef enum ctype_kind {
  CTYPE_UNKNOWN, /* no debug info, or something else than C has */
  CTYPE_VOID,
  CTYPE_SCALAR, /* numbers and enumerations */
  CTYPE_CHAR,   /* plain char: what strings are made of */
  CTYPE_BOOL,
  CTYPE_POINTER,
  CTYPE_STRUCT, /* size 0: not complete, or empty */
  CTYPE_UNION,
  CTYPE_ARRAY,
  CTYPE_FUNCTION
} ctype_kind;

typedef struct ctype {
  ctype_kind kind;
  uint64_t size; /* bytes */
  LLVMContextRef llvm;
  LLVMMetadataRef node; /* NULL: void */
  LLVMMetadataRef said; /* the same as the source has it: by a typedef */
} ctype;

typedef struct ctype_member {
  const char *name; /* of 'len' letters; none of an anonymous one */
  size_t len;
  uint64_t bit_offset, bits;
  bool is_bit_field;
  ctype ctype;
} ctype_member;

typedef VEC (ctype) ctype_vec;
typedef VEC (ctype_member) member_vec;

/* Of this node of a type; NULL is void. */
ctype ctype_of (LLVMContextRef, LLVMMetadataRef);

/* Of a variable, local or not, as its debug info has it. */
ctype ctype_of_variable (LLVMContextRef, LLVMMetadataRef);

/* What a pointer points to, what an array is made of after its first dimension
 * ("number of elements" counts all dimensions), or what a function returns.
 */
ctype ctype_target (ctype);
uint64_t ctype_count_elements (ctype array);

/* Appends how many elements each dimension has, the outermost first. */
void ctype_dimensions (memory *, ctype array, u64_vec *);

bool ctype_is_enum (ctype);
bool ctype_is_file (ctype); /* the FILE of C */

/* The name that a typedef gave it, of 'len' letters; none: 0. */
const char *ctype_alias (ctype, size_t *len);

/* Of a struct, as LLVM calls it: its tag, or its typedef. */
const char *ctype_tag (ctype, size_t *len);

/* Appends the members of a struct or union in their order. */
void ctype_members (memory *, ctype, member_vec *);

/* Appends the values of an enumeration, with their number in 'bit_offset'. */
void ctype_enumerators (memory *, ctype, member_vec *);

/* Appends the parameters of a function with debug info; false without. */
bool ctype_params (memory *, LLVMValueRef function, ctype_vec *);

/* Those of a type of functions; do more follow, "..."? */
bool ctype_called_params (memory *, ctype function, ctype_vec *);

/* Its result; false without debug info. */
bool ctype_result (LLVMValueRef function, ctype *);

/* Is what the pointer points to const? */
bool ctype_is_constant (ctype pointer);

/* A call of llvm.dbg.declare or llvm.dbg.value, about the value 'place'. */
bool ctype_is_record (LLVMValueRef, LLVMValueRef *place);

/* Names the parameters that have no name in the module as they are in the
 * source, where debug info tells.
 */
void ctype_name_params (LLVMValueRef function);
