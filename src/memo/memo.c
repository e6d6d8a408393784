#include "memo/memo.h"

#include "memo/carrier.h"
#include "memo/collapse.h"
#include "memo/kin.h"
#include "memo/range.h"
#include "memo/seeds.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define NOWHERE UINT32_MAX
#define MOST_SEEDS 32 /* of a path */
#define FEW_SEEDS 4   /* others are looked for */

struct memo {
  guide guide; /* first: the explorer knows us by it */
  memo_config config;
  memory *mem;
  program *program;
  explorer *explorer;
  machine *machine;
  recorder recorder;
  past past;
  range range;
  bool has_range;
  u32_vec on_lower, on_upper; /* blocks that count as soon as a path comes
                                 from this bound into the range */
  bool has_past;
  kin kin;                 /* with a past */
  seeds seeds;             /* with a past */
  bool is_settled;         /* the file that is there is as good as a new one */
  bool has_moved;          /* but for lines where tests end */
  carrier carrier;         /* of the past to the recorder */
  map source;              /* node plus 1 -> what was there, plus 1 */
  uint32_t following;      /* the decision that is asked about, or NOWHERE */
  VEC (alternative) known; /* its alternatives ... */
  u32_vec kids;            /* ... and the nodes behind them */
  uint32_t last_test;      /* index plus 1; 0: the path has none */
  map test_at;             /* digest of a path -> index of its test plus 1 */
  bool has_test_at;
  uint64_t untested;     /* paths that are carried over without a test */
  VEC (uint8_t) is_used; /* tests of the past */
  map number_at;         /* number of such a test -> index plus 1 */
  u32_vec blocks;        /* work space */
  u32_vec list;
  spot_vec spots;
  char_vec stack, text;
};

static memo *memo_of (guide *g) { return (memo *) g; }

static trail *trail_of (const state *s) {
  return &((pending *) s->extra)->trail;
}

/* Carrying over. */

/* The same with the line where the object is made now. */
static const char *text_now (memo *m, const char *old, spot born) {
  const char *tail = strstr (old, BIRTH_MARK);
  if (!tail)
    return old;
  const char *name = program_function (m->program, born.function)->name;
  place at = program_code (m->program, born.function)->place[born.insn];
  vec_clear (&m->text);
  text_add (m->mem, &m->text, old, (size_t) (tail - old));
  text_printf (m->mem, &m->text, BIRTH_TEXT, name, at.line);
  return text_c (m->mem, &m->text);
}

/* Lines may have moved. */
static void fill_places (memo *m, const shape *s, testcase *t, spot *at) {
  const uint32_t *list = m->past.trie.pool.data + s->list;
  if (s->n) {
    *at = past_spot (&m->past, s->site);
    place where = program_code (m->program, at->function)->place[at->insn];
    t->file = program_file (m->program, where.file);
    t->line = where.line;
    t->function = program_function (m->program, at->function)->name;
  }
  vec_clear (&m->spots);
  vec_clear (&m->stack);
  for (uint32_t i = 0; i < s->size; i += 3)
    vec_push (
        m->mem, &m->spots,
        past_spot (&m->past, (trie_spot) {list[i], list[i + 1], list[i + 2]}));
  if (s->what)
    t->text = text_now (m, t->text, vec_pop (&m->spots));
  spots_print (m->program, m->spots.len, m->spots.data, m->mem, &m->stack);
  t->stack = s->kind == SHAPE_FAULT ? text_c (m->mem, &m->stack) : "";
}

static bool is_elsewhere (const testcase *t, const testcase *old) {
  return t->line != old->line || strcmp (t->file, old->file) ||
         strcmp (t->function, old->function) || strcmp (t->text, old->text) ||
         strcmp (t->stack, old->stack);
}

static void move_end (memo *m, const shape *s, testcase *t, spot *at) {
  testcase old = *t;
  fill_places (m, s, t, at);
  m->has_moved |= is_elsewhere (t, &old);
}

static void count_end (memo *m, const shape *s, const testcase *t, spot at) {
  static const end_kind how[SHAPE_COUNT] = {[SHAPE_EXIT] = END_EXIT,
                                            [SHAPE_FAULT] = END_FAULT,
                                            [SHAPE_SILENT] = END_SILENT};
  place where = {0};
  const char *name = "";
  if (s->kind == SHAPE_FINISHED) {
    explorer_count (m->explorer, END_EXIT, s->n);
    explorer_count (m->explorer, END_SILENT, s->questions);
    m->untested += s->n;
    return;
  }
  if (s->kind != SHAPE_CUT) {
    explorer_count (m->explorer, how[s->kind], 1);
    return;
  }
  if (s->n) {
    where = program_code (m->program, at.function)->place[at.insn];
    name = program_function (m->program, at.function)->name;
  }
  explorer_count_cut (m->explorer, t->text, name, where);
}

