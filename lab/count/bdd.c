#include "lab/count/bdd.h"

#include "base/hash.h"

#define WORK 16     /* steps that may be made for each node that is allowed */
#define PERIOD 4096 /* steps between looks at the clock */

static uint32_t *bdd_slot (const bdds *b, bdd_node n) {
  size_t mask = b->cap - 1;
  size_t i = hash_mix ((uint64_t) n.low << 32 | n.high, n.var + 1) & mask;
  for (;; i = (i + 1) & mask) {
    if (!b->slot[i])
      return b->slot + i;
    const bdd_node *m = b->nodes.data + b->slot[i];
    if (m->var == n.var && m->low == n.low && m->high == n.high)
      return b->slot + i;
  }
}

/* As many steps are remembered as there is room for nodes. */
static void bdds_grow (bdds *b) {
  memory_free (b->mem, b->slot, b->cap * sizeof *b->slot);
  memory_free (b->mem, b->steps, b->n_steps * sizeof *b->steps);
  b->cap = b->cap ? 2 * b->cap : 1024;
  b->n_steps = b->cap;
  b->steps = memory_zalloc (b->mem, b->n_steps * sizeof *b->steps);
  b->slot = memory_zalloc (b->mem, b->cap * sizeof *b->slot);
  for (uint32_t i = 2; i < b->nodes.len; i++)
    *bdd_slot (b, b->nodes.data[i]) = i;
}

void bdds_init (bdds *b, memory *mem, uint32_t n_vars, uint32_t max_nodes,
                guard *g) {
  assert (n_vars < UINT32_MAX && max_nodes < BDD_NONE);
  *b =
      (bdds) {.mem = mem, .n_vars = n_vars, .max_nodes = max_nodes, .guard = g};
  for (bdd i = BDD_FALSE; i <= BDD_TRUE; i++) /* below all variables */
    vec_push (mem, &b->nodes, (bdd_node) {n_vars, i, i});
  bdds_grow (b);
}

void bdds_release (bdds *b) {
  vec_release (b->mem, &b->nodes);
  memory_free (b->mem, b->slot, b->cap * sizeof *b->slot);
  memory_free (b->mem, b->steps, b->n_steps * sizeof *b->steps);
}

static bdd bdd_make (bdds *b, uint32_t var, bdd low, bdd high) {
  if (low == high)
    return low;
  assert (var < b->nodes.data[low].var && var < b->nodes.data[high].var);
  bdd_node n = {var, low, high};
  uint32_t *slot = bdd_slot (b, n);
  if (*slot)
    return *slot;
  if (b->nodes.len >= b->max_nodes)
    return BDD_NONE;
  bdd f = *slot = (bdd) b->nodes.len;
  vec_push (b->mem, &b->nodes, n);
  if (2 * b->nodes.len > b->cap)
    bdds_grow (b);
  return f;
}

bdd bdd_var (bdds *b, uint32_t var) {
  assert (var < b->n_vars);
  return bdd_make (b, var, BDD_FALSE, BDD_TRUE);
}

static bdd side_of (const bdds *b, bdd f, uint32_t var, bool is_high) {
  const bdd_node *n = b->nodes.data + f;
  return n->var != var ? f : is_high ? n->high : n->low;
}

static uint32_t top_of (const bdds *b, bdd f, bdd g, bdd h) {
  uint32_t top = b->nodes.data[f].var;
  if (b->nodes.data[g].var < top)
    top = b->nodes.data[g].var;
  return b->nodes.data[h].var < top ? b->nodes.data[h].var : top;
}

static bool must_stop (bdds *b) {
  return b->work++ / WORK >= b->max_nodes || guard_is_stopped (b->guard) ||
         (b->work % PERIOD == 0 && guard_asks_to_stop (b->guard));
}

/* Recursion is as deep as there are variables. */
bdd bdd_ite (bdds *b, bdd f, bdd g, bdd h) {
  if (f == BDD_NONE || g == BDD_NONE || h == BDD_NONE)
    return BDD_NONE;
  if (f == BDD_TRUE || g == h)
    return g;
  if (f == BDD_FALSE)
    return h;
  if (g == f)
    g = BDD_TRUE;
  if (h == f)
    h = BDD_FALSE;
  if (g == BDD_TRUE && h == BDD_FALSE)
    return f;
  uint64_t hash = hash_mix ((uint64_t) f << 32 | g, h + 1);
  const bdd_step *s = b->steps + (hash & (b->n_steps - 1));
  if (s->f == f && s->g == g && s->h == h) /* f is never 0 here */
    return s->result;
  if (must_stop (b))
    return BDD_NONE;
  uint32_t var = top_of (b, f, g, h);
  bdd low = bdd_ite (b, side_of (b, f, var, false), side_of (b, g, var, false),
                     side_of (b, h, var, false));
  bdd high = bdd_ite (b, side_of (b, f, var, true), side_of (b, g, var, true),
                      side_of (b, h, var, true));
  if (low == BDD_NONE || high == BDD_NONE)
    return BDD_NONE;
  bdd result = bdd_make (b, var, low, high);
  if (result != BDD_NONE)
    b->steps[hash & (b->n_steps - 1)] = (bdd_step) {f, g, h, result};
  return result;
}

static num shifted (arena *a, num n, uint32_t by) {
  return by ? num_shl (a, n, by) : n;
}

/* Nodes below have smaller numbers: one pass suffices. A count is over the
 * variables from that of its node on.
 */
num bdd_count (const bdds *b, bdd f, arena *a) {
  assert (f < b->nodes.len);
  if (f <= BDD_TRUE)
    return f ? num_pow2 (a, b->n_vars) : NUM_ZERO;
  uint8_t *is_below = memory_zalloc (b->mem, f + 1);
  num *count = memory_alloc (b->mem, (f + 1) * sizeof *count);
  arena work;
  arena_init (&work, b->mem);
  is_below[f] = 1;
  for (bdd i = f; i > BDD_TRUE; i--)
    if (is_below[i])
      is_below[b->nodes.data[i].low] = is_below[b->nodes.data[i].high] = 1;
  count[BDD_FALSE] = NUM_ZERO;
  count[BDD_TRUE] = NUM_ONE;
  for (bdd i = 2; i <= f; i++) {
    if (!is_below[i])
      continue;
    const bdd_node *n = b->nodes.data + i;
    uint32_t low = b->nodes.data[n->low].var - n->var - 1;
    uint32_t high = b->nodes.data[n->high].var - n->var - 1;
    count[i] = num_add (&work, shifted (&work, count[n->low], low),
                        shifted (&work, count[n->high], high));
  }
  num all = num_shl (a, count[f], b->nodes.data[f].var);
  if (!num_is_small (all))
    all = num_copy (a, all);
  arena_release (&work);
  memory_free (b->mem, is_below, f + 1);
  memory_free (b->mem, count, (f + 1) * sizeof *count);
  return all;
}
