#include "machine_lab.h"

#include "../test.h"
#include "machine/machine_priv.h"

#include <stdio.h>
#include <string.h>

/* The chooser. */

static lab_chooser *lab_of (chooser *c) { return (lab_chooser *) c; }

static bool holds (chooser *c, term t) {
  lab_chooser *l = lab_of (c);
  evaluator_start (l->evaluator, l->model);
  return evaluator_holds (l->evaluator, t);
}

static int choose (chooser *c, state *s, choice_kind why, uint32_t n,
                   const term *guard) {
  (void) s, (void) why;
  lab_of (c)->asked++;
  int chosen = -1;
  for (uint32_t i = 0; i < n; i++)
    if (holds (c, guard[i])) {
      CHECK_EQ (chosen, -1);
      chosen = (int) i;
    }
  CHECK (chosen >= 0);
  return chosen;
}

static bool assume (chooser *c, state *s, term t, bool *waits) {
  (void) waits;
  (void) s;
  return holds (c, t);
}

static bool value (chooser *c, state *s, term t, bool fix, const char *why,
                   uint64_t *out) {
  (void) s, (void) fix, (void) why;
  lab_chooser *l = lab_of (c);
  evaluator_start (l->evaluator, l->model);
  *out = evaluator_value (l->evaluator, t);
  return true;
}

static bool other (chooser *c, state *s, term condition, term t,
                   uint64_t *out) {
  return holds (c, condition) && value (c, s, t, false, NULL, out);
}

static void range (chooser *c, state *s, term t, uint64_t *low,
                   uint64_t *high) {
  (void) s;
  *low = 0;
  *high = word_mask (term_width (lab_of (c)->terms, t));
}

static void warn (chooser *c, state *s, const cause *why) {
  (void) s, (void) why;
  lab_of (c)->warned++;
}

/* The machine. */

static void start_machine (machine_lab *lab) {
  lab->machine = machine_new (&(machine_config) {
      .context = &lab->context,
      .terms = lab->terms,
      .chooser = &lab->follow.chooser,
  });
  lab->machine->finds_unset = false; /* tests put bytes into objects */
}

void machine_lab_init (machine_lab *lab) {
  context_init (&lab->context);
  memory *mem = &lab->context.memory;
  lab->terms = terms_new (mem);
  lab->follow = (lab_chooser) {.chooser = {.choose = choose,
                                           .assume = assume,
                                           .value = value,
                                           .other = other,
                                           .range = range,
                                           .warn = warn},
                               .terms = lab->terms,
                               .model = model_new (mem, lab->terms),
                               .evaluator = evaluator_new (mem, lab->terms)};
  start_machine (lab);
}

void machine_lab_restart (machine_lab *lab) {
  machine_free (lab->machine);
  start_machine (lab);
}

void machine_lab_release (machine_lab *lab) {
  machine_free (lab->machine);
  evaluator_free (lab->follow.evaluator);
  model_free (lab->follow.model);
  terms_free (lab->terms);
  CHECK_EQ (lab->context.memory.live, 0);
  context_release (&lab->context);
}

state *machine_lab_start (machine_lab *lab, uint32_t f) {
  return state_start_at (lab->machine, f, MACHINE_LAB_SLOT);
}

uint64_t machine_lab_value (machine_lab *lab, word v) {
  if (word_is_concrete (v))
    return v.bits;
  evaluator_start (lab->follow.evaluator, lab->follow.model);
  return evaluator_value (lab->follow.evaluator, v.term);
}

/* Code. */

void writer_init (writer *w, const char *name) {
  *w = (writer) {0};
  snprintf (w->name, sizeof w->name, "%s", name);
  memset (w->param, 64, sizeof w->param);
}

uint32_t writer_constant (writer *w, unsigned width, uint64_t bits) {
  CHECK_EQ (w->code.n_slots, w->constant.len);
  vec_push (NULL, &w->constant, (constant) {.width = width, .low = bits});
  return w->code.n_slots++;
}

uint32_t writer_params (writer *w, uint32_t n) {
  uint32_t first = w->code.n_slots;
  w->code.n_params = n;
  w->code.n_slots += n;
  return first;
}

uint32_t writer_slot (writer *w) { return w->code.n_slots++; }

uint32_t writer_add (writer *w, insn i) {
  vec_push (NULL, &w->insn, i);
  uint32_t n = (uint32_t) w->insn.len;
  vec_push (NULL, &w->place, (place) {.line = n});
  if (w->block.len) {
    w->block.data[w->block.len - 1].n++;
    w->block.data[w->block.len - 1].weight++;
  }
  return n - 1;
}

uint32_t writer_block (writer *w) {
  uint32_t index = (uint32_t) w->block.len;
  vec_push (NULL, &w->block,
            (block) {.first = (uint32_t) w->insn.len, .index = index});
  uint32_t pc = writer_add (w, (insn) {.op = OP_BLOCK, .a = index});
  w->block.data[index].weight = 0;
  return pc;
}

uint32_t writer_pool (writer *w, uint32_t n, const uint32_t *item) {
  uint32_t first = (uint32_t) w->pool.len;
  for (uint32_t i = 0; i < n; i++)
    vec_push (NULL, &w->pool, item[i]);
  vec_push (NULL, &w->pool, 0); /* a call through a pointer: no floats */
  return first;
}

uint32_t writer_finish (writer *w, machine_lab *lab) {
  machine *m = lab->machine;
  uint32_t number = m->n_functions;
  for (size_t i = 0; i < w->block.len; i++)
    w->block.data[i].index += m->n_blocks;
  code *c = &w->code;
  c->function = number;
  c->n_insns = (uint32_t) w->insn.len;
  c->n_constants = (uint32_t) w->constant.len;
  c->n_blocks = (uint32_t) w->block.len;
  c->insn = w->insn.data;
  c->place = w->place.data;
  c->pool = w->pool.data;
  c->constant = w->constant.data;
  c->param = w->param;
  c->switches = w->switches;
  c->block = w->block.data;
  w->function = (function) {.name = w->name,
                            .address = address_of_slot (number + 1),
                            .has_body = true,
                            .is_vararg = c->is_vararg,
                            .n_results = 1,
                            .n_params = c->n_params,
                            .param = c->param};
  machine_add_function (m, &w->function, c);
  return number;
}

void writer_release (writer *w) {
  vec_release (NULL, &w->insn);
  vec_release (NULL, &w->constant);
  vec_release (NULL, &w->block);
  vec_release (NULL, &w->place);
  vec_release (NULL, &w->pool);
}
