#include "memo/memo_priv.h"

void memo_note_test (memo *m, uint32_t index) { m->last_test = index + 1; }

uint32_t memo_count_tests (const memo *m) {
  return m->has_past ? suite_count (m->old_trie.tests) : 0;
}

uint32_t memo_last_number (const memo *m) {
  uint32_t last = 0;
  testcase t;
  for (uint32_t i = 0; i < memo_count_tests (m); i++) {
    suite_get (m->old_trie.tests, i, &t);
    last = t.number > last ? t.number : last;
  }
  return last;
}

static void index_tests (memo *m) {
  testcase t;
  for (uint32_t i = 0; i < memo_count_tests (m); i++) {
    suite_get (m->old_trie.tests, i, &t);
    map_put (&m->test_at, t.path.lo | 1, i + 1);
  }
  m->has_test_at = true;
}

static bool use_test (memo *m, uint32_t index, testcase *out) {
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
  if (!m->has_past)
    return false;
  uint32_t like = likeness_test (&m->likeness, &p->trail.likeness);
  bool is_like = p->trail.likeness.stray == STRAY_NOT ||
                 p->trail.likeness.stray == STRAY_GONE;
  if (like && (is_like || p->adopted == like) && use_test (m, like - 1, out))
    return true;
  if (!like && p->trail.likeness.near && p->adopted &&
      use_test (m, p->adopted - 1, out))
    return true;
  if (!m->has_test_at)
    index_tests (m);
  uint64_t i = map_get (&m->test_at, p->path.lo | 1, 0);
  if (!i || m->is_used.data[i - 1])
    return false;
  suite_get (m->old_trie.tests, (uint32_t) i - 1, out);
  return hash128_eq (out->path, p->path) && use_test (m, (uint32_t) i - 1, out);
}

bool memo_is_same (const memo *m, const pending *p) {
  return p->trail.likeness.stray == STRAY_NOT &&
         likeness_test (&m->likeness, &p->trail.likeness);
}

bool memo_has_past (const memo *m) { return m->has_past; }

uint64_t memo_suite_digest (const memo *m) {
  return m->has_past ? suite_digest (m->old_trie.tests) : 0;
}

void memo_why_new (memo *m, const pending *p, char_vec *out) {
  likeness_why_new (&m->likeness, &p->trail.likeness, out);
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
      suite_get (m->old_trie.tests, i, &t);
      map_put (&m->number_at, t.number, i + 1);
    }
  }
  uint64_t i = number ? map_get (&m->number_at, number, 0) : 0;
  if (i)
    m->is_used.data[i - 1] = 1;
}
