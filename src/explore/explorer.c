/* The loop: take a path, run it until it ends, forks or has had its turn; cut
 * what waits when a budget is over.
 *
 *     waits  --next-->  runs  --forks-->  runs or waits, and new ones wait
 *       ^                |  \--ends--->  harvested, freed
 *       |                |
 *       '--turn over-----'
 *       waits --short of memory--> set aside (state NULL) --next--> executed
 * again
 *
 * A pending owns its state and its knowledge; the searcher owns pendings that
 * wait, and nobody but run_path has the one that runs. A path that is executed
 * again finds its questions answered by its witness, up to 'answered'; what it
 * covers and loses until then was counted before. A path that is lost
 * (explorer_go_back) begins again at its last decision, since the trie was
 * wrong about it.
 */

#include "explore/explorer.h"

#include "base/clock.h"
#include "base/heartbeat.h"
#include "explore/explorer_priv.h"

#define FUEL (UINT64_C (1) << 17) /* about 1 ms of concrete code */
#define TURN (UINT64_C (1) << 14) /* of a state that shares the time */
#define TICK (CLOCK_SECOND / 20)
#define BEAT (CLOCK_SECOND / 100) /* a path that runs is asked to stop */

/* From where there are the fewest frames since a decision: so many are told. */
#define CALLS 2

/* Instructions of a path that goes on to its end for a test alone. */
#define AFTERWARDS (UINT64_C (1) << 24)

/* Tests of paths that are cut when a budget is over: time and inputs. */
#define GRACE (CLOCK_SECOND / 4)
#define CUT_TIME 1000 /* ns that ending one path takes */
#define FREED 4       /* bytes that are given back in a ns */
#define AFTER_PART 33
#define MAX_AFTER (2 * CLOCK_SECOND)
#define MOST_SHARES 4 /* of the processor, of which one is ours */

/* Held by others than our accounts, and no sign of trouble. */
#define FREE_OF_CHARGE ((size_t) 1 << 26)
#define CUT_BYTES (UINT64_C (1) << 26)

/* Paths that wait. */

static size_t pending_size (const explorer *e) {
  return sizeof (pending) + (e->guide ? e->guide->room : 0);
}

pending *pending_new (explorer *e, state *s, knowledge *k) {
  pending *p = memory_zalloc (e->mem, pending_size (e));
  p->id = s->id;
  p->state = s;
  p->knowledge = k;
  p->decisions = s->decisions;
  p->unproven = TERM_NONE;
  s->knowledge = k;
  s->extra = p;
  return p;
}

void pending_free (explorer *e, pending *p) {
  if (e->config.joiner)
    e->config.joiner->gone (e->config.joiner, e, p);
  if (p->state)
    machine_drop (e->machine, p->state);
  knowledge_free (p->knowledge);
  vec_release (e->mem, &p->leg.blocks, &p->leg.warnings, &p->seeds, &p->news,
               &p->leads);
  memory_free (e->mem, p, pending_size (e));
}

void explorer_pause (explorer *e, pending *p) {
  if (e->guide)
    machine_take_blocks (e->machine, e->mem, &p->leg.blocks);
}

void explorer_forget (explorer *e) {
  if (!e->guide)
    return;
  vec_clear (&e->blocks);
  machine_take_blocks (e->machine, e->mem, &e->blocks);
}

/* A path that was set aside is executed again: its witness answers all the
 * questions that were asked before.
 */
static void revive (explorer *e, pending *p) {
  assert (!p->state && !p->is_lost);
  p->state = machine_start (e->machine, e->config.argc, e->config.argv,
                            e->config.envp);
  p->state->id = p->id;
  p->state->knowledge = p->knowledge;
  p->state->extra = p;
  p->state->decisions = p->decisions;
  p->answered = p->questions;
  p->questions = 0;
  e->counts.executed_again++;
}

