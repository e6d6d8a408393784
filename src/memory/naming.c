#include "memory/naming.h"

#include <string.h>

/* So far from an object an address is still called by it. */
#define NEAR (ADDRESS_START / 2)

void naming_init (naming *n, memory *mem, terms *ts, program *p) {
  *n = (naming) {.mem = mem, .terms = ts, .program = p};
}

void naming_release (naming *n) {
  vec_release (n->mem, &n->addresses);
  vec_release (n->mem, &n->todo);
}

/* Blocks that do the same stand at different lines. */
static uint64_t rank_of (const code *c, uint32_t which) {
  uint64_t rank = 0;
  for (uint32_t i = 0; i < which; i++)
    rank += hash128_eq (c->block[i].digest, c->block[which].digest);
  return rank;
}

hash128 naming_spot (naming *n, uint32_t f, uint32_t pc) {
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

/* Words. */

hash128 naming_word (naming *n, uint64_t bits) {
  hash128 raw = hash128_of (bits, 9);
  if (!naming_is_address (bits))
    return raw;
  uint32_t slot = address_slot (bits);
  const object *o = space_find (n->space, slot);
  if (!o && space_slot (n->space, slot) == SLOT_FREED &&
      !space_note (n->space, slot))
    n->is_steady = false; /* in a fork the stack object may still live */
  if (!o || o->kind != OBJECT_STACK)
    return raw;
  n->is_steady = false;
  uint64_t offset = bits - o->address;
  bool is_near = offset + NEAR <= o->size + 2 * NEAR;
  return is_near ? hash128_mix (hash128_of (slot, 6), hash128_of (offset, 7))
                 : hash128_mix (raw, hash128_of (o->address, 8));
}

/* Terms. */

static bool is_address (const naming *n, term t) {
  const node *x = term_node (n->terms, t);
  if (x->kind == KIND_CONST)
    return sort_width (x->sort) == 64 && naming_is_address (x->payload);
  return x->kind == KIND_TABLE; /* its values may be */
}

static uint8_t *mark_of (naming *n, term t) {
  size_t old = n->addresses.len;
  if (t.id >= old) {
    vec_reserve (n->mem, &n->addresses, n->terms->n);
    n->addresses.len = n->terms->n;
    memset (n->addresses.data + old, 0, n->addresses.len - old);
  }
  return n->addresses.data + t.id;
}

/* Of a term whose arguments are marked; false: one is not, it comes first. */
static bool mark_term (naming *n, term t) {
  const node *x = term_node (n->terms, t);
  bool has_all = true;
  uint8_t all = is_address (n, t) ? 2 : 1;
  for (uint8_t i = 0; i < x->arity; i++) {
    uint8_t one = *mark_of (n, x->arg[i]);
    if (!one)
      vec_push (n->mem, &n->todo, x->arg[i]);
    has_all &= one != 0;
    all = one > all ? one : all;
  }
  if (has_all)
    *mark_of (n, t) = all;
  return has_all;
}

static bool has_addresses (naming *n, term t) {
  if (!*mark_of (n, t))
    vec_push (n->mem, &n->todo, t);
  while (n->todo.len) {
    term next = vec_last (&n->todo);
    if (*mark_of (n, next) || mark_term (n, next))
      n->todo.len--;
  }
  return *mark_of (n, t) == 2;
}

hash128 naming_term (naming *n, term t) {
  if (has_addresses (n, t)) {
    n->is_steady = false;
    n->sees_addresses = true;
  }
  return term_hash (n->terms, t);
}

/* Objects. */

#define PART 512u /* bytes at a time */

/* Symbolic bytes by the terms they are of; they are zeros then. */
static hash128 name_symbolic (naming *n, stretch s, uint8_t *bytes) {
  hash128 h = hash128_of (s.n, 11);
  for (uint64_t i = 0; i < s.n; i++) {
    symbyte b = s.overlay[i];
    if (!b.term.id)
      continue;
    h = hash128_mix (
        h, hash128_mix (naming_term (n, b.term), hash128_of (i, b.k)));
    bytes[i] = 0;
  }
  return h;
}

/* The same of words that may be addresses. */
static hash128 name_addresses (naming *n, size_t size, uint64_t *words) {
  hash128 h = {0};
  for (size_t i = 0; i < size / sizeof *words; i++)
    if (naming_is_address (words[i])) {
      h = hash128_mix (
          h, hash128_mix (naming_word (n, words[i]), hash128_of (i, 12)));
      words[i] = 0;
    }
  return h;
}

/* Addresses in packed structures are bytes like others, but whose they are is
 * to be said: what lives at the same number may be another object.
 */
static hash128 name_packed (naming *n, size_t size, const uint8_t *bytes) {
  uint64_t first = address_of_slot (ADDRESS_FIRST_FREE) - ADDRESS_START;
  uint64_t end = address_of_slot (space_next (n->space)) - ADDRESS_START;
  hash128 h = {0};
  for (size_t i = 1; i + sizeof (uint64_t) <= size; i++) {
    uint64_t bits;
    memcpy (&bits, bytes + i, sizeof bits);
    if (bits - first < end - first && i % sizeof bits)
      h = hash128_mix (h,
                       hash128_mix (naming_word (n, bits), hash128_of (i, 17)));
  }
  return h;
}

/* The same of those that begin before a place, a multiple of 8, and end behind
 * it.
 */
static hash128 name_seam (naming *n, const object *o, uint64_t at) {
  uint8_t bytes[15] = {0}; /* the first of a word is not looked at */
  uint64_t rest = o->size - at;
  object_get (o, at - 7, 7 + (rest < 7 ? rest : 7), bytes + 1);
  return name_packed (n, sizeof bytes, bytes);
}

static hash128 name_part (naming *n, stretch s) {
  uint64_t words[PART / sizeof (uint64_t)];
  hash128 h = {0};
  memcpy (words, s.bytes, s.n);
  if (s.overlay)
    h = name_symbolic (n, s, (uint8_t *) words);
  h = hash128_mix (h, name_packed (n, s.n, (const uint8_t *) words));
  h = hash128_mix (h, name_addresses (n, s.n, words));
  return hash128_mix (h, hash_bytes (words, s.n));
}

static hash128 name_bytes (naming *n, const object *o, uint64_t at,
                           uint64_t size) {
  hash128 h = {0};
  for (stretch s; size; at += s.n, size -= s.n) {
    s = object_stretch (o, at, size < PART ? size : PART);
    h = hash128_mix (h, name_part (n, s));
    if (size > s.n)
      h = hash128_mix (h, name_seam (n, o, at + s.n));
  }
  return h;
}

/* Of a whole one that is shared the name is, too. */
static hash128 name_page (naming *n, const object *o, uint64_t at,
                          uint64_t size) {
  page *p = object_page (o, at);
  if (p->has_digest && size == UINT64_C (1) << o->page_bits)
    return p->digest;
  bool was_steady = n->is_steady;
  n->is_steady = true;
  hash128 h = name_bytes (n, o, at, size);
  if (n->is_steady && size == UINT64_C (1) << o->page_bits) {
    p->has_digest = true;
    p->digest = h;
  }
  n->is_steady &= was_steady;
  return h;
}

static hash128 name_content (naming *n, const object *o) {
  if (o->bytes)
    return name_bytes (n, o, 0, o->size);
  hash128 h = {0};
  uint64_t size = UINT64_C (1) << o->page_bits;
  for (uint64_t at = 0; at < o->size; at += size) {
    uint64_t rest = o->size - at;
    h = hash128_mix (h, name_page (n, o, at, rest < size ? rest : size));
    if (rest > size)
      h = hash128_mix (h, name_seam (n, o, at + size));
  }
  return h;
}

hash128 naming_object (naming *n, const object *o) {
  uint32_t slot = address_slot (o->address);
  hash128 h = hash128_of (slot, 13);
  h = hash128_mix (h, hash128_of (o->size, o->kind * 2u + o->is_constant));
  if (o->size_term.id)
    h = hash128_mix (h, naming_term (n, o->size_term));
  if (slot >= ADDRESS_FIRST_FREE)
    h = hash128_mix (h, naming_spot (n, o->function, o->insn));
  return hash128_mix (h, name_content (n, o));
}