/* Gives the index of its test now, plus 1. */
static uint32_t carry_end (memo *m, uint32_t at, hash128 path) {
  const trie *t = &m->past.trie;
  const shape *s = trie_shape (t, at);
  uint32_t link = t->node[at].link;
  testcase test = {.text = ""};
  spot where = {NOWHERE, 0};
  m->last_test = 0;
  if (link && m->is_settled && s->kind == SHAPE_EXIT) {
    m->config.copy (m->config.owner, m->past.tests, link - 1);
  } else if (link) {
    suite_get (m->past.tests, link - 1, &test);
    test.path = m->is_settled ? test.path : path;
    m->is_used.data[link - 1] = 1;
    if (s->kind == SHAPE_FAULT || s->kind == SHAPE_CUT)
      move_end (m, s, &test, &where);
    m->config.carry (m->config.owner, &test, s->n ? &where : NULL);
  }
  count_end (m, s, &test, where);
  return m->last_test;
}

typedef struct carried {
  uint32_t node; /* now */
  hash128 path;
  uint64_t met; /* targets on the way */
} carried;

static uint64_t meets (const memo *m, uint32_t at) {
  uint32_t i = m->past.trie.node[at].shape;
  return i < m->past.meets.len ? m->past.meets.data[i] : 0;
}

static void carry_met (memo *m, uint32_t at, uint64_t met) {
  testcase t;
  uint32_t link = m->past.trie.node[at].link;
  if (!met || !link)
    return;
  suite_get (m->past.tests, link - 1, &t);
  explorer_reach (m->explorer, met, t.number);
}

static void carry_losses (memo *m, uint32_t lost) {
  const trie *t = &m->past.trie;
  for (; lost; lost = t->losses.data[lost - 1].before) {
    const trie_loss *l = t->losses.data + lost - 1;
    explorer_count_loss (m->explorer, l->what, past_spot (&m->past, l->at), 1);
  }
}

/* A whole subtree, in the order of its nodes. What does not hold is open. */
static void carry (memo *m, uint32_t from, uint32_t to, hash128 path,
                   uint64_t met) {
  const trie *t = &m->past.trie;
  VEC (carried) todo = {0};
  vec_push (m->mem, &todo, (carried) {to, path, met});
  for (uint32_t i = from, end = from + trie_size (t, from); i < end; i++) {
    assert (todo.len);
    carried now = vec_pop (&todo);
    const shape *s = trie_shape (t, i);
    if (!past_holds (&m->past, i)) {
      i += trie_size (t, i) - 1;
      continue;
    }
    if (!range_meets (&m->range, i, i + trie_size (t, i) - 1)) {
      i += trie_size (t, i) - 1;
      continue;
    }
    uint32_t which = carrier_shape (&m->carrier, t->node[i].shape);
    now.met |= meets (m, i);
    carry_losses (m, s->lost);
    if (s->kind != SHAPE_DECISION) {
      recorder_end (&m->recorder, now.node, which, carry_end (m, i, now.path));
      carry_met (m, i, now.met);
      continue;
    }
    uint32_t first = recorder_decide (&m->recorder, now.node, which, s->size);
    spot at = past_spot (&m->past, s->site);
    for (uint32_t k = s->size; k; k--) {
      carried next = {first + k - 1, now.path, now.met};
      if (!m->is_settled)
        next.path = hash128_mix (now.path,
                                 explore_site (m->program, at.function, at.insn,
                                               t->pool.data[s->list + k - 1]));
      vec_push (m->mem, &todo, next);
    }
  }
  vec_release (m->mem, &todo);
}

/* Targets on the ways to ends that have a test, and hold. */
static uint64_t foresee (guide *g) {
  memo *m = memo_of (g);
  const trie *t = &m->past.trie;
  VEC (carried) open = {0}; /* decisions; 'node' is where their subtree ends */
  uint64_t all = 0;
  for (uint32_t i = 0; m->has_past && i < t->n_nodes; i++) {
    while (open.len && vec_last (&open).node <= i)
      open.len--;
    if (!past_holds (&m->past, i)) {
      i += trie_size (t, i) - 1;
      continue;
    }
    carrier_shape (&m->carrier, t->node[i].shape); /* covers its blocks */
    uint64_t met = meets (m, i) | (open.len ? vec_last (&open).met : 0);
    if (trie_shape (t, i)->kind == SHAPE_DECISION)
      vec_push (m->mem, &open,
                (carried) {.node = i + trie_size (t, i), .met = met});
    else if (t->node[i].link)
      all |= met;
  }
  vec_release (m->mem, &open);
  if (m->has_past && m->config.targets)
    past_doubt (&m->past, ~all);
  return all;
}

