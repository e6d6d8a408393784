/* Opening and saving. What a memo has of two runs:
 *
 *     old_trie   the last run, read only: nodes in preorder, shapes judged
 *     recorder   this run: nodes as they come, put into preorder when saved
 *     carrier    from numbers of the one to numbers of the other
 *
 * A trie is written in one of two ways:
 *
 *     whole      this run alone
 *     part       this run, and at nodes that are still open what the last one
 *                knew of them ('source'), if the program is the same
 *
 * Until then nothing on disk changes: a run that is killed leaves the last
 * trie, or the last part.
 */

#include "memo/memo_priv.h"

#include <errno.h>

static void note_change (const memo *m, trie_block b, u32_vec *changed) {
  const trie *t = &m->old_trie.trie;
  if (b.function != TRIE_GLOBAL)
    changed->data[b.function]++;
  else
    log_debug (&m->config.context->log, "%s: looked at, and changed",
               *t->global.data[b.number].name ? t->global.data[b.number].name
                                              : "a string");
}

/* For -v: where the program differs from that of the last run. */
static void explain (const memo *m) {
  const old_trie *p = &m->old_trie;
  const logger *log = &m->config.context->log;
  u32_vec changed = {0};
  vec_extend (m->mem, &changed, p->trie.functions.len);
  for (size_t i = TRIE_FUNCTIONS + 1; i < p->trie.blocks.len; i++)
    if (!p->block_to.data[i])
      note_change (m, p->trie.blocks.data[i], &changed);
  for (size_t i = 0; i < changed.len; i++)
    if (changed.data[i])
      log_debug (log, "%s: %u of the blocks that were executed changed",
                 p->trie.functions.data[i].name, changed.data[i]);
  vec_release (m->mem, &changed);
}

memo *memo_open (const memo_config *config) {
  memory *mem = &config->context->memory;
  const options *o = &config->context->options;
  uint64_t limit[LIMIT_COUNT];
  memo *m = memory_zalloc (mem, sizeof *m);
  options_limits (o, limit);
  m->config = *config;
  m->mem = mem;
  m->program = config->program;
  m->following = m->ended = NOWHERE;
  m->guide.room = sizeof (trail);
  memo_guide_carrying (&m->guide);
  memo_guide_following (&m->guide);
  memo_guide_recording (&m->guide);
  if (o->rejoin)
    memo_guide_rejoining (&m->guide);
  map_init (&m->test_at, mem);
  map_init (&m->source, mem);
  recorder_init (&m->recorder, mem, m->program, limit);
  m->has_past =
      !config->is_fresh &&
      old_trie_open (&m->old_trie, mem, m->program, &m->recorder, config->path);
  m->recorder.trie.key = m->has_past ? m->old_trie.trie.key : keyed_seed ();
  if (m->has_past) {
    explain (m);
    memo_guide_seeding (&m->guide);
    likeness_init (&m->likeness, mem, m->program, &m->old_trie, &m->recorder);
    seeds_init (&m->seeds, mem, &m->old_trie);
    carrier_init (&m->carrier, mem, &m->old_trie, &m->recorder);
    if (config->targets)
      old_trie_look_for (&m->old_trie, config->targets);
    if (config->shows_ends || config->shows_output)
      old_trie_show (&m->old_trie, config->shows_ends, o->all_errors,
                     config->shows_output);
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
    likeness_release (&m->likeness);
    seeds_release (&m->seeds);
    old_trie_release (&m->old_trie);
  }
  model_free (m->adopting);
  if (m->has_moments)
    moments_release (&m->moments);
  recorder_release (&m->recorder);
  map_release (&m->moment_at);
  map_release (&m->returns);
  map_release (&m->test_at);
  map_release (&m->source);
  vec_release (m->mem, &m->is_used);
  map_release (&m->number_at);
  vec_release (m->mem, &m->known, &m->kids, &m->blocks, &m->on_lower,
               &m->on_upper, &m->list, &m->spots, &m->calls);
  memory_free (m->mem, m, sizeof *m);
}

guide *memo_guide (memo *m) { return &m->guide; }

precedents *memo_precedents (memo *m) { return &m->recorder.trie.precedents; }

const precedents *memo_old_precedents (const memo *m) {
  return m->has_past ? &m->old_trie.trie.precedents : NULL;
}

/* Tests want wrong matches, which --check=2 has to find. */
static unsigned digest_bits (const memo *m) {
  const char *bits = getenv ("REPRISE_DIGEST_BITS");
  bool is_few = bits && m->config.context->options.check >= 2;
  return is_few ? (unsigned) atoi (bits) % 129 : 128;
}

void memo_attach (memo *m, explorer *e) {
  assert (!m->explorer); /* once, before the first path */
  m->explorer = e;
  m->machine = m->carrier.machine = explorer_machine (e);
  if (m->has_past)
    m->adopting = model_new (m->mem, machine_terms (m->machine));
  terms_set_key (machine_terms (m->machine), m->recorder.trie.key,
                 digest_bits (m));
  memo_open_moments (m);
}

