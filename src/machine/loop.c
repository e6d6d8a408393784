/* The loop: concrete code, one instruction after the other.
 *
 * Instructions are executed from a copy made for the purpose: common widths
 * have operations of their own, a comparison with the branch behind it is one
 * step, blocks carry what they count. Where an operand is a term, or anything
 * is out of the ordinary, the instruction is left to its slow side, which
 * sees the original code. Nothing is changed before that is decided.
 *
 * The program counter, the slots and the fuel are locals; the state has them
 * only while a slow side runs.
 */

#include "base/bits.h"
#include "machine/machine_priv.h"
#include "program/trace.h"

/* Labels are values here: GNU C. */
#pragma GCC diagnostic ignored "-Wpedantic"

#define likely(X) __builtin_expect (!!(X), 1)
#define unlikely(X) __builtin_expect (!!(X), 0)

#define SHORT_CUTS(X) \
  X (ALWAYS_SLOW) \
  X (AWAITED) \
  X (BLOCK_CHANGED) \
  X (BLOCK_COUNTED) \
  X (BLOCK_TRACED) \
  X (BLOCK_TALLIED) \
  X (ADD_CHECKED) \
  X (SUB_CHECKED) \
  X (MUL_CHECKED) \
  X (ADD_32) \
  X (SUB_32) \
  X (LOAD_8) \
  X (LOAD_16) \
  X (LOAD_32) \
  X (LOAD_64) \
  X (STORE_8) \
  X (STORE_16) \
  X (STORE_32) \
  X (STORE_64) \
  X (FADD_32) \
  X (FSUB_32) \
  X (FMUL_32) \
  X (FDIV_32) \
  X (FADD_64) \
  X (FSUB_64) \
  X (FMUL_64) \
  X (FDIV_64) \
  X (FCMP_32) \
  X (FCMP_64) \
  X (EQ_BRANCH) \
  X (NE_BRANCH) \
  X (ULT_BRANCH) \
  X (ULE_BRANCH) \
  X (SLT_BRANCH) \
  X (SLE_BRANCH)

enum short_cut {
  FIRST_SHORT_CUT = OP_COUNT - 1,
#define X(NAME) CUT_##NAME,
  SHORT_CUTS (X)
#undef X
      CUT_COUNT
};

/* Making the copy. */

static bool is_integer_op (unsigned what) {
  return what >= OP_ADD && what <= OP_UMUL_OVERFLOWS;
}

static unsigned memory_cut (unsigned what, unsigned w) {
  unsigned first = what == OP_LOAD ? CUT_LOAD_8 : CUT_STORE_8;
  bool is_cut = w == 8 || w == 16 || w == 32 || w == 64;
  return is_cut ? first + (unsigned) __builtin_ctz (w / 8) : CUT_ALWAYS_SLOW;
}

static unsigned arith_cut (const machine *m, const insn *in) {
  bool is_checked = m->context->options.check_overflow && in->w > 1 &&
                    (in->x & (ARITH_NSW | ARITH_LOOSE)) == ARITH_NSW;
  if (in->op <= OP_MUL && is_checked)
    return CUT_ADD_CHECKED + (in->op - OP_ADD);
  if (in->op <= OP_SUB && in->w == 32)
    return CUT_ADD_32 + (in->op - OP_ADD);
  return in->op;
}

static unsigned float_cut (const insn *in) {
  if (in->w != 32 && in->w != 64)
    return in->op;
  if (in->op == OP_FCMP)
    return in->w == 32 ? CUT_FCMP_32 : CUT_FCMP_64;
  return (in->w == 32 ? CUT_FADD_32 : CUT_FADD_64) + (in->op - OP_FADD);
}

static bool is_fused (const code *c, uint32_t pc) {
  const insn *in = &c->insn[pc];
  return in->op >= OP_EQ && in->op <= OP_SLE && pc + 1 < c->n_insns &&
         c->insn[pc + 1].op == OP_BRANCH && c->insn[pc + 1].a == in->dst;
}

static void cut_integer (const machine *m, const code *c, uint32_t pc,
                         insn *out) {
  if (is_fused (c, pc))
    out->op = (uint16_t) (CUT_EQ_BRANCH + (out->op - OP_EQ));
  else
    out->op = (uint16_t) arith_cut (m, out);
  out->x = (uint8_t) (64 - out->w);
}

