/* Backwards over runs of instructions without jumps, until nothing changes. */

#include "program/liveness.h"

#include "base/map.h"
#include "program/program.h"

typedef struct slot_run {
  uint32_t first, end;
} slot_run;

struct liveness {
  memory *mem;
  const code *code;
  uint32_t n_slots;    /* that are no constants */
  size_t words;        /* of a set */
  VEC (slot_run) runs; /* in their order */
  u32_vec run_at;      /* pc -> number of its run */
  uint64_t *before;    /* sets, by run */
  uint64_t *always;    /* where longjmp goes on: it may come from anywhere */
  uint64_t *now;       /* work space */
  map at;        /* pc * 2 + within call, plus 1 -> place in 'found' + 1 */
  u32_vec found; /* lists: length, slots */
};

/* Runs. */

static bool ends_run (const insn *i) {
  switch (i->op) {
  case OP_JUMP:
  case OP_BRANCH:
  case OP_SWITCH:
  case OP_INDIRECT:
  case OP_RETURN:
  case OP_UNREACHABLE:
  case OP_UNSUPPORTED:
    return true;
  default:
    return false;
  }
}

typedef void (*visit_pc) (liveness *, uint32_t pc);

static void each_target (liveness *l, const insn *i, visit_pc visit) {
  const code *c = l->code;
  if (i->op == OP_JUMP)
    visit (l, i->a);
  if (i->op == OP_BRANCH) {
    visit (l, i->b);
    visit (l, i->c);
  }
  if (i->op == OP_SWITCH) {
    const switching *s = c->switches + i->b;
    for (uint32_t k = 0; k < s->n; k++)
      visit (l, s->pc[k]);
    visit (l, s->otherwise);
  }
  if (i->op == OP_INDIRECT)
    for (uint32_t k = 0; k < i->c; k++)
      visit (l, c->pool[i->b + 2 * k + 1]);
}

static void begin_run (liveness *l, uint32_t pc) {
  assert (pc < l->run_at.len);
  l->run_at.data[pc] = 1;
}

static void find_runs (liveness *l) {
  const code *c = l->code;
  assert (!l->runs.len && !l->run_at.len);
  vec_reserve (l->mem, &l->run_at, c->n_insns);
  l->run_at.len = c->n_insns;
  memset (l->run_at.data, 0, c->n_insns * sizeof *l->run_at.data);
  begin_run (l, 0);
  for (uint32_t pc = 0; pc < c->n_insns; pc++) {
    each_target (l, c->insn + pc, begin_run);
    if (ends_run (c->insn + pc) && pc + 1 < c->n_insns)
      begin_run (l, pc + 1);
  }
  for (uint32_t pc = 0; pc < c->n_insns; pc++) {
    if (l->run_at.data[pc])
      vec_push (l->mem, &l->runs, (slot_run) {pc, pc});
    assert (l->runs.len); /* one begins at 0 */
    vec_last (&l->runs).end = pc + 1;
    l->run_at.data[pc] = (uint32_t) l->runs.len - 1;
  }
}

/* Instructions. */

static void liveness_add (liveness *l, uint32_t slot) {
  uint32_t n = l->code->n_constants;
  assert (slot < l->code->n_slots);
  if (slot >= n)
    l->now[(slot - n) / 64] |= UINT64_C (1) << (slot - n) % 64;
}

static void liveness_drop (liveness *l, uint32_t slot) {
  uint32_t n = l->code->n_constants;
  assert (slot < l->code->n_slots);
  if (slot >= n)
    l->now[(slot - n) / 64] &= ~(UINT64_C (1) << (slot - n) % 64);
}

static void drop_results (liveness *l, const insn *i) {
  bool is_call = i->op == OP_CALL || i->op == OP_CALL_POINTER;
  uint32_t n = is_call               ? i->x
               : i->op == OP_BUILTIN ? i->w != 0
               : i->op == OP_PUT
                   ? 0
                   : op_operands_of ((op) i->op).dst == OPERAND_SLOT;
  for (uint32_t k = 0; k < n; k++)
    liveness_drop (l, i->dst + k);
}

static void liveness_add_run (liveness *l, uint32_t first, uint32_t n) {
  for (uint32_t k = 0; k < n; k++)
    liveness_add (l, first + k);
}

static void add_operands (liveness *l, const insn *i) {
  op_operands o = op_operands_of ((op) i->op);
  if (i->op == OP_PUT) /* what it leaves alone is there afterwards */
    liveness_add_run (l, i->dst, i->b);
  if (i->op == OP_RETURN || i->op == OP_PICK)
    liveness_add_run (l, i->a, i->b);
  else if (o.a == OPERAND_SLOT)
    liveness_add (l, i->a);
  if (o.b == OPERAND_SLOT)
    liveness_add (l, i->b);
  if (o.c == OPERAND_SLOT)
    liveness_add (l, i->c);
  if (o.b == OPERAND_POOL && i->op != OP_INDIRECT)
    for (uint32_t k = 0; k < i->c; k++)
      liveness_add (l, l->code->pool[i->b + k]);
}

