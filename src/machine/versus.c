#include "machine/versus.h"

#include "machine/arranging.h"
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

/* Nothing of it was ever written: it may be anything. */
static bool has_no_value (const outcome_part *p) {
  if (!p->symbol)
    return false;
  for (uint32_t i = 0; i < p->n; i++)
    if (p->symbol[i].term.id != SYMBYTE_UNSET.id)
      return false;
  return p->n;
}

static fault_kind fault_of (const state *s) {
  return s->end.kind == END_FAULT ? s->end.fault : FAULT_NONE;
}

static void take_reply (machine *m, state *s) {
  struct reply *a = memory_zalloc (m->mem, sizeof *a);
  a->refs = 1;
  arena_init (&a->texts, m->mem);
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

static bool has_line (const machine *m, spot at) {
  const code *c = m->prepared[at.function].code;
  return c->place && c->place[at.insn].line;
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

/* The first that has a line: a driver may be another one, too. */
void versus_meet_change (const machine *m, state *s, uint32_t whose,
                         uint32_t pc) {
  versus *v = &s->versus;
  if (v->half != VERSUS_NEW || (v->is_changed && has_line (m, v->changed)))
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

/* Comparing. A global that one version wrote is, in the other, as it was at the
 * start; one that only one version has is its own business.
 */

typedef VEC (outcome_part) reply_parts;

typedef struct matching {
  machine *m;
  arena *to;
  const outcome *from[2]; /* by versus_half */
  uint32_t at[2];
  bool is_raw;  /* parts stay as they are */
  unsigned how; /* bits of 'arranged' */
  reply_parts parts[2];
} matching;

static const outcome_part *next_part (const matching *w, int side) {
  const outcome *o = w->from[side];
  return w->at[side] < o->n ? o->part + w->at[side] : NULL;
}

static bool is_matched (const outcome_part *p) {
  return p && p->what <= OUTCOME_GLOBAL;
}

static int part_order (const outcome_part *a, const outcome_part *b) {
  if (!is_matched (a) || !is_matched (b))
    return is_matched (a) ? -1 : is_matched (b);
  return a->what != b->what ? (a->what < b->what ? -1 : 1)
                            : strcmp (a->name, b->name);
}

/* As it is at the start of this version; false: it has none of this name. */
static bool initial_part (const matching *w, int side, const outcome_part *like,
                          outcome_part *out) {
  const program *p = w->m->program;
  for (uint32_t i = 0; i < program_count_globals (p); i++) {
    const global *g = program_global (p, i);
    if (g->is_before != (side == VERSUS_OLD) || strcmp (g->name, like->name))
      continue;
    bool is_cut = like->n < like->size && like->n < g->size;
    uint32_t n = is_cut ? like->n : (uint32_t) g->size;
    uint8_t *bytes = arena_alloc (w->to, n);
    memset (bytes, 0, n);
    if (g->bytes)
      memcpy (bytes, g->bytes, n);
    *out = (outcome_part) {.what = OUTCOME_GLOBAL,
                           .name = like->name,
                           .size = g->size,
                           .n = n,
                           .bytes = bytes,
                           .was = bytes};
    return true;
  }
  return false;
}

static void match_typed (matching *w, const outcome_part *now,
                         const outcome_part *before, const datatype *x,
                         const datatype *y) {
  outcome_part a = *now, b = *before;
  bool is_lost = now->what != OUTCOME_OBJECT && has_no_value (now) &&
                 has_no_value (before); /* a block is for others to fill */
  arranged how = outcome_arrange (w->m, w->to, x, y, &a, &b);
  w->how |= 1u << (is_lost ? ARRANGED_NOT : how);
  if (w->is_raw) {
    a = outcome_clean (w->m, w->to, now);
    b = outcome_clean (w->m, w->to, before);
  }
  vec_push (w->m->mem, &w->parts[VERSUS_NEW], a);
  vec_push (w->m->mem, &w->parts[VERSUS_OLD], b);
}

static void match_two (matching *w, const outcome_part *now,
                       const outcome_part *before) {
  const program *p = w->m->program;
  match_typed (w, now, before, type_of_part (program_types (p), now),
               type_of_part (program_types_before (p), before));
}

/* The part of this side has no counterpart. */
static void match_alone (matching *w, int side) {
  const outcome_part *p = next_part (w, side);
  outcome_part other;
  w->at[side]++;
  bool has_other =
      p->what == OUTCOME_GLOBAL && initial_part (w, !side, p, &other);
  if (p->what == OUTCOME_GLOBAL && !has_other)
    return;
  if (has_other && side == VERSUS_NEW)
    match_two (w, p, &other);
  else if (has_other)
    match_two (w, &other, p);
  else
    vec_push (w->m->mem, &w->parts[side], *p);
}

static void match_next (matching *w) {
  const outcome_part *a = next_part (w, 0), *b = next_part (w, 1);
  int order = part_order (a, b);
  if (order) {
    match_alone (w, order > 0);
    return;
  }
  match_two (w, a, b);
  w->at[0]++;
  w->at[1]++;
}

/* As many of a type as there is room for. */
static datatype array_behind_result (const datatypes *t, const outcome *o,
                                     const outcome_part *p) {
  const datatype *of = type_behind_result (t, o, p);
  bool is_whole = of && p->size % of->size == 0;
  return (datatype) {.kind = DATATYPE_ARRAY,
                     .size = is_whole ? p->size : 0,
                     .name = "",
                     .of = of};
}

/* Whoever was content with less room does not see that there is more, where
 * nothing is in it.
 */
static void drop_more_room (outcome_part *now, uint64_t size) {
  if (now->size <= size || now->n < now->size)
    return;
  for (uint64_t i = size; i < now->n; i++)
    if (now->symbol && now->symbol[i].term.id
            ? now->symbol[i].term.id != SYMBYTE_UNSET.id
            : now->bytes[i] != 0)
      return;
  for (uint32_t i = 0; i < now->n_pointers; i++)
    if (now->pointer[i].at + 8 > size)
      return;
  now->size = now->n = (uint32_t) size;
}

/* What pointers lead to. It has no name; its type is known where the result
 * leads to it.
 */
static void match_objects (matching *w) {
  const program *p = w->m->program;
  const datatypes *now = program_types (p), *before = program_types_before (p);
  bool has_moved = layouts_differ (now, before);
  const outcome_part *a, *b;
  while ((a = next_part (w, 0)) && (b = next_part (w, 1)) &&
         a->what == OUTCOME_OBJECT && b->what == OUTCOME_OBJECT) {
    datatype x = array_behind_result (now, w->from[0], a);
    datatype y = array_behind_result (before, w->from[1], b);
    bool has_types = x.size && y.size;
    outcome_part less = *a;
    if (!has_moved || has_types)
      drop_more_room (&less,
                      has_types ? y.size / y.of->size * x.of->size : b->size);
    x.size = has_types ? less.size : 0;
    bool is_known = has_types && x.size / x.of->size == y.size / y.of->size;
    if (is_known || !has_moved) {
      match_typed (w, &less, b, is_known ? &x : NULL, is_known ? &y : NULL);
      if (less.size < a->size)
        w->how |= 1u << ARRANGED_BY_NAME; /* it is shown as it is */
      if (w->is_raw)
        vec_last (&w->parts[VERSUS_NEW]) = outcome_clean (w->m, w->to, a);
    } else
      w->how |= 1u << ARRANGED_NOT;
    w->at[0]++;
    w->at[1]++;
  }
}

/* The rest, as it is. */
static void match_rest (matching *w, int side, outcome *out) {
  reply_parts *all = &w->parts[side];
  for (const outcome_part *p; (p = next_part (w, side)); w->at[side]++)
    vec_push (w->m->mem, all, *p);
  *out = *w->from[side];
  out->n = (uint32_t) all->len;
  out->part = arena_copy (w->to, all->data, all->len * sizeof *all->data);
  vec_release (w->m->mem, all);
}

bool versus_outcomes (machine *m, const state *s, arena *to, outcome *now,
                      outcome *before, bool is_raw) {
  const versus *v = &s->versus;
  assert (v->reply[VERSUS_NEW] && v->reply[VERSUS_OLD]);
  matching w = {
      .m = m,
      .to = to,
      .is_raw = is_raw,
      .from = {&v->reply[VERSUS_NEW]->outcome, &v->reply[VERSUS_OLD]->outcome}};
  while (is_matched (next_part (&w, 0)) || is_matched (next_part (&w, 1)))
    match_next (&w);
  match_objects (&w);
  match_rest (&w, VERSUS_NEW, now);
  match_rest (&w, VERSUS_OLD, before);
  before->is_partial |= w.how & 1u << ARRANGED_NOT;
  return w.how & (1u << ARRANGED_BY_NAME | 1u << ARRANGED_NOT);
}

static term replies_differ (machine *m, state *s) {
  arena a;
  outcome now, before;
  arena_init (&a, m->mem);
  versus_outcomes (m, s, &a, &now, &before, false);
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
  begin_anew (m, s, m->version[v->half]);
  return true;
}

/* What became of files is told at the exit: not where a version faults. */
step builtin_change_file (called_builtin *c) {
  c->s->versus.has_files = true;
  return STEP_NEXT;
}
