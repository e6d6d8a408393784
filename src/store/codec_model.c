/* Models as bytes; the format is in codec.h. */

#include "store/codec.h"

#include "base/bits.h"
#include "term/value.h"

#define SIGN (UINT32_C (1) << 31)

/* Writing. */

static void model_codec_put_bytes (memory *mem, byte_vec *out, uint64_t word,
                                   unsigned size) {
  assert (size <= sizeof word);
  for (unsigned i = 0; i < size; i++)
    vec_push (mem, out, (uint8_t) (word >> 8 * i));
}

static unsigned size_of_width (unsigned width) { return (width + 7) / 8; }

static void put_num (memory *mem, arena *scratch, byte_vec *out, num x) {
  uint32_t size = size_of_width (num_bits (x));
  model_codec_put_bytes (mem, out, size | (num_sign (x) < 0 ? SIGN : 0), 4);
  num magnitude = num_abs (scratch, x);
  for (uint32_t i = 0; i < size; i += 8) {
    mark before = arena_mark (scratch);
    num rest = num_shr (scratch, magnitude, 8 * i);
    model_codec_put_bytes (mem, out, num_u64 (rest),
                           size - i < 8 ? size - i : 8);
    arena_return (scratch, before);
  }
}

static void model_codec_put_value (memory *mem, arena *scratch, byte_vec *out,
                                   sort s, uint64_t word) {
  if (sort_is_bool (s))
    model_codec_put_bytes (mem, out, word, 1);
  else if (sort_is_small (s)) {
    assert (word <= bits_mask (sort_width (s))); /* or it is not read back */
    model_codec_put_bytes (mem, out, word, size_of_width (sort_width (s)));
  } else
    put_num (mem, scratch, out, value_num (word));
}

static void put_array (memory *mem, arena *scratch, byte_vec *out,
                       const model *m, term array, sort s) {
  element_vec elements = {0};
  model_elements (m, array, mem, &elements);
  assert (elements.len <= UINT32_MAX);
  model_codec_put_bytes (mem, out, elements.len, 4);
  model_codec_put_value (mem, scratch, out, sort_element (s),
                         model_default (m, array));
  for (size_t i = 0; i < elements.len; i++) {
    const element *e = elements.data + i;
    assert (!i || e[-1].index < e->index); /* who reads it demands this */
    model_codec_put_value (mem, scratch, out, sort_index (s), e->index);
    model_codec_put_value (mem, scratch, out, sort_element (s), e->value);
  }
  vec_release (mem, &elements);
}

void codec_model_write (memory *mem, byte_vec *out, const model *m,
                        const form *f) {
  arena scratch;
  arena_init (&scratch, mem);
  for (size_t i = 0; i < f->n_leaves; i++) {
    sort s = {f->word[2 + i]};
    if (sort_is_array (s))
      put_array (mem, &scratch, out, m, f->leaf[i], s);
    else
      model_codec_put_value (mem, &scratch, out, s, model_get (m, f->leaf[i]));
  }
  arena_release (&scratch);
}

/* Reading. A failed reader gives zeros. */

typedef struct model_reader {
  const uint8_t *at, *end;
  arena *scratch;
  bool failed;
} model_reader;

static bool model_codec_demand (model_reader *r, bool holds) {
  if (!holds) {
    r->failed = true;
    r->at = r->end;
  }
  return holds;
}

static uint64_t get_bytes (model_reader *r, unsigned size) {
  assert (size <= 8 && r->at <= r->end);
  if (!model_codec_demand (r, (size_t) (r->end - r->at) >= size))
    return 0;
  r->at += size;
  return bits_load (r->at - size, size);
}

static num get_num (model_reader *r) {
  assert (r->at <= r->end);
  uint32_t head = (uint32_t) get_bytes (r, 4), size = head & ~SIGN;
  if (!model_codec_demand (r, size <= (size_t) (r->end - r->at) &&
                                  size <= SORT_MAX_WIDTH / 8 + 1 &&
                                  (size || !head) &&
                                  (!size || r->at[size - 1])))
    return NUM_ZERO;
  num x = num_of_bytes (r->scratch, r->at, size);
  r->at += size;
  return head & SIGN ? num_neg (r->scratch, x) : x;
}

static uint64_t get_value (model_reader *r, sort s) {
  if (sort_is_bool (s)) {
    uint64_t b = get_bytes (r, 1);
    return model_codec_demand (r, b < 2) ? b : 0;
  }
  if (sort_is_int (s))
    return get_num (r).word;
  unsigned width = sort_width (s);
  if (width <= 64) {
    uint64_t word = get_bytes (r, size_of_width (width));
    return model_codec_demand (r, word <= bits_mask (width)) ? word : 0;
  }
  num x = get_num (r);
  bool fits = num_sign (x) >= 0 && num_bits (x) <= width;
  return model_codec_demand (r, fits) ? x.word : NUM_ZERO.word;
}

static void get_array (model_reader *r, sort s, term array, model *out) {
  assert (sort_is_array (s));
  uint64_t n = get_bytes (r, 4), last = 0;
  model_set_default (out, array, get_value (r, sort_element (s)));
  for (uint64_t i = 0; i < n && !r->failed; i++) {
    uint64_t index = get_value (r, sort_index (s));
    uint64_t word = get_value (r, sort_element (s));
    if (model_codec_demand (r, !i || index > last))
      model_set_element (out, array, index, word);
    last = index;
  }
}

bool codec_model_read (const uint8_t *data, size_t size, const form *f,
                       memory *mem, model *out) {
  assert (f->n_leaves + 2 <= f->n_words); /* their sorts are spelled */
  arena scratch;
  arena_init (&scratch, mem);
  model_reader r = {.at = data, .end = data + size, .scratch = &scratch};
  for (size_t i = 0; i < f->n_leaves && !r.failed; i++) {
    sort s = {f->word[2 + i]};
    if (sort_is_array (s))
      get_array (&r, s, f->leaf[i], out);
    else
      model_set (out, f->leaf[i], get_value (&r, s));
  }
  assert (r.at <= r.end);
  bool ok = !r.failed && r.at == r.end;
  arena_release (&scratch);
  return ok;
}
