#include "codes.h"

#include "../test.h"

#include <llvm-c/IRReader.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef codes_word word;
__extension__ typedef __int128 sword;

typedef struct object {
  uint8_t *bytes;
  uint64_t size;
} object;

typedef struct world {
  program *p;
  object *objects;
  uint32_t n, cap;
  codes_run *run;
  uint64_t fuel;
} world;

program *codes_program (memory *mem, const char *text) {
  static const logger silent = {0};
  module m = {.llvm = LLVMContextCreate ()};
  LLVMMemoryBufferRef b = LLVMCreateMemoryBufferWithMemoryRangeCopy (
      text, strlen (text), "test.ll");
  char *message = NULL;
  if (LLVMParseIRInContext (m.llvm, b, &m.module, &message))
    FAIL ("%s", message);
  LLVMValueRef f = LLVMGetFirstFunction (m.module);
  while (f && LLVMIsDeclaration (f))
    f = LLVMGetNextFunction (f);
  size_t len;
  m.start = f ? LLVMGetValueName2 (f, &len) : "main";
  trouble t = {0};
  program *p = program_new (mem, (logger *) (uintptr_t) &silent, &m, &t);
  if (!p)
    FAIL ("%s", trouble_text (&t));
  return p;
}

static word mask (unsigned w) {
  return w >= 128 ? ~(word) 0 : ((word) 1 << w) - 1;
}

static sword sign (word v, unsigned w) {
  if (w < 128 && v >> (w - 1) & 1)
    v |= ~mask (w);
  return (sword) v;
}

static bool stop (world *g, const char *why) {
  if (!g->run->stopped)
    g->run->stopped = why;
  return false;
}

/* Memory. */

static uint64_t allocate (world *g, uint64_t size) {
  if (g->n == g->cap) {
    g->cap = g->cap ? 2 * g->cap : 64;
    g->objects = realloc (g->objects, g->cap * sizeof *g->objects);
  }
  g->objects[g->n] = (object) {calloc (size ? size : 1, 1), size};
  return address_of_slot (ADDRESS_FIRST_FREE + g->n++);
}

/* Globals have the first objects, in their order. */
static const object *object_in (const world *g, uint32_t slot) {
  const global *v = program_global_at (g->p, slot);
  size_t i = v ? (size_t) (v - program_global (g->p, 0))
               : (size_t) slot - ADDRESS_FIRST_FREE;
  return i < g->n ? g->objects + i : NULL;
}

static uint8_t *at (world *g, uint64_t address, uint64_t n) {
  uint32_t slot = address_slot (address);
  uint64_t offset = address - address_of_slot (slot);
  const object *o = object_in (g, slot);
  if (!o || !o->bytes || offset > o->size || n > o->size - offset) {
    stop (g, "bad address");
    return NULL;
  }
  return o->bytes + offset;
}

static bool load (world *g, uint64_t address, unsigned w, word *out) {
  uint8_t *p = at (g, address, (w + 7) / 8);
  if (!p)
    return false;
  *out = 0;
  memcpy (out, p, (w + 7) / 8);
  *out &= mask (w);
  return true;
}

static bool store (world *g, uint64_t address, unsigned w, word v) {
  uint8_t *p = at (g, address, (w + 7) / 8);
  if (p)
    memcpy (p, &v, (w + 7) / 8);
  return p != NULL;
}

/* Floating point goes through long double, which holds all of them. */

static long double to_real (word v, unsigned w) {
  if (w == 32) {
    uint32_t bits = (uint32_t) v;
    float f;
    memcpy (&f, &bits, 4);
    return f;
  }
  if (w == 64) {
    uint64_t bits = (uint64_t) v;
    double d;
    memcpy (&d, &bits, 8);
    return d;
  }
  long double r = 0;
  memcpy (&r, &v, 10);
  return r;
}

static word from_real (long double r, unsigned w) {
  word v = 0;
  float f = (float) r;
  double d = (double) r;
  memcpy (&v,
          w == 32   ? (void *) &f
          : w == 64 ? (void *) &d
                    : (void *) &r,
          w / 8);
  return v;
}

static word fcmp (const insn *i, word a, word b) {
  long double x = to_real (a, i->w), y = to_real (b, i->w);
  unsigned is = x < y    ? FCMP_LT
                : x > y  ? FCMP_GT
                : x == y ? FCMP_EQ
                         : FCMP_UNORDERED;
  return (i->x & is) != 0;
}

