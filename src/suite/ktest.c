#include "suite/ktest.h"

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

/* Reading. */

typedef struct ktest_cursor {
  const uint8_t *at, *end;
  bool is_bad;
} ktest_cursor;

static uint32_t ktest_get (ktest_cursor *c) {
  if (c->end - c->at < 4) {
    c->is_bad = true;
    return 0;
  }
  c->at += 4;
  return (uint32_t) c->at[-4] << 24 | (uint32_t) c->at[-3] << 16 |
         (uint32_t) c->at[-2] << 8 | c->at[-1];
}

static const uint8_t *get_bytes (ktest_cursor *c, uint32_t *n) {
  *n = ktest_get (c);
  if (c->is_bad || c->end - c->at < (ptrdiff_t) *n) {
    c->is_bad = true;
    *n = 0;
    return c->end;
  }
  c->at += *n;
  assert (c->at <= c->end);
  return c->at - *n;
}

static void read_arguments (memory *mem, ktest_cursor *c, testinput_vec *out) {
  uint32_t n, count = ktest_get (c);
  for (uint32_t i = 0; i < count && !c->is_bad; i++) {
    const uint8_t *text = get_bytes (c, &n);
    if (out)
      vec_push (mem, out, ((testinput) {.size = n, .bytes = text}));
  }
}

status ktest_read (memory *mem, const uint8_t *data, size_t n, arena *names,
                   testinput_vec *args, testinput_vec *out, trouble *t) {
  ktest_cursor c = {data, data + n, false};
  uint32_t size;
  if (n < 5 || (memcmp (data, "KTEST", 5) && memcmp (data, "BOUT\n", 5)))
    return trouble_set (t, ST_BADINPUT, "this is not a .ktest file");
  c.at += 5;
  uint32_t version = ktest_get (&c);
  if (version > VERSION)
    return trouble_set (t, ST_VERSION,
                        "this .ktest file has version %u, known are 1 to %d",
                        version, VERSION);
  read_arguments (mem, &c, args);
  if (version >= 2) {
    ktest_get (&c);
    ktest_get (&c);
  }
  uint32_t count = ktest_get (&c);
  for (uint32_t i = 0; i < count && !c.is_bad; i++) {
    const uint8_t *name = get_bytes (&c, &size);
    char *copy = arena_alloc (names, size + 1);
    memcpy (copy, name, size);
    copy[size] = 0;
    testinput in = {.name = copy, .what = SYMBOLIC_OBJECT};
    in.bytes = get_bytes (&c, &size);
    in.size = size;
    if (!c.is_bad)
      vec_push (mem, out, in);
  }
  if (c.is_bad)
    return trouble_set (t, ST_BADINPUT, "this .ktest file is cut off");
  return ST_OK;
}
