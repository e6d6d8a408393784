/* One function to our code: slots, emission, the way through its blocks.
 *
 * A value of LLVM is a run of slots, one for each scalar of its type; a value
 * that is only another view of one (bitcast, freeze) has the slots of that one.
 * Blocks are lowered in their order, so an operand may be asked for before the
 * instruction that makes it was seen: then its slots are given out by who asks
 * first, and the maker finds them in 'value_at'.
 *
 *     while lowering        constants  K|0 K|1 ..   (K: LOWER_CONSTANT)
 *                           values     0 = first parameter, 1, 2, ..
 *     lower_share_slots     values     fewer, reused
 *     finish                0 .. n_constants - 1 | parameters | the rest
 *
 * What holds in between: whatever is in an operand field is of the kind that
 * op_operands_of says, so each of the last steps goes over instructions without
 * knowing what they do. Digests are taken before slots are shared, or they
 * would say which slots happened to be free.
 */

#include "program/lower_priv.h"
#include "program/trace.h"

#include <llvm-c/DebugInfo.h>
#include <stdarg.h>

/* Emission. */

void lower_emit (lower *l, op o, unsigned w, unsigned x, uint32_t dst,
                 uint32_t a, uint32_t b, uint32_t c) {
  assert (o < OP_COUNT && w <= CODE_MAX_WIDTH && x <= UINT8_MAX);
  assert (op_operands_of (o).dst != OPERAND_SLOT || dst < l->n_slots || !dst);
  vec_push (l->mem, &l->insns,
            (insn) {(uint16_t) o, (uint8_t) w, (uint8_t) x, dst, a, b, c});
  vec_push (l->mem, &l->places, l->place);
  vec_push (l->mem, &l->scopes, l->scope);
  vec_push (l->mem, &l->origins, l->origin);
}

uint32_t lower_fresh (lower *l, uint32_t n) {
  uint32_t res = l->n_slots;
  assert (n < LOWER_CONSTANT - res);
  l->n_slots += n;
  return res;
}

uint32_t lower_op (lower *l, op o, unsigned w, unsigned x, uint32_t a,
                   uint32_t b, uint32_t c) {
  uint32_t dst = lower_fresh (l, 1);
  lower_emit (l, o, w, x, dst, a, b, c);
  return dst;
}

void lower_unsupported (lower *l, const char *fmt, ...) {
  char text[160];
  va_list args;
  va_start (args, fmt);
  vsnprintf (text, sizeof text, fmt, args);
  va_end (args);
  uint32_t index = (uint32_t) l->texts.len;
  vec_push (l->mem, &l->texts, arena_string (l->arena, text, strlen (text)));
  lower_emit (l, OP_UNSUPPORTED, 0, 0, 0, index, 0, 0);
}

uint32_t lower_resize (lower *l, uint32_t slot, unsigned from, unsigned to) {
  assert (from && to && from <= CODE_MAX_WIDTH && to <= CODE_MAX_WIDTH);
  if (from == to)
    return slot;
  return lower_op (l, from < to ? OP_ZEXT : OP_TRUNC, to, from, slot, 0, 0);
}

/* Constants: equal ones share a slot. */

static uint32_t add_constant (lower *l, unsigned width, const number *n) {
  assert (width && width <= CODE_MAX_WIDTH);
  hash128 value = hash128_mix (hash128_of (n->low, n->high),
                               hash128_of (width, n->is_symbolic));
  hash128 identity =
      n->is_symbolic ? hash128_mix (n->symbol, hash128_of (width, 5)) : value;
  for (uint64_t key = hash128_mix (value, identity).lo | 1;; key += 2) {
    uint64_t *at = map_at (&l->constant_at, key);
    if (!*at) {
      *at = l->constants.len + 1;
      vec_push (l->mem, &l->constants, (constant) {width, n->low, n->high});
      vec_push (l->mem, &l->identities, identity);
      vec_push (l->mem, &l->are_symbolic, n->is_symbolic);
    }
    assert (*at <= l->constants.len);
    const constant *c = l->constants.data + (*at - 1);
    if (c->width == width && c->low == n->low && c->high == n->high &&
        hash128_eq (l->identities.data[*at - 1], identity))
      return LOWER_CONSTANT | (uint32_t) (*at - 1);
  }
}

uint32_t lower_constant (lower *l, unsigned width, uint64_t low,
                         uint64_t high) {
  return add_constant (l, width, &(number) {.low = low, .high = high});
}

