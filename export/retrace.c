#include "export/retrace.h"

#include "base/bits.h"
#include "base/clock.h"
#include "export/behaviour.h"
#include "export/boundary.h"
#include "suite/friendly_inputs.h"
#include "suite/misuse.h"
#include "suite/testcase_text.h"
#include "term/leaves.h"

#define FUEL (UINT64_C (1) << 20)
#define MAX_TRIES 4000 /* of other values, for one step */
#define WORK 400000    /* for better values of a slice */

struct retrace {
  chooser chooser; /* first: the machine knows us by it */
  memory *mem;
  terms *terms;
  machine *machine;
  state *start; /* of which every test runs a copy */
  state *now;   /* the last */
  const testcase *test;
  testcase tried; /* or it is this one, with the inputs of its path */
  VEC (testinput) asked;
  evaluator *evaluator;
  model *values;
  size_t n_filled; /* inputs that have values */
  term_vec constraints;
  VEC (retraced_decision) decisions;
  u32_vec blocks;
  outcome answer; /* with terms */
  term pivot;     /* the last boundary that was met, or none */
  knowing *knowing;
  friendly_inputs friendly;
  map shown; /* bytes of leaves that the outcome is computed from */
  map seen;  /* terms */
  VEC (testinput) inputs;
  char_vec bytes;
  arena arena; /* of the outcome */
};
static_assert (offsetof (struct retrace, chooser) == 0, "see 'retrace_of'");

static retrace *retrace_of (chooser *c) { return (retrace *) c; }

/* The value of the n-th input. Those of calls come in any order. */
static const testinput *input_at (const retrace *r, const state *s, size_t n) {
  const char *name = s->symbolics.data[n].name;
  const testinput *in = r->test->input, *end = in + r->test->n_inputs;
  size_t before = 0, length = strlen (name);
  if (length < 2 || strcmp (name + length - 2, "()") != 0)
    return n < r->test->n_inputs ? in + n : NULL;
  for (size_t i = 0; i < n; i++)
    before += !strcmp (s->symbolics.data[i].name, name);
  for (; in < end; in++)
    if (!strcmp (in->name, name) && !before--)
      return in;
  return NULL;
}

/* Values of inputs that were made since. */
static void fill_values (retrace *r, const state *s) {
  for (; r->n_filled < s->symbolics.len; r->n_filled++) {
    const symbolic *in = s->symbolics.data + r->n_filled;
    const testinput *from = input_at (r, s, r->n_filled);
    uint64_t at = 0;
    for (uint32_t k = 0; from && from->size == in->size && k < in->n_parts;
         at += in->width[k++])
      model_set (r->values, in->part[k],
                 bits_load (from->bytes + at, in->width[k]));
  }
}

static bool retrace_holds (retrace *r, const state *s, term t) {
  fill_values (r, s);
  evaluator_start (r->evaluator, r->values);
  return evaluator_holds (r->evaluator, t);
}

static void demand (retrace *r, term t) {
  if (!term_eq (t, TERM_TRUE))
    vec_push (r->mem, &r->constraints, t);
}

/* Digest of a place and what was chosen there. */
static uint64_t branch_site (const retrace *r, const state *s,
                             uint32_t choice) {
  const frame *f = s->top;
  program *p = machine_program (r->machine);
  return program_function (p, f->code->function)->is_users
             ? hash128_of ((uint64_t) f->code->function << 32 | f->pc, choice)
                       .lo |
                   1
             : 0;
}

static int retrace_choose (chooser *c, state *s, choice_kind what, uint32_t n,
                           const term *guard) {
  retrace *r = retrace_of (c);
  for (uint32_t i = 0; i < n; i++)
    if (retrace_holds (r, s, guard[i])) {
      demand (r, guard[i]);
      if (what == CHOICE_BRANCH)
        vec_push (r->mem, &r->decisions,
                  (retraced_decision) {guard[i], branch_site (r, s, i)});
      return (int) i;
    }
  machine_cut (r->machine, s, cause_of (WHY_NOT_CONCRETE));
  return CHOICE_STOP;
}

static bool retrace_assume (chooser *c, state *s, term t, bool *waits) {
  (void) waits;
  retrace *r = retrace_of (c);
  bool is_so = retrace_holds (r, s, t);
  if (is_so)
    demand (r, t);
  return is_so;
}

