#pragma once

/* The outcome of a path: what the program answers, as far as a caller or a
 * user can see it. A list of parts, in the order of outcomes.def.
 *
 * A part is bytes. While the path is at hand some are symbolic (terms over the
 * inputs); 'outcome_evaluate' gives them values, and what is left is kept in
 * the test. Bytes that were never written have no value: nobody compares them.
 *
 * Addresses are no answer. Eight bytes that are one are zero, and 'pointer'
 * says what they point to: something with a name, or another part.
 *
 *     return   00 00 00 00 00 00 00 00     pointer at 0 -> object 0, +1
 *     argument p  2a 00 00 00
 *     object   61 62 63 00
 *     end      exit  00 00 00 00
 *
 * What a driven function answers (RETURN to OBJECT) is captured where it
 * returns, compared with what was there when it was called; program/harness.h
 * tells the machine of both. Calls of functions that it was passed are captured
 * as they happen. Of a program that has its own main there are
 * OUTPUT, FILE and END only. Files are told where the program exits, so there
 * are none behind a fault.
 */

#include "machine/machine.h"

typedef enum outcome_what {
#define OUTCOME(NAME, text) OUTCOME_##NAME,
#include "machine/outcomes.def"
  OUTCOME_COUNT
} outcome_what;

const char *outcome_what_name (outcome_what);

typedef enum pointee_kind {
  POINTEE_ARGUMENT, /* 'name' of the parameter, "p" or "p.next" */
  POINTEE_GLOBAL,   /* 'name' */
  POINTEE_FUNCTION, /* 'name' */
  POINTEE_PART,     /* an OBJECT of this outcome, by its index among them */
  POINTEE_GONE,     /* what was freed, or has gone with its function */
  POINTEE_OTHER,    /* something that cannot be told */
  POINTEE_TEXT,     /* no pointer: 'offset' bytes are an address in digits */
  POINTEE_JUMP,     /* no pointer: a jump buffer of 'offset' bytes */
  POINTEE_COUNT
} pointee_kind;

typedef struct outcome_pointer {
  uint64_t at; /* in the part */
  uint8_t kind;
  uint32_t part;    /* of POINTEE_PART */
  const char *name; /* "": none */
  int64_t offset;   /* from the first byte of what it points to */
} outcome_pointer;

typedef struct outcome_part {
  uint8_t what; /* outcome_what */
  bool is_freed;
  bool is_unsure; /* some bytes have a value on some inputs only, or in some
                     bits; of two versions they are terms that mention it */
  const char *name;
  uint64_t size; /* bytes there are */
  uint64_t rest; /* evaluated: hash of those behind the first n, else 0; of a
                    call, its number */
  uint32_t n;    /* bytes at hand, at most 'size' */
  uint32_t n_pointers;
  const uint8_t *bytes;
  const symbyte *symbol; /* NULL: all bytes are known; SYMBYTE_UNSET: has no
                            value. Evaluated: there is no other */
  const outcome_pointer *pointer; /* by increasing place */
  /* While the path is at hand, of an argument or a global: what it was at the
   * call, with addresses as numbers.
   */
  const uint8_t *was;
  const symbyte *was_symbol;
} outcome_part;

typedef struct outcome {
  uint32_t n;
  const outcome_part *part;
  bool is_partial; /* there is more than is kept of one */
} outcome;

/* Of a path that ended, or is about to. With values for its terms, of at most
 * 64 bits, or without (NULL). With values, an argument or a global that is as
 * it was is no part. In the arena.
 */
void outcome_capture (machine *, const state *, void *owner,
                      output_value or_null, arena *, outcome *);

/* Two outcomes of one state, under what it knows: a Bool that says that they
 * differ. TERM_TRUE, TERM_FALSE: on all inputs, on none.
 */
term outcome_differ (terms *, const outcome *, const outcome *);

/* Values for one that was captured without, when its state may be gone:
 * pointers that depend on inputs stay numbers.
 */
void outcome_evaluate (terms *, const outcome *, void *owner, output_value,
                       arena *, outcome *);

/* Of evaluated ones. */
bool outcome_is_same (const outcome *, const outcome *);
bool outcome_part_is_same (const outcome_part *, const outcome_part *);

/* Bytes before the first address in digits: elsewhere it may have fewer, and
 * all behind it lies otherwise.
 */
uint32_t outcome_shown (const outcome_part *);

/* The object that a pointer of kind POINTEE_PART leads to, or NULL. */
const outcome_part *outcome_pointee (const outcome *, const outcome_pointer *);

static inline bool outcome_is_known (const outcome_part *p, uint32_t i) {
  return !p->symbol || !p->symbol[i].term.id;
}

/* The part of this kind and name ("": any), or NULL. */
const outcome_part *outcome_find (const outcome *, outcome_what,
                                  const char *name);

/* What belongs to a part of one in the other: of this kind and name, or as many
 * calls behind the first; NULL: nothing does.
 */
const outcome_part *outcome_counterpart (const outcome *, const outcome_part *,
                                         const outcome *other);
