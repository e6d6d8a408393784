/* Digests of states: for each row of the tables of fields, the digest is
 * another one when the field is, or the same, as its class says.
 */

#include "memo/moment.h"

#include "explore/knowledge.h"
#include "machine/driven.h"
#include "test.h"

#include <string.h>

/* support/codes.h, which has another struct shape. */
program *codes_program (memory *, const char *text);

typedef struct moment_lab {
  context context;
  memory *mem;
  program *p;
  terms *ts;
  knowing *knowing;
  machine *machine;
  recorder recorder;
  moments moments;
  state *s;
  symbolic *in;
  object *o;     /* owned by the space of the state */
  uint32_t slot; /* where it is, though spaces come and go */
} moment_lab;

static const char text[] = "define i64 @start () {\n"
                           "  %a = alloca i64\n"
                           "  %x = load i64, ptr %a\n"
                           "  %r = call i64 @inner (i64 %x)\n"
                           "  %s = add i64 %r, %x\n"
                           "  ret i64 %s\n"
                           "}\n"
                           "define i64 @inner (i64 %x) {\n"
                           "  %y = mul i64 %x, %x\n"
                           "  %z = add i64 %y, %x\n"
                           "  ret i64 %z\n"
                           "}\n"
                           "define i64 @other (i64 %x) {\n"
                           "  %y = sub i64 %x, 9\n"
                           "  ret i64 %y\n"
                           "}\n";

static term variable (moment_lab *l, const char *name) {
  return term_var (l->ts, name, strlen (name), sort_bv (8));
}

static void add_input (moment_lab *l) {
  static term part[3];
  static uint8_t width[3] = {1, 1, 1};
  part[0] = variable (l, "in.0");
  part[1] = variable (l, "in.1");
  part[2] = variable (l, "in.2");
  vec_push (l->mem, &l->s->symbolics,
            (symbolic) {"in", 3, part, width, 3, SYMBOLIC_OBJECT, false});
  l->in = l->s->symbolics.data;
  vec_push (l->mem, &l->s->preferred,
            term_equal (l->ts, part[0], term_bv (l->ts, 8, 3)));
  l->s->knowledge = knowledge_new (l->knowing);
  model *m = model_new (l->mem, l->ts);
  model_set (m, part[1], 7);
  knowledge_add (l->s->knowledge,
                 term_equal (l->ts, part[1], term_bv (l->ts, 8, 7)), m);
  model_free (m);
}

/* In the callee, before its first instruction; a choice was made for it. */
static void open_moment_lab (moment_lab *l) {
  static const uint64_t limit[LIMIT_COUNT];
  memset (l, 0, sizeof *l);
  context_init (&l->context);
  l->mem = &l->context.memory;
  l->p = codes_program (l->mem, text);
  l->ts = terms_new (l->mem);
  terms_set_key (l->ts, (hash128) {1, 2}, 128);
  l->knowing = knowing_new (l->mem, l->ts);
  l->machine = machine_new (&(machine_config) {
      .context = &l->context, .terms = l->ts, .program = l->p});
  l->machine->finds_unset = false; /* words are numbers */
  recorder_init (&l->recorder, l->mem, l->p, limit);
  moments_init (&l->moments, l->mem, l->machine, l->p, &l->recorder, NULL);
  l->s = machine_start (l->machine, 0, NULL, NULL);
  CHECK_EQ (machine_run (l->machine, l->s, 1), STOP_FUEL);
  while (l->s->depth == 1 && machine_run (l->machine, l->s, 1) == STOP_FUEL)
    ;
  CHECK_EQ (l->s->depth, 2);
  add_input (l);
  l->s->n_forced = l->s->next_forced = 1;
  l->s->forced[0] = 4;
  l->o = space_allocate (l->s->space, 16, 0, OBJECT_HEAP);
  l->slot = address_slot (l->o->address);
  l->o->function = l->s->top->code->function;
}

static void close_moment_lab (moment_lab *l) {
  knowledge_free (l->s->knowledge);
  machine_drop (l->machine, l->s);
  moments_release (&l->moments);
  recorder_release (&l->recorder);
  machine_free (l->machine);
  knowing_free (l->knowing);
  terms_free (l->ts);
  program_free (l->p);
  CHECK_EQ (l->context.memory.live, 0);
  context_release (&l->context);
}

static hash128 digest_now (moment_lab *l) {
  l->o = space_own (l->s->space, l->slot);
  l->o->has_digest = false;
  return moments_now (&l->moments, l->s, CHOICE_OTHER, 0);
}

/* All bytes of a field other than they are. */
static void flip (void *field, size_t n) {
  for (size_t i = 0; i < n; i++)
    ((uint8_t *) field)[i] ^= 0xff;
}