static bool retrace_value (chooser *c, state *s, term t, bool fix,
                           const char *why, uint64_t *out) {
  retrace *r = retrace_of (c);
  (void) why;
  fill_values (r, s);
  evaluator_start (r->evaluator, r->values);
  *out = evaluator_value (r->evaluator, t);
  unsigned w = term_width (r->terms, t);
  if (fix && !term_is_const (r->terms, t))
    demand (r, term_equal (r->terms, t, term_bv (r->terms, w, *out)));
  return true;
}

static void retrace_range (chooser *c, state *s, term t, uint64_t *low,
                           uint64_t *high) {
  (void) s;
  *low = 0;
  *high = bits_mask (term_width (retrace_of (c)->terms, t));
}

retrace *retrace_new (context *c, program *p, int argc,
                      const char *const *argv) {
  static const char *const no_environment[] = {NULL};
  retrace *r = memory_zalloc (&c->memory, sizeof *r);
  r->chooser = (chooser) {.choose = retrace_choose,
                          .assume = retrace_assume,
                          .value = retrace_value,
                          .range = retrace_range};
  r->mem = &c->memory;
  r->terms = terms_new (r->mem);
  r->evaluator = evaluator_new (r->mem, r->terms);
  r->values = model_new (r->mem, r->terms);
  arena_init (&r->arena, r->mem);
  map_init (&r->shown, r->mem);
  map_init (&r->seen, r->mem);
  r->knowing = knowing_new (r->mem, r->terms);
  friendly_inputs_init (&r->friendly, r->mem, r->terms, NULL);
  r->friendly.shown = &r->shown;
  r->friendly.work = WORK;
  r->machine = machine_new (&(machine_config) {
      .context = c, .terms = r->terms, .program = p, .chooser = &r->chooser});
  r->start = machine_start (r->machine, argc, argv, no_environment);
  return r;
}

static void drop_last (retrace *r) {
  if (r->now)
    machine_drop (r->machine, r->now);
  r->now = NULL;
}

void retrace_free (retrace *r) {
  if (!r)
    return;
  drop_last (r);
  machine_drop (r->machine, r->start);
  machine_free (r->machine);
  evaluator_free (r->evaluator);
  model_free (r->values);
  friendly_inputs_release (&r->friendly);
  knowing_free (r->knowing);
  terms_free (r->terms);
  vec_release (r->mem, &r->constraints);
  vec_release (r->mem, &r->decisions);
  vec_release (r->mem, &r->blocks);
  map_release (&r->shown);
  map_release (&r->seen);
  vec_release (r->mem, &r->inputs);
  vec_release (r->mem, &r->asked);
  vec_release (r->mem, &r->bytes);
  arena_release (&r->arena);
  memory_free (r->mem, r, sizeof *r);
}

/* Friendly values. */

static void show_bytes (retrace *r, term leaf, unsigned low, unsigned high) {
  map_put (&r->shown, leaf.id, 1);
  for (unsigned i = low / 8; i <= high / 8; i++)
    map_put (&r->shown, friendly_byte (leaf, i), 1);
}

/* All that a term is computed from. */
static void show_term (retrace *r, term from) {
  term_vec todo = {0};
  vec_push (r->mem, &todo, from);
  while (todo.len) {
    term t = vec_pop (&todo);
    const node *n = term_node (r->terms, t);
    uint64_t *is_seen = map_at (&r->seen, t.id);
    if (*is_seen)
      continue;
    *is_seen = 1;
    if (n->kind == KIND_EXTRACT && term_is_leaf (r->terms, n->arg[0]))
      show_bytes (r, n->arg[0], term_extract_low (r->terms, t),
                  term_extract_high (r->terms, t));
    else if (term_is_leaf (r->terms, t) && sort_is_bv (n->sort))
      show_bytes (r, t, 0, term_width (r->terms, t) - 1);
    else
      for (unsigned i = 0; i < n->arity; i++)
        vec_push (r->mem, &todo, n->arg[i]);
  }
  vec_release (r->mem, &todo);
}

