#pragma once

/* Tests executed by our machine, concretely. */

#include "suite/testcase.h"

typedef struct reference reference;

/* The options of the context are those of the run that made the tests. argv
 * is borrowed.
 */
reference *reference_new (context *, program *, int argc,
                          const char *const *argv);
void reference_free (reference *);
machine *reference_machine (reference *);

/* From now on a fact of the system (runtime/replay/facts.h) is another; 0: as
 * it always is.
 */
void reference_set (reference *, unsigned fact, uint64_t value);

/* The state is looked at when it has ended, took too long, or is past the end
 * of a test that was cut: right behind the block that wants more inputs.
 */
typedef void reference_look (void *owner, machine *, const state *);
void reference_show (reference *, const testcase *, uint64_t deadline,
                     void *owner, reference_look *);

/* The path of the test was cut before it took inputs that it has by now. */
bool reference_is_past (const state *, const testcase *);
