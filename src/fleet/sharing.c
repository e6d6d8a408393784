/* One run, several processes.
 *
 *     alone   the main process explores; after --share-after it is wanted, and
 *             stops between two paths
 *     open    its trie is saved as piece 0, its crew is made
 *     run     a member for each job keeps its share of the paths that wait; who
 *             has nothing left ends, and another one divides
 *     join    counters, losses, tests and tries of all that are DONE, in the
 *             order of the trie, so that numbers are those of one process
 *
 *     pieces/0  the main process          trie, suite of the joined run
 *     pieces/n  member n                  trie, suite, changes, findings
 *
 * The main process does not explore again: its own paths were all given away.
 */

#include "fleet/sharing.h"

#include "base/clock.h"
#include "fleet/crew.h"
#include "fleet/findings.h"
#include "fleet/pieces.h"

#include <errno.h>
#include <ftw.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define LOOK_EVERY (CLOCK_SECOND / 500)
#define SAVE_EVERY (CLOCK_SECOND / 2) /* by members, and by who joins */
#define FIRST_SPLITS 4                /* a job: by subtrees */
#define FOLDER "pieces"               /* of the output directory */

/* Which of several parts has the i-th path that waits, the one nearest to the
 * root counted first.
 */
typedef enum share_kind {
  SHARE_SUBTREES, /* one each, and the last has the rest: halves, quarters ...
                     of a balanced tree, with little in common */
  SHARE_MIXED     /* by turns: as many each */
} share_kind;

typedef struct share {
  share_kind how;
  size_t part, parts;
} share;

static bool has_share (const void *owner, size_t i) {
  const share *of = owner;
  assert (of->part < of->parts);
  size_t turn = of->how == SHARE_MIXED ? i % of->parts : i;
  return (turn < of->parts ? turn : of->parts - 1) == of->part;
}

struct sharing {
  sharing_config config;
  context *context;
  memory *mem;
  uint64_t started;
  volatile int is_wanted; /* by the main process, of itself */
  crew *crew;
  u32_vec restart; /* units */
  size_t base;     /* bytes held when it was shared */
  uint64_t next_save;
  stats stats; /* of the main process */
  bool is_member, was_shared;
  char_vec path[3]; /* work space of path_of */

  /* Of a member. */
  tally_start start;
  size_t first_terms;
  uint64_t first_rewrites;
  findings_before before;
  char_vec piece;
};

sharing *sharing_new (const sharing_config *config) {
  const options *o = &config->context->options;
  if (o->jobs == 1 || options_need (o, NEEDS_ALONE))
    return NULL;
  sharing *s = memory_zalloc (&config->context->memory, sizeof *s);
  s->config = *config;
  s->context = config->context;
  s->mem = &config->context->memory;
  explorer_listen (config->explorer, &s->is_wanted);
  return s;
}

void sharing_free (sharing *s) {
  if (!s)
    return;
  crew_free (s->crew);
  vec_release (s->mem, &s->restart, &s->before, &s->piece);
  for (int i = 0; i < 3; i++)
    vec_release (s->mem, s->path + i);
  memory_free (s->mem, s, sizeof *s);
}

bool sharing_was_shared (const sharing *s) { return s->was_shared; }

/* Files. */

static const char *folder (sharing *s) {
  vec_clear (s->path);
  text_printf (s->mem, s->path, "%s/" FOLDER, s->context->options.out);
  return text_c (s->mem, s->path);
}

/* The folder of a member, or a file in it; each is valid until it is asked for
 * again. Number 0 is the main process's.
 */
static const char *folder_of (sharing *s, uint32_t number) {
  vec_clear (s->path + 1);
  text_printf (s->mem, s->path + 1, "%s/" FOLDER "/%u", s->context->options.out,
               number);
  return text_c (s->mem, s->path + 1);
}

static const char *file_of (sharing *s, uint32_t number, const char *name) {
  vec_clear (s->path + 2);
  text_printf (s->mem, s->path + 2, "%s/%s", folder_of (s, number), name);
  return text_c (s->mem, s->path + 2);
}

static int remove_one (const char *path, const struct stat *st, int what,
                       struct FTW *at) {
  (void) st;
  (void) what;
  (void) at;
  return remove (path);
}