/* What is overwritten has to be another value before. */
static void show_before (retrace *r, const outcome_part *p) {
  static const symbyte none;
  for (uint32_t i = 0; p->was_symbol && i < p->n; i++) {
    symbyte was = p->was_symbol[i], now = p->symbol ? p->symbol[i] : none;
    if (was.term.id && !term_eq (was.term, SYMBYTE_UNSET) &&
        (!term_eq (was.term, now.term) || was.k != now.k))
      show_term (r, was.term);
  }
}

/* A byte of an object that is as it was is no answer. */
static void show_part (retrace *r, const outcome_part *p) {
  term last = TERM_NONE;
  show_before (r, p);
  for (uint32_t i = 0; p->symbol && i < p->n; i++) {
    term t = p->symbol[i].term;
    if (!t.id || term_eq (t, SYMBYTE_UNSET) || term_eq (t, last) ||
        term_has_unset (r->terms, t) ||
        (p->was_symbol && term_eq (t, p->was_symbol[i].term)))
      continue;
    last = t;
    show_term (r, t);
  }
}

static void show_outcome (retrace *r, const outcome *o) {
  map_clear (&r->shown);
  map_clear (&r->seen);
  for (uint32_t i = 0; i < o->n; i++)
    if (o->part[i].what != OUTCOME_END)
      show_part (r, o->part + i);
}

static bool is_input_of (const char *input, const char *of) {
  size_t n = strlen (of);
  return !strncmp (input, of, n) &&
         (!input[n] || input[n] == '.' || input[n] == '[');
}

/* Its first number, where it has several. */
static void show_input (retrace *r, const symbolic *in, const testinput *from) {
  datatype type = testcase_type (r->test, from);
  uint64_t n = type.kind == DATATYPE_ARRAY ? type.of->size : in->size, at = 0;
  for (uint32_t k = 0; k < in->n_parts && at < n; at += in->width[k++]) {
    uint64_t some = n - at < in->width[k] ? n - at : in->width[k];
    show_bytes (r, in->part[k], 0, (unsigned) (8 * some - 1));
  }
}

/* Can a test say all of it? */
static bool is_plain (const datatype *s) {
  bool is_good = s->kind != DATATYPE_POINTER;
  if (s->kind == DATATYPE_ARRAY)
    return is_plain (s->of);
  for (uint32_t i = 0; s->kind == DATATYPE_STRUCT && i < s->n && is_good; i++)
    is_good = !s->member[i].bits && is_plain (s->member[i].type);
  return is_good;
}

/* The innermost object that an input is in, or NULL. */
static const named_type *object_of (const testcase *t, const char *input) {
  const named_type *best = NULL;
  for (size_t i = 0; t->types && i < t->types->objects.len; i++) {
    const named_type *o = t->types->objects.data + i;
    if (is_input_of (input, o->name) &&
        (!best || strlen (o->name) > strlen (best->name)))
      best = o;
  }
  return best;
}

/* What other paths overwrite, and this one must not, is no zero before. */
static void show_untouched (retrace *r, const map *written) {
  const testcase *t = r->test;
  for (uint32_t i = 0; i < t->n_inputs; i++) {
    const named_type *o = object_of (t, t->input[i].name);
    if (o && is_plain (o->type) &&
        map_get (written, behaviour_part (OUTCOME_ARGUMENT, o->name), 0))
      show_input (r, r->now->symbolics.data + i, t->input + i);
  }
}

/* Constraints grow by boundaries, so they are looked at each time. */
static reaching reaching_of (retrace *r) {
  return (reaching) {.mem = r->mem,
                     .terms = r->terms,
                     .evaluator = r->evaluator,
                     .n_constraints = r->constraints.len,
                     .constraint = r->constraints.data,
                     .leaf = r->friendly.leaves.data,
                     .n = r->friendly.numbers.len,
                     .number = r->friendly.numbers.data,
                     .values = r->values,
                     .tries = MAX_TRIES};
}

static void improve (retrace *r, const state *s) {
  knowledge *k = knowledge_new (r->knowing);
  for (size_t i = 0; i < r->constraints.len; i++)
    knowledge_add (k, r->constraints.data[i], r->values);
  friendly_inputs_settle (&r->friendly, s, k, false);
  model_clear (r->values);
  for (size_t i = 0; i < s->symbolics.len; i++) {
    const symbolic *in = s->symbolics.data + i;
    for (uint32_t j = 0; j < in->n_parts; j++)
      model_set (r->values, in->part[j], knowledge_input (k, in->part[j]));
  }
  knowledge_free (k);
}

