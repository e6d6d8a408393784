#pragma once

/* Types of debug info as datatypes, which need no LLVM. */

#include "program/ctype.h"
#include "program/datatype.h"
#include "program/module.h"

typedef struct describing {
  datatypes *types;
  map known; /* node of LLVM -> number of its datatype, plus 1 */
} describing;

void describing_init (describing *, datatypes *);
void describing_release (describing *);

/* Never NULL. */
const datatype *describe (describing *, ctype);

/* What a function of this type looks like, as a name: "int @ (int a1, ...)";
 * "" where C cannot say it so.
 */
const datatype *describe_called (describing *, ctype function);

/* Adjacent bit-fields, whose first begins at this bit, as a struct of their
 * own.
 */
const datatype *describe_bit_fields (describing *, size_t n,
                                     const ctype_member *, uint64_t first);

/* Names and types of what the program makes symbolic: before anything is
 * optimised away.
 */
void describe_inputs (const program_config *, module *);

/* Variables of the program and what its result leads to: objects. */
void describe_answers (module *);
