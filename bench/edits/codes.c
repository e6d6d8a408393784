/* Bytes in quoted form back to bytes, with a checksum over what came out. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct output {
  uint8_t byte[8];
  unsigned n;
  int status;
};

static const char digits[] = "0123456789abcdef";

static int digit (uint8_t c) {
  for (int i = 0; digits[i]; i++)
    if (digits[i] == c)
      return i;
  return -1;
}

static void put (struct output *o, uint8_t b) {
  if (o->n < sizeof o->byte)
    o->byte[o->n++] = b;
  else
    o->status = 3;
}

static size_t escape (struct output *o, const uint8_t *s, size_t n) {
  if (n < 2) {
    o->status = 1;
    return n;
  }
  switch (s[1]) {
  case 'n':
    put (o, '\n');
    return 2;
  case 't':
    put (o, '\t');
    return 2;
  case '\\':
    put (o, '\\');
    return 2;
  case 'x': {
    if (n < 4) {
      o->status = 1;
      return n;
    }
    int high = digit (s[2]), low = digit (s[3]);
    if (high < 0 || low < 0)
      o->status = 2;
    else
      put (o, (uint8_t) (high * 16 + low));
    return 4;
  }
  default:
    o->status = 2;
    return 2;
  }
}

static unsigned checksum (const struct output *o) {
  unsigned sum = 1;
  for (unsigned i = 0; i < o->n; i++)
    sum += o->byte[i];
  return sum & 255;
}

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size) {
  struct output o;
  memset (&o, 0, sizeof o);
  for (size_t i = 0; i < size && !o.status;)
    if (data[i] == '\\')
      i += escape (&o, data + i, size - i);
    else if (data[i] == '"')
      break;
    else
      put (&o, data[i++]);
  unsigned sum = o.status ? 0 : checksum (&o);
  return sum == 7 ? 0 : 0;
}
