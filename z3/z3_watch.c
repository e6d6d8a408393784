/* The watch over checks of Z3. See z3_priv.h. */

#include "z3/z3_priv.h"

#include <signal.h>
#include <time.h>
#include <unistd.h>

#define MEMORY_PERIOD 5000000 /* ns between looks at the memory */
#define REPEAT_PERIOD 1000000 /* ns between interrupts of one check */

static reason find_reason (watch *w, uint64_t now) {
  if (atomic_load (&w->is_interrupted))
    return REASON_INTERRUPTED;
  if (w->deadline && now >= w->deadline)
    return REASON_TIMEOUT;
  if (w->memory_limit && Z3_get_estimated_alloc_size () > w->memory_limit)
    return REASON_MEMORY;
  return REASON_NONE;
}

/* Returns when to look again, 0 for not before somebody calls. Z3 does not
 * hear an interrupt that comes before it really started, hence the repeats.
 */
static uint64_t z3_watch_look (watch *w) {
  if (!w->running)
    return 0;
  uint64_t now = clock_now ();
  if (w->why == REASON_NONE)
    w->why = find_reason (w, now);
  if (w->why != REASON_NONE) {
    Z3_interrupt (w->running);
    return now + REPEAT_PERIOD;
  }
  if (w->memory_limit && (!w->deadline || w->deadline > now + MEMORY_PERIOD))
    return now + MEMORY_PERIOD;
  return w->deadline;
}

static void wait_until (watch *w, uint64_t time) {
  struct timespec t = {.tv_sec = (time_t) (time / CLOCK_SECOND),
                       .tv_nsec = (long) (time % CLOCK_SECOND)};
  if (time)
    (void) sem_clockwait (&w->call, CLOCK_MONOTONIC, &t);
  else
    (void) sem_wait (&w->call);
}

static void *keep_watch (void *data) {
  watch *w = data;
  uint64_t next = 0;
  for (;;) {
    wait_until (w, next);
    pthread_mutex_lock (&w->lock);
    bool is_over = w->is_over;
    next = z3_watch_look (w);
    pthread_mutex_unlock (&w->lock);
    if (is_over)
      return NULL;
  }
}

void watch_init (watch *w, size_t memory_limit) {
  *w = (watch) {.memory_limit = memory_limit, .owner = getpid ()};
  sem_init (&w->call, 0, 0);
  pthread_mutex_init (&w->lock, NULL);
}

void watch_release (watch *w) {
  w->is_over = true;
  if (w->has_thread) {
    sem_post (&w->call);
    pthread_join (w->thread, NULL);
  }
  sem_destroy (&w->call);
  pthread_mutex_destroy (&w->lock);
}

/* After a fork the thread is the parent's. */
static void own (watch *w) {
  if (w->owner == getpid ())
    return;
  w->owner = getpid ();
  w->has_thread = false;
  sem_init (&w->call, 0, 0);
  pthread_mutex_init (&w->lock, NULL);
}

/* Signals are for the threads of the program. */
static bool need_thread (watch *w) {
  sigset_t all, before;
  own (w);
  if (w->has_thread)
    return true;
  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, &before);
  w->has_thread = !pthread_create (&w->thread, NULL, keep_watch, w);
  pthread_sigmask (SIG_SETMASK, &before, NULL);
  return w->has_thread;
}

bool watch_start (watch *w, Z3_context ctx, uint64_t deadline) {
  if (!need_thread (w))
    return false;
  pthread_mutex_lock (&w->lock);
  w->running = ctx;
  w->deadline = deadline;
  w->why = REASON_NONE;
  pthread_mutex_unlock (&w->lock);
  if (deadline || w->memory_limit || atomic_load (&w->is_interrupted))
    sem_post (&w->call);
  return true;
}

reason watch_stop (watch *w) {
  pthread_mutex_lock (&w->lock);
  w->running = NULL;
  pthread_mutex_unlock (&w->lock);
  return w->why;
}

bool watch_is_ending (watch *w) {
  pthread_mutex_lock (&w->lock);
  bool res = w->why != REASON_NONE;
  pthread_mutex_unlock (&w->lock);
  return res;
}

void watch_interrupt (watch *w) {
  atomic_store (&w->is_interrupted, true);
  sem_post (&w->call);
}
