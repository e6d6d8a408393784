/* Who may write: the owner of the object (space.c sees to it), and of a page
 * the object that alone has it. Otherwise it is copied first:
 *
 *     a: | p | q | q |      b, a copy of a: | p | q | q |     p 2, q 4 users
 *     write to b[1]                         | p | r | q |     q 3, r 1
 *
 * A write takes the digest of the page away, and that of a whole object is
 * taken by space_own.
 */

#include "memory/object.h"

#include "base/bits.h"
#include "memory/pool.h"
#include "term/value.h"

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

/* Pages. */

#define PAGE_BITS_MIN 8u
#define FILL_UNSET 0xAB /* no good value, for who looks at bytes alone */

static uint64_t page_size (const object *o) {
  return UINT64_C (1) << o->page_bits;
}

static page **page_table (object *o) { return (page **) (o + 1); }

/* About twice the root: copying 8 bytes for each page and one page, perhaps
 * with its overlay, is least then.
 */
static uint8_t page_bits_for (uint64_t size) {
  unsigned bits = PAGE_BITS_MIN;
  while (UINT64_C (1) << 2 * bits < 2 * size)
    bits++;
  return (uint8_t) bits;
}

static uint64_t count_pages (const object *o) {
  return (o->size + page_size (o) - 1) >> o->page_bits;
}

static size_t overlay_size (const object *o) {
  return page_size (o) * sizeof (symbyte);
}

static page *page_new (const object *o, memory *mem) {
  page *p = block_alloc (o->pool, mem, sizeof *p + page_size (o));
  p->refs = 1;
  p->overlay = NULL;
  p->has_digest = false;
  return p;
}

static page *page_filled (const object *o, memory *mem, uint8_t byte) {
  page *p = page_new (o, mem);
  memset (p->bytes, byte, page_size (o));
  return p;
}

static void page_unref (const object *o, memory *mem, page *p) {
  assert (p->refs); /* not after the last has gone */
  if (--p->refs)
    return;
  if (p->overlay)
    block_free (o->pool, mem, p->overlay, overlay_size (o));
  block_free (o->pool, mem, p, sizeof *p + page_size (o));
}

static bool is_all_concrete (const symbyte *s, uint64_t n) {
  for (uint64_t i = 0; s && i < n; i++)
    if (s[i].term.id)
      return false;
  return true;
}

/* The page at this offset, of this object alone. An overlay in which
 * everything became concrete is not copied.
 */
static page *own_page (object *o, memory *mem, uint64_t offset) {
  assert (!o->bytes && offset < o->size);
  page **link = page_table (o) + (offset >> o->page_bits), *old = *link;
  if (old->refs == 1) {
    old->has_digest = false;
    return old;
  }
  page *p = page_new (o, mem);
  memcpy (p->bytes, old->bytes, page_size (o));
  if (!is_all_concrete (old->overlay, page_size (o))) {
    p->overlay = block_alloc (o->pool, mem, overlay_size (o));
    memcpy (p->overlay, old->overlay, overlay_size (o));
  }
  old->refs--;
  return *link = p;
}

/* Objects. */

static size_t block_size (const object *o) {
  return sizeof *o +
         (o->bytes ? o->size + o->cut : count_pages (o) * sizeof (page *));
}

#define FOUR(...) __VA_ARGS__, __VA_ARGS__, __VA_ARGS__, __VA_ARGS__
const symbyte object_unset[OBJECT_UNSET] = {
    FOUR (FOUR (FOUR ({{UINT32_MAX}, 0})))};
#undef FOUR

static object *new_small (pool *p, memory *mem, uint64_t address,
                          uint64_t size) {
  object *o = block_alloc (p, mem, sizeof *o + size);
  *o = (object) {
      .refs = 1, .address = address, .size = size, .set = size, .pool = p};
  o->bytes = (uint8_t *) (o + 1);
  return o;
}

static object *new_large (pool *p, memory *mem, uint64_t address, uint64_t size,
                          uint8_t fill) {
  object head = {
      .refs = 1, .address = address, .size = size, .set = size, .pool = p};
  assert (size > OBJECT_SMALL); /* or it had no pages */
  head.page_bits = page_bits_for (size);
  object *o = block_alloc (p, mem, block_size (&head));
  *o = head;
  page *all = page_filled (o, mem, fill);
  all->refs = count_pages (o);
  for (uint64_t i = 0; i < all->refs; i++)
    page_table (o)[i] = all;
  return o;
}

