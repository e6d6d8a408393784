#include "memo/memo.h"

#include "memo/collapse.h"
#include "memo/past.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define NOWHERE UINT32_MAX

struct memo {
  guide guide; /* first: the explorer knows us by it */
  memo_config config;
  memory *mem;
  program *program;
  explorer *explorer;
  machine *machine;
  recorder recorder;
  past past;
  bool has_past;
  bool is_settled;         /* the file that is there is as good as a new one */
  u32_vec shape_to;        /* of the past -> of the recorder, plus 1 */
  uint32_t following;      /* the decision that is asked about, or NOWHERE */
  VEC (alternative) known; /* its alternatives ... */
  u32_vec kids;            /* ... and the nodes behind them */
  uint32_t last_test;      /* index plus 1; 0: the path has none */
  map test_at;             /* digest of a path -> index of its test plus 1 */
  bool has_test_at;
  uint64_t untested;     /* paths that are carried over without a test */
  VEC (uint8_t) is_used; /* tests of the past */
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

static uint32_t set_now (memo *m, uint32_t set) {
  const trie *t = &m->past.trie;
  bool sees_globals = false, sees_functions = false;
  vec_clear (&m->blocks);
  for (uint32_t i = t->set_start.data[set]; i < t->set_start.data[set + 1];
       i++) {
    uint32_t b = t->set.data[i] / 4, ways = t->set.data[i] % 4;
    sees_globals |= b == TRIE_GLOBALS;
    sees_functions |= b == TRIE_FUNCTIONS;
    if (b <= TRIE_FUNCTIONS)
      continue;
    uint32_t index = m->past.block_to.data[b] - 1;
    vec_push (m->mem, &m->blocks, index * 4 + ways);
    machine_mark_block (m->machine, index, (uint8_t) ways);
  }
  return recorder_set (&m->recorder, m->blocks.len, m->blocks.data,
                       sees_globals, sees_functions);
}

static trie_spot spot_now (memo *m, trie_spot s) {
  return recorder_spot (&m->recorder, past_spot (&m->past, s));
}

static uint32_t make_shape (memo *m, const shape *old) {
  shape s = *old;
  const uint32_t *list = m->past.trie.pool.data + old->list;
  s.set = set_now (m, old->set);
  if (s.kind == SHAPE_FINISHED)
    return recorder_shape (&m->recorder, s, 0, NULL);
  if (s.kind == SHAPE_DECISION || s.n)
    s.site = spot_now (m, old->site);
  if (s.kind == SHAPE_DECISION)
    return recorder_shape (&m->recorder, s, old->size, list);
  vec_clear (&m->list);
  for (uint32_t i = 0; i < old->size; i += 3) {
    trie_spot at =
        spot_now (m, (trie_spot) {list[i], list[i + 1], list[i + 2]});
    vec_push (m->mem, &m->list, at.function);
    vec_push (m->mem, &m->list, at.block);
    vec_push (m->mem, &m->list, at.offset);
  }
  return recorder_shape (&m->recorder, s, m->list.len, m->list.data);
}

/* The same shape in the trie of now; its blocks count as executed. */
static uint32_t shape_now (memo *m, uint32_t i) {
  if (!m->shape_to.data[i])
    m->shape_to.data[i] = make_shape (m, m->past.trie.shapes.data + i) + 1;
  return m->shape_to.data[i] - 1;
}

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
      fill_places (m, s, &test, &where);
    m->config.carry (m->config.owner, &test, s->n ? &where : NULL);
  }
  count_end (m, s, &test, where);
  return m->last_test;
}

typedef struct carried {
  uint32_t node; /* now */
  hash128 path;
} carried;

/* A whole subtree, in the order of its nodes. */
static void carry (memo *m, uint32_t from, uint32_t to, hash128 path) {
  const trie *t = &m->past.trie;
  VEC (carried) todo = {0};
  vec_push (m->mem, &todo, (carried) {to, path});
  for (uint32_t i = from, end = from + trie_size (t, from); i < end; i++) {
    assert (todo.len);
    carried now = vec_pop (&todo);
    const shape *s = trie_shape (t, i);
    uint32_t which = shape_now (m, t->node[i].shape);
    if (s->kind != SHAPE_DECISION) {
      recorder_end (&m->recorder, now.node, which, carry_end (m, i, now.path));
      continue;
    }
    uint32_t first = recorder_decide (&m->recorder, now.node, which, s->size);
    spot at = past_spot (&m->past, s->site);
    for (uint32_t k = s->size; k; k--) {
      carried next = {first + k - 1, now.path};
      if (!m->is_settled)
        next.path = hash128_mix (now.path,
                                 explore_site (m->program, at.function, at.insn,
                                               t->pool.data[s->list + k - 1]));
      vec_push (m->mem, &todo, next);
    }
  }
  vec_release (m->mem, &todo);
}

