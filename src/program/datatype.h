#pragma once

/* Types of C without LLVM: what debug information says of the inputs of a
 * program and of the function that is driven, in a form that is kept with its
 * tests, so that whoever prints a value needs nothing else.
 *
 * A type refers only to types made before it. Pointers are ends: what they
 * point to is an input of its own.
 */

#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"

typedef enum datatype_kind {
  DATATYPE_BYTES, /* nothing is known */
  DATATYPE_SIGNED,
  DATATYPE_UNSIGNED,
  DATATYPE_CHAR, /* plain char: text */
  DATATYPE_BOOL,
  DATATYPE_FLOAT,
  DATATYPE_ENUM,
  DATATYPE_POINTER,
  DATATYPE_STRUCT,
  DATATYPE_UNION,
  DATATYPE_ARRAY,
  DATATYPE_COUNT
} datatype_kind;

typedef struct datatype datatype;

typedef struct datatype_member {
  const char *name;     /* "": it has none */
  const datatype *type; /* NULL: the name of a value of an enumeration */
  uint64_t at;          /* offset in bits, or the value */
  uint32_t bits;        /* of a bit-field, else 0 */
} datatype_member;

struct datatype {
  uint8_t kind;
  bool is_constant;   /* what a pointer leads to; not kept with tests */
  uint32_t number;    /* among all of its table */
  uint64_t size;      /* bytes; of an array 0: as many elements as there are */
  const char *name;   /* as C writes it, "": it has no name */
  const datatype *of; /* of an array */
  uint32_t n;
  const datatype_member *member;
};

typedef struct named_type {
  const char *name; /* of an input; "": it is not known before it is made */
  const datatype *type;
  uint32_t next; /* of this name, plus 1 */
} named_type;

typedef struct datatypes {
  memory *mem;
  arena arena;
  VEC (const datatype *) all;
  VEC (named_type) inputs;
  map input_at;                 /* hash of a name -> the last of it, plus 1 */
  const char *entry;            /* the function that is driven, "": none */
  const datatype *result;       /* its own; NULL: none, or not known */
  VEC (named_type) params;      /* its own, in order */
  VEC (named_type) objects;     /* what pointers of this name point to */
  VEC (const char *) assumed;   /* of the parameters; not kept with tests */
  VEC (const char *) contracts; /* what says which calls are allowed */
  const char *unused_contract;  /* one that does not fit, or NULL */
} datatypes;

datatypes *datatypes_new (memory *);
void datatypes_enter (datatypes *, const char *entry); /* copied */
void datatypes_param (datatypes *, const char *name, const datatype *);
void datatypes_object (datatypes *, const char *name, const datatype *);
void datatypes_assume (datatypes *, const char *text);
void datatypes_require (datatypes *, const char *contract, bool is_used);

/* Is it an enumeration with so few names that other values are none of its? */
#define ENUMS_CHOSEN 16 /* of an array, elements that prefer to have one */
bool datatype_is_enumerated (const datatype *);
uint64_t datatype_flags (const datatype *); /* 0: its names are no bits */
bool datatype_has_value (const datatype *, int64_t);

/* Appends the name of an input as C has it: "v.data" is v->data. */
void datatypes_put_name (memory *, char_vec *, const char *name, size_t len);
void datatypes_free (datatypes *);

/* Adds a type; name and members are copied. */
const datatype *datatypes_add (datatypes *, const datatype *);
const datatype *datatypes_array (datatypes *, const datatype *of,
                                 uint64_t size);

/* Is the member within its struct or union? */
bool datatype_has_room (const datatype *, const datatype_member *);

/* An input of this name has this type. */
void datatypes_name (datatypes *, const char *name, const datatype *);

/* The type of an input of this name and size; BYTES, if nothing is known or
 * several types fit. The table may be NULL.
 */
datatype datatypes_find (const datatypes *, const char *name, uint64_t size);

/* That of the last input of this name, or NULL. */
const datatype *datatypes_last (const datatypes *, const char *name);

/* What a type "struct n *" points to; NULL: not known. */
const datatype *datatypes_behind (const datatypes *, const datatype *pointer);

/* What a pointer to the object of a parameter, or to a global, points to: one
 * element of an array. NULL: not known.
 */
const datatype *datatypes_element (const datatypes *, const char *name);

/* The name of what the result points to. */
#define DATATYPES_BEHIND_RESULT "*"