static bool is_traced (const machine *m, const code *c) {
  return m->is_tracing && m->prepared[c->function].function->is_users;
}

static term unset_here (const machine *m, const code *c, uint32_t pc,
                        unsigned w) {
  unset u = {.function = c->function, .insn = pc};
  return word_unset (m->terms, w, &u);
}

static void loop_cut (const machine *m, const code *c, uint32_t pc, insn *out,
                      uint32_t *at) {
  bool is_wide = out->w > 64;
  switch (out->op) {
  case OP_BLOCK:
    *at = c->block[out->a].index;
    out->dst = *at;
    out->b = c->block[out->a].weight;
    if (is_traced (m, c) && !c->block[out->a].is_native &&
        !c->block[out->a].is_rest) {
      const function *f = m->prepared[c->function].function;
      out->op = CUT_BLOCK_TRACED;
      out->c = trace_site (f->name, c->block[out->a].source);
    } else if (m->is_counting)
      out->op = CUT_BLOCK_TALLIED;
    else if (m->context->options.max_loop)
      out->op = CUT_BLOCK_COUNTED;
    break;
  case OP_BRANCH:
  case OP_SWITCH:
    out->dst = *at;
    break;
  case OP_UNSET:
    out->a = unset_here (m, c, pc, out->w).id;
    break;
  case OP_LOAD:
  case OP_STORE:
    out->op = (uint16_t) memory_cut (out->op, out->w);
    break;
  case OP_FADD:
  case OP_FSUB:
  case OP_FMUL:
  case OP_FDIV:
  case OP_FCMP:
    out->op = (uint16_t) float_cut (out);
    break;
  case OP_TRUNC:
  case OP_ZEXT:
  case OP_SEXT:
  case OP_INDEX:
    if (is_wide || out->x > 64)
      out->op = CUT_ALWAYS_SLOW;
    break;
  default:
    if (is_integer_op (out->op) && is_wide)
      out->op = CUT_ALWAYS_SLOW;
    else if (is_integer_op (out->op))
      cut_integer (m, c, pc, out);
  }
}

void loop_prepare (const machine *m, const code *c, insn *out) {
  uint32_t at = 0;
  static_assert (CUT_COUNT <= UINT16_MAX, "insn.op holds short cuts, too");
  memcpy (out, c->insn, c->n_insns * sizeof *out);
  for (uint32_t pc = 0; pc < c->n_insns; pc++)
    loop_cut (m, c, pc, &out[pc], &at);
}

void loop_await (insn *copy) { copy->op = CUT_AWAITED; }

/* What it was comes next; a block has no width. */
void loop_mark_changed (insn *copy) {
  static_assert (CUT_COUNT <= UINT8_MAX, "insn.w holds short cuts of blocks");
  if (copy->op == CUT_BLOCK_CHANGED)
    return;
  copy->w = (uint8_t) copy->op;
  copy->op = CUT_BLOCK_CHANGED;
}

bool loop_is_fused (const insn *copy, uint32_t pc) {
  return pc && copy[pc].op == OP_BRANCH && copy[pc - 1].op >= CUT_EQ_BRANCH &&
         copy[pc - 1].op <= CUT_SLE_BRANCH;
}

/* Concrete operations that are more than an expression. 'k' is 64 - w. */

static int64_t loop_extend (uint64_t a, unsigned k) {
  return (int64_t) (a << k) >> k;
}

static bool signed_overflows (unsigned what, uint64_t a, uint64_t b,
                              unsigned k) {
  int64_t r, x = loop_extend (a, k), y = loop_extend (b, k);
  bool is_out = what == OP_ADD   ? __builtin_add_overflow (x, y, &r)
                : what == OP_SUB ? __builtin_sub_overflow (x, y, &r)
                                 : __builtin_mul_overflow (x, y, &r);
  return is_out || r != loop_extend ((uint64_t) r, k);
}

static bool unsigned_overflows (unsigned what, uint64_t a, uint64_t b,
                                unsigned k) {
  uint64_t r;
  bool is_out = what == OP_ADD   ? __builtin_add_overflow (a, b, &r)
                : what == OP_SUB ? __builtin_sub_overflow (a, b, &r)
                                 : __builtin_mul_overflow (a, b, &r);
  return is_out || r > UINT64_MAX >> k;
}

