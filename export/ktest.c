#include "export/ktest.h"

#define VERSION 3

static void ktest_put (memory *mem, char_vec *out, uint32_t n) {
  for (int shift = 24; shift >= 0; shift -= 8)
    vec_push (mem, out, (char) (n >> shift));
}

static void ktest_put_bytes (memory *mem, char_vec *out, const void *bytes,
                             size_t n) {
  assert (n <= UINT32_MAX); /* the format has no more */
  ktest_put (mem, out, (uint32_t) n);
  text_add (mem, out, bytes, n);
}

static uint32_t count_args (uint32_t n, const char *const *args) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < n; i++)
    count += args[i][0] != 0;
  return count;
}

static uint32_t count_objects (const testcase *t) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < t->n_inputs; i++)
    count += t->input[i].size != 0;
  return count;
}

void ktest_write (memory *mem, const testcase *t, uint32_t n_args,
                  const char *const *args, char_vec *out) {
  text_puts (mem, out, "KTEST");
  ktest_put (mem, out, VERSION);
  ktest_put (mem, out, count_args (n_args, args));
  for (uint32_t i = 0; i < n_args; i++)
    if (args[i][0])
      ktest_put_bytes (mem, out, args[i], strlen (args[i]));
  ktest_put (mem, out, 0); /* symbolic arguments: KLEE writes none either */
  ktest_put (mem, out, 0);
  ktest_put (mem, out, count_objects (t));
  for (uint32_t i = 0; i < t->n_inputs; i++) {
    const testinput *in = t->input + i;
    const char *name = in->name[0] ? in->name : "unnamed";
    if (!in->size)
      continue;
    ktest_put_bytes (mem, out, name, strlen (name));
    ktest_put_bytes (mem, out, in->bytes, in->size);
  }
}
