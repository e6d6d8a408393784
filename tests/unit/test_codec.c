#include "proofs.h"

#include "term/value.h"

TEST (record_comes_back) {
  memory mem = {0};
  seal *own = seal_new (&mem, "0123456789abcdef", 16);
  seal *key = seal_new (&mem, "fedcba9876543210", 16);
  for (uint64_t n = 0; n < 2000; n++) {
    sample s;
    byte_vec out = {0};
    record_view v;
    sample_make (&s, n, 1);
    s.proof.names = "\1\0x";
    s.proof.names_size = n % 3 ? 0 : 3;
    CHECK (record_write (&mem, &out, &s.proof, n & 1 ? own : NULL,
                         n & 2 ? key : NULL));
    CHECK (record_read (out.data, out.len, &v));
    CHECK (sample_is (&s, &v.proof));
    CHECK_EQ (v.proof.names_size, s.proof.names_size);
    CHECK_EQ (record_is_own (out.data, &v, own), (n & 1) != 0);
    CHECK_EQ (record_is_signed (out.data, &v, key), (n & 2) != 0);
    CHECK (!record_is_own (out.data, &v, key));
    record_add_uses (out.data, out.len, 3);
    CHECK (record_read (out.data, out.len, &v));
    CHECK_EQ (v.proof.uses, 3);
    CHECK_EQ (record_is_own (out.data, &v, own), (n & 1) != 0);
    vec_release (&mem, &out);
  }
  seal_free (&mem, own);
  seal_free (&mem, key);
  CHECK_EQ (mem.live, 0);
}

/* Every single flipped bit and every truncation is noticed. */
TEST (damage_is_noticed) {
  memory mem = {0};
  for (uint64_t n = 0; n < 20; n++) {
    sample s;
    byte_vec out = {0};
    record_view v;
    sample_make (&s, n, 1);
    CHECK (record_write (&mem, &out, &s.proof, NULL, NULL));
    for (size_t i = 0; i < 8 * out.len; i++) {
      out.data[i / 8] ^= (uint8_t) (1 << i % 8);
      CHECK (!record_read (out.data, out.len, &v));
      out.data[i / 8] ^= (uint8_t) (1 << i % 8);
    }
    for (size_t i = 0; i < out.len; i++)
      CHECK (!record_read (out.data, i, &v));
    CHECK (record_read (out.data, out.len, &v));
    vec_release (&mem, &out);
  }
  CHECK_EQ (mem.live, 0);
}

TEST (replacing) {
  memory mem = {0};
  byte_vec out[3] = {{0}};
  for (int i = 0; i < 3; i++) {
    sample s;
    sample_make (&s, 7, 1);
    s.proof.verdict = (verdict) i;
    CHECK (record_write (&mem, &out[i], &s.proof, NULL, NULL));
  }
#define MAY(A, B) \
  record_may_replace (out[A].data, out[A].len, out[B].data, out[B].len)
  CHECK (MAY (0, 1) && MAY (0, 2) && MAY (0, 0) && MAY (1, 2));
  CHECK (!MAY (1, 0) && !MAY (2, 0));
  CHECK (record_may_replace (out[0].data, 3, out[0].data, out[0].len));
  CHECK (!record_may_replace (out[0].data, out[0].len, out[1].data, 3));
#undef MAY
  for (int i = 0; i < 3; i++)
    vec_release (&mem, &out[i]);
  CHECK_EQ (mem.live, 0);
}

/* Models: all sorts of leaves, there and back under other names. */

typedef struct lab_model {
  memory mem;
  terms *ts;
  arena arena;
  term leaf[8];
  uint32_t word[10];
  form form;
} lab_model;

static const uint32_t n_leaves = 8;

