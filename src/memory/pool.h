#pragma once

/* Blocks for a family of spaces: objects, overlays, nodes of trees.
 *
 * Small blocks come from lists of free ones by size, so that the stack
 * objects of a call cost little more than writing them. Slabs are given back
 * with the pool, but the account is charged by block: it says what states
 * hold, and goes down when states go. Large blocks come from the account.
 *
 * With the address sanitizer there are only large blocks, so that it sees
 * every use of one that is gone.
 *
 * The pool also hands out owner numbers (space.h).
 */

#include "base/memory.h"

#define POOL_STEP 16u
#define POOL_CLASSES 64u
#if defined __SANITIZE_ADDRESS__
#define POOL_LARGEST 0u
#else
#define POOL_LARGEST (POOL_STEP * POOL_CLASSES)
#endif

typedef struct pool_block {
  struct pool_block *next;
} pool_block;

/* Open for the inline functions below; all fields are private. */
typedef struct pool {
  memory *mem;
  size_t n_users;
  uint64_t last_owner;
  char *at, *end;    /* rest of the newest slab */
  pool_block *slabs; /* linked at their start */
  pool_block *free[POOL_CLASSES];
} pool;

/* With one user; gone with the last. */
pool *pool_new (memory *);
pool *pool_ref (pool *);
void pool_unref (pool *);

/* A new number, different from all before, of other pools as well. */
static inline uint64_t pool_owner (pool *p) { return ++p->last_owner; }

/* The pool has no free block of this size. */
void *pool_carve (pool *, size_t rounded);

/* 'size' is not 0, and given back with the block. */

static inline void *pool_alloc (pool *p, size_t size) {
  if (size > POOL_LARGEST)
    return memory_alloc (p->mem, size);
  size_t class = (size - 1) / POOL_STEP, rounded = (class + 1) * POOL_STEP;
  memory_charge (p->mem, rounded, 0);
  pool_block *b = p->free[class];
  if (!b)
    return pool_carve (p, rounded);
  p->free[class] = b->next;
  return b;
}

static inline void pool_free (pool *p, void *released, size_t size) {
  if (size > POOL_LARGEST) {
    memory_free (p->mem, released, size);
    return;
  }
  size_t class = (size - 1) / POOL_STEP;
  memory_charge (p->mem, 0, (class + 1) * POOL_STEP);
  pool_block *b = released;
  b->next = p->free[class];
  p->free[class] = b;
}
