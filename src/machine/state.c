/* States: their start, their copies, where they are. */

#include "machine/state.h"
#include "machine/machine_priv.h"

#include <stdlib.h>
#include <string.h>

/* The start. */

static void put_globals (machine *m, state *s) {
  uint32_t n = m->program ? program_count_globals (m->program) : 0;
  for (uint32_t i = 0; i < n; i++) {
    const global *g = program_global (m->program, i);
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

static uint64_t put_text (machine *m, state *s, const char *text) {
  uint64_t size = strlen (text) + 1;
  object *o = machine_allocate (m, s, size, OBJECT_STACK, false);
  if (!o) /* no memory: the path does not come far */
    return 0;
  object_put (o, m->mem, 0, size, text);
  return o->address;
}

/* An array of texts, ended by a null pointer. */
static uint64_t put_texts (machine *m, state *s, uint32_t n,
                           const char *const *text) {
  object *o =
      machine_allocate (m, s, (n + UINT64_C (1)) * 8, OBJECT_STACK, true);
  if (!o)
    return 0;
  for (uint32_t i = 0; i < n; i++) {
    uint64_t address = put_text (m, s, text[i]);
    object_put (o, m->mem, (uint64_t) i * 8, 8, &address);
  }
  return o->address;
}

/* Arguments of main or of what stands in for it: argc, argv, envp. */
static void pass_arguments (machine *m, state *s, int argc,
                            const char *const *argv, const char *const *envp) {
  frame *f = s->top;
  const code *c = f->code;
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
  put_globals (m, s);
  frame_enter (s, frame_new (m, machine_prepare (m, callee)), 0);
  return s;
}

state *machine_start (machine *m, int argc, const char *const *argv,
                      const char *const *envp) {
  uint32_t callee = program_start (m->program);
  state *s = state_start_at (m, callee, ADDRESS_FIRST_FREE);
  pass_arguments (m, s, argc, argv, envp);
  space_begin (s->space);
  return s;
}

/* Copies. */

/* The copy executes the instruction again, from its first question. */
state *machine_fork (machine *m, const state *old, uint64_t id) {
  state *s = memory_alloc (m->mem, sizeof *s);
  *s = *old;
  s->id = id;
  s->next_forced = 0;
  s->top = old->top ? frame_copy (m, old->top) : NULL;
  s->space = space_fork (old->space);
  s->output = output_fork (old->output);
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
  vec_release (m->mem, &s->symbolics);
  vec_release (m->mem, &s->preferred);
  memory_free (m->mem, s, sizeof *s);
}

/* Where. */

typedef struct printer {
  const program *program;
  memory *mem;
  char_vec *out;
  uint32_t n; /* lines so far */
} printer;

static void print_line (printer *p, const char *name, place at) {
  const char *file =
      at.file && p->program ? program_file (p->program, at.file) : "?";
  text_printf (p->mem, p->out, "#%u %s", p->n++, name);
  if (at.line)
    text_printf (p->mem, p->out, " (%s:%u)", file, at.line);
  text_puts (p->mem, p->out, "\n");
}

/* Innermost first: what was inlined, then the function itself. */
static void print_frame (printer *p, const char *name, const code *c,
                         uint32_t pc) {
  place at = c->place ? c->place[pc] : (place) {0};
  uint32_t inlined = c->scope && p->program ? c->scope[pc] : 0;
  while (inlined) {
    const scope *sc = program_scope (p->program, inlined);
    print_line (p, sc->function, at);
    at = sc->caller;
    inlined = sc->parent;
  }
  print_line (p, name, at);
}

/* Outer frames are behind their call already. */
static uint32_t pc_of (const frame *f, bool is_top) {
  return is_top || !f->pc ? f->pc : f->pc - 1;
}

void state_print_stack (const machine *m, const state *s, memory *mem,
                        char_vec *out) {
  printer p = {.program = m->program, .mem = mem, .out = out};
  for (const frame *f = s->top; f; f = f->caller)
    print_frame (&p, m->prepared[f->code->function].function->name, f->code,
                 pc_of (f, f == s->top));
}

void state_spots (const state *s, memory *mem, spot_vec *out) {
  for (const frame *f = s->top; f; f = f->caller)
    vec_push (mem, out, (spot) {f->code->function, pc_of (f, f == s->top)});
}

void spots_print (program *from, size_t n, const spot *at, memory *mem,
                  char_vec *out) {
  printer p = {.program = from, .mem = mem, .out = out};
  for (size_t i = 0; i < n; i++)
    print_frame (&p, program_function (from, at[i].function)->name,
                 program_code (from, at[i].function), at[i].insn);
}

/* What is related to an end. */

enum { MARK_ALLOCATED, MARK_FREED, MARK_DECLARED, MARKS };

static const char *const marks[MARKS] = {" allocated in ", ", freed in ",
                                         ", declared in "};

static void print_related (const char *what, const char *name, const char *in,
                           uint32_t at, const char *file, memory *mem,
                           char_vec *out) {
  text_printf (mem, out, "%s%s", what, name);
  if (strcmp (in, file))
    text_printf (mem, out, " (%s:%u)", in, at);
  else
    text_printf (mem, out, ":%u", at);
}

void related_print (program *from, size_t n, const spot *at, const char *file,
                    memory *mem, char_vec *out) {
  for (size_t i = 0; i < n; i++) {
    place p = program_code (from, at[i].function)->place[at[i].insn];
    const char *what = marks[i];
    const local_variable *v =
        i ? NULL : program_local (from, at[i].function, at[i].insn);
    if (v) {
      p = v->declared;
      what = marks[MARK_DECLARED];
      text_printf (mem, out, " of %s", v->name);
    }
    print_related (what, program_function (from, at[i].function)->name,
                   program_file (from, p.file), p.line, file, mem, out);
  }
}

/* The name of a variable is before its mark. */
size_t related_start (const char *text) {
  const char *at = strstr (text, marks[MARK_ALLOCATED]);
  if (!at && (at = strstr (text, marks[MARK_DECLARED])))
    while (at > text && strncmp (at, " of ", 4))
      at--;
  return at ? (size_t) (at - text) : strlen (text);
}

/* " allocated in f:12", " of x, declared in f:12" or ", freed in f (file:12)".
 */
bool related_read (const char **next, related *out) {
  const char *p = NULL;
  if (!strncmp (*next, " of ", 4))
    *next += strcspn (*next, ",");
  for (int i = 0; i < MARKS && !p; i++)
    if (!strncmp (*next, marks[i], strlen (marks[i])))
      p = *next + strlen (marks[i]);
  if (!p)
    return false;
  *out = (related) {.what = *next + strspn (*next, ", "), .function = p};
  out->what_len = strcspn (out->what, " ");
  out->function_len = strcspn (p, ": ");
  p += out->function_len;
  if (*p == ' ') {
    out->file = p + strlen (" (");
    const char *end = strchr (out->file, ')');
    const char *colon =
        end ? memrchr (out->file, ':', (size_t) (end - out->file)) : NULL;
    if (!colon)
      return false;
    out->file_len = (size_t) (colon - out->file);
    p = colon;
  }
  char *end;
  out->line = (uint32_t) strtoul (p + !!*p, &end, 10);
  *next = *end == ')' ? end + 1 : end;
  return true;
}

/* Behind this, if it is there. */
static const char *skip (const char *p, const char *what) {
  size_t n = strlen (what);
  return strncmp (p, what, n) ? p : p + n;
}

/* Behind "12 bytes", NULL: something else is there. */
static const char *skip_size (const char *p) {
  p = skip (p, "at most ");
  size_t n = strspn (p, "0123456789");
  if (!n || strncmp (p + n, " byte", 5))
    return NULL;
  p += n + 5;
  return p + (*p == 's');
}

const char *fault_cause (const char *text) {
  const char *p = skip_size (text), *at = p ? skip (p, " at offset ") : NULL;
  if (at != p) {
    at += strspn (at, "-0123456789");
    p = skip_size (skip (at, " of "));
  }
  return p ? skip (p, " (symbolic)") : "";
}

/* Of a path that ended: where its end says. */
place state_place (const machine *m, const state *s) {
  const frame *f = s->top;
  const code *c = f ? f->code : NULL;
  uint32_t pc = f ? f->pc : 0;
  if (s->end.kind != END_NONE && s->end.function < m->n_functions) {
    c = m->prepared[s->end.function].code;
    pc = s->end.insn;
  }
  return c && c->place ? c->place[pc] : (place) {0};
}
