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

#include "remote/ranges.h"

#include "cli/cli.h"
#include "memo/trie.h"
#include "suite/suite.h"

/* One of several parts that are all paths; a bound of 0 is open. */
typedef struct range_part {
  uint32_t from, to; /* numbers of tests */
  uint64_t paths;    /* with a test, from the one on, up to before the other */
} range_part;

static void put_range (const range_part *r, char out[32]) {
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

static size_t divide_tests (const u32_vec *tests, size_t n, range_part *out) {
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

static size_t cut_ranges (memory *mem, const char *path, size_t n,
                          range_part *out) {
  trie t;
  u32_vec numbers = {0};
  if (!trie_open (&t, mem, path))
    return 0;
  suite *tests = suite_open_at (mem, t.suite, t.suite_size);
  if (tests)
    list_tests (mem, &t, tests, &numbers);
  suite_free (tests);
  trie_release (&t);
  size_t n_parts = divide_tests (&numbers, n, out);
  vec_release (mem, &numbers);
  return n_parts;
}

static void print_range (const range_part *r, json_t *list) {
  char text[32];
  put_range (r, text);
  if (list)
    json_array_append_new (list, json_pack ("{s:s, s:I}", "range", text,
                                            "paths", (json_int_t) r->paths));
  else
    printf ("%-20s %10llu paths\n", text, (unsigned long long) r->paths);
}

status ranges_print (context *c, const char *input, const char *file) {
  VEC (range_part) parts = {0};
  size_t n = (size_t) c->options.ranges;
  json_t *list = c->options.json ? json_array () : NULL;
  vec_reserve (&c->memory, &parts, n);
  parts.len = cut_ranges (&c->memory, file, n, parts.data);
  assert (parts.len <= n);
  for (size_t i = 0; i < parts.len; i++)
    print_range (parts.data + i, list);
  status st = parts.len
                  ? ST_OK
                  : trouble_set (&c->trouble, ST_USAGE,
                                 "'%s' has no last run to divide into ranges; "
                                 "run it once without --ranges",
                                 input);
  vec_release (&c->memory, &parts);
  if (list && !st)
    cli_print_json (json_pack ("{s:i, s:O}", "format", 1, "ranges", list));
  json_decref (list);
  return st;
}