static word do_fmath (const insn *i, word a, word b, word c) {
  long double x = to_real (a, i->w), y = to_real (b, i->w);
  switch ((int) i->x) {
  case FMATH_SQRT:
    return from_real (i->w == 64 ? sqrt ((double) x) : sqrtl (x), i->w);
  case FMATH_FABS:
    return a & mask (i->w - 1u);
  case FMATH_FLOOR:
    return from_real (floorl (x), i->w);
  case FMATH_MINNUM:
    return from_real (fminl (x, y), i->w);
  case FMATH_MAXNUM:
    return from_real (fmaxl (x, y), i->w);
  case FMATH_FMA:
    return from_real (fmal (x, y, to_real (c, i->w)), i->w);
  case FMATH_LROUND:
    return (uint64_t) llroundl (x);
  case FMATH_IS_CLASS:
    return (b & 3) && isnan (x);
  default:
    return 0;
  }
}

/* double rounding of long double is avoided where it matters: + - * /. */
static word farith (const insn *i, word a, word b) {
  long double x = to_real (a, i->w), y = to_real (b, i->w);
  double dx = (double) x, dy = (double) y;
  float fx = (float) x, fy = (float) y;
  switch ((int) i->op) {
  case OP_FADD:
    return from_real (i->w == 32   ? fx + fy
                      : i->w == 64 ? dx + dy
                                   : x + y,
                      i->w);
  case OP_FSUB:
    return from_real (i->w == 32   ? fx - fy
                      : i->w == 64 ? dx - dy
                                   : x - y,
                      i->w);
  case OP_FMUL:
    return from_real (i->w == 32   ? fx * fy
                      : i->w == 64 ? dx * dy
                                   : x * y,
                      i->w);
  case OP_FDIV:
    return from_real (i->w == 32   ? fx / fy
                      : i->w == 64 ? dx / dy
                                   : x / y,
                      i->w);
  case OP_FNEG:
    return a ^ (word) 1 << (i->w - 1);
  default:
    return from_real (fmodl (x, y), i->w);
  }
}

static word fcast (const insn *i, word a) {
  switch ((int) i->op) {
  case OP_FPTRUNC:
  case OP_FPEXT:
    return from_real (to_real (a, i->x), i->w);
  case OP_FPTOUI:
    return (word) to_real (a, i->x) & mask (i->w);
  case OP_FPTOSI:
    return (word) (sword) to_real (a, i->x) & mask (i->w);
  case OP_UITOFP:
    return i->w == 32   ? from_real ((float) a, 32)
           : i->w == 64 ? from_real ((double) a, 64)
                        : from_real ((long double) a, 80);
  default: {
    sword s = sign (a, i->x);
    return i->w == 32   ? from_real ((float) s, 32)
           : i->w == 64 ? from_real ((double) s, 64)
                        : from_real ((long double) s, 80);
  }
  }
}

/* Integers. */

static bool overflows (op o, unsigned w, word a, word b) {
  sword x = sign (a, w), y = sign (b, w), s;
  word u;
  bool is_over;
  switch ((int) o) {
  case OP_SADD_OVERFLOWS:
    is_over = __builtin_add_overflow (x, y, &s);
    return is_over || s != sign ((word) s & mask (w), w);
  case OP_SSUB_OVERFLOWS:
    is_over = __builtin_sub_overflow (x, y, &s);
    return is_over || s != sign ((word) s & mask (w), w);
  case OP_SMUL_OVERFLOWS:
    is_over = __builtin_mul_overflow (x, y, &s);
    return is_over || s != sign ((word) s & mask (w), w);
  case OP_UADD_OVERFLOWS:
    return __builtin_add_overflow (a, b, &u) || u > mask (w);
  case OP_USUB_OVERFLOWS:
    return a < b;
  default:
    return __builtin_mul_overflow (a, b, &u) || u > mask (w);
  }
}

static word bits (op o, unsigned w, word a) {
  word res = 0;
  unsigned n = 0;
  switch ((int) o) {
  case OP_CTPOP:
    for (unsigned i = 0; i < w; i++)
      res += a >> i & 1;
    return res;
  case OP_CTLZ:
    while (n < w && !(a >> (w - 1 - n) & 1))
      n++;
    return n;
  case OP_CTTZ:
    while (n < w && !(a >> n & 1))
      n++;
    return n;
  case OP_BSWAP:
    for (unsigned i = 0; i < w; i += 8)
      res |= (a >> i & 255) << (w - 8 - i);
    return res;
  default:
    for (unsigned i = 0; i < w; i++)
      res |= (a >> i & 1) << (w - 1 - i);
    return res;
  }
}