static void expect (moment_lab *l, hash128 before, bool is_other,
                    const char *what) {
  hash128 h = digest_now (l);
  if (hash128_eq (h, before) == is_other)
    FAIL ("%s: the digest is %s", what, is_other ? "the same" : "another one");
}

/* What nobody looks at may have any bytes. */
#define CHECK_UNSEEN(at, name) \
  flip (&(at)->name, sizeof (at)->name); \
  expect (&l, before, false, #name); \
  flip (&(at)->name, sizeof (at)->name);
#define CHECK_COUNTED(at, name) \
  CHECK_UNSEEN (at, name) /* there is no limit \
                           */
#define CHECK_COVERED(at, name)
#define CHECK_NAMED(at, name)
#define CHECK_WITH(at, name)
#define CHECK_FOLLOWS(at, name)

TEST (unseen_fields) {
  moment_lab l;
  open_moment_lab (&l);
  hash128 before = digest_now (&l);
#define STATE(CLASS, type, name) \
  if (strcmp (#name, "end")) { /* a state that has ended has no digest */ \
    CHECK_##CLASS (l.s, name) \
  }
#define FRAME(CLASS, type, name) CHECK_##CLASS (l.s->top, name)
#define SYMBOLIC(CLASS, type, name) CHECK_##CLASS (l.in, name)
#include "machine/state.def"
  close_moment_lab (&l);
}

/* What limits count is in it where there is such a limit. */
static void check_counted (limit_kind which, bool is_counted) {
  moment_lab l;
  open_moment_lab (&l);
  uint32_t visits[8] = {1};
  l.s->top->visits = visits;
  l.recorder.trie.limit[which] = 1000;
  hash128 before = digest_now (&l);
  l.s->instructions += which == LIMIT_INSTRUCTIONS;
  l.s->decisions += which == LIMIT_DEPTH;
  visits[0] += which == LIMIT_LOOP;
  expect (&l, before, is_counted, "what a limit counts");
  l.s->top->visits = NULL;
  close_moment_lab (&l);
}

TEST (counted_fields) {
  check_counted (LIMIT_DEPTH, true);
  check_counted (LIMIT_INSTRUCTIONS, true);
  check_counted (LIMIT_LOOP, true);
  check_counted (LIMIT_FRAMES, false);
}

/* What is in the digest: a change of each, made by hand. A row without one does
 * not compile.
 */

static frame *other_frame (moment_lab *l, const frame *f) {
  frame *copy = frame_copy (l->machine, f);
  copy->pc += 1;
  return copy;
}

static void change_state_top (moment_lab *l, bool back) {
  static frame *old, *mine;
  if (!back) {
    old = l->s->top;
    l->s->top = mine = other_frame (l, old);
    return;
  }
  l->s->top = old;
  frame_unref (l->machine, mine);
}

static void change_state_space (moment_lab *l, bool back) {
  static space *old;
  space *now = l->s->space;
  if (!back) {
    old = now;
    l->s->space = space_fork (old);
    space_allocate (l->s->space, 8, 0, OBJECT_HEAP);
    return;
  }
  l->s->space = old;
  space_free (now);
}

static void change_state_next_forced (moment_lab *l, bool back) {
  l->s->n_forced = l->s->next_forced = back ? 1 : 2;
}

static void change_state_forced (moment_lab *l, bool back) {
  l->s->forced[0] = back ? 4 : 5;
}

static void change_state_symbolics (moment_lab *l, bool back) {
  l->s->symbolics.len = back ? 1 : 0;
}

static void change_state_preferred (moment_lab *l, bool back) {
  l->s->preferred.len = back ? 1 : 0;
}

static void change_state_output (moment_lab *l, bool back) {
  access from = {.object = l->o};
  if (!back)
    output_write (l->machine, l->s, 1, &from, 1);
  else
    output_free (l->machine, l->s->output);
  if (back)
    l->s->output = NULL;
}

static void change_state_driven (moment_lab *l, bool back) {
  if (!back) {
    builtin_enter (&(called_builtin) {.m = l->machine, .s = l->s});
    return;
  }
  driven_free (l->machine, l->s->driven);
  l->s->driven = NULL;
}

static void change_state_is_forking (moment_lab *l, bool back) {
  (void) back;
  l->s->is_forking ^= true;
}

static void change_state_is_seen (moment_lab *l, bool back) {
  (void) back;
  l->s->is_seen ^= true;
}

static void change_state_may_be_woken (moment_lab *l, bool back) {
  (void) back;
  l->s->may_be_woken ^= true;
}

static void change_state_versus (moment_lab *l, bool back) {
  l->s->versus.half = !back;
}

static void change_state_knowledge (moment_lab *l, bool back) {
  static knowledge *old;
  knowledge *now = l->s->knowledge;
  if (!back) {
    old = now;
    l->s->knowledge = knowledge_new (l->knowing);
    return;
  }
  l->s->knowledge = old;
  knowledge_free (now);
}

static void change_frame_pc (moment_lab *l, bool back) {
  l->s->top->pc = back ? l->s->top->pc - 1 : l->s->top->pc + 1;
}

static void change_frame_caller (moment_lab *l, bool back) {
  static frame *old;
  if (!back)
    old = l->s->top->caller;
  l->s->top->caller = back ? old : NULL;
}

static void change_frame_code (moment_lab *l, bool back) {
  static const code *old;
  if (!back)
    old = l->s->top->code;
  l->s->top->code = back ? old : program_code (l->p, 2);
}

static void change_frame_allocated (moment_lab *l, bool back) {
  if (back)
    l->s->top->allocated.len--;
  else
    vec_push (l->mem, &l->s->top->allocated, 77);
}

static void change_frame_varargs (moment_lab *l, bool back) {
  l->s->top->varargs = back ? 0 : 4096;
}

static void change_frame_slot (moment_lab *l, bool back) {
  word *w = l->s->top->slot + l->s->top->code->n_constants;
  w->bits += back ? UINT64_MAX : 1;
}

static void change_symbolic_name (moment_lab *l, bool back) {
  l->in->name = back ? "in" : "on";
}

static void change_symbolic_size (moment_lab *l, bool back) {
  l->in->size = back ? 3 : 4;
}

static void change_symbolic_part (moment_lab *l, bool back) {
  ((term *) l->in->part)[2] = variable (l, back ? "in.2" : "in.4");
}

static void change_symbolic_width (moment_lab *l, bool back) {
  ((uint8_t *) l->in->width)[1] = back ? 1 : 2;
}

static void change_symbolic_what (moment_lab *l, bool back) {
  l->in->what = back ? SYMBOLIC_OBJECT : SYMBOLIC_NONDET;
}

static void change_object_size_term (moment_lab *l, bool back) {
  l->o->size_term = back ? TERM_NONE : variable (l, "size");
}

static void change_object_address (moment_lab *l, bool back) {
  l->o->address += back ? UINT64_MAX : 1;
}

static void change_object_size (moment_lab *l, bool back) {
  l->o->size += back ? 1 : UINT64_MAX;
}

static void change_object_kind (moment_lab *l, bool back) {
  l->o->kind = back ? OBJECT_HEAP : OBJECT_STACK;
}

static void change_object_is_constant (moment_lab *l, bool back) {
  (void) back;
  l->o->is_constant ^= true;
}

static void change_object_is_ended (moment_lab *l, bool back) {
  l->o->is_ended = !back;
}

static void change_object_function (moment_lab *l, bool back) {
  l->o->insn = back ? 0 : 1;
}

static void change_object_overlay (moment_lab *l, bool back) {
  l->o->bytes[9] = back ? 0xAB : 1;
}

#define CHANGE(what) \
  change_##what (&l, false); \
  expect (&l, before, true, #what); \
  change_##what (&l, true); \
  expect (&l, before, false, #what " as before");
#define CHANGE_COVERED(what) CHANGE (what)
#define CHANGE_NAMED(what) CHANGE (what)
#define CHANGE_WITH(what)
#define CHANGE_FOLLOWS(what)
#define CHANGE_UNSEEN(what)
#define CHANGE_COUNTED(what)

TEST (covered_fields) {
  moment_lab l;
  open_moment_lab (&l);
  hash128 before = digest_now (&l);
#define STATE(CLASS, type, name) CHANGE_##CLASS (state_##name)
#define FRAME(CLASS, type, name) CHANGE_##CLASS (frame_##name)
#define SYMBOLIC(CLASS, type, name) CHANGE_##CLASS (symbolic_##name)
#include "machine/state.def"
#define OBJECT(CLASS, type, name) CHANGE_##CLASS (object_##name)
#include "memory/memory.def"
  close_moment_lab (&l);
}

/* Who owns and uses an object the space has to know. */
static bool is_used (const char *name) {
  return !strcmp (name, "owner") || !strcmp (name, "refs") ||
         !strcmp (name, "has_digest");
}

TEST (unseen_fields_of_objects) {
  moment_lab l;
  open_moment_lab (&l);
  hash128 before = digest_now (&l);
#define OBJECT(CLASS, type, name) \
  if (!is_used (#name)) { \
    CHECK_##CLASS (l.o, name) \
  }
#include "memory/memory.def"
  close_moment_lab (&l);
}
