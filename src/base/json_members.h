#pragma once

/* Structs as JSON objects, both ways by one table:
 *
 *     static const json_member spot_members[] = {
 *         MEMBER ("file", TEXT, .at = offsetof (spot, file)),
 *         MEMBER ("line", SMALL, .at = offsetof (spot, line)),
 *         {0}};
 *
 * What is written reads back as it was. Reading is strict about what the table
 * names: a member that is missing, or has another type or a number that does
 * not fit, is damage, and nothing may be used then. What the table does not
 * name was added by a later version and is ignored.
 */

#include "base/arena.h"
#include "base/vec.h"

#include <jansson.h>

typedef enum member_kind {
  MEMBER_NUMBER, /* uint64_t */
  MEMBER_SMALL,  /* uint32_t */
  MEMBER_SIGNED, /* int64_t */
  MEMBER_WORD,   /* uint64_t, all bits of which may be set: hexadecimal text */
  MEMBER_FLAG,   /* bool */
  MEMBER_TEXT,   /* const char *, never NULL */
  MEMBER_SPAN,   /* uint64_t, nanoseconds; seconds in JSON */
  MEMBER_NAME,   /* an enum of 'n', written as its name; uint8_t if the size
                    is 1 */
  MEMBER_PART,   /* the members of 'inner', which are those of a struct here */
  MEMBER_LIST,   /* pointer to structs of 'inner', their number at 'n' */
  MEMBER_COUNTS, /* json_count[size], an object by name; so many are, at 'n' */
  MEMBER_SPANS,  /* uint64_t[n], nanoseconds, an object by name */
  MEMBER_MADE    /* by 'make' from the whole struct; read by 'take', or not */
} member_kind;

typedef struct json_count {
  const char *name;
  uint64_t n;
} json_count;

typedef struct json_member {
  const char *name; /* NULL ends a table; "": the element of a list of plain
                       values */
  member_kind kind;
  size_t at;
  size_t n;    /* offset of the length; or how many names there are */
  size_t size; /* of an element; or most of them */
  const struct json_member *inner;
  const char *(*name_of) (int);
  json_t *(*make) (const void *);
  bool (*take) (const json_t *, void *out, arena *, char_vec *wrong);
  bool is_optional; /* left out if it is NULL, 0 or empty, and that if it is
                       missing; a part is never left out */
} json_member;

#define MEMBER(NAME, KIND, ...) \
  {.name = NAME, .kind = MEMBER_##KIND, __VA_ARGS__}

/* New reference. 'is_exact' may be NULL; it is cleared if a text cannot be
 * written as it is.
 */
json_t *json_members_write (const json_member *, const void *, bool *is_exact);

/* 'out' is zero before. Lists and texts are copied to the arena. False: 'wrong'
 * says where, as "errors[3].line"; the struct is not to be used.
 */
bool json_members_read (const json_member *, const json_t *, void *out, arena *,
                        char_vec *wrong);

/* Texts are bytes of the program under test; what is not UTF-8 must not take
 * what it belongs to out of a report: it has '?' for every byte that is not
 * ASCII. New reference, never NULL.
 */
json_t *json_text (const char *, bool *is_exact);
