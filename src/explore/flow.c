/* The program as nodes: straight pieces of code that end where control may go
 * more than one way, or somewhere else.
 *
 *     nodes      [ of function 0 | of function 1 | ... ]   each in order of pc
 *     next       of each node, in one list; before: the same, turned round
 *     callee     a node ends with its call; the call's return is the next node
 *     landings   nodes behind setjmp, where a longjmp of the same function, or
 *                of anything it calls, may go on
 *
 * Functions are found from the start on: by calls, and by every number, in code
 * or in globals, that may be an address. So there may be too many edges, never
 * too few: a distance is never too long.
 */

#include "explore/flow.h"

/* What the start leads to. */

/* Functions are numbered first, then globals. */
typedef struct flow_reach {
  flow *flow;
  uint8_t *seen;
  u32_vec todo;
} flow_reach;

static void visit_item (flow_reach *r, uint32_t item) {
  assert (item <
          r->flow->functions.len + program_count_globals (r->flow->program));
  if (r->seen[item])
    return;
  r->seen[item] = 1;
  vec_push (r->flow->mem, &r->todo, item);
}

/* A number that may be an address: of a function exactly, of a global any. */
static void visit_address (flow_reach *r, uint64_t address) {
  flow *f = r->flow;
  const program *p = f->program;
  uint32_t slot = address_slot (address), i = program_function_at (p, slot);
  const global *g = program_global_at (p, slot);
  if (g)
    visit_item (r, (uint32_t) (f->functions.len +
                               (size_t) (g - program_global (p, 0))));
  else if (i < f->functions.len &&
           program_function (p, i)->address == address) {
    f->functions.data[i].is_taken = true;
    visit_item (r, i);
  }
}

/* Members of packed structs have any offset. */
static void visit_global (flow_reach *r, const global *g) {
  for (uint64_t i = 0; g->bytes && i + 8 <= g->size; i++) {
    uint64_t word;
    memcpy (&word, g->bytes + i, sizeof word);
    visit_address (r, word);
  }
}

static bool has_code (const program *p, uint32_t f) {
  const function *described = program_function (p, f);
  return described->has_body && described->builtin == BUILTIN_NONE;
}

static void visit_code (flow_reach *r, const code *c) {
  for (uint32_t i = 0; i < c->n_insns; i++)
    if (c->insn[i].op == OP_CALL)
      visit_item (r, c->insn[i].a);
  for (uint32_t i = 0; i < c->n_constants; i++) {
    if (c->constant[i].width < 64)
      continue;
    visit_address (r, c->constant[i].low);
    if (c->constant[i].width > 64)
      visit_address (r, c->constant[i].high);
  }
}

/* Instructions. */

static bool is_longjmp (const insn *i) {
  return i->op == OP_BUILTIN &&
         (i->a == BUILTIN_LONGJMP || i->a == BUILTIN_LONGJMP_UNDERSCORE ||
          i->a == BUILTIN_SIGLONGJMP);
}

static bool is_call (const program *p, const insn *i) {
  return i->op == OP_CALL_POINTER || (i->op == OP_CALL && has_code (p, i->a));
}

static bool is_jump (const insn *i) {
  return i->op == OP_JUMP || i->op == OP_BRANCH || i->op == OP_SWITCH ||
         i->op == OP_INDIRECT;
}

static bool is_end (const insn *i) {
  return i->op == OP_RETURN || i->op == OP_UNREACHABLE ||
         i->op == OP_UNSUPPORTED;
}

void flow_list_ways (memory *mem, const code *c, const insn *i, u32_vec *out) {
  if (i->op == OP_JUMP)
    vec_push (mem, out, i->a);
  if (i->op == OP_BRANCH) {
    vec_push (mem, out, i->b);
    vec_push (mem, out, i->c);
  }
  if (i->op == OP_SWITCH) {
    const switching *s = c->switches + i->b;
    for (uint32_t k = 0; k < s->n; k++)
      vec_push (mem, out, s->pc[k]);
    vec_push (mem, out, s->otherwise);
  }
  if (i->op == OP_INDIRECT)
    for (uint32_t k = 0; k < i->c; k++)
      vec_push (mem, out, c->pool[i->b + 2 * k + 1]);
}

/* Nodes of one function. */