status memo_set_range (memo *m, uint32_t from, uint32_t to, trouble *why) {
  if (!m->has_past)
    return trouble_set (why, ST_USAGE,
                        "--range refers to tests of the last run, and there is "
                        "none; run once without it");
  assert (m->machine && !m->has_range);
  m->has_range = true;
  machine_hold_coverage (m->machine);
  return range_init (&m->range, &m->old_trie, from, to, why);
}

status memo_set_share (memo *m, uint32_t from, uint32_t to, trouble *why) {
  if (!m->has_past || !m->old_trie.is_identical ||
      !range_between (&m->range, &m->old_trie.trie, from, to))
    return trouble_set (why, ST_BADINPUT,
                        "what another process has explored is not of this "
                        "program");
  m->has_range = m->is_share = true;
  machine_hold_coverage (m->machine);
  return ST_OK;
}

void memo_begin_piece (memo *m, const char *path, const pending_vec *open) {
  m->config.path = path;
  m->is_settled = false;
  vec_clear (&m->list);
  for (size_t i = 0; i < open->len; i++)
    vec_push (m->mem, &m->list, trail_of (open->data[i])->node);
  recorder_keep (&m->recorder, m->list.len, m->list.data);
}

recorder *memo_recorder (memo *m) { return &m->recorder; }

void memo_note_cost (memo *m, trie_cost now) {
  trie_cost before = m->has_past ? m->old_trie.trie.cost : (trie_cost) {0};
  m->recorder.trie.cost =
      (trie_cost) {before.time + now.time, before.queries + now.queries,
                   before.solved + now.solved};
}

/* What this run has not come to yet is as the last one left it, if that was on
 * the same program: nothing that was known is lost.
 */
static void order_with_past (memo *m, const suite *all, trie_nodes *nodes,
                             char_vec *tests) {
  const trie *old = &m->old_trie.trie;
  u32_vec to = {0}, more = {0};
  for (uint32_t i = 0; i < suite_count (all); i++)
    suite_pick (all, 1, &i, m->mem, tests);
  if (!tests->len)
    suite_pick (all, 0, NULL, m->mem, tests);
  for (size_t i = 0; i < old->shapes.len; i++)
    vec_push (m->mem, &to, carrier_copy (&m->carrier, (uint32_t) i));
  graft g = {old, &m->source, &to, suite_count (all), &more};
  recorder_order (&m->recorder, &g, nodes);
  suite_pick (m->old_trie.tests, more.len, more.data, m->mem, tests);
  vec_release (m->mem, &more, &to);
}

/* Of both runs the larger one. */
static void loosen (trie *t, const trie *old) {
  for (int i = 0; i < LIMIT_COUNT; i++)
    if (!old->limit[i] || (t->limit[i] && t->limit[i] < old->limit[i]))
      t->limit[i] = old->limit[i];
}

static status write_with_past (memo *m, const suite *all, trie_nodes *nodes,
                               trouble *why) {
  char_vec tests = {0};
  order_with_past (m, all, nodes, &tests);
  trie now = m->recorder.trie;
  loosen (&now, &m->old_trie.trie);
  status st = trie_write (&now, nodes->len, nodes->data, m->config.path,
                          tests.data, tests.len, why);
  vec_release (m->mem, &tests);
  return st;
}

/* With --check=3. */
static void validate (const memo *m, const trie *t) {
  if (m->config.context->options.check < 3 || trie_is_valid (t))
    return;
  log_error (&m->config.context->log,
             "bug: the trie is damaged; the program stops");
  abort ();
}

static status save (memo *m, bool is_whole, const uint8_t *bytes, size_t size,
                    trouble *why) {
  trie_nodes nodes = {0};
  status st = ST_OK;
  if (!is_whole && m->has_past && m->old_trie.is_identical) {
    suite *all = suite_open_at (m->mem, bytes, size);
    if (all)
      st = write_with_past (m, all, &nodes, why);
    suite_free (all);
  } else {
    recorder_order (&m->recorder, NULL, &nodes);
    st = trie_write (&m->recorder.trie, nodes.len, nodes.data, m->config.path,
                     (const char *) bytes, size, why);
  }
  vec_release (m->mem, &nodes);
  return st;
}

status memo_save (memo *m, const char *suite_dir, bool is_whole, trouble *why) {
  mapped_file tests;
  validate (m, &m->recorder.trie);
  if (m->has_past && !m->is_share)
    precedents_absorb (&m->recorder.trie.precedents,
                       &m->old_trie.trie.precedents);
  if (m->config.by_rule) /* may miss paths */
    return ST_OK;
  if (m->is_settled && !m->has_moved)
    return ST_OK;
  if (!suite_map (m->mem, suite_dir, &tests))
    return trouble_set (why, ST_NOFILE, "cannot read the suite in '%s': %s",
                        suite_dir, strerror (errno));
  status st = save (m, is_whole, tests.bytes, tests.size, why);
  whole_file_unmap (&tests);
  return st;
}