static void leave (guide *g, pending *p) {
  memo *m = memo_of (g);
  if (p->trail.behind)
    carry (m, p->trail.behind - 1, p->trail.node, p->path, p->met);
}

/* Following. */

static bool start (guide *g, pending *p) {
  memo *m = memo_of (g);
  p->trail = (trail) {.lower = m->range.from != 0, .upper = m->range.to != 0};
  if (!m->has_past)
    return true;
  p->trail.kin.near = 1;
  if (m->config.is_paper) {
    seeds_sample (&m->seeds, 0, 0, &p->seeds);
    return true;
  }
  map_put (&m->source, 1, 1);
  if (past_is_clean (&m->past, 0) && past_is_sure (&m->past, 0)) {
    m->is_settled = m->past.is_identical;
    carry (m, 0, 0, p->path, 0);
    return false;
  }
  p->trail.behind = 1;
  if (past_can_follow (&m->past, 0))
    p->trail.old = 1;
  return true;
}

static bool is_site (const memo *m, const shape *s, const state *now) {
  spot at = past_spot (&m->past, s->site);
  return at.function == now->top->code->function && at.insn == now->top->pc;
}

/* None is taken where the path ends by --max-depth. */
static bool is_deep (const memo *m, const state *now) {
  uint64_t max = m->recorder.trie.limit[LIMIT_DEPTH];
  return max && now->decisions >= max;
}

static void list_alternatives (memo *m, uint32_t at, const shape *s,
                               bool is_end) {
  const trie *t = &m->past.trie;
  uint32_t kid = at + 1;
  vec_clear (&m->known);
  vec_clear (&m->kids);
  for (uint32_t i = 0; i < s->size; i++) {
    alternative a = {t->pool.data[s->list + i],
                     !is_end && past_is_clean (&m->past, kid) &&
                         past_is_sure (&m->past, kid)};
    vec_push (m->mem, &m->known, a);
    vec_push (m->mem, &m->kids, kid);
    kid += trie_size (t, kid);
  }
}

/* On the way to an end. The last question before --max-depth had several
 * answers; behind another limit nothing is known.
 */
static guidance ask_before_end (trail *r, const shape *s, uint64_t asked) {
  if (asked == s->questions && s->asked != r->asked)
    return GUIDE_ASTRAY;
  if (asked > s->questions && !s->limit)
    return GUIDE_ASTRAY;
  bool is_known =
      s->limit == LIMIT_DEPTH ? asked < s->questions : asked <= s->questions;
  if (is_known)
    return GUIDE_SINGLE;
  r->old = 0;
  return GUIDE_NONE;
}

static guidance ask (guide *g, const state *now, choice_kind what, uint32_t n,
                     size_t *n_out, const alternative **out) {
  memo *m = memo_of (g);
  trail *r = trail_of (now);
  m->following = NOWHERE;
  if (!r->old)
    return GUIDE_NONE;
  const shape *s = trie_shape (&m->past.trie, r->old - 1);
  uint64_t asked = ((pending *) now->extra)->questions - r->before;
  if (s->kind != SHAPE_DECISION)
    return ask_before_end (r, s, asked);
  if (asked < s->questions)
    return GUIDE_SINGLE;
  if (asked > s->questions || s->what != what || s->n != n ||
      s->asked != r->asked || !is_site (m, s, now))
    return GUIDE_ASTRAY;
  if (what == CHOICE_RESOLVE) { /* its guards depend on what the path knows */
    r->old = 0;
    explorer_lose_sight (m->explorer);
    return GUIDE_NONE;
  }
  m->following = r->old - 1;
  bool is_end = is_deep (m, now);
  list_alternatives (m, m->following, s, is_end);
  r->old = is_end ? 0 : r->old;
  *n_out = m->known.len;
  *out = m->known.data;
  return GUIDE_SEVERAL;
}

/* All inputs that the test has. */
static bool values (guide *g, const state *s, size_t i, model *out) {
  memo *m = memo_of (g);
  uint32_t index;
  if (!past_first_test (&m->past, m->kids.data[i], &index))
    return false;
  seeds_learn (&m->seeds, s);
  for (size_t k = 0; k < s->symbolics.len; k++) {
    const symbolic *in = s->symbolics.data + k;
    if (!seeds_values (&m->seeds, index, in->n_parts, in->part, out))
      break;
  }
  return true;
}

/* Behind changed code. */

