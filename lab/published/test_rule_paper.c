/* Algorithm 1 of the paper on test-suite maintenance. At a branch, the tests of
 * the path are split; a side that gets none is impossible, unless some test is
 * invalid: then the range is explored, and solved.
 *
 * The paper leaves open what validates a test beyond its values, which always
 * take some side. "An old test takes the same exact path generating the old
 * path condition": so a test is valid as long as its path is executed by
 * unchanged code (test_rule.h). This gives the 3 new tests of its example,
 * where line 4 is on two paths and line 8 on one.
 *
 * It believes that the old tests take all sides that were possible.
 */

#include "lab/published/published.h"

#include "explore/test_rule.h"

static bool paper_find (explorer *e, state *s, uint32_t n, const term *guard,
                        uint32_t *takes) {
  const pending *p = s->extra;
  bool do_all_fit = p->seeds.len != 0;
  for (size_t i = 0; i < p->seeds.len; i++) {
    uint32_t test = p->seeds.data[i];
    uint32_t k = explorer_side_of (e, s, test, n, guard);
    if (k < n && !explorer_show (e, s, test, k, guard[k]))
      k = n;
    do_all_fit &= k < n;
    takes[i] = k;
  }
  if (do_all_fit)
    explorer_miss (e, s, n);
  return do_all_fit;
}

const test_rule published_test_rule = {.name = "paper", .find = paper_find};
