/* Digests of objects: a chain over the rows of OBJECT (memory/memory.def), the
 * content by parts of 512 bytes. A whole page that is shared keeps its digest,
 * so that an object of which one page was written costs that page.
 */

#include "memory/naming.h"
#include "memory/fields.h"

static const hash_key *naming_key_of (const naming *n) {
  return &n->terms->key;
}

/* Blocks that do the same stand at different lines. */
static uint64_t rank_of (const code *c, uint32_t which) {
  assert (which < c->n_blocks);
  uint64_t rank = 0;
  for (uint32_t i = 0; i < which; i++)
    rank += hash128_eq (c->block[i].digest, c->block[which].digest);
  return rank;
}

hash128 naming_spot (const naming *n, uint32_t f, uint32_t pc) {
  if (f >= program_count_functions (n->program))
    return keyed_of (naming_key_of (n), f, 4);
  const code *c = program_code (n->program, f);
  uint32_t b = code_block_at (c, pc);
  hash128 h = keyed_mix (naming_key_of (n), c->block[b].digest,
                         program_function (n->program, f)->label);
  h = keyed_mix (naming_key_of (n), h,
                 keyed_of (naming_key_of (n), pc - c->block[b].first, 28));
  return keyed_mix (naming_key_of (n), h,
                    keyed_of (naming_key_of (n), rank_of (c, b), 16));
}

hash128 naming_call (const naming *n, uint32_t f, uint32_t pc) {
  const hash_key *k = naming_key_of (n);
  const code *c = f < program_count_functions (n->program)
                      ? program_code (n->program, f)
                      : NULL;
  const insn *i = c ? c->insn + pc : NULL;
  if (n->by_block || !i || (i->op != OP_CALL && i->op != OP_BUILTIN))
    return naming_spot (n, f, pc);
  hash128 what = i->op == OP_CALL ? program_function (n->program, i->a)->label
                                  : keyed_of (k, i->a, 26);
  hash128 h = keyed_mix (k, program_function (n->program, f)->label,
                         keyed_of (k, code_call_rank (c, pc), i->op));
  return keyed_mix (k, h, what);
}

/* Objects. */

#define PART 512u /* bytes at a time */

static hash128 name_term (const naming *n, term t) {
  return term_eq (t, SYMBYTE_UNSET) ? keyed_of (naming_key_of (n), 0, 24)
                                    : term_digest (n->terms, t);
}

/* Symbolic bytes by the terms they are of; they are zeros then. */
static hash128 name_symbolic (const naming *n, stretch s, uint8_t *bytes) {
  hash128 h = keyed_of (naming_key_of (n), s.n, 11);
  for (uint64_t i = 0; i < s.n; i++) {
    symbyte b = s.overlay[i];
    if (!b.term.id)
      continue;
    h = keyed_mix (naming_key_of (n), h,
                   keyed_mix (naming_key_of (n), name_term (n, b.term),
                              keyed_of (naming_key_of (n), i, b.k)));
    bytes[i] = 0;
  }
  return h;
}

static hash128 name_part (const naming *n, stretch s) {
  assert (s.n && s.n <= PART);
  uint8_t bytes[PART];
  if (!s.overlay)
    return keyed_bytes (naming_key_of (n), s.bytes, s.n);
  memcpy (bytes, s.bytes, s.n);
  hash128 h = name_symbolic (n, s, bytes);
  return keyed_mix (naming_key_of (n), h,
                    keyed_bytes (naming_key_of (n), bytes, s.n));
}

static hash128 name_bytes (const naming *n, const object *o, uint64_t at,
                           uint64_t size) {
  hash128 h = {0};
  for (stretch s; size; at += s.n, size -= s.n) {
    s = object_stretch (o, at, size < PART ? size : PART);
    h = keyed_mix (naming_key_of (n), h, name_part (n, s));
  }
  return h;
}

/* Of a whole one that is shared the name is, too. */
static hash128 name_page (const naming *n, const object *o, uint64_t at,
                          uint64_t size) {
  assert (!o->bytes && size <= UINT64_C (1) << o->page_bits);
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

/* What was never written has no content. */
static hash128 name_content (const naming *n, const object *o) {
  hash128 h = keyed_of (naming_key_of (n), o->set, 25);
  if (o->bytes)
    return keyed_mix (naming_key_of (n), h, name_bytes (n, o, 0, o->set));
  uint64_t size = UINT64_C (1) << o->page_bits;
  for (uint64_t at = 0; at < o->set; at += size) {
    uint64_t rest = o->set - at;
    h = keyed_mix (naming_key_of (n), h,
                   name_page (n, o, at, rest < size ? rest : size));
  }
  return h;
}

/* Of the rows of OBJECT in memory/memory.def. */

typedef struct digesting_object {
  const naming *naming;
  hash128 sum;
} digesting_object;

static bool add_hash (digesting_object *d, hash128 h) {
  d->sum = keyed_mix (naming_key_of (d->naming), d->sum, h);
  return true;
}

static bool add_object_address (digesting_object *d, const object *x) {
  return add_hash (d, keyed_of (naming_key_of (d->naming), x->address, 13));
}

static bool add_object_size (digesting_object *d, const object *x) {
  return add_hash (d, keyed_of (naming_key_of (d->naming), x->size, 20));
}

static bool add_object_size_term (digesting_object *d, const object *x) {
  bool is_symbolic = x->size_term.id;
  return add_hash (d, is_symbolic
                          ? term_digest (d->naming->terms, x->size_term)
                          : keyed_of (naming_key_of (d->naming), 0, 21));
}

static bool add_object_kind (digesting_object *d, const object *x) {
  return add_hash (d, keyed_of (naming_key_of (d->naming), x->kind, 22));
}

static bool add_object_is_constant (digesting_object *d, const object *x) {
  return add_hash (d, keyed_of (naming_key_of (d->naming), x->is_constant, 23));
}

static bool add_object_is_ended (digesting_object *d, const object *x) {
  return add_hash (d, keyed_of (naming_key_of (d->naming), x->is_ended, 25));
}

static bool is_variable (const naming *n, const object *x) {
  return x->function < program_count_functions (n->program) &&
         program_code (n->program, x->function)->insn[x->insn].op == OP_ALLOCA;
}

static hash128 naming_variable (const naming *n, const object *x) {
  return keyed_mix (
      naming_key_of (n), program_function (n->program, x->function)->label,
      code_variable (program_code (n->program, x->function), x->insn));
}

/* Globals have their address for a name. */
static bool add_object_function (digesting_object *d, const object *x) {
  const naming *n = d->naming;
  if (!address_is_allocated (address_slot (x->address)))
    return true;
  return add_hash (d, is_variable (n, x)
                          ? naming_variable (n, x)
                          : naming_call (n, x->function, x->insn));
}

static bool add_object_overlay (digesting_object *d, const object *x) {
  return add_hash (d, name_content (d->naming, x));
}

static bool add_object (digesting_object *d, const object *x) {
  return true
#define OBJECT(CLASS, type, name) FIELD_DIGEST (CLASS, add_object_##name)
#include "memory/memory.def"
      ;
}

hash128 naming_object (const naming *n, const object *o) {
  digesting_object d = {.naming = n};
  add_object (&d, o);
  return d.sum;
}
