/* Digests: what a block does, whatever it is called and wherever it stands.
 *
 * A value of the same block is named by its place in the block, a parameter
 * by its number. In the digest of a function a value of another block is named
 * by the operation that makes it and a count of such operations before it; in
 * that of a block it has no name, so that an edit of one block leaves the
 * digests of others alone. A string is its content in the digest of a function
 * and its address in that of a block, which has the numbers of all addresses.
 * Whoever compares blocks compares slots as well (memo/outline.h).
 */

#include "program/lower_priv.h"

typedef struct digester {
  lower *l;
  hash128 *shallow; /* of each instruction: without its slots */
  uint32_t *rank;   /* of each: how many equal ones come before */
  uint32_t *maker;  /* of each slot: its first instruction + 1 */
  bool is_local;    /* values of other blocks have no names */
} digester;

/* In the digest of a block addresses are numbers: strings nothing else. Those
 * of two versions in one program are others for the same.
 */
static hash128 constant_digest (const lower *l, uint32_t i, bool is_local) {
  const constant *c = l->constants.data + i;
  bool is_pair = program_start_before (l->program) != UINT32_MAX;
  if (!is_local || is_pair || !l->are_symbolic.data[i])
    return l->identities.data[i];
  const global *g = c->width == 64
                        ? program_global_at (l->program, address_slot (c->low))
                        : NULL;
  hash128 h = hash128_of (c->low, c->high);
  return g && g->is_anonymous ? h : hash128_mix (h, l->identities.data[i]);
}

static hash128 operand_digest (lower *l, uint8_t kind, uint32_t v,
                               const insn *i, bool is_local) {
  program *p = l->program;
  switch ((operand_kind) kind) {
  case OPERAND_SLOT:
    return v & LOWER_CONSTANT
               ? constant_digest (l, v & ~LOWER_CONSTANT, is_local)
               : hash128_of (0, 6);
  case OPERAND_IMM:
    return i->op == OP_BLOCK ? hash128_of (0, 7) : hash128_of (v, 7);
  case OPERAND_FUNCTION:
    assert (v < p->function_values.len);
    if (is_local) /* the outline of the block has it */
      return hash128_of (0, 9);
    return symbol_digest (p, p->function_values.data[v]);
  case OPERAND_TEXT:
    return hash_bytes (l->texts.data[v], strlen (l->texts.data[v]));
  case OPERAND_SWITCH: {
    const switching *s = l->switches.data + v;
    assert (v < l->switches.len);
    return hash_bytes (s->value, s->n * sizeof *s->value);
  }
  case OPERAND_LAYOUT:
    return v ? layout_digest (l->layouts.data + (v - 1)) : hash128_of (0, 0);
  default: /* where a jump goes: flow_digest; a pool: insn_digest */
    assert (kind == OPERAND_NONE || kind == OPERAND_PC || kind == OPERAND_POOL);
    return hash128_of (0, 8);
  }
}

static hash128 shallow_digest (lower *l, const insn *i, bool is_local) {
  op_operands o = op_operands_of ((op) i->op);
  hash128 h = hash128_of (i->op, (uint64_t) i->w << 8 | i->x);
  h = hash128_mix (h, operand_digest (l, o.a, i->a, i, is_local));
  h = hash128_mix (h, operand_digest (l, o.b, i->b, i, is_local));
  return hash128_mix (h, operand_digest (l, o.c, i->c, i, is_local));
}

/* How many slots an instruction makes. */
static uint32_t count_made (const insn *i, const op_operands *o) {
  if (i->op == OP_CALL || i->op == OP_CALL_POINTER)
    return i->x;
  if (i->op == OP_BUILTIN)
    return i->w != 0;
  if (i->op == OP_PUT)
    return i->b;
  return o->dst == OPERAND_SLOT;
}

static void look_at_all (digester *d) {
  lower *l = d->l;
  map counts;
  map_init (&counts, l->mem);
  for (uint32_t k = 0; k < l->insns.len; k++) {
    const insn *i = l->insns.data + k;
    op_operands o = op_operands_of ((op) i->op);
    d->shallow[k] = shallow_digest (l, i, false);
    d->rank[k] = (uint32_t) (*map_at (&counts, d->shallow[k].lo | 1))++;
    assert (!count_made (i, &o) || i->dst + count_made (i, &o) <= l->n_slots);
    for (uint32_t s = 0, n = count_made (i, &o); s < n; s++)
      if (!d->maker[i->dst + s])
        d->maker[i->dst + s] = k + 1;
  }
  map_release (&counts);
}