/* Sets. */

static uint64_t *before_run (liveness *l, uint32_t i) {
  assert (i < l->runs.len);
  return l->before + i * l->words;
}

static void add_set (liveness *l, const uint64_t *set) {
  for (size_t i = 0; i < l->words; i++)
    l->now[i] |= set[i];
}

static void add_target (liveness *l, uint32_t pc) {
  add_set (l, before_run (l, l->run_at.data[pc]));
}

/* 'now' is what matters before the instruction, which is in this run. */
static void look_back (liveness *l, uint32_t r, uint32_t pc) {
  const code *c = l->code;
  slot_run x = l->runs.data[r];
  assert (x.first <= pc && pc < x.end);
  memcpy (l->now, l->always, l->words * sizeof *l->now);
  each_target (l, c->insn + x.end - 1, add_target);
  if (!ends_run (c->insn + x.end - 1) && x.end < c->n_insns)
    add_target (l, x.end);
  for (uint32_t k = x.end; k-- > pc;) {
    drop_results (l, c->insn + k);
    add_operands (l, c->insn + k);
  }
  add_set (l, l->always);
}

static bool pass (liveness *l) {
  bool has_changed = false;
  size_t size = l->words * sizeof *l->now;
  for (uint32_t r = (uint32_t) l->runs.len; r-- > 0;) {
    look_back (l, r, l->runs.data[r].first);
    if (memcmp (before_run (l, r), l->now, size)) {
      memcpy (before_run (l, r), l->now, size);
      has_changed = true;
    }
  }
  return has_changed;
}

/* What matters behind setjmp, everywhere. */
static bool find_always (liveness *l) {
  const code *c = l->code;
  bool has_changed = false;
  for (uint32_t pc = 0; pc + 1 < c->n_insns; pc++) {
    const insn *i = c->insn + pc;
    if (!insn_is_setjmp (i))
      continue;
    look_back (l, l->run_at.data[pc + 1], pc + 1);
    drop_results (l, i);
    for (size_t k = 0; k < l->words; k++) {
      has_changed |= (l->now[k] & ~l->always[k]) != 0;
      l->always[k] |= l->now[k];
    }
  }
  return has_changed;
}

liveness *liveness_new (memory *mem, const code *c) {
  assert (c->n_insns && c->n_constants <= c->n_slots); /* constants first */
  liveness *l = memory_zalloc (mem, sizeof *l);
  l->mem = mem;
  l->code = c;
  l->n_slots = c->n_slots - c->n_constants;
  l->words = l->n_slots / 64 + 1;
  map_init (&l->at, mem);
  find_runs (l);
  l->before = memory_zalloc (mem, l->runs.len * l->words * sizeof *l->before);
  l->always = memory_zalloc (mem, l->words * sizeof *l->always);
  l->now = memory_zalloc (mem, l->words * sizeof *l->now);
  do
    while (pass (l))
      ;
  while (find_always (l));
  return l;
}

void liveness_free (liveness *l) {
  if (!l)
    return;
  memory_free (l->mem, l->before, l->runs.len * l->words * sizeof *l->before);
  memory_free (l->mem, l->always, l->words * sizeof *l->always);
  memory_free (l->mem, l->now, l->words * sizeof *l->now);
  vec_release (l->mem, &l->runs, &l->run_at, &l->found);
  map_release (&l->at);
  memory_free (l->mem, l, sizeof *l);
}

/* Answers. */

static uint64_t list_now (liveness *l) {
  size_t at = l->found.len;
  vec_push (l->mem, &l->found, 0);
  for (uint32_t i = 0; i < l->n_slots; i++)
    if (l->now[i / 64] >> i % 64 & 1)
      vec_push (l->mem, &l->found, i + l->code->n_constants);
  assert (l->found.len - at - 1 <= l->n_slots);
  l->found.data[at] = (uint32_t) (l->found.len - at - 1);
  return at + 1;
}

static size_t liveness_find (liveness *l, uint32_t pc, bool is_within,
                             const uint32_t **out) {
  assert (pc < l->code->n_insns && (!is_within || pc));
  uint64_t *at = map_at (&l->at, 2 * (uint64_t) pc + is_within + 1);
  if (!*at) {
    look_back (l, l->run_at.data[pc], pc);
    if (is_within)
      drop_results (l, l->code->insn + pc - 1);
    *at = list_now (l);
  }
  const uint32_t *list = l->found.data + *at - 1;
  *out = list + 1;
  return *list;
}

size_t liveness_before (liveness *l, uint32_t pc, const uint32_t **out) {
  return liveness_find (l, pc, false, out);
}

size_t liveness_within_call (liveness *l, uint32_t pc, const uint32_t **out) {
  return liveness_find (l, pc, true, out);
}
