#pragma once

/* Terms: hash-consed expressions behind 32-bit handles.
 *
 * A 'terms' table is append-only. Two terms of one table are equal exactly
 * when their handles are. Handles order terms bottom-up: arguments have
 * smaller ids than the term, so a loop over ids is a topological order.
 *
 * Building simplifies (term/rules.h): 'term_build' may give back a term of
 * another kind. 'term_intern' does not simplify; only tests and the builder
 * itself use it.
 *
 * Every term has a 128-bit structural hash made of kinds, constants and
 * variable names alone. It does not depend on the order in which terms were
 * made and decides the order of commutative arguments, so that the same
 * formula built twice, in two processes, is the same term.
 *
 * Invariants (terms_is_valid):
 *   I1  arguments of a term have smaller ids;
 *   I2  no two nodes have equal kind, sort, payload and arguments;
 *   I3  constants are within their sort (bit-vectors below 2^width);
 *   I4  commutative arguments are in canonical order (constant last,
 *       otherwise by structural hash) unless made by term_intern or without
 * rules.
 *
 * Node pointers stay valid for the life of the table. Not thread-safe.
 */

#include "base/num.h"
#include "term/sort.h"

typedef struct term {
  uint32_t id;
} term;

typedef VEC (term) term_vec;

#define TERM_NONE ((term) {0})
#define TERM_FALSE ((term) {1})
#define TERM_TRUE ((term) {2})

typedef enum kind {
#define KIND(NAME, SMT, ARITY, COMMUTES) KIND_##NAME,
#include "term/kinds.def"
  KIND_COUNT
} kind;

typedef struct kind_info {
  const char *name; /* "BV_ADD" */
  const char *smt;  /* "bvadd" */
  uint8_t arity;
  bool commutes;
} kind_info;

extern const kind_info kind_table[KIND_COUNT];

/* Of an order of bit-vectors: a < b is not b <= a. KIND_CONST for others. */
kind kind_opposite (kind);

/* What a term is before it has a handle. Unused arguments are TERM_NONE. */
typedef struct draft {
  kind kind;
  sort sort;
  uint64_t payload;
  term arg[3];
} draft;

typedef struct node {
  uint8_t kind;
  uint8_t arity : 7;
  bool has_unset : 1; /* mentions a variable of term_unset */
  uint16_t marks;     /* what solver/encode.c knows of it */
  sort sort;
  term arg[3];
  uint32_t leaves;  /* cached free-variable set, 0 = not yet (leaves.h) */
  uint64_t payload; /* CONST: value word (value.h); VAR: name; see kinds.def */
  hash128 hash;
} node;

/* The content of a KIND_TABLE term: constants at some indices. */
typedef struct content {
  hash128 hash;
  uint32_t n;
  bool is_dense;         /* indices are 0 .. n-1 */
  const uint64_t *index; /* increasing */
  const uint64_t *value; /* value words of the element sort, <= 64 bits */
} content;

#define TERM_PAGE_BITS 10

/* Open only for the inline access below; all fields are private. */
typedef struct terms {
  memory *mem;
  node **page;
  size_t n_pages, cap_pages;
  uint32_t n;      /* terms so far; ids are below */
  uint32_t *slot;  /* hash table of ids */
  size_t cap_slot; /* power of two */
  arena data;      /* names, limbs, contents */
  VEC (content) contents;
  struct leaf_sets *leaf_sets; /* owned by leaves.c */
  struct bounds_cache *bounds; /* owned by bounds.c */
  hash_key key;                /* of digests, if they are wanted */
  VEC (hash128) digests;       /* by id, as far as they were asked for */
  uint64_t n_fresh;
  uint64_t n_built;    /* calls of term_build */
  uint64_t n_rewrites; /* rules that fired */
  bool simplify;       /* rules are applied (default); else terms are as
                          written, but for constants */
  uint16_t depth;      /* of rules within rules (rules.c) */
  uint16_t fuel;       /* drafts that this build may still rewrite */
} terms;

/* Life cycle. */

terms *terms_new (memory *);
void terms_free (terms *);

/* Reading. */

static inline bool term_eq (term a, term b) { return a.id == b.id; }

static inline const node *term_node (const terms *ts, term t) {
  assert (t.id && t.id < ts->n);
  return &ts->page[t.id >> TERM_PAGE_BITS][t.id & ((1u << TERM_PAGE_BITS) - 1)];
}

static inline kind term_kind (const terms *ts, term t) {
  return (kind) term_node (ts, t)->kind;
}

static inline sort term_sort (const terms *ts, term t) {
  return term_node (ts, t)->sort;
}

static inline unsigned term_width (const terms *ts, term t) {
  return sort_width (term_sort (ts, t));
}

static inline term term_arg (const terms *ts, term t, unsigned i) {
  assert (i < term_node (ts, t)->arity);
  return term_node (ts, t)->arg[i];
}

static inline bool term_is_const (const terms *ts, term t) {
  return term_node (ts, t)->kind == KIND_CONST;
}

