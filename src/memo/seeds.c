#include "memo/seeds.h"

#include <string.h>

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
typedef struct seed_inputs {
  uint32_t n;
  testinput input[];
} seed_inputs;

void seeds_init (seeds *s, memory *mem, const past *p) {
  *s = (seeds) {.mem = mem, .past = p};
  arena_init (&s->arena, mem);
  map_init (&s->leaf_at, mem);
  map_init (&s->test_at, mem);
}

void seeds_release (seeds *s) {
  arena_release (&s->arena);
  map_release (&s->leaf_at);
  map_release (&s->test_at);
  vec_release (s->mem, &s->bytes);
}

void seeds_sample (seeds *s, uint32_t from, uint32_t most, u32_vec *out) {
  const trie *t = &s->past->trie;
  uint32_t size = trie_size (t, from);
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

static void learn (seeds *s, const state *now, size_t i) {
  const symbolic *in = now->symbolics.data + i;
  struct seed_bytes b = {.name = in->name,
                         .size = in->size,
                         .index = (uint32_t) i,
                         .later = count_before (now, i)};
  for (uint32_t k = 0; k < in->n_parts; k++) {
    uint64_t *at = map_at (&s->leaf_at, in->part[k].id + UINT64_C (1));
    b.width = in->width[k];
    if (!*at) {
      vec_push (s->mem, &s->bytes, b);
      *at = s->bytes.len;
    }
    b.offset += b.width;
  }
}

/* From the last to the first that is known: they are made in an order. */
void seeds_learn (seeds *s, const state *now) {
  for (size_t i = now->symbolics.len; i-- > 0;) {
    const symbolic *in = now->symbolics.data + i;
    if (in->n_parts && map_find (&s->leaf_at, in->part[0].id + UINT64_C (1)))
      return;
    learn (s, now, i);
  }
}

static const seed_inputs *inputs_of (seeds *s, uint32_t test) {
  uint64_t *at = map_at (&s->test_at, test + UINT64_C (1));
  if (!*at) {
    testcase t;
    suite_get (s->past->tests, test, &t);
    seed_inputs *in =
        arena_alloc (&s->arena, sizeof *in + t.n_inputs * sizeof *in->input);
    in->n = t.n_inputs;
    if (in->n)
      memcpy (in->input, t.input, in->n * sizeof *in->input);
    *at = (uint64_t) (uintptr_t) in;
  }
  return (const seed_inputs *) (uintptr_t) *at;
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

static uint64_t number_at (const uint8_t *bytes, unsigned n) {
  uint64_t v = 0;
  for (unsigned i = 0; i < n; i++)
    v |= (uint64_t) bytes[i] << 8 * i;
  return v;
}

bool seeds_values (seeds *s, uint32_t test, size_t n, const term *leaf,
                   model *out) {
  const seed_inputs *in = inputs_of (s, test);
  for (size_t i = 0; i < n; i++) {
    if (model_has (out, leaf[i]))
      continue;
    uint64_t at = map_get (&s->leaf_at, leaf[i].id + UINT64_C (1), 0);
    const struct seed_bytes *b = at ? s->bytes.data + at - 1 : NULL;
    const testinput *from = b ? find_input (in, b) : NULL;
    if (!from)
      return false;
    model_set (out, leaf[i], number_at (from->bytes + b->offset, b->width));
  }
  return true;
}

static bool has_bytes (const testinput *in, const symbolic *now,
                       const knowledge *k) {
  const uint8_t *at = in->bytes;
  if (in->size != now->size || strcmp (in->name, now->name))
    return false;
  for (uint32_t i = 0; i < now->n_parts; at += now->width[i++])
    if (number_at (at, now->width[i]) != knowledge_input (k, now->part[i]))
      return false;
  return true;
}

bool seeds_agree (seeds *s, uint32_t test, const pending *p) {
  const state *now = p->state;
  testcase t;
  suite_get (s->past->tests, test, &t);
  bool agrees = t.n_inputs == now->symbolics.len;
  for (size_t i = 0; agrees && i < t.n_inputs; i++)
    agrees = has_bytes (t.input + i, now->symbolics.data + i, p->knowledge);
  return agrees;
}