static bool take_step (retrace *r, const boundary_step *s) {
  reaching f = reaching_of (r);
  bool is_taken = reach (&f, s->holds, s->x, s->y);
  if (is_taken)
    demand (r, s->holds);
  return is_taken;
}

/* All steps, or none. */
static bool meet (retrace *r, const boundary *b) {
  size_t before = r->constraints.len;
  unsigned n = 0;
  model *values = model_new (r->mem, r->terms);
  model_copy (values, r->values);
  while (n < b->n && take_step (r, b->step + n))
    n++;
  if (n < b->n) {
    r->constraints.len = before;
    model_copy (r->values, values);
  }
  model_free (values);
  return n == b->n;
}

static void find_boundaries (retrace *r, boundaries *out) {
  friendly_inputs_all (&r->friendly, r->now);
  reaching f = reaching_of (r);
  boundaries_of_path (out, &f, r->decisions.len, r->decisions.data);
  boundaries_of_answer (out, &f, &r->answer);
}

static bool is_at (retrace *r, const boundary *b) {
  unsigned n = 0;
  evaluator_start (r->evaluator, r->values);
  while (n < b->n && evaluator_holds (r->evaluator, b->step[n].holds))
    n++;
  return n == b->n;
}

void retrace_note_met (retrace *r, map *met) {
  boundaries all = {0};
  find_boundaries (r, &all);
  for (size_t i = 0; i < all.len; i++)
    if (is_at (r, all.data + i))
      map_put (met, all.data[i].key, 1);
  vec_release (r->mem, &all);
}

static unsigned meet_boundaries (retrace *r, map *met, bool *is_more) {
  unsigned n = 0;
  boundaries all = {0};
  find_boundaries (r, &all);
  r->pivot = TERM_NONE;
  for (size_t i = 0; i < all.len; i++) {
    const boundary *b = all.data + i;
    if (map_get (met, b->key, 0))
      continue;
    if (!meet (r, b)) {
      *is_more |= n > 0;
      continue;
    }
    map_put (met, b->key, 1);
    r->pivot = b->step[0].holds;
    n++;
  }
  vec_release (r->mem, &all);
  return n;
}

/* The test with these values. */
static void take_values (retrace *r, const state *s, testcase *out) {
  vec_clear (&r->bytes);
  vec_clear (&r->inputs);
  for (size_t i = 0; i < s->symbolics.len; i++) {
    const symbolic *in = s->symbolics.data + i;
    for (uint32_t k = 0; k < in->n_parts; k++) {
      uint64_t v = model_get (r->values, in->part[k]);
      for (uint8_t b = 0; b < in->width[k]; b++)
        vec_push (r->mem, &r->bytes, (char) (v >> 8 * b));
    }
  }
  const uint8_t *at = (const uint8_t *) r->bytes.data;
  *out = *r->test;
  for (size_t i = 0; i < out->n_inputs; i++) {
    testinput in = out->input[i];
    in.bytes = at;
    at += in.size;
    vec_push (r->mem, &r->inputs, in);
  }
  out->input = r->inputs.data;
}

static bool is_same_path (const retrace *r, const state *s) {
  const end_record *e = &r->test->end;
  bool is_same =
      s->symbolics.len == r->test->n_inputs && s->end.kind == e->kind &&
      s->end.fault == e->fault &&
      (s->end.status == e->status || !term_eq (s->end.code, TERM_NONE));
  for (size_t i = 0; is_same && i < s->symbolics.len; i++)
    is_same = s->symbolics.data[i].size == r->test->input[i].size;
  return is_same;
}

static uint64_t value_now (void *owner, term t) {
  retrace *r = owner;
  return evaluator_value (r->evaluator, t);
}

/* Digests. */

static void mix (uint64_t *key, uint64_t with) {
  *key = hash128_of (*key, with).lo;
}

