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

TEST (context_takes_over_options) {
  context c;
  context_init (&c);
  c.draft.quiet = true;
  c.draft.memory_limit = 77;
  context_apply_options (&c);
  CHECK_EQ (c.log.level, LEVEL_ERROR);
  CHECK_EQ (c.memory.limit, 77);
  context_release (&c);
}
