/* A fork shares all chunks; who adds a constraint copies the chunks of its
 * inputs and makes one new slice of those that it touches:
 *
 *     before       chunk 0: a b c ...        a, b -> {a < b}    c -> {c = 1}
 *     add b < c    chunk 0': a b c ...       a, b, c -> {a < b, c = 1, b < c}
 *
 * Slices never change: the other path still has both old ones.
 */

#include "explore/knowledge_priv.h"

/* Life. */

knowing *knowing_new (memory *mem, terms *ts) {
  knowing *o = memory_zalloc (mem, sizeof *o);
  o->mem = mem;
  o->ts = ts;
  o->evaluator = evaluator_new (mem, ts);
  o->scratch = model_new (mem, ts);
  arena_init (&o->domains, mem);
  return o;
}

void knowing_free (knowing *o) {
  if (!o)
    return;
  vec_release (o->mem, &o->number);
  evaluator_free (o->evaluator);
  model_free (o->scratch);
  vec_release (o->mem, &o->touched, &o->conjuncts, &o->parts, &o->atom_at,
               &o->atoms);
  arena_release (&o->domains);
  memory_free (o->mem, o, sizeof *o);
}

/* Slices: one block of memory each. */

static size_t known_bytes (uint32_t leaves, uint32_t constraints) {
  return sizeof (known) + leaves * (sizeof (uint64_t) + sizeof (term) + 1) +
         constraints * sizeof (term) + 8;
}

static known *known_new (memory *mem, uint32_t leaves, uint32_t constraints) {
  known *k = memory_alloc (mem, known_bytes (leaves, constraints));
  k->refs = 0;
  k->better = NULL;
  k->n_leaves = leaves;
  k->n_constraints = constraints;
  k->value = (uint64_t *) (k + 1);
  k->leaf = (term *) (k->value + leaves);
  k->constraint = k->leaf + leaves;
  k->is_fixed = (bool *) (k->constraint + constraints);
  return k;
}

static void known_unref (memory *mem, known *k) {
  assert (!k || k->refs);
  if (!k || --k->refs)
    return;
  if (k->better != k)
    known_unref (mem, k->better);
  memory_free (mem, k, known_bytes (k->n_leaves, k->n_constraints));
}

static void chunk_unref (memory *mem, chunk *c) {
  if (!c || --c->refs)
    return;
  for (int i = 0; i < CHUNK; i++)
    known_unref (mem, c->at[i]);
  memory_free (mem, c, sizeof *c);
}

/* The table. */

knowledge *knowledge_new (knowing *o) {
  knowledge *k = memory_zalloc (o->mem, sizeof *k);
  k->owner = o;
  return k;
}

knowledge *knowledge_fork (const knowledge *from) {
  memory *mem = from->owner->mem;
  knowledge *k = memory_alloc (mem, sizeof *k);
  *k = *from;
  k->chunk = memory_alloc (mem, k->n_chunks * sizeof *k->chunk);
  for (uint32_t i = 0; i < k->n_chunks; i++)
    if ((k->chunk[i] = from->chunk[i]))
      k->chunk[i]->refs++;
  return k;
}

void knowledge_free (knowledge *k) {
  if (!k)
    return;
  memory *mem = k->owner->mem;
  for (uint32_t i = 0; i < k->n_chunks; i++)
    chunk_unref (mem, k->chunk[i]);
  memory_free (mem, k->chunk, k->n_chunks * sizeof *k->chunk);
  memory_free (mem, k, sizeof *k);
}

/* The number of a leaf, 0: it never had a constraint. */
static uint32_t knowledge_number_of (const knowing *o, term leaf) {
  return leaf.id < o->number.len ? o->number.data[leaf.id] : 0;
}

static uint32_t give_number (knowing *o, term leaf) {
  vec_extend (o->mem, &o->number, leaf.id + 1);
  if (!o->number.data[leaf.id])
    o->number.data[leaf.id] = ++o->n_leaves;
  return o->number.data[leaf.id];
}

known *knowledge_locate (const knowledge *k, term leaf, uint32_t *place) {
  uint32_t n = knowledge_number_of (k->owner, leaf);
  chunk *c = n && n / CHUNK < k->n_chunks ? k->chunk[n / CHUNK] : NULL;
  *place = c ? c->place[n % CHUNK] : 0;
  return c ? c->at[n % CHUNK] : NULL;
}