static void mix_part (retrace *r, const outcome_part *p, uint64_t *key) {
  mix (key, p->what);
  mix (key, hash_bytes (p->name, strlen (p->name)).lo);
  mix (key, p->size * 2 + p->is_freed);
  for (uint32_t i = 0; i < p->n; i++) {
    const symbyte *s = p->symbol ? p->symbol + i : NULL;
    if (!s || !s->term.id)
      mix (key, p->bytes[i]);
    else if (!term_eq (s->term, SYMBYTE_UNSET))
      mix (key, term_hash (r->terms, s->term).lo + s->k);
  }
  for (uint32_t i = 0; i < p->n_pointers; i++) {
    const outcome_pointer *x = p->pointer + i;
    mix (key, x->at * 8 + x->kind);
    mix (key, (uint64_t) x->offset);
    mix (key, hash_bytes (x->name, strlen (x->name)).lo);
  }
}

static void mix_type (const datatype *s, uint64_t *key) {
  mix (key, s ? s->size : 0);
  mix (key, s ? hash_bytes (s->name, strlen (s->name)).lo : 0);
}

/* A test is written for these parameters. */
static uint64_t signature_of (const retrace *r) {
  const datatypes *t = r->test->types;
  uint64_t key = 0;
  mix_type (t ? t->result : NULL, &key);
  for (size_t i = 0; t && i < t->params.len; i++)
    mix_type (t->params.data[i].type, &key);
  return key;
}

static void make_digests (retrace *r, const state *s, retraced *out) {
  uint64_t path = signature_of (r);
  uint64_t answer = hash128_of (s->end.kind, s->end.fault).lo;
  for (size_t i = 0; i < r->constraints.len; i++)
    mix (&path, term_hash (r->terms, r->constraints.data[i]).lo);
  for (uint32_t i = 0; i < r->answer.n; i++)
    mix_part (r, r->answer.part + i, &answer);
  out->path = (uint32_t) path;
  out->answer = (uint32_t) answer;
}

/* Blocks of the user's functions. */
static void take_blocks (retrace *r) {
  size_t n = 0;
  program *p = machine_program (r->machine);
  vec_clear (&r->blocks);
  machine_take_blocks (r->machine, r->mem, &r->blocks);
  for (size_t i = 0; i < r->blocks.len; i++) {
    uint32_t index = r->blocks.data[i] / 4, owner;
    if (index & MACHINE_GLOBAL)
      continue;
    program_block (p, index, &owner);
    if (program_function (p, owner)->is_users)
      r->blocks.data[n++] = r->blocks.data[i];
  }
  r->blocks.len = n;
}

static void follow (retrace *r, const testcase *t, uint64_t deadline) {
  drop_last (r);
  r->test = t;
  r->n_filled = 0;
  r->friendly.types = t->types;
  vec_clear (&r->constraints);
  vec_clear (&r->decisions);
  model_clear (r->values);
  take_blocks (r); /* of before */
  state *s = r->now = machine_fork (r->machine, r->start, t->number);
  while (machine_run (r->machine, s, FUEL) == STOP_FUEL)
    if (clock_now () >= deadline)
      break;
  fill_values (r, s);
  take_blocks (r);
}

/* What is known on both sides. A byte that was never written may be kept as
 * any.
 */
static bool may_be_same (const outcome_part *a, const outcome_part *b) {
  if (a->what != b->what || a->size != b->size || a->n != b->n ||
      strcmp (a->name, b->name))
    return false;
  for (uint32_t i = 0; i < a->n; i++)
    if (outcome_is_known (a, i) && outcome_is_known (b, i) &&
        a->bytes[i] != b->bytes[i])
      return false;
  return true;
}

static bool answers_so (const outcome *now, const testcase *t) {
  outcome whole = *now;
  whole.n--; /* the end */
  bool is_same = whole.n == t->outcome.n;
  for (uint32_t i = 0; i < whole.n && is_same; i++)
    is_same = may_be_same (whole.part + i, t->outcome.part + i);
  return is_same || outcome_is_same (&whole, &t->outcome);
}

static void answer_with_values (retrace *r, outcome *out) {
  evaluator_start (r->evaluator, r->values);
  outcome_capture (r->machine, r->now, r, value_now, &r->arena, out);
}

static void capture (retrace *r, retraced *out) {
  arena_reset (&r->arena);
  outcome_capture (r->machine, r->now, NULL, NULL, &r->arena, &r->answer);
  make_digests (r, r->now, out);
  answer_with_values (r, &out->outcome);
}