static uint32_t constant_slot (lower *l, LLVMValueRef v, unsigned width) {
  number n;
  if (!number_of (l->program, v, &n)) {
    lower_unsupported (l, "a constant expression");
    n = (number) {0};
  }
  return add_constant (l, width, &n);
}

/* Appends the slots of all scalars of a constant. */
static void list_constant (lower *l, LLVMValueRef v) {
  LLVMTypeRef t = LLVMTypeOf (v);
  LLVMTypeKind kind = LLVMGetTypeKind (t);
  const code_shape *s = shape_of (l->program, t);
  uint64_t n = 0;
  if (kind == LLVMStructTypeKind)
    n = LLVMCountStructElementTypes (t);
  else if (kind == LLVMArrayTypeKind)
    n = LLVMGetArrayLength2 (t);
  else if (kind == LLVMVectorTypeKind)
    n = LLVMGetVectorSize (t);
  else {
    uint32_t slot = constant_slot (l, v, s->is_supported ? s->leaf->width : 64);
    vec_push (l->mem, &l->lists, slot);
    return;
  }
  for (unsigned i = 0; i < n; i++) {
    LLVMValueRef e = LLVMGetAggregateElement (v, i);
    if (e)
      list_constant (l, e);
    else
      vec_push (l->mem, &l->lists,
                constant_slot (l, v, s->leaf[i < s->n ? i : 0].width));
  }
}

static uint32_t constant_leaf (lower *l, LLVMValueRef v, const code_shape *s,
                               uint32_t i) {
  if (s->n == 1 && LLVMGetTypeKind (LLVMTypeOf (v)) < LLVMStructTypeKind)
    return constant_slot (l, v, s->leaf->width);
  if (s->n == 1 && s->leaf->is_pointer &&
      LLVMGetTypeKind (LLVMTypeOf (v)) == LLVMPointerTypeKind)
    return constant_slot (l, v, 64);
  uint64_t known = map_get (&l->list_at, program_key (v), 0);
  if (!known) {
    known = l->lists.len + 1;
    list_constant (l, v);
    map_put (&l->list_at, program_key (v), known);
    assert (l->lists.len - (known - 1) == s->n); /* as its shape says */
  }
  assert (i < s->n);
  return l->lists.data[known - 1 + i];
}

bool lower_is_number (LLVMValueRef v, uint64_t *out) {
  if (!LLVMIsAConstantInt (v) || LLVMGetIntTypeWidth (LLVMTypeOf (v)) > 64)
    return false;
  *out = LLVMConstIntGetZExtValue (v);
  return true;
}

/* Values. */

static bool same_widths (const code_shape *a, const code_shape *b) {
  bool same = a->is_supported && b->is_supported && a->n == b->n;
  for (uint32_t i = 0; same && i < a->n; i++)
    same = a->leaf[i].width == b->leaf[i].width;
  return same;
}

LLVMValueRef lower_same (lower *l, LLVMValueRef v) {
  switch ((int) LLVMGetInstructionOpcode (v)) {
  case LLVMBitCast:
  case LLVMPtrToInt:
  case LLVMIntToPtr:
  case LLVMAddrSpaceCast:
  case LLVMFreeze: {
    LLVMValueRef from = LLVMGetOperand (v, 0);
    const code_shape *s = lower_shape (l, v);
    bool is_run = s->n == 1 || !LLVMIsConstant (from);
    return is_run && same_widths (s, lower_shape (l, from)) ? from : NULL;
  }
  case LLVMGetElementPtr: {
    LLVMValueRef base = LLVMGetOperand (v, 0);
    gep_steps s;
    if (lower_shape (l, v)->n == 1 && lower_shape (l, base)->n == 1 &&
        gep_walk (l->program, v, &s) && !s.n && !s.constant)
      return base;
    return NULL;
  }
  default:
    return NULL;
  }
}

/* The first slot of an instruction or parameter. In dead code a value can be
 * its own operand, hence the bound.
 */
