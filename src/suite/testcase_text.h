#pragma once

/* Tests for people, a line each; and what others who show them have to know. */

#include "program/datatype.h"
#include "suite/testcase.h"
#include "suite/typed_value.h"

/* "exit 3", "out_of_bounds at a.c:7", "cut: ..." */
void testcase_describe (const testcase *, memory *, char_vec *out);

/* One line: number, end, inputs in short. */
void testcase_print_line (const testcase *, FILE *);

/* Appends the inputs of that line: a few, each cut short. With a NUL that is
 * not counted.
 */
void testcase_inputs (const testcase *, char_vec *out);

/* "tri(3, 3, 3)", "f with p.x=1:", "with stdin=\"a\":", or nothing: what a
 * sentence about the test begins with. With a NUL that is not counted.
 */
void testcase_call (const testcase *, char_vec *out);

/* The type of an input; BYTES if nobody knows it. */
datatype testcase_type (const testcase *, const testinput *);

/* Of an input, what the program can see: an array may be shorter. */
typedef struct seen_input {
  testinput part;
  datatype type; /* of the part */
  bool is_exact; /* a text; zeros at its end are part of it */
} seen_input;
seen_input testcase_see (const testcase *, const testinput *);

/* The input that says how much of this one there is, or NULL. */
const testinput *testcase_size_of (const testcase *, const testinput *);

/* Is it nothing for people, or told with another one? */
bool testcase_hides (const testcase *, const testinput *);

/* Appends "x=3", and the 3 of it. */
void testcase_input (const testcase *, const testinput *, char_vec *out);
void testcase_value (const testcase *, const testinput *, typed_form,
                     char_vec *out);

/* Bit-fields that follow each other are one input (program/harness.c), with
 * the name of the first: they are shown one by one. Returns the length of the
 * name before those of fields, 0: it is something else. Then the name of one.
 */
size_t testcase_fields (const testinput *, const datatype *);
void testcase_field_name (const testinput *, size_t stem,
                          const datatype_member *, char_vec *out);

/* As JSON, a new reference. Names and messages are bytes of the program under
 * test; what is not UTF-8 must not take what it belongs to out of a report: it
 * has '?' for every byte that is not ASCII. Never NULL.
 */
json_t *testcase_text_json (const char *);
