/* Tests of the past: whose path is this, and do its values still lead there?
 *
 *     recalled   at the end of a path, for the number of its test: by decisions
 *                that look the same, by values that it adopted, by the digest
 * of its decisions. Each test is used once ('is_used'). sampled    for a
 * question that nobody can answer: some tests behind the old node that the path
 * is nearest to adopted    a path that has the decisions of an old one takes
 * the values of its test, so that the test stays as it is
 *
 * A test is only ever a guess: values are evaluated before they are taken.
 */

#include "memo/memo_priv.h"

void memo_note_test (memo *m, uint32_t index) {
  m->last_test = index + 1;
  if (m->ended != NOWHERE)
    recorder_link (&m->recorder, m->ended, index + 1);
  m->ended = NOWHERE;
}

uint32_t memo_count_tests (const memo *m) {
  return m->has_past ? suite_count (m->old_trie.tests) : 0;
}

/* Once, for the first that asks. */
static void index_tests (memo *m) {
  testcase t;
  for (uint32_t i = 0; !m->has_test_at && i < memo_count_tests (m); i++) {
    suite_get (m->old_trie.tests, i, &t);
    map_put (&m->test_at, t.path.lo | 1, i + 1);
    m->last_number = t.number > m->last_number ? t.number : m->last_number;
  }
  m->has_test_at = true;
}

uint32_t memo_last_number (memo *m) {
  index_tests (m);
  return m->last_number;
}

static bool use_test (memo *m, uint32_t index, testcase *out) {
  assert (index < m->is_used.len);
  if (m->is_used.data[index])
    return false;
  suite_get (m->old_trie.tests, index, out);
  m->is_used.data[index] = 1;
  return true;
}

/* By decisions that look the same; by values that lead here; by decisions that
 * are the same to the number.
 */
bool memo_recall (memo *m, const pending *p, testcase *out) {
  const trail *r = trail_of (p);
  if (!m->has_past)
    return false;
  uint32_t like = likeness_test (&m->likeness, &r->likeness);
  bool is_like =
      r->likeness.stray == STRAY_NOT || r->likeness.stray == STRAY_GONE;
  if (like && (is_like || r->adopted == like) && use_test (m, like - 1, out))
    return true;
  if (!like && r->likeness.near && r->adopted &&
      use_test (m, r->adopted - 1, out))
    return true;
  index_tests (m);
  uint64_t i = map_get (&m->test_at, p->path.lo | 1, 0);
  if (!i || m->is_used.data[i - 1])
    return false;
  suite_get (m->old_trie.tests, (uint32_t) i - 1, out);
  return hash128_eq (out->path, p->path) && use_test (m, (uint32_t) i - 1, out);
}

bool memo_is_same (const memo *m, const pending *p) {
  const trail *r = trail_of (p);
  return r->likeness.stray == STRAY_NOT &&
         likeness_test (&m->likeness, &r->likeness);
}

bool memo_has_past (const memo *m) { return m->has_past; }

uint64_t memo_suite_digest (const memo *m) {
  return m->has_past ? suite_digest (m->old_trie.tests) : 0;
}

void memo_why_new (memo *m, const pending *p, char_vec *out) {
  likeness_why_new (&m->likeness, &trail_of (p)->likeness, out);
}

typedef struct telling {
  memo *memo;
  void *owner;
  void (*tell) (void *, const testcase *, const char *);
} telling;

static void tell_gone (void *owner, uint32_t test, const char *why) {
  telling *t = owner;
  testcase gone;
  suite_get (t->memo->old_trie.tests, test, &gone);
  t->tell (t->owner, &gone, why);
}

void memo_why_gone (memo *m, void *owner,
                    void (*tell) (void *, const testcase *, const char *)) {
  telling t = {m, owner, tell};
  if (m->has_past && !m->is_settled)
    likeness_why_gone (&m->likeness, m->is_used.data, &t, tell_gone);
}