void retrace_follow (retrace *r, const testcase *t, uint64_t deadline,
                     retraced *out) {
  follow (r, t, deadline);
  *out = (retraced) {.test = *t, .is_same = is_same_path (r, r->now)};
  out->is_lost = r->now->end.kind != END_EXIT && r->now->end.kind != END_FAULT;
  if (!out->is_same)
    return;
  capture (r, out);
  out->answers_so = answers_so (&out->outcome, t);
}

/* The test that is tried, with the inputs that its path asked for. */
static void ask_again (retrace *r, const state *s) {
  testcase with;
  vec_clear (&r->asked);
  for (size_t i = 0; i < s->symbolics.len; i++) {
    const symbolic *in = s->symbolics.data + i;
    vec_push (r->mem, &r->asked,
              (testinput) {in->name, (uint8_t) in->what, in->size, NULL});
  }
  r->tried.input = r->asked.data;
  r->tried.n_inputs = (uint32_t) r->asked.len;
  r->test = &r->tried;
  take_values (r, s, &with);
  for (size_t i = 0; i < r->asked.len; i++)
    r->asked.data[i].bytes = with.input[i].bytes;
}

bool retrace_try (retrace *r, const testcase *t, uint64_t deadline,
                  retraced *out) {
  r->tried = *t;
  follow (r, t, deadline);
  const state *s = r->now;
  r->tried.end = (end_record) {
      .kind = s->end.kind, .fault = s->end.fault, .status = s->end.status};
  ask_again (r, s);
  r->pivot = TERM_NONE;
  *out = (retraced) {.test = r->tried};
  out->is_lost = s->end.kind != END_EXIT && s->end.kind != END_FAULT;
  out->is_same = !out->is_lost && is_same_path (r, s);
  if (out->is_same)
    capture (r, out);
  return out->is_same;
}

bool retrace_is_computed (retrace *r) {
  show_outcome (r, &r->answer);
  return r->shown.len;
}

/* The value of a byte; false: it has none, or nobody knows. */
static bool byte_now (retrace *r, const uint8_t *bytes, const symbyte *symbol,
                      uint32_t i, uint8_t *out) {
  term t = symbol ? symbol[i].term : TERM_NONE;
  *out = bytes[i];
  if (!t.id)
    return true;
  if (term_eq (t, SYMBYTE_UNSET) || term_has_unset (r->terms, t) ||
      !sort_is_bv (term_sort (r->terms, t)) || term_width (r->terms, t) > 64)
    return false;
  *out = (uint8_t) (evaluator_value (r->evaluator, t) >> 8 * symbol[i].k);
  return true;
}

/* Bits that are others than at the call. */
static uint64_t count_changed (void *owner) {
  retrace *r = owner;
  uint64_t n = 0;
  evaluator_start (r->evaluator, r->values);
  for (uint32_t k = 0; k < r->answer.n; k++) {
    const outcome_part *p = r->answer.part + k;
    uint8_t now, was;
    for (uint32_t i = 0; p->was && i < p->n; i++)
      if (byte_now (r, p->bytes, p->symbol, i, &now) &&
          byte_now (r, p->was, p->was_symbol, i, &was))
        n += (unsigned) __builtin_popcount (now ^ was);
  }
  return n;
}

/* A member that the path does not look at is null, which is less to read,
 * unless the function answers with it: that tells more if it is not.
 */
static void try_null (retrace *r, const state *s, term choice) {
  uint64_t was = model_get (r->values, choice);
  bool is_good = true;
  model_set (r->values, choice, !map_get (&r->shown, choice.id, 0));
  for (size_t i = 0; is_good && i < r->constraints.len; i++)
    is_good = retrace_holds (r, s, r->constraints.data[i]);
  if (!is_good)
    model_set (r->values, choice, was);
}

/* What is preferred holds, if it does, or can do so. */
static void hold_preferred (retrace *r, term preferred) {
  const retraced_decision d = {.guard = preferred, .site = 1};
  boundaries all = {0};
  if (retrace_holds (r, r->now, preferred)) {
    demand (r, preferred);
    return;
  }
  friendly_inputs_all (&r->friendly, r->now);
  reaching f = reaching_of (r);
  boundaries_of_path (&all, &f, 1, &d);
  for (size_t i = 0; i < all.len && !meet (r, all.data + i); i++)
    ;
  vec_release (r->mem, &all);
}

