/* Builtins: the table, and what all of them need.
 *
 * A builtin is one instruction: it has no frame, its arguments are words, its
 * result goes into the slot of the call. So the rule of instructions holds for
 * it as a whole: all questions first, then what it does. Texts it keeps are
 * interned and live as long as the machine, since endings point to them.
 */

#include "machine/builtin.h"
#include "machine/ending_text.h"

#include "base/bits.h"

/* Arguments. */

static const function *callee (const called_builtin *c) {
  uint32_t f = UINT32_MAX;
  if (c->insn->op == OP_CALL)
    f = c->insn->a;
  else if (c->insn->op == OP_CALL_POINTER) {
    word address = slot_get (c->s, c->insn->a);
    if (word_is_concrete (address))
      f = machine_function_at (c->m, address.bits);
  } else if (c->insn->x & BUILTIN_NAMED)
    f = c->s->top->code->pool[c->insn->b + c->insn->c];
  return f < c->m->n_functions ? c->m->prepared[f].function : NULL;
}

const char *call_name (const called_builtin *c) {
  const function *f = callee (c);
  return f ? f->name : NULL;
}

unsigned call_width (const called_builtin *c) { return c->insn->w; }

bool call_number (called_builtin *c, uint32_t i, const char *why,
                  uint64_t *out) {
  word v = call_arg (c, i);
  *out = v.bits;
  if (word_is_concrete (v))
    return true;
  chooser *ch = c->m->chooser;
  if (ch->value (ch, c->s, v.term, true, why, out))
    return true;
  if (c->s->end.kind == END_NONE)
    machine_cut (c->m, c->s, cause_about (WHY_NO_VALUE, why));
  return false;
}

term call_is_true (const called_builtin *c, uint32_t i) {
  word v = call_arg (c, i);
  terms *ts = c->m->terms;
  if (word_is_concrete (v))
    return term_bool (ts, v.bits != 0);
  sort s = term_sort (ts, v.term);
  if (sort_is_bool (s))
    return v.term;
  term zero = term_bv (ts, sort_width (s), 0);
  return term_not (ts, term_equal (ts, v.term, zero));
}

step call_refuse (called_builtin *c, const char *why) {
  return machine_fault (c->m, c->s, FAULT_BAD_INTRINSIC,
                        cause_about (WHY_TEXT, why));
}

void call_warn (called_builtin *c, uint64_t how, const char *text) {
  cause about = cause_about (WHY_WARNING, text);
  about.value[0] = how | WARNING_ALONE;
  machine_warn (c->m, c->s, about);
}

/* As KLEE has it: a text is all of an object from an address on. NULL: it was
 * refused.
 */
static const object *object_of_text (called_builtin *c, word at) {
  const object *o = word_is_concrete (at)
                        ? space_find (c->s->space, address_slot (at.bits))
                        : NULL;
  if (o && at.bits - o->address < o->size)
    return o;
  call_refuse (c, word_is_concrete (at)
                      ? "Invalid string pointer passed to one of the klee_ "
                        "functions"
                      : "Symbolic string pointer passed to one of the klee_ "
                        "functions");
  return NULL;
}

/* For the life of the machine; the vector is released. */
static const char *keep_text (machine *m, char_vec *text) {
  const char *kept = machine_text (m, text_c (m->mem, text), text->len);
  vec_release (m->mem, text);
  return kept;
}

const char *call_text (called_builtin *c, uint32_t i) {
  bool is_klee = c->m->context->options.klee;
  word at = call_arg (c, i);
  const object *o = is_klee ? object_of_text (c, at) : NULL;
  char_vec text = {0};
  if (is_klee && !o)
    return NULL;
  if (!access_string (c->m, c->s, at, &text)) {
    vec_release (c->m->mem, &text);
    return NULL;
  }
  if (o && at.bits - o->address + text.len == o->size)
    call_warn (c, WARNING_ONCE,
               "String not terminated by \\0 passed to one of the klee_ "
               "functions");
  return keep_text (c->m, &text);
}

/* Results. */

step call_give (const called_builtin *c, word v) {
  unsigned w = call_width (c);
  if (!w)
    return STEP_NEXT;
  if (word_is_concrete (v) && w <= 64)
    slot_set_bits (c->s, c->insn->dst, v.bits & word_mask (w));
  else
    slot_set_term (c->m, c->s, c->insn->dst, word_term (c->m->terms, v, w));
  return STEP_NEXT;
}

step call_give_bits (const called_builtin *c, uint64_t bits) {
  return call_give (c, word_of (bits));
}

step call_end_silently (const called_builtin *c) {
  state *s = c->s;
  if (s->end.kind != END_NONE) /* nobody knew: cut, which is to be heard of */
    return STEP_STOP;
  s->end = (ending) {.kind = END_SILENT,
                     .function = s->top->code->function,
                     .insn = s->top->pc};
  return STEP_STOP;
}

/* Small ones. */

step builtin_nothing (called_builtin *c) { return call_give_bits (c, 0); }

step builtin_warning (called_builtin *c) {
  end_reason why = c->which == BUILTIN_MISSING ? WHY_NOT_MODELLED
                   : c->which == BUILTIN_BOUND ? WHY_BOUND
                   : c->which == BUILTIN_UNDEFINED_VARIABLE
                       ? WHY_UNDEFINED_VARIABLE
                       : WHY_WARNING;
  const char *text = call_text (c, 0);
  if (!text)
    return STEP_STOP;
  cause about = cause_about (why, text);
  about.value[0] = c->which == BUILTIN_WARNING_ONCE ? WARNING_ONCE : 0;
  machine_warn (c->m, c->s, about);
  return STEP_NEXT;
}

