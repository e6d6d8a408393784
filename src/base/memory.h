#pragma once

/* Exact accounting of the bytes a part of the program holds.
 *
 * Every container takes the account it charges. Sizes are given back with
 * the block, so the sum is exact without headers in front of blocks, and a
 * test can demand that an account ends at zero. Running out of the machine's
 * memory is fatal; the configured limit is a budget that the caller asks for
 * with 'memory_exceeded' long before that.
 *
 * An account is owned by one thread.
 *
 * Nearly every file reaches this header, so what all of C uses comes with it.
 */

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct memory {
  size_t live;  /* bytes held now */
  size_t peak;  /* largest 'live' so far */
  size_t limit; /* 0 = none */
} memory;

/* A NULL account is allowed and counts nothing. Zero bytes give NULL. */
void *memory_alloc (memory *, size_t size);
void *memory_zalloc (memory *, size_t size); /* cleared */
void *memory_resize (memory *, void *, size_t old_size, size_t new_size);
void memory_free (memory *, void *, size_t size);

bool memory_exceeded (const memory *);

/* Bytes of the machine's memory that this process holds for itself; 0 if the
 * system does not tell. 'mapped' (or NULL) is what it holds of files besides.
 * A system call or three.
 */
size_t memory_resident (size_t *mapped);

/* For pools, which hand out parts of blocks that no account knows: 'plus'
 * bytes are held from now on, 'minus' are no longer.
 */
static inline void memory_charge (memory *m, size_t plus, size_t minus) {
  if (!m)
    return;
  m->live = m->live + plus - minus;
  if (m->live > m->peak)
    m->peak = m->live;
}
