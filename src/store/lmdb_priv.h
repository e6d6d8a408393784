#pragma once

/* Shared by the files of the LMDB vault: lmdb.c and lmdb_*.c. */

#include "store/codec.h"

#include <lmdb.h>
#include <setjmp.h>

typedef struct lmdb {
  vault base;
  memory *mem;
  MDB_env *env;
  MDB_dbi dbi;
  MDB_txn *reader; /* kept, and renewed for each lookup */
  MDB_txn *writer; /* while there is one */
  int lock;        /* file "writer", -1 in the read-only modes */
  size_t copy_cap;
  uint8_t *copy; /* of the record found last; malloc */
  char *secret;  /* path; malloc */
  jmp_buf escape;
  bool is_broken;
} lmdb;

#define LMDB_VERSION_KEY "reprise"

status lmdb_status (int rc);
status lmdb_explain (trouble *, int rc, const char *what);
status lmdb_broken (trouble *);

/* The environment, checked, with a reader (lmdb_open.c). */
status lmdb_start (lmdb *, const store_config *, trouble *);
void lmdb_stop (lmdb *);
char *lmdb_path (const char *directory, const char *name); /* malloc */

/* One write transaction under the lock of writers, again with a larger map
 * while that is full. The body uses v->writer and returns what LMDB does.
 */
typedef int lmdb_body (lmdb *, const void *state);
status lmdb_transact (lmdb *, lmdb_body *, const void *state, trouble *);

/* A snapshot for lookups; ended by mdb_txn_reset (v->reader). */
int lmdb_renew (lmdb *);

/* A snapshot of its own, beside the reader. */
int lmdb_begin_reading (lmdb *, MDB_txn **out);

/* Into v->copy; false when it is too large. */
bool lmdb_copy (lmdb *, MDB_val);

status lmdb_each (vault *, record_function *, void *state, trouble *);
size_t lmdb_used_size (lmdb *);

/* Eviction (lmdb_gc.c). */
status lmdb_gc (vault *, uint64_t max_size, uint64_t *dropped, trouble *);

/* Lists (lmdb_list.c). */

int lmdb_put_listings (lmdb *, const change *);
size_t lmdb_list (vault *, uint8_t kind, uint64_t label, size_t max,
                  listing *out, trouble *);
bool lmdb_find_listed (vault *, uint64_t digest, trouble *, proof_record *out);

/* Drop what is listed and not there any more. */
status lmdb_sweep (lmdb *, trouble *);
