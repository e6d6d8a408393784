/* Variable arguments as the ABI of x86-64 has them.
 *
 * A va_list has 24 bytes: gp_offset and fp_offset (4 bytes each), then the
 * addresses of overflow_arg_area and reg_save_area. va_arg, which clang expands
 * in the code of the program, takes an argument of 8 or 16 bytes from the
 * second at one of the offsets, unless it is at its end: then from the first.
 * So an argument of another class than the one it reads is not there, as
 * natively: it gets the next one of its own class.
 *
 * The object of a frame has the list that va_start copies, then what registers
 * would hold, then what would be on the stack: 8 bytes for each argument, 16
 * aligned to 16 for a long double.
 *
 *     list | integers, at most 6 | hole | doubles, at most 8 | the others
 *     24     8 each                128    16 each
 *
 * Offsets start so that they come to their ends with the last one that was
 * passed: there is nothing to read in registers that were not. With
 * --no-check-native all are on the stack, as KLEE has it.
 *
 * The upper half of what has 32 bits was never written: natively it is zero or
 * what the stack had there.
 */

#include "machine/builtin.h"

enum {
  LIST_SIZE = 24,
  GP_END = 48,
  FP_END = 176,
  GP_COUNT = 6,
  FP_COUNT = 8,
  HEAD = 32 /* of the object: the list, and the rest is aligned */
};

typedef struct passing {
  uint32_t n_fixed;          /* those that parameters take */
  uint32_t used[2], kept[2]; /* registers: of integers, of floating point; those
                                of them with variable arguments */
  uint64_t start[3];         /* in the object: what is in registers, the rest */
  uint64_t stack;            /* bytes of the rest */
} passing;

static bool is_wide (terms *ts, word v) {
  if (word_is_concrete (v))
    return false;
  sort t = term_sort (ts, v.term);
  return sort_is_bv (t) && sort_width (t) > 64;
}

/* Where argument i goes, which has w bits, or nowhere if it is a parameter's.
 */
static uint64_t next_place (passing *p, uint32_t i, unsigned w,
                            const uint32_t *classes) {
  bool has_class = classes && i < CALL_CLASSES && !(classes[1] >> i & 1);
  unsigned which = has_class ? classes[0] >> i & 1 : 0;
  if (has_class && p->used[which] < (which ? FP_COUNT : GP_COUNT) &&
      (which || w <= 64)) {
    p->used[which]++;
    if (i < p->n_fixed)
      return 0;
    return p->start[which] + (which ? 16 : 8) * p->kept[which]++;
  }
  if (i < p->n_fixed)
    return 0;
  if (w > 64)
    p->stack = (p->stack + 15) / 16 * 16;
  p->stack += w > 64 ? 16 : 8;
  return p->start[2] + p->stack - (w > 64 ? 16 : 8);
}

/* Has argument i 32 bits at most? */
static bool is_narrow (const machine *m, uint32_t i, const uint32_t *classes) {
  return classes && m->finds_unset && i < CALL_CLASSES && classes[2] >> i & 1;
}

static void put (machine *m, object *o, uint64_t at, unsigned w, word v) {
  term t = word_is_concrete (v) ? TERM_NONE : word_term (m->terms, v, w);
  object_write (o, m->mem, m->terms, at, w, v.bits & word_mask (w), t);
}

/* The object is there even if it has no arguments: reading beyond it is a fault
 * that can be told.
 */
step varargs_pass (machine *m, state *s, uint32_t n, const word *argument,
                   const uint32_t *classes) {
  uint32_t n_params = s->top->code->n_params;
  passing count = {.n_fixed = n < n_params ? n : n_params}, at = count;
  if (!m->context->options.check_native)
    classes = NULL;
  for (uint32_t i = 0; i < n; i++)
    next_place (&count, i, is_wide (m->terms, argument[i]) ? 128 : 64, classes);
  uint64_t gp = GP_END - 8 * count.kept[0], fp = FP_END - 16 * count.kept[1];
  /* reg_save_area, from the start of the object, aligned as it is natively */
  uint64_t saved = HEAD + gp % 16 - gp;
  at.start[0] = saved + gp;
  at.start[1] = saved + fp;
  at.start[2] = (saved + (count.kept[1] ? FP_END : GP_END) + 15) / 16 * 16;
  object *o =
      machine_allocate (m, s, at.start[2] + count.stack, 0, OBJECT_STACK, true);
  if (!o)
    return machine_fault (m, s, FAULT_STACK_EXHAUSTED, cause_of (WHY_NONE));
  put (m, o, 0, 64, word_of (fp << 32 | gp));
  put (m, o, 8, 64, word_of (o->address + at.start[2]));
  put (m, o, 16, 64, word_of (o->address + saved));
  for (uint32_t i = 0; i < n; i++) {
    unsigned w = is_wide (m->terms, argument[i]) ? 128 : 64;
    uint64_t to = next_place (&at, i, w, classes);
    if (to && is_narrow (m, i, classes)) {
      unset from = {o->address + to + 4, o->function, o->insn, 0};
      object_write (o, m->mem, m->terms, to + 4, 32, 0,
                    term_unset (m->terms, 32, &from));
      put (m, o, to, 32, argument[i]);
    } else if (to)
      put (m, o, to, w, argument[i]);
  }
  assert (at.stack == count.stack);
  s->top->varargs = o->address;
  return STEP_JUMPED;
}

static step copy_list (machine *m, state *s, word to, word from) {
  access a, b;
  step st = access_resolve (m, s, to, LIST_SIZE, ACCESS_WRITE, &a);
  if (st == STEP_NEXT)
    st = access_resolve (m, s, from, LIST_SIZE, ACCESS_READ, &b);
  if (st != STEP_NEXT)
    return st;
  if (a.at.id || b.at.id)
    return machine_unsupported (
        m, s, cause_about (WHY_UNSUPPORTED, "a va_list at a symbolic address"));
  object_move (a.object, m->mem, a.offset, b.object, b.offset, LIST_SIZE);
  return STEP_NEXT;
}

step op_varargs (machine *m, state *s, const insn *i) {
  switch (i->op) {
  case OP_VA_START:
    return copy_list (m, s, slot_get (s, i->a), word_of (s->top->varargs));
  case OP_VA_COPY:
    return copy_list (m, s, slot_get (s, i->a), slot_get (s, i->b));
  default: /* the list just dies */
    assert (i->op == OP_VA_END);
    return STEP_NEXT;
  }
}
