#include "context/context.h"

#include "base/clock.h"
#include "test.h"

#include <unistd.h>

TEST (phases_sum_to_total) {
  phases p;
  uint64_t start = clock_now ();
  phases_init (&p);
  phase_start (&p, PHASE_PARSE);
  usleep (2000);
  phase_start (&p, PHASE_SIMPLIFY);
  usleep (4000);
  phase_stop (&p, PHASE_SIMPLIFY);
  phase_stop (&p, PHASE_PARSE);
  usleep (1000);
  uint64_t total = phases_total (&p);
  CHECK (total <= clock_now () - start);
  CHECK (total >= 7000000);
  CHECK (p.time[PHASE_PARSE] >= 2000000);
  CHECK (p.time[PHASE_SIMPLIFY] >= 4000000);
  CHECK (p.time[PHASE_OTHER] >= 1000000);
  CHECK_EQ (p.time[PHASE_PARSE] + p.time[PHASE_SIMPLIFY] + p.time[PHASE_OTHER],
            total);
  CHECK_EQ (p.starts[PHASE_SIMPLIFY], 1);
}

TEST (budgets) {
  budget none = {0};
  CHECK_EQ (budget_remaining (&none), BUDGET_FOREVER);
  CHECK (!budget_is_over (&none));

  budget b;
  budget_init (&b, 1000000, NULL);
  CHECK (budget_remaining (&b) <= 1000000);
  usleep (1500);
  CHECK_EQ (budget_check (&b), BUDGET_TIME);
  CHECK_EQ (budget_remaining (&b), 0);

  budget_init (&b, UINT64_MAX, NULL);
  CHECK (!budget_is_over (&b));
  budget inner = budget_within (&none, CLOCK_SECOND);
  CHECK (budget_remaining (&inner) <= CLOCK_SECOND);
  budget tighter = budget_within (&inner, 5 * CLOCK_SECOND);
  CHECK_EQ (tighter.deadline, inner.deadline);
}

TEST (memory_budget) {
  memory m = {.limit = 1000};
  budget b;
  budget_init (&b, 0, &m);
  CHECK (!budget_is_over (&b));
  void *block = memory_alloc (&m, 2000);
  CHECK_EQ (budget_check (&b), BUDGET_MEMORY);
  memory_free (&m, block, 2000);
  CHECK (!budget_is_over (&b));
  CHECK_EQ (m.live, 0);
}

TEST (context_takes_over_options) {
  context c;
  context_init (&c);
  c.options.quiet = true;
  c.options.memory_limit = 77;
  context_apply_options (&c);
  CHECK_EQ (c.log.level, LEVEL_ERROR);
  CHECK_EQ (c.memory.limit, 77);
  context_release (&c);
}
