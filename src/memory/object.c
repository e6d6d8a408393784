#include "memory/object.h"

#include "base/bits.h"
#include "memory/pool.h"
#include "term/value.h"

#include <assert.h>
#include <string.h>

/* Life cycle. */

static void *block_alloc (pool *p, memory *mem, size_t size) {
  return p ? pool_alloc (p, size) : memory_alloc (mem, size);
}

static void block_free (pool *p, memory *mem, void *b, size_t size) {
  if (p)
    pool_free (p, b, size);
  else
    memory_free (mem, b, size);
}

object *object_new_in (pool *p, memory *mem, uint64_t address, uint64_t size) {
  object *o = block_alloc (p, mem, sizeof *o + size);
  *o = (object) {.refs = 1, .address = address, .size = size, .pool = p};
  o->bytes = (uint8_t *) (o + 1);
  return o;
}

object *object_new (memory *mem, uint64_t address, uint64_t size) {
  object *o = object_new_in (NULL, mem, address, size);
  memset (o->bytes, 0, size);
  return o;
}

static symbyte *overlay_alloc (const object *o, memory *mem) {
  return block_alloc (o->pool, mem, o->size * sizeof (symbyte));
}

/* An overlay in which everything became concrete is not copied. */
object *object_copy (memory *mem, const object *from) {
  object *o = block_alloc (from->pool, mem, sizeof *o + from->size);
  memcpy (o, from, sizeof *o + from->size);
  o->refs = 1;
  o->owner = 0;
  o->bytes = (uint8_t *) (o + 1);
  o->overlay = NULL;
  if (!object_is_concrete (from, 0, from->size)) {
    o->overlay = overlay_alloc (o, mem);
    memcpy (o->overlay, from->overlay, o->size * sizeof (symbyte));
  }
  return o;
}

void object_unref (memory *mem, object *o) {
  if (--o->refs)
    return;
  if (o->overlay)
    block_free (o->pool, mem, o->overlay, o->size * sizeof (symbyte));
  block_free (o->pool, mem, o, sizeof *o + o->size);
}

/* Reading. */

bool object_is_concrete (const object *o, uint64_t offset, uint64_t n) {
  if (!o->overlay)
    return true;
  const symbyte *s = o->overlay + offset;
  for (uint64_t i = 0; i < n; i++)
    if (s[i].term.id)
      return false;
  return true;
}

/* Up to 8 bytes. */
static uint64_t concrete_bits (const uint8_t *bytes, unsigned n) {
  uint64_t bits = 0;
  for (unsigned i = 0; i < n; i++)
    bits |= (uint64_t) bytes[i] << 8 * i;
  return bits;
}

/* How many of the n bytes here are one part: of one term in order, or at most
 * 8 concrete ones.
 */
static unsigned part_length (const symbyte *s, unsigned n) {
  unsigned i = 1;
  if (!s->term.id)
    while (i < n && i < 8 && !s[i].term.id)
      i++;
  else
    while (i < n && term_eq (s[i].term, s->term) && s[i].k == s->k + i)
      i++;
  return i;
}

static term part (terms *ts, const symbyte *s, const uint8_t *bytes,
                  unsigned n) {
  if (!s->term.id)
    return term_bv (ts, 8 * n, concrete_bits (bytes, n));
  if (!s->k && 8 * n == term_width (ts, s->term))
    return s->term;
  return term_extract (ts, 8 * (s->k + n) - 1, 8 * s->k, s->term);
}

/* n bytes as one term. */
static term gather (terms *ts, const symbyte *s, const uint8_t *bytes,
                    unsigned n) {
  term t = TERM_NONE;
  for (unsigned i = 0, step; i < n; i += step) {
    step = part_length (s + i, n - i);
    term high = part (ts, s + i, bytes + i, step);
    t = t.id ? term_concat (ts, high, t) : high;
  }
  return t;
}

/* Is it (ite b 1 0), which is how a Bool is stored? */
static term stored_bool (const terms *ts, term byte) {
  const node *n = term_node (ts, byte);
  if (n->kind == KIND_ITE && term_is_const (ts, n->arg[1]) &&
      term_is_const (ts, n->arg[2]) && term_word (ts, n->arg[1]) == 1 &&
      term_word (ts, n->arg[2]) == 0)
    return n->arg[0];
  return TERM_NONE;
}

/* The lowest w bits of a term of whole bytes; Bool for 1. */
static term narrow (terms *ts, term t, unsigned w) {
  if (term_width (ts, t) == w)
    return t;
  if (w > 1)
    return term_extract (ts, w - 1, 0, t);
  term b = stored_bool (ts, t);
  if (b.id)
    return b;
  return term_equal (ts, term_extract (ts, 0, 0, t), term_bv (ts, 1, 1));
}

