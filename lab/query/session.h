#pragma once

/* An SMT-LIB session: obeys commands (term/smt_read.h) and gives the
 * responses of the standard. Queries go through the ladder.
 */

#include "lab/query/query_ladder.h"
#include "lab/query/smt_read.h"

typedef enum session_step {
  SESSION_GO,    /* obeyed */
  SESSION_ERROR, /* refused; the response says why */
  SESSION_EXIT   /* (exit) */
} session_step;

typedef struct session session;

/* All are borrowed; the store may be NULL. */
session *session_new (context *, terms *, store *);
void session_free (session *);

/* Obey one command. The response, if any, is appended as whole lines. */
session_step session_obey (session *, const smt_command *, char_vec *out);

/* The verdicts so far, in order. */
typedef VEC (verdict) verdict_vec;
const verdict_vec *session_verdicts (const session *);

/* From a signal handler: end the running query. */
void session_interrupt (session *);
