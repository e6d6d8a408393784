#include "program/decision.h"

#include <string.h>

typedef struct deciding {
  const code *code;
  decision *out;
  uint32_t next[DECISION_VECTORS];   /* where each vector leaves it, */
  uint32_t joined[DECISION_VECTORS]; /* and behind blocks that only jump, */
  uint8_t value[DECISION_VECTORS];   /* with this bit; 2: none */
  bool is_good;
} deciding;

static const insn *branch_of (const code *c, uint32_t b) {
  const insn *last = c->insn + c->block[b].first + c->block[b].n - 1;
  return last->op == OP_BRANCH && !(last->x & BRANCH_HIDDEN) ? last : NULL;
}

/* Where an edge leads, and what it says of a bit on the way there; also through
 * blocks that only jump?
 */
static uint32_t follow (const code *c, uint32_t pc, bool is_far,
                        uint8_t *value) {
  for (uint32_t steps = 0; steps < c->n_insns; steps++) {
    const insn *i = c->insn + pc;
    if (i->op == OP_JUMP)
      pc = i->a;
    else if (is_far && i->op == OP_BLOCK &&
             (i[1].op == OP_MOVE || i[1].op == OP_JUMP))
      pc++;
    else if (i->op == OP_MOVE && i->a < c->n_constants && i->w == 1) {
      *value = c->constant[i->a].low & 1;
      pc++;
    } else if (i->op == OP_MOVE)
      pc++;
    else
      break;
  }
  return pc;
}

static uint32_t decision_block_at (const code *c, uint32_t pc) {
  for (uint32_t b = 0; b < c->n_blocks; b++)
    if (c->block[b].first == pc)
      return b;
  return UINT32_MAX;
}

static uint32_t condition_of (deciding *d, uint32_t b) {
  decision *out = d->out;
  for (uint32_t i = 0; i < out->n; i++)
    if (out->block[i] == b)
      return i;
  if (out->n < DECISION_CONDITIONS)
    out->block[out->n] = b;
  return out->n++;
}

static void decision_leave (deciding *d, decision_vector v, uint32_t pc) {
  decision *out = d->out;
  if (out->n_vectors == DECISION_VECTORS) {
    d->is_good = false;
    return;
  }
  uint32_t n = out->n_vectors++;
  d->value[n] = 2;
  d->next[n] = follow (d->code, pc, false, d->value + n);
  d->value[n] = 2;
  d->joined[n] = follow (d->code, pc, true, d->value + n);
  out->vector[n] = v;
}

/* All ways from a condition on. */
static void walk_from (deciding *d, uint32_t b, decision_vector v) {
  const insn *i = b < d->code->n_blocks ? branch_of (d->code, b) : NULL;
  uint32_t which = i ? condition_of (d, b) : DECISION_CONDITIONS;
  if (which >= DECISION_CONDITIONS || v.evaluated >> which & 1) {
    d->is_good = false;
    return;
  }
  v.evaluated |= (uint16_t) (1u << which);
  v.last = (uint8_t) which;
  for (unsigned side = 0; side < 2 && d->is_good; side++) {
    uint32_t pc = side ? i->b : i->c;
    v.value = (uint16_t) ((v.value & ~(1u << which)) | side << which);
    if (i->x & (side ? BRANCH_MORE_YES : BRANCH_MORE_NO))
      walk_from (d, decision_block_at (d->code, pc), v);
    else
      decision_leave (d, v, pc);
  }
}

/* The value of the whole comes together in one place. */
static bool is_value (deciding *d) {
  for (uint32_t i = 0; i < d->out->n_vectors; i++) {
    if (d->joined[i] != d->joined[0] || d->value[i] > 1)
      return false;
    d->out->vector[i].outcome = d->value[i];
  }
  return true;
}

/* Or they lead to two places. */
static bool is_branch (deciding *d) {
  uint32_t other = d->next[0];
  for (uint32_t i = 0; i < d->out->n_vectors; i++) {
    if (other == d->next[0])
      other = d->next[i];
    if (d->next[i] != d->next[0] && d->next[i] != other)
      return false;
    d->out->vector[i].outcome = d->next[i] != d->next[0];
  }
  return other != d->next[0];
}

void decisions_find (memory *mem, const code *c, decision_vec *out) {
  VEC (bool) is_inner = {0};
  for (uint32_t b = 0; b < c->n_blocks; b++)
    vec_push (mem, &is_inner, false);
  for (uint32_t b = 0; b < c->n_blocks; b++) {
    const insn *i = branch_of (c, b);
    for (unsigned side = 0; i && side < 2; side++)
      if (i->x & (side ? BRANCH_MORE_YES : BRANCH_MORE_NO)) {
        uint32_t to = decision_block_at (c, side ? i->b : i->c);
        if (to < c->n_blocks)
          is_inner.data[to] = true;
      }
  }
  for (uint32_t b = 0; b < c->n_blocks; b++) {
    decision one = {0};
    deciding d = {.code = c, .out = &one, .is_good = true};
    if (is_inner.data[b] || !branch_of (c, b))
      continue;
    walk_from (&d, b, (decision_vector) {0});
    if (d.is_good && one.n > 1 && (is_value (&d) || is_branch (&d)))
      vec_push (mem, out, one);
  }
  vec_release (mem, &is_inner);
}

int decision_shown (const decision *d, uint32_t v, uint32_t w) {
  const decision_vector *a = d->vector + v, *b = d->vector + w;
  unsigned differ = a->evaluated & b->evaluated & (a->value ^ b->value);
  if (a->outcome == b->outcome || !differ || differ & (differ - 1))
    return -1;
  return __builtin_ctz (differ);
}
