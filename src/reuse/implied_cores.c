/* Two sets {c in D1, a in E1} and {c in D2}, and where they are (labels c > a):
 *
 *     node 0 --c--> node 1 --a--> node 2        first stage: labels
 *                     |              |
 *                   shelf c        shelf c      second stage: domains
 *                     D2             D1 -> tail (a in E1), not in the trie
 *
 * A tail becomes a node when a second set goes through its first step
 * (open_tail).
 */

#include "reuse/implied_cores.h"

/* Of sets with the same steps but other variables so many are kept. */
#define MAX_ALIKE 4

void implied_cores_init (implied_cores *c, memory *mem,
                         const implied_sets *sets, bool is_final) {
  *c = (implied_cores) {.mem = mem, .sets = sets, .is_final = is_final};
  shelf_init (&c->shelf, mem);
  map_init (&c->nodes, mem);
  map_init (&c->roots, mem);
  vec_push (mem, &c->node, (core_node) {.need = UINT64_MAX});
}

void implied_cores_release (implied_cores *c) {
  shelf_release (&c->shelf);
  map_release (&c->nodes);
  map_release (&c->roots);
  vec_release (c->mem, &c->node, &c->path, &c->walk, &c->todo);
}

/* Adding. */

static uint64_t root_key (uint32_t at, uint32_t label) {
  return (uint64_t) at << 32 | label;
}

static uint64_t bits_of (size_t n, const set_step *s) {
  uint64_t bits = 0;
  for (size_t i = 0; i < n; i++)
    bits |= label_bit (s[i].label);
  return bits;
}

/* The child for a step, with value 0 when it is new. */
static uint32_t put_child (implied_cores *c, uint32_t at, set_step s,
                           uint64_t need) {
  uint64_t *slot = map_at (&c->roots, root_key (at, s.label));
  uint32_t root = (uint32_t) *slot;
  uint32_t child = shelf_put (&c->shelf, &root, s.domain,
                              c->sets->domain.data[s.domain].hull, need);
  *slot = root;
  c->node.data[at].branches |= label_bit (s.label);
  return child;
}

static void end_path (implied_cores *c, uint32_t *head, uint32_t path) {
  unsigned alike = 0;
  for (uint32_t i = *head; i; i = c->path.data[i - 1].next)
    alike++;
  if (alike == MAX_ALIKE)
    return;
  assert (!c->path.data[path].next); /* it is in no other list */
  c->path.data[path].next = *head;
  *head = path + 1;
}

/* Put a path below a node that has nothing yet. */
static void hang (implied_cores *c, uint32_t at, uint32_t path, size_t depth) {
  const core_path *p = c->path.data + path;
  assert (depth <= p->n && !c->node.data[at].path);
  if (depth == p->n) {
    c->node.data[at].path = path + 1;
    return;
  }
  uint32_t child = put_child (c, at, p->step[depth], bits_of (p->n, p->step));
  c->shelf.node.data[child].value = 2 * path + 1;
}

/* Of a child whose tail is not in the trie: make it a node. */
static uint32_t open_tail (implied_cores *c, uint32_t child, size_t depth) {
  assert (c->shelf.node.data[child].value & 1);
  uint32_t path = c->shelf.node.data[child].value >> 1;
  vec_push (c->mem, &c->node, (core_node) {0});
  uint32_t at = (uint32_t) c->node.len - 1;
  c->shelf.node.data[child].value = 2 * at;
  hang (c, at, path, depth);
  return at;
}

/* The node where the labels end. */
static uint32_t add_labels (implied_cores *c, size_t n, const set_step *s,
                            uint64_t need) {
  uint32_t at = 0;
  for (size_t i = 0; i < n; i++) {
    assert (!i || s[i - 1].label >= s[i].label);
    c->node.data[at].labels |= label_bit (s[i].label);
    uint64_t *slot = map_at (&c->nodes, root_key (at, s[i].label));
    if (!*slot) {
      vec_push (c->mem, &c->node, (core_node) {.need = need});
      *slot = c->node.len - 1;
    }
    at = (uint32_t) *slot;
    c->node.data[at].need &= need;
  }
  return at;
}

void implied_cores_add (implied_cores *c, size_t n, const set_step *s,
                        uint32_t id) {
  assert (n);
  uint64_t need = bits_of (n, s);
  uint32_t at = add_labels (c, n, s, need), path = (uint32_t) c->path.len;
  vec_push (c->mem, &c->path, (core_path) {s, (uint32_t) n, id, 0});
  for (size_t depth = 0; depth < n; depth++) {
    uint32_t child = put_child (c, at, s[depth], need);
    uint32_t value = c->shelf.node.data[child].value;
    if (!value) {
      c->shelf.node.data[child].value = 2 * path + 1;
      return;
    }
    at = value & 1 ? open_tail (c, child, depth + 1) : value >> 1;
  }
  end_path (c, &c->node.data[at].path, path);
}

/* Finding. */