static void drop_state (explorer *e, pending *p) {
  assert (p->state->extra == p); /* nobody else runs on it */
  uint64_t written = machine_count_output (p->state);
  if (written > p->shown)
    p->shown = written;
  machine_drop (e->machine, p->state);
  p->state = NULL;
  p->is_lost = false;
}

static void set_aside (explorer *e, pending *p) {
  if (p->questions < p->answered) /* not even there yet */
    p->questions = p->answered;
  drop_state (e, p);
  e->counts.set_aside++;
}

void explorer_go_back (explorer *e, state *s) {
  pending *p = pending_of (s);
  explorer_forget (e);
  assert (p->state == s && !p->is_lost); /* once: the state is dropped next */
  explorer_take_back (e, p);
  if (e->goal) {
    goal_go_back (e->goal, p);
    goal_lose_sight (e->goal);
  }
  p->questions = p->leg.before;
  explorer_begin_leg (p);
  p->is_remembered = false;
  p->answered = 0;
  p->is_lost = true;
}

/* Memory: what the limit bounds is all that the process holds. What no account
 * knows, as solvers and allocators hold it, is measured now and then. A limit
 * that is smaller than the process was before it began is for the rest.
 */

static bool is_limit_small (const explorer *e) {
  return e->base + e->mapped >= e->mem->limit / 4 * 3;
}

static size_t memory_held (const explorer *e) {
  return e->mem->live + e->outside;
}

/* All that counts, in any thread. */
static size_t measure_all (const explorer *e) {
  size_t all = memory_resident (NULL), free = e->base + FREE_OF_CHARGE;
  if (!is_limit_small (e))
    return all + e->mapped;
  return all > free ? all - free : 0;
}

static void measure_outside (explorer *e) {
  if (!e->mem->limit)
    return;
  size_t all = measure_all (e), known = e->mem->live;
  e->outside = all > known ? all - known : 0;
}

static void begin_measuring (explorer *e) {
  const options *o = &e->context->options;
  size_t own = memory_resident (&e->mapped);
  e->base = own > e->mem->live ? own - e->mem->live : 0;
  if (o->memory_limit && is_limit_small (e))
    log_warning (&e->context->log,
                 "--memory-limit is for what the run needs beyond the %zu MB "
                 "that the program took to load; give more to bound both",
                 (own + e->mapped) >> 20);
  measure_outside (e);
}

/* A quarter of the limit is for terms, solvers and caches. */
static bool is_memory_short (const explorer *e) {
  size_t limit = e->mem->limit;
  return limit && memory_held (e) > limit / 4 * 3;
}

static bool is_memory_over (const explorer *e) {
  return e->is_full || (e->mem->limit && memory_held (e) > e->mem->limit);
}

static void save_memory (explorer *e) {
  for (int i = 0; i < 64 && is_memory_short (e) && !e->config.joiner; i++) {
    pending *p = e->searcher->last (e->searcher);
    if (!p)
      return;
    set_aside (e, p);
  }
}

/* Ends. */

static void count_ends (explorer *e, end_kind how, uint64_t n) {
  switch (how) {
  case END_EXIT:
    e->counts.complete += n;
    break;
  case END_FAULT:
    e->counts.error += n;
    break;
  case END_CUT:
    e->counts.cut += n;
    break;
  default:
    assert (how == END_SILENT);
    e->counts.silent += n;
  }
}

void explorer_count (explorer *e, end_kind how, uint64_t n) {
  count_ends (e, how, n);
  e->counts.carried += how != END_SILENT ? n : 0;
}

void explorer_count_cut (explorer *e, const cause *why, const char *name,
                         place at) {
  explorer_count (e, END_CUT, 1);
  explorer_add_loss (e, why, name, at, 1);
}

void explorer_drop (explorer *e, pending *p) {
  e->searcher->ended (e->searcher, p);
  pending_free (e, p);
}

static uint64_t count_paths (const explorer *e) {
  const explored *c = &e->counts;
  return c->complete + c->error + c->cut - c->left_out;
}

