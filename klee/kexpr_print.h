#pragma once

/* KQuery as KLEE prints it: lines that are indented below what they belong to,
 * what is used twice with a label (N0:, U0:) where it is first.
 */

#include "klee/kquery_read.h"

typedef struct kexpr_style {
  bool has_bytes;         /* reads of several bytes one by one */
  bool has_widths;        /* of conditions, too */
  bool has_number_widths; /* (w32 5), everywhere */
} kexpr_style;

void kexpr_print_array (const kexprs *, const kexpr_array *, char_vec *out);
void kexpr_print_query (const kexprs *, const kexpr_style *,
                        const kquery_question *, char_vec *out);