static uint64_t reverse_bits (uint64_t a) {
  a = (a >> 1 & 0x5555555555555555u) | (a & 0x5555555555555555u) << 1;
  a = (a >> 2 & 0x3333333333333333u) | (a & 0x3333333333333333u) << 2;
  a = (a >> 4 & 0x0f0f0f0f0f0f0f0fu) | (a & 0x0f0f0f0f0f0f0f0fu) << 4;
  return __builtin_bswap64 (a);
}

static bool is_any_symbolic (const symbyte *b, unsigned n) {
  uint32_t any = 0;
  for (unsigned i = 0; i < n; i++)
    any |= b[i].term.id;
  return any;
}

/* Seldom done, and out of the way of what is done always. */
#define APART __attribute__ ((noinline))

/* False: something here is symbolic and to be read. What is written is not
 * symbolic from now on.
 */
static APART bool is_plain (symbyte *overlay, uint64_t at, unsigned n,
                            bool is_write) {
  if (!is_write)
    return !is_any_symbolic (overlay + at, n);
  memset (overlay + at, 0, n * sizeof *overlay);
  return true;
}

static inline uint8_t *find_in_page (const object *o, uint64_t offset,
                                     unsigned n, bool is_write) {
  page *p = object_page (o, offset);
  uint64_t size = UINT64_C (1) << o->page_bits, at = offset & (size - 1);
  if (unlikely (size - at < n || (is_write && (p->refs > 1 || p->has_digest))))
    return NULL;
  if (unlikely (p->overlay) && !is_plain (p->overlay, at, n, is_write))
    return NULL;
  return p->bytes + at;
}

/* More of an object is set, without leaving anything out. */
static APART uint8_t *find_behind (object *o, uint64_t offset, unsigned n) {
  if (offset > o->set || o->size - offset < n)
    return NULL;
  uint8_t *at =
      o->bytes ? o->bytes + offset : find_in_page (o, offset, n, true);
  if (o->bytes && o->overlay)
    is_plain (o->overlay, offset, n, true);
  if (at)
    o->set = offset + n;
  return at;
}

/* The bytes of an access that the lines know, NULL: ask the slow side. */
static inline uint8_t *loop_find (const machine *m, uint64_t epoch,
                                  uint64_t address, unsigned n, bool is_write) {
  uint32_t slot = address_slot (address);
  const page_line *l = &m->line[slot % LINES];
  if (unlikely ((is_write ? l->write : l->read) != (epoch | slot)))
    return NULL;
  object *o = l->object;
  assert (address_slot (o->address) == slot && !o->size_term.id);
  assert (!is_write || (o->owner == m->owner && !o->is_constant));
  uint64_t offset = address - o->address;
  if (unlikely (offset >= o->set || o->set - offset < n))
    return is_write ? find_behind (o, offset, n) : NULL;
  if (unlikely (!o->bytes))
    return find_in_page (o, offset, n, is_write);
  if (unlikely (o->overlay) && !is_plain (o->overlay, offset, n, is_write))
    return NULL;
  return o->bytes + offset;
}

/* Iterations of one block in one call, with option max_loop. */
static bool is_looping (machine *m, state *s, uint32_t i) {
  int64_t limit = m->context->options.max_loop;
  assert (s->top->visits && i < s->top->code->n_blocks);
  if (++s->top->visits[i] <= limit)
    return false;
  machine_fault (m, s, FAULT_INFINITE_LOOP,
                 cause_number (WHY_ITERATIONS, (uint64_t) limit));
  s->end.limit = LIMIT_LOOP;
  return true;
}

/* Objects found before a fork or another state's turn are not good now. */
static uint64_t refresh (machine *m, const state *s) {
  uint64_t owner = space_owner (s->space);
  if (m->owner != owner) {
    m->owner = owner;
    lines_forget (m);
  }
  return line_key (m, 0);
}

static void loop_enter (machine *m, state *s, const prepared *p,
                        const insn *in) {
  const frame *from = s->top;
  const code *c = p->code;
  const uint32_t *argument = from->code->pool + in->b;
  assert (c->n_params == in->c && !c->is_vararg);
  frame *f = frame_new (m, p);
  word *to = f->slot + c->n_constants;
  for (uint32_t i = 0; i < c->n_params; i++) {
    to[i] = from->slot[argument[i]];
    to[i].bits &= word_mask (c->param[i]);
  }
  frame_enter (s, f, in->dst);
}

