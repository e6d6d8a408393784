/* The last run cut into ranges for several machines, and ranges as text.
 *
 * Tests stand in the trie in the order of the tree, so a range of paths is a
 * range of that list. It is cut into parts of as many tests each; the bounds
 * are numbers of tests, which are the same on every machine that has the trie:
 *
 *     tests    4  1  7  |  2  9  3  |  8  6        parts  ..2   2..8   8..
 *
 * The first part has no lower bound and the last no upper one: together they
 * are all paths, also those that the program did not have then.
 */

#include "fleet/ranges.h"

#include "memo/trie.h"
#include "suite/suite.h"

static bool parse_bound (const char **at, uint32_t *out) {
  *out = 0;
  if (**at < '0' || **at > '9')
    return true;
  char *end;
  unsigned long n = strtoul (*at, &end, 10);
  *at = end;
  *out = (uint32_t) n;
  return n > 0 && n < UINT32_MAX;
}

bool ranges_parse (const char *text, uint32_t *from, uint32_t *to) {
  const char *at = text;
  if (!parse_bound (&at, from) || strncmp (at, "..", 2))
    return false;
  at += 2;
  return parse_bound (&at, to) && !*at;
}

void range_part_text (const range_part *r, char out[32]) {
  char from[12] = "", to[12] = "";
  if (r->from)
    snprintf (from, sizeof from, "%u", r->from);
  if (r->to)
    snprintf (to, sizeof to, "%u", r->to);
  snprintf (out, 32, "%s..%s", from, to);
}

/* Numbers of all tests, in the order of the tree. */
static void list_tests (memory *mem, const trie *t, suite *tests,
                        u32_vec *out) {
  uint32_t n = suite_count (tests);
  for (uint32_t i = 0; i < t->n_nodes; i++) {
    bool is_end = t->node[i].shape < t->shapes.len &&
                  trie_shape (t, i)->kind != SHAPE_DECISION;
    uint32_t link = t->node[i].link;
    if (!is_end || !link || link > n)
      continue;
    testcase test;
    suite_get (tests, link - 1, &test);
    vec_push (mem, out, test.number);
  }
}

static size_t fleet_ranges_cut (const u32_vec *tests, size_t n,
                                range_part *out) {
  size_t len = tests->len ? tests->len : 1, kept = n < len ? n : len;
  for (size_t i = 0; i < kept; i++) {
    size_t from = tests->len * i / kept, to = tests->len * (i + 1) / kept;
    out[i] = (range_part) {.from = i ? tests->data[from] : 0,
                           .to = i + 1 < kept ? tests->data[to] : 0,
                           .paths = to - from};
  }
  assert (kept && !out[0].from && !out[kept - 1].to);
  return kept;
}

size_t ranges_cut (memory *mem, const char *path, size_t n, range_part *out) {
  trie t;
  u32_vec numbers = {0};
  if (!trie_open (&t, mem, path))
    return 0;
  suite *tests = suite_open_at (mem, t.suite, t.suite_size);
  if (tests)
    list_tests (mem, &t, tests, &numbers);
  suite_free (tests);
  trie_release (&t);
  size_t n_parts = fleet_ranges_cut (&numbers, n, out);
  vec_release (mem, &numbers);
  return n_parts;
}