static known *knowledge_find (const knowledge *k, term leaf) {
  uint32_t place;
  return knowledge_locate (k, leaf, &place);
}

static void reserve (knowledge *k, uint32_t n) {
  if (n <= k->n_chunks)
    return;
  memory *mem = k->owner->mem;
  chunk **more = memory_zalloc (mem, n * sizeof *more);
  if (k->n_chunks)
    memcpy (more, k->chunk, k->n_chunks * sizeof *more);
  memory_free (mem, k->chunk, k->n_chunks * sizeof *more);
  k->chunk = more;
  k->n_chunks = n;
}

static chunk *own_chunk (knowledge *k, uint32_t i) {
  memory *mem = k->owner->mem;
  reserve (k, i + 1);
  chunk *old = k->chunk[i];
  if (old && old->refs == 1)
    return old;
  chunk *c = memory_zalloc (mem, sizeof *c);
  c->refs = 1;
  for (int j = 0; old && j < CHUNK; j++)
    if ((c->at[j] = old->at[j])) {
      c->place[j] = old->place[j];
      c->at[j]->refs++;
    }
  if (old)
    old->refs--;
  k->chunk[i] = c;
  return c;
}

static void knowledge_put (knowledge *k, known *s, uint32_t place) {
  uint32_t n = give_number (k->owner, s->leaf[place]);
  chunk *c = own_chunk (k, n / CHUNK);
  assert (place < s->n_leaves && c->refs == 1);
  s->refs++;
  known_unref (k->owner->mem, c->at[n % CHUNK]);
  c->at[n % CHUNK] = s;
  c->place[n % CHUNK] = place;
}

/* Asking. The slices that a term touches, each once, in the order of its
 * inputs, so that the result does not depend on addresses.
 */

static void touch_more (knowledge *k, term t) {
  knowing *o = k->owner;
  const leaf_set *l = term_leaves (o->ts, t);
  for (uint32_t i = 0; i < l->n; i++) {
    known *s = knowledge_find (k, l->leaf[i]);
    bool is_new = s != NULL;
    for (size_t j = 0; is_new && j < o->touched.len; j++)
      is_new = o->touched.data[j] != s;
    if (is_new)
      vec_push (o->mem, &o->touched, s);
  }
}

static void touch (knowledge *k, term t) {
  vec_clear (&k->owner->touched);
  touch_more (k, t);
}

/* Without a key nobody wants digests. */
hash128 knowledge_share (terms *ts, term constraint) {
  if (!terms_has_key (ts))
    return (hash128) {0};
  return keyed_mix (&ts->key, (hash128) {8, 8}, term_digest (ts, constraint));
}

static void add_digest (hash128 *sum, hash128 h) {
  sum->lo += h.lo;
  sum->hi += h.hi;
}

static void drop_digest (hash128 *sum, hash128 h) {
  sum->lo -= h.lo;
  sum->hi -= h.hi;
}

hash128 knowledge_digest (knowledge *k, size_t n, const term *t) {
  knowing *o = k->owner;
  hash128 sum = {0};
  vec_clear (&o->touched);
  for (size_t i = 0; i < n; i++)
    touch_more (k, t[i]);
  for (size_t i = 0; i < o->touched.len; i++)
    add_digest (&sum, o->touched.data[i]->digest);
  return sum;
}

hash128 knowledge_sum (const knowledge *k) { return k->sum; }

void knowledge_inputs (knowledge *k, size_t n, const term *t, term_vec *out) {
  knowing *o = k->owner;
  vec_clear (out);
  vec_clear (&o->touched);
  for (size_t i = 0; i < n; i++)
    touch_more (k, t[i]);
  for (size_t i = 0; i < o->touched.len; i++)
    for (uint32_t j = 0; j < o->touched.data[i]->n_leaves; j++)
      vec_push (o->mem, out, o->touched.data[i]->leaf[j]);
  for (size_t i = 0; i < n; i++) {
    const leaf_set *l = term_leaves (o->ts, t[i]);
    for (uint32_t j = 0; j < l->n; j++) {
      bool is_new = !knowledge_find (k, l->leaf[j]);
      for (size_t x = out->len; is_new && x-- > 0;)
        is_new = !term_eq (out->data[x], l->leaf[j]);
      if (is_new)
        vec_push (o->mem, out, l->leaf[j]);
    }
  }
}

