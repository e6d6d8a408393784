/*     bytes     record | pad | entries   record | pad | entries ...
 *     offsets   0                        n
 *     changes   put, put, touch, ...     by_key: digest -> the last put
 *
 * Pointers into the bytes are made when all is handed out, since the buffer
 * moves as it grows.
 */

#include "store/gathering.h"

#include "base/clock.h"

#include <time.h>

#define MAX_PUTS 1000
#define MAX_TOUCHES 1000
#define MAX_BYTES ((size_t) 16 << 20)

void gathering_init (gathering *g, memory *mem) {
  *g = (gathering) {.mem = mem};
  map_init (&g->by_key, mem);
  map_init (&g->touched, mem);
  map_init (&g->listed, mem);
}

void gathering_release (gathering *g) {
  vec_release (g->mem, &g->changes, &g->offsets, &g->bytes);
  map_release (&g->by_key);
  map_release (&g->touched);
  map_release (&g->listed);
}

void gathering_clear (gathering *g) {
  vec_clear (&g->changes);
  vec_clear (&g->offsets);
  vec_clear (&g->bytes);
  map_clear (&g->by_key);
  map_clear (&g->touched);
  g->touches = 0;
}

bool gathering_is_full (const gathering *g) {
  return g->changes.len >= MAX_PUTS + MAX_TOUCHES ||
         gathering_puts (g) >= MAX_PUTS || g->bytes.len >= MAX_BYTES;
}

/* Keys of the maps: any part of the digest will do, as keys are compared. */
static uint64_t short_key (const record_key *k) {
  uint64_t x;
  memcpy (&x, k->byte, sizeof x);
  return x ? x : 1;
}

static bool same_key (const record_key *a, const record_key *b) {
  return !memcmp (a->byte, b->byte, RECORD_KEY_SIZE);
}

bool gathering_find (const gathering *g, const record_key *k,
                     proof_record *out) {
  size_t i = map_get (&g->by_key, short_key (k), 0);
  assert (i <= g->changes.len);
  if (!i || !same_key (&g->changes.data[i - 1].key, k))
    return false;
  assert (g->changes.data[i - 1].size); /* by_key has puts only */
  *out = (proof_record) {*k, g->changes.data[i - 1].size,
                         g->bytes.data + g->offsets.data[i - 1]};
  return true;
}

static size_t padded (size_t size) { return (size + 7) / 8 * 8; }

/* Entries of lists are behind the record. */
static void point (change *c, const uint8_t *data) {
  assert (c->size);
  c->data = data;
  c->listing = (const listing *) (const void *) (data + padded (c->size));
}

const change_vec *gathering_changes (gathering *g) {
  assert (g->changes.len == g->offsets.len);
  for (size_t i = 0; i < g->changes.len; i++)
    if (g->changes.data[i].size)
      point (g->changes.data + i, g->bytes.data + g->offsets.data[i]);
  return &g->changes;
}

static void gathering_add (gathering *g, const change *c, size_t offset) {
  assert (g->changes.len == g->offsets.len && offset <= g->bytes.len);
  if (!gathering_puts (g) && c->size)
    g->first = clock_now ();
  vec_push (g->mem, &g->changes, *c);
  vec_push (g->mem, &g->offsets, offset);
  g->touches += !c->size;
  map_put (c->size ? &g->by_key : &g->touched, short_key (&c->key),
           g->changes.len);
}

void gathering_touch (gathering *g, const record_key *k) {
  size_t i = map_get (&g->touched, short_key (k), 0);
  assert (!i || !g->changes.data[i - 1].size);
  if (i && same_key (&g->changes.data[i - 1].key, k))
    g->changes.data[i - 1].uses++;
  else if (!i && g->touches < MAX_TOUCHES)
    gathering_add (g, &(change) {.key = *k, .uses = 1}, 0);
}

/* Behind a record, so that the next one is aligned too. */
static void add_listings (gathering *g, const proof *p) {
  assert (p->n_listings <= LISTINGS_MAX);
  size_t size = p->n_listings * sizeof *p->listing;
  size_t at = padded (g->bytes.len);
  vec_reserve (g->mem, &g->bytes, at + size);
  memset (g->bytes.data + g->bytes.len, 0, at - g->bytes.len);
  if (size) {
    memcpy (g->bytes.data + at, p->listing, size);
    map_put (&g->listed, p->digest.hi | 1, 1);
  }
  g->bytes.len = at + size;
  assert (g->bytes.len % 8 == 0);
}

/* Does what waits under the key say more than the record at the end? */
static bool is_outdone (const gathering *g, const record_key *k, size_t start) {
  proof_record old;
  return gathering_find (g, k, &old) &&
         !record_may_replace (old.data, old.size, g->bytes.data + start,
                              g->bytes.len - start);
}

status gathering_put (gathering *g, const proof *p, seal *own, seal *key) {
  assert (g->bytes.len % 8 == 0);
  proof stamped = *p;
  if (!stamped.time)
    stamped.time = (uint64_t) time (NULL);
  size_t start = g->bytes.len; /* padded */
  if (!record_write (g->mem, &g->bytes, &stamped, own, key)) {
    g->bytes.len = start;
    return ST_FULL;
  }
  record_key k = record_key_of (p->digest, p->n_words, p->word);
  if (is_outdone (g, &k, start)) {
    g->bytes.len = start;
    return ST_OK;
  }
  change c = {.key = k,
              .size = g->bytes.len - start,
              .time = stamped.time,
              .n_listings = p->n_listings};
  add_listings (g, p);
  gathering_add (g, &c, start);
  return ST_OK;
}
