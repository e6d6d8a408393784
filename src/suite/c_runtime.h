#ifndef SUITE_C_RUNTIME_H
#define SUITE_C_RUNTIME_H

/* The parts of an exported C file that do not depend on the program. */

extern const char c_runtime_head[];   /* format: how to compile, cflags */
extern const char c_runtime_inputs[]; /* reprise_take */
extern const char c_runtime_nondet[]; /* format: 4 times length and name */
extern const char c_runtime_run[];    /* one test in a process of its own */
extern const char c_runtime_main[];
extern const char c_runtime_cmocka[];

/* Functions that programs call to get inputs, and the like. */
typedef struct c_runtime_function {
  const char *name, *text;
} c_runtime_function;
extern const c_runtime_function c_runtime_functions[]; /* ended by NULL */

#endif