/* Which pointers are null or the same is for the path to say; and an error
 * stays one of the function if what it is given is as preferred.
 */
static void hold_choices (retrace *r, bool is_ordinary) {
  const state *s = r->now;
  const char *about;
  for (uint32_t i = 0; i < r->test->n_inputs; i++) {
    const symbolic *in = s->symbolics.data + i;
    bool is_choice =
        choices_are (r->test->input + i, &about) && in->n_parts == 1;
    if (is_choice && strchr (about, '.') && !strchr (about, '='))
      try_null (r, s, in->part[0]);
    if (is_choice)
      demand (r, term_equal (r->terms, in->part[0],
                             term_bv (r->terms, 8 * in->width[0],
                                      model_get (r->values, in->part[0]))));
  }
  is_ordinary |= r->test->end.kind == END_FAULT;
  for (size_t i = 0; is_ordinary && i < s->preferred.len; i++)
    hold_preferred (r, s->preferred.data[i]);
}

unsigned retrace_improve (retrace *r, map *met, const map *written,
                          bool is_ordinary, bool *is_more, retraced *out) {
  unsigned n = 0;
  assert (out->is_same && r->test);
  retrace_is_computed (r);
  if (r->test->end.kind == END_EXIT)
    show_untouched (r, written);
  *is_more = false;
  r->pivot = TERM_NONE;
  hold_choices (r, is_ordinary);
  improve (r, r->now);
  if (met && r->test->end.kind == END_EXIT) { /* from small values */
    n = meet_boundaries (r, met, is_more);
    improve (r, r->now);
  }
  friendly_inputs_all (&r->friendly, r->now);
  reaching f = reaching_of (r);
  reach_telling (&f);
  reach_changed (&f, r, count_changed);
  take_values (r, r->now, &out->test);
  answer_with_values (r, &out->outcome);
  return n;
}

const outcome *retrace_answer (const retrace *r) { return &r->answer; }
const u32_vec *retrace_blocks (const retrace *r) { return &r->blocks; }
term retrace_pivot (const retrace *r) { return r->pivot; }
const terms *retrace_terms (const retrace *r) { return r->terms; }

const retraced_decision *retrace_decisions (const retrace *r, size_t *n) {
  *n = r->decisions.len;
  return r->decisions.data;
}

bool retrace_equation (retrace *r, term t, term *x, term *y) {
  friendly_inputs_all (&r->friendly, r->now);
  reaching f = reaching_of (r);
  return reach_equation (&f, t, x, y);
}

/* The bit-field of adjacent ones, or NULL. */
static const datatype_member *field_at (const datatype *s, unsigned low,
                                        unsigned bits) {
  for (uint32_t i = 0; s->kind == DATATYPE_STRUCT && i < s->n; i++)
    if (s->member[i].bits == bits && s->member[i].at == low)
      return s->member + i;
  return NULL;
}

/* They have the name of the first. */
static void put_field (memory *mem, const char *first, const char *field,
                       char_vec *out) {
  const char *dot = strrchr (first, '.');
  text_add (mem, out, first, dot ? (size_t) (dot - first) + 1 : 0);
  text_puts (mem, out, field);
}

bool retrace_leaf (const retrace *r, term leaf, unsigned low, unsigned bits,
                   memory *mem, char_vec *name, datatype *type) {
  const state *s = r->now;
  for (size_t i = 0; i < s->symbolics.len; i++) {
    const symbolic *in = s->symbolics.data + i;
    uint64_t at = low / 8, start;
    for (uint32_t k = 0; k < in->n_parts; at += in->width[k++]) {
      if (!term_eq (in->part[k], leaf))
        continue;
      datatype whole = testcase_type (r->test, r->test->input + i);
      *type = datatype_scalar_at (whole, at, &start);
      const datatype_member *field = field_at (type, low, bits);
      if (field) {
        put_field (mem, in->name, field->name, name);
        *type = *field->type;
        return true;
      }
      text_puts (mem, name, in->name);
      if (type->size && type->size < in->size)
        text_printf (mem, name, "[%llu]",
                     (unsigned long long) (start / type->size));
      return start == at &&
             (type->size * 8 == bits || type->kind == DATATYPE_BOOL);
    }
  }
  return false;
}
