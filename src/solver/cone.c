#include "solver/cone.h"

#define IN_CONE 1u
#define IN_KERNEL 2u
#define IN_TODO 4u

#define MAX_PAIRS ((size_t) 1 << 16)
#define ASK_EVERY 1024 /* gates between two looks at the clock */

void cone_init (cone *c, memory *mem, encoder *e, sat *s) {
  *c = (cone) {.mem = mem, .encoder = e, .sat = s};
  map_init (&c->array_of, mem);
  map_init (&c->said, mem);
}

void cone_release (cone *c) {
  for (size_t i = 0; i < c->arrays.len; i++)
    vec_release (c->mem, &c->arrays.data[i].fixed, &c->arrays.data[i].open);
  vec_release (c->mem, &c->arrays, &c->state, &c->leaf_in, &c->gates,
               &c->pairs);
  memory_free (c->mem, c->end, c->cap_ends * sizeof *c->end);
  map_release (&c->array_of);
  map_release (&c->said);
  vec_release (c->mem, &c->todo, &c->fanin);
}

static encoded_leaf *leaf_at (const cone *c, uint32_t i) {
  assert (i < c->encoder->leaves.len);
  return c->encoder->leaves.data + i;
}

static array_reads *reads_of (cone *c, term array) {
  uint64_t *at = map_at (&c->array_of, array.id);
  if (!*at) {
    vec_push (c->mem, &c->arrays, (array_reads) {{0}, {0}});
    *at = c->arrays.len;
  }
  return c->arrays.data + *at - 1;
}

static bool has_fixed_index (const cone *c, const encoded_leaf *l) {
  return term_is_const (c->encoder->terms, l->index);
}

static u32_vec *list_of (cone *c, const encoded_leaf *l) {
  assert (l->index.id); /* a read, not a variable */
  array_reads *r = reads_of (c, l->of);
  return has_fixed_index (c, l) ? &r->fixed : &r->open;
}

/* Shrinking the cone. Reads of one assumption leave together, so it does not
 * matter which of them goes first.
 */

static void drop_gate (cone *c, uint32_t g) {
  assert (c->state.data[g] & IN_CONE);
  c->state.data[g] &= (uint8_t) ~IN_CONE;
  sat_deactivate (c->sat, g);
  const gate *gt = circuit_gate (&c->encoder->circuit, g);
  assert (gt->kind != GATE_INPUT || c->leaf_in.data[gt->a]);
  if (gt->kind != GATE_INPUT || --c->leaf_in.data[gt->a])
    return;
  encoded_leaf *l = leaf_at (c, gt->a);
  if (l->index.id)
    list_of (c, l)->len--;
}

static void cone_cut (cone *c, size_t n) {
  assert (n <= c->n_ends);
  size_t gates = n ? c->end[n - 1].gates : 0;
  while (c->gates.len > gates)
    drop_gate (c, vec_pop (&c->gates));
  c->pairs.len = n ? c->end[n - 1].pairs : 0;
  c->n_ends = n;
}

/* Growing it. */

static void reach (cone *c, lit l) {
  uint32_t g = lit_var (l);
  assert (g < c->state.len); /* cone_make_room */
  if (g && !(c->state.data[g] & IN_CONE))
    vec_push (c->mem, &c->todo, g);
}

static void reach_all (cone *c, uint32_t at, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    reach (c, encoder_bits (c->encoder, at)[i]);
}

static void cone_make_room (cone *c) {
  vec_extend (c->mem, &c->state, circuit_count (&c->encoder->circuit));
  vec_extend (c->mem, &c->leaf_in, c->encoder->leaves.len);
}

static void to_kernel (void *s, size_t n, const lit *lits) {
  sat_add (s, n, lits);
}

/* Not 'equal', or 'yes', or not 'no'. An index may be made of the values, so
 * literals may coincide; the kernel wants different variables.
 */
static void pair_clause (lit yes, lit no, lit equal, clause_sink *sink,
                         void *to) {
  lit lits[] = {yes, lit_not (no), lit_not (equal)};
  if (equal == yes || lit_not (equal) == no)
    return; /* always true */
  bool is_short = equal == LIT_TRUE || lit_not (equal) == yes || equal == no;
  sink (to, is_short ? 2 : 3, lits);
}

/* Equal indices imply equal values. */
static void pair_clauses (const cone *c, read_pair p, clause_sink *sink,
                          void *to) {
  const encoded_leaf *a = leaf_at (c, p.a), *b = leaf_at (c, p.b);
  assert (a->width == b->width && p.equal != LIT_FALSE);
  const lit *x = encoder_bits (c->encoder, a->bits);
  const lit *y = encoder_bits (c->encoder, b->bits);
  for (uint32_t i = 0; i < a->width; i++)
    for (unsigned sign = 0; sign < 2; sign++)
      pair_clause (x[i] ^ sign, y[i] ^ sign, p.equal, sink, to);
}

static void relate (cone *c, uint32_t a, uint32_t b) {
  const encoded_leaf *x = leaf_at (c, a), *y = leaf_at (c, b);
  assert (a != b && term_eq (x->of, y->of)); /* two reads of one array */
  unsigned w = term_width (c->encoder->terms, x->index);
  lit equal = encode_equal (&c->encoder->circuit, w,
                            encoder_bits (c->encoder, x->index_bits),
                            encoder_bits (c->encoder, y->index_bits));
  if (equal == LIT_FALSE)
    return;
  cone_make_room (c);
  reach (c, equal);
  read_pair p = {a < b ? a : b, a < b ? b : a, equal};
  vec_push (c->mem, &c->pairs, p);
  uint64_t *said = map_at (&c->said, ((uint64_t) p.b << 32 | p.a) + 1);
  if (*said != equal + 1) {
    *said = equal + 1;
    pair_clauses (c, p, to_kernel, c->sat);
  }
}

