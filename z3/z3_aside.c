/* Checks of Z3 by a thread of their own. See z3_priv.h.
 *
 * Who asks waits for the thread, looking now and then whether the watch wants
 * the check to end. State changes once, and who comes second knows it: the
 * thread is done, or was left behind and removes what it worked on.
 *
 * A fork while such a thread runs copies Z3's locks as they are. It holds one
 * rarely and shortly, so this is accepted.
 */

#include "z3/z3_priv.h"

#include <errno.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#define LOOK_EVERY (CLOCK_SECOND / 200)
#define PATIENCE 4 /* looks at a check that was told to end */
#define MAX_LEFT 8 /* then we wait, however long it takes */
#define STACK ((size_t) 256 << 20)

enum { RUNNING, DONE, LEFT };

typedef struct errand {
  Z3_context ctx;
  Z3_solver solver;
  ast_vec assumptions;
  Z3_lbool result;
  pthread_t thread;
  pid_t owner;
  sem_t end;
  atomic_int state;
} errand;

void aside_init (aside *a, memory *mem) { *a = (aside) {.mem = mem}; }

static void z3_aside_drop (aside *a, errand *e) {
  sem_destroy (&e->end);
  vec_release (a->mem, &e->assumptions);
  memory_free (a->mem, e, sizeof *e);
}

/* In a child of a fork the threads are the parent's. */
static void reap (aside *a) {
  size_t n = 0;
  for (size_t i = 0; i < a->left.len; i++) {
    errand *e = a->left.data[i];
    if (e->owner == getpid () && pthread_tryjoin_np (e->thread, NULL))
      a->left.data[n++] = e;
    else
      z3_aside_drop (a, e);
  }
  a->left.len = n;
}

void aside_release (aside *a) {
  for (size_t i = 0; i < a->left.len; i++) {
    errand *e = a->left.data[i];
    if (e->owner == getpid ())
      pthread_join (e->thread, NULL);
    z3_aside_drop (a, e);
  }
  vec_release (a->mem, &a->left);
}

static Z3_lbool z3_aside_check (const errand *e) {
  const ast_vec *v = &e->assumptions;
  return v->len ? Z3_solver_check_assumptions (e->ctx, e->solver,
                                               (unsigned) v->len, v->data)
                : Z3_solver_check (e->ctx, e->solver);
}

static void *work (void *data) {
  errand *e = data;
  e->result = z3_aside_check (e);
  if (atomic_exchange (&e->state, DONE) == LEFT)
    Z3_del_context (e->ctx);
  sem_post (&e->end);
  return NULL;
}

/* Z3 goes deep; signals are for the threads of the program. */
static bool z3_aside_start (errand *e) {
  pthread_attr_t attr;
  sigset_t all, before;
  if (sem_init (&e->end, 0, 0) || pthread_attr_init (&attr))
    return false;
  pthread_attr_setstacksize (&attr, STACK);
  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, &before);
  int error = pthread_create (&e->thread, &attr, work, e);
  pthread_sigmask (SIG_SETMASK, &before, NULL);
  pthread_attr_destroy (&attr);
  return !error;
}

/* Is it over within one look? */
static bool ends (errand *e) {
  uint64_t until = clock_now () + LOOK_EVERY;
  struct timespec t = {.tv_sec = (time_t) (until / CLOCK_SECOND),
                       .tv_nsec = (long) (until % CLOCK_SECOND)};
  int res;
  while ((res = sem_clockwait (&e->end, CLOCK_MONOTONIC, &t)) && errno == EINTR)
    ;
  return !res;
}

static bool wait_for (aside *a, watch *w, errand *e) {
  for (unsigned looks = 0; !ends (e);) {
    looks += watch_is_ending (w);
    int running = RUNNING;
    if (looks > PATIENCE && a->left.len < MAX_LEFT &&
        atomic_compare_exchange_strong (&e->state, &running, LEFT))
      return false;
  }
  return true;
}

bool aside_check (aside *a, watch *w, Z3_context ctx, Z3_solver s,
                  const ast_vec *assumptions, Z3_lbool *out) {
  reap (a);
  errand *e = memory_zalloc (a->mem, sizeof *e);
  *e = (errand) {.ctx = ctx, .solver = s, .owner = getpid ()};
  for (size_t i = 0; assumptions && i < assumptions->len; i++)
    vec_push (a->mem, &e->assumptions, assumptions->data[i]);
  bool is_begun = z3_aside_start (e);
  if (is_begun && !wait_for (a, w, e)) {
    vec_push (a->mem, &a->left, e);
    return false;
  }
  if (is_begun)
    pthread_join (e->thread, NULL);
  *out = is_begun ? e->result : z3_aside_check (e);
  z3_aside_drop (a, e);
  return true;
}