object *object_new_in (pool *p, memory *mem, uint64_t address, uint64_t size,
                       uint8_t fill) {
  if (size > OBJECT_SMALL)
    return new_large (p, mem, address, size, fill);
  object *o = new_small (p, mem, address, size);
  memset (o->bytes, fill, size);
  return o;
}

object *object_new (memory *mem, uint64_t address, uint64_t size) {
  return object_new_in (NULL, mem, address, size, 0);
}

static symbyte *overlay_alloc (const object *o, memory *mem) {
  return block_alloc (o->pool, mem, o->size * sizeof (symbyte));
}

object *object_copy (memory *mem, const object *from) {
  size_t size = block_size (from);
  object *o = block_alloc (from->pool, mem, size);
  memcpy (o, from, size);
  o->refs = 1;
  o->owner = 0;
  if (!from->bytes) {
    for (uint64_t i = count_pages (o); i; i--)
      page_table (o)[i - 1]->refs++;
    return o;
  }
  o->bytes = (uint8_t *) (o + 1);
  o->overlay = NULL;
  if (!is_all_concrete (from->overlay, from->size)) {
    o->overlay = overlay_alloc (o, mem);
    memcpy (o->overlay, from->overlay, o->size * sizeof (symbyte));
  }
  return o;
}

void object_unref (memory *mem, object *o) {
  assert (o->refs); /* not after the last has gone */
  if (--o->refs)
    return;
  if (!o->bytes)
    for (uint64_t i = count_pages (o); i; i--)
      page_unref (o, mem, page_table (o)[i - 1]);
  if (o->overlay)
    block_free (o->pool, mem, o->overlay, o->size * sizeof (symbyte));
  block_free (o->pool, mem, o, block_size (o));
}

/* Reading. */

bool object_is_concrete (const object *o, uint64_t offset, uint64_t n) {
  stretch r;
  for (uint64_t i = 0; i < n; i += r.n) {
    r = object_stretch (o, offset + i, n - i);
    if (!is_all_concrete (r.overlay, r.n))
      return false;
  }
  return true;
}

void object_get (const object *o, uint64_t offset, uint64_t n, void *out) {
  assert (offset <= o->size && n <= o->size - offset);
  stretch r;
  for (uint64_t i = 0; i < n; i += r.n) {
    r = object_stretch (o, offset + i, n - i);
    memcpy ((uint8_t *) out + i, r.bytes, r.n);
  }
}

/* Up to 8 bytes. */
static uint64_t concrete_bits (const uint8_t *bytes, unsigned n) {
  uint64_t bits = 0;
  for (unsigned i = 0; i < n; i++)
    bits |= (uint64_t) bytes[i] << 8 * i;
  return bits;
}

/* How many of the n bytes here are one part: of one term in order, never
 * written, or at most 8 concrete ones.
 */
static unsigned part_length (const symbyte *s, unsigned n) {
  unsigned i = 1;
  bool is_unset = term_eq (s->term, SYMBYTE_UNSET);
  if (!s->term.id || is_unset)
    while (i < n && (i < 8 || is_unset) && term_eq (s[i].term, s->term))
      i++;
  else
    while (i < n && term_eq (s[i].term, s->term) && s[i].k == s->k + i)
      i++;
  return i;
}

static term part (terms *ts, const symbyte *s, const uint8_t *bytes,
                  const unset *from, unsigned n) {
  if (!s->term.id)
    return term_bv (ts, 8 * n, concrete_bits (bytes, n));
  if (term_eq (s->term, SYMBYTE_UNSET))
    return term_unset (ts, 8 * n, from);
  assert (8 * (s->k + n) <= term_width (ts, s->term));
  if (!s->k && 8 * n == term_width (ts, s->term))
    return s->term;
  return term_extract (ts, 8 * (s->k + n) - 1, 8 * s->k, s->term);
}

/* n bytes as one term. 'from' is where they are. */
static term object_gather (terms *ts, const stretch *r, unset from,
                           unsigned n) {
  term t = TERM_NONE;
  for (unsigned i = 0, step; i < n; i += step, from.at += step) {
    step = part_length (r->overlay + i, n - i);
    term high = part (ts, r->overlay + i, r->bytes + i, &from, step);
    t = t.id ? term_concat (ts, high, t) : high;
  }
  assert (term_width (ts, t) == 8 * n); /* parts leave no gap */
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
  assert (w && w <= term_width (ts, t));
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
  assert (w > 64); /* eight bytes are read at once */
  unsigned n = (w + 7) / 8;
  term t = term_bv (ts, 64, concrete_bits (bytes, 8));
  for (unsigned i = 8; i < n; i += 8) {
    unsigned step = n - i < 8 ? n - i : 8;
    uint64_t bits = concrete_bits (bytes + i, step);
    t = term_concat (ts, term_bv (ts, 8 * step, bits), t);
  }
  return narrow (ts, t, w);
}

