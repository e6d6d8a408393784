/* What the trie says, in the terms of the program of now.
 *
 *     function_to   of the trie -> of the program, if all blocks are the same
 *     block_to      of the trie -> as the machine numbers it
 *     set           blocks of each set, translated and sorted: compared with
 *                   what the machine has entered by one memcmp
 *     with_test     nodes that have a test, increasing: the first one behind a
 *                   node is found by halves, since a subtree is a range of
 * nodes
 *
 * Nothing here is believed: a block or function without a counterpart is 0, and
 * a set that has one such says so in its flags.
 */

#include "lab/certify/claims.h"
#include "memo/labels.h"

#include <errno.h>
#include <unistd.h>

/* Functions: the numbers of slots do not matter, as in outline_align. */

static bool is_same_block (const outline *a, const outline *b, size_t i) {
  const outline_block *x = a->block.data + i, *y = b->block.data + i;
  return hash128_eq (x->digest, y->digest) && x->n_slots == y->n_slots &&
         x->n_next == y->n_next &&
         (!x->n_next || !memcmp (a->pool.data + x->next, b->pool.data + y->next,
                                 x->n_next * sizeof *a->pool.data));
}

static bool is_same_function (const outline *a, const outline *b) {
  bool is_same = hash128_eq (a->signature, b->signature) &&
                 a->n_params == b->n_params && a->block.len == b->block.len;
  for (size_t i = 0; is_same && i < a->block.len; i++)
    is_same = is_same_block (a, b, i);
  return is_same;
}

/* Of the program plus 1, 0: none that is the same. */
static uint32_t find_function (claims *c, recorder *r, const outline *claimed) {
  uint32_t f = labels_named (c->program, claimed->name);
  if (!f)
    return 0;
  const outline *o = recorder_outline (r, f - 1);
  return is_same_function (claimed, o) ? f : 0;
}

static void find_functions (claims *c, recorder *r) {
  labels_take (c->program, &c->trie);
  for (size_t i = 0; i < c->trie.functions.len; i++)
    vec_push (c->mem, &c->function_to,
              find_function (c, r, c->trie.functions.data + i));
  c->same_globals = hash128_eq (c->trie.globals, outline_globals (c->program));
  c->same_functions =
      hash128_eq (c->trie.functions_digest, outline_functions (c->program));
}

const char *claims_foreign_function (const claims *c) {
  for (size_t i = 0; i < c->function_to.len; i++)
    if (!c->function_to.data[i])
      return c->trie.functions.data[i].name;
  return NULL;
}

/* Blocks and sets. */

static const block *block_at (const claims *c, uint32_t f, uint32_t number) {
  if (f >= c->function_to.len || !c->function_to.data[f])
    return NULL;
  const code *body = program_code (c->program, c->function_to.data[f] - 1);
  return number < body->n_blocks ? body->block + number : NULL;
}

static uint32_t find_block (const claims *c, trie_block b) {
  if (b.function == TRIE_GLOBAL) {
    const trie_global *g = c->trie.global.data + b.number;
    uint32_t now = outline_find_global (c->program, g->slot, g->digest);
    return now ? (MACHINE_GLOBAL | (now - 1)) + 1 : 0;
  }
  const block *now = block_at (c, b.function, b.number);
  return now ? now->index + 1 : 0;
}

static void find_blocks (claims *c) {
  assert (c->function_to.len == c->trie.functions.len); /* find_functions */
  for (size_t i = 0; i < c->trie.blocks.len; i++)
    vec_push (c->mem, &c->block_to,
              i > TRIE_FUNCTIONS ? find_block (c, c->trie.blocks.data[i]) : 0);
}

static int claims_compare (const void *a, const void *b) {
  uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;
  return x < y ? -1 : x > y;
}

static void sort_numbers (uint32_t *data, size_t n) {
  if (n)
    qsort (data, n, sizeof *data, claims_compare);
}

static void translate_set (claims *c, uint32_t i) {
  assert (c->set_start.len == i + 1); /* in their order */
  const trie *t = &c->trie;
  uint32_t flags = 0;
  size_t start = c->set.len;
  for (uint32_t k = t->set_start.data[i]; k < t->set_start.data[i + 1]; k++) {
    uint32_t b = t->set.data[k] / 4, ways = t->set.data[k] % 4;
    if (b <= TRIE_FUNCTIONS)
      flags |= b == TRIE_GLOBALS ? CLAIM_GLOBALS : CLAIM_FUNCTIONS;
    else if (!c->block_to.data[b])
      flags |= CLAIM_UNKNOWN;
    else if (t->blocks.data[b].function != TRIE_GLOBAL)
      vec_push (c->mem, &c->set, (c->block_to.data[b] - 1) * 4 + ways);
  }
  sort_numbers (c->set.data + start, c->set.len - start);
  vec_push (c->mem, &c->set_start, (uint32_t) c->set.len);
  vec_push (c->mem, &c->set_flags, flags);
}

