#include "memory/naming.h"

#include <string.h>

/* Blocks that do the same stand at different lines. */
static uint64_t rank_of (const code *c, uint32_t which) {
  uint64_t rank = 0;
  for (uint32_t i = 0; i < which; i++)
    rank += hash128_eq (c->block[i].digest, c->block[which].digest);
  return rank;
}

hash128 naming_spot (const naming *n, uint32_t f, uint32_t pc) {
  if (f >= program_count_functions (n->program))
    return hash128_of (f, 4);
  const code *c = program_code (n->program, f);
  uint32_t low = 0, high = c->n_blocks;
  while (high - low > 1) {
    uint32_t middle = (low + high) / 2;
    if (c->block[middle].first <= pc)
      low = middle;
    else
      high = middle;
  }
  uint64_t address = program_function (n->program, f)->address;
  hash128 h = hash128_mix (c->block[low].digest,
                           hash128_of (address, pc - c->block[low].first));
  return hash128_mix (h, hash128_of (rank_of (c, low), 16));
}

/* Objects. */

#define PART 512u /* bytes at a time */

/* Symbolic bytes by the terms they are of; they are zeros then. */
static hash128 name_symbolic (const naming *n, stretch s, uint8_t *bytes) {
  hash128 h = hash128_of (s.n, 11);
  for (uint64_t i = 0; i < s.n; i++) {
    symbyte b = s.overlay[i];
    if (!b.term.id)
      continue;
    h = hash128_mix (
        h, hash128_mix (term_hash (n->terms, b.term), hash128_of (i, b.k)));
    bytes[i] = 0;
  }
  return h;
}

static hash128 name_part (const naming *n, stretch s) {
  uint8_t bytes[PART];
  if (!s.overlay)
    return hash_bytes (s.bytes, s.n);
  memcpy (bytes, s.bytes, s.n);
  hash128 h = name_symbolic (n, s, bytes);
  return hash128_mix (h, hash_bytes (bytes, s.n));
}

static hash128 name_bytes (const naming *n, const object *o, uint64_t at,
                           uint64_t size) {
  hash128 h = {0};
  for (stretch s; size; at += s.n, size -= s.n) {
    s = object_stretch (o, at, size < PART ? size : PART);
    h = hash128_mix (h, name_part (n, s));
  }
  return h;
}

/* Of a whole one that is shared the name is, too. */
static hash128 name_page (const naming *n, const object *o, uint64_t at,
                          uint64_t size) {
  page *p = object_page (o, at);
  if (p->has_digest && size == UINT64_C (1) << o->page_bits)
    return p->digest;
  hash128 h = name_bytes (n, o, at, size);
  if (size == UINT64_C (1) << o->page_bits) {
    p->has_digest = true;
    p->digest = h;
  }
  return h;
}

static hash128 name_content (const naming *n, const object *o) {
  if (o->bytes)
    return name_bytes (n, o, 0, o->size);
  hash128 h = {0};
  uint64_t size = UINT64_C (1) << o->page_bits;
  for (uint64_t at = 0; at < o->size; at += size) {
    uint64_t rest = o->size - at;
    h = hash128_mix (h, name_page (n, o, at, rest < size ? rest : size));
  }
  return h;
}

hash128 naming_object (const naming *n, const object *o) {
  hash128 h = hash128_of (o->address, 13);
  h = hash128_mix (h, hash128_of (o->size, o->kind * 2u + o->is_constant));
  if (o->size_term.id)
    h = hash128_mix (h, term_hash (n->terms, o->size_term));
  if (address_slot (o->address) >= ADDRESS_FIRST_FREE)
    h = hash128_mix (h, naming_spot (n, o->function, o->insn));
  return hash128_mix (h, name_content (n, o));
}
