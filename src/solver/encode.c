#include "solver/encode.h"

#include "solver/backend.h"
#include "term/ieee.h"
#include "term/value.h"

/* Life cycle. */

void encoder_init (encoder *e, memory *mem, terms *ts, guard *g) {
  *e = (encoder) {.mem = mem, .terms = ts};
  circuit_init (&e->circuit, mem, g);
  map_init (&e->place, mem);
}

void encoder_release (encoder *e) {
  circuit_release (&e->circuit);
  map_release (&e->place);
  vec_release (e->mem, &e->made, &e->bits, &e->leaves, &e->todo);
}

encode_mark encoder_mark (const encoder *e) {
  return (encode_mark) {circuit_count (&e->circuit), e->made.len, e->bits.len,
                        e->leaves.len};
}

void encoder_return (encoder *e, encode_mark m) {
  assert (m.made <= e->made.len && m.bits <= e->bits.len);
  assert (m.leaves <= e->leaves.len);
  if (e->made.len > m.made) {
    e->made.len = m.made;
    map_clear (&e->place);
    for (size_t i = 0; i < m.made; i++)
      map_put (&e->place, e->made.data[i].key, e->made.data[i].bits + 1);
  }
  circuit_shrink (&e->circuit, m.gates);
  e->bits.len = m.bits;
  e->leaves.len = m.leaves;
}

/* What is encoded. */

static unsigned encode_width_of (const encoder *e, term t) {
  sort s = term_sort (e->terms, t);
  return sort_is_bv (s)      ? sort_width (s)
         : sort_is_array (s) ? sort_width (sort_element (s))
                             : 1;
}

static uint64_t encode_key_of (encode_item it) {
  return (uint64_t) it.index.id << 32 | it.t.id;
}

static bool is_done (const encoder *e, encode_item it) {
  return map_find (&e->place, encode_key_of (it));
}

static const lit *read_bits (const encoder *e, term array, term index) {
  assert (is_done (e, (encode_item) {array, index})); /* bottom-up */
  uint64_t at =
      *map_find (&e->place, encode_key_of ((encode_item) {array, index}));
  return e->bits.data + at - 1;
}

static const lit *bits_of (const encoder *e, term t) {
  return read_bits (e, t, TERM_NONE);
}

static void want (encoder *e, term t, term index) {
  encode_item it = {t, index};
  if (!is_done (e, it))
    vec_push (e->mem, &e->todo, it);
}

/* Leaves. */

static void make_leaf (encoder *e, lit *out, term of, term index) {
  encoded_leaf l = {.of = of, .index = index, .width = encode_width_of (e, of)};
  uint32_t owner = (uint32_t) e->leaves.len;
  l.bits = (uint32_t) e->bits.len; /* where 'out' is */
  if (index.id)
    l.index_bits = (uint32_t) (bits_of (e, index) - e->bits.data);
  vec_push (e->mem, &e->leaves, l);
  for (uint32_t i = 0; i < l.width; i++)
    out[i] = circuit_input (&e->circuit, owner, i);
}

static void constant (unsigned w, lit *out, const node *n) {
  num x = value_num (n->payload);
  bool is_small = sort_is_small (n->sort);
  for (unsigned i = 0; i < w; i++) {
    bool bit = is_small ? n->payload >> i & 1 : num_testbit (x, i);
    out[i] = bit ? LIT_TRUE : LIT_FALSE;
  }
}

/* Terms. */

typedef lit binary_gate (circuit *, lit, lit);

static void bitwise (circuit *c, binary_gate *f, unsigned w, lit *out,
                     const lit *a, const lit *b) {
  for (unsigned i = 0; i < w; i++)
    out[i] = f (c, a[i], b[i]);
}

static lit or_gate (circuit *c, lit a, lit b) { return circuit_or (c, a, b); }

static void copy (lit *out, const lit *a, unsigned n) {
  memcpy (out, a, n * sizeof *out);
}

static void encode_widen (const node *n, unsigned w, lit *out, const lit *a,
                          unsigned from) {
  assert (from && from <= w);
  lit fill = n->kind == KIND_SEXT ? a[from - 1] : LIT_FALSE;
  copy (out, a, from);
  for (unsigned i = from; i < w; i++)
    out[i] = fill;
}