void knowledge_slice (knowledge *k, term t, term_vec *out) {
  knowing *o = k->owner;
  vec_clear (out);
  touch (k, t);
  for (size_t i = 0; i < o->touched.len; i++)
    for (uint32_t j = 0; j < o->touched.data[i]->n_constraints; j++)
      vec_push (o->mem, out, o->touched.data[i]->constraint[j]);
}

uint64_t knowledge_input (const knowledge *k, term var) {
  uint32_t place;
  const known *s = knowledge_locate (k, var, &place);
  return s ? s->value[place] : 0;
}

static void knowledge_start (knowledge *k, term t, const model *values) {
  knowing *o = k->owner;
  const leaf_set *l = term_leaves (o->ts, t);
  model_clear (o->scratch);
  for (uint32_t i = 0; i < l->n; i++)
    if (values && model_has (values, l->leaf[i]))
      model_take (o->scratch, l->leaf[i], values);
    else
      model_set (o->scratch, l->leaf[i], knowledge_input (k, l->leaf[i]));
  evaluator_start (o->evaluator, o->scratch);
}

uint64_t knowledge_value_under (knowledge *k, term t, const model *values) {
  knowledge_start (k, t, values);
  return evaluator_value (k->owner->evaluator, t);
}

uint64_t knowledge_value (knowledge *k, term t) {
  return knowledge_value_under (k, t, NULL);
}

bool knowledge_holds (knowledge *k, term t, const model *values) {
  knowledge_start (k, t, values);
  return evaluator_holds (k->owner->evaluator, t);
}

size_t knowledge_first (knowledge *k, size_t n, const term *t, bool holds,
                        const model *values) {
  const knowing *o = k->owner;
  const leaf_set *last = NULL;
  for (size_t i = 0; i < n; i++) {
    const leaf_set *l = term_leaves (o->ts, t[i]);
    if (l != last)
      knowledge_start (k, t[i], values);
    last = l;
    if (evaluator_holds (o->evaluator, t[i]) == holds)
      return i;
  }
  return n;
}

static bool is_fixed (const knowledge *k, term var) {
  uint32_t place;
  const known *s = knowledge_locate (k, var, &place);
  return s && s->is_fixed[place];
}

bool knowledge_is_fixed (knowledge *k, term t) {
  const leaf_set *l = term_leaves (k->owner->ts, t);
  for (uint32_t i = 0; i < l->n; i++)
    if (!is_fixed (k, l->leaf[i]))
      return false;
  return true;
}

/* Adding. */

static bool is_constraint (const knowing *o, term t) {
  for (size_t i = 0; i < o->touched.len; i++)
    for (uint32_t j = 0; j < o->touched.data[i]->n_constraints; j++)
      if (term_eq (o->touched.data[i]->constraint[j], t))
        return true;
  return false;
}

static const atom *atom_of_constraint (knowing *o, term t) {
  vec_extend (o->mem, &o->atom_at, t.id + 1);
  if (!o->atom_at.data[t.id]) {
    vec_push (o->mem, &o->atoms, atom_of (o->ts, &o->domains, t));
    o->atom_at.data[t.id] = (uint32_t) o->atoms.len;
  }
  return o->atoms.data + o->atom_at.data[t.id] - 1;
}

/* Two constraints on one prefix can be one: of a > 0, a > 1, a > 2 the last is
 * enough, so that a loop does not fill its slice. Not where the domain would
 * have many spans: a constraint is to be simple.
 */
#define MAX_SPANS 2

static bool is_implied_by (knowing *o, term old, term t) {
  atom a = *atom_of_constraint (o, old), b = *atom_of_constraint (o, t);
  return term_eq (a.prefix, b.prefix) && domain_includes (a.domain, b.domain);
}

static term strengthen_by (knowing *o, term t, term old) {
  atom a = *atom_of_constraint (o, old), b = *atom_of_constraint (o, t);
  if (!term_eq (a.prefix, b.prefix) || sort_is_bool (b.domain->sort))
    return t;
  const domain *d = domain_intersect (&o->domains, a.domain, b.domain);
  return d->n <= MAX_SPANS ? atom_term (o->ts, (atom) {b.prefix, d}) : t;
}

