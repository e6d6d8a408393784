#include "program/placing.h"

/* The end of a region is wanted by none, so that there is room behind. */
#define ROOM_BITS 12u

typedef struct wish {
  uint32_t slot, item;
  hash128 key;
} wish;

static uint32_t wanted (const placing *a, hash128 key) {
  assert (a->bits > ROOM_BITS && a->bits < 32);
  uint64_t range = (UINT64_C (1) << a->bits) - (UINT64_C (1) << ROOM_BITS);
  return a->first + (uint32_t) ((key.lo >> 32) * range >> 32);
}

static int placing_compare (const void *a, const void *b) {
  const wish *x = a, *y = b;
  if (x->slot != y->slot)
    return x->slot < y->slot ? -1 : 1;
  int by_key = hash128_cmp (x->key, y->key);
  return by_key ? by_key : x->item < y->item ? -1 : x->item > y->item;
}

static void fill_starts (placing *a, memory *mem) {
  a->shift = a->bits;
  while (a->shift && UINT32_C (1) << (a->bits - a->shift) < 2 * a->n)
    a->shift--;
  a->n_starts = UINT32_C (1) << (a->bits - a->shift);
  a->start = memory_alloc (mem, a->n_starts * sizeof *a->start);
  for (uint32_t k = 0, i = 0; k < a->n_starts; k++) {
    while (i < a->n && (a->slot[i] - a->first) >> a->shift < k)
      i++;
    a->start[k] = i;
  }
  assert (a->n_starts >= 2 * a->n || !a->shift);
}

void placing_make (placing *a, memory *mem, uint32_t first, unsigned bits,
                   uint32_t n, const hash128 *key) {
  *a = (placing) {.first = first, .bits = bits, .n = n};
  wish *w = memory_alloc (mem, n * sizeof *w);
  a->slot = memory_alloc (mem, ((size_t) n + 1) * sizeof *a->slot);
  a->item = memory_alloc (mem, n * sizeof *a->item);
  for (uint32_t i = 0; i < n; i++)
    w[i] = (wish) {wanted (a, key[i]), i, key[i]};
  if (n)
    qsort (w, n, sizeof *w, placing_compare);
  uint32_t next = first;
  for (uint32_t i = 0; i < n; i++) {
    assert (!i || w[i - 1].slot <= w[i].slot);
    a->slot[i] = w[i].slot > next ? w[i].slot : next;
    a->item[i] = w[i].item;
    next = a->slot[i] + 1;
  }
  assert (next - first <= UINT32_C (1) << bits);
  a->slot[n] = UINT32_MAX;
  fill_starts (a, mem);
  memory_free (mem, w, n * sizeof *w);
}

void placing_release (placing *a, memory *mem) {
  if (!a->slot)
    return;
  memory_free (mem, a->slot, ((size_t) a->n + 1) * sizeof *a->slot);
  memory_free (mem, a->item, a->n * sizeof *a->item);
  memory_free (mem, a->start, a->n_starts * sizeof *a->start);
}
