/* Slabs, cut into blocks that never move:
 *
 *     slabs -> [link|block|block|block|  at ... end]  the newest, not yet full
 *           -> [link|block|block|block|block|rest  ]  older; the rest is unused
 *     free[class] -> block -> block                   given back, by size
 *
 * A block goes from 'at' to its user, from there to its free list and to the
 * next user of that size; never back into the slab. Slabs go when the last user
 * of the pool does, so a space need not give its blocks back one by one.
 */

#include "memory/pool.h"

#include "base/clock.h"

#define SLAB (64u << 10)

/* Numbers of a pool begin at the time of its birth, and no pool makes one
 * every nanosecond: so what an older pool gave away, to spaces or to caches
 * that still know them, is smaller.
 */
pool *pool_new (memory *mem) {
  pool *p = memory_zalloc (mem, sizeof *p);
  p->mem = mem;
  p->n_users = 1;
  p->last_owner = clock_now ();
  return p;
}

pool *pool_ref (pool *p) {
  assert (p->n_users); /* not after the last has gone */
  p->n_users++;
  return p;
}

void pool_unref (pool *p) {
  assert (p->n_users);
  if (--p->n_users)
    return;
  for (pool_block *slab = p->slabs, *next; slab; slab = next) {
    next = slab->next;
    memory_free (NULL, slab, SLAB);
  }
  memory_free (p->mem, p, sizeof *p);
}

/* What is left of a slab is smaller than a block and stays unused. */
void *pool_carve (pool *p, size_t rounded) {
  assert (rounded && rounded % POOL_STEP == 0 && rounded <= POOL_LARGEST);
  if ((size_t) (p->end - p->at) < rounded) {
    pool_block *slab = memory_alloc (NULL, SLAB);
    slab->next = p->slabs;
    p->slabs = slab;
    p->at = (char *) slab + POOL_STEP;
    p->end = (char *) slab + SLAB;
  }
  void *block = p->at;
  p->at += rounded;
  return block;
}