/* Following. */

static bool start (guide *g, pending *p) {
  memo *m = memo_of (g);
  p->trail = (trail) {.node = 0};
  if (!m->has_past)
    return true;
  if (past_is_clean (&m->past, 0)) {
    m->is_settled = m->past.is_identical;
    carry (m, 0, 0, p->path);
    return false;
  }
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
                     !is_end && past_is_clean (&m->past, kid)};
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

static uint64_t number_at (const uint8_t *bytes, unsigned n) {
  uint64_t v = 0;
  for (unsigned i = 0; i < n; i++)
    v |= (uint64_t) bytes[i] << 8 * i;
  return v;
}

/* Inputs are made in the same order as before. */
static void fill_values (const state *s, const testcase *t, model *out) {
  for (size_t i = 0; i < s->symbolics.len && i < t->n_inputs; i++) {
    const symbolic *in = s->symbolics.data + i;
    if (in->size != t->input[i].size || strcmp (in->name, t->input[i].name))
      return;
    const uint8_t *at = t->input[i].bytes;
    for (uint32_t k = 0; k < in->n_parts; at += in->width[k++])
      model_set (out, in->part[k], number_at (at, in->width[k]));
  }
}

static bool values (guide *g, const state *s, size_t i, model *out) {
  memo *m = memo_of (g);
  uint32_t index;
  testcase t;
  if (!past_first_test (&m->past, m->kids.data[i], &index))
    return false;
  suite_get (m->past.tests, index, &t);
  fill_values (s, &t, out);
  return true;
}

/* Recording. */

/* The shape of what the path comes to, with its way there. */
static shape shape_of_trail (memo *m, const pending *p, shape_kind what) {
  trail *r = (trail *) &p->trail;
  machine_take_blocks (m->machine, m->mem, &r->blocks);
  return (shape) {.kind = (uint8_t) what,
                  .is_inexact = r->is_inexact,
                  .set =
                      recorder_set (&m->recorder, r->blocks.len, r->blocks.data,
                                    r->sees_globals, r->sees_functions),
                  .questions = (uint32_t) (p->questions - r->before),
                  .asked = r->asked};
}

static void begin_trail (pending *p, uint32_t at, uint32_t old) {
  u32_vec blocks = p->trail.blocks;
  vec_clear (&blocks);
  p->trail = (trail) {
      .node = at, .old = old, .before = p->questions, .blocks = blocks};
}

static void decide (guide *g, const state *now, choice_kind what, uint32_t n,
                    size_t n_taken, const uint32_t *taken,
                    pending *const *into) {
  memo *m = memo_of (g);
  pending *p = now->extra;
  uint32_t following = m->following;
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
  for (size_t i = 0, k = 0; i < size; i++) {
    uint32_t kid = following == NOWHERE ? NOWHERE : m->kids.data[i];
    if (kid != NOWHERE && m->known.data[i].is_carried) {
      hash128 site = explore_site (m->program, at.function, at.insn,
                                   m->known.data[i].choice);
      carry (m, kid, first + (uint32_t) i, hash128_mix (p->path, site));
      continue;
    }
    bool follows = kid != NOWHERE && past_can_follow (&m->past, kid);
    begin_trail (into[k++], first + (uint32_t) i, follows ? kid + 1 : 0);
  }
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
  uint32_t test = now->end.kind == END_SILENT ? 0 : m->last_test;
  m->last_test = 0;
  /* what is in reach decides whether it was too much */
  p->trail.sees_globals |= now->end.kind == END_CUT;
  shape s = shape_of_trail (m, p, kind_of (&now->end));
  s.limit = (uint8_t) now->end.limit;
  s.bound = m->recorder.trie.limit[s.limit];
  if (is_budget (&now->end))
    return;
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

bool memo_recall (memo *m, hash128 path, testcase *out) {
  if (!m->has_past)
    return false;
  if (!m->has_test_at)
    index_tests (m);
  uint64_t i = map_get (&m->test_at, path.lo | 1, 0);
  if (!i || m->is_used.data[i - 1])
    return false;
  suite_get (m->past.tests, (uint32_t) i - 1, out);
  if (!hash128_eq (out->path, path))
    return false;
  m->is_used.data[i - 1] = 1;
  return true;
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
                      .ask = ask,
                      .values = values,
                      .decide = decide,
                      .may_end = may_end,
                      .end = end,
                      .pause = pause_path,
                      .forget = forget};
  map_init (&m->test_at, mem);
  recorder_init (&m->recorder, mem, m->program, limit);
  m->has_past =
      !config->is_fresh && past_open (&m->past, mem, m->program, &m->recorder,
                                      config->path, o->trie == TRIE_FULL);
  if (m->has_past)
    explain (m);
  for (size_t i = 0; m->has_past && i < m->past.trie.shapes.len; i++)
    vec_push (mem, &m->shape_to, 0);
  for (size_t i = 0; i < memo_count_tests (m); i++)
    vec_push (mem, &m->is_used, 0);
  return m;
}

