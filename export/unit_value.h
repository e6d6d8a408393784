#pragma once

/* The inputs of a driven function as C: variables for what its pointers point
 * to, and the arguments of the call.
 *
 *     struct pt p = {.x = 1};
 *     char p_name[16] = "n";
 *     ... at (&p, 3)
 */

#include "machine/outcome.h"
#include "program/datatype.h"
#include "suite/testcase.h"

/* How deep values are in others, and behind pointers: what is written is read
 * again. Deeper ones are damage. Those of one input count anew, as typed_print
 * has it.
 */
#define UNIT_NESTED 64

/* Where IEEE and x87 have the bits of a number of this size: those below the
 * exponent, of which x87 has one more above, always set.
 */
static inline unsigned unit_fraction (uint64_t size) {
  return size == 4 ? 23 : size == 8 ? 52 : 63;
}

static inline uint64_t unit_exponent (uint64_t size) {
  return size == 4 ? 0xff : size == 8 ? 0x7ff : 0x7fff;
}

typedef struct unit_values {
  memory *mem;
  bool is_cxx;
  const testcase *test;
  const outcome *outcome; /* what the function frees was allocated */
  char_vec declarations;  /* lines, indented by two */
  char_vec after;         /* the call: what is freed */
  char_vec arguments;     /* "&p, 3" */
  char_vec stubs;         /* functions that are passed: their definitions */
  char_vec words;         /* for a name: "1_3", cut short */
  bool is_supported;
} unit_values;

/* {0} with memory, test and outcome before. */
void unit_values_make (unit_values *);
void unit_values_release (unit_values *);

/* The variable of the object of this name: "p_name" of "p.name"; false: it has
 * none. 'is_array': it is its own address.
 */
bool unit_variable (const testcase *, const char *name, memory *, char_vec *out,
                    const datatype **type);

/* Is the variable of the object of this name a pointer to it? So where the
 * function frees it; and where it goes wrong, since sanitizers see most of what
 * is beyond an object on the heap.
 */
bool unit_is_allocated (const unit_values *, const char *name);

/* Appends a declaration: "char name[16]". False: the type has no name. */
bool unit_declare (const datatype *, const char *name, memory *, char_vec *out);

/* Appends the name of the input, or object, of an element of an array: "p[1]".
 * An array of one has its own name, unless that is a pointer.
 */
void unit_element (const char *name, const datatype *, uint64_t i, memory *,
                   char_vec *out);

/* Is the input the parameter, or behind it? */
bool unit_is_of (const named_type *param, const char *name);

/* The input of this name, or NULL. */
const testinput *unit_input (const testcase *, const char *name);