/* All within one stretch. */
static term read_stretch (const stretch *r, terms *ts, unset from, unsigned w,
                          uint64_t *bits) {
  unsigned n = (w + 7) / 8;
  if (is_all_concrete (r->overlay, n)) {
    if (w > 64)
      return wide_constant (ts, r->bytes, w);
    *bits = concrete_bits (r->bytes, n) & bits_mask (w);
    return TERM_NONE;
  }
  term t = narrow (ts, object_gather (ts, r, from, n), w);
  if (w > 64 || !term_is_const (ts, t))
    return t;
  *bits = term_word (ts, t);
  return TERM_NONE;
}

/* Across pages: from a copy. */
static term read_across (const object *o, terms *ts, uint64_t offset,
                         unset from, unsigned w, uint64_t *bits) {
  unsigned n = (w + 7) / 8;
  object *copy = new_small (NULL, NULL, 0, n);
  object_move (copy, NULL, 0, o, offset, n);
  stretch r = object_stretch (copy, 0, n);
  assert (r.n == n); /* all of it was written just now */
  term t = read_stretch (&r, ts, from, w, bits);
  object_unref (NULL, copy);
  return t;
}

term object_read (const object *o, terms *ts, uint64_t offset, unsigned w,
                  uint64_t *bits) {
  unsigned n = (w + 7) / 8;
  assert (offset <= o->size && n <= o->size - offset);
  stretch r = object_stretch (o, offset, n);
  unset from = {o->address + offset, o->function, o->insn, 0};
  return r.n < n ? read_across (o, ts, offset, from, w, bits)
                 : read_stretch (&r, ts, from, w, bits);
}

/* Writing. */

/* A stretch to be written, of this object alone. */
typedef struct own_stretch {
  uint8_t *bytes;
  symbyte **overlay; /* where it is kept, for the whole block */
  uint64_t at, n;    /* 'at': in the block, of which 'size' is all */
  uint64_t size;
} own_stretch;

static void set_up_to (object *, memory *, uint64_t offset, uint64_t n);
static void object_fill_with (object *, memory *, uint64_t at, uint64_t n,
                              uint8_t, term);

static own_stretch stretch_own (object *o, memory *mem, uint64_t offset,
                                uint64_t n) {
  if (offset + n > o->set)
    set_up_to (o, mem, offset, n);
  if (o->bytes)
    return (own_stretch) {o->bytes + offset, &o->overlay, offset, n, o->size};
  page *p = own_page (o, mem, offset);
  uint64_t size = page_size (o), at = offset & (size - 1);
  return (own_stretch) {p->bytes + at, &p->overlay, at,
                        n < size - at ? n : size - at, size};
}

static void clear_overlay (const own_stretch *r) {
  if (*r->overlay)
    memset (*r->overlay + r->at, 0, r->n * sizeof (symbyte));
}

static symbyte *need_overlay (const object *o, memory *mem,
                              const own_stretch *r) {
  assert (r->at <= r->size && r->n <= r->size - r->at);
  if (!*r->overlay) {
    size_t size = r->size * sizeof (symbyte);
    *r->overlay = memset (block_alloc (o->pool, mem, size), 0, size);
  }
  return *r->overlay + r->at;
}

void object_put (object *o, memory *mem, uint64_t offset, uint64_t n,
                 const void *from) {
  assert (offset <= o->size && n <= o->size - offset);
  own_stretch r;
  for (uint64_t i = 0; i < n; i += r.n) {
    r = stretch_own (o, mem, offset + i, n - i);
    memcpy (r.bytes, (const uint8_t *) from + i, r.n);
    clear_overlay (&r);
  }
}

static void write_bits (object *o, memory *mem, uint64_t offset, unsigned w,
                        uint64_t bits) {
  unsigned n = (w + 7) / 8;
  bits &= bits_mask (w < 64 ? w : 64);
  own_stretch r;
  for (unsigned i = 0; i < n; i += (unsigned) r.n) {
    r = stretch_own (o, mem, offset + i, n - i);
    for (unsigned k = 0; k < r.n; k++)
      r.bytes[k] = i + k < 8 ? (uint8_t) (bits >> 8 * (i + k)) : 0;
    clear_overlay (&r);
  }
}