/* Arguments are encoded; 'out' has room for the result. */
static void encode_apply (encoder *e, const node *n, unsigned w, lit *out) {
  assert (n->arity && out == e->bits.data + e->bits.len);
  circuit *c = &e->circuit;
  const lit *arg[3] = {0};
  for (unsigned i = 0; i < n->arity; i++)
    arg[i] = bits_of (e, n->arg[i]);
  const lit *a = arg[0], *b = arg[1];
  unsigned aw = encode_width_of (e, n->arg[0]);
  switch ((kind) n->kind) {
  case KIND_NOT:
  case KIND_BV_NOT:
    for (unsigned i = 0; i < w; i++)
      out[i] = lit_not (a[i]);
    break;
  case KIND_AND:
  case KIND_BV_AND:
    bitwise (c, circuit_and, w, out, a, b);
    break;
  case KIND_OR:
  case KIND_BV_OR:
    bitwise (c, or_gate, w, out, a, b);
    break;
  case KIND_XOR:
  case KIND_BV_XOR:
    bitwise (c, circuit_xor, w, out, a, b);
    break;
  case KIND_EQ:
    *out = encode_equal (c, aw, a, b);
    break;
  case KIND_ITE:
    encode_mux (c, w, out, *a, b, arg[2]);
    break;
  case KIND_BV_NEG:
    encode_neg (c, w, out, a, LIT_TRUE);
    break;
  case KIND_BV_ADD:
    encode_add (c, w, out, a, b, LIT_FALSE);
    break;
  case KIND_BV_MUL:
    encode_mul (c, w, out, a, b);
    break;
  case KIND_BV_UDIV:
  case KIND_BV_UREM:
  case KIND_BV_SDIV:
  case KIND_BV_SREM:
  case KIND_BV_SMOD:
    encode_divide (c, (kind) n->kind, w, out, a, b);
    break;
  case KIND_BV_SHL:
  case KIND_BV_LSHR:
  case KIND_BV_ASHR:
    encode_shift (c, (kind) n->kind, w, out, a, b);
    break;
  case KIND_BV_ULT:
  case KIND_BV_ULE:
    *out = encode_less (c, aw, a, b, n->kind == KIND_BV_ULE);
    break;
  case KIND_BV_SLT:
  case KIND_BV_SLE:
    *out = encode_signed_less (c, aw, a, b, n->kind == KIND_BV_SLE);
    break;
  case KIND_CONCAT:
    copy (out, b, w - aw);
    copy (out + (w - aw), a, aw);
    break;
  case KIND_EXTRACT:
    copy (out, a + (n->payload & ~0u), w);
    break;
  case KIND_ZEXT:
  case KIND_SEXT:
    encode_widen (n, w, out, a, aw);
    break;
  default:
    assert (kind_is_float ((kind) n->kind)); /* others are not supported */
    encode_float (c, n, aw, w, out, arg);
  }
}

/* Reads. */

/* Push what a read needs first; of a store only what matters. */
static void want_below (encoder *e, const node *n, term index, lit *hit) {
  *hit = LIT_FALSE;
  want (e, index, TERM_NONE);
  switch ((kind) n->kind) {
  case KIND_STORE:
    want (e, n->arg[1], TERM_NONE);
    if (!is_done (e, (encode_item) {n->arg[1], TERM_NONE}) ||
        !is_done (e, (encode_item) {index, TERM_NONE}))
      return;
    *hit = encode_equal (&e->circuit, encode_width_of (e, index),
                         bits_of (e, index), bits_of (e, n->arg[1]));
    if (*hit != LIT_FALSE)
      want (e, n->arg[2], TERM_NONE);
    if (*hit != LIT_TRUE)
      want (e, n->arg[0], index);
    break;
  case KIND_TABLE:
    want (e, n->arg[0], index);
    break;
  case KIND_CONST_ARRAY:
    want (e, n->arg[0], TERM_NONE);
    break;
  case KIND_ITE:
    want (e, n->arg[0], TERM_NONE);
    want (e, n->arg[1], index);
    want (e, n->arg[2], index);
    break;
  default:
    break;
  }
}

static void apply_read (encoder *e, encode_item it, const node *n, lit hit,
                        unsigned w, lit *out) {
  circuit *c = &e->circuit;
  switch ((kind) n->kind) {
  case KIND_VAR:
    make_leaf (e, out, it.t, it.index);
    break;
  case KIND_STORE:
    if (lit_is_const (hit))
      copy (out,
            hit ? bits_of (e, n->arg[2]) : read_bits (e, n->arg[0], it.index),
            w);
    else
      encode_mux (c, w, out, hit, bits_of (e, n->arg[2]),
                  read_bits (e, n->arg[0], it.index));
    break;
  case KIND_TABLE:
    encode_table (c, term_content (e->terms, it.t),
                  encode_width_of (e, it.index), bits_of (e, it.index), w, out,
                  read_bits (e, n->arg[0], it.index));
    break;
  case KIND_CONST_ARRAY:
    copy (out, bits_of (e, n->arg[0]), w);
    break;
  case KIND_ITE:
    encode_mux (c, w, out, *bits_of (e, n->arg[0]),
                read_bits (e, n->arg[1], it.index),
                read_bits (e, n->arg[2], it.index));
    break;
  default:
    abort (); /* not an array */
  }
}