typedef struct core_search {
  implied_cores *cores;
  const probe *probe;
  core_accept *accept;
  void *state;
} core_search;

static bool accept_paths (core_search *x, uint32_t head) {
  while (head) {
    const core_path *p = x->cores->path.data + head - 1;
    head = p->next;
    if (x->accept (x->state, p->id))
      return true;
  }
  return false;
}

static bool tail_fits (const core_search *x, const core_path *p, size_t depth,
                       uint32_t group) {
  const probe *q = x->probe;
  for (; depth < p->n; depth++) {
    set_step s = p->step[depth];
    while (group < q->n_groups && q->group[group].label > s.label)
      group++;
    if (group == q->n_groups || q->group[group].label != s.label ||
        !probe_fits (q, q->group + group,
                     x->cores->sets->domain.data + s.domain))
      return false;
  }
  return true;
}

static void push_children (core_search *x, uint32_t at, uint32_t group,
                           uint32_t depth) {
  implied_cores *c = x->cores;
  uint64_t branches = c->node.data[at].branches;
  for (size_t g = x->probe->n_groups; branches && g-- > group;) {
    uint32_t label = x->probe->group[g].label;
    if (!(branches & label_bit (label)))
      continue;
    uint32_t root = (uint32_t) map_get (&c->roots, root_key (at, label), 0);
    if (root)
      vec_push (c->mem, &c->todo, (core_todo) {root, (uint32_t) g, depth});
  }
}

/* A node of the trie, or a tail, all of whose steps so far fit. */
static bool cores_enter (core_search *x, core_todo t, uint32_t value) {
  implied_cores *c = x->cores;
  if (value & 1) {
    const core_path *p = c->path.data + (value >> 1);
    return tail_fits (x, p, t.depth + 1, t.group) &&
           accept_paths (x, (value >> 1) + 1);
  }
  if (accept_paths (x, c->node.data[value >> 1].path))
    return true;
  push_children (x, value >> 1, t.group + c->is_final, t.depth + 1);
  return false;
}

static bool cores_visit (core_search *x, core_todo t) {
  implied_cores *c = x->cores;
  const shelf_node n = c->shelf.node.data[t.node];
  const probe_group *g = x->probe->group + t.group;
  uint64_t others = ~x->probe->bits;
  if (n.needs & others || n.top < g->min_high)
    return false;
  if (n.left)
    vec_push (c->mem, &c->todo, (core_todo) {n.left, t.group, t.depth});
  if (n.right && n.hull.low <= g->max_low)
    vec_push (c->mem, &c->todo, (core_todo) {n.right, t.group, t.depth});
  return !(n.need & others) && n.hull.low <= g->max_low &&
         n.hull.high >= g->min_high &&
         probe_fits (x->probe, g, c->sets->domain.data + n.domain) &&
         cores_enter (x, t, n.value);
}

/* The second stage, from a node where the labels of sets end. */
static bool find_domains (core_search *x, uint32_t at, unsigned *budget) {
  implied_cores *c = x->cores;
  vec_clear (&c->todo);
  push_children (x, at, 0, 0);
  while (c->todo.len && *budget) {
    --*budget;
    if (cores_visit (x, vec_pop (&c->todo)))
      return true;
  }
  return false;
}

static void fetch_labels (const core_search *x, core_walk w, uint64_t labels) {
  for (size_t g = w.group; g < x->probe->n_groups; g++)
    if (labels & label_bit (x->probe->group[g].label))
      map_prefetch (&x->cores->nodes,
                    root_key (w.node, x->probe->group[g].label));
}

/* Nodes are looked at when they are taken from the list, so that they come
 * from memory at the same time, too.
 */
static void push_labels (core_search *x, core_walk w) {
  implied_cores *c = x->cores;
  uint64_t labels = c->node.data[w.node].labels;
  if (!labels)
    return;
  fetch_labels (x, w, labels);
  for (size_t g = x->probe->n_groups; g-- > w.group;) {
    uint32_t label = x->probe->group[g].label;
    if (!(labels & label_bit (label)))
      continue;
    uint32_t to = (uint32_t) map_get (&c->nodes, root_key (w.node, label), 0);
    if (!to)
      continue;
    __builtin_prefetch (c->node.data + to);
    vec_push (c->mem, &c->walk, (core_walk) {to, (uint32_t) g + c->is_final});
  }
}

bool implied_cores_find (implied_cores *c, const probe *q, unsigned *budget,
                         core_accept *accept, void *state) {
  core_search x = {c, q, accept, state};
  vec_clear (&c->walk);
  push_labels (&x, (core_walk) {0, 0});
  while (c->walk.len && *budget) {
    core_walk w = vec_pop (&c->walk);
    if (c->node.data[w.node].need & ~q->bits)
      continue;
    --*budget;
    if (c->node.data[w.node].branches && find_domains (&x, w.node, budget))
      return true;
    push_labels (&x, w);
  }
  return false;
}