static uint32_t value_slot (lower *l, LLVMValueRef v) {
  uint64_t known = map_get (&l->value_at, program_key (v), 0);
  if (known)
    return (uint32_t) known - 1;
  LLVMValueRef from = v;
  uint32_t slot = UINT32_MAX;
  for (int i = 0; i < 64 && LLVMIsAInstruction (from); i++) {
    LLVMValueRef next = lower_same (l, from);
    if (!next || next == v)
      break;
    from = next;
    known = map_get (&l->value_at, program_key (from), 0);
    if (known)
      slot = (uint32_t) known - 1;
  }
  if (slot == UINT32_MAX && from != v && LLVMIsConstant (from))
    slot = lower_leaf (l, from, 0);
  if (slot == UINT32_MAX) {
    const code_shape *s = lower_shape (l, v);
    slot = lower_fresh (l, s->is_supported ? s->n : 1);
    if (from != v)
      map_put (&l->value_at, program_key (from), (uint64_t) slot + 1);
  }
  map_put (&l->value_at, program_key (v), (uint64_t) slot + 1);
  return slot;
}

uint32_t lower_leaf (lower *l, LLVMValueRef v, uint32_t i) {
  assert (i < lower_shape (l, v)->n || !lower_shape (l, v)->is_supported);
  if (!LLVMIsConstant (v))
    return value_slot (l, v) + i;
  const code_shape *s = lower_shape (l, v);
  if (!s->is_supported) {
    lower_unsupported (l, "a constant of an unsupported type");
    return lower_constant (l, 64, 0, 0);
  }
  return constant_leaf (l, v, s, i);
}

uint32_t lower_run (lower *l, LLVMValueRef v) {
  const code_shape *s = lower_shape (l, v);
  if (!LLVMIsConstant (v) || s->n == 1)
    return lower_leaf (l, v, 0);
  uint32_t run = lower_fresh (l, s->n);
  for (uint32_t i = 0; i < s->n; i++)
    lower_emit (l, OP_MOVE, s->leaf[i].width, 0, run + i, lower_leaf (l, v, i),
                0, 0);
  return run;
}

uint32_t lower_dst (lower *l, LLVMValueRef v) { return value_slot (l, v); }

uint32_t lower_block (const lower *l, LLVMBasicBlockRef b) {
  assert (map_find (&l->block_at, program_key (b))); /* of this function */
  return (uint32_t) map_get (&l->block_at, program_key (b), 1) - 1;
}

/* Instructions. */

typedef void (*lowering) (lower *, LLVMValueRef);

static void lower_nothing (lower *l, LLVMValueRef v) {
  (void) l;
  (void) v;
}

static void lower_invoke (lower *l, LLVMValueRef v) {
  lower_call (l, v);
  lower_jump (l, LLVMGetInstructionParent (v), LLVMGetNormalDest (v));
}

/* A value that is the same as another one has its slots already. */
static void lower_freeze (lower *l, LLVMValueRef v) {
  if (lower_same (l, v))
    return;
  const code_shape *s = lower_shape (l, v);
  uint32_t dst = lower_dst (l, v);
  for (uint32_t i = 0; i < s->n; i++)
    lower_emit (l, OP_MOVE, s->leaf[i].width, 0, dst + i,
                lower_leaf (l, LLVMGetOperand (v, 0), i), 0, 0);
}

static const lowering lowerings[] = {
#define INSTRUCTION(NAME, HOW) [LLVM##NAME] = lower_##HOW,
#include "program/instructions.def"
};

static const char *const other_names[] = {
#define OTHER(NAME, TEXT) [LLVM##NAME] = TEXT,
#include "program/instructions.def"
};

static bool has_supported_types (lower *l, LLVMValueRef v, LLVMOpcode o) {
  if (o == LLVMCall || o == LLVMInvoke || o == LLVMBr)
    return true;
  if (!lower_shape (l, v)->is_supported)
    return false;
  int n = o == LLVMSwitch || o == LLVMIndirectBr ? 1 : LLVMGetNumOperands (v);
  for (int i = 0; i < n && i < 3; i++) {
    LLVMTypeRef t = LLVMTypeOf (LLVMGetOperand (v, (unsigned) i));
    if (LLVMGetTypeKind (t) != LLVMLabelTypeKind &&
        !shape_of (l->program, t)->is_supported)
      return false;
  }
  return true;
}

static void report_types (lower *l, LLVMValueRef v) {
  LLVMTypeRef t = LLVMTypeOf (v);
  if (LLVMGetTypeKind (t) == LLVMVoidTypeKind)
    t = LLVMTypeOf (LLVMGetOperand (v, 0));
  char *text = LLVMPrintTypeToString (t);
  lower_unsupported (l, "an operation on type %.60s", text);
  LLVMDisposeMessage (text);
}

