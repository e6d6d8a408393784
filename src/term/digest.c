/* Digests of terms under the key of their table.
 *
 * Arguments have smaller ids, so one loop over ids makes all of them up to the
 * one that is asked for; a table that nobody asks has none.
 */

#include "term/value.h"

void terms_set_key (terms *ts, hash128 seed, unsigned bits) {
  assert (bits <= 128);
  vec_clear (&ts->digests);
  keyed_init (&ts->key, seed);
  ts->key.bits = bits;
}

static hash128 digest_content (const hash_key *k, const content *c) {
  hash128 h = keyed_bytes (k, c->value, c->n * sizeof *c->value);
  if (!c->is_dense)
    h = keyed_mix (k, h, keyed_bytes (k, c->index, c->n * sizeof *c->index));
  return keyed_mix (k, h, keyed_of (k, c->n, c->is_dense));
}

static hash128 digest_payload (const terms *ts, term t, const node *n) {
  const hash_key *k = &ts->key;
  if (n->kind == KIND_VAR) {
    const unset *u = term_unset_of (ts, t);
    const char *name = term_name (ts, t);
    return u ? keyed_bytes (k, u, sizeof *u)
             : keyed_bytes (k, name, strlen (name));
  }
  if (n->kind == KIND_TABLE)
    return digest_content (k, term_content (ts, t));
  if (n->kind == KIND_CONST && !sort_is_small (n->sort))
    return num_digest (k, value_num (n->payload));
  return keyed_of (k, n->payload, 1);
}

static hash128 digest_node (const terms *ts, term t) {
  const hash_key *k = &ts->key;
  const node *n = term_node (ts, t);
  hash128 h = keyed_mix (k, keyed_of (k, n->kind, n->sort.code),
                         digest_payload (ts, t, n));
  for (unsigned i = 0; i < n->arity; i++) {
    assert (n->arg[i].id < ts->digests.len); /* I1: smaller ids first */
    h = keyed_mix (k, h, ts->digests.data[n->arg[i].id]);
  }
  return h;
}

hash128 term_digest (terms *ts, term t) {
  assert (t.id && t.id < ts->n && terms_has_key (ts));
  if (!ts->digests.len)
    vec_push (ts->mem, &ts->digests, (hash128) {0});
  while (ts->digests.len <= t.id)
    vec_push (ts->mem, &ts->digests,
              digest_node (ts, (term) {(uint32_t) ts->digests.len}));
  return ts->digests.data[t.id];
}
