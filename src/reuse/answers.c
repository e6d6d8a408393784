/* A chain of answers for each hash; the newest is the head.
 *
 *     heads: hash -> 3       entries  1     2     3
 *                                     ^-----------|  next: same hash
 */

#include "reuse/answers.h"

void answers_init (answers *a, memory *mem) {
  *a = (answers) {.mem = mem};
  arena_init (&a->data, mem);
  map_init (&a->heads, mem);
}

void answers_release (answers *a) {
  arena_release (&a->data);
  vec_release (a->mem, &a->entries);
  map_release (&a->heads);
}

kept_answer *answers_find (const answers *a, uint64_t hash, size_t size,
                           const void *key) {
  assert (size <= UINT32_MAX);
  uint64_t at = map_get (&a->heads, hash | 1, 0);
  while (at) {
    kept_answer *k = a->entries.data + at - 1;
    if (k->size == size && !memcmp (k->key, key, size))
      return k;
    at = k->next;
  }
  return NULL;
}

static void answers_make_room (answers *a) {
  if (!memory_exceeded (a->mem))
    return;
  arena_release (&a->data);
  vec_clear (&a->entries);
  map_clear (&a->heads);
}

static kept_answer *answers_add (answers *a, uint64_t hash, size_t size,
                                 const void *key) {
  assert (!answers_find (a, hash, size, key));
  answers_make_room (a);
  uint64_t *head = map_at (&a->heads, hash | 1);
  kept_answer k = {.next = (uint32_t) *head,
                   .size = (uint32_t) size,
                   .key = arena_copy (&a->data, key, size)};
  vec_push (a->mem, &a->entries, k);
  *head = a->entries.len;
  return &vec_last (&a->entries);
}

kept_answer *answers_at (answers *a, uint64_t hash, size_t size,
                         const void *key) {
  kept_answer *k = answers_find (a, hash, size, key);
  return k ? k : answers_add (a, hash, size, key);
}
