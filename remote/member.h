#pragma once

/* A member of a fleet: takes units, explores each in a process of its own, and
 * gives back what it found and what is left. It stops a unit when another
 * member waits, and notes every second what it has, so that no more is lost
 * with it.
 */

#include "remote/exchange.h"
#include "run/run.h"

#include <signal.h>

/* What files with tries are called, everywhere. */
#define PIECE "piece"

/* Was the process told to end? It is listened for from 'begin' on. */
typedef struct ending_wish {
  volatile sig_atomic_t is_told;
  void (*begin) (void);
} ending_wish;

typedef struct member_config {
  context *context;
  const ending_wish *wish;
  exchange *exchange;
  /* Of who leads: the program of the run, and what is asked of it. NULL: it
   * comes from the exchange, with the run.
   */
  program *program;
  const run_request *request;
  const char *directory; /* of its own, for files */
} member_config;

/* Works until the process is told to end (SIGTERM), or, of who leads, until its
 * run is over. Returns how many units it has finished.
 */
uint64_t member_work (const member_config *);

/* What is said of a run to members that do not have its program. */
void member_describe (context *, const run_request *, const blob *bitcode,
                      char_vec *out);