static void lower_instruction (lower *l, LLVMValueRef v) {
  LLVMMetadataRef location = LLVMInstructionGetDebugLoc (v);
  if (location != l->location) {
    l->location = location;
    if (location)
      l->place = place_of (l->program, location, &l->scope);
  }
  LLVMOpcode o = LLVMGetInstructionOpcode (v);
  if ((size_t) o >= sizeof lowerings / sizeof *lowerings || !lowerings[o]) {
    bool is_named =
        (size_t) o < sizeof other_names / sizeof *other_names && other_names[o];
    lower_unsupported (l, "%s", is_named ? other_names[o] : "an instruction");
  } else if (!has_supported_types (l, v, o))
    report_types (l, v);
  else
    lowerings[o](l, v);
}

/* Does a part of the block end here? What is executed behind a call is noted
 * when the call returns, and so known apart from what was before it.
 */
static bool ends_part (LLVMValueRef v) {
  LLVMValueRef callee = LLVMIsACallInst (v) ? LLVMGetCalledValue (v) : NULL;
  return callee && !LLVMIsAInlineAsm (callee) &&
         !LLVMIsAUnreachableInst (LLVMGetNextInstruction (v)) &&
         !(LLVMIsAFunction (callee) && LLVMIsDeclaration (callee));
}

static block *begin_part (lower *l, uint32_t index) {
  block *at = l->blocks.data + index; /* there are all blocks already */
  assert (!at->first && !at->n);
  l->current = index;
  at->first = (uint32_t) l->insns.len;
  lower_emit (l, OP_BLOCK, 0, 0, 0, index, 0, 0);
  return at;
}

static void lower_body (lower *l, LLVMBasicBlockRef b) {
  uint32_t index = lower_block (l, b);
  LLVMMetadataRef location =
      LLVMInstructionGetDebugLoc (LLVMGetFirstInstruction (b));
  if (location)
    l->place = place_of (l->program, location, &l->scope);
  block *at = begin_part (l, index);
  if (!index)
    lower_parameters (l);
  EACH_INSTRUCTION (v, b) {
    if (value_is_debug (v))
      continue;
    at->weight++;
    lower_instruction (l, v);
    l->origin++;
    if (ends_part (v)) {
      at->n = (uint32_t) l->insns.len - at->first;
      at = begin_part (l, ++index);
    }
  }
  if (!at->n)
    at->n = (uint32_t) l->insns.len - at->first;
  assert (at->n && at->first + at->n <= l->insns.len);
}

static void add_part (lower *l, block x) {
  vec_push (l->mem, &l->blocks, x);
  vec_push (l->mem, &l->edge_pc, 0);
  vec_push (l->mem, &l->edge_stamp, 0);
}

static void lower_blocks (lower *l) {
  uint32_t n = 0;
  assert (!l->blocks.len && !l->insns.len);
  EACH_BLOCK (b, l->value) {
    block x = {.source = n++,
               .is_native = trace_is_native (LLVMGetBasicBlockName (b))};
    map_put (&l->block_at, program_key (b), l->blocks.len + 1);
    add_part (l, x);
    x.is_rest = true;
    EACH_INSTRUCTION (v, b)
      if (!value_is_debug (v) && ends_part (v))
        add_part (l, x);
  }
  EACH_BLOCK (b, l->value)
    lower_body (l, b);
}

/* The end: constants go in front, block numbers become pcs. */

static uint32_t final_slot (const lower *l, uint32_t slot) {
  if (slot & LOWER_CONSTANT) {
    assert ((slot & ~LOWER_CONSTANT) < l->constants.len);
    return slot & ~LOWER_CONSTANT;
  }
  assert (slot < l->n_slots || !slot);
  return slot + (uint32_t) l->constants.len;
}

static uint32_t final_pc (const lower *l, uint32_t pc) {
  if (pc & LOWER_PC)
    return pc & ~LOWER_PC;
  assert (pc < l->blocks.len);
  return l->blocks.data[pc].first;
}

static void finish_operand (const lower *l, uint8_t kind, uint32_t *v) {
  if (kind == OPERAND_SLOT)
    *v = final_slot (l, *v);
  else if (kind == OPERAND_PC)
    *v = final_pc (l, *v);
}

