/* From a leaf (a term of now) to bytes of a test of then, in two steps that are
 * each remembered:
 *
 *     leaf -> bytes     name, how many of that name before it, size, offset;
 *                       learned when the input is made, the same for all tests
 *     test -> inputs    decoded when a test is asked for the first time
 *
 * A test that has no such input, or one of another size, has no value for the
 * leaf: then it is no witness. Values are only proposed; whoever asks evaluates
 * them.
 */

#include "memo/seeds.h"

#include "base/bits.h"

/* Where the value of a leaf is in a test. */
struct seed_bytes {
  const char *name;
  uint64_t size;   /* of the input */
  uint64_t offset; /* in it */
  uint32_t index;  /* among the inputs of its path: where to look first */
  uint32_t later;  /* among those of its name */
  uint8_t width;
};

/* The inputs of one test. */
typedef struct seed_inputs seed_inputs;
struct seed_inputs {
  uint32_t n;
  testinput input[];
};

void seeds_init (seeds *s, memory *mem, const old_trie *p) {
  *s = (seeds) {.mem = mem, .old_trie = p};
  arena_init (&s->arena, mem);
  s->n_tests = suite_count (p->tests);
  s->inputs = memory_zalloc (mem, s->n_tests * sizeof *s->inputs);
}

void seeds_release (seeds *s) {
  arena_release (&s->arena);
  vec_release (s->mem, &s->leaf_at);
  memory_free (s->mem, s->inputs, s->n_tests * sizeof *s->inputs);
  vec_release (s->mem, &s->bytes);
}

void seeds_sample (seeds *s, uint32_t from, uint32_t most, u32_vec *out) {
  const trie *t = &s->old_trie->trie;
  uint32_t size = trie_size (t, from);
  assert (from < t->n_nodes && from + size <= t->n_nodes);
  uint64_t step = most && size > most ? size / most : 1;
  uint64_t next = from;
  vec_clear (out);
  for (uint32_t i = from; i < from + size; i++) {
    if (i < next || trie_shape (t, i)->kind == SHAPE_DECISION ||
        !t->node[i].link)
      continue;
    vec_push (s->mem, out, t->node[i].link - 1);
    next = i + step;
    if (step > 1 && next < from + size)
      i = (uint32_t) next - 1;
  }
}

/* Names are interned. */
static uint32_t count_before (const state *now, size_t i) {
  uint32_t n = 0;
  for (size_t k = 0; k < i; k++)
    n += now->symbolics.data[k].name == now->symbolics.data[i].name;
  return n;
}

static uint32_t bytes_at (const seeds *s, term leaf) {
  return leaf.id < s->leaf_at.len ? s->leaf_at.data[leaf.id] : 0;
}

static void memo_seeds_learn (seeds *s, const state *now, size_t i) {
  const symbolic *in = now->symbolics.data + i;
  struct seed_bytes b = {.name = in->name,
                         .size = in->size,
                         .index = (uint32_t) i,
                         .later = count_before (now, i)};
  for (uint32_t k = 0; k < in->n_parts; k++) {
    vec_extend (s->mem, &s->leaf_at, in->part[k].id + 1);
    uint32_t *at = s->leaf_at.data + in->part[k].id;
    b.width = in->width[k];
    if (!*at) {
      vec_push (s->mem, &s->bytes, b);
      *at = (uint32_t) s->bytes.len;
    }
    b.offset += b.width;
  }
  assert (!in->n_parts || b.offset <= in->size);
}

/* From the last to the first that is known: they are made in an order. */
void seeds_learn (seeds *s, const state *now) {
  for (size_t i = now->symbolics.len; i-- > 0;) {
    const symbolic *in = now->symbolics.data + i;
    if (in->n_parts && bytes_at (s, in->part[0]))
      return;
    memo_seeds_learn (s, now, i);
  }
}

static const seed_inputs *inputs_of (seeds *s, uint32_t test) {
  assert (test < s->n_tests);
  if (!s->inputs[test]) {
    testcase t;
    suite_get (s->old_trie->tests, test, &t);
    seed_inputs *in =
        arena_alloc (&s->arena, sizeof *in + t.n_inputs * sizeof *in->input);
    in->n = t.n_inputs;
    if (in->n)
      memcpy (in->input, t.input, in->n * sizeof *in->input);
    s->inputs[test] = in;
  }
  return s->inputs[test];
}

static const testinput *find_input (const seed_inputs *in,
                                    const struct seed_bytes *b) {
  uint32_t later = 0;
  if (b->index < in->n && in->input[b->index].size == b->size &&
      !strcmp (in->input[b->index].name, b->name))
    return in->input + b->index;
  for (uint32_t i = 0; i < in->n; i++)
    if (!strcmp (in->input[i].name, b->name) && later++ == b->later)
      return in->input[i].size == b->size ? in->input + i : NULL;
  return NULL;
}

/* Leaves of one input mostly come together. */
static bool is_of_same (const struct seed_bytes *a,
                        const struct seed_bytes *b) {
  return a && a->name == b->name && a->index == b->index &&
         a->later == b->later && a->size == b->size;
}

bool seeds_values (seeds *s, uint32_t test, size_t n, const term *leaf,
                   model *out) {
  const seed_inputs *in = inputs_of (s, test);
  const struct seed_bytes *last = NULL;
  const testinput *from = NULL;
  for (size_t i = 0; i < n; i++) {
    if (model_has (out, leaf[i]))
      continue;
    uint32_t at = bytes_at (s, leaf[i]);
    if (!at)
      return false;
    const struct seed_bytes *b = s->bytes.data + at - 1;
    if (!is_of_same (last, b))
      from = find_input (in, b);
    last = b;
    if (!from)
      return false;
    assert (b->offset + b->width <= from->size);
    model_set (out, leaf[i], bits_load (from->bytes + b->offset, b->width));
  }
  return true;
}

static bool has_bytes (const testinput *in, const symbolic *now,
                       const knowledge *k) {
  const uint8_t *at = in->bytes;
  if (in->size != now->size || strcmp (in->name, now->name))
    return false;
  for (uint32_t i = 0; i < now->n_parts; at += now->width[i++])
    if (bits_load (at, now->width[i]) != knowledge_input (k, now->part[i]))
      return false;
  return true;
}

bool seeds_agree (seeds *s, uint32_t test, const pending *p) {
  const state *now = p->state;
  testcase t;
  assert (test < s->n_tests);
  suite_get (s->old_trie->tests, test, &t);
  bool agrees = t.n_inputs == now->symbolics.len;
  for (size_t i = 0; agrees && i < t.n_inputs; i++)
    agrees = has_bytes (t.input + i, now->symbolics.data + i, p->knowledge);
  return agrees;
}
