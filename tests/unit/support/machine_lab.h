#ifndef UNIT_SUPPORT_MACHINE_LAB_H
#define UNIT_SUPPORT_MACHINE_LAB_H

/* A machine without a program, for code that tests write by hand.
 *
 * The chooser knows one model and follows it: of alternatives it takes the
 * one that holds there. So a path with symbolic inputs does what the path
 * with the model's values does, which is what tests compare.
 */

#include "machine/machine_priv.h"
#include "term/eval.h"
#include "term/model.h"

#define MACHINE_LAB_SLOT 64 /* of the first object */

typedef struct lab_chooser {
  chooser chooser; /* first */
  terms *terms;
  model *model;
  evaluator *evaluator;
  uint64_t asked, warned;
} lab_chooser;

typedef struct machine_lab {
  context context;
  terms *terms;
  lab_chooser follow;
  machine *machine;
} machine_lab;

void machine_lab_init (machine_lab *);
void machine_lab_release (machine_lab *); /* the account must be at zero */

/* After options were changed: the machine anew, with no functions. */
void machine_lab_restart (machine_lab *);

/* Code being written. Slots: constants, parameters, then results. */
typedef struct writer {
  VEC (insn) insn;
  VEC (constant) constant;
  VEC (block) block;
  VEC (place) place;
  u32_vec pool;
  uint8_t param[16];
  switching switches[2];
  code code;
  function function;
  char name[16];
} writer;

/* Parameters are 64 bits wide unless 'param' is changed before the code is
 * given away. All constants are to be made before the first other slot.
 */
void writer_init (writer *, const char *name);
uint32_t writer_constant (writer *, unsigned width, uint64_t bits);
uint32_t writer_params (writer *, uint32_t n); /* the first of them */
uint32_t writer_slot (writer *);               /* a fresh one */
uint32_t writer_block (writer *);              /* its pc */
uint32_t writer_add (writer *, insn);          /* its pc */
uint32_t writer_pool (writer *, uint32_t n, const uint32_t *);

/* The function gets the next number, which is returned. The writer must live
 * as long as the machine.
 */
uint32_t writer_finish (writer *, machine_lab *);
void writer_release (writer *);

state *machine_lab_start (machine_lab *, uint32_t function);

/* The value of a word of w bits under the model. */
uint64_t machine_lab_value (machine_lab *, word);

#endif