static bool arith (world *g, const insn *i, word a, word b, word *out) {
  unsigned w = i->w;
  word r = 0;
  bool is_division = i->op >= OP_UDIV && i->op <= OP_SREM;
  bool is_shift = i->op >= OP_SHL && i->op <= OP_ASHR;
  if (is_division && !b)
    return stop (g, "division by zero");
  if (is_shift && b >= w)
    return stop (g, "overshift");
  switch ((int) i->op) {
  case OP_ADD:
    r = a + b;
    break;
  case OP_SUB:
    r = a - b;
    break;
  case OP_MUL:
    r = a * b;
    break;
  case OP_UDIV:
    r = a / b;
    break;
  case OP_SDIV:
    r = b == mask (w) ? -a : (word) (sign (a, w) / sign (b, w));
    break;
  case OP_UREM:
    r = a % b;
    break;
  case OP_SREM:
    r = b == mask (w) ? 0 : (word) (sign (a, w) % sign (b, w));
    break;
  case OP_SHL:
    r = a << b;
    break;
  case OP_LSHR:
    r = a >> b;
    break;
  case OP_ASHR:
    r = (word) (sign (a, w) >> b);
    break;
  case OP_AND:
    r = a & b;
    break;
  case OP_OR:
    r = a | b;
    break;
  case OP_XOR:
    r = a ^ b;
    break;
  case OP_EQ:
    r = a == b;
    break;
  case OP_NE:
    r = a != b;
    break;
  case OP_ULT:
    r = a < b;
    break;
  case OP_ULE:
    r = a <= b;
    break;
  case OP_SLT:
    r = sign (a, w) < sign (b, w);
    break;
  case OP_SLE:
    r = sign (a, w) <= sign (b, w);
    break;
  default:
    return stop (g, "unknown operation");
  }
  *out = r & mask (w);
  return true;
}

/* Control. */

static bool call (world *, uint32_t f, unsigned n, const word *argument,
                  word *result);

static bool indirect_target (const code *c, const insn *i, uint64_t address,
                             uint32_t *pc) {
  uint64_t label = address - address_of_slot (address_slot (address));
  for (uint32_t k = 0; k < i->c; k++)
    if (c->pool[i->b + 2 * k] == label) {
      *pc = c->pool[i->b + 2 * k + 1];
      return true;
    }
  return false;
}

static uint32_t switch_target (const switching *s, word v) {
  for (uint32_t i = 0; i < s->n; i++)
    if (s->value[i] == v)
      return s->pc[i];
  return s->otherwise;
}

static bool do_call (world *g, const code *c, const insn *i, word *slot) {
  word argument[64];
  for (uint32_t k = 0; k < i->c && k < 64; k++)
    argument[k] = slot[c->pool[i->b + k]];
  if (i->op == OP_BUILTIN)
    return stop (g, "builtin");
  uint32_t f =
      i->op == OP_CALL
          ? i->a
          : program_function_at (g->p, address_slot ((uint64_t) slot[i->a]));
  if (f >= program_count_functions (g->p))
    return stop (g, "bad function");
  return call (g, f, i->c, argument, slot + i->dst);
}

static bool do_memory (world *g, const insn *i, word *slot) {
  uint64_t n = (uint64_t) slot[i->c];
  uint8_t *to = at (g, (uint64_t) slot[i->a], n);
  if (i->op == OP_MEMSET) {
    if (to)
      memset (to, (int) slot[i->b], n);
    return to;
  }
  uint8_t *from = at (g, (uint64_t) slot[i->b], n);
  if (to && from)
    memmove (to, from, n);
  return to && from;
}