static void finish_pool (lower *l, const insn *i) {
  uint32_t *pool = l->pool.data + i->b;
  assert (i->b + i->c * (i->op == OP_INDIRECT ? 2 : 1) <= l->pool.len);
  for (uint32_t k = 0; k < i->c; k++)
    if (i->op == OP_INDIRECT)
      pool[2 * k + 1] = final_pc (l, pool[2 * k + 1]);
    else
      pool[k] = final_slot (l, pool[k]);
}

static void finish_insns (lower *l) {
  assert (l->blocks.len && l->insns.len); /* jumps become what they mean */
  for (size_t k = 0; k < l->insns.len; k++) {
    insn *i = l->insns.data + k;
    op_operands o = op_operands_of ((op) i->op);
    finish_operand (l, o.dst, &i->dst);
    finish_operand (l, o.a, &i->a);
    finish_operand (l, o.b, &i->b);
    finish_operand (l, o.c, &i->c);
    if (o.b == OPERAND_POOL)
      finish_pool (l, i);
  }
  for (size_t k = 0; k < l->switches.len; k++) {
    switching *s = l->switches.data + k;
    uint32_t *pc = (uint32_t *) (uintptr_t) s->pc;
    for (uint32_t i = 0; i < s->n; i++)
      pc[i] = final_pc (l, pc[i]);
    s->otherwise = final_pc (l, s->otherwise);
  }
}

#define KEEP(L, V) \
  arena_copy ((L)->arena, (L)->V.data, (L)->V.len * sizeof *(L)->V.data)

static const code *lower_finish (lower *l) {
  program *p = l->program;
  assert (l->current + 1 == l->blocks.len); /* the last one is lowered */
  const function *f = program_function (p, l->function);
  assert (l->places.len == l->insns.len && l->scopes.len == l->insns.len &&
          l->origins.len == l->insns.len);
  hash128 digest = lower_digest (l); /* before slots lose their values */
  lower_share_slots (l);
  finish_insns (l);
  uint32_t n_blocks = (uint32_t) p->blocks.len;
  for (size_t i = 0; i < l->blocks.len; i++)
    l->blocks.data[i].index = n_blocks++;
  uint8_t *params = arena_alloc (l->arena, f->n_params);
  for (uint32_t i = 0; i < f->n_params; i++)
    params[i] = f->param[i] == 0x80 ? 128 : f->param[i] & 0x7f;
  uint32_t n_values = l->n_slots ? l->n_slots : 1; /* unused fields name one */
  code *c = arena_alloc (l->arena, sizeof *c);
  *c = (code) {.function = l->function,
               .n_insns = (uint32_t) l->insns.len,
               .n_slots = n_values + (uint32_t) l->constants.len,
               .n_constants = (uint32_t) l->constants.len,
               .n_params = f->n_params,
               .n_blocks = (uint32_t) l->blocks.len,
               .is_vararg = f->is_vararg,
               .insn = KEEP (l, insns),
               .place = KEEP (l, places),
               .scope = KEEP (l, scopes),
               .origin = KEEP (l, origins),
               .pool = KEEP (l, pool),
               .constant = KEEP (l, constants),
               .param = params,
               .switches = KEEP (l, switches),
               .layouts = KEEP (l, layouts),
               .texts = KEEP (l, texts),
               .block = KEEP (l, blocks),
               .digest = digest};
  return c;
}

static void lower_release (lower *l) {
  vec_release (l->mem, &l->insns, &l->places, &l->scopes, &l->origins, &l->pool,
               &l->constants, &l->identities, &l->are_symbolic);
  vec_release (l->mem, &l->lists, &l->switches, &l->layouts, &l->texts,
               &l->blocks, &l->edge_pc, &l->edge_stamp, &l->reads);
  map_release (&l->constant_at);
  map_release (&l->value_at);
  map_release (&l->list_at);
  map_release (&l->block_at);
}

const code *lower_function (program *p, uint32_t f) {
  assert (program_function (p, f)->has_body && !program_has_code (p, f));
  lower l = {.program = p,
             .mem = p->mem,
             .arena = &p->arena,
             .function = f,
             .value = p->function_values.data[f]};
  map_init (&l.constant_at, p->mem);
  map_init (&l.value_at, p->mem);
  map_init (&l.list_at, p->mem);
  map_init (&l.block_at, p->mem);
  const function *described = program_function (p, f);
  l.place = (place) {described->file, described->line, 0};
  lower_blocks (&l);
  const code *c = lower_finish (&l);
  lower_release (&l);
  return c;
}
