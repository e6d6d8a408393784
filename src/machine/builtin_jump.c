/* setjmp and longjmp.
 *
 * All that longjmp needs is in the jmp_buf itself, in the program's memory,
 * so forks need no care:
 *
 *     0   address of a token: a stack object of the frame that called setjmp
 *     8   number of frames at that time
 *     16  where to go on: behind the call
 *     24  slot of the result, and its width above bit 32
 *     32  a mark: none of it is an answer of the program (machine/hidden.h)
 *
 * The token is of size zero and lives exactly as long as the frame. No other
 * object comes to its address soon: it tells a jump into a frame that is gone.
 */

#include "machine/builtin.h"
#include "machine/hidden.h"

enum { WORDS = 4, JMP_BUF_SIZE = 200, MAX_PLACES = 256 };

typedef struct jump_target {
  uint64_t token, depth, pc, dst;
} jump_target;

static bool is_token (const state *s, uint64_t token) {
  uint32_t slot = address_slot (token);
  if (!slot || slot >= ADDRESS_SLOTS)
    return false;
  const object *o = space_find (s->space, slot);
  return o && o->kind == OBJECT_STACK && o->address == token && !o->size;
}

/* False: it holds something symbolic. */
static bool read_target (machine *m, const access *a, jump_target *out) {
  uint64_t *to[WORDS] = {&out->token, &out->depth, &out->pc, &out->dst};
  for (unsigned i = 0; i < WORDS; i++)
    if (object_read (a->object, m->terms, a->offset + 8 * i, 64, to[i]).id)
      return false;
  return true;
}

static void write_target (machine *m, const access *a, const jump_target *t) {
  uint64_t from[] = {t->token, t->depth, t->pc, t->dst, HIDDEN_JUMP_MARK};
  static_assert (sizeof from == HIDDEN_JUMP, "all of it");
  for (unsigned i = 0; i <= WORDS; i++)
    object_write (a->object, m->mem, m->terms, a->offset + 8 * i, 64, from[i],
                  TERM_NONE);
}

/* May a jmp_buf begin here? One to jump to holds a token, or something
 * symbolic; one to be set is an element of an array.
 */
static bool may_begin (called_builtin *c, const access *a, uint64_t at,
                       access_kind how) {
  access here = {.object = a->object, .offset = at};
  jump_target t;
  return how == ACCESS_WRITE
             ? (at - a->low) % JMP_BUF_SIZE == 0
             : !read_target (c->m, &here, &t) || is_token (c->s, t.token);
}

/* Each place where it may be is a path of its own. False: the state stops. */
static bool choose_place (called_builtin *c, access_kind how, access *a) {
  memory *mem = c->m->mem;
  terms *ts = c->m->terms;
  u64_vec places = {0};
  term_vec guard = {0};
  term none = TERM_TRUE;
  assert (a->at.id && a->high + 8 * WORDS <= a->object->size);
  for (uint64_t p = a->low; p <= a->high && places.len < MAX_PLACES; p++) {
    if (!may_begin (c, a, p, how))
      continue;
    term is = term_equal (ts, a->at, term_bv (ts, 64, p));
    vec_push (mem, &places, p);
    vec_push (mem, &guard, is);
    none = term_and (ts, none, term_not (ts, is));
  }
  vec_push (mem, &guard, none);
  int i = machine_choose (c->m, c->s, CHOICE_OTHER, (uint32_t) guard.len,
                          guard.data);
  bool is_found = i != CHOICE_STOP && (size_t) i < places.len;
  if (is_found)
    *a = (access) {.object = a->object, .offset = places.data[i]};
  else if (i != CHOICE_STOP && how == ACCESS_READ && places.len < MAX_PLACES)
    machine_fault (c->m, c->s, FAULT_UNDEFINED,
                   cause_of (WHY_JUMP_TO_RETURNED));
  else if (i != CHOICE_STOP)
    machine_unsupported (
        c->m, c->s,
        cause_about (WHY_UNSUPPORTED, "a jmp_buf at a symbolic address"));
  vec_release (mem, &places, &guard);
  return is_found;
}

static step find_buffer (called_builtin *c, access_kind how, access *out) {
  word address = call_arg (c, 0);
  if (!word_is_concrete (address)) {
    step st = access_resolve (c->m, c->s, address, 8 * WORDS, ACCESS_READ, out);
    if (st != STEP_NEXT)
      return st;
    if (out->at.id && !choose_place (c, how, out))
      return STEP_STOP;
    address = word_of (out->object->address + out->offset);
  }
  return access_resolve (c->m, c->s, address, 8 * WORDS, how, out);
}

/* A loop around setjmp needs one token only. */
static uint64_t token_for (called_builtin *c, const access *buffer) {
  jump_target old;
  if (read_target (c->m, buffer, &old) && old.depth == c->s->depth &&
      is_token (c->s, old.token))
    return old.token;
  const object *o = machine_allocate (c->m, c->s, 0, 0, OBJECT_STACK, false);
  return o ? o->address : 0;
}

step builtin_setjmp (called_builtin *c) {
  access a;
  step st = find_buffer (c, ACCESS_WRITE, &a);
  if (st != STEP_NEXT)
    return st;
  jump_target t = {.token = token_for (c, &a),
                   .depth = c->s->depth,
                   .pc = c->s->top->pc + 1,
                   .dst = (uint64_t) call_width (c) << 32 | c->insn->dst};
  write_target (c->m, &a, &t);
  return call_give_bits (c, 0);
}

static void give_result (called_builtin *c, const jump_target *t, word v) {
  unsigned w = (unsigned) (t->dst >> 32);
  uint32_t dst = (uint32_t) t->dst;
  terms *ts = c->m->terms;
  if (!w)
    return;
  if (word_is_concrete (v)) {
    slot_set_bits (c->s, dst, v.bits ? v.bits : 1);
    return;
  }
  unsigned width = term_width (ts, v.term);
  term is_zero = term_equal (ts, v.term, term_bv (ts, width, 0));
  slot_set_term (c->m, c->s, dst,
                 term_ite (ts, is_zero, term_bv (ts, width, 1), v.term));
}

step builtin_longjmp (called_builtin *c) {
  access a;
  jump_target t;
  state *s = c->s;
  word result = call_arg (c, 1);
  step st = find_buffer (c, ACCESS_READ, &a);
  if (st != STEP_NEXT)
    return st;
  if (!read_target (c->m, &a, &t))
    return machine_unsupported (c->m, s,
                                cause_about (WHY_UNSUPPORTED,
                                             "longjmp with a symbolic "
                                             "jmp_buf"));
  if (!is_token (s, t.token) || !t.depth || t.depth > s->depth)
    return machine_fault (c->m, s, FAULT_UNDEFINED,
                          cause_of (WHY_JUMP_TO_RETURNED));
  while (s->depth > t.depth) {
    assert (s->top->caller); /* the first frame is never left */
    call_return (c->m, s, 0, NULL);
  }
  assert (is_token (s, t.token)); /* and so is its frame */
  if (t.pc >= s->top->code->n_insns ||
      (uint32_t) t.dst >= s->top->code->n_slots)
    return machine_fault (c->m, s, FAULT_UNDEFINED,
                          cause_of (WHY_JUMP_OVERWRITTEN));
  s->top->pc = (uint32_t) t.pc;
  machine_meet_block (c->m, s->top->code, s->top->pc);
  give_result (c, &t, result);
  return STEP_JUMPED;
}