static void write_constant (object *o, memory *mem, uint64_t offset, unsigned w,
                            uint64_t word) {
  if (w <= 64) {
    write_bits (o, mem, offset, w, word);
    return;
  }
  num v = value_num (word);
  for (unsigned i = 0; i < w; i += 8) {
    uint8_t byte = 0;
    for (unsigned k = 0; k < 8 && i + k < w; k++)
      byte |= (uint8_t) (num_testbit (v, i + k) << k);
    object_put (o, mem, offset + i / 8, 1, &byte);
  }
}

/* As whole bytes. */
static term object_widen (terms *ts, term t) {
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
    write_bits (o, mem, offset, w, bits);
    return;
  }
  if (term_is_const (ts, value)) {
    write_constant (o, mem, offset, w, term_word (ts, value));
    return;
  }
  term t = object_widen (ts, value);
  assert (term_width (ts, t) == 8 * n);
  own_stretch r;
  for (unsigned i = 0; i < n; i += (unsigned) r.n) {
    r = stretch_own (o, mem, offset + i, n - i);
    symbyte *s = need_overlay (o, mem, &r);
    for (unsigned k = 0; k < r.n; k++)
      s[k] = (symbyte) {t, i + k};
  }
}

/* Moving. */

static uint64_t lesser (uint64_t a, uint64_t b) { return a < b ? a : b; }

/* How many bytes lie together from here on; before here. */

static uint64_t length_behind (const object *o, uint64_t at) {
  return o->bytes ? o->size - at : page_size (o) - (at & (page_size (o) - 1));
}

/* The same of what is to be read. */
static uint64_t length_to_read (const object *o, uint64_t at) {
  uint64_t alike = at < o->set ? o->set - at : OBJECT_UNSET;
  return lesser (alike, length_behind (o, at));
}

static uint64_t length_before (const object *o, uint64_t end) {
  return o->bytes ? end : ((end - 1) & (page_size (o) - 1)) + 1;
}

static bool is_whole_page (const object *o, uint64_t at, uint64_t n) {
  return !o->bytes && n == page_size (o) && !(at & (n - 1));
}

static void share_page (object *to, memory *mem, uint64_t at, page *p) {
  assert (p->refs && !(at & (page_size (to) - 1)));
  page **link = page_table (to) + (at >> to->page_bits);
  p->refs++;
  page_unref (to, mem, *link);
  *link = p;
}

/* Each in one stretch. What is read is looked up last: owning the page to be
 * written may have moved it.
 */
static void move_stretch (object *to, memory *mem, uint64_t at,
                          const object *from, uint64_t from_at, uint64_t n) {
  if (is_whole_page (to, at, n) && is_whole_page (from, from_at, n) &&
      to->pool == from->pool) {
    set_up_to (to, mem, at, n);
    share_page (to, mem, at, object_page (from, from_at));
    return;
  }
  own_stretch r = stretch_own (to, mem, at, n);
  stretch f = object_stretch (from, from_at, n);
  assert (r.n == n && f.n == n); /* each in one stretch */
  if (is_all_concrete (f.overlay, n))
    clear_overlay (&r);
  else
    memmove (need_overlay (to, mem, &r), f.overlay, n * sizeof (symbyte));
  memmove (r.bytes, f.bytes, n);
}

void object_move (object *to, memory *mem, uint64_t at, const object *from,
                  uint64_t from_at, uint64_t n) {
  assert (at <= to->size && n <= to->size - at);
  assert (from_at <= from->size && n <= from->size - from_at);
  bool is_backward = to == from && at > from_at;
  uint64_t live = from->set > from_at ? from->set - from_at : 0;
  if (to == from && live < n) /* said byte by byte: it may be moved */
    object_fill_with (to, mem, to->set,
                      (is_backward ? at : from_at) + n - to->set, FILL_UNSET,
                      SYMBYTE_UNSET);
  else if (to != from && live < n && at + live >= to->set)
    n = live; /* what follows was never written, and so it stays */
  while (n && is_backward) {
    uint64_t k =
        lesser (length_before (to, at + n), length_before (to, from_at + n));
    k = lesser (n, k);
    n -= k;
    move_stretch (to, mem, at + n, from, from_at + n, k);
  }
  for (uint64_t k; n; n -= k, at += k, from_at += k) {
    k = lesser (length_behind (to, at), length_to_read (from, from_at));
    k = lesser (n, k);
    move_stretch (to, mem, at, from, from_at, k);
  }
}