/* The constraint with all that the touched slices say about its prefix. */
static term strengthen (knowing *o, term t) {
  for (size_t i = 0; i < o->touched.len; i++)
    for (uint32_t j = 0; j < o->touched.data[i]->n_constraints; j++)
      t = strengthen_by (o, t, o->touched.data[i]->constraint[j]);
  return t;
}

/* var = constant fixes the variable; the builder puts constants last. */
static term fixed_by (const terms *ts, term t) {
  if (term_kind (ts, t) == KIND_EQ && term_is_const (ts, term_arg (ts, t, 1)) &&
      term_kind (ts, term_arg (ts, t, 0)) == KIND_VAR)
    return term_arg (ts, t, 0);
  return TERM_NONE;
}

static void add_leaf (known *s, uint32_t *n, term leaf, uint64_t value,
                      bool fixed) {
  s->leaf[*n] = leaf;
  s->value[*n] = value;
  s->is_fixed[(*n)++] = fixed;
}

/* What a single new one implies is not said again. */
static bool is_needed (knowing *o, term old, size_t n, const term *t) {
  return n != 1 || !is_implied_by (o, old, *t);
}

/* What the touched slices say, and the new constraints, in one slice. */
static known *knowledge_merge (knowledge *k, size_t n_new, const term *t,
                               const leaf_set *l, const model *values) {
  knowing *o = k->owner;
  uint32_t leaves = 0, constraints = (uint32_t) n_new;
  for (size_t i = 0; i < o->touched.len; i++) {
    const known *from = o->touched.data[i];
    leaves += from->n_leaves;
    for (uint32_t j = 0; j < from->n_constraints; j++)
      constraints += is_needed (o, from->constraint[j], n_new, t);
  }
  uint32_t added = 0;
  for (uint32_t i = 0; i < l->n; i++)
    added += !knowledge_find (k, l->leaf[i]);
  known *s = known_new (o->mem, leaves + added, constraints);
  uint32_t n = 0, c = 0;
  s->digest = (hash128) {0};
  for (size_t i = 0; i < o->touched.len; i++) {
    const known *from = o->touched.data[i];
    add_digest (&s->digest, from->digest);
    for (uint32_t j = 0; j < from->n_leaves; j++)
      add_leaf (s, &n, from->leaf[j], from->value[j], from->is_fixed[j]);
    for (uint32_t j = 0; j < from->n_constraints; j++)
      if (is_needed (o, from->constraint[j], n_new, t))
        s->constraint[c++] = from->constraint[j];
      else
        drop_digest (&s->digest, knowledge_share (o->ts, from->constraint[j]));
  }
  for (uint32_t i = 0; i < l->n; i++)
    if (!knowledge_find (k, l->leaf[i]))
      add_leaf (s, &n, l->leaf[i], 0, false);
  for (size_t i = 0; i < n_new; i++) {
    s->constraint[c++] = t[i];
    add_digest (&s->digest, knowledge_share (o->ts, t[i]));
  }
  assert (n == s->n_leaves && c == constraints);
  for (uint32_t i = 0; values && i < n; i++)
    if (model_has (values, s->leaf[i]))
      s->value[i] = model_get (values, s->leaf[i]);
  return s;
}

static void put_slice (knowledge *k, known *s) {
  s->refs++; /* while it goes into the table */
  for (uint32_t i = 0; i < s->n_leaves; i++)
    knowledge_put (k, s, i);
  known_unref (k->owner->mem, s);
}

/* Constraints on the same leaves, which the touched slices do not have. One of
 * the leaves can be 'fixed' by them.
 */
static void add_new (knowledge *k, size_t n, const term *t, const leaf_set *l,
                     term fixed, const model *values) {
  knowing *o = k->owner;
  for (size_t i = 0; i < o->touched.len; i++) {
    assert (k->size >= o->touched.data[i]->n_constraints);
    k->size -= o->touched.data[i]->n_constraints;
    drop_digest (&k->sum, o->touched.data[i]->digest);
  }
  known *s = knowledge_merge (k, n, t, l, values);
  for (uint32_t i = 0; i < s->n_leaves; i++)
    s->is_fixed[i] |= term_eq (s->leaf[i], fixed);
  k->size += s->n_constraints;
  add_digest (&k->sum, s->digest);
  put_slice (k, s);
}

