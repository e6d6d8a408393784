#pragma once

/* Tests executed again by our machine with symbolic inputs, each along its own
 * path: what the path demands of the inputs, and what it answers. No solver is
 * asked: the values of the test decide.
 */

#include "base/map.h"
#include "machine/outcome.h"
#include "program/datatype.h"
#include "suite/testcase.h"

typedef struct retrace retrace;

#define RETRACE_TIME (10 * CLOCK_SECOND) /* for one test */

/* The options of the context are those of the run that made the tests. argv is
 * borrowed.
 */
retrace *retrace_new (context *, program *, int argc, const char *const *argv);
void retrace_free (retrace *);

/* A branch that the path took. */
typedef struct retraced_decision {
  term guard;    /* holds on it */
  uint64_t site; /* digest of place and alternative; 0: not in the user's code
                  */
} retraced_decision;

typedef struct retraced {
  bool is_same;    /* it took the inputs of the test, and ends as it did */
  bool answers_so; /* and answers so */
  bool is_lost;    /* it could not be followed to an end */
  uint32_t path;   /* digest of what the path demands of inputs */
  uint32_t answer; /* and of what it answers and how it ends, as terms: a test
                      with both is good for all values on the path */
  testcase test;
  outcome outcome; /* with its values */
} retraced;

/* Along the path of the test, with its values. Valid until the next. */
void retrace_follow (retrace *, const testcase *, uint64_t deadline,
                     retraced *out);

/* Where the values of the test lead now, whatever its end was: that of 'out'
 * is the one they lead to. False: none that a test could have.
 */
bool retrace_try (retrace *, const testcase *, uint64_t deadline,
                  retraced *out);

/* Boundaries that these values are at count as met. */
void retrace_note_met (retrace *, map *met);

/* After that, the same path with friendly values (friendly.h), and with those
 * at the boundary of its branches that is not in 'met' yet (boundary.h). How
 * many boundaries it met; 'is_more': others would take another test. NULL: none
 * is looked for. 'written': keys (behaviour_part) of what some path writes.
 * 'is_ordinary': what is preferred and holds (machine/driven.h) has to hold
 * then; of an error it has in any case.
 */
unsigned retrace_improve (retrace *, map *met, const map *written,
                          bool is_ordinary, bool *is_more, retraced *out);

/* Is something of the answer computed from inputs? */
bool retrace_is_computed (retrace *);

/* Of the path that was followed: what it answers, as terms; branches; blocks of
 * the user's code, with their ways (machine_take_blocks).
 */
const outcome *retrace_answer (const retrace *);
const retraced_decision *retrace_decisions (const retrace *, size_t *n);
const u32_vec *retrace_blocks (const retrace *);
term retrace_pivot (const retrace *); /* a boundary that was met, or none */
const terms *retrace_terms (const retrace *);

/* The input, or bit-field, that is this many bits of a leaf, from 'low' on, as
 * C names it: "s[2]". The type is that of the number. False: there is none.
 */
bool retrace_leaf (const retrace *, term leaf, unsigned low, unsigned bits,
                   memory *, char_vec *name, datatype *);

/* reach_equation */
bool retrace_equation (retrace *, term, term *x, term *y);
