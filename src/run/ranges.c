#include "run/ranges.h"

#include "memo/trie.h"
#include "run/subject.h"
#include "run/trie_place.h"
#include "store/store.h"
#include "suite/suite.h"

#include <stdlib.h>
#include <string.h>

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

static size_t cut (const u32_vec *tests, size_t n, range_part *out) {
  size_t len = tests->len ? tests->len : 1, kept = n < len ? n : len;
  for (size_t i = 0; i < kept; i++) {
    size_t from = tests->len * i / kept, to = tests->len * (i + 1) / kept;
    out[i] = (range_part) {.from = i ? tests->data[from] : 0,
                           .to = i + 1 < kept ? tests->data[to] : 0,
                           .paths = to - from};
  }
  return kept;
}

status ranges_cut (context *c, const run_request *q, size_t n, range_part *out,
                   size_t *n_out) {
  subject of;
  trie t;
  char_vec path = {0};
  u32_vec numbers = {0};
  if (!c->options.store)
    c->options.store = STORE_DEFAULT_PLACE;
  status st = subject_init (&of, c, q->input, q->argc, q->argv);
  bool is_there = !st && trie_place_find (&of, &path) &&
                  trie_open (&t, &c->memory, path.data);
  *n_out = 0;
  if (is_there) {
    suite *tests = suite_open_at (&c->memory, t.suite, t.suite_size);
    if (tests)
      list_tests (&c->memory, &t, tests, &numbers);
    suite_free (tests);
    trie_release (&t);
    *n_out = cut (&numbers, n, out);
  }
  vec_release (&c->memory, &numbers);
  vec_release (&c->memory, &path);
  subject_release (&of);
  return st         ? st
         : is_there ? ST_OK
                    : trouble_set (&c->trouble, ST_USAGE,
                                   "'%s' has no last run to divide into "
                                   "ranges; run it once without --ranges",
                                   q->input);
}
