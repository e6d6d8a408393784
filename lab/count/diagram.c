/* A slice as a diagram over the bits of its leaves: the circuit of backend
 * bits, gate by gate. Every gate is a function of input bits, so there are no
 * other variables that would have to be projected away.
 *
 * The order of variables decides how large it gets. We try that in which a
 * walk from the results meets the inputs, which puts bits that are added or
 * compared beside each other; bit by bit of all leaves, for chains of
 * comparisons; and leaf by leaf. All with few nodes, then with more, so that
 * a bad order costs little where another one is good.
 */

#include "lab/count/bdd.h"
#include "lab/count/counter_priv.h"
#include "solver/backend.h"
#include "solver/encode.h"

typedef enum bit_order {
  ORDER_MET,
  ORDER_BITS,
  ORDER_LEAVES,
  N_ORDERS
} bit_order;

#define NO_VAR UINT32_MAX
#define FEW_NODES 4096
#define MORE 8 /* times as many in the next round */

typedef struct diagram {
  memory *mem;
  guard *guard;
  encoder encoder;
  lit_vec results; /* one for each atom */
  u32_vec cone;    /* gates below them, increasing */
  u32_vec met;     /* inputs among them, as a walk meets them */
  u32_vec order;   /* the same as they are numbered */
  u32_vec var;     /* of a gate that is an input */
  VEC (bdd) value; /* of a gate of the cone */
} diagram;

static bool is_input (const diagram *d, uint32_t g) {
  return circuit_gate (&d->encoder.circuit, g)->kind == GATE_INPUT;
}

static int compare_gates (const void *a, const void *b) {
  uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;
  return x < y ? -1 : x > y;
}

/* Depth first, what is needed first last on the stack. */
static void walk_cone (diagram *d) {
  circuit *c = &d->encoder.circuit;
  u32_vec todo = {0};
  lit_vec fanin = {0};
  uint8_t *is_met = memory_zalloc (d->mem, circuit_count (c));
  for (size_t i = d->results.len; i-- > 0;)
    vec_push (d->mem, &todo, lit_var (d->results.data[i]));
  while (todo.len) {
    uint32_t g = todo.data[--todo.len];
    if (is_met[g])
      continue;
    is_met[g] = 1;
    vec_push (d->mem, &d->cone, g);
    if (is_input (d, g))
      vec_push (d->mem, &d->met, g);
    vec_clear (&fanin);
    circuit_plain_fanin (c, g, &fanin);
    for (size_t i = fanin.len; i-- > 0;)
      vec_push (d->mem, &todo, lit_var (fanin.data[i]));
  }
  memory_free (d->mem, is_met, circuit_count (c));
  vec_release (d->mem, &todo, &fanin);
  if (d->cone.len)
    qsort (d->cone.data, d->cone.len, sizeof *d->cone.data, compare_gates);
}

/* The circuit of all atoms. False: there is none, or no input of it is a leaf
 * of the slice alone (reads of an array at symbolic places).
 */
static bool encode_slice (diagram *d, const count_slice *s) {
  for (size_t i = 0; i < s->n; i++) {
    lit l;
    term t = atom_term (s->terms, s->atom[i]);
    if (!backend_bits_supports (s->terms, t) ||
        !encoder_literal (&d->encoder, t, &l))
      return false;
    vec_push (d->mem, &d->results, l);
  }
  for (size_t i = 0; i < d->encoder.leaves.len; i++) {
    term index = d->encoder.leaves.data[i].index;
    if (index.id && !term_is_const (s->terms, index))
      return false;
  }
  return true;
}

/* Variables. */

static uint64_t rank_of (const diagram *d, uint32_t g, bit_order by) {
  const gate *in = circuit_gate (&d->encoder.circuit, g);
  return by == ORDER_BITS ? (uint64_t) in->b << 32 | in->a
                          : (uint64_t) in->a << 32 | ~in->b;
}

static void number_inputs (diagram *d, bit_order by) {
  u32_vec *v = &d->order;
  vec_clear (v);
  for (size_t i = 0; i < d->met.len; i++)
    vec_push (d->mem, v, d->met.data[i]);
  for (size_t i = 1; i < v->len && by != ORDER_MET; i++)
    for (size_t k = i;
         k && rank_of (d, v->data[k], by) < rank_of (d, v->data[k - 1], by);
         k--) {
      uint32_t other = v->data[k];
      v->data[k] = v->data[k - 1];
      v->data[k - 1] = other;
    }
  for (size_t i = 0; i < v->len; i++)
    d->var.data[v->data[i]] = (uint32_t) i;
}

