/* Time: starts at a fixed date, moves by a microsecond whenever somebody
 * looks and by as much as somebody sleeps. Paths repeat exactly, and a loop
 * that waits by sleeping ends.
 */

#include "system.h"

#include <errno.h>
#include <string.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>

#define SECOND 1000000000ul

uint64_t __reprise_elapsed;
#define elapsed __reprise_elapsed

static unsigned long look (void) {
  reprise_bound ("a fixed clock");
  return elapsed += 1000 + __reprise_facts[FACT_CLOCK];
}

static void sleep_for (const struct timespec *t) {
  elapsed += (unsigned long) t->tv_sec * SECOND + (unsigned long) t->tv_nsec;
}

static unsigned long since_epoch (unsigned long ns) {
  return SYSTEM_START + __reprise_facts[FACT_CLOCK] + ns / SECOND;
}

void __reprise_now (struct timespec *to) {
  to->tv_sec = (time_t) since_epoch (elapsed);
  to->tv_nsec = (long) (elapsed % SECOND);
}

/* a: which clock. Only two count from the epoch; the others from the start. */
static unsigned long seconds_of (long clock, unsigned long ns) {
  int is_calendar = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
  return is_calendar ? since_epoch (ns) : ns / SECOND;
}

system_call (clock_gettime) {
  if ((unsigned long) a > CLOCK_TAI)
    return -EINVAL;
  unsigned long ns = look ();
  *(struct timespec *) b =
      (struct timespec) {.tv_sec = seconds_of (a, ns), .tv_nsec = ns % SECOND};
  return 0;
}

system_call (clock_getres) {
  if (b)
    *(struct timespec *) b = (struct timespec) {.tv_nsec = 1000};
  return 0;
}

system_call (gettimeofday) {
  unsigned long ns = look ();
  *(struct timeval *) a = (struct timeval) {.tv_sec = since_epoch (ns),
                                            .tv_usec = ns % SECOND / 1000};
  return 0;
}

system_call (time) {
  long now = (long) since_epoch (look ());
  if (a)
    *(time_t *) a = now;
  return now;
}

system_call (times) {
  memset ((void *) a, 0, sizeof (struct tms));
  return (long) (look () / 10000000);
}

static int is_span (const struct timespec *t) {
  return t->tv_sec >= 0 && (unsigned long) t->tv_nsec < SECOND;
}

system_call (nanosleep) {
  if (!is_span ((const struct timespec *) a))
    return -EINVAL;
  sleep_for ((const struct timespec *) a);
  return 0;
}

/* a: clock, b: flags, c: how long or until when */
system_call (clock_nanosleep) {
  const struct timespec *t = (const struct timespec *) c;
  if (!is_span (t))
    return -EINVAL;
  if (!(b & TIMER_ABSTIME)) {
    sleep_for (t);
    return 0;
  }
  unsigned long from = seconds_of (a, 0);
  unsigned long until =
      ((unsigned long) t->tv_sec - from) * SECOND + (unsigned long) t->tv_nsec;
  if (t->tv_sec >= (time_t) from && until > elapsed)
    elapsed = until;
  return 0;
}

system_call (getitimer) {
  memset ((void *) b, 0, sizeof (struct itimerval));
  return 0;
}
