/* Shortest ways, backwards from where they lead: first to the returns of all
 * functions, once; then to the places, for which the first are what it costs
 * to step over a call. Costs of calls become known late, so nodes are looked
 * at again when something behind them got nearer.
 */

#include "explore/distance.h"

struct distances {
  memory *mem;
  const flow *flow;
  size_t n;
  uint32_t *through; /* to the return */
  uint32_t *to;      /* to a place */
  u32_vec places;
  u32_vec todo; /* first in, first out, from 'head' on */
  size_t head;
  uint8_t *waits; /* is in 'todo' */
};

static uint32_t plus (uint32_t a, uint32_t b) {
  return a >= DISTANCE_NONE - b ? DISTANCE_NONE : a + b;
}

static uint32_t lesser (uint32_t a, uint32_t b) { return a < b ? a : b; }

/* Work. */

static void improve (distances *d, uint32_t *table, uint32_t at,
                     uint32_t distance) {
  assert (at < d->n);
  if (distance >= table[at])
    return;
  table[at] = distance;
  if (d->waits[at])
    return;
  d->waits[at] = 1;
  vec_push (d->mem, &d->todo, at);
}

static uint32_t distance_take (distances *d) {
  assert (d->head < d->todo.len); /* has_work */
  uint32_t at = d->todo.data[d->head++];
  assert (d->waits[at]); /* each is in the line once */
  d->waits[at] = 0;
  if (d->head > 4096 && d->head > d->todo.len / 2) {
    memmove (d->todo.data, d->todo.data + d->head,
             (d->todo.len - d->head) * sizeof *d->todo.data);
    d->todo.len -= d->head;
    d->head = 0;
  }
  return at;
}

static bool has_work (distances *d) {
  if (d->head < d->todo.len)
    return true;
  vec_clear (&d->todo);
  d->head = 0;
  return false;
}

/* What somebody who calls through a pointer gets may always return. */
static uint32_t cost_of_call (const distances *d, uint32_t callee) {
  const flow *f = d->flow;
  if (callee == FLOW_POINTER)
    return 0;
  return f->functions.data[callee].n
             ? d->through[f->functions.data[callee].first]
             : 0;
}

/* From a at over one of its next ones. */
static uint32_t step_from (const distances *d, const uint32_t *table,
                           const flow_node *n, uint32_t k) {
  uint32_t next = d->flow->next.data[n->next + k];
  uint32_t cost = plus (table[next], d->flow->nodes.data[next].is_block);
  if (n->callee != FLOW_NONE && !k)
    cost = plus (cost, cost_of_call (d, n->callee));
  return cost;
}

static void look_back (distances *d, uint32_t *table, uint32_t at) {
  const flow *f = d->flow;
  for (uint32_t i = f->before.start.data[at]; i < f->before.start.data[at + 1];
       i++) {
    uint32_t from = f->before.item.data[i];
    const flow_node *n = f->nodes.data + from;
    uint32_t is_block = f->nodes.data[at].is_block;
    if (n->callee == FLOW_NONE) {
      improve (d, table, from, plus (table[at], is_block));
      continue;
    }
    for (uint32_t k = 0; k < n->n_next; k++)
      improve (d, table, from, step_from (d, table, n, k));
  }
}

static bool is_entry (const flow *f, uint32_t at) {
  return f->functions.data[f->nodes.data[at].function].first == at;
}

/* The way through a function got shorter: so did that over its calls. */
static void look_over_calls (distances *d, uint32_t callee) {
  const flow *f = d->flow;
  for (uint32_t i = f->callers.start.data[callee];
       i < f->callers.start.data[callee + 1]; i++) {
    uint32_t from = f->callers.item.data[i];
    if (f->nodes.data[from].n_next)
      improve (d, d->through, from,
               step_from (d, d->through, f->nodes.data + from, 0));
  }
}

/* The way from a function's start got shorter: so did that into its calls. */
static void look_into_calls (distances *d, uint32_t callee, uint32_t distance) {
  const flow *f = d->flow;
  for (uint32_t i = f->callers.start.data[callee];
       i < f->callers.start.data[callee + 1]; i++)
    improve (d, d->to, f->callers.item.data[i], plus (distance, 1));
  if (f->functions.data[callee].is_taken)
    for (size_t i = 0; i < f->pointers.len; i++)
      improve (d, d->to, f->pointers.data[i], plus (distance, 1));
}