typedef struct cutter {
  flow *flow;
  const code *code;
  uint8_t *is_first; /* by pc */
  u32_vec ways;
} cutter;

static void mark_firsts (cutter *c) {
  c->is_first[0] = 1;
  for (uint32_t pc = 0; pc < c->code->n_insns; pc++) {
    const insn *i = c->code->insn + pc;
    vec_clear (&c->ways);
    flow_list_ways (c->flow->mem, c->code, i, &c->ways);
    for (size_t k = 0; k < c->ways.len; k++)
      c->is_first[c->ways.data[k]] = 1;
    if (is_jump (i) || is_end (i) || is_call (c->flow->program, i) ||
        insn_is_setjmp (i) || is_longjmp (i))
      c->is_first[pc + 1] = 1;
  }
}

static bool is_whole_block (const code *c, uint32_t pc) {
  return c->insn[pc].op == OP_BLOCK && !c->block[c->insn[pc].a].is_rest;
}

static void add_nodes (cutter *c) {
  flow *f = c->flow;
  flow_function *fn = f->functions.data + c->code->function;
  assert (!fn->n); /* a function is added once */
  fn->first = (uint32_t) f->nodes.len;
  for (uint32_t pc = 0; pc < c->code->n_insns; pc++)
    if (c->is_first[pc])
      vec_push (f->mem, &f->nodes,
                (flow_node) {.function = c->code->function,
                             .first = pc,
                             .callee = FLOW_NONE,
                             .is_block = is_whole_block (c->code, pc)});
  fn->n = (uint32_t) f->nodes.len - fn->first;
}

static void add_next (flow *f, flow_node *n, uint32_t to) {
  assert (n->next + n->n_next == f->next.len); /* they follow each other */
  vec_push (f->mem, &f->next, to);
  n->n_next++;
}

/* What calls does a function have, and where may they come back to? */
static void add_landings (flow *f, flow_node *n, size_t first) {
  for (size_t k = first; k < f->landings.len; k++)
    add_next (f, n, f->landings.data[k]);
}

static void flow_connect (cutter *c, uint32_t at, uint32_t end,
                          size_t landings) {
  flow *f = c->flow;
  flow_node *n = f->nodes.data + at;
  const insn *last = c->code->insn + end - 1;
  assert (end > n->first && end <= c->code->n_insns);
  n->next = (uint32_t) f->next.len;
  n->is_return = last->op == OP_RETURN;
  if (is_end (last))
    return;
  if (is_jump (last)) {
    vec_clear (&c->ways);
    flow_list_ways (f->mem, c->code, last, &c->ways);
    for (size_t k = 0; k < c->ways.len; k++)
      add_next (f, n, flow_find (f, n->function, c->ways.data[k]));
    return;
  }
  if (end < c->code->n_insns)
    add_next (f, n, at + 1);
  if (is_call (f->program, last))
    n->callee = last->op == OP_CALL ? last->a : FLOW_POINTER;
  if (n->callee != FLOW_NONE || is_longjmp (last))
    add_landings (f, n, landings);
}

static uint32_t end_of (const cutter *c, uint32_t at) {
  const flow *f = c->flow;
  const flow_function *fn = f->functions.data + c->code->function;
  assert (at >= fn->first && at < fn->first + fn->n);
  return at + 1 < fn->first + fn->n ? f->nodes.data[at + 1].first
                                    : c->code->n_insns;
}

static void flow_add_function (flow *f, const code *from) {
  size_t landings = f->landings.len, size = (size_t) from->n_insns + 1;
  cutter c = {.flow = f, .code = from};
  c.is_first = memory_zalloc (f->mem, size);
  mark_firsts (&c);
  add_nodes (&c);
  const flow_function *fn = f->functions.data + from->function;
  for (uint32_t at = fn->first; at < fn->first + fn->n; at++)
    if (insn_is_setjmp (from->insn + end_of (&c, at) - 1))
      vec_push (f->mem, &f->landings, at + 1);
  for (uint32_t at = fn->first; at < fn->first + fn->n; at++)
    flow_connect (&c, at, end_of (&c, at), landings);
  vec_release (f->mem, &c.ways);
  memory_free (f->mem, c.is_first, size);
}

