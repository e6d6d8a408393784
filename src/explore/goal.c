/* What the run looks for, targets or blocks that nobody has executed, and how
 * far each path is from it.
 *
 *     all      targets, a bit each
 *     met      some path has come to it, and is not over yet
 *     reached  ... and has a test
 *     foreseen the last run has tests for it, which are expected again
 *
 * What is none of the last three is awaited: distances are measured to it, and
 * are stale when that set changes. Who measured a path remembers the
 * generation; a path that moved is measured again (measured = 0). When a path
 * goes back or ends without a test, what it met is awaited once more.
 */

#include "explore/goal.h"

#include "explore/distance.h"

/* Turns between two measurements of what is not covered. */
#define TURNS 64

/* A block that no path has executed. */
typedef struct dark {
  uint32_t index, node;
} dark;

struct goal {
  memory *mem;
  program *program;
  machine *machine;
  const targets *targets; /* or NULL */
  bool leaves_out;
  flow *flow;
  distances *distances;
  uint32_t generation; /* of distances */
  bool has_lost_sight; /* of what was foreseen */
  bool is_stale;       /* they are too short, or of other targets */
  uint64_t all, met, reached, foreseen; /* targets */
  VEC (target_result) results;
  VEC (dark) darks;
  uint64_t covered; /* blocks when these were looked at last */
  uint32_t turns;
};

static uint64_t awaited_of (const goal *h) {
  assert (!((h->met | h->reached | h->foreseen) & ~h->all));
  return h->all & ~(h->met | h->reached | h->foreseen);
}

/* Measuring. */

static void aim_at (goal *h, const target *t) {
  for (size_t i = 0; i < t->insns.len; i++)
    distances_add (h->distances, flow_find (h->flow, t->insns.data[i].function,
                                            t->insns.data[i].pc));
}

static void measure (goal *h) {
  uint64_t awaited = awaited_of (h);
  distances_clear (h->distances);
  for (size_t i = 0; h->targets && i < h->targets->all.len; i++)
    if (awaited >> i & 1)
      aim_at (h, h->targets->all.data + i);
  for (size_t i = 0; i < h->darks.len; i++)
    distances_add (h->distances, h->darks.data[i].node);
  distances_measure (h->distances);
  h->generation++;
  assert (h->generation); /* 0 is of paths that were never measured */
  h->is_stale = false;
  h->turns = 0;
}

/* Distances to what is not covered only grow: old ones will do for a while. */
void goal_refresh (goal *h) {
  if (h->is_stale && (h->targets || ++h->turns >= TURNS))
    measure (h);
}

void goal_moved (pending *p) { p->measured = 0; }

uint32_t goal_distance (goal *h, pending *p) {
  bool is_there = p->state && !p->is_lost && p->questions >= p->answered;
  if (is_there && p->measured != h->generation) {
    p->distance = distance_of_state (h->distances, p->state);
    p->measured = h->generation;
  }
  return p->distance;
}

/* Targets. */

static void await (goal *h, uint64_t which) {
  assert (!(which & ~h->all));
  for (unsigned i = 0; h->targets && i < h->targets->all.len; i++) {
    const target *t = h->targets->all.data + i;
    for (size_t k = 0; which >> i & 1 && k < t->insns.len; k++)
      machine_await (h->machine, i, t->insns.data[k].function,
                     t->insns.data[k].pc);
  }
}

/* Nobody met these after all. */
static void await_again (goal *h, uint64_t which) {
  which &= ~h->reached;
  h->met &= ~which;
  h->is_stale |= which != 0;
  await (h, which);
}

void goal_reach (goal *h, uint64_t which, uint64_t test, uint64_t paths) {
  which &= h->all & ~h->reached;
  for (size_t i = 0; i < h->results.len; i++)
    if (which >> i & 1) {
      h->results.data[i].test = test;
      h->results.data[i].paths = paths;
    }
  assert (!(h->reached & which)); /* the first test counts */
  h->reached |= which;
  h->met &= ~which;
  h->is_stale |= which != 0;
}

void goal_lose_sight (goal *h) {
  uint64_t lost = h->foreseen & ~h->reached;
  h->foreseen &= ~lost;
  h->has_lost_sight |= lost != 0;
  h->is_stale |= lost != 0;
}

/* What is not covered. */

static bool is_covered (const uint8_t *bits, uint32_t n, uint32_t i) {
  return i < n && bits[i / 8] >> i % 8 & 1;
}

