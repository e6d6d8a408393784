#pragma once

/* Audits: is a stored proof true?
 *
 * The form is decoded over variables of the auditor's own, without trust. A
 * model is evaluated; UNSAT is proved again, a count counted. Nothing of this
 * is needed for reuse: it is for 'reprise store verify' and 'import'.
 */

#include "store/proof.h"

typedef enum audit {
  AUDIT_TRUE,
  AUDIT_FALSE,     /* the model does not hold, or there is one for UNSAT */
  AUDIT_OPEN,      /* not proved in time, or the proof says unknown */
  AUDIT_MALFORMED, /* the form cannot be read, or is of another version */
} audit;

typedef struct auditor auditor;

/* 'timeout' for each proof in ns, 0 = none. */
auditor *auditor_new (memory *, uint64_t timeout);
void auditor_free (auditor *);

/* 'prove': also prove UNSAT and count again, which are AUDIT_OPEN otherwise. */
audit auditor_check (auditor *, const proof *, bool prove);

/* Where a proof of unknown origin shall be listed: by shape alone, as names
 * are not known. 0 if the form cannot be read.
 */
size_t auditor_list (auditor *, const proof *, listing out[LISTINGS_MAX]);

/* The problem as SMT-LIB, appended; false if the form cannot be read. */
bool auditor_write (auditor *, const proof *, char_vec *out);
