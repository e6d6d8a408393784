#include "machine/versus.h"

#include "machine/builtin.h"
#include "term/unset.h"

#include <string.h>

/* Shared by forks. */
struct reply {
  uint32_t refs;
  ending end;
  struct output *output;
  size_t n; /* bytes of the result */
  word *result;
};

static reply *reply_new (machine *m, size_t n) {
  reply *a = memory_zalloc (m->mem, sizeof *a);
  a->refs = 1;
  a->n = n;
  a->result = memory_zalloc (m->mem, n * sizeof *a->result);
  return a;
}

static void reply_free (machine *m, reply *a) {
  if (!a || --a->refs)
    return;
  output_free (m, a->output);
  memory_free (m->mem, a->result, a->n * sizeof *a->result);
  memory_free (m->mem, a, sizeof *a);
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

const reply *versus_reply (const state *s, versus_half which) {
  assert (which < VERSUS_JUDGE);
  return s->versus.reply[which];
}

const ending *reply_end (const reply *a) { return &a->end; }

size_t reply_result (machine *m, const reply *a, char_vec *out) {
  for (size_t i = 0; i < a->n; i++)
    vec_push (m->mem, out, (char) a->result[i].bits);
  return a->n;
}

/* Changed code. */

void machine_mark_changed (machine *m, uint32_t callee, uint32_t pc) {
  const prepared *p = machine_prepare (m, callee);
  assert (p && p->code->insn[pc].op == OP_BLOCK);
  loop_mark_changed (&p->insn[pc]);
}

void versus_meet_change (state *s, uint32_t whose, uint32_t pc) {
  versus *v = &s->versus;
  if (v->half != VERSUS_NEW || v->is_changed)
    return;
  v->is_changed = true;
  v->changed = (spot) {whose, pc};
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

/* Answers. */

/* void reprise_result (const void *, size_t) */
step builtin_result (called_builtin *c) {
  machine *m = c->m;
  versus *v = &c->s->versus;
  access from;
  uint64_t n = call_arg (c, 1).bits;
  step st = access_resolve (m, c->s, call_arg (c, 0), n, ACCESS_READ, &from);
  if (st != STEP_NEXT || v->half == VERSUS_JUDGE)
    return st;
  reply_free (m, v->reply[v->half]);
  reply *a = v->reply[v->half] = reply_new (m, n);
  for (uint64_t i = 0; i < n; i++) {
    access_byte (m, &from, i, &a->result[i]);
    if (a->result[i].term.id)
      a->result[i] = word_from (m->terms,
                                unset_clean (m->unset, a->result[i].term));
  }
  return STEP_NEXT;
}

/* A fault has no result, but what was written before it was. */
static void take_reply (machine *m, state *s) {
  reply **at = &s->versus.reply[s->versus.half], *known = *at;
  bool has_result = known && s->end.kind == END_EXIT;
  reply *a = reply_new (m, has_result ? known->n : 0);
  if (has_result)
    memcpy (a->result, known->result, a->n * sizeof *a->result);
  a->end = s->end;
  a->output = s->output; /* the reference moves */
  s->output = NULL;
  reply_free (m, known);
  *at = a;
}

static term words_equal (machine *m, size_t n, const word *a, const word *b) {
  terms *ts = m->terms;
  term all = TERM_TRUE;
  for (size_t i = n; i-- > 0;)
    all = term_and (ts, term_equal (ts, word_term (ts, a[i], 8),
                                    word_term (ts, b[i], 8)),
                    all);
  return all;
}

static term status_of (machine *m, const ending *e) {
  return term_eq (e->code, TERM_NONE)
             ? term_bv (m->terms, 32, (uint32_t) e->status)
             : e->code;
}

static term ends_equal (machine *m, const ending *a, const ending *b) {
  if (a->kind != b->kind || a->fault != b->fault)
    return TERM_FALSE;
  return a->kind == END_EXIT
             ? term_equal (m->terms, status_of (m, a), status_of (m, b))
             : TERM_TRUE;
}

static term replies_equal (machine *m, const reply *a, const reply *b) {
  terms *ts = m->terms;
  if (a->n != b->n)
    return TERM_FALSE;
  term all = term_and (ts, ends_equal (m, &a->end, &b->end),
                       words_equal (m, a->n, a->result, b->result));
  for (int fd = 1; fd <= 2; fd++)
    all = term_and (ts, all, output_equal (m, a->output, b->output, fd));
  return all;
}

/* void reprise_differ (void): the judge. */
step builtin_differ (called_builtin *c) {
  machine *m = c->m;
  state *s = c->s;
  versus *v = &s->versus;
  assert (v->half == VERSUS_JUDGE && v->reply[0] && v->reply[1]);
  int is_same = machine_check (
      m, s, replies_equal (m, v->reply[VERSUS_NEW], v->reply[VERSUS_OLD]));
  if (is_same == CHOICE_STOP)
    return STEP_STOP;
  if (is_same)
    return STEP_NEXT;
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
      versus_end (s, VERSUS_UNAFFECTED);
    return false;
  }
  take_reply (m, s);
  v->half++;
  begin_anew (m, s, m->version[v->half]);
  return true;
}
