#include "remote/gather.h"

#include "fleet/pieces.h"

typedef struct joined_suite {
  suite_writer *suite;
  uint32_t n;
  trouble *why;
} joined_suite;

static uint32_t gather_test (void *owner, testcase *t) {
  joined_suite *g = owner;
  t->number = ++g->n;
  suite_add (g->suite, t, g->why);
  return g->n;
}

/* A recorder that pieces are alike to: of this program and these limits, with
 * the key and the cost of the first.
 */
static bool gather_begin (recorder *r, context *c, program *p,
                          const char *first) {
  uint64_t limit[LIMIT_COUNT];
  trie t;
  if (!trie_open (&t, &c->memory, first))
    return false;
  options_limits (&c->options, limit);
  recorder_init (r, &c->memory, p, limit);
  r->trie.key = t.key;
  r->trie.cost = t.cost;
  trie_release (&t);
  return true;
}

static status join_files (pieces *p, const char_vec *files, joined_suite *g,
                          const char *directory, const char *out) {
  EACH_TEXT (at, files)
  pieces_add (p, at);
  pieces_join (p, g, gather_test);
  status st = suite_flush (g->suite, g->why);
  return st ? st : pieces_save (p, out, directory, g->why);
}

status gather (context *c, program *of, const suite_facts *facts,
               const char_vec *files, const char *directory, const char *out) {
  memory *mem = &c->memory;
  recorder like;
  joined_suite g = {.why = &c->trouble};
  assert (files->len); /* the first is that of who leads */
  if (!gather_begin (&like, c, of, files->data))
    return trouble_set (&c->trouble, ST_NOFILE, "there is no trie in '%s'",
                        files->data);
  g.suite = suite_create (mem, directory, facts, g.why);
  status st = g.suite ? ST_OK : g.why->code;
  if (!st) {
    pieces *p = pieces_new (mem, &like);
    st = join_files (p, files, &g, directory, out);
    pieces_free (p);
    suite_abandon (g.suite);
  }
  recorder_release (&like);
  return st;
}
