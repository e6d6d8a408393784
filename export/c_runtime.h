#pragma once

/* The parts of an exported C file that do not depend on the program: the files
 * of runtime/export.
 */

extern const char c_runtime_inputs[]; /* reprise_take */
extern const char c_runtime_klee[];   /* functions that programs call to get
                                         inputs, and the like, each behind an
                                         empty line */
extern const char c_runtime_run[];    /* one test in a process of its own */
extern const char c_runtime_main[];
extern const char c_runtime_cmocka[];
