#pragma once

/* Reading KQuery, the language of KLEE's .kquery files. */

#include "base/map.h"
#include "term/term.h"

/* Everything is a bit-vector; one of one bit is a condition. */
typedef struct kquery_array {
  const char *name;
  term term; /* from 32 bits to bytes */
  uint64_t size;
} kquery_array;

typedef VEC (kquery_array) kquery_array_vec;

/* (query [constraints] question [values] [arrays]) */
typedef struct kquery_question {
  term_vec constraints; /* Bool */
  term question;        /* Bool */
  term_vec values;
  kquery_array_vec arrays;
} kquery_question;

typedef struct kquery_reader kquery_reader;

/* The text must outlive it. Messages go to standard error as
 * "NAME:LINE:COLUMN: error: TEXT".
 */
kquery_reader *kquery_reader_new (memory *, terms *, const char *name,
                                  const char *text, size_t len);
void kquery_reader_free (kquery_reader *);

/* The next question; false: there is none. What it has is the reader's, until
 * the next call.
 */
bool kquery_read (kquery_reader *, kquery_question **);

/* So many errors were told. */
unsigned kquery_reader_errors (const kquery_reader *);
