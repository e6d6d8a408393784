#include "test.h"

#include "term/marks.h"

TEST (numbers_last_for_a_round) {
  memory mem = {0};
  marks m = {0};
  CHECK_EQ (marks_get (&m, (term) {5}), 0);
  marks_set (&mem, &m, (term) {5}, 7);
  CHECK_EQ (marks_get (&m, (term) {5}), 7);
  CHECK_EQ (marks_get (&m, (term) {4}), 0);
  CHECK_EQ (marks_get (&m, (term) {1000}), 0);
  marks_clear (&m);
  CHECK_EQ (marks_get (&m, (term) {5}), 0);
  marks_set (&mem, &m, (term) {5}, UINT32_MAX);
  CHECK_EQ (marks_get (&m, (term) {5}), UINT32_MAX);
  marks_release (&mem, &m);
  CHECK_EQ (mem.live, 0);
}

/* After the last round comes the first, without what was set then. */
TEST (rounds_wrap) {
  memory mem = {0};
  marks m = {0};
  marks_clear (&m);
  marks_set (&mem, &m, (term) {5}, 7);
  m.round = UINT32_MAX;
  marks_set (&mem, &m, (term) {6}, 8);
  marks_clear (&m);
  CHECK_EQ (marks_get (&m, (term) {5}), 0);
  CHECK_EQ (marks_get (&m, (term) {6}), 0);
  marks_set (&mem, &m, (term) {6}, 9);
  CHECK_EQ (marks_get (&m, (term) {6}), 9);
  marks_release (&mem, &m);
  CHECK_EQ (mem.live, 0);
}
