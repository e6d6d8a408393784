#include "klee/kexpr.h"

#define DOMAIN 32 /* bits of an index */
#define LOCAL_VERSION 0x80000000u

typedef enum kexpr_flag {
  COMPARES = 1,
  COMMUTES = 2,
  SWAPS = 4,
  NEGATES = 8
} kexpr_flag;

typedef struct kexpr_row {
  const char *name, *smt;
  kind kind;
  unsigned flags;
} kexpr_row;

static const kexpr_row operators_of[KEXPR_OPS] = {
    [KEXPR_NUMBER] = {"", "", 0, 0},
    [KEXPR_READ] = {"Read", "select", 0, 0},
    [KEXPR_SELECT] = {"Select", "ite", 0, 0},
    [KEXPR_CONCAT] = {"Concat", "concat", 0, 0},
    [KEXPR_EXTRACT] = {"Extract", "extract", 0, 0},
    [KEXPR_ZEXT] = {"ZExt", "zero_extend", 0, 0},
    [KEXPR_SEXT] = {"SExt", "sign_extend", 0, 0},
    [KEXPR_NOT] = {"Not", "bvnot", 0, 0},
#define KEXPR(NAME, written, KIND, smt, flags) \
  [KEXPR_##NAME] = {written, smt, KIND_##KIND, flags},
#include "klee/kexpr.def"
};

const char *kexpr_name (kexpr_op op) { return operators_of[op].name; }
const char *kexpr_smt_name (kexpr_op op) { return operators_of[op].smt; }
bool kexpr_compares (kexpr_op op) { return operators_of[op].flags & COMPARES; }

kexpr_op kexpr_op_named (const char *name, size_t n) {
  kexpr_op op = KEXPR_READ;
  while (op < KEXPR_OPS && (strlen (operators_of[op].name) != n ||
                            memcmp (operators_of[op].name, name, n)))
    op++;
  return op;
}

unsigned kexpr_arity (const kexpr_node *n) {
  return n->op == KEXPR_NUMBER                        ? 0
         : n->op == KEXPR_SELECT                      ? 3
         : n->op == KEXPR_CONCAT || n->op > KEXPR_NOT ? 2
                                                      : 1;
}

void kexprs_init (kexprs *k, memory *mem, terms *ts, kexpr_builder builder) {
  *k = (kexprs) {.mem = mem, .ts = ts, .builder = builder};
  map_init (&k->known, mem);
  vec_push (mem, &k->nodes, (kexpr_node) {0});
  vec_push (mem, &k->versions, (kexpr_version) {0});
}

void kexprs_release (kexprs *k) {
  vec_release (k->mem, &k->nodes, &k->versions, &k->arrays);
  map_release (&k->known);
}

term kexpr_condition (const kexprs *k, kexpr e) {
  return term_equal (k->ts, kexpr_term (k, e), term_bv (k->ts, 1, 1));
}

/* Nodes. */

static uint64_t hash_node (const kexpr_node *n) {
  const uint64_t parts[] = {
      n->op,        n->width,
      n->low,       n->from,
      n->arg[0].id, n->arg[1].id,
      n->arg[2].id, n->op == KEXPR_NUMBER ? n->term.id : 0};
  return hash_bytes (parts, sizeof parts).lo;
}

static bool is_same_node (const kexpr_node *a, const kexpr_node *b) {
  return a->op == b->op && a->width == b->width && a->low == b->low &&
         a->from == b->from && a->arg[0].id == b->arg[0].id &&
         a->arg[1].id == b->arg[1].id && a->arg[2].id == b->arg[2].id &&
         (a->op != KEXPR_NUMBER || term_eq (a->term, b->term));
}

static kexpr intern_node (kexprs *k, kexpr_node n) {
  uint64_t key = hash_node (&n);
  for (;; key++) {
    uint64_t *at = map_at (&k->known, key);
    bool is_free = !*at;
    if (is_free) {
      *at = k->nodes.len;
      vec_push (k->mem, &k->nodes, n);
    }
    if (is_free ||
        (*at < LOCAL_VERSION && is_same_node (&n, k->nodes.data + *at)))
      return (kexpr) {(uint32_t) *at};
  }
}

kexpr kexpr_number (kexprs *k, term t) {
  assert (term_is_const (k->ts, t));
  return intern_node (k, (kexpr_node) {.op = KEXPR_NUMBER,
                                       .width = term_width (k->ts, t),
                                       .term = t});
}

kexpr kexpr_word (kexprs *k, uint32_t width, uint64_t v) {
  return kexpr_number (k, term_bv (k->ts, width, v));
}

static bool is_literal (const kexprs *k, kexpr e) {
  return kexpr_at (k, e)->op == KEXPR_NUMBER;
}

/* What is a number is one, unless it stays as it is written. */
static kexpr keep_expression (kexprs *k, kexpr_node n) {
  bool is_folded = k->builder != KEXPR_AS_WRITTEN && n.op != KEXPR_READ;
  for (unsigned i = 0; is_folded && i < kexpr_arity (&n); i++)
    is_folded = is_literal (k, n.arg[i]);
  return is_folded && term_is_const (k->ts, n.term) ? kexpr_number (k, n.term)
                                                    : intern_node (k, n);
}

/* What they mean. */

static term bit_of (kexprs *k, term condition) {
  return term_ite (k->ts, condition, term_bv (k->ts, 1, 1),
                   term_bv (k->ts, 1, 0));
}

/* As KLEE has it: what is shifted too far is 0. */
static term shifted_right (kexprs *k, term a, term b) {
  unsigned w = term_width (k->ts, a);
  term is_less = term_binary (k->ts, KIND_BV_ULT, b, term_bv (k->ts, w, w));
  if (w < 32 && w >= 1u << w)
    is_less = TERM_TRUE; /* no number of this width is too large */
  return term_ite (k->ts, is_less, term_binary (k->ts, KIND_BV_ASHR, a, b),
                   term_bv (k->ts, w, 0));
}

static term binary_term (kexprs *k, kexpr_op op, term x, term y) {
  const kexpr_row *row = operators_of + op;
  term a = row->flags & SWAPS ? y : x, b = row->flags & SWAPS ? x : y;
  if (op == KEXPR_ASHR)
    return shifted_right (k, a, b);
  if (op == KEXPR_SUB)
    return term_bv_sub (k->ts, a, b);
  term made = term_binary (k->ts, row->kind, a, b);
  if (!(row->flags & COMPARES))
    return made;
  return bit_of (k, row->flags & NEGATES ? term_not (k->ts, made) : made);
}

static kexpr make_binary (kexprs *k, kexpr_op op, kexpr a, kexpr b) {
  uint32_t width = kexpr_width (k, a);
  assert (width == kexpr_width (k, b));
  term t = binary_term (k, op, kexpr_term (k, a), kexpr_term (k, b));
  return keep_expression (
      k, (kexpr_node) {.op = op,
                       .width = kexpr_compares (op) ? 1 : width,
                       .arg = {a, b},
                       .term = t});
}

/* Simpler forms. */

static bool is_op (const kexprs *k, kexpr e, kexpr_op op) {
  return kexpr_at (k, e)->op == op;
}

/* "op number x": x; else none. */
static kexpr behind_number (const kexprs *k, kexpr e, kexpr_op op) {
  const kexpr_node *n = kexpr_at (k, e);
  return n->op == op && is_literal (k, n->arg[0]) ? n->arg[1] : KEXPR_NONE;
}

static kexpr first_of (const kexprs *k, kexpr e) {
  return kexpr_at (k, e)->arg[0];
}

static kexpr second_of (const kexprs *k, kexpr e) {
  return kexpr_at (k, e)->arg[1];
}

static kexpr sum (kexprs *k, kexpr a, kexpr b);
static kexpr difference (kexprs *k, kexpr a, kexpr b);

static bool is_extreme (const kexprs *k, kexpr e, bool is_ones) {
  uint32_t w = kexpr_width (k, e);
  term zero = term_bv (k->ts, w, 0);
  return term_eq (kexpr_term (k, e),
                  is_ones ? term_unary (k->ts, KIND_BV_NOT, zero) : zero);
}

/* number + b */
static kexpr sum_of_number (kexprs *k, kexpr n, kexpr b) {
  if (is_extreme (k, n, false))
    return b;
  if (behind_number (k, b, KEXPR_ADD).id)
    return sum (k, sum (k, n, first_of (k, b)), second_of (k, b));
  if (behind_number (k, b, KEXPR_SUB).id)
    return difference (k, sum (k, n, first_of (k, b)), second_of (k, b));
  return make_binary (k, KEXPR_ADD, n, b);
}

static kexpr sum (kexprs *k, kexpr a, kexpr b) {
  if (is_literal (k, b) && !is_literal (k, a))
    return sum_of_number (k, b, a);
  if (is_literal (k, a))
    return sum_of_number (k, a, b);
  if (is_op (k, a, KEXPR_ADD))
    return sum (k, first_of (k, a), sum (k, second_of (k, a), b));
  if (is_op (k, a, KEXPR_SUB))
    return sum (k, first_of (k, a), difference (k, b, second_of (k, a)));
  if (behind_number (k, b, KEXPR_ADD).id)
    return sum (k, first_of (k, b), sum (k, a, second_of (k, b)));
  if (behind_number (k, b, KEXPR_SUB).id)
    return sum (k, first_of (k, b), difference (k, a, second_of (k, b)));
  return make_binary (k, KEXPR_ADD, a, b);
}

static kexpr negated (kexprs *k, kexpr n) {
  return kexpr_number (k, term_unary (k->ts, KIND_BV_NEG, kexpr_term (k, n)));
}

/* number - b */
static kexpr difference_of_number (kexprs *k, kexpr n, kexpr b) {
  if (behind_number (k, b, KEXPR_ADD).id)
    return difference (k, difference (k, n, first_of (k, b)), second_of (k, b));
  if (behind_number (k, b, KEXPR_SUB).id)
    return sum (k, difference (k, n, first_of (k, b)), second_of (k, b));
  return make_binary (k, KEXPR_SUB, n, b);
}

static kexpr difference (kexprs *k, kexpr a, kexpr b) {
  if (is_literal (k, b))
    return sum (k, negated (k, b), a);
  if (is_literal (k, a))
    return difference_of_number (k, a, b);
  if (is_op (k, a, KEXPR_ADD))
    return sum (k, first_of (k, a), difference (k, second_of (k, a), b));
  if (is_op (k, a, KEXPR_SUB))
    return difference (k, first_of (k, a), sum (k, second_of (k, a), b));
  if (behind_number (k, b, KEXPR_ADD).id)
    return sum (k, negated (k, first_of (k, b)),
                difference (k, a, second_of (k, b)));
  if (behind_number (k, b, KEXPR_SUB).id)
    return sum (k, negated (k, first_of (k, b)), sum (k, a, second_of (k, b)));
  return make_binary (k, KEXPR_SUB, a, b);
}

/* Of a number that says what comes of it; else none. */
static kexpr absorbed (kexprs *k, kexpr_op op, kexpr n, kexpr x) {
  bool is_zero = is_extreme (k, n, false), is_ones = is_extreme (k, n, true);
  switch ((int) op) {
  case KEXPR_MUL:
    return is_zero ? n
           : term_eq (kexpr_term (k, n), term_bv (k->ts, kexpr_width (k, n), 1))
               ? x
               : KEXPR_NONE;
  case KEXPR_AND:
    return is_zero ? n : is_ones ? x : KEXPR_NONE;
  case KEXPR_OR:
    return is_zero ? x : is_ones ? n : KEXPR_NONE;
  case KEXPR_XOR:
    return is_zero ? x : KEXPR_NONE;
  case KEXPR_EQ:
    return kexpr_width (k, n) > 1           ? KEXPR_NONE
           : is_ones                        ? x
           : k->builder == KEXPR_SIMPLIFIED ? kexpr_not (k, x)
                                            : KEXPR_NONE;
  default:
    return KEXPR_NONE;
  }
}

static kexpr folded_binary (kexprs *k, kexpr_op op, kexpr a, kexpr b) {
  if (op == KEXPR_ADD || op == KEXPR_SUB)
    return op == KEXPR_ADD ? sum (k, a, b) : difference (k, a, b);
  if ((operators_of[op].flags & COMMUTES) && is_literal (k, b) &&
      !is_literal (k, a)) {
    kexpr swapped = a;
    a = b;
    b = swapped;
  }
  bool is_one = is_literal (k, a) && !is_literal (k, b);
  kexpr known = is_one ? absorbed (k, op, a, b) : KEXPR_NONE;
  return known.id ? known : make_binary (k, op, a, b);
}

kexpr kexpr_binary (kexprs *k, kexpr_op op, kexpr a, kexpr b) {
  if (k->builder == KEXPR_AS_WRITTEN)
    return make_binary (k, op, a, b);
  if (k->builder == KEXPR_FOLDED)
    return folded_binary (k, op, a, b);
  if (op == KEXPR_NE)
    return kexpr_not (k, folded_binary (k, KEXPR_EQ, a, b));
  if (operators_of[op].flags & SWAPS) /* Ult stands two before Ugt */
    return folded_binary (k, (kexpr_op) (op - 2), b, a);
  return folded_binary (k, op, a, b);
}

kexpr kexpr_not (kexprs *k, kexpr a) {
  const kexpr_node *n = kexpr_at (k, a);
  kexpr x = n->arg[0], y = n->arg[1];
  if (k->builder != KEXPR_AS_WRITTEN && n->op == KEXPR_NOT)
    return x;
  if (k->builder == KEXPR_SIMPLIFIED && n->op == KEXPR_OR)
    return kexpr_binary (k, KEXPR_AND, kexpr_not (k, x), kexpr_not (k, y));
  return keep_expression (
      k, (kexpr_node) {.op = KEXPR_NOT,
                       .width = n->width,
                       .arg = {a},
                       .term = term_unary (k->ts, KIND_BV_NOT, n->term)});
}

/* 0 == 0 == x is x, and 0 == (a or b) is two of them. */
kexpr kexpr_opposite (kexprs *k, kexpr a) {
  const kexpr_node *n = kexpr_at (k, a);
  assert (n->width == 1);
  if (is_literal (k, a))
    return kexpr_word (k, 1, is_extreme (k, a, false));
  if (n->op == KEXPR_EQ && is_literal (k, n->arg[0]) &&
      kexpr_width (k, n->arg[0]) == 1 && is_extreme (k, n->arg[0], false))
    return n->arg[1];
  kexpr x = n->arg[0], y = n->arg[1];
  if (n->op == KEXPR_OR)
    return make_binary (k, KEXPR_AND, kexpr_opposite (k, x),
                        kexpr_opposite (k, y));
  return make_binary (k, KEXPR_EQ, kexpr_word (k, 1, 0), a);
}

/* The others. */

kexpr kexpr_select (kexprs *k, kexpr c, kexpr a, kexpr b) {
  assert (kexpr_width (k, c) == 1);
  term t = term_ite (k->ts, kexpr_condition (k, c), kexpr_term (k, a),
                     kexpr_term (k, b));
  return keep_expression (k, (kexpr_node) {.op = KEXPR_SELECT,
                                           .width = kexpr_width (k, a),
                                           .arg = {c, a, b},
                                           .term = t});
}

kexpr kexpr_concat (kexprs *k, kexpr high, kexpr low) {
  return keep_expression (
      k, (kexpr_node) {.op = KEXPR_CONCAT,
                       .width = kexpr_width (k, high) + kexpr_width (k, low),
                       .arg = {high, low},
                       .term = term_concat (k->ts, kexpr_term (k, high),
                                            kexpr_term (k, low))});
}

kexpr kexpr_extract (kexprs *k, uint32_t width, uint32_t low, kexpr a) {
  assert (low + width <= kexpr_width (k, a));
  return keep_expression (
      k, (kexpr_node) {.op = KEXPR_EXTRACT,
                       .width = width,
                       .low = low,
                       .arg = {a},
                       .term = term_extract (k->ts, low + width - 1, low,
                                             kexpr_term (k, a))});
}

kexpr kexpr_extend (kexprs *k, kexpr_op op, uint32_t width, kexpr a) {
  uint32_t w = kexpr_width (k, a);
  term t = kexpr_term (k, a);
  if (w == width)
    return a;
  if (w > width)
    return kexpr_extract (k, width, 0, a);
  t = op == KEXPR_SEXT ? term_sext (k->ts, width - w, t)
                       : term_zext (k->ts, width - w, t);
  return keep_expression (
      k, (kexpr_node) {.op = op, .width = width, .arg = {a}, .term = t});
}

kexpr kexpr_read (kexprs *k, kexpr index, uint32_t version) {
  assert (version && kexpr_width (k, index) == DOMAIN);
  return keep_expression (
      k,
      (kexpr_node) {.op = KEXPR_READ,
                    .width = 8,
                    .from = version,
                    .arg = {index},
                    .term = term_select (k->ts, k->versions.data[version].term,
                                         kexpr_term (k, index))});
}

/* Arrays. */

static term array_term (kexprs *k, const kexpr_array *a) {
  sort s = sort_array (DOMAIN, 8);
  u64_vec index = {0}, value = {0};
  if (!a->bytes)
    return term_var (k->ts, a->name, strlen (a->name), s);
  for (uint64_t i = 0; i < a->size; i++) {
    vec_push (k->mem, &index, i);
    vec_push (k->mem, &value, a->bytes[i]);
  }
  term t = term_const_array (k->ts, s, term_bv (k->ts, 8, 0));
  if (index.len)
    t = term_table (k->ts, t, (uint32_t) index.len, index.data, value.data);
  vec_release (k->mem, &index, &value);
  return t;
}

uint32_t kexpr_declare (kexprs *k, const kexpr_array *given) {
  kexpr_array a = *given;
  a.version = (uint32_t) k->versions.len;
  vec_push (k->mem, &k->versions,
            (kexpr_version) {.array = (uint32_t) k->arrays.len,
                             .term = array_term (k, given)});
  vec_push (k->mem, &k->arrays, a);
  return (uint32_t) k->arrays.len - 1;
}

uint32_t kexpr_update (kexprs *k, uint32_t version, kexpr index, kexpr value) {
  const uint64_t parts[] = {version, index.id, value.id};
  const kexpr_version *from = k->versions.data + version;
  kexpr_version v = {from->array, version, index, value,
                     term_store (k->ts, from->term, kexpr_term (k, index),
                                 kexpr_term (k, value))};
  assert (version && version < k->versions.len);
  for (uint64_t key = hash_bytes (parts, sizeof parts).lo;; key++) {
    uint64_t *at = map_at (&k->known, key);
    if (!*at) {
      *at = LOCAL_VERSION | k->versions.len;
      vec_push (k->mem, &k->versions, v);
      return (uint32_t) k->versions.len - 1;
    }
    uint32_t found = (uint32_t) *at & ~LOCAL_VERSION;
    const kexpr_version *old = k->versions.data + found;
    if (*at >= LOCAL_VERSION && old->next == version &&
        old->index.id == index.id && old->value.id == value.id)
      return found;
  }
}