/* Nothing depends on the values of its inputs any more but its test, and what
 * that says of the exit status. Those of an old test stay as they are. What is
 * preferred where a driven function faults decides of its class, so friendly
 * values have it, too, and what was shown stays.
 */
void explorer_settle (explorer *e, pending *p) {
  const state *s = p->state;
  bool is_fault = s->end.kind == END_FAULT; /* its values are shown */
  bool is_shown = is_fault || s->end.kind == END_NONE; /* a fault now */
  bool is_driven = s->driven != NULL;
  if (p->is_settled && is_driven)
    return;
  p->is_settled = true;
  bool is_old = is_fault ? p->is_adopted : seeding_adopt (e, p);
  if (is_driven && is_shown)
    choosing_prefer (e, p, true);
  if ((!s->preferred.len || is_driven) && e->config.settle && !s->is_seen &&
      s->end.kind != END_CUT)
    e->config.settle (e->config.owner, s, p->knowledge, is_old);
  if (s->preferred.len && !is_driven)
    choosing_prefer (e, p, false);
}

static void settle_values (explorer *e, pending *p) {
  ending *end = &p->state->end;
  if (end->kind != END_SILENT)
    explorer_settle (e, p);
  if (!term_eq (end->code, TERM_NONE))
    end->status = (int) (uint32_t) knowledge_value (p->knowledge, end->code);
}

static void end_path (explorer *e, pending *p) {
  state *s = p->state;
  uint64_t test = 0;
  assert (s->end.kind != END_NONE && !p->is_outside);
  if (e->guide && !e->guide->end (e->guide, p)) {
    explorer_go_back (e, s);
    e->searcher->add (e->searcher, p);
    return;
  }
  count_ends (e, s->end.kind, 1);
  if (s->end.kind == END_CUT)
    explorer_lose (e, s, ending_cause (&s->end));
  settle_values (e, p);
  explorer_validate (e, p);
  if (s->end.kind != END_SILENT)
    test = e->config.ended (e->config.owner, s, p);
  if (e->goal)
    goal_end (e->goal, p, test, count_paths (e));
  e->searcher->ended (e->searcher, p);
  pending_free (e, p);
}

/* Freeing a million paths takes seconds: not within the time of the run. */
static void let_go (explorer *e, pending *p) {
  if (e->is_closed)
    vec_push (e->mem, &e->rest, p);
  else
    explorer_drop (e, p);
}

static void end_without_test (explorer *e, pending *p, end_reason why) {
  e->counts.cut++;
  explorer_add_loss (e, &(cause) {.reason = why}, "", (place) {0}, 1);
  let_go (e, p);
}

/* What is looked for. */

static void leave_out (explorer *e, pending *p, end_reason why) {
  if (e->guide)
    e->guide->leave (e->guide, p, NULL);
  e->counts.left_out++;
  end_without_test (e, p, why);
}

static bool leaves_out (explorer *e, pending *p) {
  if (!e->goal || !goal_leaves_out (e->goal, p))
    return false;
  leave_out (e, p, e->config.targets ? WHY_OFF_TARGET : WHY_OFF_UNCOVERED);
  return true;
}

void explorer_wait (explorer *e, pending *p) {
  goal_moved (p);
  if (!leaves_out (e, p))
    e->searcher->add (e->searcher, p);
}

void explorer_resume (explorer *e, pending *p) { explorer_wait (e, p); }
knowing *explorer_knowing (const explorer *e) { return e->knowing; }

bool explorer_goes_on (explorer *e, pending *p) {
  if (e->n_leads && !p->leads.len && searcher_has_led (e->searcher))
    return false;
  if (!e->leaves_out)
    return searcher_goes_on (e->searcher, p);
  if (!goal_goes_on (e->goal, p))
    return false;
  if (!p->goes_on_at)
    p->goes_on_at = p->state->instructions + 1;
  return true;
}

void explorer_reach (explorer *e, uint64_t which, uint64_t test) {
  if (e->goal)
    goal_reach (e->goal, which, test, count_paths (e));
}

