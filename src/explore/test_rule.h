#pragma once

/* What the tests of the last run decide, as --incremental says.
 *
 * "on" and "off" are ours: tests are witnesses, and a solver is asked where
 * they do not suffice. An extension (context/extension.h) may have one more
 * name, with a rule that may believe what tests do not prove. Then nothing is
 * carried over or kept for the next run; all tests are attached to the first
 * path, and after a fork to the paths that they take (pending.seeds).
 */

#include "explore/explorer.h"

typedef struct test_rule {
  const char *name;

  /* A question, of which the alternative of the witness is possible: fills in
   * which one each test takes that is attached to the path, n for none. True:
   * alternatives that are not possible by now are impossible. Where code on the
   * way to the question changed (guide.validates), it is not called: the tests
   * are invalid from there on, and everything is asked.
   */
  bool (*find) (explorer *, state *, uint32_t n, const term *guard,
                uint32_t *takes);

  /* The build whose last run has the tests; NULL, or of NULL: this one. */
  const char *(*build) (void);
} test_rule;

/* For rules. The alternative that the values of the test satisfy; n: none. */
uint32_t explorer_side_of (explorer *, state *, uint32_t test, uint32_t n,
                           const term *guard);

/* Alternative k is possible, if the values of the test show it and nothing else
 * has shown it before. Is it possible?
 */
bool explorer_show (explorer *, state *, uint32_t test, uint32_t k, term guard);

/* Paths may be missed, if there are alternatives that are not possible. */
void explorer_miss (explorer *, state *, uint32_t n);

bool incremental_is_off (const options *);

/* The rule that the options ask for; NULL: ours. */
const test_rule *test_rule_of (const context *);

/* ST_USAGE, or ST_ELSEWHERE without an extension, with one sentence in the
 * trouble, if --incremental is none of them.
 */
status incremental_check (context *);
