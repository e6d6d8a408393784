/* Eviction: the least useful records go, and what is listed of them. */

#include "store/lmdb_priv.h"

#include <time.h>

#define GC_BATCH 10000

typedef struct gc_candidate {
  uint64_t usefulness;
  uint32_t size;
  record_key key;
} gc_candidate;

typedef struct gc_census {
  uint64_t now, total;
  VEC (gc_candidate) candidates;
} gc_census;

static bool count_candidate (void *state, const proof_record *r) {
  gc_census *c = state;
  uint64_t worth = record_usefulness (r->data, r->size, c->now);
  vec_push (NULL, &c->candidates,
            (gc_candidate) {worth, (uint32_t) r->size, r->key});
  c->total += r->size;
  return true;
}

static int by_usefulness (const void *a, const void *b) {
  const gc_candidate *x = a, *y = b;
  if (x->usefulness != y->usefulness)
    return x->usefulness < y->usefulness ? -1 : 1;
  return memcmp (&x->key, &y->key, sizeof x->key);
}

typedef struct gc_batch {
  size_t n;
  const gc_candidate *candidate;
} gc_batch;

static int drop_some (lmdb *v, const void *state) {
  const gc_batch *b = state;
  int rc = 0;
  for (size_t i = 0; i < b->n && !rc; i++) {
    MDB_val key = {RECORD_KEY_SIZE, (void *) b->candidate[i].key.byte};
    rc = mdb_del (v->writer, v->dbi, &key, NULL);
    rc = rc == MDB_NOTFOUND ? 0 : rc;
  }
  return rc;
}

/* How many of the least useful must go, so that the rest takes 'share' of
 * the bytes that records have.
 */
static size_t count_drops (const gc_census *c, double share) {
  double goal = (double) c->total * (1 - share), sum = 0;
  size_t n = 0;
  while (n < c->candidates.len && sum < goal)
    sum += c->candidates.data[n++].size;
  return n;
}

static status gc_round (lmdb *v, uint64_t max_size, uint64_t *dropped,
                        trouble *t) {
  gc_census c = {.now = (uint64_t) time (NULL)};
  status st = lmdb_each (&v->base, count_candidate, &c, t);
  if (!st) {
    vec_sort (&c.candidates, by_usefulness);
    size_t n =
        count_drops (&c, 0.9 * (double) max_size / (double) lmdb_used_size (v));
    for (size_t i = 0; i < n && !st; i += GC_BATCH) {
      size_t some = n - i < GC_BATCH ? n - i : GC_BATCH;
      st = lmdb_transact (v, drop_some,
                          &(gc_batch) {some, c.candidates.data + i}, t);
      *dropped += st ? 0 : some;
    }
    if (!st && n)
      st = lmdb_sweep (v, t);
  }
  vec_release (NULL, &c.candidates);
  return st;
}

/* Records leave holes in their pages, so that one round may free less than
 * was dropped.
 */
status lmdb_gc (vault *base, uint64_t max_size, uint64_t *dropped, trouble *t) {
  enum { MAX_ROUNDS = 16 };
  lmdb *v = (lmdb *) base;
  status st = ST_OK;
  *dropped = 0;
  if (v->is_broken)
    return lmdb_broken (t);
  for (int i = 0; i < MAX_ROUNDS && !st && lmdb_used_size (v) > max_size; i++) {
    uint64_t before = *dropped;
    st = gc_round (v, max_size, dropped, t);
    if (*dropped == before)
      break;
  }
  return st;
}
