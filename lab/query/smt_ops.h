#pragma once

/* The operators of SMT-LIB's theories, applied to terms. */

#include "base/status.h"
#include "term/smt_write.h"

typedef enum smt_op {
  OP_NONE,
#define OP(NAME, ...) OP_##NAME,
#include "lab/query/smt_ops.def"
  OP_COUNT
} smt_op;

/* What arguments must be. */
typedef enum smt_needs {
  NEEDS_ANY,
  NEEDS_BOOL,
  NEEDS_SAME,   /* one sort */
  NEEDS_ITE,    /* a Bool and two of one sort */
  NEEDS_BV,     /* bit-vectors of one width */
  NEEDS_WIDTHS, /* bit-vectors */
  NEEDS_INT,
  NEEDS_ARRAY, /* an array, its index, its element */
  NEEDS_FLOAT  /* numbers and the like: smt_number.h, not smt_apply */
} smt_needs;

typedef struct smt_op_info {
  const char *name;
  uint8_t n_indices;
  uint8_t least, most; /* arguments; 'most' 0 = any number */
  smt_needs needs;
  kind kind; /* KIND_CONST when the operator is derived */
} smt_op_info;

extern const smt_op_info smt_op_table[OP_COUNT];

/* Constants of more bits are refused, so that a short text cannot make
 * numbers of any size.
 */
#define SMT_MAX_BITS (1u << 20)
#define SMT_MAX_DISTINCT 1000u

/* False: that many arguments are wrong, which the trouble says. */
bool smt_check_count (smt_op, size_t n, trouble *);

/* The application, or TERM_NONE with the trouble set. 'index' are the
 * numerals of an indexed operator; the first is the code of the array sort
 * for OP_CONST_ARRAY. Linear in 'n' but for distinct.
 */
term smt_apply (terms *, smt_op, const uint64_t index[2], size_t n,
                const term *arg, trouble *);
