#pragma once

/* Bump allocator for things that die together.
 *
 * Blocks are never freed one by one. A mark taken earlier can be returned to;
 * everything allocated since is gone. Chunks are kept on reset, so an arena
 * that is used once per query stops calling malloc. {0} plus an account is a
 * valid empty arena.
 */

#include "base/memory.h"

typedef struct arena_chunk arena_chunk;

typedef struct arena {
  memory *mem;
  arena_chunk *chunk; /* current chunk; older ones behind it */
  arena_chunk *spare; /* chunks kept by a reset */
  char *at, *end;
} arena;

typedef struct mark {
  arena_chunk *chunk;
  char *at;
} mark;

void arena_init (arena *, memory *);
void arena_release (arena *);
void arena_reset (arena *); /* drop all blocks, keep the chunks */

mark arena_mark (const arena *);
void arena_return (arena *, mark);

void *arena_alloc_slow (arena *, size_t);

/* Aligned to 8 bytes, not cleared. */
static inline void *arena_alloc (arena *a, size_t size) {
  size = (size + 7) & ~(size_t) 7;
  if ((size_t) (a->end - a->at) < size || !a->at)
    return arena_alloc_slow (a, size);
  void *res = a->at;
  a->at += size;
  return res;
}

void *arena_copy (arena *, const void *, size_t);
char *arena_string (arena *, const char *, size_t len); /* adds the NUL */
char *arena_printf (arena *, const char *, ...)
    __attribute__ ((format (printf, 2, 3)));