static void add_conjunct (knowledge *k, term t, const model *values) {
  knowing *o = k->owner;
  const leaf_set *l = term_leaves (o->ts, t);
  touch (k, t);
  t = strengthen (o, t);
  bool is_old = is_constraint (o, t);
  if (l->n && (values || !is_old))
    add_new (k, !is_old, &t, l, fixed_by (o->ts, t), values);
}

/* A switch of many cases leaves for its default as many conjuncts on one
 * prefix. To strengthen each by those before, and to make a slice of each,
 * would take time and memory of their number squared. Together they are one
 * domain, and the constraints are the gaps in it.
 */
#define MANY 64

static size_t on_one_prefix (knowing *o, size_t n, const term *t) {
  term prefix = atom_of_constraint (o, *t)->prefix;
  size_t same = 1;
  while (same < n && term_eq (atom_of_constraint (o, t[same])->prefix, prefix))
    same++;
  return sort_is_bv (term_sort (o->ts, prefix)) ? same : 1;
}

static const domain *domain_of_all (knowing *o, size_t n, const term *t) {
  assert (n);
  return n == 1 ? atom_of_constraint (o, *t)->domain
                : domain_intersect (&o->domains, domain_of_all (o, n / 2, t),
                                    domain_of_all (o, n - n / 2, t + n / 2));
}

static void add_gaps (knowledge *k, size_t n, const term *t,
                      const model *values) {
  knowing *o = k->owner;
  atom all = {atom_of_constraint (o, *t)->prefix, domain_of_all (o, n, t)};
  if (all.domain->n <= MAX_SPANS) {
    add_conjunct (k, atom_term (o->ts, all), values);
    return;
  }
  touch (k, all.prefix);
  vec_clear (&o->parts);
  const domain *out = domain_complement (&o->domains, all.domain);
  for (uint32_t i = 0; i < out->n; i++) {
    const domain *gap = domain_between (&o->domains, out->sort,
                                        out->span[i].low, out->span[i].high);
    term not_in = atom_term (
        o->ts, (atom) {all.prefix, domain_complement (&o->domains, gap)});
    if (!is_constraint (o, not_in))
      vec_push (o->mem, &o->parts, not_in);
  }
  add_new (k, o->parts.len, o->parts.data, term_leaves (o->ts, all.prefix),
           TERM_NONE, values);
}

/* From the first to the last; those of a chain come in its order. */
static void split (knowing *o, term constraint) {
  term_vec *left = &o->parts;
  vec_clear (&o->conjuncts);
  vec_clear (left);
  vec_push (o->mem, left, constraint);
  while (left->len) {
    term t = vec_pop (left);
    if (term_kind (o->ts, t) == KIND_AND) {
      vec_push (o->mem, left, term_arg (o->ts, t, 1));
      vec_push (o->mem, left, term_arg (o->ts, t, 0));
    } else
      vec_push (o->mem, &o->conjuncts, t);
  }
}

void knowledge_add (knowledge *k, term constraint, const model *values) {
  knowing *o = k->owner;
  split (o, constraint);
  const term *t = o->conjuncts.data;
  for (size_t left = o->conjuncts.len, n; left; left -= n, t += n) {
    n = left > MANY ? on_one_prefix (o, left, t) : 1;
    if (n > MANY)
      add_gaps (k, n, t, values);
    else
      for (size_t i = 0; i < n; i++)
        add_conjunct (k, t[i], values);
  }
}

/* Everything. */

void knowledge_all (knowledge *k, term_vec *out) {
  memory *mem = k->owner->mem;
  vec_clear (out);
  for (uint32_t i = 0; i < k->n_chunks; i++)
    for (uint32_t j = 0; k->chunk[i] && j < CHUNK; j++) {
      const known *s = k->chunk[i]->at[j];
      /* once: at its first leaf in the table */
      uint32_t first = UINT32_MAX;
      for (uint32_t x = 0; s && x < s->n_leaves; x++) {
        uint32_t n = knowledge_number_of (k->owner, s->leaf[x]);
        first = n < first ? n : first;
      }
      if (s && first == i * CHUNK + j)
        for (uint32_t x = 0; x < s->n_constraints; x++)
          vec_push (mem, out, s->constraint[x]);
    }
}