static void enter_read (cone *c, uint32_t at) {
  const encoded_leaf *l = leaf_at (c, at);
  reach_all (c, l->bits, l->width);
  reach_all (c, l->index_bits, term_width (c->encoder->terms, l->index));
  array_reads *r = reads_of (c, l->of);
  bool is_fixed = has_fixed_index (c, l);
  size_t n = r->open.len + (is_fixed ? 0 : r->fixed.len);
  if (c->pairs.len + n > MAX_PAIRS) {
    c->too_many = true;
    n = 0;
  }
  for (size_t i = 0; i < n; i++)
    relate (c, at,
            i < r->open.len ? r->open.data[i] : r->fixed.data[i - r->open.len]);
  vec_push (c->mem, is_fixed ? &r->fixed : &r->open, at);
}

static void cone_enter (cone *c, uint32_t g) {
  circuit *all = &c->encoder->circuit;
  const gate *gt = circuit_gate (all, g);
  bool is_input = gt->kind == GATE_INPUT;
  uint32_t owner = gt->a;
  uint8_t *state = c->state.data + g;
  assert (!(*state & IN_CONE));
  *state |= IN_CONE;
  vec_push (c->mem, &c->gates, g);
  sat_activate (c->sat, g, is_input);
  vec_clear (&c->fanin);
  circuit_fanin (all, g, &c->fanin);
  for (size_t i = 0; i < c->fanin.len; i++)
    reach (c, c->fanin.data[i]);
  if (!(*state & IN_KERNEL)) {
    *state |= IN_KERNEL;
    circuit_define (all, g, &c->fanin, to_kernel, c->sat);
  }
  if (is_input && !c->leaf_in.data[owner]++ && leaf_at (c, owner)->index.id)
    enter_read (c, owner);
}

static bool cone_grow (cone *c, lit assumption) {
  guard *g = c->encoder->circuit.guard;
  vec_clear (&c->todo);
  reach (c, assumption);
  for (unsigned n = 1; c->todo.len; n++) {
    uint32_t next = vec_pop (&c->todo);
    if (!(c->state.data[next] & IN_CONE))
      cone_enter (c, next);
    if (c->too_many || guard_is_stopped (g) ||
        (!(n % ASK_EVERY) && guard_asks_to_stop (g)))
      return false;
  }
  if (c->n_ends == c->cap_ends)
    c->end =
        vec_grow (c->mem, c->end, &c->cap_ends, c->n_ends + 1, sizeof *c->end);
  c->end[c->n_ends++] =
      (struct cone_end) {assumption, c->gates.len, c->pairs.len};
  return true;
}

bool cone_set (cone *c, size_t n, const lit *assumption) {
  size_t same = 0;
  while (same < n && same < c->n_ends &&
         c->end[same].assumption == assumption[same])
    same++;
  cone_cut (c, same);
  c->too_many = false;
  cone_make_room (c);
  for (size_t i = same; i < n; i++)
    if (!cone_grow (c, assumption[i])) {
      cone_cut (c, i);
      return false;
    }
  assert (c->n_ends == n);
  return true;
}

/* Pairs whose clauses survive in the kernel need not be said again. */
static void keep_said (cone *c, uint32_t n_gates, size_t n_leaves) {
  map old = c->said;
  map_init (&c->said, c->mem);
  for (size_t i = 0; i < old.cap; i++) {
    map_slot s = old.slot[i];
    if (s.key && (s.key - 1) >> 32 < n_leaves &&
        lit_var ((lit) (s.value - 1)) < n_gates)
      map_put (&c->said, s.key, s.value);
  }
  map_release (&old);
}

void cone_shrink (cone *c, uint32_t n_gates, size_t n_leaves) {
  cone_cut (c, 0);
  assert (!c->gates.len && !c->pairs.len);
  sat_shrink (c->sat, n_gates);
  if (c->state.len > n_gates)
    c->state.len = n_gates;
  if (c->leaf_in.len > n_leaves)
    c->leaf_in.len = n_leaves;
  keep_said (c, n_gates, n_leaves);
}

/* Down to the inputs without leaving gates out, as nothing remembers which
 * were left out when the cone was made.
 */
static void complete (cone *c) {
  vec_clear (&c->todo);
  for (size_t i = 0; i < c->gates.len; i++)
    vec_push (c->mem, &c->todo, c->gates.data[i]);
  for (size_t i = 0; i < c->todo.len; i++) {
    vec_clear (&c->fanin);
    circuit_plain_fanin (&c->encoder->circuit, c->todo.data[i], &c->fanin);
    for (size_t k = 0; k < c->fanin.len; k++) {
      uint32_t g = lit_var (c->fanin.data[k]);
      if (c->state.data[g] & (IN_CONE | IN_TODO))
        continue;
      c->state.data[g] |= IN_TODO;
      vec_push (c->mem, &c->todo, g);
    }
  }
}

void cone_clauses (cone *c, clause_sink *sink, void *to) {
  assert (!c->too_many); /* else some pairs are missing */
  circuit *all = &c->encoder->circuit;
  complete (c);
  for (size_t i = 0; i < c->todo.len; i++) {
    uint32_t g = c->todo.data[i];
    c->state.data[g] &= (uint8_t) ~IN_TODO;
    if (guard_is_stopped (all->guard))
      continue;
    vec_clear (&c->fanin);
    circuit_plain_fanin (all, g, &c->fanin);
    circuit_define (all, g, &c->fanin, sink, to);
  }
  for (size_t i = 0; i < c->pairs.len; i++)
    pair_clauses (c, c->pairs.data[i], sink, to);
}
