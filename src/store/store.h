#pragma once

/* The proof store: one interface, LMDB in a directory or a Redis server.
 *
 * Reads are immediate; writes are gathered and committed together, at the
 * latest a second after they were given (law 4), and by store_flush. A store
 * that is damaged, cannot be written or goes away costs time, never a wrong
 * answer: lookups miss, one message says so.
 *
 * Whom to believe. A model is evaluated by whoever uses it, so SAT needs no
 * trust and gets no tag. UNSAT and unknown do: a false one hides paths. Each
 * store has a secret of its own, 32 random bytes in a file that only the user
 * may read; what a run on the store proves is tagged under it (codec.h). So
 * 'own' also holds for a store whose records others could write, as long as
 * they cannot read the secret: copied, imported and forged records are not own.
 * Whoever reads the secret, or the key file under 'signed', is believed.
 *
 * Pointers of a proof that was found live until the next call on the store.
 * A store belongs to one thread; it has another one inside that writes. A
 * fork is announced, and the child says when it is there.
 */

#include "context/context.h"
#include "store/proof.h"

typedef struct store_config {
  memory *mem;
  const logger *log;
  const char *place; /* directory, or redis://[user:password@]host:port/db */
  store_mode mode;
  store_trust trust;
  const char *key_file; /* of signatures, or NULL */
  uint64_t max_size;    /* bytes, 0 = none; then the least useful go */
} store_config;

/* Where there is none: the directory that holds the memory of a project. */
#define STORE_DEFAULT_PLACE ".reprise"

/* For commands that keep a store unless told otherwise. */
void store_choose_default (context *);

/* As the options say, which must outlive it; false when --store is absent or
 * "none".
 */
bool store_config_init (store_config *, memory *, const logger *,
                        const options *);

bool store_is_server (const char *place); /* or meant to be one */

/* The part that may be shown: without user and password. */
const char *store_place_public (const char *place);

typedef struct store store;

typedef struct store_stat {
  uint64_t proofs, sat, unsat, unknown, counted;
  uint64_t bytes;                 /* on disk or in Redis, about */
  uint64_t hits, misses, refused; /* of this process */
  uint64_t damaged;               /* records that are none, of all */
  uint64_t own, is_signed;        /* proofs with a tag or signature, of all */
  uint64_t pending;               /* writes not yet committed */
  uint64_t lost;                  /* writes that failed, of this process */
  unsigned version;               /* of the format */
} store_stat;

/* ST_NOFILE, ST_NOWRITE, ST_CORRUPT, ST_VERSION with a sentence. */
status store_open (const store_config *, trouble *, store **out);

/* As the options say: ST_OK and NULL where they ask for no store. */
status store_open_chosen (context *, trouble *, store **out);
void store_close (store *); /* flushes; NULL is allowed */

/* Around a fork. The child opens the store anew, under the same pointer; what
 * was put and is not committed yet is left to the parent.
 */
void store_before_fork (store *);
void store_after_fork (store *);          /* in the parent */
status store_reopen (store *, trouble *); /* in the child */

/* Is there a believable answer to this form? */
bool store_find (store *, const form *, proof *out);

/* This form may be looked for soon: it goes along with the next lookup, if
 * lookups are far enough away that it matters.
 */
bool store_is_far (const store *);
void store_expect (store *, const form *);

/* Proofs of other runs that were listed under a label when they were put, the
 * newest first. What this run put is not among them: when it is committed
 * depends on the clock, and answers must not. 0 for a store without lists. The
 * proof of an entry is believable, and may be another one.
 */
bool store_has_lists (const store *);
size_t store_list (store *, listing_kind, uint64_t label, size_t max,
                   listing *out);
bool store_find_listed (store *, const listing *, proof *out);

status store_put (store *, const proof *);
status store_flush (store *);

/* All proofs, in the order of their digests, pending ones committed first;
 * the function may end it by returning false, and must not call the store.
 */
typedef bool proof_function (void *state, const proof *);
status store_each (store *, proof_function *, void *state);

/* Looks at every record. */
void store_get_stat (store *, store_stat *);
status store_gc (store *, uint64_t max_size, uint64_t *dropped);

/* The rung that looks into the store and writes what is learned. */
rung *rung_new_stored (const rung_site *);
