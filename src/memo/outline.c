/* A function's code becomes, block by block, a digest and two lists:
 *
 *     digest   what the instructions do; constants by value, functions by label
 *              and kind, jumps within the block by distance
 *     slots    that they read and write, in order     } numbers, which another
 *     next     blocks that they go to, in order       } version may have
 * changed
 *
 * So two blocks are candidates if their digests are equal, and the same if
 * their lists can be renamed into each other (align.c). What is forgotten here
 * is carried over wrongly: each operand of an instruction is in one of the
 * three.
 */

#include "memo/outline.h"

/* Labels and kinds. */

hash128 outline_signature (const function *f) {
  hash128 h = hash128_of (f->n_params, (uint64_t) f->n_results << 16 |
                                           (uint64_t) f->result_width << 8 |
                                           (uint64_t) f->returns_float << 1 |
                                           f->is_vararg);
  return f->n_params ? hash128_mix (h, hash_bytes (f->param, f->n_params)) : h;
}

/* A call depends on who is called and how; what a callee with a body does is
 * seen by its own blocks.
 */
static hash128 function_digest (const program *p, uint32_t i) {
  const function *f = program_function (p, i);
  return hash128_mix (hash128_mix (f->label, outline_signature (f)),
                      hash128_of (f->builtin, f->has_body));
}

/* Globals. */

/* An address is a number; what can be called there is no part of it. */
static hash128 word_digest (const program *p, uint64_t word) {
  uint32_t f = program_function_at (p, address_slot (word));
  return f == PLACING_NONE ? hash128_of (0, 8) : function_digest (p, f);
}

static hash128 bytes_digest (const program *p, const global *g) {
  hash128 h = hash128_of (g->bytes != NULL, 11);
  for (uint32_t k = 0; k < g->n_addresses; k++) {
    uint64_t word;
    memcpy (&word, g->bytes + g->address_at[k], sizeof word);
    h = hash128_mix (h, word_digest (p, word));
  }
  return g->bytes ? hash128_mix (h, hash_bytes (g->bytes, g->size)) : h;
}

hash128 outline_global (const program *p, const global *g) {
  hash128 h = hash128_mix (hash128_of (g->size, g->alignment),
                           hash128_of (g->is_constant, g->is_foreign));
  h = hash128_mix (h, layout_digest (&g->layout));
  return hash128_mix (h, bytes_digest (p, g));
}

uint32_t outline_find_global (const program *p, uint32_t slot, hash128 was) {
  const global *g = program_global_at (p, slot);
  if (!g || !hash128_eq (outline_global (p, g), was))
    return 0;
  return (uint32_t) (g - program_global (p, 0)) + 1;
}

/* Blocks. */

typedef struct outlining {
  memory *mem;
  program *program;
  const code *code;
  outline *out;
  uint32_t first, end; /* the block, with the edges behind it */
  hash128 digest;
} outlining;

static void mix (outlining *w, hash128 h) {
  w->digest = hash128_mix (w->digest, h);
}

/* Numbers are in the digest of lowering; kinds of functions are not. */
static void add_constant (outlining *w, const constant *c) {
  if (c->width == 64)
    mix (w, word_digest (w->program, c->low));
}

static void add_slot (outlining *w, uint32_t slot) {
  uint32_t n = w->code->n_constants;
  if (slot < n) {
    add_constant (w, w->code->constant + slot);
    return;
  }
  vec_push (w->mem, &w->out->pool, slot - n);
  if (slot - n >= w->out->max_slot)
    w->out->max_slot = slot - n + 1;
}

/* A run has constants whose values the digest of lowering does not have. */
static void outline_add_run (outlining *w, uint32_t first, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    add_slot (w, first + i);
    if (i && first + i < w->code->n_constants) {
      const constant *c = w->code->constant + first + i;
      mix (w, hash128_of (c->low, c->high));
    }
  }
}

static uint32_t count_made (const insn *i) {
  switch (i->op) {
  case OP_CALL:
  case OP_CALL_POINTER:
    return i->x;
  case OP_BUILTIN:
    return i->w != 0;
  case OP_PUT:
    return i->b;
  default:
    return op_operands_of ((op) i->op).dst == OPERAND_SLOT;
  }
}

static void add_operand (outlining *w, uint8_t kind, uint32_t v) {
  if (kind == OPERAND_SLOT)
    add_slot (w, v);
  else if (kind == OPERAND_FUNCTION)
    mix (w, function_digest (w->program, v));
  else if (kind == OPERAND_LAYOUT && v)
    mix (w, layout_digest (w->code->layouts + v - 1));
}

static void add_operands (outlining *w, const insn *i) {
  const code *c = w->code;
  op_operands o = op_operands_of ((op) i->op);
  outline_add_run (w, i->dst, count_made (i));
  if (i->op == OP_RETURN || i->op == OP_PICK)
    outline_add_run (w, i->a, i->b);
  else
    add_operand (w, o.a, i->a);
  add_operand (w, o.b, i->b);
  add_operand (w, o.c, i->c);
  if (i->op == OP_ALLOCA) {
    uint32_t pc = (uint32_t) (i - c->insn);
    mix (w, code_variable (c, pc));
    uint32_t slot = program_variable_slot (w->program, c->function, pc);
    mix (w, hash128_of (slot, 7));
    vec_push (w->mem, &w->out->variable, slot);
  }
  if (o.b != OPERAND_POOL || i->op == OP_INDIRECT)
    return;
  for (uint32_t k = 0; k < i->c; k++)
    add_slot (w, c->pool[i->b + k]);
  if (i->op == OP_BUILTIN && i->x & BUILTIN_NAMED)
    mix (w, function_digest (w->program, c->pool[i->b + i->c]));
  for (uint32_t k = 0, n = program_class_words (w->program, i); k < n; k++)
    mix (w, hash128_of (c->pool[i->b + i->c + k], 6));
}

