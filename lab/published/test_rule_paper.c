/* The rule of the paper on test-suite maintenance: while all tests of a path
 * fit, what none of them takes is impossible. It may miss paths.
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

const test_rule published_test_rule = {"paper", paper_find};