void memo_free (memo *m) {
  if (!m)
    return;
  if (m->has_past)
    past_release (&m->past);
  recorder_release (&m->recorder);
  map_release (&m->test_at);
  vec_release (m->mem, &m->shape_to);
  vec_release (m->mem, &m->is_used);
  vec_release (m->mem, &m->known);
  vec_release (m->mem, &m->kids);
  vec_release (m->mem, &m->blocks);
  vec_release (m->mem, &m->list);
  vec_release (m->mem, &m->spots);
  vec_release (m->mem, &m->stack);
  vec_release (m->mem, &m->text);
  memory_free (m->mem, m, sizeof *m);
}

guide *memo_guide (memo *m) { return &m->guide; }

void memo_attach (memo *m, explorer *e) {
  m->explorer = e;
  m->machine = explorer_machine (e);
}

void memo_note_cost (memo *m, trie_cost now) {
  trie_cost before = m->has_past ? m->past.trie.cost : (trie_cost) {0};
  m->recorder.trie.cost =
      (trie_cost) {before.time + now.time, before.queries + now.queries,
                   before.solved + now.solved};
}

uint64_t memo_untested (const memo *m) { return m->untested; }

/* With what deepening needs only, and the tests of that. */
static status save_boundary (memo *m, trie_nodes *nodes, const uint8_t *tests,
                             size_t size, trouble *why) {
  u32_vec kept = {0};
  char_vec picked = {0};
  trie_collapse (&m->recorder, nodes, &kept);
  suite *all = suite_open_at (m->mem, tests, size);
  if (all)
    suite_pick (all, kept.len, kept.data, m->mem, &picked);
  status st = trie_write (&m->recorder.trie, nodes->len, nodes->data,
                          m->config.path, picked.data, picked.len, why);
  suite_free (all);
  vec_release (m->mem, &picked);
  vec_release (m->mem, &kept);
  return st;
}

static status save (memo *m, bool is_last, const uint8_t *tests, size_t size,
                    trouble *why) {
  trie_nodes nodes = {0};
  recorder_order (&m->recorder, &nodes);
  bool is_small = is_last && m->config.context->options.trie == TRIE_BOUNDARY;
  status st =
      is_small ? save_boundary (m, &nodes, tests, size, why)
               : trie_write (&m->recorder.trie, nodes.len, nodes.data,
                             m->config.path, (const char *) tests, size, why);
  vec_release (m->mem, &nodes);
  return st;
}

status memo_save (memo *m, const char *suite_dir, bool is_last, trouble *why) {
  struct stat st;
  char_vec path = {0};
  bool is_small = m->config.context->options.trie == TRIE_BOUNDARY;
  if (m->is_settled && !is_small)
    return ST_OK;
  text_printf (m->mem, &path, "%s/suite", suite_dir);
  int fd = open (text_c (m->mem, &path), O_RDONLY | O_CLOEXEC);
  vec_release (m->mem, &path);
  void *data = MAP_FAILED;
  if (fd >= 0 && !fstat (fd, &st) && st.st_size > 0)
    data = mmap (NULL, (size_t) st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (fd >= 0)
    close (fd);
  if (data == MAP_FAILED)
    return trouble_set (why, ST_NOFILE, "cannot read the suite in '%s': %s",
                        suite_dir, strerror (errno));
  status res = save (m, is_last, data, (size_t) st.st_size, why);
  munmap (data, (size_t) st.st_size);
  return res;
}
