#pragma once

/* What a test of a driven function has chosen besides values
 * (program/harness_pass.c): pointers that are null, or the same as others. An
 * error may depend on that, or on how much is behind a pointer, which is a
 * guess. Then it is no error of the function alone.
 */

#include "suite/testcase.h"

typedef enum error_class {
  ERROR_CERTAIN, /* it can happen */
  ERROR_ONLY_IF, /* no caller that is there passes what it takes */
  ERROR_MISUSE,  /* nobody calls it here: whoever does may pass it */
  ERROR_CLASSES
} error_class;

const char *error_class_name (error_class); /* "error", "only_if", "misuse" */

/* Of the fault that a test shows; appends what the function must be called with
 * for it, "s == NULL", if it depends on that.
 */
error_class choices_class (const testcase *, char_vec *only_if);

/* Has an index a value, or a string no end, with which callers are wrong,
 * whatever becomes of it?
 */
bool choices_are_wrong (const testcase *);

/* Is the input a choice? Its name has the pointer, and after '=' which other
 * one it is.
 */
bool choices_are (const testinput *, const char **pointer);

/* The choice of this test about a pointer: NULL, if it is nothing special. */
const testinput *choices_find (const testcase *, const char *pointer);

/* Is an input behind a pointer that leads elsewhere in this test? */
bool choices_hide (const testcase *, const testinput *);

/* How many bytes are behind the pointer of this name; false: no input says. */
bool choices_size (const testcase *, const char *pointer, uint64_t *bytes);
