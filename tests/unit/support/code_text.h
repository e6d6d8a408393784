#ifndef SUPPORT_CODE_TEXT_H
#define SUPPORT_CODE_TEXT_H

/* Code as text. */

#include "base/vec.h"
#include "program/program.h"

/* One line per instruction; 'program' gives names and may be NULL. */
void code_print (const code *, const program *, memory *, char_vec *out);

#endif