static void seed (guide *g, const state *now) {
  memo *m = memo_of (g);
  pending *p = now->extra;
  kinship *x = &p->trail.kin;
  if (!m->has_past)
    return;
  seeds_learn (&m->seeds, now);
  if (m->config.is_paper || !x->near || p->seeds.len >= FEW_SEEDS ||
      x->seeded == x->near)
    return;
  x->seeded = x->near;
  seeds_sample (&m->seeds, x->near - 1, MOST_SEEDS, &p->seeds);
}

static bool test_values (guide *g, uint32_t test, size_t n, const term *leaf,
                         model *out) {
  return seeds_values (&memo_of (g)->seeds, test, n, leaf, out);
}

static bool heritage (guide *g, const pending *p, uint32_t *test) {
  memo *m = memo_of (g);
  uint32_t link = m->has_past ? kin_test_near (&m->kin, &p->trail.kin) : 0;
  if (link)
    seeds_learn (&m->seeds, p->state);
  *test = link - 1;
  return link != 0;
}

/* Recording. */

/* Coverage of a range: that of the paths in it. What is executed on a bound is
 * theirs only if one of them leaves the bound or is the bound.
 */

static void mark_blocks (memo *m, u32_vec *blocks) {
  for (size_t i = 0; i < blocks->len; i++)
    machine_mark_block (m->machine, blocks->data[i] / 4,
                        (uint8_t) (blocks->data[i] % 4));
}

static void mark_bound (memo *m, u32_vec *blocks) {
  mark_blocks (m, blocks);
  vec_clear (blocks);
}

/* A path that was there comes into the range. */
static void mark_bounds (memo *m, const trail *r) {
  if (r->lower)
    mark_bound (m, &m->on_lower);
  if (r->upper)
    mark_bound (m, &m->on_upper);
}

/* What was executed since the last decision. */
static void hold_blocks (memo *m, const trail *r, u32_vec *blocks) {
  if (r->lower)
    for (size_t i = 0; i < blocks->len; i++)
      vec_push (m->mem, &m->on_lower, blocks->data[i]);
  if (r->upper)
    for (size_t i = 0; i < blocks->len; i++)
      vec_push (m->mem, &m->on_upper, blocks->data[i]);
  if (!r->lower && !r->upper)
    mark_blocks (m, blocks);
}

static shape shape_of_trail (memo *m, const pending *p, shape_kind what) {
  trail *r = (trail *) &p->trail;
  u32_vec *blocks = r->blocks.len ? &r->blocks : &m->blocks; /* it paused */
  vec_clear (&m->blocks);
  machine_take_blocks (m->machine, m->mem, blocks);
  if (m->has_range)
    hold_blocks (m, r, blocks);
  return (shape) {.kind = (uint8_t) what,
                  .is_inexact = r->is_inexact,
                  .lost = r->lost,
                  .set = recorder_set (&m->recorder, blocks->len, blocks->data,
                                       r->sees_globals, r->sees_functions),
                  .questions = (uint32_t) (p->questions - r->before),
                  .asked = r->asked};
}

static void begin_trail (pending *p, uint32_t at, uint32_t behind, bool follows,
                         kinship x) {
  u32_vec blocks = p->trail.blocks;
  vec_clear (&blocks);
  p->trail = (trail) {.node = at,
                      .old = follows ? behind : 0,
                      .behind = behind,
                      .before = p->questions,
                      .kin = x,
                      .blocks = blocks};
}

/* What the path is like behind this alternative; 'kid': that of the past, if
 * it is followed.
 */
static kinship kin_behind (memo *m, const kinship *from, const kin_decision *d,
                           uint32_t choice, uint32_t kid) {
  if (!m->has_past)
    return *from;
  if (kid == NOWHERE)
    return kin_next (&m->kin, from, d, choice);
  kin_follow (&m->kin, m->following, kid, d->at);
  return (kinship) {.near = kid + 1};
}

/* Where the path is in the range behind this choice. */
static void begin_in_range (memo *m, trail before, spot at, uint32_t choice,
                            pending *p) {
  p->trail.lower = before.lower;
  p->trail.upper = before.upper;
  p->is_outside = !range_enter (&m->range, &m->past, at, choice,
                                &p->trail.lower, &p->trail.upper);
  if (!p->is_outside && !p->trail.lower && !p->trail.upper)
    mark_bounds (m, &before);
}

