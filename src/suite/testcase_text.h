#pragma once

/* Tests for people, and as JSON. */

#include "program/datatype.h"
#include "suite/testcase.h"

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

/* Everything. */
void testcase_print (const testcase *, FILE *);

/* JSON: new references. */
json_t *testcase_json (const testcase *);

/* Names and messages are bytes of the program under test; what is not UTF-8
 * must not take what it belongs to out of a report: it has '?' for every byte
 * that is not ASCII. Never NULL.
 */
json_t *testcase_text_json (const char *);