/* Gates. */

static bdd literal (bdds *b, const diagram *d, lit l) {
  bdd f = d->value.data[lit_var (l)];
  return l & 1 ? bdd_not (b, f) : f;
}

static bdd bdd_of_gate (bdds *b, const diagram *d, uint32_t number) {
  const gate *g = circuit_gate (&d->encoder.circuit, number);
  if (g->kind == GATE_CONST)
    return BDD_FALSE;
  if (g->kind == GATE_INPUT)
    return bdd_var (b, d->var.data[number]);
  bdd x = literal (b, d, g->a), y = literal (b, d, g->b);
  switch (g->kind) {
  case GATE_AND:
    return bdd_and (b, x, y);
  case GATE_XOR:
    return bdd_ite (b, x, bdd_not (b, y), y);
  case GATE_MUX:
    return bdd_ite (b, x, y, literal (b, d, g->c));
  default:
    assert (g->kind == GATE_MAJ);
    bdd z = literal (b, d, g->c);
    return bdd_ite (b, x, bdd_ite (b, y, BDD_TRUE, z), bdd_and (b, y, z));
  }
}

static bdd bdd_of_slice (bdds *b, diagram *d) {
  for (size_t i = 0; i < d->cone.len; i++) {
    bdd f = bdd_of_gate (b, d, d->cone.data[i]);
    if (f == BDD_NONE)
      return f;
    d->value.data[d->cone.data[i]] = f;
  }
  bdd all = BDD_TRUE;
  for (size_t i = 0; i < d->results.len; i++)
    all = bdd_and (b, all, literal (b, d, d->results.data[i]));
  return all;
}

static bool try_order (diagram *d, bit_order by, uint32_t max, unsigned free,
                       arena *a, uint64_t *work, num *out) {
  bdds b;
  number_inputs (d, by);
  bdds_init (&b, d->mem, (uint32_t) d->met.len, max, d->guard);
  bdd f = bdd_of_slice (&b, d);
  if (f != BDD_NONE)
    *out = num_shl (a, bdd_count (&b, f, a), free);
  *work += b.nodes.len;
  bdds_release (&b);
  return f != BDD_NONE;
}

static unsigned count_bits (const count_slice *s) {
  unsigned n = 0;
  for (size_t i = 0; i < s->n_leaves; i++) {
    sort of = term_sort (s->terms, s->leaf[i]);
    n += sort_is_bool (of) ? 1 : sort_width (of);
  }
  return n;
}

static bool has_bits (const count_slice *s) {
  for (size_t i = 0; i < s->n_leaves; i++) {
    sort of = term_sort (s->terms, s->leaf[i]);
    if (!sort_is_bool (of) && !sort_is_bv (of))
      return false;
  }
  return true;
}

bool diagram_count (const count_slice *s, memory *mem, arena *a, uint32_t max,
                    uint64_t *work, num *out) {
  diagram d = {.mem = mem, .guard = s->guard};
  bool is_done = false;
  if (!has_bits (s))
    return false;
  encoder_init (&d.encoder, mem, s->terms, s->guard);
  if (encode_slice (&d, s)) {
    uint32_t n = circuit_count (&d.encoder.circuit);
    for (uint32_t i = 0; i < n; i++) {
      vec_push (mem, &d.value, BDD_NONE);
      vec_push (mem, &d.var, NO_VAR);
    }
    walk_cone (&d);
    assert (d.met.len <= count_bits (s));
    unsigned unused = count_bits (s) - (unsigned) d.met.len;
    uint32_t most = max < FEW_NODES ? max : FEW_NODES;
    for (bool is_last = guard_asks_to_stop (s->guard); !is_done && !is_last;
         most *= MORE) {
      is_last = most >= max;
      for (bit_order by = ORDER_MET; by < N_ORDERS && !is_done; by++)
        is_done =
            try_order (&d, by, is_last ? max : most, unused, a, work, out);
    }
  }
  encoder_release (&d.encoder);
  vec_release (mem, &d.results, &d.cone, &d.met, &d.order, &d.var, &d.value);
  return is_done;
}