static void decide (guide *g, const state *now, choice_kind what, uint32_t n,
                    size_t n_taken, const uint32_t *taken,
                    pending *const *into) {
  memo *m = memo_of (g);
  pending *p = now->extra;
  uint32_t following = m->following;
  trail before = p->trail;
  shape s = shape_of_trail (m, p, SHAPE_DECISION);
  s.what = (uint8_t) what;
  s.n = n;
  spot at = {now->top->code->function, now->top->pc};
  s.site = recorder_spot (&m->recorder, at);
  vec_clear (&m->list);
  size_t size = following == NOWHERE ? n_taken : m->known.len;
  for (size_t i = 0; i < size; i++)
    vec_push (m->mem, &m->list,
              following == NOWHERE ? taken[i] : m->known.data[i].choice);
  uint32_t which = recorder_shape (&m->recorder, s, size, m->list.data);
  uint32_t first = recorder_decide (&m->recorder, p->trail.node, which, size);
  kinship from = p->trail.kin;
  kin_decision d = {what, n, at, s.site};
  for (size_t i = 0, k = 0; i < size; i++) {
    uint32_t kid = following == NOWHERE ? NOWHERE : m->kids.data[i];
    if (kid != NOWHERE && m->known.data[i].is_carried) {
      hash128 site = explore_site (m->program, at.function, at.insn,
                                   m->known.data[i].choice);
      carry (m, kid, first + (uint32_t) i, hash128_mix (p->path, site), p->met);
      uint32_t last = kid + trie_size (&m->past.trie, kid) - 1;
      if (m->has_range && range_meets (&m->range, kid, last))
        mark_bounds (m, &before);
      continue;
    }
    bool follows = kid != NOWHERE && past_can_follow (&m->past, kid);
    if (kid != NOWHERE)
      map_put (&m->source, first + i + 1, kid + UINT64_C (1));
    begin_trail (into[k], first + (uint32_t) i, kid == NOWHERE ? 0 : kid + 1,
                 follows, kin_behind (m, &from, &d, m->list.data[i], kid));
    begin_in_range (m, before, at, m->list.data[i], into[k++]);
  }
}

static void warn (guide *g, pending *p, const char *what, spot at) {
  p->trail.lost =
      recorder_loss (&memo_of (g)->recorder, what, at, p->trail.lost);
}

static void take_back (guide *g, pending *p) {
  memo *m = memo_of (g);
  for (uint32_t i = p->trail.lost; i;) {
    const trie_loss *l = m->recorder.trie.losses.data + i - 1;
    explorer_count_loss (m->explorer, l->what,
                         m->recorder.loss_spots.data[i - 1], -1);
    i = l->before;
  }
  p->trail.lost = 0;
}

/* A budget of the run ended it, or a solver that did not know. */
static bool is_budget (const ending *e) {
  if (e->kind != END_CUT)
    return false;
  for (int i = EXPLORE_TIME; i <= EXPLORE_INTERRUPTED; i++)
    if (!strcmp (e->text, explore_end_text ((explore_end) i)))
      return true;
  return !strncmp (e->text, "solver: ", 8);
}

static shape_kind kind_of (const ending *e) {
  static const shape_kind kinds[] = {[END_EXIT] = SHAPE_EXIT,
                                     [END_FAULT] = SHAPE_FAULT,
                                     [END_CUT] = SHAPE_CUT,
                                     [END_SILENT] = SHAPE_SILENT};
  return kinds[e->kind];
}

static bool may_end (guide *g, const pending *p) {
  const memo *m = memo_of (g);
  const trail *r = &p->trail;
  const ending *e = &p->state->end;
  if (!r->old || is_budget (e) || e->limit)
    return true;
  const shape *s = trie_shape (&m->past.trie, r->old - 1);
  return s->kind == kind_of (e) && s->asked == r->asked &&
         s->questions == p->questions - r->before;
}

static void end (guide *g, const state *now, pending *p) {
  memo *m = memo_of (g);
  if (m->has_past)
    kin_end (&m->kin, &p->trail.kin,
             now->end.kind == END_EXIT
                 ? (spot) {NOWHERE, 0}
                 : (spot) {now->end.function, now->end.insn});
  uint32_t test = now->end.kind == END_SILENT ? 0 : m->last_test;
  m->last_test = 0;
  /* what is in reach decides whether it was too much */
  p->trail.sees_globals |= now->end.kind == END_CUT;
  shape s = shape_of_trail (m, p, kind_of (&now->end));
  if (m->has_range)
    mark_bounds (m, &p->trail);
  s.limit = (uint8_t) now->end.limit;
  s.bound = m->recorder.trie.limit[s.limit];
  if (is_budget (&now->end)) { /* open, but it has values */
    recorder_end (&m->recorder, p->trail.node, 0, test);
    return;
  }
  vec_clear (&m->list);
  vec_clear (&m->spots);
  bool has_place = now->end.kind == END_FAULT || now->end.kind == END_CUT;
  if (has_place && now->top) {
    s.n = 1;
    s.site =
        recorder_spot (&m->recorder, (spot) {now->end.function, now->end.insn});
    state_spots (now, m->mem, &m->spots);
  }
  if (now->end.has_birth) {
    s.what = 1;
    vec_push (m->mem, &m->spots,
              (spot) {now->end.birth_function, now->end.birth_insn});
  }
  for (size_t i = 0; i < m->spots.len; i++) {
    trie_spot at = recorder_spot (&m->recorder, m->spots.data[i]);
    vec_push (m->mem, &m->list, at.function);
    vec_push (m->mem, &m->list, at.block);
    vec_push (m->mem, &m->list, at.offset);
  }
  uint32_t which = recorder_shape (&m->recorder, s, m->list.len, m->list.data);
  recorder_end (&m->recorder, p->trail.node, which, test);
}