static void lab_init (lab_model *l, const char *prefix) {
  *l = (lab_model) {0};
  l->ts = terms_new (&l->mem);
  arena_init (&l->arena, &l->mem);
  sort sorts[8] = {SORT_BOOL,          sort_bv (1),        sort_bv (7),
                   sort_bv (64),       sort_bv (200),      SORT_INT,
                   sort_array (32, 8), sort_array (5, 100)};
  l->word[1] = n_leaves;
  for (uint32_t i = 0; i < n_leaves; i++) {
    l->leaf[i] = term_fresh (l->ts, prefix, sorts[i]);
    l->word[2 + i] = sorts[i].code;
  }
  l->form = (form) {.n_words = 2 + n_leaves,
                    .word = l->word,
                    .n_leaves = n_leaves,
                    .leaf = l->leaf};
}

static void lab_release (lab_model *l) {
  arena_release (&l->arena);
  terms_free (l->ts);
  CHECK_EQ (l->mem.live, 0);
}

static num random_num (arena *a, uint64_t *seed, unsigned bits) {
  num x = NUM_ZERO;
  for (unsigned i = 0; i < bits; i += 32)
    x = num_add (a, num_shl (a, x, 32),
                 num_of_u64 (a, (uint32_t) random_next (seed)));
  return num_wrap (a, x, bits);
}

static void assign (lab_model *l, uint64_t *seed, model *m) {
  arena *a = &l->arena;
  model_set (m, l->leaf[0], random_below (seed, 2));
  model_set (m, l->leaf[1], random_below (seed, 2));
  model_set (m, l->leaf[2], random_below (seed, 128));
  model_set (m, l->leaf[3], random_next (seed));
  num wide = random_num (a, seed, 1 + random_below (seed, 200));
  model_set (m, l->leaf[4], wide.word);
  num whole = random_num (a, seed, 1 + random_below (seed, 300));
  model_set (m, l->leaf[5],
             (random_below (seed, 2) ? num_neg (a, whole) : whole).word);
  model_set_default (m, l->leaf[6], random_below (seed, 256));
  model_set_default (m, l->leaf[7], random_num (a, seed, 100).word);
  for (unsigned i = random_below (seed, 6); i--;) {
    model_set_element (m, l->leaf[6], random_next (seed) >> 32,
                       random_below (seed, 256));
    model_set_element (m, l->leaf[7], random_below (seed, 32),
                       random_num (a, seed, 100).word);
  }
}

TEST (model_comes_back) {
  uint64_t seed = 11;
  for (int round = 0; round < 500; round++) {
    lab_model a, b;
    byte_vec first = {0}, second = {0};
    lab_init (&a, "a");
    lab_init (&b, "b");
    model *x = model_new (&a.mem, a.ts), *y = model_new (&b.mem, b.ts);
    assign (&a, &seed, x);
    codec_model_write (&a.mem, &first, x, &a.form);
    CHECK (codec_model_read (first.data, first.len, &b.form, &b.mem, y));
    codec_model_write (&a.mem, &second, y, &b.form);
    CHECK_EQ (first.len, second.len);
    CHECK (!memcmp (first.data, second.data, first.len));
    CHECK (value_eq (SORT_INT, model_get (x, a.leaf[5]),
                     model_get (y, b.leaf[5])));
    CHECK_EQ (model_get (x, a.leaf[3]), model_get (y, b.leaf[3]));
    for (size_t i = 0; i < first.len; i++) {
      model_clear (y);
      CHECK (!codec_model_read (first.data, i, &b.form, &b.mem, y));
    }
    vec_release (&a.mem, &first);
    vec_release (&a.mem, &second);
    model_free (x);
    model_free (y);
    lab_release (&a);
    lab_release (&b);
  }
}

/* Any bytes: false or a model, never a read outside (seen by ASan). */
TEST (hostile_models) {
  uint64_t seed = 5;
  lab_model l;
  lab_init (&l, "v");
  model *m = model_new (&l.mem, l.ts);
  for (int round = 0; round < 20000; round++) {
    size_t size = random_below (&seed, 200);
    uint8_t *data = malloc (size + 1);
    for (size_t i = 0; i < size; i++)
      data[i] = random_below (&seed, 2) ? (uint8_t) random_below (&seed, 4)
                                        : (uint8_t) random_next (&seed);
    model_clear (m);
    codec_model_read (data, size, &l.form, &l.mem, m);
    free (data);
  }
  model_free (m);
  lab_release (&l);
}