static term wide_constant (terms *ts, const uint8_t *bytes, unsigned w) {
  unsigned n = (w + 7) / 8;
  term t = term_bv (ts, 64, concrete_bits (bytes, 8));
  for (unsigned i = 8; i < n; i += 8) {
    unsigned step = n - i < 8 ? n - i : 8;
    uint64_t bits = concrete_bits (bytes + i, step);
    t = term_concat (ts, term_bv (ts, 8 * step, bits), t);
  }
  return narrow (ts, t, w);
}

term object_read (const object *o, terms *ts, uint64_t offset, unsigned w,
                  uint64_t *bits) {
  unsigned n = (w + 7) / 8;
  assert (offset <= o->size && n <= o->size - offset);
  const uint8_t *bytes = o->bytes + offset;
  if (object_is_concrete (o, offset, n)) {
    if (w > 64)
      return wide_constant (ts, bytes, w);
    *bits = concrete_bits (bytes, n) & bits_mask (w);
    return TERM_NONE;
  }
  term t = narrow (ts, gather (ts, o->overlay + offset, bytes, n), w);
  if (w > 64 || !term_is_const (ts, t))
    return t;
  *bits = term_word (ts, t);
  return TERM_NONE;
}

/* Writing. */

static void clear_overlay (object *o, uint64_t at, uint64_t n) {
  if (o->overlay)
    memset (o->overlay + at, 0, n * sizeof (symbyte));
}

static symbyte *need_overlay (object *o, memory *mem) {
  if (!o->overlay) {
    o->overlay = overlay_alloc (o, mem);
    memset (o->overlay, 0, o->size * sizeof (symbyte));
  }
  return o->overlay;
}

static void write_bits (object *o, uint64_t offset, unsigned w, uint64_t bits) {
  unsigned n = (w + 7) / 8;
  uint8_t *bytes = o->bytes + offset;
  bits &= bits_mask (w < 64 ? w : 64);
  for (unsigned i = 0; i < n; i++)
    bytes[i] = i < 8 ? (uint8_t) (bits >> 8 * i) : 0;
  clear_overlay (o, offset, n);
}

static void write_constant (object *o, uint64_t offset, unsigned w,
                            uint64_t word) {
  if (w <= 64) {
    write_bits (o, offset, w, word);
    return;
  }
  write_bits (o, offset, w, 0);
  num v = value_num (word);
  for (unsigned i = 0; i < w; i++)
    o->bytes[offset + i / 8] |= (uint8_t) (num_testbit (v, i) << i % 8);
}

/* As whole bytes. */
static term widen (terms *ts, term t) {
  if (sort_is_bool (term_sort (ts, t)))
    return term_ite (ts, t, term_bv (ts, 8, 1), term_bv (ts, 8, 0));
  unsigned spare = -term_width (ts, t) & 7;
  return spare ? term_zext (ts, spare, t) : t;
}

void object_write (object *o, memory *mem, terms *ts, uint64_t offset,
                   unsigned w, uint64_t bits, term value) {
  unsigned n = (w + 7) / 8;
  assert (offset <= o->size && n <= o->size - offset);
  if (!value.id) {
    write_bits (o, offset, w, bits);
    return;
  }
  if (term_is_const (ts, value)) {
    write_constant (o, offset, w, term_word (ts, value));
    return;
  }
  term t = widen (ts, value);
  assert (term_width (ts, t) == 8 * n);
  symbyte *s = need_overlay (o, mem) + offset;
  for (unsigned i = 0; i < n; i++)
    s[i] = (symbyte) {t, i};
}

void object_move (object *to, memory *mem, uint64_t at, const object *from,
                  uint64_t from_at, uint64_t n) {
  assert (at <= to->size && n <= to->size - at);
  assert (from_at <= from->size && n <= from->size - from_at);
  if (!n)
    return;
  if (object_is_concrete (from, from_at, n))
    clear_overlay (to, at, n);
  else
    memmove (need_overlay (to, mem) + at, from->overlay + from_at,
             n * sizeof (symbyte));
  memmove (to->bytes + at, from->bytes + from_at, n);
}

void object_fill (object *o, memory *mem, terms *ts, uint64_t at, uint64_t n,
                  uint8_t byte, term symbolic) {
  assert (at <= o->size && n <= o->size - at);
  if (!n)
    return;
  if (symbolic.id && term_is_const (ts, symbolic)) {
    byte = (uint8_t) term_word (ts, symbolic);
    symbolic = TERM_NONE;
  }
  memset (o->bytes + at, byte, n);
  if (!symbolic.id) {
    clear_overlay (o, at, n);
    return;
  }
  symbyte *s = need_overlay (o, mem) + at;
  for (uint64_t i = 0; i < n; i++)
    s[i] = (symbyte) {symbolic, 0};
}
