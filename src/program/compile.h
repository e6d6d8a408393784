#pragma once

/* C to bitcode, by clang.
 *
 * The compiler is $REPRISE_CLANG, else clang-19, else clang. Code is compiled
 * as it is written (-O0) and not marked as untouchable (optnone), unless
 * flags say otherwise. Warnings are not shown; errors are, as clang says them.
 */

#include "program/command.h"
#include "program/database.h"
#include "program/program.h"

/* As a database says that was read before. */
typedef struct compile_unit {
  const database *database;
  const database_entry *entry; /* NULL: none */
} compile_unit;

/* Appends the bitcode of the input. */
status compile (const program_config *, char_vec *bitcode, trouble *);

/* The same source in a form that has the types of functions that are only
 * declared, and is good for nothing else.
 */
status compile_types (const program_config *, char_vec *bitcode, trouble *);

/* For other questions about the input: the command line of its compilation,
 * but with 'flags' (NULL-terminated) in front instead of those that ask for
 * bitcode. The command is initialised by the caller, who runs it with
 * 'compile_run', where a missing compiler is replaced by another one.
 */
status compile_command (const program_config *, const char *const *flags,
                        command *, trouble *);
status compile_run (command *, char_vec *out, char_vec *messages,
                    bool *succeeded, trouble *);

/* The paths of the programs that may be the compiler, as PATH is now: appends
 * them, one a line.
 */
void compile_list_compilers (memory *, char_vec *out);
