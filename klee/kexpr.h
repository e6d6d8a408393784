#pragma once

/* KQuery's expressions as they are written, and with each what it means: a term
 * of bits, one bit for a condition. Equal expressions are one.
 *
 * KLEE's builders say what is made of what is written: nothing, or the same in
 * a simpler form.
 */

#include "base/map.h"
#include "term/term.h"

typedef enum kexpr_op {
  KEXPR_NUMBER,
  KEXPR_READ,   /* arg: index; from: version */
  KEXPR_SELECT, /* arg: condition, then, else */
  KEXPR_CONCAT, /* arg: high, low */
  KEXPR_EXTRACT,
  KEXPR_ZEXT,
  KEXPR_SEXT,
  KEXPR_NOT,
#define KEXPR(NAME, ...) KEXPR_##NAME,
#include "klee/kexpr.def"
  KEXPR_OPS
} kexpr_op;

typedef struct kexpr {
  uint32_t id; /* 0: none */
} kexpr;
#define KEXPR_NONE ((kexpr) {0})

typedef VEC (kexpr) kexpr_vec;

typedef struct kexpr_node {
  kexpr_op op;
  uint32_t width, low; /* low: of KEXPR_EXTRACT */
  uint32_t from;       /* of KEXPR_READ: a version */
  kexpr arg[3];
  term term;
} kexpr_node;

/* An array as it is declared, or after an update. */
typedef struct kexpr_version {
  uint32_t array, next; /* next: the version before; 0: as it is declared */
  kexpr index, value;
  term term;
} kexpr_version;

typedef struct kexpr_array {
  const char *name;
  uint64_t size;
  const uint8_t *bytes; /* NULL: it is symbolic */
  uint32_t version;     /* as it is declared */
} kexpr_array;

typedef enum kexpr_builder {
  KEXPR_AS_WRITTEN,
  KEXPR_FOLDED,    /* numbers to the left, and added up */
  KEXPR_SIMPLIFIED /* and fewer comparisons */
} kexpr_builder;

typedef struct kexprs {
  memory *mem;
  terms *ts;
  kexpr_builder builder;
  VEC (kexpr_node) nodes; /* by id; the first ones are unused */
  VEC (kexpr_version) versions;
  VEC (kexpr_array) arrays;
  map known; /* hash of a node or version -> its id */
} kexprs;

void kexprs_init (kexprs *, memory *, terms *, kexpr_builder);
void kexprs_release (kexprs *);

static inline const kexpr_node *kexpr_at (const kexprs *k, kexpr e) {
  assert (e.id && e.id < k->nodes.len);
  return k->nodes.data + e.id;
}
static inline uint32_t kexpr_width (const kexprs *k, kexpr e) {
  return kexpr_at (k, e)->width;
}
static inline term kexpr_term (const kexprs *k, kexpr e) {
  return kexpr_at (k, e)->term;
}
/* True where it is, of one bit. */
term kexpr_condition (const kexprs *, kexpr);

const char *kexpr_name (kexpr_op);     /* "Add" */
const char *kexpr_smt_name (kexpr_op); /* "bvadd" */
bool kexpr_compares (kexpr_op);
kexpr_op kexpr_op_named (const char *, size_t); /* KEXPR_OPS: none */
unsigned kexpr_arity (const kexpr_node *);

/* Making them. Numbers have a term of a constant. */
kexpr kexpr_number (kexprs *, term);
kexpr kexpr_word (kexprs *, uint32_t width, uint64_t);
kexpr kexpr_binary (kexprs *, kexpr_op, kexpr, kexpr);
kexpr kexpr_not (kexprs *, kexpr);
kexpr kexpr_select (kexprs *, kexpr c, kexpr a, kexpr b);
kexpr kexpr_concat (kexprs *, kexpr high, kexpr low);
kexpr kexpr_extract (kexprs *, uint32_t width, uint32_t low, kexpr);
/* More bits, or the lower ones. */
kexpr kexpr_extend (kexprs *, kexpr_op, uint32_t width, kexpr);
kexpr kexpr_read (kexprs *, kexpr index, uint32_t version);
/* Its opposite, as KLEE asks for it: without a double negation. */
kexpr kexpr_opposite (kexprs *, kexpr);

/* Name and bytes are borrowed; gives its number. */
uint32_t kexpr_declare (kexprs *, const kexpr_array *);
uint32_t kexpr_update (kexprs *, uint32_t version, kexpr index, kexpr value);
