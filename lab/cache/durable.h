#pragma once

/* A published cache that outlives the run, as the papers have it: what it is
 * told goes to STORE/published/NAME, and a new one is first told all that is
 * there, in the same order. So it is the cache that the last run ended with,
 * whatever it is made of.
 *
 * A record is the problem as it was written, its answer and its model
 * (lab/cache/term_bytes.h), with a checksum, and for UNSAT a tag under the
 * secret of the store: --trust decides about it as about proofs. Models are
 * evaluated by the ladder, as always. A file of another version, and what
 * follows a damaged record, counts as not there and is dropped by who may
 * write.
 *
 * Records are appended one by one under a lock, so several processes may use
 * one file; each knows what was there when it began (law 3).
 */

#include "reuse/rung.h"

/* Owns the cache. Without a store, or with one that is no directory, the cache
 * itself. --store-mode decides whether anything is written.
 */
rung *rung_new_durable (const rung_site *, const char *name, rung *cache);