/* Everything without control flow. */
static bool step (world *g, const code *c, const insn *i, word *slot) {
  word *dst = slot + i->dst, a = slot[i->a];
  op o = (op) i->op;
  op_operands kinds = op_operands_of (o);
  word b = kinds.b == OPERAND_SLOT ? slot[i->b] : 0;
  int64_t imm = (int32_t) i->c;
  switch ((int) o) {
  case OP_BLOCK:
    return true;
  case OP_MOVE:
    *dst = a;
    return true;
  case OP_SELECT:
    *dst = a & 1 ? b : slot[i->c];
    return true;
  case OP_PICK:
    *dst = slot[i->c] < i->b ? slot[i->a + (uint32_t) slot[i->c]] : 0;
    return true;
  case OP_PUT:
    if (slot[i->c] < i->b)
      dst[slot[i->c]] = a;
    return true;
  case OP_TRUNC:
  case OP_ZEXT:
    *dst = a & mask (i->w);
    return true;
  case OP_SEXT:
    *dst = (word) sign (a, i->x) & mask (i->w);
    return true;
  case OP_FCMP:
    *dst = fcmp (i, a, b);
    return true;
  case OP_FMATH:
    *dst = do_fmath (i, a, b, slot[i->c]);
    return true;
  case OP_ALLOCA:
    *dst = allocate (g, (uint64_t) a * i->b);
    return true;
  case OP_LOAD:
    return load (g, (uint64_t) a + (uint64_t) imm, i->w, dst);
  case OP_STORE:
    return store (g, (uint64_t) a + (uint64_t) imm, i->w, b);
  case OP_INDEX:
    *dst = (uint64_t) ((int64_t) a + (int64_t) sign (b, i->x) * imm);
    return true;
  case OP_OFFSET:
    *dst = (uint64_t) ((int64_t) a + imm);
    return true;
  case OP_MEMCPY:
  case OP_MEMMOVE:
  case OP_MEMSET:
    return do_memory (g, i, slot);
  case OP_CALL:
  case OP_CALL_POINTER:
  case OP_BUILTIN:
    return do_call (g, c, i, slot);
  case OP_STACK_SAVE:
    *dst = 0;
    return true;
  case OP_STACK_RESTORE:
    return true;
  case OP_UNREACHABLE:
    return stop (g, "unreachable");
  case OP_UNSUPPORTED:
    return stop (g, c->texts[i->a]);
  }
  if (o >= OP_FADD && o <= OP_FNEG)
    *dst = farith (i, a, b);
  else if (o >= OP_FPTRUNC && o <= OP_SITOFP)
    *dst = fcast (i, a);
  else if (o >= OP_SADD_OVERFLOWS && o <= OP_UMUL_OVERFLOWS)
    *dst = overflows (o, i->w, a, b);
  else if (o >= OP_CTPOP && o <= OP_BITREVERSE)
    *dst = bits (o, i->w, a);
  else
    return arith (g, i, a, b, dst);
  return true;
}

static bool execute (world *g, const code *c, word *slot, word *result) {
  for (uint32_t pc = 0;; g->run->steps++) {
    const insn *i = c->insn + pc++;
    if (!g->fuel--)
      return stop (g, "no end");
    switch ((int) i->op) {
    case OP_JUMP:
      pc = i->a;
      break;
    case OP_BRANCH:
      pc = slot[i->a] & 1 ? i->b : i->c;
      break;
    case OP_SWITCH:
      pc = switch_target (c->switches + i->b, slot[i->a]);
      break;
    case OP_INDIRECT:
      if (!indirect_target (c, i, (uint64_t) slot[i->a], &pc))
        return stop (g, "bad label");
      break;
    case OP_RETURN:
      memcpy (result, slot + i->a, i->b * sizeof *result);
      return true;
    default:
      if (!step (g, c, i, slot))
        return false;
    }
  }
}

static bool call (world *g, uint32_t f, unsigned n, const word *argument,
                  word *result) {
  const function *described = program_function (g->p, f);
  if (!described->has_body) {
    for (unsigned i = 0; i < n; i++)
      g->run->printed = hash_mix (
          g->run->printed,
          address_slot ((uint64_t) argument[i]) ? 1 : (uint64_t) argument[i]);
    memset (result, 0, described->n_results * sizeof *result);
    return true;
  }
  const code *c = program_code (g->p, f);
  CHECK (code_is_valid (c));
  word *slot = calloc (c->n_slots + 1, sizeof *slot);
  for (uint32_t i = 0; i < c->n_constants; i++)
    slot[i] = (word) c->constant[i].high << 64 | c->constant[i].low;
  for (uint32_t i = 0; i < c->n_params && i < n; i++)
    slot[c->n_constants + i] = argument[i];
  bool ok = execute (g, c, slot, result);
  free (slot);
  return ok;
}

static void place_globals (world *g) {
  uint32_t n = program_count_globals (g->p);
  g->objects = calloc (n, sizeof *g->objects);
  g->n = g->cap = n;
  for (uint32_t i = 0; i < n; i++) {
    const global *v = program_global (g->p, i);
    object *o = g->objects + i;
    *o = (object) {calloc (v->size + 1, 1), v->size};
    if (v->bytes)
      memcpy (o->bytes, v->bytes, v->size);
  }
}

codes_run codes_call (program *p, const char *name, unsigned n,
                      const codes_word *argument) {
  codes_run run = {0};
  world g = {.p = p, .run = &run, .fuel = 100000000};
  place_globals (&g);
  uint32_t f = program_find_function (p, name);
  if (f == UINT32_MAX)
    stop (&g, "no such function");
  else
    call (&g, f, n, argument, run.result);
  for (uint32_t i = 0; i < g.n; i++)
    free (g.objects[i].bytes);
  free (g.objects);
  return run;
}

uint64_t codes_result (program *p, const char *name, unsigned n,
                       const uint64_t *argument) {
  codes_word words[16];
  for (unsigned i = 0; i < n; i++)
    words[i] = argument[i];
  codes_run run = codes_call (p, name, n, words);
  if (run.stopped)
    FAIL ("%s: %s", name, run.stopped);
  return (uint64_t) run.result[0];
}
