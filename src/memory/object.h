#pragma once

/* Objects of the program under test: bytes, some of them symbolic.
 *
 * An object is shared by the states that have not changed it since they
 * parted: it counts its users, and whoever writes owns it or copies it first
 * (memory/space.h). Bytes are concrete in 'bytes'; where the overlay is not
 * zero the byte is a part of a term instead:
 *
 *     overlay[i] = term t, byte k:   byte i is bits 8k .. 8k+7 of t
 *
 * so a symbolic int that is stored and loaded again is the same term, with no
 * term built on the way. The overlay exists only where something symbolic was
 * ever stored, or where bytes were left out that were never written:
 *
 *     0 ........... set ........... size
 *       overlay says    never written
 *
 * What is written in order needs no overlay. Reading what was never written
 * gives a variable of its own (term_unset).
 *
 * A small object has its bytes in its own block. A larger one has a table of
 * pages, each with bytes and overlay of its own and shared in turn, with other
 * objects and within the same one (what was filled is one page many times):
 *
 *     object | page | page | page | ...        page = refs, overlay, bytes
 *
 * so a copy costs the table, and the first write behind it one page. Pages
 * have about the square root of the object's size, so that both are short.
 * 'object_stretch' sees through the difference.
 */

#include "program/code.h"
#include "term/term.h"

typedef enum object_kind {
  OBJECT_GLOBAL,
  OBJECT_STACK,
  OBJECT_HEAP,
  OBJECT_FOREIGN /* declared by the program and defined by nobody */
} object_kind;

typedef struct symbyte {
  term term;  /* TERM_NONE: concrete */
  uint32_t k; /* which byte of it, the lowest is 0 */
} symbyte;

/* In place of a term: the byte was never written. */
#define SYMBYTE_UNSET ((term) {UINT32_MAX})

/* Fields are in memory/memory.def. Pages are open for the loop of the machine;
 * changed by object.c alone.
 */
typedef uint8_t page_bytes[];

typedef struct page {
#define PAGE(CLASS, type, name) type name;
#include "memory/memory.def"
} page;

struct pool;

typedef struct object {
#define OBJECT(CLASS, type, name) type name;
#include "memory/memory.def"
} object;

/* Objects up to this size have no pages. */
#define OBJECT_SMALL 512u

/* With one user, no owner, all bytes 'fill' and set, and all fields below
 * 'size' zero but for that. The account is the same in all calls for an object.
 * A pool makes blocks of small objects cheap; the object must be gone before
 * it. 'object_new' gives zeros.
 */
object *object_new (memory *, uint64_t address, uint64_t size);
object *object_new_in (struct pool *, memory *, uint64_t address, uint64_t size,
                       uint8_t fill);
object *object_copy (memory *, const object *); /* from the same pool */
void object_unref (memory *, object *);

/* From now on nothing was ever written to it. */
void object_forget (object *, memory *);

/* A small object begins anew with so many bytes, which must not be more than
 * it was made with; false: nothing was done.
 */
bool object_resize (object *, memory *, uint64_t size);

/* Of an object with pages: the one that has the byte at this offset. */
static inline page *object_page (const object *o, uint64_t offset) {
  return ((page *const *) (o + 1))[offset >> o->page_bits];
}

/* Bytes that lie together, to be read: at least one and at most 'n' from the
 * offset on. Where the overlay says so they are symbolic, or were never
 * written.
 */
typedef struct stretch {
  const uint8_t *bytes;
  const symbyte *overlay; /* NULL: all are concrete */
  uint64_t n;
} stretch;

#define OBJECT_UNSET 64u
extern const symbyte object_unset[OBJECT_UNSET];

static inline stretch object_stretch (const object *o, uint64_t offset,
                                      uint64_t n) {
  bool is_set = offset < o->set;
  uint64_t most = is_set ? o->set - offset : OBJECT_UNSET;
  n = n < most ? n : most;
  if (o->bytes && !is_set)
    return (stretch) {o->bytes + offset, object_unset, n};
  if (o->bytes)
    return (stretch) {o->bytes + offset,
                      o->overlay ? o->overlay + offset : NULL, n};
  const page *p = object_page (o, offset);
  uint64_t size = UINT64_C (1) << o->page_bits, at = offset & (size - 1);
  const symbyte *overlay = !is_set ? object_unset : p->overlay;
  return (stretch) {p->bytes + at, is_set && overlay ? overlay + at : overlay,
                    n < size - at ? n : size - at};
}

/* Does the object hold nothing symbolic in these bytes, and are all set? */
bool object_is_concrete (const object *, uint64_t offset, uint64_t n);

/* Bytes as they are, in and out: what goes in is concrete, what comes out is
 * no value where the object is symbolic. Writing needs an object that is
 * owned.
 */
void object_get (const object *, uint64_t offset, uint64_t n, void *out);
void object_put (object *, memory *, uint64_t offset, uint64_t n, const void *);

/* Little-endian, w bits in (w + 7) / 8 bytes, all within the object. Concrete
 * results come in '*bits' and TERM_NONE is returned; of more than 64 bits they
 * are terms as well. i1 is read as the lowest bit of its byte: a Bool term
 * when symbolic; other terms have w bits. Reading back what was written in one
 * piece builds nothing.
 */
term object_read (const object *, terms *, uint64_t offset, unsigned w,
                  uint64_t *bits);

/* Writing needs an object that is owned. 'value' TERM_NONE: write 'bits'.
 * Constant terms are written as the bytes they are. Bits above w are zero.
 */
void object_write (object *, memory *, terms *, uint64_t offset, unsigned w,
                   uint64_t bits, term value);

/* At a symbolic offset (64-bit term, known to be in bounds for the access on
 * this path). 'low' and 'high' bound the offset, inclusive; only bytes from
 * low to high + size of access are looked at, and of those only the places
 * that the form of the offset allows (a multiple of 12, ...).
 *
 * Reading gives a multiplexer over terms for few places, a select from a
 * table for many constants; a constant result is a constant term. Writing
 * makes each of a few places a choice, many the elements of an array that is
 * stored into. TERM_NONE, false: too many places (OBJECT_MAX_PLACES; to read
 * constants from, OBJECT_MAX_TABLE); nothing was done.
 */
#define OBJECT_MAX_PLACES (UINT64_C (1) << 16)
#define OBJECT_MAX_TABLE (UINT64_C (1) << 20)

term object_read_at (const object *, terms *, term offset, uint64_t low,
                     uint64_t high, unsigned w);
bool object_write_at (object *, memory *, terms *, term offset, uint64_t low,
                      uint64_t high, unsigned w, uint64_t bits, term value);

/* Parts of an object, within bounds; overlapping parts of one object are
 * moved as memmove does. Filled is with a byte, or an 8-bit term. Whole pages
 * are shared, not copied, where both parts begin at the same place of a page
 * of the same size.
 */
void object_move (object *to, memory *, uint64_t at, const object *from,
                  uint64_t from_at, uint64_t n);
void object_fill (object *, memory *, terms *, uint64_t at, uint64_t n,
                  uint8_t byte, term symbolic);

/* For --check=3 and tests: it and its pages have users, it has as many bytes as
 * it says, and symbolic ones are parts of the terms they are said to be of.
 */
bool object_is_valid (const object *, const terms *);
