#include "explore/waiting.h"
#include "random.h"
#include "test.h"

/* Both orders against a look at all that wait. */

#define PATHS 60u
#define EDGES 7u

typedef struct bench {
  uint64_t seed, last_id;
  u32_vec visits;
  pending path[PATHS];
  bool is_waiting[PATHS];
  waiting *waiting;
} bench;

static uint32_t visits_of (const bench *b, const pending *p) {
  return b->visits.len ? b->visits.data[p->edge] : 0;
}

static bool is_rarer (const bench *b, const pending *p, const pending *best) {
  uint32_t x = visits_of (b, p), y = best ? visits_of (b, best) : 0;
  return !best || x < y || (x == y && p->id > best->id);
}

static void check (bench *b) {
  pending *rarest = NULL, *oldest = NULL;
  size_t n = 0;
  for (unsigned i = 0; i < PATHS; i++) {
    pending *p = &b->path[i];
    if (!b->is_waiting[i])
      continue;
    n++;
    if (is_rarer (b, p, rarest))
      rarest = p;
    if (p->state && (!oldest || p->id < oldest->id))
      oldest = p;
  }
  CHECK_EQ (waiting_count (b->waiting), n);
  CHECK (waiting_rarest (b->waiting) == rarest);
  CHECK (waiting_oldest (b->waiting) == oldest);
}

/* Comes, with its old number or a new one; goes; is set aside. */
static void step_path (bench *b, unsigned i) {
  static state any;
  pending *p = &b->path[i];
  if (b->is_waiting[i] && !random_below (&b->seed, 3)) {
    p->state = NULL;
    return;
  }
  b->is_waiting[i] = !b->is_waiting[i];
  if (!b->is_waiting[i]) {
    waiting_remove (b->waiting, p);
    return;
  }
  if (!p->id || random_below (&b->seed, 2))
    p->id = ++b->last_id;
  p->edge = random_below (&b->seed, EDGES);
  p->state = random_below (&b->seed, 4) ? &any : NULL;
  waiting_add (b->waiting, p);
}

static void random_steps (uint64_t seed, bool has_visits) {
  memory mem = {0};
  static bench b;
  b = (bench) {.seed = seed};
  for (unsigned i = 0; has_visits && i < EDGES; i++)
    vec_push (&mem, &b.visits, 0);
  b.waiting = waiting_new (&mem, has_visits ? &b.visits : NULL);
  for (unsigned i = 0; i < 2000; i++) {
    if (has_visits && !random_below (&b.seed, 3))
      b.visits.data[random_below (&b.seed, EDGES)] += random_below (&b.seed, 3);
    else
      step_path (&b, random_below (&b.seed, PATHS));
    if (random_below (&b.seed, 2))
      check (&b);
  }
  waiting_free (b.waiting);
  vec_release (&mem, &b.visits);
  CHECK_EQ (mem.live, 0);
}

TEST (random_waiting) {
  for (uint64_t seed = 1; seed <= 10; seed++)
    random_steps (seed, seed % 3);
}