static void add_functions (flow *f) {
  flow_reach r = {.flow = f};
  uint32_t n = program_count_functions (f->program);
  size_t size = (size_t) n + program_count_globals (f->program);
  r.seen = memory_zalloc (f->mem, size);
  visit_item (&r, program_start (f->program));
  while (r.todo.len) {
    uint32_t i = vec_pop (&r.todo);
    if (i >= n)
      visit_global (&r, program_global (f->program, i - n));
    else if (has_code (f->program, i)) {
      const code *c = program_code (f->program, i);
      visit_code (&r, c);
      flow_add_function (f, c);
    }
  }
  vec_release (f->mem, &r.todo);
  memory_free (f->mem, r.seen, size);
}

/* The way back. */

typedef struct flow_pair {
  uint32_t of, item;
} flow_pair;

typedef VEC (flow_pair) pair_vec;

static void make_lists (memory *mem, flow_lists *l, size_t n,
                        const pair_vec *pairs) {
  assert (!l->start.len && !l->item.len);
  for (size_t i = 0; i <= n; i++)
    vec_push (mem, &l->start, 0);
  for (size_t i = 0; i < pairs->len; i++) {
    l->start.data[pairs->data[i].of]++;
    vec_push (mem, &l->item, 0);
  }
  for (size_t i = 1; i <= n; i++)
    l->start.data[i] += l->start.data[i - 1];
  for (size_t i = pairs->len; i; i--) {
    const flow_pair *p = pairs->data + i - 1;
    l->item.data[--l->start.data[p->of]] = p->item;
  }
  assert (l->start.data[n] == pairs->len);
}

static void turn_round (flow *f) {
  pair_vec before = {0}, callers = {0};
  for (uint32_t i = 0; i < f->nodes.len; i++) {
    const flow_node *n = f->nodes.data + i;
    for (uint32_t k = 0; k < n->n_next; k++)
      vec_push (f->mem, &before, (flow_pair) {f->next.data[n->next + k], i});
    if (n->callee == FLOW_POINTER)
      vec_push (f->mem, &f->pointers, i);
    else if (n->callee != FLOW_NONE)
      vec_push (f->mem, &callers, (flow_pair) {n->callee, i});
  }
  make_lists (f->mem, &f->before, f->nodes.len, &before);
  make_lists (f->mem, &f->callers, f->functions.len, &callers);
  vec_release (f->mem, &before, &callers);
}

/* Looking up. */

uint32_t flow_find (const flow *f, uint32_t whose, uint32_t pc) {
  assert (whose < f->functions.len);
  const flow_function *fn = f->functions.data + whose;
  if (!fn->n)
    return FLOW_NONE;
  uint32_t low = fn->first, high = fn->first + fn->n;
  while (high - low > 1) {
    uint32_t mid = low + (high - low) / 2;
    if (f->nodes.data[mid].first <= pc)
      low = mid;
    else
      high = mid;
  }
  return low;
}

/* Targets in the order of their first cases, the default last: as the machine
 * has them.
 */
static uint32_t switch_alternative (const switching *s, uint32_t k) {
  for (uint32_t i = 0; i < s->n; i++) {
    bool is_new = s->pc[i] != s->otherwise;
    for (uint32_t j = 0; j < i && is_new; j++)
      is_new = s->pc[j] != s->pc[i];
    if (is_new && !k--)
      return s->pc[i];
  }
  return s->otherwise;
}

uint32_t flow_alternative (const code *c, uint32_t pc, uint32_t k) {
  assert (pc < c->n_insns);
  const insn *i = c->insn + pc;
  if (i->op == OP_BRANCH)
    return k ? i->c : i->b;
  return i->op == OP_SWITCH ? switch_alternative (c->switches + i->b, k)
                            : FLOW_NONE;
}

flow *flow_new (memory *mem, program *p) {
  flow *f = memory_zalloc (mem, sizeof *f);
  f->mem = mem;
  f->program = p;
  for (uint32_t i = 0; i < program_count_functions (p); i++)
    vec_push (mem, &f->functions, (flow_function) {0});
  add_functions (f);
  turn_round (f);
  return f;
}

void flow_free (flow *f) {
  if (!f)
    return;
  memory *mem = f->mem;
  vec_release (mem, &f->nodes, &f->functions, &f->next, &f->landings,
               &f->before.start, &f->before.item, &f->callers.start,
               &f->callers.item);
  vec_release (mem, &f->pointers);
  memory_free (mem, f, sizeof *f);
}
