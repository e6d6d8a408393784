/* Entries in the order they came, values of all in one pool:
 *
 *     at:   a part of the question -> index plus 1 -> entry -> values in 'pool'
 *
 * Questions that share that part stand at the next free odd keys.
 */

#include "explore/precedents.h"

#define MOST (UINT32_C (1) << 20)
#define MOST_VALUES (UINT32_C (1) << 23) /* of all of them */

void precedents_init (precedents *p, memory *mem) {
  *p = (precedents) {.mem = mem};
  map_init (&p->at, mem);
}

void precedents_release (precedents *p) {
  vec_release (p->mem, &p->all, &p->pool);
  map_release (&p->at);
}

/* Its index plus 1, or 0 where it would be. */
static uint64_t *slot_of (precedents *p, hash128 question) {
  for (uint64_t key = question.lo | 1;; key += 2) {
    uint64_t *at = map_at (&p->at, key);
    if (!*at || hash128_eq (p->all.data[*at - 1].question, question))
      return at;
  }
}

precedent precedents_at (const precedents *p, size_t i) {
  const precedent_entry *e = p->all.data + i;
  return (precedent) {e->possible, e->n_inputs, p->pool.data + e->values};
}

bool precedents_find (const precedents *p, hash128 question, precedent *out) {
  for (uint64_t key = question.lo | 1;; key += 2) {
    uint64_t at = map_get (&p->at, key, 0);
    if (!at)
      return false;
    *out = precedents_at (p, at - 1);
    if (hash128_eq (p->all.data[at - 1].question, question))
      return true;
  }
}

void precedents_add (precedents *p, hash128 question, const precedent *x) {
  if (p->all.len >= MOST || p->pool.len >= MOST_VALUES)
    return;
  uint64_t *at = slot_of (p, question);
  if (*at)
    return;
  assert (x->possible && (x->value || !precedent_values (x)));
  precedent_entry e = {question, x->possible, x->n_inputs, p->pool.len};
  vec_push (p->mem, &p->all, e);
  *at = p->all.len;
  for (uint32_t i = 0; i < precedent_values (x); i++)
    vec_push (p->mem, &p->pool, x->value[i]);
}

bool precedents_recall (precedents *p, const precedents *before,
                        hash128 question, precedent *out) {
  if (precedents_find (p, question, out))
    return true;
  if (!precedents_find (before, question, out))
    return false;
  precedents_add (p, question, out);
  return true;
}

void precedents_absorb (precedents *to, const precedents *from) {
  for (size_t i = 0; i < from->all.len; i++) {
    precedent x = precedents_at (from, i);
    precedents_add (to, from->all.data[i].question, &x);
  }
}