/* As KLEE does without --use-merge: the program is told, once. */
step builtin_merge (called_builtin *c) {
  chooser *asked = c->m->chooser;
  bool closes = c->which == BUILTIN_CLOSE_MERGE;
  if (asked->merge)
    return asked->merge (asked, c->s, closes) ? STEP_NEXT : STEP_STOP;
  static const char *const text[2][2] = {
      {"klee_open_merge does nothing: paths are not merged",
       "klee_close_merge does nothing: paths are not merged"},
      {"klee_open_merge ignored, use '-use-merge'",
       "klee_close_merge ignored, use '-use-merge'"}};
  bool is_klee = c->m->context->options.klee;
  call_warn (c, WARNING_ONCE, text[is_klee][closes]);
  return STEP_NEXT;
}

/* The first call at a place stands for all. */
step builtin_calls_out (called_builtin *c) {
  const char *name = call_name (c);
  if (c->m->context->options.klee == KLEE_CLOSED &&
      !text_is_one_of (name, "printf", "fprintf", "puts", "getpid")) {
    char_vec text = {0};
    text_printf (c->m->mem, &text, "Disallowed call to external function: %s",
                 name);
    call_warn (c, 0, keep_text (c->m, &text));
    return call_refuse (c, "external calls disallowed");
  }
  uint64_t where = (uint64_t) c->s->top->code->function << 32 | c->s->top->pc;
  uint64_t *told = map_at (&c->m->builtins->calls, where + 1);
  if (!*told) {
    char_vec text = {0};
    text_printf (c->m->mem, &text, "%s(", name);
    for (uint32_t i = 0; i < c->n; i++) {
      text_puts (c->m->mem, &text, i ? ", " : "");
      call_print_word (c, c->arg[i], &text);
    }
    text_puts (c->m->mem, &text, ")");
    *told = (uint64_t) (uintptr_t) keep_text (c->m, &text);
  }
  machine_warn (c->m, c->s,
                cause_about (WHY_CALLS_OUT, (const char *) (uintptr_t) *told));
  return STEP_NEXT;
}

step builtin_may_be_woken (called_builtin *c) {
  c->s->may_be_woken = true;
  return STEP_NEXT;
}

step builtin_set_forking (called_builtin *c) {
  uint64_t enable;
  if (!call_number (c, 0, "klee_set_forking argument", &enable))
    return STEP_STOP;
  c->s->is_forking = enable != 0;
  return STEP_NEXT;
}

step builtin_stack_trace (called_builtin *c) {
  memory *mem = c->m->mem;
  spot_vec frames = {0};
  source_places calls = {0};
  char_vec text = {0};
  state_spots (c->s, mem, &frames);
  for (size_t i = 0; c->m->program && i < frames.len; i++)
    spot_calls (c->m->program, frames.data[i], mem, &calls);
  calls_print (calls.len, calls.data, mem, &text);
  log_info (&c->m->context->log, "%s", text_c (mem, &text));
  vec_release (mem, &frames, &calls, &text);
  return STEP_NEXT;
}

step builtin_alias_function (called_builtin *c) {
  return machine_unsupported (
      c->m, c->s, cause_about (WHY_UNSUPPORTED, "klee_alias_function"));
}

static const builtin_function table[BUILTIN_COUNT] = {
#define BUILTIN(NAME, TEXT, WINS, DOES) [BUILTIN_##NAME] = builtin_##DOES,
#include "program/builtins.def"
};

step builtin_mismatch (called_builtin *c) {
  if (!c->m->context->options.check_native)
    return STEP_NEXT;
  return call_mismatch (c->m, c->s, callee (c), call_arg (c, 0).bits,
                        call_arg (c, 1).bits);
}

step builtin_call (machine *m, state *s, builtin b, const insn *i, uint32_t n,
                   const word *argument) {
  assert (b < BUILTIN_COUNT && table[b]);
  assert (s->end.kind == END_NONE);
  called_builtin c = {m, s, i, b, n, argument};
  return table[b](&c);
}

/* What they keep. */

const char *machine_text (machine *m, const char *text, size_t len) {
  struct builtins *b = m->builtins;
  hash128 h = hash_bytes (text, len);
  for (uint64_t key = h.lo | 1;; key += 2) {
    uint64_t *known = map_at (&b->names, key);
    if (!*known)
      *known = (uint64_t) (uintptr_t) arena_string (&b->data, text, len);
    const char *found = (const char *) (uintptr_t) *known;
    if (!strncmp (found, text, len) && !found[len])
      return found;
  }
}

struct builtins *builtins_new (machine *m) {
  struct builtins *b = memory_zalloc (m->mem, sizeof *b);
  arena_init (&b->data, m->mem);
  map_init (&b->names, m->mem);
  map_init (&b->inputs, m->mem);
  map_init (&b->uses, m->mem);
  map_init (&b->layouts, m->mem);
  map_init (&b->calls, m->mem);
  return b;
}

void builtins_free (machine *m, struct builtins *b) {
  if (!b)
    return;
  map_release (&b->names);
  map_release (&b->inputs);
  map_release (&b->uses);
  map_release (&b->layouts);
  map_release (&b->calls);
  arena_release (&b->data);
  memory_free (m->mem, b, sizeof *b);
}
