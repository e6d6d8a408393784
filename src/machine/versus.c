#include "machine/versus.h"

#include "machine/builtin.h"
#include "machine/driven.h"

/* What a version answered. Shared by forks. */
struct reply {
  uint32_t refs;
  arena texts;
  outcome outcome;
  struct driven *driven; /* whose parts it has */
  bool lacks_files;      /* that the version changed */
  fault_kind fault;      /* that ended it, or FAULT_NONE */
};

static void reply_free (machine *m, struct reply *a) {
  if (!a || --a->refs)
    return;
  driven_free (m, a->driven);
  arena_release (&a->texts);
  memory_free (m->mem, a, sizeof *a);
}

static fault_kind fault_of (const state *s) {
  return s->end.kind == END_FAULT ? s->end.fault : FAULT_NONE;
}

static void take_reply (machine *m, state *s) {
  struct reply *a = memory_zalloc (m->mem, sizeof *a);
  a->refs = 1;
  arena_init (&a->texts, m->mem);
  if (fault_of (s))
    s->versus.lost = s->versus.buffered;
  outcome_capture (m, s, NULL, NULL, &a->texts, &a->outcome);
  for (uint32_t i = 0; i < a->outcome.n; i++)
    a->outcome.is_partial |= a->outcome.part[i].what <= OUTCOME_OBJECT &&
                             driven_hides (m, s, a->outcome.part + i);
  a->driven = s->driven; /* the reference moves */
  s->driven = NULL;
  output_free (m, s->output);
  s->output = NULL;
  a->fault = fault_of (s);
  a->lacks_files = s->versus.has_files && s->end.kind == END_FAULT;
  assert (!s->versus.reply[s->versus.half]);
  s->versus.reply[s->versus.half] = a;
}

void versus_fork (versus *v) {
  for (int i = 0; i < 2; i++)
    if (v->reply[i])
      v->reply[i]->refs++;
}

void versus_release (machine *m, versus *v) {
  for (int i = 0; i < 2; i++)
    reply_free (m, v->reply[i]);
}

/* Changed code. */

void machine_mark_changed (machine *m, uint32_t callee, uint32_t pc) {
  const prepared *p = machine_prepare (m, callee);
  assert (p && p->code->insn[pc].op == OP_BLOCK);
  loop_mark_changed (&p->insn[pc]);
}

void machine_mark_leading (machine *m, uint32_t f) {
  assert (f < program_count_functions (m->program));
  m->prepared[f].is_leading = true;
}

void machine_keep_global (machine *m, uint32_t g) {
  vec_push (m->mem, &m->kept_globals, g);
}

/* A function that the answer points to, and whose code may do something else
 * now: its name, or NULL.
 */
static const char *leading_function (const machine *m, const outcome *o) {
  uint32_t n = program_count_functions (m->program);
  for (uint32_t i = 0; i < o->n; i++)
    for (uint32_t k = 0; k < o->part[i].n_pointers; k++) {
      const outcome_pointer *x = o->part[i].pointer + k;
      for (uint32_t f = 0; x->kind == POINTEE_FUNCTION && f < n; f++)
        if (m->prepared[f].is_leading &&
            !strcmp (m->prepared[f].function->base, x->name))
          return x->name;
    }
  return NULL;
}

static bool has_users_line (const machine *m, spot at) {
  const code *c = m->prepared[at.function].code;
  return c->place && c->place[at.insn].line &&
         m->prepared[at.function].function->is_users;
}

/* Of the block that begins here: a phi has no line. */
static uint32_t first_with_line (const code *c, uint32_t pc) {
  for (uint32_t i = pc; c->place && i < c->n_insns; i++) {
    if (i > pc && c->insn[i].op == OP_BLOCK)
      break;
    if (c->place[i].line)
      return i;
  }
  return pc;
}

/* The first of the user's that has a line: a driver may be another one, and the
 * C library, where a program calls more or less of it.
 */
void versus_meet_change (const machine *m, state *s, uint32_t whose,
                         uint32_t pc) {
  versus *v = &s->versus;
  if (v->half != VERSUS_NEW ||
      (v->is_changed && has_users_line (m, v->changed)))
    return;
  v->is_changed = true;
  v->changed = (spot) {whose, first_with_line (m->prepared[whose].code, pc)};
}

