/* Does a path know what it says it knows?
 *
 *   K1  a leaf's place in the table leads to a slice that has it there, and all
 *       leaves of a slice lead to it
 *   K2  the leaves of a constraint are leaves of its slice
 *   K3  the witness satisfies every constraint
 *   K4  digests and counts are the sums that they are said to be
 */

#include "explore/knowledge_priv.h"

static bool leads_to (const knowledge *k, term leaf, const known *s) {
  uint32_t place;
  return knowledge_locate (k, leaf, &place) == s && place < s->n_leaves &&
         term_eq (s->leaf[place], leaf); /* K1 */
}

static bool constraint_is_valid (knowledge *k, const known *s, term t) {
  const leaf_set *l = term_leaves (k->owner->ts, t);
  for (uint32_t i = 0; i < l->n; i++)
    if (!leads_to (k, l->leaf[i], s)) /* K2 */
      return false;
  return l->n && knowledge_holds (k, t, NULL); /* K3 */
}

static void add_to (hash128 *sum, hash128 h) {
  sum->lo += h.lo;
  sum->hi += h.hi;
}

static bool slice_is_valid (knowledge *k, const known *s) {
  hash128 sum = {0};
  for (uint32_t i = 0; i < s->n_leaves; i++)
    if (!leads_to (k, s->leaf[i], s))
      return false;
  for (uint32_t i = 0; i < s->n_constraints; i++) {
    if (!constraint_is_valid (k, s, s->constraint[i]))
      return false;
    add_to (&sum, knowledge_share (k->owner->ts, s->constraint[i]));
  }
  return s->refs >= s->n_leaves && hash128_eq (sum, s->digest); /* K4 */
}

bool knowledge_is_valid (knowledge *k) {
  hash128 sum = {0};
  size_t size = 0;
  for (uint32_t i = 0; i < k->n_chunks; i++)
    for (uint32_t j = 0; k->chunk[i] && j < CHUNK; j++) {
      const known *s = k->chunk[i]->at[j];
      if (!s || k->chunk[i]->place[j]) /* each slice once: at its first leaf */
        continue;
      if (!slice_is_valid (k, s))
        return false;
      size += s->n_constraints;
      add_to (&sum, s->digest);
    }
  return size == k->size && hash128_eq (sum, k->sum); /* K4 */
}