/* The value word of a constant (value.h). */
static inline uint64_t term_word (const terms *ts, term t) {
  assert (term_is_const (ts, t));
  return term_node (ts, t)->payload;
}

static inline hash128 term_hash (const terms *ts, term t) {
  return term_node (ts, t)->hash;
}

/* The same under the key of the table, which has one: two terms with one digest
 * are the same, in all tables with this key (base/keyed.h).
 */
hash128 term_digest (terms *, term);

/* Of whole digests so many bits are kept: 128, but for tests. */
void terms_set_key (terms *, hash128 seed, unsigned bits);

static inline bool terms_has_key (const terms *ts) { return ts->key.is_set; }

static inline uint32_t terms_count (const terms *ts) { return ts->n; }

/* Sort by id, each once; how many are left. */
bool terms_are_sorted (size_t n, const term *);
size_t terms_sort (size_t n, term *);

const char *term_name (const terms *, term var); /* NUL-terminated */
const content *term_content (const terms *, term table);
unsigned term_extract_high (const terms *, term extract);
unsigned term_extract_low (const terms *, term extract);

/* The value of a constant, whatever its sort; limbs may go to the arena. */
num term_num (const terms *, term constant, arena *);

/* Leaves. */

term term_var (terms *, const char *name, size_t len, sort);
term term_fresh (terms *, const char *prefix, sort); /* a name never used */

/* A value that the program never set, of memory or of a variable: any value,
 * but no input. Equal ones are the same variable.
 */
typedef struct unset {
  uint64_t at;             /* address; 0: of what has none */
  uint32_t function, insn; /* where it came to be */
  uint64_t copy;           /* 0, or told apart (unset_apart) */
} unset;
term term_unset (terms *, unsigned width, const unset *);
const unset *term_unset_of (const terms *, term); /* NULL: it is none */

static inline bool term_has_unset (const terms *ts, term t) {
  return term_node (ts, t)->has_unset;
}
term term_bool (terms *, bool);
term term_bv (terms *, unsigned width, uint64_t); /* modulo 2^width */
term term_bv_num (terms *, unsigned width, num);  /* modulo 2^width */
term term_int (terms *, num);
term term_const (terms *, sort, uint64_t word); /* limbs are copied */

/* Building. Arguments must have the right sorts (assert); sort_of_draft says
 * whether they have.
 */

term term_build (terms *, kind, uint64_t payload, term, term, term);
term term_intern (terms *, const draft *);

/* The sort of the application, SORT_NONE when it is ill-sorted. */
sort sort_of_draft (const terms *, const draft *);

static inline term term_unary (terms *ts, kind k, term a) {
  return term_build (ts, k, 0, a, TERM_NONE, TERM_NONE);
}
static inline term term_binary (terms *ts, kind k, term a, term b) {
  return term_build (ts, k, 0, a, b, TERM_NONE);
}
static inline term term_not (terms *ts, term a) {
  return term_unary (ts, KIND_NOT, a);
}
static inline term term_and (terms *ts, term a, term b) {
  return term_binary (ts, KIND_AND, a, b);
}
static inline term term_or (terms *ts, term a, term b) {
  return term_binary (ts, KIND_OR, a, b);
}
static inline term term_equal (terms *ts, term a, term b) {
  return term_binary (ts, KIND_EQ, a, b);
}
static inline term term_ite (terms *ts, term c, term a, term b) {
  return term_build (ts, KIND_ITE, 0, c, a, b);
}
static inline term term_extract (terms *ts, unsigned high, unsigned low,
                                 term a) {
  return term_build (ts, KIND_EXTRACT, (uint64_t) high << 32 | low, a,
                     TERM_NONE, TERM_NONE);
}
static inline term term_zext (terms *ts, unsigned by, term a) {
  return term_build (ts, KIND_ZEXT, by, a, TERM_NONE, TERM_NONE);
}
static inline term term_sext (terms *ts, unsigned by, term a) {
  return term_build (ts, KIND_SEXT, by, a, TERM_NONE, TERM_NONE);
}
static inline term term_concat (terms *ts, term high, term low) {
  return term_binary (ts, KIND_CONCAT, high, low);
}
static inline term term_select (terms *ts, term array, term index) {
  return term_binary (ts, KIND_SELECT, array, index);
}
static inline term term_store (terms *ts, term array, term index, term value) {
  return term_build (ts, KIND_STORE, 0, array, index, value);
}
term term_const_array (terms *, sort array, term value);

/* 'base' with the constants 'value' at the indices 'index' (increasing, no
 * repetition; both as value words). Elements are at most 64 bits wide.
 */
term term_table (terms *, term base, uint32_t n, const uint64_t *index,
                 const uint64_t *value);

/* The conjuncts of a condition, appended but for those that are there. */
void term_add_conjuncts (memory *, term_vec *, const terms *, term condition);

/* Derived operators. */

term term_bv_sub (terms *, term, term);
term term_int_neg (terms *, term);
term term_int_sub (terms *, term, term);
term term_int_lt (terms *, term, term);

/* Debugging. */

bool terms_is_valid (const terms *);
