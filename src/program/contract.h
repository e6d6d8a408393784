#pragma once

/* How much is behind the pointers that a function gets, learned from how it
 * and what it calls use them, from attributes, and from names:
 *
 * - for (i = 0; i < n; i++) p[i]: p has n elements; memcpy (q, p, n): bytes
 * - p[2 * i], p[y * width + x]: 2 * n, height * width elements; p[i % 10]: 10
 * - while (p != end) *p++: p ends at end
 * - p[40], memcpy (q, p, 64), for (i = 0; i < 32; i++) p[i]: at least so many
 * - p[i] == 0, strlen (p): p is a string
 * - char p[static 8]: p has 8 bytes
 * - struct { T *data; int len, cap; }: data has cap elements
 *
 * A field is that of the struct behind a parameter, by its offset. Indices of
 * parameters are LLVM's.
 */

#include "program/ctype.h"

/* A parameter, or a field behind it. */
typedef struct holder {
  uint32_t param; /* plus 1; 0: none of these */
  int32_t field;  /* offset in bytes, -1: the parameter itself */
} holder;

/* An index that is for who calls to keep inside: least <= by, if it has one,
 * and by + more <= below, or the count if that is nobody.
 */
typedef struct index_use {
  holder by, below;
  bool has_least;
  int32_t least, more;
} index_use;

#define CONTRACT_INDICES 4

typedef enum extent_kind {
  EXTENT_UNKNOWN,
  EXTENT_COUNT, /* as many elements as 'by' says */
  EXTENT_END,   /* up to 'by', a pointer */
  EXTENT_FIXED  /* 'bytes' */
} extent_kind;

/* What is seen of a pointer, the last three of a number that is compared. */
enum {
  SEEN_STRING = 1,     /* it ends with a NUL */
  SEEN_LETTERS = 2,    /* letters of it are compared with some */
  SEEN_FILLED = 4,     /* something of any length is copied to it */
  SEEN_WRITTEN = 8,    /* it is written to */
  SEEN_INDEXED = 16,   /* it has more than one element ... */
  SEEN_WALKED = 32,    /* ... or for all we see */
  SEEN_STORED = 64,    /* it is kept somewhere; numbers, too */
  SEEN_COMPARED = 128, /* with anything, also in sums */
  SEEN_SIZED = 256,    /* with a constant */
  SEEN_LIMITED = 512   /* the same, as a signed one */
};

typedef struct extent {
  holder of;
  uint8_t kind;
  unsigned seen;    /* a set of SEEN_ */
  bool in_bytes;    /* the count is one of bytes */
  bool is_signed;   /* so is the count, and the function compares it with some
                       constant: it may be negative */
  holder by, times; /* another number of which there are so many, or none */
  uint64_t scale;   /* so many of these, 1 or more */
  uint64_t per;     /* or one for each so many, rounded up; 0: not so */
  bool is_learned;  /* the number of bytes, too */
  bool is_checked;  /* the function looks whether the count is a constant */
  uint32_t n_indices;
  index_use index[CONTRACT_INDICES]; /* in elements */
  uint64_t bytes;
  uint64_t least;     /* bytes that are used in any case */
  uint64_t elements;  /* of an array inside the struct; 0: it is no such */
  LLVMValueRef table; /* an array of the program: 'of' is nobody; or NULL */
  const struct extent *also; /* of two versions: as much as that, if that is
                                more; or NULL */
} extent;

typedef VEC (extent) extent_vec;

/* Appends what is known, at most one for each pointer. */
void contract_learn (memory *, LLVMValueRef function, extent_vec *);

const extent *contract_find (const extent_vec *, holder of);

/* Which member of a struct says how many elements this one, a pointer, leads
 * to: 'count', of those that are used 'used'. False: none does.
 */
bool contract_members (const member_vec *, size_t pointer, size_t *count,
                       size_t *used);

/* Which member, a pointer, is the end of what this one points to, and which
 * one, if any, points between them: "at, end", "start, at, end". False: none
 * is.
 */
bool contract_member_end (const member_vec *, size_t pointer, size_t *middle,
                          size_t *end);

/* What those who call the function here pass as this parameter. */
typedef enum null_passed {
  NULL_UNKNOWN,
  NULL_PASSED,   /* one passes null, or what getenv and its like return */
  NULL_EXCLUDED, /* there are some, nobody else can, and none does */
  NULL_EXPECTED  /* the function itself looks whether it is */
} null_passed;

null_passed contract_null (LLVMValueRef function, unsigned param,
                           LLVMValueRef *call);

/* Does the function look whether this is null, or anyone whether this member of
 * a struct is, which leads to the next of its kind?
 */
bool contract_expects_null (memory *, LLVMValueRef function, holder);
bool contract_chain_ends (memory *, LLVMModuleRef, const char *tag, size_t len,
                          uint64_t offset);