/* To an edge behind this block, or to the start of another one. */
static void add_target (outlining *w, uint32_t pc, u32_vec *next) {
  if (pc > w->first && pc < w->end) {
    mix (w, hash128_of (pc - w->first, 3));
    return;
  }
  uint32_t b = code_block_at (w->code, pc);
  mix (w, hash128_of (pc - w->code->block[b].first, 4));
  vec_push (w->mem, next, b);
}

static void add_flow (outlining *w, const insn *i, u32_vec *next) {
  const code *c = w->code;
  if (i->op == OP_JUMP)
    add_target (w, i->a, next);
  if (i->op == OP_BRANCH) {
    add_target (w, i->b, next);
    add_target (w, i->c, next);
  }
  if (i->op == OP_SWITCH) {
    const switching *s = c->switches + i->b;
    for (uint32_t k = 0; k < s->n; k++)
      add_target (w, s->pc[k], next);
    add_target (w, s->otherwise, next);
  }
  if (i->op == OP_INDIRECT)
    for (uint32_t k = 0; k < i->c; k++) {
      mix (w, hash128_of (c->pool[i->b + 2 * k], 5));
      add_target (w, c->pool[i->b + 2 * k + 1], next);
    }
}

static void add_block (outlining *w, uint32_t b) {
  const code *c = w->code;
  outline *out = w->out;
  u32_vec next = {0};
  w->first = c->block[b].first;
  w->end = b + 1 < c->n_blocks ? c->block[b + 1].first : c->n_insns;
  assert (w->first < w->end); /* blocks are in the order of their code */
  w->digest = hash128_mix (c->block[b].digest,
                           hash128_of (c->block[b].weight, w->end - w->first));
  outline_block res = {.slots = (uint32_t) out->pool.len};
  for (uint32_t k = w->first; k < w->end; k++) {
    add_operands (w, c->insn + k);
    add_flow (w, c->insn + k, &next);
  }
  if (b + 1 < c->n_blocks && c->block[b + 1].is_rest)
    add_target (w, w->end, &next);
  res.n_slots = (uint32_t) out->pool.len - res.slots;
  res.next = (uint32_t) out->pool.len;
  res.n_next = (uint32_t) next.len;
  for (size_t i = 0; i < next.len; i++)
    vec_push (w->mem, &out->pool, next.data[i]);
  res.digest = w->digest;
  vec_push (w->mem, &out->block, res);
  vec_release (w->mem, &next);
}

void outline_make (memory *mem, program *p, uint32_t which, outline *out) {
  const function *f = program_function (p, which);
  outlining w = {
      .mem = mem, .program = p, .code = program_code (p, which), .out = out};
  *out = (outline) {.name = f->name,
                    .label = f->label,
                    .signature = outline_signature (f),
                    .n_params = w.code->n_params,
                    .max_slot = w.code->n_params};
  for (uint32_t b = 0; b < w.code->n_blocks; b++)
    add_block (&w, b);
  assert (out->block.len == w.code->n_blocks && out->max_slot >= out->n_params);
}

hash128 outline_identity (const outline *o) {
  hash128 h = hash128_of (o->n_params, o->block.len);
  for (size_t i = 0; i < o->block.len; i++) {
    const outline_block *b = o->block.data + i;
    h = hash128_mix (h, b->digest);
    h = hash128_mix (h, hash_bytes (o->pool.data + b->slots,
                                    b->n_slots * sizeof *o->pool.data));
    h = hash128_mix (h, hash_bytes (o->pool.data + b->next,
                                    b->n_next * sizeof *o->pool.data));
  }
  return h;
}

void outline_release (memory *mem, outline *o) {
  vec_release (mem, &o->block, &o->pool, &o->variable);
}

/* All of them. */

hash128 outline_globals (const program *p) {
  const placing *a = program_global_placing (p);
  hash128 h = hash128_of (6, a->n);
  for (uint32_t i = 0; i < a->n; i++) {
    const global *g = program_global (p, a->item[i]);
    h = hash128_mix (h, hash128_of (g->address, g->size));
    h = hash128_mix (h, hash128_of (g->is_constant, 13));
  }
  return h;
}

hash128 outline_functions (const program *p) {
  const placing *a = program_function_placing (p);
  hash128 h = hash128_of (7, a->n);
  for (uint32_t i = 0; i < a->n; i++) {
    const function *f = program_function (p, a->item[i]);
    h = hash128_mix (h, outline_signature (f));
    h = hash128_mix (h, hash128_of (f->builtin, f->has_body));
    h = hash128_mix (h, hash128_of (a->slot[i], 14));
  }
  return h;
}
