#include "fleet/crew.h"

#include "test.h"

#include <signal.h>
#include <time.h>

/* Until nobody works; units that died are started again, and end. */
static void wait_for_all (crew *c) {
  u32_vec restart = {0};
  while (crew_look (c, &restart)) {
    for (size_t i = 0; i < restart.len; i++)
      if (crew_start (c, restart.data[i]))
        crew_done (c);
    vec_clear (&restart);
    nanosleep (&(struct timespec) {0, 1000000}, NULL);
  }
  vec_release (c->mem, &restart);
}

static unsigned count (const crew *c, int what) {
  unsigned n = 0;
  for (uint32_t i = 1; i < c->n_members; i++)
    n += c->member[i].state == what;
  return n;
}

TEST (crew_members_end) {
  memory mem = {0};
  logger log = {0};
  crew *c = crew_new (&mem, &log, 2, 2);
  for (uint32_t u = 0; u < 2; u++)
    if (crew_start (c, u))
      crew_done (c);
  wait_for_all (c);
  CHECK_EQ (count (c, MEMBER_DONE), 2);
  CHECK (!crew_has_lost (c, 0));
  crew_free (c);
  CHECK_EQ (mem.live, 0);
}

TEST (crew_starts_again_who_died) {
  memory mem = {0};
  logger log = {0};
  crew *c = crew_new (&mem, &log, 1, 1);
  if (crew_start (c, 0))
    raise (SIGKILL);
  wait_for_all (c);
  CHECK_EQ (count (c, MEMBER_FORGOTTEN), 1);
  CHECK_EQ (count (c, MEMBER_DONE), 1);
  CHECK_EQ (c->tries[0], 1);
  crew_free (c);
  CHECK_EQ (mem.live, 0);
}
