#include "base/heartbeat.h"

#include "base/clock.h"
#include "base/work_clock.h"

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <time.h>

struct heartbeat {
  memory *mem;
  uint64_t period;
  heartbeat_call *call;
  void *owner;
  pthread_t thread;
  sem_t is_over;
};

static void *heartbeat_beat (void *data) {
  heartbeat *h = data;
  for (;;) {
    uint64_t next = clock_now () + h->period;
    struct timespec t = {.tv_sec = (time_t) (next / CLOCK_SECOND),
                         .tv_nsec = (long) (next % CLOCK_SECOND)};
    if (!sem_clockwait (&h->is_over, CLOCK_MONOTONIC, &t))
      return NULL;
    h->call (h->owner);
  }
}

/* Signals are for the threads of the program. */
static bool heartbeat_start (heartbeat *h) {
  sigset_t all, before;
  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, &before);
  bool is_there = !pthread_create (&h->thread, NULL, heartbeat_beat, h);
  pthread_sigmask (SIG_SETMASK, &before, NULL);
  return is_there;
}

static void heartbeat_drop (heartbeat *h) {
  sem_destroy (&h->is_over);
  memory_free (h->mem, h, sizeof *h);
}

heartbeat *heartbeat_new (memory *mem, uint64_t period, heartbeat_call *call,
                          void *owner) {
  heartbeat *h = memory_zalloc (mem, sizeof *h);
  *h = (heartbeat) {.mem = mem, .period = period, .call = call, .owner = owner};
  sem_init (&h->is_over, 0, 0);
  if (work_clock_is_on ())
    work_clock_beat (period, call, owner);
  if (work_clock_is_on () || heartbeat_start (h))
    return h;
  heartbeat_drop (h);
  return NULL;
}

void heartbeat_free (heartbeat *h) {
  if (!h)
    return;
  if (work_clock_is_on ())
    work_clock_beat (h->period, NULL, NULL);
  else {
    sem_post (&h->is_over);
    pthread_join (h->thread, NULL);
  }
  heartbeat_drop (h);
}