static void pause_path (guide *g, pending *p) {
  memo *m = memo_of (g);
  machine_take_blocks (m->machine, m->mem, &p->trail.blocks);
}

static void forget (guide *g) {
  memo *m = memo_of (g);
  vec_clear (&m->blocks);
  machine_take_blocks (m->machine, m->mem, &m->blocks);
}

/* Tests. */

void memo_note_test (memo *m, uint32_t index) { m->last_test = index + 1; }

uint32_t memo_count_tests (const memo *m) {
  return m->has_past ? suite_count (m->past.tests) : 0;
}

uint32_t memo_last_number (const memo *m) {
  uint32_t last = 0;
  testcase t;
  for (uint32_t i = 0; i < memo_count_tests (m); i++) {
    suite_get (m->past.tests, i, &t);
    last = t.number > last ? t.number : last;
  }
  return last;
}

static void index_tests (memo *m) {
  testcase t;
  for (uint32_t i = 0; i < memo_count_tests (m); i++) {
    suite_get (m->past.tests, i, &t);
    map_put (&m->test_at, t.path.lo | 1, i + 1);
  }
  m->has_test_at = true;
}

static bool use_test (memo *m, uint32_t index, testcase *out) {
  if (m->is_used.data[index])
    return false;
  suite_get (m->past.tests, index, out);
  m->is_used.data[index] = 1;
  return true;
}

/* By decisions that look the same; by values that lead here; by decisions that
 * are the same to the number.
 */
bool memo_recall (memo *m, const pending *p, testcase *out) {
  if (!m->has_past)
    return false;
  uint32_t like = kin_test (&m->kin, &p->trail.kin);
  bool is_like =
      p->trail.kin.stray == STRAY_NOT || p->trail.kin.stray == STRAY_GONE;
  if (like && (is_like || p->adopted == like) && use_test (m, like - 1, out))
    return true;
  if (!like && p->trail.kin.near && p->adopted &&
      use_test (m, p->adopted - 1, out))
    return true;
  if (!m->has_test_at)
    index_tests (m);
  uint64_t i = map_get (&m->test_at, p->path.lo | 1, 0);
  if (!i || m->is_used.data[i - 1])
    return false;
  suite_get (m->past.tests, (uint32_t) i - 1, out);
  return hash128_eq (out->path, p->path) && use_test (m, (uint32_t) i - 1, out);
}

bool memo_is_same (const memo *m, const pending *p) {
  return p->trail.kin.stray == STRAY_NOT && kin_test (&m->kin, &p->trail.kin);
}

bool memo_has_past (const memo *m) { return m->has_past; }

uint64_t memo_suite_digest (const memo *m) {
  return m->has_past ? suite_digest (m->past.tests) : 0;
}

void memo_why_new (memo *m, const pending *p, char_vec *out) {
  kin_why_new (&m->kin, &p->trail.kin, out);
}

typedef struct telling {
  memo *memo;
  void *owner;
  void (*tell) (void *, const testcase *, const char *);
} telling;

static void tell_gone (void *owner, uint32_t test, const char *why) {
  telling *t = owner;
  testcase gone;
  suite_get (t->memo->past.tests, test, &gone);
  t->tell (t->owner, &gone, why);
}

void memo_why_gone (memo *m, void *owner,
                    void (*tell) (void *, const testcase *, const char *)) {
  telling t = {m, owner, tell};
  if (m->has_past && !m->is_settled)
    kin_why_gone (&m->kin, m->is_used.data, &t, tell_gone);
}

bool memo_is_settled (const memo *m) {
  return recorder_is_settled (&m->recorder);
}

suite *memo_tests (const memo *m) { return m->has_past ? m->past.tests : NULL; }

