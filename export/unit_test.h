#pragma once

/* One test of a driven function as C: what a person would write.
 *
 *     static void tri_when_b_is_c_returns_3 (void **unused) {
 *       (void) unused;
 *       assert_int_equal (tri (1, 1, 1), 3);
 *     }
 */

#include "export/retrace.h"
#include "export/unit_format.h"
#include "export/unit_name.h"

/* Functions that a test which prints needs in its file: their names, with the
 * stream's suffix, and their text, for unit_put with stream and suffix.
 */
#define UNIT_CAPTURE "reprise_capture"
#define UNIT_PRINTED "reprise_printed"
extern const char unit_capture[];

typedef struct unit_stream {
  const char *name, *suffix;
  const char *text; /* variable */
} unit_stream;

#define UNIT_STREAMS 2
extern const unit_stream unit_streams[UNIT_STREAMS];

/* A check is a part of the body. */
typedef struct unit_check {
  unit_check_kind kind;
  bool is_of_result;
  size_t at, len;  /* in the body */
  size_t declared; /* bytes before it that declare what is expected */
  char_vec what, value;
} unit_check;

typedef struct unit_test {
  uint32_t path, answer; /* retraced */
  bool is_fault;
  bool is_more; /* for a boundary, or a longer way: not the first of its path */
  char_vec outcome;               /* "returns_3" */
  char_vec when[UNIT_CONDITIONS]; /* "b_is_c" */
  char_vec words;          /* of the arguments, to tell names apart: "1_1_1" */
  char_vec name;           /* all that, as it is in the file */
  char_vec call;           /* of the function: "tri (1, 1, 1)" */
  char_vec body;           /* lines between head and closing brace */
  VEC (unit_check) checks; /* in their order in the body */
  bool is_unsure; /* whether it can be repeated: the function keeps something
                     that a test cannot put back */
  char_vec stubs; /* functions that it passes, each with a NUL */
} unit_test;

/* What all tests of a file are about. */
typedef struct unit_subject {
  const unit_format *format;
  const program *program;
  const map *written; /* keys (behaviour_part) of what the function writes on
                         some path; on others it is checked to be as it was */
  const char *header; /* NULL, or the text of all that tests include of it:
                         other variables have no name there */
} unit_subject;

/* False: it cannot be written as C. Of a fault there is the call alone. */
bool unit_test_make (unit_test *, const unit_subject *, retrace *,
                     const retraced *, memory *);

/* Takes checks out of the body: those that are not in 'holds', which has one
 * for each. False: none is left of some.
 */
bool unit_test_settle (unit_test *, const bool *holds, memory *);
void unit_test_release (unit_test *, memory *);
