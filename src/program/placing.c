#include "program/placing.h"

#include <assert.h>
#include <stdlib.h>

/* The end of a region is wanted by none, so that there is room behind. */
#define ROOM_BITS 12u

typedef struct wish {
  uint32_t slot, item;
  hash128 key;
} wish;

static uint32_t wanted (const placing *a, hash128 key) {
  uint64_t range = (UINT64_C (1) << a->bits) - (UINT64_C (1) << ROOM_BITS);
  return a->first + (uint32_t) ((key.lo >> 32) * range >> 32);
}

static int compare (const void *a, const void *b) {
  const wish *x = a, *y = b;
  if (x->slot != y->slot)
    return x->slot < y->slot ? -1 : 1;
  int by_key = hash128_cmp (x->key, y->key);
  return by_key ? by_key : x->item < y->item ? -1 : x->item > y->item;
}

static void fill_starts (placing *a) {
  uint32_t n = UINT32_C (1) << (a->bits - a->shift), i = 0;
  for (uint32_t k = 0; k < n; k++) {
    while (i < a->n && (a->slot[i] - a->first) >> a->shift < k)
      i++;
    a->start[k] = i;
  }
}

static size_t count_starts (const placing *a) {
  return (size_t) 1 << (a->bits - a->shift);
}

void placing_make (placing *a, memory *mem, uint32_t first, unsigned bits,
                   uint32_t n, const hash128 *key) {
  *a = (placing) {.first = first, .bits = bits, .n = n, .shift = bits};
  while (a->shift && count_starts (a) < 2u * n)
    a->shift--;
  wish *w = memory_alloc (mem, n * sizeof *w);
  a->slot = memory_alloc (mem, n * sizeof *a->slot);
  a->item = memory_alloc (mem, n * sizeof *a->item);
  a->start = memory_alloc (mem, count_starts (a) * sizeof *a->start);
  for (uint32_t i = 0; i < n; i++)
    w[i] = (wish) {wanted (a, key[i]), i, key[i]};
  if (n)
    qsort (w, n, sizeof *w, compare);
  uint32_t next = first;
  for (uint32_t i = 0; i < n; i++) {
    a->slot[i] = w[i].slot > next ? w[i].slot : next;
    a->item[i] = w[i].item;
    next = a->slot[i] + 1;
  }
  assert (next - first <= UINT32_C (1) << bits);
  fill_starts (a);
  memory_free (mem, w, n * sizeof *w);
}

void placing_release (placing *a, memory *mem) {
  if (!a->start)
    return;
  memory_free (mem, a->slot, a->n * sizeof *a->slot);
  memory_free (mem, a->item, a->n * sizeof *a->item);
  memory_free (mem, a->start, count_starts (a) * sizeof *a->start);
}

uint32_t placing_rank (const placing *a, uint32_t slot) {
  if (slot < a->first)
    return 0;
  uint32_t k = (slot - a->first) >> a->shift;
  if (k >= count_starts (a))
    return a->n;
  uint32_t i = a->start[k];
  while (i < a->n && a->slot[i] < slot)
    i++;
  return i;
}