bool memo_last_depth (memory *mem, const char *path, uint64_t *out) {
  trie t;
  if (!trie_open (&t, mem, path))
    return false;
  *out = t.limit[LIMIT_DEPTH];
  trie_release (&t);
  return true;
}

void memo_use (memo *m, uint32_t number) {
  testcase t;
  if (!m->number_at.mem && memo_count_tests (m)) {
    map_init (&m->number_at, m->mem);
    for (uint32_t i = 0; i < memo_count_tests (m); i++) {
      suite_get (m->past.tests, i, &t);
      map_put (&m->number_at, t.number, i + 1);
    }
  }
  uint64_t i = number ? map_get (&m->number_at, number, 0) : 0;
  if (i)
    m->is_used.data[i - 1] = 1;
}

/* Life cycle. */

/* For -v: where the program differs from that of the last run. */
static void explain (const memo *m) {
  const past *p = &m->past;
  const logger *log = &m->config.context->log;
  u32_vec changed = {0};
  for (size_t i = 0; i < p->trie.functions.len; i++)
    vec_push (m->mem, &changed, 0);
  for (size_t i = TRIE_FUNCTIONS + 1; i < p->trie.blocks.len; i++)
    if (!p->block_to.data[i])
      changed.data[p->trie.blocks.data[i].function]++;
  for (size_t i = 0; i < changed.len; i++)
    if (changed.data[i])
      log_debug (log, "%s: %u of the blocks that were executed changed",
                 p->trie.functions.data[i].name, changed.data[i]);
  vec_release (m->mem, &changed);
}

memo *memo_open (const memo_config *config) {
  memory *mem = &config->context->memory;
  const options *o = &config->context->options;
  const uint64_t limit[LIMIT_COUNT] = {
      [LIMIT_DEPTH] = (uint64_t) o->max_depth,
      [LIMIT_INSTRUCTIONS] = (uint64_t) o->max_path_instructions,
      [LIMIT_LOOP] = (uint64_t) o->max_loop,
      [LIMIT_FRAMES] = (uint64_t) o->max_frames,
      [LIMIT_RESOLVE] = (uint64_t) o->max_resolve};
  memo *m = memory_zalloc (mem, sizeof *m);
  m->config = *config;
  m->mem = mem;
  m->program = config->program;
  m->following = NOWHERE;
  m->guide = (guide) {.start = start,
                      .foresee = foresee,
                      .leave = leave,
                      .ask = ask,
                      .values = values,
                      .seed = seed,
                      .test_values = test_values,
                      .heritage = heritage,
                      .decide = decide,
                      .warn = warn,
                      .take_back = take_back,
                      .may_end = may_end,
                      .end = end,
                      .pause = pause_path,
                      .forget = forget};
  map_init (&m->test_at, mem);
  map_init (&m->source, mem);
  recorder_init (&m->recorder, mem, m->program, limit);
  m->has_past =
      !config->is_fresh && past_open (&m->past, mem, m->program, &m->recorder,
                                      config->path, o->trie == TRIE_FULL);
  if (m->has_past) {
    explain (m);
    kin_init (&m->kin, mem, m->program, &m->past, &m->recorder);
    seeds_init (&m->seeds, mem, &m->past);
    carrier_init (&m->carrier, mem, &m->past, &m->recorder);
    if (config->targets)
      past_look_for (&m->past, config->targets);
  }
  for (size_t i = 0; i < memo_count_tests (m); i++)
    vec_push (mem, &m->is_used, 0);
  return m;
}

void memo_free (memo *m) {
  if (!m)
    return;
  if (m->has_past) {
    carrier_release (&m->carrier);
    kin_release (&m->kin);
    seeds_release (&m->seeds);
    past_release (&m->past);
  }
  recorder_release (&m->recorder);
  map_release (&m->test_at);
  map_release (&m->source);
  vec_release (m->mem, &m->is_used);
  map_release (&m->number_at);
  vec_release (m->mem, &m->known);
  vec_release (m->mem, &m->kids);
  vec_release (m->mem, &m->blocks);
  vec_release (m->mem, &m->on_lower);
  vec_release (m->mem, &m->on_upper);
  vec_release (m->mem, &m->list);
  vec_release (m->mem, &m->spots);
  vec_release (m->mem, &m->stack);
  vec_release (m->mem, &m->text);
  memory_free (m->mem, m, sizeof *m);
}

guide *memo_guide (memo *m) { return &m->guide; }

void memo_attach (memo *m, explorer *e) {
  m->explorer = e;
  m->machine = m->carrier.machine = explorer_machine (e);
}