#define NEXT \
  do { \
    ip++; \
    goto *label[ip->op]; \
  } while (0)

#define GO(PC) \
  do { \
    ip = base + (PC); \
    goto *label[ip->op]; \
  } while (0)

#define SET(BITS) (slot[ip->dst] = (word) {.bits = (BITS)})

#define MASK (UINT64_MAX >> ip->x)

/* Operands that are concrete, or else the slow side. */
#define ONE \
  if (unlikely (slot[ip->a].term.id)) \
    goto slow; \
  uint64_t a = slot[ip->a].bits

#define TWO \
  if (unlikely (slot[ip->a].term.id | slot[ip->b].term.id)) \
    goto slow; \
  uint64_t a = slot[ip->a].bits, b = slot[ip->b].bits; \
  unsigned k = ip->x; \
  (void) k

#define UNARY(NAME, EXPR) \
  OP_##NAME : { \
    ONE; \
    unsigned k = ip->x; \
    (void) k; \
    SET (EXPR); \
    NEXT; \
  }

#define GUARDED(LABEL, TROUBLE, EXPR) \
  LABEL: { \
    TWO; \
    if (unlikely (TROUBLE)) \
      goto slow; \
    SET (EXPR); \
    NEXT; \
  }
#define BINARY(NAME, EXPR) GUARDED (OP_##NAME, false, EXPR)
#define BINARY_UNLESS(NAME, TROUBLE, EXPR) GUARDED (OP_##NAME, TROUBLE, EXPR)

/* A comparison, alone and with the branch behind it. */
#define COMPARE(NAME, EXPR) \
  BINARY (NAME, EXPR) \
  CUT_##NAME##_BRANCH : { \
    TWO; \
    bool holds = EXPR; \
    SET (holds); \
    ip++; \
    uint8_t way = holds ? 1 : 2; \
    if (unlikely (!(m->ways[ip->dst] & way))) \
      machine_note_way (m, ip->dst, way); \
    GO (holds ? ip->b : ip->c); \
  }

#define LOAD(N, TYPE) \
  CUT_LOAD_##N : { \
    ONE; \
    const uint8_t *at = \
        loop_find (m, epoch, a + (uint64_t) (int32_t) ip->c, N / 8, false); \
    if (unlikely (!at)) \
      goto slow; \
    TYPE v; \
    memcpy (&v, at, sizeof v); \
    SET (v); \
    NEXT; \
  }

#define STORE(N, TYPE) \
  CUT_STORE_##N : { \
    TWO; \
    uint8_t *at = \
        loop_find (m, epoch, a + (uint64_t) (int32_t) ip->c, N / 8, true); \
    if (unlikely (!at)) \
      goto slow; \
    TYPE v = (TYPE) b; \
    memcpy (at, &v, sizeof v); \
    NEXT; \
  }

/* What is not a number is left to the slow side, which knows how it looks. */
#define FLOAT(NAME, W, TYPE, OPERATOR) \
  CUT_##NAME##_##W : { \
    TWO; \
    TYPE x, y; \
    memcpy (&x, &a, sizeof x); \
    memcpy (&y, &b, sizeof y); \
    x = x OPERATOR y; \
    if (unlikely (x != x)) \
      goto slow; \
    a = 0; \
    memcpy (&a, &x, sizeof x); \
    SET (a); \
    NEXT; \
  }

#define FLOAT_COMPARE(W, TYPE) \
  CUT_FCMP_##W : { \
    TWO; \
    TYPE x, y; \
    memcpy (&x, &a, sizeof x); \
    memcpy (&y, &b, sizeof y); \
    unsigned outcome = x < y    ? FCMP_LT \
                       : x > y  ? FCMP_GT \
                       : x == y ? FCMP_EQ \
                                : FCMP_UNORDERED; \
    SET ((ip->x & outcome) != 0); \
    NEXT; \
  }