static uint64_t input_bytes (const state *s) {
  uint64_t n = 0;
  for (size_t i = 0; i < s->symbolics.len; i++)
    n += s->symbolics.data[i].size;
  return n;
}

/* A path that waits has a test of its own while there is time and room for it:
 * a million of them, or inputs of a million bytes, must not outlast the budget
 * that is over. Ends that are not about time stay the same in every run. Those
 * that executed what no other did are few, and their tests are worth most.
 */
static bool has_test (const pending *p, uint64_t last, uint64_t *room) {
  if (!p->state) /* it would have to be executed again */
    return false;
  uint64_t n = input_bytes (p->state);
  if (n > *room || (last && !p->news.len && clock_now () > last))
    return false;
  *room -= n;
  return true;
}

static bool is_found (explore_end why) {
  return why == EXPLORE_TARGET || why == EXPLORE_COVERED;
}

/* A path that the run did not come to is there as far as the last run knew it:
 * what was found once, and holds, is not lost since time is over.
 */
static bool cut_known (explorer *e, pending *p, explore_end why) {
  uint64_t open = 0;
  if (!e->guide || !e->guide->leave (e->guide, p, &open))
    return false;
  explorer_take_back (e, p); /* it was carried over as well */
  e->counts.cut += open;
  if (open)
    explorer_add_loss (e, &(cause) {.reason = explore_end_reason (why)}, "",
                       (place) {0}, open);
  let_go (e, p);
  return true;
}

/* An alternative that no values are known for. */
static void lose_unproven (explorer *e, pending *p) {
  explorer_lose (e, p->state, cause_of (WHY_TOO_HARD));
  e->counts.cut++;
  let_go (e, p);
}

static void cut_one (explorer *e, pending *p, explore_end why, uint64_t last,
                     uint64_t *room) {
  end_reason named = p->postponed ? WHY_TOO_HARD : explore_end_reason (why);
  bool is_known = e->leaves_out && p->is_remembered && !p->met && !p->has_news;
  if (p->is_outside)
    explorer_drop (e, p);
  else if (!term_eq (p->unproven, TERM_NONE))
    lose_unproven (e, p);
  else if (is_found (why) || is_known)
    leave_out (e, p, named);
  else if (cut_known (e, p, why))
    return;
  else if (has_test (p, last, room)) {
    machine_cut (e->machine, p->state, cause_of (named));
    end_path (e, p);
  } else
    end_without_test (e, p, named);
}

static void cut_rest (explorer *e, explore_end why) {
  bool is_timed = why != EXPLORE_PATHS && why != EXPLORE_INSTRUCTIONS;
  uint64_t last = is_timed ? clock_now () + e->grace : 0, room = CUT_BYTES;
  pending *p;
  while ((p = e->searcher->next (e->searcher))) {
    if (!e->is_closed && last && clock_now () > last) {
      e->searcher->close (e->searcher); /* no tests: order says nothing */
      e->is_closed = true;
    }
    cut_one (e, p, why, last, &room);
  }
}

/* Budgets. */

static void count_live (explorer *e) {
  e->counts.live = e->searcher->count (e->searcher);
  if (e->counts.live > e->counts.peak)
    e->counts.peak = e->counts.live;
}

static void begin_share (explorer *e, uint64_t now) {
  e->began = now;
  e->began_cpu = clock_cpu ();
}

/* Where others use the processor, too, what is left to do takes longer. A
 * process that was forked starts to count anew.
 */
static void measure_share (explorer *e, uint64_t now) {
  uint64_t cpu = clock_cpu ();
  if (cpu < e->began_cpu)
    begin_share (e, now);
  if (now <= e->began || cpu <= e->began_cpu)
    return;
  double shares = (double) (now - e->began) / (double) (cpu - e->began_cpu);
  e->shares = shares < 1 ? 1 : shares > MOST_SHARES ? MOST_SHARES : shares;
}

