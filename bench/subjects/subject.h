#ifndef SUBJECTS_SUBJECT_H
#define SUBJECTS_SUBJECT_H

/* Inputs of the subjects. In the papers' model a name that ends in '#' gets a
 * number at every call, as the parameters of a method do that is executed
 * symbolically; other names stay as they are.
 */

#include <klee/klee.h>

static inline int symbol (const char *name) {
  int value;
  klee_make_symbolic (&value, sizeof value, name);
  return value;
}

/* From 'low' to 'high', both possible. */
static inline int symbol_within (const char *name, int low, int high) {
  int value = symbol (name);
  klee_assume (value >= low);
  klee_assume (value <= high);
  return value;
}

#endif
