#ifndef PROGRAM_CODE_TEXT_H
#define PROGRAM_CODE_TEXT_H

/* Code looked at from outside: as text, and checked. */

#include "base/vec.h"
#include "program/program.h"

/* What an operand field of an operation is. */
typedef enum operand {
  OPERAND_NONE,
  OPERAND_SLOT,
  OPERAND_IMM,
  OPERAND_PC,
  OPERAND_POOL,
  OPERAND_FUNCTION, /* imm: function of the program */
  OPERAND_SWITCH,   /* imm: index of code.switches */
  OPERAND_TEXT,     /* imm: index of code.texts */
  OPERAND_LAYOUT    /* imm: index of code.layouts + 1, or 0 */
} operand;

typedef struct op_operands {
  uint8_t dst, a, b, c; /* operand */
} op_operands;

op_operands op_operands_of (op);

/* One line per instruction; 'program' gives names and may be NULL. */
void code_print (const code *, const program *, memory *, char_vec *out);

/* Every operand is inside of what it refers to. */
bool code_is_valid (const code *);

#endif
