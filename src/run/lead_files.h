#pragma once

/* Inputs that somebody has, a fuzzer's corpus: each file of a directory is what
 * the program reads. Their paths come before all others (explore/leads.h).
 */

#include "context/context.h"
#include "explore/leads.h"

typedef struct lead_files {
  memory *mem;
  arena bytes;
  VEC (lead) all;
} lead_files;

/* Those of --seeds, by name. The same bytes are there as standard input, as the
 * first symbolic file and as what a fuzzer's harness gets; of too many, the
 * first.
 */
status lead_files_read (context *, lead_files *);
void lead_files_release (lead_files *);