bool memo_is_settled (const memo *m) {
  return recorder_is_settled (&m->recorder);
}

suite *memo_tests (const memo *m) {
  return m->has_past ? m->old_trie.tests : NULL;
}

void memo_use (memo *m, uint32_t number) {
  testcase t;
  if (!m->number_at.mem && memo_count_tests (m)) {
    map_init (&m->number_at, m->mem);
    for (uint32_t i = 0; i < memo_count_tests (m); i++) {
      suite_get (m->old_trie.tests, i, &t);
      map_put (&m->number_at, t.number, i + 1);
    }
  }
  uint64_t i = number ? map_get (&m->number_at, number, 0) : 0;
  if (i)
    m->is_used.data[i - 1] = 1;
}

/* As witnesses. */

#define MOST_SEEDS 16 /* of a query */
#define RESTS_AFTER 256
#define RESTS_FOR 32

static void tests (guide *g, const state *now, u32_vec *out) {
  memo *m = memo_of (g);
  const kinship *x = &trail_of (now->extra)->likeness;
  vec_clear (out);
  seeds_learn (&m->seeds, now);
  if (!m->config.by_rule && x->nearest)
    seeds_sample (&m->seeds, x->nearest - 1, MOST_SEEDS, out);
}

static bool values (guide *g, uint32_t test, size_t n, const term *leaf,
                    model *out) {
  return seeds_values (&memo_of (g)->seeds, test, n, leaf, out);
}

/* The test of the path that has the decisions of this one and none behind
 * them, or, if this one has ended, just a few; index plus 1, 0: there is none.
 */
static uint32_t heritage (memo *m, const pending *p) {
  const kinship *x = &trail_of (p)->likeness;
  uint32_t link = likeness_test (&m->likeness, x);
  if (p->state->end.kind == END_NONE)
    return link;
  return link ? 0 /* it was tried before */
              : likeness_test_near (&m->likeness, x);
}

/* To look at all that a path knows is a waste where old tests hardly ever fit:
 * it rests then, by counts.
 */
static bool is_worth_adopting (memo *m) {
  uint64_t n = m->adoptions_tried;
  bool fits_often = n < RESTS_AFTER || m->adoptions * 4 > n;
  if (!fits_often && ++m->adoptions_left_out % RESTS_FOR)
    return false;
  m->adoptions_tried++;
  return true;
}

static bool fits (memo *m, pending *p, uint32_t test) {
  const state *s = p->state;
  seeds_learn (&m->seeds, s);
  if (!is_worth_adopting (m))
    return false;
  model_clear (m->adopting);
  for (size_t i = 0; i < s->symbolics.len; i++) {
    const symbolic *in = s->symbolics.data + i;
    if (!seeds_values (&m->seeds, test, in->n_parts, in->part, m->adopting))
      return false;
  }
  bool is_adopted = knowledge_adopt (p->knowledge, m->adopting);
  m->adoptions += is_adopted;
  return is_adopted;
}

static bool validates (guide *g, const pending *p) {
  const kinship *x = &trail_of (p)->likeness;
  return x->near && x->stray == STRAY_NOT &&
         old_trie_holds (&memo_of (g)->old_trie, x->near - 1);
}

bool memo_keeps_test (memo *m, const pending *p) {
  return m->has_past && p->seeds.len && validates (&m->guide, p);
}

static bool adopt (guide *g, pending *p) {
  memo *m = memo_of (g);
  trail *r = trail_of (p);
  if (m->config.by_rule && !memo_keeps_test (m, p))
    return false;
  if (p->state->end.kind != END_NONE && r->adopted)
    return true;
  uint32_t link = heritage (m, p);
  bool is_adopted =
      link && (seeds_agree (&m->seeds, link - 1, p) || fits (m, p, link - 1));
  r->adopted = is_adopted ? link : 0;
  return is_adopted;
}

void memo_guide_seeding (guide *g) {
  g->tests = tests;
  g->values = values;
  g->adopt = adopt;
  g->validates = validates;
}