static void measure_returns (distances *d) {
  const flow *f = d->flow;
  for (uint32_t i = 0; i < d->n; i++)
    if (f->nodes.data[i].is_return)
      improve (d, d->through, i, 0);
  while (has_work (d)) {
    uint32_t at = distance_take (d);
    look_back (d, d->through, at);
    if (is_entry (f, at))
      look_over_calls (d, f->nodes.data[at].function);
  }
}

void distances_measure (distances *d) {
  const flow *f = d->flow;
  assert (!d->todo.len && d->n == f->nodes.len); /* flow is complete */
  memset (d->to, 0xff, d->n * sizeof *d->to);
  for (size_t i = 0; i < d->places.len; i++)
    improve (d, d->to, d->places.data[i], 0);
  while (has_work (d)) {
    uint32_t at = distance_take (d);
    look_back (d, d->to, at);
    if (is_entry (f, at))
      look_into_calls (d, f->nodes.data[at].function, d->to[at]);
  }
}

void distances_clear (distances *d) { vec_clear (&d->places); }

void distances_add (distances *d, uint32_t at) {
  if (at != FLOW_NONE)
    vec_push (d->mem, &d->places, at);
}

/* Paths. */

uint32_t distance_of_node (const distances *d, uint32_t at) {
  assert (at < d->n);
  return d->to[at];
}

uint32_t distance_through (const distances *d, uint32_t at) {
  assert (at < d->n);
  return d->through[at];
}

/* Where the innermost frame goes on. */
static uint32_t pc_of (const state *s) {
  const frame *f = s->top;
  if (s->n_forced != 1)
    return f->pc;
  uint32_t pc = flow_alternative (f->code, f->pc, s->forced[0]);
  return pc == FLOW_NONE ? f->pc : pc;
}

/* longjmp comes back to a frame wherever it called setjmp. */
static void land (const distances *d, const frame *f, uint32_t *to,
                  uint32_t *through) {
  const flow *w = d->flow;
  for (size_t i = 0; i < w->landings.len; i++) {
    uint32_t at = w->landings.data[i];
    if (w->nodes.data[at].function != f->code->function)
      continue;
    *to = lesser (*to, d->to[at]);
    *through = lesser (*through, d->through[at]);
  }
}

uint32_t distance_of_state (const distances *d, const state *s) {
  uint32_t best = DISTANCE_NONE, through = 0;
  for (const frame *f = s->top; f; f = f->caller) {
    uint32_t pc = f == s->top ? pc_of (s) : f->pc;
    uint32_t at = flow_find (d->flow, f->code->function, pc);
    if (at == FLOW_NONE) /* entered by an address that nobody took */
      return 0;
    best = lesser (best, plus (through, d->to[at]));
    through = plus (through, d->through[at]);
    if (f != s->top)
      land (d, f, &best, &through);
    if (through == DISTANCE_NONE && !d->flow->landings.len)
      break;
  }
  return best;
}

distances *distances_new (memory *mem, const flow *f) {
  distances *d = memory_zalloc (mem, sizeof *d);
  d->mem = mem;
  d->flow = f;
  d->n = f->nodes.len;
  d->through = memory_alloc (mem, d->n * sizeof *d->through);
  d->to = memory_alloc (mem, d->n * sizeof *d->to);
  d->waits = memory_zalloc (mem, d->n);
  memset (d->through, 0xff, d->n * sizeof *d->through);
  measure_returns (d);
  distances_measure (d);
  return d;
}

void distances_free (distances *d) {
  if (!d)
    return;
  memory *mem = d->mem;
  vec_release (mem, &d->places, &d->todo);
  memory_free (mem, d->through, d->n * sizeof *d->through);
  memory_free (mem, d->to, d->n * sizeof *d->to);
  memory_free (mem, d->waits, d->n);
  memory_free (mem, d, sizeof *d);
}