static void add_darks (goal *h, uint32_t whose) {
  const code *c = program_code (h->program, whose);
  for (uint32_t i = 0; i < c->n_blocks; i++)
    if (!c->block[i].is_rest)
      vec_push (h->mem, &h->darks,
                (dark) {c->block[i].index,
                        flow_find (h->flow, whose, c->block[i].first)});
}

static void find_darks (goal *h) {
  for (uint32_t f = 0; f < h->flow->functions.len; f++)
    if (h->flow->functions.data[f].n &&
        program_function (h->program, f)->is_users)
      add_darks (h, f);
}

/* True: some of them were executed. */
static bool drop_covered (goal *h) {
  uint32_t n;
  const uint8_t *bits = machine_covered (h->machine, &n);
  size_t left = 0, before = h->darks.len;
  for (size_t i = 0; i < before; i++)
    if (!is_covered (bits, n, h->darks.data[i].index))
      h->darks.data[left++] = h->darks.data[i];
  h->darks.len = left;
  return left < before;
}

void goal_foresee (goal *h, uint64_t which) {
  h->foreseen = which & h->all;
  drop_covered (h);
  measure (h);
}

static bool has_news (goal *h) {
  uint64_t now = machine_count_covered (h->machine);
  bool is_more = now != h->covered;
  h->covered = now;
  return is_more && drop_covered (h);
}

/* Paths. */

void goal_notice (goal *h, pending *p) {
  uint64_t met = machine_take_met (h->machine) & ~h->reached;
  bool is_new = !h->targets && has_news (h);
  p->met |= met;
  p->met_lately |= met;
  p->has_news |= is_new;
  h->met |= met;
  h->is_stale |= met || is_new;
}

void goal_go_back (goal *h, pending *p) {
  assert (!(p->met_lately & ~p->met));
  await_again (h, p->met_lately);
  p->met &= ~p->met_lately;
  p->met_lately = 0;
  p->distance = 0;
}

void goal_end (goal *h, pending *p, uint64_t test, uint64_t paths) {
  if (test)
    goal_reach (h, p->met, test, paths);
  else
    await_again (h, p->met);
}

static bool needs_test (const goal *h, const pending *p) {
  return p->has_news || (p->met & ~h->reached);
}

bool goal_leaves_out (goal *h, pending *p) {
  if (!h->leaves_out || h->met || p->has_news)
    return false;
  if (h->is_stale && h->targets)
    measure (h);
  return goal_distance (h, p) == DISTANCE_NONE && p->measured == h->generation;
}

bool goal_goes_on (goal *h, pending *p) {
  if (!h->leaves_out || !needs_test (h, p))
    return false;
  if (h->targets)
    return !awaited_of (h);
  goal_moved (p);
  return goal_distance (h, p) == DISTANCE_NONE;
}

bool goal_is_done (const goal *h) { return h->targets && h->reached == h->all; }

bool goal_misses (const goal *h) {
  return h->has_lost_sight || (h->foreseen & ~h->reached);
}

size_t goal_results (const goal *h, const target_result **out) {
  assert (h->results.len == (h->targets ? h->targets->all.len : 0));
  *out = h->results.data;
  return h->results.len;
}

/* Life cycle. */

static void start_targets (goal *h) {
  for (size_t i = 0; i < h->targets->all.len; i++) {
    assert (i < MAX_TARGETS); /* a bit each */
    h->all |= UINT64_C (1) << i;
    vec_push (h->mem, &h->results,
              (target_result) {.place = h->targets->all.data[i].text.data});
  }
  await (h, h->all);
}

goal *goal_new (const goal_config *config) {
  memory *mem = config->mem;
  goal *h = memory_zalloc (mem, sizeof *h);
  h->mem = mem;
  h->program = config->program;
  h->machine = config->machine;
  h->targets = config->targets;
  h->leaves_out = config->leaves_out;
  h->flow = flow_new (mem, h->program);
  h->distances = distances_new (mem, h->flow);
  if (h->targets)
    start_targets (h);
  else
    find_darks (h);
  measure (h);
  return h;
}

void goal_free (goal *h) {
  if (!h)
    return;
  distances_free (h->distances);
  flow_free (h->flow);
  vec_release (h->mem, &h->results, &h->darks);
  memory_free (h->mem, h, sizeof *h);
}