static uint64_t time_for (const explorer *e, uint64_t ns) {
  return (uint64_t) ((double) ns * e->shares);
}

uint64_t explorer_tick (explorer *e) {
  uint64_t now = clock_now ();
  if (now >= e->next_tick) {
    e->next_tick = now + TICK;
    measure_share (e, now);
    count_live (e);
    measure_outside (e);
    if (e->config.tick)
      e->config.tick (e->config.owner);
  }
  return now;
}

bool explorer_is_late (const explorer *e, uint64_t now) {
  uint64_t end = e->counts.live * CUT_TIME + e->mem->live / FREED;
  return e->deadline && now + time_for (e, end) >= e->deadline;
}

static explore_end check_budgets (explorer *e) {
  const options *o = &e->context->options;
  if (is_memory_short (e))
    save_memory (e);
  if (e->goal && goal_is_done (e->goal))
    return EXPLORE_TARGET;
  if (e->is_interrupted)
    return EXPLORE_INTERRUPTED;
  if (o->max_paths && count_paths (e) >= (uint64_t) o->max_paths)
    return EXPLORE_PATHS;
  if (o->max_instructions &&
      e->counts.instructions >= (uint64_t) o->max_instructions)
    return EXPLORE_INSTRUCTIONS;
  if (explorer_is_late (e, explorer_tick (e)))
    return EXPLORE_TIME;
  if (is_memory_over (e))
    return EXPLORE_MEMORY;
  return is_wanted (e) ? EXPLORE_YIELDED : EXPLORE_DONE;
}

bool explorer_cuts_long (explorer *e, state *s) {
  int64_t max = e->context->options.max_path_instructions;
  uint64_t since = pending_of (s)->goes_on_at;
  if (max && s->instructions >= (uint64_t) max) {
    machine_cut (e->machine, s, cause_of (WHY_MAX_PATH_INSTRUCTIONS));
    s->end.limit = LIMIT_INSTRUCTIONS;
  } else if (since && s->instructions > since + AFTERWARDS)
    machine_cut (
        e->machine, s,
        cause_of (e->config.targets ? WHY_TARGET_REACHED : WHY_ALL_COVERED));
  return s->end.kind != END_NONE;
}

static uint64_t at_most (uint64_t fuel, int64_t max, uint64_t used) {
  uint64_t left = (uint64_t) max > used ? (uint64_t) max - used : 1;
  return max && left < fuel ? left : fuel;
}

/* To the end of its turn, or of a limit that is a count: those end the run at
 * the same place, whenever a beat comes.
 */
static uint64_t fuel_of (const explorer *e, const state *s) {
  const options *o = &e->context->options;
  uint64_t fuel = e->searcher->is_depth_first ? FUEL : TURN;
  fuel = at_most (fuel, o->max_path_instructions, s->instructions);
  return at_most (fuel, o->max_instructions, e->counts.instructions);
}

/* Calls and returns are told from where the path is on its own. */
static void set_notice (explorer *e, const pending *p) {
  bool is_told = e->guide && e->guide->pass && p->questions >= p->answered;
  machine_notice (e->machine, is_told ? p->notice : 0,
                  is_told && p->notice && p->n_calls < CALLS);
}

/* Of a call, or of one that returned. */
static void notice (explorer *e, pending *p) {
  uint32_t depth = p->state->depth;
  p->n_calls = depth > p->notice ? p->n_calls + 1 : 0;
  if (depth < p->notice)
    p->notice = depth;
  p->is_carried = e->guide->pass (e->guide, p);
}

/* Run one path until it ends, forks (if others are to have their turn), or a
 * budget is over.
 */
