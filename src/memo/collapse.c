/* Bottom-up it is found which subtrees end well, top-down the first such on
 * each way becomes one node:
 *
 *     before   d ( d ( exit  exit )  fault )     preorder; a decision has the
 *     after    d ( finished: 2       fault )     number of nodes of its subtree
 *
 * A node comes after its parent, so one pass from the last to the first judges
 * children before parents. While nodes are copied, decisions whose subtree is
 * not yet complete are on a stack; their sizes are set when its end is met.
 */

#include "memo/collapse.h"

typedef struct collapsing {
  recorder *recorder;
  trie_nodes *nodes;       /* as they were, then as they are */
  VEC (uint8_t) ends_well; /* by node, with all below */
  u32_vec sets;            /* of one subtree */
  VEC (uint8_t) is_listed; /* by set */
} collapsing;

static const shape *shape_at (const collapsing *c, uint32_t i) {
  assert (i < c->nodes->len);
  return c->recorder->trie.shapes.data + c->nodes->data[i].shape;
}

static uint32_t size_at (const collapsing *c, uint32_t i) {
  bool is_decision = shape_at (c, i)->kind == SHAPE_DECISION;
  return is_decision ? c->nodes->data[i].link : 1;
}

static bool do_kids_end_well (const collapsing *c, uint32_t at) {
  uint32_t kid = at + 1;
  for (uint32_t i = shape_at (c, at)->size; i; i--, kid += size_at (c, kid))
    if (!c->ends_well.data[kid])
      return false;
  return true;
}

static bool is_good (const collapsing *c, uint32_t at) {
  const shape *s = shape_at (c, at);
  if (s->is_inexact || s->lost)
    return false;
  return s->kind == SHAPE_DECISION
             ? do_kids_end_well (c, at)
             : s->kind == SHAPE_EXIT || s->kind == SHAPE_SILENT ||
                   s->kind == SHAPE_FINISHED;
}

static void list_set (collapsing *c, uint32_t set) {
  memory *mem = c->recorder->mem;
  while (c->is_listed.len <= set)
    vec_push (mem, &c->is_listed, 0);
  if (!c->is_listed.data[set])
    vec_push (mem, &c->sets, set);
  c->is_listed.data[set] = 1;
}

/* The node for a whole subtree. */
static trie_node collapse_finish (collapsing *c, uint32_t at) {
  assert (c->ends_well.data[at] && !c->sets.len);
  shape sum = {.kind = SHAPE_FINISHED};
  for (uint32_t i = at, end = at + size_at (c, at); i < end; i++) {
    const shape *s = shape_at (c, i);
    bool is_sum = s->kind == SHAPE_FINISHED;
    sum.n += is_sum ? s->n : s->kind == SHAPE_EXIT;
    sum.questions += is_sum ? s->questions : s->kind == SHAPE_SILENT;
    list_set (c, s->set);
  }
  for (size_t i = 0; i < c->sets.len; i++)
    c->is_listed.data[c->sets.data[i]] = 0;
  sum.set = recorder_merge (c->recorder, c->sets.len, c->sets.data);
  vec_clear (&c->sets);
  return (trie_node) {recorder_shape (c->recorder, sum, 0, NULL), 0};
}

/* Subtrees get smaller: the size of one is known when its end is met. */
typedef struct opened {
  uint32_t at, end; /* where it is now, where it ended */
} opened;
typedef VEC (opened) opened_vec;

static void close_until (opened_vec *open, trie_nodes *out, uint32_t at) {
  while (open->len && vec_last (open).end <= at) {
    opened o = vec_pop (open);
    assert (o.at < out->len); /* it is in the subtree itself */
    out->data[o.at].link = (uint32_t) out->len - o.at;
  }
}

static void rebuild (collapsing *c, trie_nodes *out, u32_vec *kept) {
  memory *mem = c->recorder->mem;
  opened_vec open = {0};
  uint32_t n = (uint32_t) c->nodes->len;
  for (uint32_t i = 0; i < n;) {
    close_until (&open, out, i);
    trie_node now = c->nodes->data[i];
    uint32_t next = i + 1;
    if (c->ends_well.data[i]) {
      next = i + size_at (c, i);
      now = collapse_finish (c, i);
    } else if (shape_at (c, i)->kind == SHAPE_DECISION) {
      vec_push (mem, &open,
                ((opened) {(uint32_t) out->len, i + size_at (c, i)}));
    } else if (now.link) {
      vec_push (mem, kept, now.link - 1);
      now.link = (uint32_t) kept->len;
    }
    vec_push (mem, out, now);
    i = next;
  }
  close_until (&open, out, n);
  assert (!open.len);
  assert (out->len <= n); /* subtrees only get smaller */
  vec_release (mem, &open);
}

void trie_collapse (recorder *r, trie_nodes *nodes, u32_vec *kept) {
  collapsing c = {.recorder = r, .nodes = nodes};
  trie_nodes out = {0};
  for (size_t i = 0; i < nodes->len; i++)
    vec_push (r->mem, &c.ends_well, 0);
  for (size_t i = nodes->len; i; i--)
    c.ends_well.data[i - 1] = is_good (&c, (uint32_t) i - 1);
  rebuild (&c, &out, kept);
  vec_release (r->mem, &c.ends_well, &c.is_listed, &c.sets, nodes);
  *nodes = out;
}
