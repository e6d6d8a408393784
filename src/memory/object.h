#ifndef MEMORY_OBJECT_H
#define MEMORY_OBJECT_H

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
 * ever stored.
 */

#include "base/memory.h"
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

typedef struct object {
  uint32_t refs;
  uint32_t owner;          /* the space that may write in place, see space.h */
  uint64_t address;        /* of the first byte */
  uint64_t size;           /* bytes that exist */
  term size_term;          /* of symbolic size: a 64-bit term that is at most
                              'size' on this path; else TERM_NONE */
  uint8_t kind;            /* object_kind */
  bool is_constant;        /* writing is a fault */
  bool is_volatile_;       /* unused by the machine itself */
  uint32_t function, insn; /* where it was allocated */
  const layout *layout;    /* of the declared type, or NULL */
  symbyte *overlay;        /* 'size' of them, or NULL */
  uint8_t *bytes;
} object;

object *object_new (memory *, uint64_t address, uint64_t size);
object *object_copy (memory *, const object *); /* with one user */
void object_unref (memory *, object *);

/* Does the object hold anything symbolic in these bytes? */
bool object_is_concrete (const object *, uint64_t offset, uint64_t n);

/* Little-endian, w bits in (w + 7) / 8 bytes, all within the object. Concrete
 * results come in '*bits' and TERM_NONE is returned. i1 is read as the lowest
 * bit of its byte: a Bool term when symbolic; other terms have w bits.
 */
term object_read (const object *, terms *, uint64_t offset, unsigned w,
                  uint64_t *bits);

/* Writing needs an object that is owned. 'value' TERM_NONE: write 'bits'. */
void object_write (object *, memory *, terms *, uint64_t offset, unsigned w,
                   uint64_t bits, term value);

/* At a symbolic offset (64-bit term, known to be in bounds for the access on
 * this path). 'low' and 'high' bound the offset, inclusive; only bytes from
 * low to high + size of access are looked at.
 * Reading gives a multiplexer over terms for few bytes, a select from a table
 * or an array for many. Writing makes every byte in reach a choice.
 */
term object_read_at (const object *, terms *, term offset, uint64_t low,
                     uint64_t high, unsigned w);
void object_write_at (object *, memory *, terms *, term offset, uint64_t low,
                      uint64_t high, unsigned w, uint64_t bits, term value);

/* Parts of an object, within bounds; overlapping parts of one object are
 * moved as memmove does.
 */
void object_move (object *to, memory *, uint64_t at, const object *from,
                  uint64_t from_at, uint64_t n);
void object_fill (object *, memory *, terms *, uint64_t at, uint64_t n,
                  uint8_t byte, term symbolic);

#endif