static void remove_folder (sharing *s) {
  nftw (folder (s), remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

/* A member. */

static void publish (sharing *s) {
  assert (s->is_member);
  crew_member *self = crew_self (s->crew);
  tally *t = &self->tally;
  tally_fill (t, &s->start, s->context, explorer_counts (s->config.explorer));
  memcpy (t->changes, harvest_counts (s->config.harvest), sizeof t->changes);
  t->stats.terms = terms_count (s->config.terms) - s->first_terms;
  t->stats.rewrites = s->config.terms->n_rewrites - s->first_rewrites;
  self->waiting = explorer_count_waiting (s->config.explorer);
}

/* The piece so far; whoever joins it finds a whole file. */
static status save_piece (sharing *s) {
  uint32_t self = s->crew->self;
  trouble *why = &s->context->trouble;
  harvest_flush (s->config.harvest);
  return memo_save (s->config.memo, folder_of (s, self), true, why);
}

/* As often as it costs less than a fiftieth of the time. */
static void plan_save (sharing *s, uint64_t since) {
  uint64_t took = clock_now () - since;
  s->next_save = since + (took > SAVE_EVERY / 50 ? 50 * took : SAVE_EVERY);
}

static void fail (sharing *s) {
  log_warning (&s->context->log, "%s", trouble_text (&s->context->trouble));
  _exit (1);
}

static void sharing_begin (sharing *s, share own) {
  sharing_config *c = &s->config;
  pending_vec open = {0};
  const char *dir = folder_of (s, s->crew->self);
  assert (s->crew->is_member); /* a fork of the main process or a member */
  s->is_member = true;
  if (c->store && store_reopen (c->store, &s->context->trouble))
    fail (s);
  tally_begin (&s->start, s->context, explorer_counts (c->explorer));
  s->first_terms = terms_count (c->terms);
  s->first_rewrites = c->terms->n_rewrites;
  explorer_keep (c->explorer, &own, has_share, &open);
  vec_clear (&s->piece);
  text_puts (s->mem, &s->piece, file_of (s, s->crew->self, "trie"));
  memo_begin_piece (c->memo, text_c (s->mem, &s->piece), &open);
  vec_release (s->mem, &open);
  if (harvest_begin_piece (c->harvest, dir, crew_numbers (s->crew)))
    fail (s);
  findings_begin (s->mem, c->explorer, &s->before);
  explorer_listen (c->explorer, &crew_self (s->crew)->is_wanted);
  s->next_save = clock_now () + SAVE_EVERY;
  publish (s);
}

/* Subtrees, so that what solvers learn is not learned twice; but where they
 * turned out to be small, many of them.
 */
static share_kind how_to_divide (sharing *s) {
  uint32_t number = crew_self (s->crew)->next;
  return number <= FIRST_SPLITS * s->crew->jobs ? SHARE_SUBTREES : SHARE_MIXED;
}

static void divide (sharing *s) {
  assert (s->is_member);
  share_kind how = how_to_divide (s);
  store *st = s->config.store;
  explorer *e = s->config.explorer;
  pending_vec open = {0};
  harvest_flush (s->config.harvest);
  if (st)
    store_before_fork (st);
  split what = crew_split (s->crew, explorer_count_waiting (e) > 1);
  if (what == SPLIT_NEW) {
    sharing_begin (s, (share) {how, 1, 2});
    return;
  }
  if (st)
    store_after_fork (st);
  if (what == SPLIT_OLD)
    explorer_keep (e, &(share) {how, 0, 2}, has_share, &open);
  vec_release (s->mem, &open);
  publish (s);
}

static _Noreturn void work (sharing *s, uint32_t unit) {
  explore_end end;
  sharing_begin (s, (share) {SHARE_SUBTREES, unit, s->crew->n_units});
  while ((end = explorer_run (s->config.explorer)) == EXPLORE_YIELDED)
    divide (s);
  const char *path = file_of (s, s->crew->self, "findings");
  if (save_piece (s) ||
      harvest_end_piece (s->config.harvest, folder_of (s, s->crew->self)) ||
      findings_write (s->config.explorer, &s->before, path,
                      &s->context->trouble))
    fail (s);
  if (s->config.store)
    store_flush (s->config.store);
  publish (s);
  crew_self (s->crew)->tally.end = end;
  crew_done (s->crew);
}

bool sharing_tick (sharing *s) {
  uint64_t now = clock_now ();
  if (!s->is_member) {
    s->is_wanted = now - s->started >= s->context->options.share_after;
    return false;
  }
  publish (s);
  if (now >= s->next_save) {
    if (save_piece (s))
      fail (s);
    plan_save (s, now);
  }
  return true;
}

/* Joining. */

static pieces *collect_pieces (sharing *s) {
  pieces *p = pieces_new (s->mem, memo_recorder (s->config.memo));
  pieces_add (p, file_of (s, 0, "trie"));
  for (uint32_t i = 1; i < s->crew->n_members; i++)
    if (s->crew->member[i].state != MEMBER_FORGOTTEN)
      pieces_add (p, file_of (s, i, "trie"));
  return p;
}

/* Whose piece cannot be read has explored for nothing. */
static void lose_pieces (sharing *s, const pieces *p) {
  uint32_t n = 1; /* the main process has one, too */
  for (uint32_t i = 1; i < s->crew->n_members; i++)
    n += s->crew->member[i].state == MEMBER_DONE;
  if (pieces_count (p) < n)
    explorer_add_loss (s->config.explorer,
                       &(cause) {.reason = WHY_PROCESS_DIED}, "", (place) {0},
                       n - pieces_count (p));
}

typedef struct saving {
  suite_writer *suite;
  uint32_t n, last;
  trouble trouble;
} saving;

static uint32_t save_test (void *owner, testcase *t) {
  saving *v = owner;
  if (t->number & HARVEST_PROVISIONAL)
    t->number = ++v->last;
  suite_add (v->suite, t, &v->trouble);
  return ++v->n;
}

/* What there is so far, to be continued after a kill. */
static void save_all (sharing *s) {
  assert (!s->is_member && s->config.trie);
  saving v = {.last = harvest_last_number (s->config.harvest)};
  v.suite = suite_create (s->mem, folder_of (s, 0),
                          harvest_facts (s->config.harvest), &v.trouble);
  if (!v.suite)
    return;
  pieces *p = collect_pieces (s);
  pieces_join (p, &v, save_test);
  if (!suite_flush (v.suite, &v.trouble))
    pieces_save (p, s->config.trie, folder_of (s, 0), &v.trouble);
  suite_abandon (v.suite);
  pieces_free (p);
}

static uint32_t join_test (void *owner, testcase *t) {
  return harvest_join (owner, t);
}

/* The suite takes the place of the one before as a whole. */
static status join_all (sharing *s) {
  const char *out = s->context->options.out;
  trouble *why = &s->context->trouble;
  status st = harvest_begin_join (s->config.harvest, folder_of (s, 0));
  if (st)
    return st;
  pieces *p = collect_pieces (s);
  lose_pieces (s, p);
  pieces_join (p, s->config.harvest, join_test);
  for (uint32_t i = 1; i < s->crew->n_members; i++)
    if (s->crew->member[i].state == MEMBER_DONE)
      harvest_join_changes (s->config.harvest, folder_of (s, i));
  st = harvest_close (s->config.harvest);
  vec_clear (&s->piece);
  text_printf (s->mem, &s->piece, "%s/suite", out);
  if (!st && rename (file_of (s, 0, "suite"), text_c (s->mem, &s->piece)))
    st = trouble_set (why, ST_NOWRITE, "cannot write '%s': %s", s->piece.data,
                      strerror (errno));
  if (!st && s->config.trie)
    st = pieces_save (p, s->config.trie, out, why);
  if (!st)
    st = pieces_cover (p, out, why);
  pieces_free (p);
  return st;
}

/* Numbers. */

static explore_end add_up (sharing *s) {
  assert (!s->is_member && !s->crew->alive.len); /* all have ended */
  explore_end end = EXPLORE_DONE;
  for (uint32_t i = 1; i < s->crew->n_members; i++) {
    const crew_member *m = s->crew->member + i;
    if (m->state != MEMBER_DONE)
      continue;
    explorer_absorb (s->config.explorer, &m->tally.explored);
    tally_add_stats (&s->stats, &m->tally.stats);
    phases_absorb (&s->context->phases, m->tally.time);
    harvest_absorb (s->config.harvest, m->tally.changes);
    findings_read (s->config.explorer, file_of (s, i, "findings"));
    end = m->tally.end > end ? m->tally.end : end;
    log_debug (&s->context->log, "process %u: share %u, %.3f s", i, m->unit,
               clock_seconds (m->tally.cpu));
  }
  s->context->stats = s->stats;
  return end;
}

static void note_cost (sharing *s) {
  const stats *now = &s->context->stats;
  trie_cost since = s->config.start, cost = {0};
  for (uint32_t i = 1; i < s->crew->n_members; i++)
    cost.time += s->crew->member[i].tally.cpu;
  cost.time += clock_cpu () - since.time;
  cost.queries = now->queries - since.queries;
  cost.solved = now->answered_solver - since.solved;
  memo_note_cost (s->config.memo, cost);
  log_debug (&s->context->log, "process 0: %.3f s",
             clock_seconds (clock_cpu () - since.time));
}

/* A unit that died again and again. */
static void lose_units (sharing *s, size_t n_waiting) {
  for (uint32_t u = 0; u < s->crew->n_units; u++)
    if (crew_has_lost (s->crew, u)) {
      share its = {SHARE_SUBTREES, u, s->crew->n_units};
      uint64_t n = 0;
      for (size_t i = 0; i < n_waiting; i++)
        n += has_share (&its, i);
      explorer_absorb (s->config.explorer, &(explored) {.cut = n});
      explorer_add_loss (s->config.explorer,
                         &(cause) {.reason = WHY_PROCESS_DIED}, "", (place) {0},
                         n);
    }
}

static void sharing_show (sharing *s) {
  explored x = *explorer_counts (s->config.explorer);
  stats *now = &s->context->stats;
  size_t held = s->base;
  x.live = 0;
  *now = s->stats;
  for (uint32_t i = 1; i < s->crew->n_members; i++) {
    const crew_member *m = s->crew->member + i;
    if (m->state != MEMBER_RUNNING && m->state != MEMBER_DONE)
      continue;
    explored_add (&x, &m->tally.explored);
    tally_add_stats (now, &m->tally.stats);
    if (m->state == MEMBER_RUNNING && m->tally.memory > s->base)
      held += m->tally.memory - s->base;
  }
  if (held > s->mem->peak)
    s->mem->peak = held;
  progress_show (s->config.progress, s->context, &x,
                 explorer_machine (s->config.explorer));
}

/* The main process. */

static void sharing_start (sharing *s, uint32_t unit) {
  assert (!s->is_member);
  store *st = s->config.store;
  if (st)
    store_before_fork (st);
  if (crew_start (s->crew, unit))
    work (s, unit);
  if (st)
    store_after_fork (st);
}

/* All members together keep the limit. */
static void limit_memory (sharing *s) {
  size_t *limit = &s->mem->limit;
  assert (s->crew->jobs);
  s->base = s->mem->live;
  if (*limit > s->base)
    *limit = s->base + (*limit - s->base) / s->crew->jobs;
}

static bool open_crew (sharing *s) {
  assert (!s->crew && !s->is_member); /* once in a run */
  const options *o = &s->context->options;
  trouble *why = &s->context->trouble;
  unsigned jobs = (unsigned) o->jobs;
  remove_folder (s);
  if (mkdir (folder (s), 0777) || mkdir (folder_of (s, 0), 0777))
    return false;
  harvest_flush (s->config.harvest);
  if (recorder_save_with (memo_recorder (s->config.memo),
                          file_of (s, 0, "trie"), o->out, why))
    return false;
  s->crew = crew_new (s->mem, &s->context->log, jobs, jobs);
  return s->crew;
}

static void sharing_look (sharing *s) {
  bool is_stale = s->config.is_stale && s->config.is_stale (s->config.owner);
  if (is_stale || explorer_is_interrupted (s->config.explorer))
    crew_stop (s->crew);
  for (size_t i = 0; i < s->restart.len; i++)
    sharing_start (s, s->restart.data[i]);
  vec_clear (&s->restart);
  uint64_t now = clock_now ();
  sharing_show (s);
  if (now >= s->next_save && s->config.trie) {
    save_all (s);
    plan_save (s, now);
  }
  nanosleep (&(struct timespec) {0, LOOK_EVERY}, NULL);
}

static explore_end run_crew (sharing *s) {
  assert (s->crew && !s->was_shared);
  size_t limit = s->mem->limit, waiting;
  uint64_t since = clock_now ();
  s->was_shared = true;
  s->stats = s->context->stats;
  waiting = explorer_count_waiting (s->config.explorer);
  limit_memory (s);
  s->next_save = since + SAVE_EVERY;
  for (uint32_t u = 0; u < s->crew->n_units; u++)
    sharing_start (s, u);
  while (crew_look (s->crew, &s->restart))
    sharing_look (s);
  phases_waited (&s->context->phases, since);
  s->mem->limit = limit;
  explore_end end = add_up (s);
  lose_units (s, waiting);
  note_cost (s);
  if (join_all (s))
    log_warning (&s->context->log, "%s", trouble_text (&s->context->trouble));
  remove_folder (s);
  return explorer_is_interrupted (s->config.explorer) ? EXPLORE_INTERRUPTED
                                                      : end;
}

explore_end sharing_run (sharing *s) {
  explore_end end;
  s->started = clock_now ();
  while ((end = explorer_run (s->config.explorer)) == EXPLORE_YIELDED) {
    s->is_wanted = 0;
    if (explorer_count_waiting (s->config.explorer) > 1 && open_crew (s))
      return run_crew (s);
  }
  return end;
}