static void translate_sets (claims *c) {
  vec_push (c->mem, &c->set_start, 0);
  for (uint32_t i = 0; i < trie_sets (&c->trie); i++)
    translate_set (c, i);
}

/* Sorted, without globals; a block that is there twice has the ways of both.
 */
static void normalise (u32_vec *v) {
  size_t n = 0;
  sort_numbers (v->data, v->len);
  for (size_t i = 0; i < v->len && !(v->data[i] / 4 & MACHINE_GLOBAL); i++)
    if (n && v->data[n - 1] / 4 == v->data[i] / 4)
      v->data[n - 1] |= v->data[i];
    else
      v->data[n++] = v->data[i];
  v->len = n;
}

bool claims_is_set (const claims *c, uint32_t set, u32_vec *blocks,
                    bool sees_globals, bool sees_functions) {
  assert (set + 1 < c->set_start.len);
  uint32_t from = c->set_start.data[set];
  size_t n = c->set_start.data[set + 1] - from;
  uint32_t flags = (sees_globals ? CLAIM_GLOBALS : 0) |
                   (sees_functions ? CLAIM_FUNCTIONS : 0);
  normalise (blocks);
  return c->set_flags.data[set] == flags && n == blocks->len &&
         (!n ||
          !memcmp (c->set.data + from, blocks->data, n * sizeof *blocks->data));
}

bool claims_spot (const claims *c, trie_spot s, spot *out) {
  const block *b = block_at (c, s.function, s.block);
  if (!b)
    return false;
  uint32_t f = c->function_to.data[s.function] - 1;
  *out = (spot) {f, b->first + s.offset};
  return out->insn < program_code (c->program, f)->n_insns;
}

/* The tree. */

static bool is_tree (claims *c) {
  const trie *t = &c->trie;
  if (!trie_is_tree (t, suite_count (c->tests)))
    return false;
  for (uint32_t i = 0; i < t->n_nodes; i++)
    if (trie_shape (t, i)->kind != SHAPE_DECISION && t->node[i].link)
      vec_push (c->mem, &c->with_test, i);
  return true;
}

bool claims_first_test (const claims *c, uint32_t at, uint32_t *index) {
  assert (at < c->trie.n_nodes);
  size_t low = trie_find_number (&c->with_test, at);
  uint32_t end = at + trie_size (&c->trie, at);
  if (low == c->with_test.len || c->with_test.data[low] >= end)
    return false;
  *index = c->trie.node[c->with_test.data[low]].link - 1;
  return true;
}

/* Life. */

static status open_tree (claims *c, const char *path, trouble *t) {
  if (access (path, R_OK))
    return trouble_set (t, ST_NOFILE, "cannot read '%s': %s", path,
                        strerror (errno));
  if (!trie_open (&c->trie, c->mem, path))
    return trouble_set (t, ST_CORRUPT,
                        "'%s' is damaged, or of another version of Reprise",
                        path);
  c->tests = suite_open_at (c->mem, c->trie.suite, c->trie.suite_size);
  if (!c->tests || !is_tree (c)) {
    claims_release (c);
    return trouble_set (t, ST_CORRUPT,
                        "'%s' does not contain a trie with its tests", path);
  }
  return ST_OK;
}

status claims_open (claims *c, memory *mem, program *p, const char *path,
                    trouble *t) {
  *c = (claims) {.mem = mem, .program = p};
  status st = open_tree (c, path, t);
  if (st)
    return st;
  recorder now;
  recorder_init (&now, mem, p, c->trie.limit);
  find_functions (c, &now);
  find_blocks (c);
  recorder_release (&now);
  translate_sets (c);
  assert (c->function_to.len == c->trie.functions.len &&
          c->block_to.len == c->trie.blocks.len);
  return ST_OK;
}

void claims_release (claims *c) {
  vec_release (c->mem, &c->function_to, &c->block_to, &c->set, &c->set_start,
               &c->set_flags, &c->with_test);
  suite_free (c->tests);
  trie_release (&c->trie);
}
