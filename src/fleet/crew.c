/* The main process and its members. All see one table in shared memory; a row
 * belongs to one process for ever:
 *
 *     main      enlists a row (STARTING), forks, reaps, asks for work
 *     member    joins (RUNNING), publishes, gives work away, leaves (DONE)
 *
 *     main      writes next and is_wanted of the member with most to give
 *     member    forks twice; the grandchild takes the row 'next', and the main
 *               process becomes its parent
 *
 * A state only goes forward: STARTING, RUNNING, DONE; or FORGOTTEN from any of
 * them, when a process of its unit died. Then the whole unit is killed and
 * started again, up to CREW_TRIES times, so that nothing counts twice.
 */

#include "fleet/crew.h"

#include "base/clock.h"

#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Who has just begun has not much to give. */
#define PATIENCE (CLOCK_SECOND / 50)

crew *crew_new (memory *mem, const logger *log, unsigned jobs,
                unsigned n_units) {
  assert (jobs && n_units);
  size_t size = CREW_MEMBERS * sizeof (crew_member);
  void *table = mmap (NULL, size, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (table == MAP_FAILED)
    return NULL;
  crew *c = memory_zalloc (mem, sizeof *c);
  *c = (crew) {.mem = mem,
               .log = log,
               .jobs = jobs,
               .n_units = n_units,
               .main = getpid (),
               .n_members = 1,
               .member = table};
  c->tries = memory_zalloc (mem, n_units * sizeof *c->tries);
  prctl (PR_SET_CHILD_SUBREAPER, 1);
  return c;
}

void crew_free (crew *c) {
  if (!c)
    return;
  prctl (PR_SET_CHILD_SUBREAPER, 0);
  munmap (c->member, CREW_MEMBERS * sizeof (crew_member));
  vec_release (c->mem, &c->alive);
  memory_free (c->mem, c->tries, c->n_units * sizeof *c->tries);
  memory_free (c->mem, c, sizeof *c);
}

/* Members. */

/* A new number; 0: there are no more. */
static uint32_t enlist (crew *c, uint32_t unit) {
  if (c->n_members == CREW_MEMBERS)
    return 0;
  crew_member *m = c->member + c->n_members;
  *m = (crew_member) {
      .state = MEMBER_STARTING, .unit = unit, .since = clock_now ()};
  assert (!c->is_member); /* rows are given by the main process alone */
  vec_push (c->mem, &c->alive, c->n_members);
  return c->n_members++;
}

static void sleep_briefly (void) {
  nanosleep (&(struct timespec) {0, 100000}, NULL);
}

/* A terminal, or whoever signals a group, interrupts all processes; members
 * end when the main process says so, by a signal that they take for a SIGTERM.
 */
static void divert_signals (void) {
  struct sigaction act;
  sigaction (SIGTERM, NULL, &act);
  if (act.sa_handler == SIG_IGN)
    act.sa_handler = SIG_DFL;
  sigaction (SIGUSR1, &act, NULL);
  signal (SIGTERM, SIG_IGN);
  signal (SIGINT, SIG_IGN);
}

/* A member ends with the main process; that is its parent as soon as the one
 * between them has ended. Any other parent took over from a main process that
 * is gone, be it as a zombie that somebody has yet to wait for.
 */
static void join_crew (crew *c, uint32_t self, pid_t between) {
  int expected = MEMBER_STARTING;
  assert (self && self < CREW_MEMBERS); /* 0 is the main process */
  c->self = self;
  crew_self (c)->pid = getpid ();
  if (!c->is_member)
    divert_signals ();
  c->is_member = true;
  while (getppid () == between && between != c->main)
    sleep_briefly ();
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  if (getppid () != c->main)
    _exit (1);
  if (!atomic_compare_exchange_strong (&crew_self (c)->state, &expected,
                                       MEMBER_RUNNING))
    _exit (1);
}

bool crew_start (crew *c, uint32_t unit) {
  assert (!c->is_member && unit < c->n_units);
  uint32_t number = enlist (c, unit);
  pid_t pid = number ? fork () : -1;
  if (pid == 0) {
    join_crew (c, number, c->main);
    return true;
  }
  if (pid < 0) {
    c->tries[unit] = CREW_TRIES;
    c->member[number].state = MEMBER_FORGOTTEN; /* number 0 is nobody */
  } else {
    c->member[number].pid = pid;
  }
  return false;
}

/* By a process in between, which ends at once: so the new one becomes a child
 * of the main process, and not of this one, which may end before it.
 */
split crew_split (crew *c, bool has_enough) {
  crew_member *self = crew_self (c), *new = c->member + self->next;
  uint32_t number = self->next;
  assert (c->is_member && self->is_wanted && number);
  pid_t between = has_enough ? fork () : -1;
  if (between == 0) {
    pid_t here = getpid (), pid = fork ();
    if (pid == 0) {
      join_crew (c, number, here);
      return SPLIT_NEW;
    }
    if (pid > 0)
      new->pid = pid;
    _exit (pid < 0);
  }
  int how = 1;
  if (between > 0)
    while (waitpid (between, &how, 0) < 0 && errno == EINTR)
      ;
  if (how)
    new->state = MEMBER_FORGOTTEN;
  self->is_wanted = 0;
  return how ? SPLIT_NONE : SPLIT_OLD;
}

void crew_done (crew *c) {
  assert (c->is_member && c->self);
  atomic_store (&crew_self (c)->state, MEMBER_DONE);
  _exit (0);
}

/* The main process. */

static bool is_alive (const crew_member *m) {
  return m->state == MEMBER_STARTING || m->state == MEMBER_RUNNING;
}

static void forget_unit (crew *c, uint32_t unit) {
  assert (!c->is_member && unit < c->n_units);
  for (uint32_t i = 1; i < c->n_members; i++) {
    crew_member *m = c->member + i;
    if (m->unit != unit || m->state == MEMBER_FORGOTTEN)
      continue;
    atomic_store (&m->state, MEMBER_FORGOTTEN);
    if (m->pid && !m->is_reaped)
      kill (m->pid, SIGKILL);
  }
}

static void bury (crew *c, const crew_member *m, int how) {
  log_warning (c->log,
               WIFSIGNALED (how) ? "a worker process was killed by signal %d; "
                                   "its share is explored again"
                                 : "a worker process exited with status %d; "
                                   "its share is explored again",
               WIFSIGNALED (how) ? WTERMSIG (how) : WEXITSTATUS (how));
  c->tries[m->unit]++;
  forget_unit (c, m->unit);
}

static void reap (crew *c, crew_member *m, u32_vec *restart) {
  int how;
  if (m->is_reaped || !m->pid || waitpid (m->pid, &how, WNOHANG) != m->pid)
    return;
  m->is_reaped = true;
  if (m->is_wanted && m->next && c->member[m->next].state == MEMBER_STARTING &&
      !c->member[m->next].pid)
    c->member[m->next].state = MEMBER_FORGOTTEN;
  if (m->state == MEMBER_DONE || m->state == MEMBER_FORGOTTEN)
    return;
  if (c->is_stopping) { /* what it saved is used */
    m->state = MEMBER_DONE;
    return;
  }
  bury (c, m, how);
  if (c->tries[m->unit] < CREW_TRIES)
    vec_push (c->mem, restart, m->unit);
}

/* Ask the one with most to give. */
static void want (crew *c) {
  uint64_t now = clock_now ();
  crew_member *best = NULL;
  for (size_t i = 0; i < c->alive.len; i++) {
    crew_member *m = c->member + c->alive.data[i];
    if (m->state == MEMBER_RUNNING && !m->is_wanted && m->waiting > 1 &&
        now - m->since > PATIENCE && (!best || m->waiting > best->waiting))
      best = m;
  }
  uint32_t number = best ? enlist (c, best->unit) : 0;
  if (!number)
    return;
  best->since = now;
  assert (number < c->n_members && !c->member[number].pid);
  best->next = number;
  best->is_wanted = 1;
}

/* Those that are there no more are taken out of the list. */
static unsigned look_at_all (crew *c, u32_vec *restart) {
  size_t n = 0, kept = 0;
  for (size_t i = 0; i < c->alive.len; i++) {
    crew_member *m = c->member + c->alive.data[i];
    reap (c, m, restart);
    n += is_alive (m);
    if (is_alive (m) || (m->pid && !m->is_reaped))
      c->alive.data[kept++] = c->alive.data[i];
  }
  c->alive.len = kept;
  return (unsigned) n;
}

static void tell_all (crew *c) {
  for (size_t i = 0; i < c->alive.len; i++) {
    crew_member *m = c->member + c->alive.data[i];
    if (m->state == MEMBER_RUNNING && !m->is_told)
      m->is_told = !kill (m->pid, SIGUSR1);
  }
}

bool crew_look (crew *c, u32_vec *restart) {
  assert (!c->is_member);
  unsigned n = look_at_all (c, restart);
  if (c->is_stopping)
    tell_all (c);
  else if (n && n < c->jobs)
    want (c);
  return c->alive.len || restart->len;
}

bool crew_has_lost (const crew *c, uint32_t unit) {
  assert (unit < c->n_units);
  return c->tries[unit] >= CREW_TRIES;
}

void crew_stop (crew *c) { c->is_stopping = true; }