/* Slices are shared: those with other values are new ones. */
static known *known_copy (memory *mem, const known *old) {
  known *s = known_new (mem, old->n_leaves, old->n_constraints);
  s->digest = old->digest;
  memcpy (s->leaf, old->leaf, s->n_leaves * sizeof *s->leaf);
  memcpy (s->value, old->value, s->n_leaves * sizeof *s->value);
  memcpy (s->is_fixed, old->is_fixed, s->n_leaves);
  memcpy (s->constraint, old->constraint,
          s->n_constraints * sizeof *s->constraint);
  return s;
}

static void take_values (knowledge *k, const known *old, const model *values) {
  known *s = known_copy (k->owner->mem, old);
  for (uint32_t i = 0; i < s->n_leaves; i++)
    if (model_has (values, s->leaf[i]))
      s->value[i] = model_get (values, s->leaf[i]);
  put_slice (k, s);
}

static bool has_values (const known *s, const model *values) {
  for (uint32_t i = 0; i < s->n_leaves; i++)
    if (model_has (values, s->leaf[i]) &&
        model_get (values, s->leaf[i]) != s->value[i])
      return false;
  return true;
}

/* Slices that would have other values, each once: at its first leaf. */
static void touch_others (knowledge *k, const model *values) {
  knowing *o = k->owner;
  vec_clear (&o->touched);
  for (uint32_t i = 0; i < k->n_chunks; i++)
    for (uint32_t j = 0; k->chunk[i] && j < CHUNK; j++) {
      known *s = k->chunk[i]->at[j];
      if (s && !k->chunk[i]->place[j] && !has_values (s, values))
        vec_push (o->mem, &o->touched, s);
    }
}

bool knowledge_adopt (knowledge *k, const model *values) {
  knowing *o = k->owner;
  touch_others (k, values);
  for (size_t i = 0; i < o->touched.len; i++) {
    const known *s = o->touched.data[i];
    if (knowledge_first (k, s->n_constraints, s->constraint, false, values) <
        s->n_constraints)
      return false;
  }
  for (size_t i = 0; i < o->touched.len; i++)
    take_values (k, o->touched.data[i], values);
  return true;
}

static void improve_slice (knowledge *k, known *s, void *owner,
                           slice_improver improve) {
  memory *mem = k->owner->mem;
  known *better = known_copy (mem, s);
  improve (owner, s->n_leaves, s->leaf, better->value, s->n_constraints,
           s->constraint);
  better->refs = 1;
  better->better = better;
  s->better = better;
  if (memcmp (s->value, better->value, s->n_leaves * sizeof *s->value) != 0)
    return;
  s->better = s;
  known_unref (mem, better);
}

void knowledge_improve (knowledge *k, void *owner, slice_improver improve) {
  knowing *o = k->owner;
  vec_clear (&o->touched);
  for (uint32_t i = 0; i < k->n_chunks; i++)
    for (uint32_t j = 0; k->chunk[i] && j < CHUNK; j++)
      if (k->chunk[i]->at[j] && !k->chunk[i]->place[j] &&
          k->chunk[i]->at[j]->better != k->chunk[i]->at[j])
        vec_push (o->mem, &o->touched, k->chunk[i]->at[j]);
  for (size_t i = 0; i < o->touched.len; i++) {
    known *s = o->touched.data[i];
    if (!s->better)
      improve_slice (k, s, owner, improve);
    if (s->better != s)
      put_slice (k, s->better);
  }
}

/* A slice without constraints. */
static void put_free (knowledge *k, term leaf, uint64_t value) {
  assert (!knowledge_find (k, leaf));
  known *s = known_new (k->owner->mem, 1, 0);
  s->digest = (hash128) {0};
  s->leaf[0] = leaf;
  s->value[0] = value;
  s->is_fixed[0] = false;
  knowledge_put (k, s, 0);
}

void knowledge_set_free (knowledge *k, term leaf, uint64_t value) {
  if (!knowledge_find (k, leaf))
    put_free (k, leaf, value);
}

bool knowledge_settle (knowledge *k, term t, const model *values) {
  const leaf_set *l = term_leaves (k->owner->ts, t);
  if (!knowledge_adopt (k, values))
    return false;
  for (uint32_t i = 0; i < l->n; i++)
    if (!knowledge_find (k, l->leaf[i]) && model_has (values, l->leaf[i]))
      put_free (k, l->leaf[i], model_get (values, l->leaf[i]));
  return true;
}

size_t knowledge_size (const knowledge *k) { return k->size; }
