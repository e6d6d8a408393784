#pragma once

/* Values of the program under test, as C writes them: the one printer, for
 * terminal, reports and exports. By type:
 *
 *     -7   4294967289   'a'   true   1.5   RED   NULL
 *     "ab\n"                  bytes that are text; the rest are zeros
 *     {1, 2, 3}               other arrays; the rest are zeros
 *     {.x = 1, .y = 2}        structs; members that are not there are zeros
 *     0x0102ff                bytes of which nothing is known
 */

#include "program/datatype.h"

typedef enum typed_form {
  TYPED_SHORT, /* for a line: long ones are cut */
  TYPED_WHOLE,
  TYPED_C, /* whole, as an initialiser that means the same to a compiler */
  TYPED_CXX
} typed_form;

/* Appends the value that these bytes are; as many as the type says. */
void typed_print (const datatype *, const uint8_t *bytes, typed_form, memory *,
                  char_vec *out);

/* The same where some bytes are pointers that lead somewhere, or have no value,
 * though they are zeros.
 */
typedef struct typed_pointers {
  void *owner;
  bool (*has) (void *owner, uint64_t at, uint64_t n); /* one in there? */
  void (*put) (void *owner, uint64_t at, const datatype *,
               char_vec *out); /* that one, which is of this type */
} typed_pointers;
void typed_print_leading (const datatype *, const uint8_t *bytes, typed_form,
                          const typed_pointers *, memory *, char_vec *out);

/* Appends a text in quotes. */
void typed_text (const uint8_t *bytes, uint64_t n, typed_form, memory *,
                 char_vec *out);

/* The bytes of a member; of a bit-field, a copy as its type has them. */
const uint8_t *typed_member (const datatype *, const datatype_member *,
                             const uint8_t *bytes, uint8_t room[8]);

/* The member that tells most of a union: the one of the shortest text behind
 * which there are only zeros, or else the largest. NULL: it has none.
 */
const datatype_member *typed_union (const datatype *, const uint8_t *bytes);

/* Is it an integer of 128 bits, which C compares but has no literal for? */
bool typed_is_wide (const datatype *);

/* "L" of wchar_t, "u", "U", or NULL: it is no wide character. */
const char *typed_wide_prefix (const datatype *);

/* Is it an array of bytes that are shown as a text? */
bool typed_is_text (const datatype *, const uint8_t *bytes);

/* Are the bytes an integer, an enumeration or a pointer of at most 64 bits?
 * Then what it is, sign included.
 */
bool typed_number (const datatype *, const uint8_t *bytes, int64_t *out);