static explore_end run_path (explorer *e, pending *p) {
  state *s = p->state;
  uint64_t fuel = fuel_of (e, s);
  assert (s->extra == p && s->knowledge == p->knowledge);
  for (;;) {
    uint64_t before = s->instructions;
    set_notice (e, p);
    stop why = machine_run (e->machine, s, fuel);
    if (why == STOP_NOTICE)
      notice (e, p);
    e->counts.instructions += s->instructions - before;
    machine_take_news (e->machine, e->mem, &p->news);
    if (e->goal)
      goal_notice (e->goal, p);
    if (p->is_carried) {
      explorer_drop (e, p);
      return check_budgets (e);
    }
    if (why == STOP_ENDED || s->end.kind != END_NONE) {
      if (p->ends_outside) {
        explorer_forget (e);
        explorer_drop (e, p);
      } else
        end_path (e, p);
      return check_budgets (e);
    }
    explore_end over = check_budgets (e);
    if (over == EXPLORE_YIELDED && p->questions < p->answered)
      over = EXPLORE_DONE;  /* what it executes again is not to be recorded */
    if (why == STOP_CHOICE) /* it waits, or was ended, in the frontier */
      return over;
    uint64_t used = s->instructions - before;
    fuel = used < fuel ? fuel - used : 0;
    if (fuel && !over) /* a call returned, or it was a beat */
      continue;
    fuel = fuel_of (e, s);
    if (over == EXPLORE_DONE && explorer_cuts_long (e, s)) {
      end_path (e, p);
      return EXPLORE_DONE;
    }
    if (over || !explorer_goes_on (e, p)) {
      explorer_pause (e, p);
      explorer_wait (e, p);
      return over;
    }
  }
}

/* The loop. */

/* A part of the budget is for what comes after exploring: tests of paths that
 * wait, saving, reporting.
 */
static void set_deadline (explorer *e) {
  uint64_t time = e->context->options.time_budget, now = clock_now ();
  uint64_t rest = time / AFTER_PART < MAX_AFTER ? time / AFTER_PART : MAX_AFTER;
  begin_share (e, now);
  e->shares = 1;
  e->after = rest;
  if (time)
    e->latest = (e->config.started ? e->config.started : now) + time;
  e->deadline = time ? e->latest - rest : 0;
  e->grace = rest && rest / 2 < GRACE ? rest / 2 : GRACE;
}

void explorer_reserve (explorer *e, uint64_t ns) {
  uint64_t half = e->context->options.time_budget / 2;
  uint64_t after = time_for (e, e->after + ns);
  if (e->latest)
    e->deadline = e->latest - (after < half ? after : half);
}

uint64_t explorer_deadline (const explorer *e) { return e->deadline; }

static bool starts_guided (explorer *e, pending *p) {
  uint64_t foreseen = 0;
  if (!e->guide)
    return true;
  if (!e->guide->start (e->guide, p, e->leaves_out ? &foreseen : NULL))
    return false;
  if (e->leaves_out)
    goal_foresee (e->goal, foreseen);
  return true;
}

static void explorer_start (explorer *e) {
  assert (!e->has_started && !e->searcher->count (e->searcher));
  begin_measuring (e);
  set_deadline (e);
  e->has_started = true;
  state *s = machine_start (e->machine, e->config.argc, e->config.argv,
                            e->config.envp);
  s->id = ++e->next_id;
  s->is_forking = true;
  pending *p = pending_new (e, s, knowledge_new (e->knowing));
  for (uint32_t i = 0; i < e->n_leads; i++)
    vec_push (e->mem, &p->leads, i);
  if (starts_guided (e, p))
    explorer_wait (e, p);
  else
    pending_free (e, p);
}

/* Ends what waits; why did the run end? */
static explore_end explorer_finish (explorer *e, explore_end over) {
  if (e->config.joiner)
    e->config.joiner->over (e->config.joiner, e);
  bool has_more = e->searcher->count (e->searcher) > 0;
  explorer_validate_terms (e);
  if (!has_more && !e->is_interrupted && over != EXPLORE_TARGET)
    over = EXPLORE_DONE;
  if (over == EXPLORE_YIELDED)
    return over;
  if (!over && e->leaves_out && !e->config.targets && e->counts.left_out)
    over = EXPLORE_COVERED;
  cut_rest (e, over);
  assert (!e->searcher->count (e->searcher)); /* all have an end */
  if (e->goal && goal_is_done (e->goal))
    return EXPLORE_TARGET;
  e->is_exhaustive =
      !over && losses_are_none (e) && !(e->goal && goal_misses (e->goal));
  return over;
}

