#include "klee/ktest_read.h"

#define VERSION 3

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