status memo_set_range (memo *m, uint32_t from, uint32_t to, trouble *why) {
  if (!m->has_past)
    return trouble_set (why, ST_USAGE,
                        "--range is about tests of the last run, and there is "
                        "none; run once without it");
  m->has_range = true;
  machine_hold_coverage (m->machine);
  return range_init (&m->range, &m->past, from, to, why);
}

void memo_begin_piece (memo *m, const char *path, const u32_vec *open) {
  m->config.path = path;
  m->is_settled = false;
  recorder_keep (&m->recorder, open->len, open->data);
}

recorder *memo_recorder (memo *m) { return &m->recorder; }

void memo_note_cost (memo *m, trie_cost now) {
  trie_cost before = m->has_past ? m->past.trie.cost : (trie_cost) {0};
  m->recorder.trie.cost =
      (trie_cost) {before.time + now.time, before.queries + now.queries,
                   before.solved + now.solved};
}

uint64_t memo_untested (const memo *m) { return m->untested; }

/* With what deepening needs only, and the tests of that. */
static void make_small (memo *m, trie_nodes *nodes, const suite *all,
                        char_vec *picked) {
  u32_vec kept = {0};
  trie_collapse (&m->recorder, nodes, &kept);
  suite_pick (all, kept.len, kept.data, m->mem, picked);
  vec_release (m->mem, &kept);
}

/* What this run has not come to yet is as the last one left it, if that was on
 * the same program: nothing that was known is lost.
 */
static void order_with_past (memo *m, const suite *all, trie_nodes *nodes,
                             char_vec *tests) {
  const trie *old = &m->past.trie;
  u32_vec to = {0}, more = {0};
  for (uint32_t i = 0; i < suite_count (all); i++)
    suite_pick (all, 1, &i, m->mem, tests);
  if (!tests->len)
    suite_pick (all, 0, NULL, m->mem, tests);
  for (size_t i = 0; i < old->shapes.len; i++)
    vec_push (m->mem, &to, carrier_copy (&m->carrier, (uint32_t) i));
  graft g = {old, &m->source, &to, suite_count (all), &more};
  recorder_order (&m->recorder, &g, nodes);
  suite_pick (m->past.tests, more.len, more.data, m->mem, tests);
  vec_release (m->mem, &more);
  vec_release (m->mem, &to);
}

/* Of both runs the larger one. */
static void loosen (trie *t, const trie *old) {
  for (int i = 0; i < LIMIT_COUNT; i++)
    if (!old->limit[i] || (t->limit[i] && t->limit[i] < old->limit[i]))
      t->limit[i] = old->limit[i];
}

static status write_with (memo *m, const suite *all, bool is_small,
                          trie_nodes *nodes, trouble *why) {
  char_vec tests = {0};
  trie now;
  if (is_small) {
    recorder_order (&m->recorder, NULL, nodes);
    make_small (m, nodes, all, &tests);
    now = m->recorder.trie;
  } else {
    order_with_past (m, all, nodes, &tests);
    now = m->recorder.trie;
    loosen (&now, &m->past.trie);
  }
  status st = trie_write (&now, nodes->len, nodes->data, m->config.path,
                          tests.data, tests.len, why);
  vec_release (m->mem, &tests);
  return st;
}

static status save (memo *m, save_kind how, const uint8_t *bytes, size_t size,
                    trouble *why) {
  trie_nodes nodes = {0};
  status st = ST_OK;
  bool is_small =
      how == SAVE_LAST && m->config.context->options.trie == TRIE_BOUNDARY;
  bool has_more = how == SAVE_PART && m->has_past && m->past.is_identical;
  if (is_small || has_more) {
    suite *all = suite_open_at (m->mem, bytes, size);
    if (all)
      st = write_with (m, all, is_small, &nodes, why);
    suite_free (all);
  } else {
    recorder_order (&m->recorder, NULL, &nodes);
    st = trie_write (&m->recorder.trie, nodes.len, nodes.data, m->config.path,
                     (const char *) bytes, size, why);
  }
  vec_release (m->mem, &nodes);
  return st;
}

status memo_save (memo *m, const char *suite_dir, save_kind how, trouble *why) {
  mapped_file tests;
  bool is_small = m->config.context->options.trie == TRIE_BOUNDARY;
  if (m->config.is_paper) /* may miss paths */
    return ST_OK;
  if (m->is_settled && !m->has_moved && !is_small)
    return ST_OK;
  if (!suite_map (m->mem, suite_dir, &tests))
    return trouble_set (why, ST_NOFILE, "cannot read the suite in '%s': %s",
                        suite_dir, strerror (errno));
  status st = save (m, how, tests.bytes, tests.size, why);
  whole_file_unmap (&tests);
  return st;
}
