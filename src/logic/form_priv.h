#pragma once

/* Internals of the canonical form (form.c, form_*.c).
 *
 * A slice becomes a directed acyclic graph without names. A vertex has a
 * label (a hash of all it is but for its arguments) and edges; an edge has a
 * label too: the position of the argument, 0 where order does not matter, or
 * the hash of a coefficient. So there is one rule for all: a vertex is its
 * label and the multiset of (edge label, child).
 *
 *   LEAF   a leaf of the slice
 *   APP    a constant or an application; chains of one associative and
 *          commutative kind are one vertex with many edges
 *   SIDE   a sum, half of a prefix whose sign is open
 *   ATOM   a sum in a domain
 *
 * The sign of a prefix: P in D is -P in -D. We take the side with fewer
 * negative coefficients, then the smaller domain. If both tie, P is A - B for
 * two sums A and B that may change places: two SIDEs below the ATOM, alike.
 *
 * Children come before their parents in the list of vertices, so bottom-up
 * and top-down passes are loops.
 */

#include "logic/form.h"
#include "logic/label.h"
#include "term/ieee.h"

typedef enum vertex_type { LEAF, APP, SIDE, ATOM } vertex_type;

typedef struct vertex {
  uint64_t label;
  uint64_t hash;        /* of the graph below; the colour of a LEAF */
  uint64_t context;     /* of the graph above */
  const domain *domain; /* ATOM */
  term term;            /* LEAF, APP */
  uint32_t first, n;    /* edges */
  uint32_t number;      /* in the spelling */
  sort sort;            /* SIDE, ATOM: of the sum */
  uint8_t type;
  bool is_open; /* there are leaves below */
} vertex;

typedef struct edge {
  uint64_t label;
  uint64_t coefficient; /* below SIDE and ATOM: value word; 0 = a side */
  uint32_t child;
} edge;

typedef struct form_slot {
  uint64_t key;
  uint32_t vertex, stamp;
} form_slot;

/* Hash table that is emptied by a new stamp. */
typedef struct form_table {
  form_slot *slot;
  size_t cap, len;
  uint32_t stamp;
} form_table;

typedef struct ranked {
  uint64_t key;
  uint32_t id;
} ranked;

typedef VEC (ranked) ranked_vec;

typedef struct form_visit {
  uint32_t vertex, next; /* next edge to follow */
} form_visit;

#define NO_NUMBER UINT32_MAX

struct former {
  memory *mem;
  terms *ts;
  arena scratch; /* sums and negated domains of one slice */
  unsigned budget;
  uint32_t version; /* first word of every form */

  VEC (vertex) vertices;
  VEC (edge) edges;
  u32_vec leaves, atoms;
  u32_vec inner; /* open vertices but leaves, children first */
  form_table by_term, by_content;

  term_vec todo, operands;
  u32_vec children;
  ranked_vec order, spare;
  VEC (form_visit) visits;
  u32_vec words;

  labeller *labeller; /* made when first needed */
  u64_vec colours;
  VEC (label_edge) graph;
  u32_vec places;
};

/* form_shape.c: the graph of a slice. */
void former_shape (former *, size_t n, const atom *);

/* form_refine.c: colours. 'count' puts the leaves (indices in 'leaves') into
 * 'order' by colour and counts the colours. 'refine' does rounds until
 * colours are stable or there were many, with a last 'count'; true if no two
 * leaves are tied.
 */
void former_hash (former *); /* bottom-up, from the colours of leaves */
void former_round (former *);
size_t former_count (former *);
bool former_refine (former *);
void former_sort (former *, ranked_vec *); /* by key, stable */

/* form_tie.c: gives tied leaves different colours; false when the budget did
 * not suffice to do so canonically.
 */
bool former_break_ties (former *, bool *used_labelling);

/* form_spell.c: writes 'words'; needs different colours, the leaves in 'order'
 * by colour, and hashes.
 */
void former_spell (former *);

/* Tags of items that are not kinds, in the low byte of their first word. */
#define TAG_BITS 8
#define TAG_SIDE 0xfe
#define TAG_ATOM 0xff

/* Bits beside the number of spans of a domain. */
#define DOMAIN_OPEN_BELOW (1u << 31)
#define DOMAIN_OPEN_ABOVE (1u << 30)

/* Is the kind associative as well as commutative? */
static inline bool kind_is_ac (kind k) {
  return kind_table[k].commutes && k != KIND_EQ;
}

/* Is the payload spelled as two words? Constants and tables have their own
 * rules.
 */
static inline bool kind_has_payload (kind k) {
  return k == KIND_EXTRACT || k == KIND_ZEXT || k == KIND_SEXT ||
         k == KIND_CONST_ARRAY || kind_is_float (k);
}
