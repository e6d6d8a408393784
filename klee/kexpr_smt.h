#pragma once

/* A KQuery question as SMT-LIB: is there a case where it does not hold? */

#include "klee/kquery_read.h"

/* How what is used twice is written. */
typedef enum kexpr_sharing {
  KEXPR_LET,   /* (let ((?B1 ...)) ...) */
  KEXPR_NAMED, /* (! ... :named ?B1) where it is first */
  KEXPR_TWICE
} kexpr_sharing;

void kexpr_write_smt (kexprs *, kexpr_sharing, const kquery_question *,
                      char_vec *out);