bool versus_is_unaffected (const state *s) {
  return s->versus.half == VERSUS_NEW && !s->versus.is_changed;
}

static void versus_end (state *s, int how) {
  s->end = (ending) {.kind = END_EXIT,
                     .status = how,
                     .function = s->top->code->function,
                     .insn = s->top->pc};
}

void versus_leave (state *s) {
  assert (versus_is_unaffected (s) && s->end.kind == END_NONE);
  versus_end (s, VERSUS_OUT_OF_REACH);
}

const outcome *versus_reply (const state *s, versus_half half) {
  assert (half < VERSUS_JUDGE && s->versus.reply[half]);
  return &s->versus.reply[half]->outcome;
}

void machine_set_match (machine *m, versus_match *match) { m->match = match; }

static term replies_differ (machine *m, state *s) {
  arena a;
  outcome now, before;
  arena_init (&a, m->mem);
  now = *versus_reply (s, VERSUS_NEW);
  before = *versus_reply (s, VERSUS_OLD);
  if (m->match)
    m->match (m, s, &a, &now, &before, false);
  term res = outcome_differ (m->terms, &now, &before);
  if (now.is_partial || before.is_partial)
    machine_warn (m, s, cause_of (WHY_PARTLY_COMPARED));
  const char *leading = leading_function (m, &now);
  if (leading)
    machine_warn (m, s, cause_about (WHY_CODE_BEHIND, leading));
  if (s->versus.reply[0]->lacks_files && s->versus.reply[1]->lacks_files)
    machine_warn (m, s, cause_of (WHY_FILES_UNSEEN));
  arena_release (&a);
  return res;
}

/* void reprise_differ (void): the judge. */
step builtin_differ (called_builtin *c) {
  machine *m = c->m;
  state *s = c->s;
  versus *v = &s->versus;
  assert (v->half == VERSUS_JUDGE);
  int is_same =
      machine_check (m, s, term_not (m->terms, replies_differ (m, s)));
  if (is_same == CHOICE_STOP)
    return STEP_STOP;
  if (is_same) {
    versus_end (s, VERSUS_SAME + VERSUS_FAULT * v->reply[VERSUS_NEW]->fault);
    return STEP_STOP;
  }
  machine_fault (m, s, FAULT_DIFFERENT, cause_of (WHY_TEXT));
  s->end.function = v->changed.function;
  s->end.insn = v->changed.insn;
  return STEP_STOP;
}

/* Turns. */

static void begin_anew (machine *m, state *s, const state *from) {
  lines_forget (m);
  endless_end (m);
  frame_unref (m, s->top);
  space_free (s->space);
  s->top = frame_copy (m, from->top);
  s->space = space_fork (from->space);
  s->depth = from->depth;
  s->stack = from->stack;
  s->is_forking = true;
  s->end = (ending) {0};
  s->n_forced = s->next_forced = 0;
  for (size_t i = 0; i < s->symbolics.len; i++)
    s->symbolics.data[i].is_taken = false;
}

bool versus_turn (machine *m, state *s) {
  versus *v = &s->versus;
  bool is_reply = s->end.kind == END_EXIT || s->end.kind == END_FAULT;
  if (!is_reply || v->half == VERSUS_JUDGE)
    return false;
  if (versus_is_unaffected (s)) {
    if (s->end.status != VERSUS_OUT_OF_REACH || s->end.kind != END_EXIT)
      versus_end (s, VERSUS_UNAFFECTED + VERSUS_FAULT * fault_of (s));
    return false;
  }
  take_reply (m, s);
  v->half++;
  v->has_files = false;
  v->buffered = v->lost = 0;
  begin_anew (m, s, m->version[v->half]);
  return true;
}

/* What became of files is told at the exit: not where a version faults. */
step builtin_change_file (called_builtin *c) {
  c->s->versus.has_files = true;
  return STEP_NEXT;
}

step builtin_buffer (called_builtin *c) {
  versus *v = &c->s->versus;
  word n = call_arg (c, 0);
  bool is_told = c->m->version[VERSUS_OLD] && word_is_concrete (n);
  if (is_told && n.bits == UINT64_MAX) /* it ends without writing them */
    v->lost = v->buffered;
  else if (is_told)
    v->buffered = n.bits ? v->buffered + n.bits : 0;
  return STEP_NEXT;
}