/* Encode one item, or push what it lacks. */
static void encode_step (encoder *e, encode_item it) {
  const node *n = term_node (e->terms, it.t);
  size_t before = e->todo.len;
  lit hit = LIT_FALSE;
  bool is_select = !it.index.id && n->kind == KIND_SELECT;
  if (it.index.id)
    want_below (e, n, it.index, &hit);
  else if (is_select)
    want (e, n->arg[0], n->arg[1]);
  else
    for (unsigned i = 0; i < n->arity; i++)
      want (e, n->arg[i], TERM_NONE);
  if (e->todo.len > before)
    return;
  unsigned w = encode_width_of (e, it.t);
  vec_reserve (e->mem, &e->bits, e->bits.len + w);
  lit *out = e->bits.data + e->bits.len;
  if (it.index.id)
    apply_read (e, it, n, hit, w, out);
  else if (is_select)
    copy (out, read_bits (e, n->arg[0], n->arg[1]), w);
  else if (n->kind == KIND_VAR)
    make_leaf (e, out, it.t, TERM_NONE);
  else if (n->kind == KIND_CONST)
    constant (w, out, n);
  else
    encode_apply (e, n, w, out);
  (void) vec_pop (&e->todo);
  if (guard_is_stopped (e->circuit.guard))
    return;
  encode_entry made = {encode_key_of (it), (uint32_t) e->bits.len};
  vec_push (e->mem, &e->made, made);
  map_put (&e->place, made.key, made.bits + 1);
  e->bits.len += w;
}

#define ASK_EVERY 256 /* terms between two looks at the clock */

bool encoder_literal (encoder *e, term t, lit *out) {
  guard *g = e->circuit.guard;
  vec_clear (&e->todo);
  want (e, t, TERM_NONE);
  for (unsigned n = 1; e->todo.len; n++) {
    encode_item it = vec_last (&e->todo);
    if (is_done (e, it))
      (void) vec_pop (&e->todo);
    else
      encode_step (e, it);
    if (guard_is_stopped (g) || (!(n % ASK_EVERY) && guard_asks_to_stop (g)))
      return false;
  }
  *out = *bits_of (e, t);
  return true;
}

/* Support. Two marks in the node say what is known. */

#define KNOWN 1u
#define SUPPORTED 2u

static node *marks_of (terms *ts, term t) {
  assert (t.id && t.id < terms_count (ts));
  const uint32_t in_page = (1u << TERM_PAGE_BITS) - 1;
  return &ts->page[t.id >> TERM_PAGE_BITS][t.id & in_page];
}

static bool supports_alone (const terms *ts, const node *n) {
  if (sort_is_int (n->sort))
    return false;
  for (unsigned i = 0; i < n->arity; i++) {
    sort s = term_sort (ts, n->arg[i]);
    if (sort_is_int (s) || (n->kind == KIND_EQ && sort_is_array (s)))
      return false;
  }
  return true;
}

bool backend_bits_supports (terms *ts, term root) {
  node *top = marks_of (ts, root);
  if (top->marks & KNOWN)
    return top->marks & SUPPORTED;
  term_vec todo = {0};
  vec_push (ts->mem, &todo, root);
  while (todo.len) {
    node *n = marks_of (ts, vec_last (&todo));
    size_t before = todo.len;
    bool good = supports_alone (ts, n);
    for (unsigned i = 0; good && i < n->arity; i++) {
      unsigned marks = marks_of (ts, n->arg[i])->marks;
      if (!(marks & KNOWN))
        vec_push (ts->mem, &todo, n->arg[i]);
      else
        good = marks & SUPPORTED;
    }
    if (!good)
      todo.len = before; /* nothing below matters */
    if (todo.len > before)
      continue;
    n->marks |= (uint16_t) (KNOWN | (good ? SUPPORTED : 0));
    todo.len--;
  }
  vec_release (ts->mem, &todo);
  return top->marks & SUPPORTED;
}
