#pragma once

/* Reading KQuery, the language of KLEE's .kquery files. */

#include "klee/kexpr.h"

/* (query [constraints] question [values] [arrays]) */
typedef struct kquery_question {
  kexpr_vec constraints; /* of one bit */
  kexpr question;        /* of one bit */
  kexpr_vec values;
  u32_vec arrays; /* by their numbers */
} kquery_question;

typedef struct kquery_reader kquery_reader;

/* The text must outlive it. Messages go to standard error as
 * "NAME:LINE:COLUMN: error: TEXT".
 */
kquery_reader *kquery_reader_new (kexprs *, const char *name, const char *text,
                                  size_t len);
void kquery_reader_free (kquery_reader *);

/* The next question; false: there is none. What it has is the reader's, until
 * the next call.
 */
bool kquery_read (kquery_reader *, kquery_question **);

/* From here on arrays have to be declared again. */
void kquery_reader_forget (kquery_reader *);

/* So many errors were told. */
unsigned kquery_reader_errors (const kquery_reader *);