/* Instructions cost what they cost: a path that runs is to look up by the
 * clock, however long its last million of them took.
 */
static void on_beat (void *owner) {
  explorer *e = owner;
  size_t limit = e->mem->limit;
  machine_interrupt (e->machine);
  if (!limit || measure_all (e) <= limit + limit / 10)
    return;
  e->is_full = 1;
  e->oracle->interrupt (e->oracle); /* it may be the solver that takes it */
}

static explore_end run_all (explorer *e, explore_end over) {
  pending *p;
  while (!over && (p = e->searcher->next (e->searcher))) {
    if (p->is_outside) {
      explorer_drop (e, p);
      continue;
    }
    if (leaves_out (e, p))
      continue;
    if (p->is_given_up && !patience_resume (e, p)) {
      over = check_budgets (e);
      continue;
    }
    if (p->is_lost)
      drop_state (e, p);
    if (!p->state)
      revive (e, p);
    over = run_path (e, p);
    count_live (e);
    if (e->goal)
      goal_refresh (e->goal);
  }
  return over;
}

explore_end explorer_run (explorer *e) {
  if (!e->has_started)
    explorer_start (e);
  explore_end over = check_budgets (e);
  if (over == EXPLORE_YIELDED) /* not before anything was done */
    over = EXPLORE_DONE;
  heartbeat *h = heartbeat_new (e->mem, BEAT, on_beat, e);
  over = run_all (e, over);
  heartbeat_free (h); /* before anybody forks */
  return explorer_finish (e, over);
}

/* Sharing. */

void explorer_listen (explorer *e, const volatile int *is_wanted) {
  e->is_wanted = is_wanted;
}

size_t explorer_count_waiting (const explorer *e) {
  return e->searcher->count (e->searcher);
}

void explorer_keep (explorer *e, const void *owner, path_set *is_kept,
                    pending_vec *kept) {
  pending_vec all = {0}; /* as they would go on: the root's are last */
  size_t n = 0;
  for (pending *p; (p = e->searcher->next (e->searcher));)
    vec_push (e->mem, &all, p);
  assert (!e->is_closed); /* nothing is added to what is closed */
  for (size_t i = 0; i < all.len; i++)
    if (is_kept (owner, all.len - 1 - i)) {
      vec_push (e->mem, kept, all.data[i]);
      all.data[n++] = all.data[i];
    } else
      explorer_drop (e, all.data[i]);
  bool is_stack = e->searcher->is_depth_first;
  for (size_t i = 0; i < n; i++)
    e->searcher->add (e->searcher, all.data[is_stack ? n - 1 - i : i]);
  assert (e->searcher->count (e->searcher) == n);
  vec_release (e->mem, &all);
}

/* All of its fields are counters. */
#define N_COUNTERS (sizeof (explored) / sizeof (uint64_t))
_Static_assert (sizeof (explored) == N_COUNTERS * sizeof (uint64_t),
                "explored has counters alone");

void explored_add (explored *to, const explored *x) {
  const uint64_t *from = (const uint64_t *) (const void *) x;
  for (size_t i = 0; i < N_COUNTERS; i++)
    ((uint64_t *) (void *) to)[i] += from[i];
}

void explorer_absorb (explorer *e, const explored *x) {
  explored_add (&e->counts, x);
}

void explorer_interrupt (explorer *e) {
  e->is_interrupted = 1;
  machine_interrupt (e->machine);
  e->oracle->interrupt (e->oracle);
}

bool explorer_is_interrupted (const explorer *e) { return e->is_interrupted; }