stop loop_run (machine *m, state *s, int64_t *fuel) {
  static const void *const plain[CUT_COUNT] = {
#define OP(NAME, ...) [OP_##NAME] = &&OP_##NAME,
#include "program/ops.def"
#define X(NAME) [CUT_##NAME] = &&CUT_##NAME,
      SHORT_CUTS (X)
#undef X
  };
  const void *watched[CUT_COUNT];
  const void *const *label = plain;
  if (m->endless) {
    memcpy (watched, plain, sizeof plain);
    watched[OP_BLOCK] = watched[CUT_BLOCK_COUNTED] =
        watched[CUT_BLOCK_TALLIED] = watched[CUT_BLOCK_TRACED] =
            &&watched_block;
    watched[OP_RETURN] = &&watched_return;
    for (unsigned i = CUT_STORE_8; i <= CUT_STORE_64; i++)
      watched[i] = &&watched_store;
    label = watched;
  }
  const uint64_t total = s->instructions + (uint64_t) *fuel;
  int64_t left = *fuel;
  uint64_t epoch;
  frame *top;
  word *slot;
  const insn *base, *ip;

reload:
  epoch = refresh (m, s);
  top = s->top;
  slot = top->slot;
  base = m->prepared[top->code->function].insn;
  assert (top->refs == 1 && top->pc < top->code->n_insns);
  GO (top->pc);

  /* Control. */

CUT_BLOCK_TRACED:
  if (left <= 0 || m->is_interrupted)
    goto rest;
trace_block:
  s->trace = trace_step (s->trace, ip->c);
  s->traced++;
  if (!m->context->options.max_loop)
    goto enter_block;
  goto count_block;

CUT_BLOCK_TALLIED:
  if (unlikely (left <= 0 || m->is_interrupted))
    goto rest;
tally_block:
  m->tally[ip->dst]++;
  if (likely (!m->context->options.max_loop))
    goto enter_block;
  goto count_block;

CUT_BLOCK_COUNTED:
  if (left <= 0 || m->is_interrupted)
    goto rest;
count_block:
  top->pc = (uint32_t) (ip - base);
  if (is_looping (m, s, ip->a))
    goto ended;
  goto enter_block;

  /* It is looked at once for each block: an interrupt may come in between, and
   * what is noted of a block that is left is noted again.
   */
OP_BLOCK:
  if (unlikely (left <= 0 || m->is_interrupted))
    goto rest;
enter_block:
  left -= ip->b;
  if (unlikely (!(m->seen[ip->dst / 8] >> ip->dst % 8 & 1)))
    machine_note_block (m, ip->dst);
  NEXT;

CUT_BLOCK_CHANGED:
  versus_meet_change (m, s, top->code->function, (uint32_t) (ip - base));
  goto *label[ip->w];

CUT_AWAITED:
  machine_meet (m, top->code->function, (uint32_t) (ip - base));
  goto *label[ip->op];

OP_JUMP:
  GO (ip->a);

OP_BRANCH: {
  ONE;
  uint8_t way = a ? 1 : 2;
  if (unlikely (!(m->ways[ip->dst] & way)))
    machine_note_way (m, ip->dst, way);
  GO (a ? ip->b : ip->c);
}

OP_SWITCH: {
  ONE;
  if (unlikely (!(m->ways[ip->dst] & 1)))
    machine_note_way (m, ip->dst, 1);
  GO (switch_find (&top->code->switches[ip->b], a));
}

OP_CALL: {
  const prepared *p = &m->prepared[ip->a];
  const code *c = p->code;
  if (unlikely (!c || c->is_vararg || c->n_params != ip->c ||
                s->depth >= m->max_frames || s->stack >= m->stack_size))
    goto slow;
  top->pc = (uint32_t) (ip - base) + 1;
  loop_enter (m, s, p, ip);
  top = s->top;
  slot = top->slot;
  base = p->insn;
  if (unlikely (s->depth == m->notice_call)) {
    s->instructions = total - (uint64_t) left;
    *fuel = left;
    return STOP_NOTICE;
  }
  GO (0);
}

OP_RETURN: {
  if (unlikely (!top->caller || ip->b > 1 ||
                (ip->b && slot[ip->a].term.id &&
                 (!top->caller->caller || !top->caller->caller->caller))))
    goto slow;
  word result = slot[ip->a];
  uint32_t dst = top->dst;
  bool has_result = ip->b && top->n_results;
  frame_leave (m, s);
  top = s->top;
  slot = top->slot;
  if (has_result)
    slot[dst] = result;
  base = m->prepared[top->code->function].insn;
  if (unlikely (s->depth < m->notice)) {
    s->instructions = total - (uint64_t) left;
    *fuel = left;
    return STOP_NOTICE;
  }
  GO (top->pc);
}

  /* Values. */

OP_MOVE:
  slot[ip->dst] = slot[ip->a];
  NEXT;

OP_UNSET:
  slot[ip->dst] = (word) {.term = {ip->a}};
  NEXT;

OP_SELECT: {
  ONE;
  slot[ip->dst] = slot[a ? ip->b : ip->c];
  NEXT;
}

  BINARY (ADD, (a + b) & MASK)
  BINARY (SUB, (a - b) & MASK)
  BINARY (MUL, (a * b) & MASK)
  BINARY_UNLESS (UDIV, !b, a / b)
  BINARY_UNLESS (UREM, !b, a % b)
  BINARY_UNLESS (SDIV, !b || b == MASK,
                 (uint64_t) (loop_extend (a, k) / loop_extend (b, k)) & MASK)
  BINARY_UNLESS (SREM, !b || b == MASK,
                 (uint64_t) (loop_extend (a, k) % loop_extend (b, k)) & MASK)
  BINARY_UNLESS (SHL, b >= ip->w, a << b & MASK)
  BINARY_UNLESS (LSHR, b >= ip->w, a >> b)
  BINARY_UNLESS (ASHR, b >= ip->w, (uint64_t) (loop_extend (a, k) >> b) & MASK)
  BINARY (AND, a & b)
  BINARY (OR, a | b)
  BINARY (XOR, a ^ b)
  UNARY (CTPOP, (uint64_t) __builtin_popcountll (a) & MASK)
  UNARY (CTLZ, (a ? (uint64_t) __builtin_clzll (a) - k : ip->w) & MASK)
  UNARY (CTTZ, (a ? (uint64_t) __builtin_ctzll (a) : ip->w) & MASK)
  UNARY (BSWAP, __builtin_bswap64 (a) >> k)
  UNARY (BITREVERSE, reverse_bits (a) >> k)

  GUARDED (CUT_ADD_CHECKED, signed_overflows (OP_ADD, a, b, k), (a + b) & MASK)
  GUARDED (CUT_SUB_CHECKED, signed_overflows (OP_SUB, a, b, k), (a - b) & MASK)
  GUARDED (CUT_MUL_CHECKED, signed_overflows (OP_MUL, a, b, k), (a * b) & MASK)
  GUARDED (CUT_ADD_32, false, (uint32_t) (a + b))
  GUARDED (CUT_SUB_32, false, (uint32_t) (a - b))

  COMPARE (EQ, a == b)
  COMPARE (NE, a != b)
  COMPARE (ULT, a < b)
  COMPARE (ULE, a <= b)
  COMPARE (SLT, (int64_t) (a << k) < (int64_t) (b << k))
  COMPARE (SLE, (int64_t) (a << k) <= (int64_t) (b << k))
  BINARY (SADD_OVERFLOWS, signed_overflows (OP_ADD, a, b, k))
  BINARY (SSUB_OVERFLOWS, signed_overflows (OP_SUB, a, b, k))
  BINARY (SMUL_OVERFLOWS, signed_overflows (OP_MUL, a, b, k))
  BINARY (UADD_OVERFLOWS, unsigned_overflows (OP_ADD, a, b, k))
  BINARY (USUB_OVERFLOWS, unsigned_overflows (OP_SUB, a, b, k))
  BINARY (UMUL_OVERFLOWS, unsigned_overflows (OP_MUL, a, b, k))

  UNARY (TRUNC, a & word_mask (ip->w))
  UNARY (ZEXT, a)
  UNARY (SEXT, (uint64_t) loop_extend (a, 64u - k) & word_mask (ip->w))

  FLOAT (FADD, 32, float, +)
  FLOAT (FSUB, 32, float, -)
  FLOAT (FMUL, 32, float, *)
  FLOAT (FDIV, 32, float, /)
  FLOAT (FADD, 64, double, +)
  FLOAT (FSUB, 64, double, -)
  FLOAT (FMUL, 64, double, *)
  FLOAT (FDIV, 64, double, /)
  FLOAT_COMPARE (32, float)
  FLOAT_COMPARE (64, double)

  /* Memory. */

  LOAD (8, uint8_t)
  LOAD (16, uint16_t)
  LOAD (32, uint32_t)
  LOAD (64, uint64_t)
  STORE (8, uint8_t)
  STORE (16, uint16_t)
  STORE (32, uint32_t)
  STORE (64, uint64_t)

OP_INDEX: {
  if (unlikely (slot[ip->a].term.id | slot[ip->b].term.id))
    goto slow;
  uint64_t i = (uint64_t) loop_extend (slot[ip->b].bits, 64u - ip->x);
  SET (slot[ip->a].bits + i * (uint64_t) (int32_t) ip->c);
  NEXT;
}

  UNARY (OFFSET, a + (uint64_t) (int32_t) ip->c)

  /* Is it a circle? */

watched_block:
  if (left <= 0 || m->is_interrupted)
    goto rest;
  if (endless_block (m, s, (uint32_t) (ip - base)))
    goto ended;
  unsigned what = ip->op == CUT_BLOCK_CHANGED ? ip->w : ip->op;
  if (what == OP_BLOCK)
    goto enter_block;
  if (what == CUT_BLOCK_TALLIED)
    goto tally_block;
  if (what == CUT_BLOCK_TRACED)
    goto trace_block;
  goto count_block;

watched_return:
  endless_return (m, s);
  goto *plain[ip->op];

watched_store: {
  unsigned n = 1u << (ip->op - CUT_STORE_8);
  const word *v = &slot[ip->b];
  uint64_t at = slot[ip->a].bits + (uint64_t) (int32_t) ip->c;
  bool is_concrete = !(slot[ip->a].term.id | v->term.id);
  endless_store (m, is_concrete ? loop_find (m, epoch, at, n, false) : NULL,
                 &v->bits, n);
  goto *plain[ip->op];
}

  /* Not here. */

OP_LOAD:
OP_STORE:
OP_INDIRECT:
OP_CALL_POINTER:
OP_BUILTIN:
OP_UNREACHABLE:
OP_UNSUPPORTED:
OP_PICK:
OP_PUT:
OP_FADD:
OP_FSUB:
OP_FMUL:
OP_FDIV:
OP_FREM:
OP_FNEG:
OP_FCMP:
OP_FMATH:
OP_FPTRUNC:
OP_FPEXT:
OP_FPTOUI:
OP_FPTOSI:
OP_UITOFP:
OP_SITOFP:
OP_ALLOCA:
OP_FORGET:
OP_SCOPE:
OP_MEMCPY:
OP_MEMMOVE:
OP_MEMSET:
OP_VA_START:
OP_VA_COPY:
OP_VA_END:
OP_STACK_SAVE:
OP_STACK_RESTORE:
CUT_ALWAYS_SLOW:

slow: {
  const insn *in = top->code->insn + (ip - base);
  top->pc = (uint32_t) (ip - base);
  s->instructions = total - (uint64_t) left;
  s->next_forced = 0;
  assert (op_table[in->op]); /* what has no slow side never comes here */
  step st = op_table[in->op](m, s, in);
  if (unlikely (st == STEP_STOP)) {
    s->next_forced = 0;
    *fuel = left;
    return s->end.kind == END_NONE ? STOP_CHOICE : STOP_ENDED;
  }
  assert (s->end.kind == END_NONE && s->next_forced == s->n_forced);
  assert (st == STEP_JUMPED || (s->top == top && top->pc == ip - base));
  s->n_forced = s->next_forced = 0;
  if (unlikely (m->endless))
    endless_slow (m, in);
  if (unlikely (s->depth == m->notice_call && s->top->caller == top)) {
    *fuel = left;
    return STOP_NOTICE;
  }
  if (st == STEP_JUMPED)
    goto reload;
  epoch = refresh (m, s);
  NEXT;
}

ended:
  s->instructions = total - (uint64_t) left;
  *fuel = left;
  return STOP_ENDED;

rest:
  top->pc = (uint32_t) (ip - base);
  s->instructions = total - (uint64_t) left;
  *fuel = left;
  return STOP_FUEL;
}