static void fill_stretch (object *o, memory *mem, const own_stretch *r,
                          uint8_t byte, term symbolic) {
  memset (r->bytes, byte, r->n);
  if (!symbolic.id) {
    clear_overlay (r);
    return;
  }
  symbyte *s = need_overlay (o, mem, r);
  for (uint64_t i = 0; i < r->n; i++)
    s[i] = (symbyte) {symbolic, 0};
}

/* One page, for all that are filled whole. */
static void fill_pages (object *o, memory *mem, uint64_t at, uint64_t n,
                        uint8_t byte, term symbolic) {
  page *p = page_filled (o, mem, byte);
  own_stretch r = {p->bytes, &p->overlay, 0, page_size (o), page_size (o)};
  if (symbolic.id)
    fill_stretch (o, mem, &r, byte, symbolic);
  for (uint64_t i = 0; i < n; i += page_size (o))
    share_page (o, mem, at + i, p);
  page_unref (o, mem, p);
}

static void object_fill_with (object *o, memory *mem, uint64_t at, uint64_t n,
                              uint8_t byte, term symbolic) {
  assert (at <= o->size && n <= o->size - at);
  set_up_to (o, mem, at, n);
  for (uint64_t k; n; n -= k, at += k) {
    k = n & ~(page_size (o) - 1);
    if (is_whole_page (o, at, page_size (o)) && k)
      fill_pages (o, mem, at, k, byte, symbolic);
    else {
      own_stretch r = stretch_own (o, mem, at, n);
      fill_stretch (o, mem, &r, byte, symbolic);
      k = r.n;
    }
  }
}

void object_fill (object *o, memory *mem, terms *ts, uint64_t at, uint64_t n,
                  uint8_t byte, term symbolic) {
  if (symbolic.id && term_is_const (ts, symbolic)) {
    byte = (uint8_t) term_word (ts, symbolic);
    symbolic = TERM_NONE;
  }
  object_fill_with (o, mem, at, n, byte, symbolic);
}

/* Never written. */

/* What is left out before the offset has to be said now. */
static void set_up_to (object *o, memory *mem, uint64_t offset, uint64_t n) {
  if (!n || offset + n <= o->set)
    return;
  assert (offset <= o->size && n <= o->size - offset);
  if (offset > o->set)
    object_fill_with (o, mem, o->set, offset - o->set, FILL_UNSET,
                      SYMBYTE_UNSET);
  o->set = offset + n;
}

void object_forget (object *o, memory *mem) {
  if (o->overlay)
    block_free (o->pool, mem, o->overlay, o->size * sizeof (symbyte));
  o->overlay = NULL;
  o->set = 0;
}

bool object_resize (object *o, memory *mem, uint64_t size) {
  uint64_t room = o->size + o->cut;
  if (!o->bytes || size > room)
    return false;
  object_forget (o, mem);
  o->size = o->set = size;
  o->cut = (uint16_t) (room - size);
  memset (o->bytes, FILL_UNSET, size);
  return true;
}

/* Validity. */

static bool is_part (symbyte b, const terms *ts) {
  if (!b.term.id || term_eq (b.term, SYMBYTE_UNSET))
    return true;
  return b.term.id < terms_count (ts) && sort_is_bv (term_sort (ts, b.term)) &&
         8 * (b.k + 1) <= term_width (ts, b.term);
}

static bool are_parts (const object *o, const terms *ts) {
  stretch r;
  for (uint64_t i = 0; i < o->size; i += r.n) {
    r = object_stretch (o, i, o->size - i);
    for (uint64_t j = 0; r.overlay && j < r.n; j++)
      if (!is_part (r.overlay[j], ts))
        return false;
  }
  return true;
}

bool object_is_valid (const object *o, const terms *ts) {
  if (!o->refs || o->set > o->size || (o->bytes && o->size > OBJECT_SMALL) ||
      (!o->bytes && o->size <= OBJECT_SMALL))
    return false;
  for (uint64_t i = o->bytes ? 0 : count_pages (o); i; i--)
    if (!object_page (o, (i - 1) << o->page_bits)->refs)
      return false;
  if (o->size_term.id && term_width (ts, o->size_term) != 64)
    return false;
  return are_parts (o, ts);
}