static void make_searcher (explorer *e) {
  const options *o = &e->context->options;
  e->leaves_out = e->config.targets || o->stop == STOP_AT_COVERED;
  if (e->leaves_out || o->search == SEARCH_UNCOVERED)
    e->goal = goal_new (&(goal_config) {.mem = e->mem,
                                        .program = e->program,
                                        .machine = e->machine,
                                        .targets = e->config.targets,
                                        .leaves_out = e->leaves_out});
  e->searcher =
      searcher_new (e->mem, o->search, (uint64_t) o->seed, &e->visits, e->goal);
  assert (e->goal || !e->leaves_out); /* who leaves out must know what for */
}

explorer *explorer_new (const explorer_config *config) {
  memory *mem = &config->context->memory;
  explorer *e = memory_zalloc (mem, sizeof *e);
  e->context = config->context;
  e->mem = mem;
  e->ts = config->terms;
  e->program = config->program;
  e->oracle = config->oracle;
  e->guide = config->guide;
  e->config = *config;
  map_init (&e->edges, mem);
  map_init (&e->hard_at, mem);
  losses_init (e);
  choosing_init (e);
  e->knowing = knowing_new (mem, e->ts);
  e->machine =
      machine_new (&(machine_config) {.context = e->context,
                                      .terms = e->ts,
                                      .program = e->program,
                                      .chooser = &e->chooser,
                                      .is_counting = e->config.is_counting});
  make_searcher (e);
  return e;
}

void explorer_lead (explorer *e, uint32_t n) {
  assert (!e->has_started && !e->n_leads);
  e->n_leads = n;
  e->searcher = searcher_new_ranked (e->mem, e->searcher, false);
  e->is_ranked = true;
}

void explorer_free (explorer *e) {
  if (!e)
    return;
  pending *p;
  e->searcher->close (e->searcher);
  while ((p = e->searcher->next (e->searcher)))
    pending_free (e, p);
  for (size_t i = 0; i < e->rest.len; i++)
    pending_free (e, e->rest.data[i]);
  e->searcher->free (e->searcher);
  goal_free (e->goal);
  machine_free (e->machine);
  knowing_free (e->knowing);
  choosing_release (e);
  vec_release (e->mem, &e->rest, &e->blocks, &e->open);
  losses_release (e);
  vec_release (e->mem, &e->visits);
  map_release (&e->edges);
  map_release (&e->hard_at);
  memory_free (e->mem, e, sizeof *e);
}

const explored *explorer_counts (const explorer *e) { return &e->counts; }
machine *explorer_machine (explorer *e) { return e->machine; }
bool explorer_is_exhaustive (const explorer *e) { return e->is_exhaustive; }

size_t explorer_targets (const explorer *e, const target_result **out) {
  return e->goal ? goal_results (e->goal, out) : 0;
}

end_reason explore_end_reason (explore_end end) {
  static const end_reason why[] = {[EXPLORE_TIME] = WHY_TIME_BUDGET,
                                   [EXPLORE_MEMORY] = WHY_MEMORY_LIMIT,
                                   [EXPLORE_PATHS] = WHY_MAX_PATHS,
                                   [EXPLORE_INSTRUCTIONS] =
                                       WHY_MAX_INSTRUCTIONS,
                                   [EXPLORE_TARGET] = WHY_TARGET_REACHED,
                                   [EXPLORE_COVERED] = WHY_ALL_COVERED,
                                   [EXPLORE_INTERRUPTED] = WHY_INTERRUPTED};
  assert (end > EXPLORE_DONE && end <= EXPLORE_INTERRUPTED);
  return why[end];
}

const char *explore_end_text (explore_end end) {
  static const char *const text[] = {"done",
                                     "limit: --time-budget",
                                     "limit: --memory-limit",
                                     "limit: --max-paths",
                                     "limit: --max-instructions",
                                     "--target is reached",
                                     "--stop=covered",
                                     "interrupted",
                                     "yielded"};
  return text[end];
}
