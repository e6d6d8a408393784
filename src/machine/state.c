/* States: their start, their copies, where they are.
 *
 * A fork copies what a path changes with its next instruction and shares the
 * rest: of the frames the innermost is copied, the space and the output are
 * persistent, inputs and preferences are short lists. Knowledge is set by who
 * asked for the fork.
 *
 * The copy stands at the same instruction, with the choices that were made
 * for it so far in 'forced'. It executes it again from the start: each
 * question takes the next of them, and only when all are used is the chooser
 * asked (machine_choose). So nothing may have been changed when a question is
 * asked, and both times the same questions come in the same order.
 */

#include "machine/state.h"
#include "machine/driven.h"
#include "machine/versus.h"

/* The start. */

/* Of two versions each has its own globals, and strings of both. */
static void put_globals (machine *m, state *s, bool is_before) {
  uint32_t n = m->program ? program_count_globals (m->program) : 0;
  for (uint32_t i = 0; i < n; i++) {
    const global *g = program_global (m->program, i);
    if (g->is_before != is_before && !g->is_anonymous)
      continue;
    object *o = space_put (s->space, g->address, g->size);
    if (!o) {
      log_warning (&m->context->log, "no room for %s, %llu bytes", g->name,
                   (unsigned long long) g->size);
      continue;
    }
    if (g->bytes && g->size)
      object_put (o, m->mem, 0, g->size, g->bytes);
    o->kind = g->is_foreign ? OBJECT_FOREIGN : OBJECT_GLOBAL;
    o->is_constant = g->is_constant;
    o->layout = &g->layout;
    o->function = UINT32_MAX;
    o->insn = i;
  }
}

static uint64_t state_put_text (machine *m, state *s, const char *text) {
  uint64_t size = strlen (text) + 1;
  object *o = machine_allocate (m, s, size, 0, OBJECT_STACK, false);
  if (!o) /* no memory: the path does not come far */
    return 0;
  object_put (o, m->mem, 0, size, text);
  return o->address;
}

/* An array of texts, ended by a null pointer. */
static uint64_t put_texts (machine *m, state *s, uint32_t n,
                           const char *const *text) {
  object *o =
      machine_allocate (m, s, (n + UINT64_C (1)) * 8, 0, OBJECT_STACK, true);
  if (!o)
    return 0;
  for (uint32_t i = 0; i < n; i++) {
    uint64_t address = state_put_text (m, s, text[i]);
    object_put (o, m->mem, (uint64_t) i * 8, 8, &address);
  }
  return o->address;
}

/* Arguments of main or of what stands in for it: argc, argv, envp. */
static void pass_arguments (machine *m, state *s, int argc,
                            const char *const *argv, const char *const *envp) {
  frame *f = s->top;
  const code *c = f->code;
  assert (argc >= 0 && s->depth == 1 && !f->pc);
  uint32_t n_env = 0;
  while (envp && envp[n_env])
    n_env++;
  word argument[3] = {word_of ((uint64_t) argc)};
  if (c->n_params > 1)
    argument[1] = word_of (put_texts (m, s, (uint32_t) argc, argv));
  if (c->n_params > 2)
    argument[2] = word_of (put_texts (m, s, n_env, envp));
  for (uint32_t i = 0; i < c->n_params; i++)
    f->slot[c->n_constants + i] = i < 3 ? argument[i] : word_of (0);
}

state *state_start_at (machine *m, uint32_t callee, uint32_t first_slot) {
  state *s = memory_zalloc (m->mem, sizeof *s);
  s->space =
      space_new (m->mem, first_slot,
                 m->program ? program_global_placing (m->program) : NULL);
  s->is_forking = true;
  const prepared *p = machine_prepare (m, callee);
  put_globals (m, s, m->prepared[callee].function->is_before);
  assert (p); /* a program starts in its own code */
  frame_enter (s, frame_new (m, p), 0);
  return s;
}

static state *start_version (machine *m, uint32_t callee, int argc,
                             const char *const *argv, const char *const *envp) {
  state *s = state_start_at (m, callee, ADDRESS_FIRST_FREE);
  pass_arguments (m, s, argc, argv, envp);
  space_begin (s->space);
  return s;
}

static void make_versions (machine *m, int argc, const char *const *argv,
                           const char *const *envp) {
  const program *p = m->program;
  m->version[VERSUS_NEW] =
      start_version (m, program_start (p), argc, argv, envp);
  m->version[VERSUS_OLD] =
      start_version (m, program_start_before (p), argc, argv, envp);
  m->version[VERSUS_JUDGE] =
      start_version (m, program_judge (p), 0, NULL, NULL);
}

state *machine_start (machine *m, int argc, const char *const *argv,
                      const char *const *envp) {
  if (program_start_before (m->program) != UINT32_MAX &&
      !m->version[VERSUS_OLD])
    make_versions (m, argc, argv, envp);
  return m->version[VERSUS_NEW]
             ? machine_fork (m, m->version[VERSUS_NEW], 0)
             : start_version (m, program_start (m->program), argc, argv, envp);
}

/* Copies. */

/* The copy executes the instruction again, from its first question. */
state *machine_fork (machine *m, const state *old, uint64_t id) {
  assert (old->end.kind == END_NONE); /* who has ended has no alternatives */
  assert (old->next_forced <= old->n_forced);
  state *s = memory_alloc (m->mem, sizeof *s);
  *s = *old;
  s->id = id;
  s->next_forced = 0;
  s->top = old->top ? frame_copy (m, old->top) : NULL;
  s->space = space_fork (old->space);
  s->output = output_fork (old->output);
  s->driven = driven_fork (old->driven);
  versus_fork (&s->versus);
  s->preferred = (term_vec) {0};
  for (size_t i = 0; i < old->preferred.len; i++)
    vec_push (m->mem, &s->preferred, old->preferred.data[i]);
  s->symbolics.data = NULL;
  s->symbolics.len = s->symbolics.cap = 0;
  vec_reserve (m->mem, &s->symbolics, old->symbolics.len);
  s->symbolics.len = old->symbolics.len;
  if (old->symbolics.len)
    memcpy (s->symbolics.data, old->symbolics.data,
            old->symbolics.len * sizeof *old->symbolics.data);
  s->knowledge = NULL;
  s->extra = NULL;
  return s;
}

void machine_drop (machine *m, state *s) {
  if (!s)
    return;
  frame_unref (m, s->top);
  space_free (s->space);
  output_free (m, s->output);
  driven_free (m, s->driven);
  versus_release (m, &s->versus);
  vec_release (m->mem, &s->symbolics, &s->preferred);
  memory_free (m->mem, s, sizeof *s);
}

/* Where. */

/* Outer frames are behind their call already. */
static uint32_t pc_of (const frame *f, bool is_top) {
  return is_top || !f->pc ? f->pc : f->pc - 1;
}

void state_spots (const state *s, memory *mem, spot_vec *out) {
  for (const frame *f = s->top; f; f = f->caller)
    vec_push (mem, out, (spot) {f->code->function, pc_of (f, f == s->top)});
}

place state_place (const machine *m, const state *s) {
  const frame *f = s->top;
  const code *c = f ? f->code : NULL;
  uint32_t pc = f ? f->pc : 0;
  if (s->end.kind != END_NONE && s->end.function < m->n_functions) {
    c = m->prepared[s->end.function].code;
    pc = s->end.insn;
  }
  assert (!c || pc < c->n_insns);
  return c && c->place ? c->place[pc] : (place) {0};
}