static hash128 slot_digest (const digester *d, uint32_t slot, uint32_t first,
                            uint32_t end) {
  if (slot & LOWER_CONSTANT)
    return constant_digest (d->l, slot & ~LOWER_CONSTANT, d->is_local);
  assert (slot < d->l->n_slots || !slot);
  uint32_t maker = d->maker[slot];
  if (!maker)
    return hash128_of (slot, 9); /* a parameter */
  maker--;
  uint32_t part = slot - d->l->insns.data[maker].dst;
  if (maker >= first && maker < end)
    return hash128_of ((uint64_t) part << 32 | (maker - first), 10);
  if (d->is_local)
    return hash128_of (0, 11);
  return hash128_mix (d->shallow[maker],
                      hash128_of ((uint64_t) part << 32 | d->rank[maker], 11));
}

static hash128 insn_digest (const digester *d, uint32_t k, uint32_t first,
                            uint32_t end) {
  const insn *i = d->l->insns.data + k;
  op_operands o = op_operands_of ((op) i->op);
  hash128 h = d->is_local ? shallow_digest (d->l, i, true) : d->shallow[k];
  if (o.dst == OPERAND_SLOT && count_made (i, &o))
    h = hash128_mix (h, slot_digest (d, i->dst, first, end));
  if (o.a == OPERAND_SLOT)
    h = hash128_mix (h, slot_digest (d, i->a, first, end));
  if (o.b == OPERAND_SLOT)
    h = hash128_mix (h, slot_digest (d, i->b, first, end));
  if (o.c == OPERAND_SLOT)
    h = hash128_mix (h, slot_digest (d, i->c, first, end));
  if (o.b == OPERAND_POOL && i->op != OP_INDIRECT)
    for (uint32_t a = 0; a < i->c; a++)
      h = hash128_mix (h,
                       slot_digest (d, d->l->pool.data[i->b + a], first, end));
  for (uint32_t a = 0, n = program_class_words (d->l->program, i); a < n; a++)
    h = hash128_mix (h, hash128_of (d->l->pool.data[i->b + i->c + a], 18));
  return h;
}

static hash128 block_digest (digester *d, uint32_t first, uint32_t end,
                             bool is_local) {
  hash128 h = hash128_of (17, 0);
  assert (first < end); /* OP_BLOCK at least */
  d->is_local = is_local;
  for (uint32_t k = first; k < end; k++)
    h = hash128_mix (h, insn_digest (d, k, first, end));
  return h;
}

/* Where jumps go, relative to the function or the block. */
static uint64_t target_digest (uint32_t pc, uint32_t first) {
  return pc & LOWER_PC ? ((uint64_t) (pc & ~LOWER_PC) - first) << 32 | 1 : pc;
}

static hash128 flow_digest (const lower *l, size_t b) {
  uint32_t first = l->blocks.data[b].first;
  hash128 h = hash128_of (b, 12);
  for (uint32_t k = first; k < lower_block_end (l, b); k++) {
    const insn *i = l->insns.data + k;
    if (i->op == OP_JUMP)
      h = hash128_mix (h, hash128_of (target_digest (i->a, first), 13));
    if (i->op == OP_BRANCH)
      h = hash128_mix (h, hash128_of (target_digest (i->b, first),
                                      target_digest (i->c, first)));
    if (i->op == OP_SWITCH) {
      const switching *s = l->switches.data + i->b;
      for (uint32_t n = 0; n < s->n; n++)
        h = hash128_mix (h, hash128_of (target_digest (s->pc[n], first), 14));
      h = hash128_mix (h, hash128_of (target_digest (s->otherwise, first), 15));
    }
    if (i->op == OP_INDIRECT)
      for (uint32_t n = 0; n < i->c; n++)
        h = hash128_mix (h, hash128_of (l->pool.data[i->b + 2 * n], 16));
  }
  return h;
}

static hash128 signature_digest (const lower *l) {
  const function *f = program_function (l->program, l->function);
  hash128 h = hash128_of (f->n_params, (uint64_t) f->n_results << 16 |
                                           (uint64_t) f->result_width << 8 |
                                           f->is_vararg);
  return f->n_params ? hash128_mix (h, hash_bytes (f->param, f->n_params)) : h;
}

hash128 lower_digest (lower *l) {
  size_t n = l->insns.len, slots = (size_t) l->n_slots + 1;
  digester d = {.l = l};
  d.shallow = memory_alloc (l->mem, n * sizeof *d.shallow);
  d.rank = memory_alloc (l->mem, n * sizeof *d.rank);
  d.maker = memory_zalloc (l->mem, slots * sizeof *d.maker);
  look_at_all (&d);
  hash128 all = signature_digest (l);
  for (size_t b = 0; b < l->blocks.len; b++) {
    uint32_t first = l->blocks.data[b].first, end = lower_block_end (l, b);
    l->blocks.data[b].digest = block_digest (&d, first, end, true);
    all = hash128_mix (all, block_digest (&d, first, end, false));
    all = hash128_mix (all, flow_digest (l, b));
  }
  memory_free (l->mem, d.shallow, n * sizeof *d.shallow);
  memory_free (l->mem, d.rank, n * sizeof *d.rank);
  memory_free (l->mem, d.maker, slots * sizeof *d.maker);
  return all;
}
