/* A packet: length of the name, the name, a checksum. This reader has a bug;
 * packet_fixed.c has not.
 */

#include <stddef.h>
#include <stdint.h>

struct packet {
  char name[8];
};

static uint8_t sum_of (const uint8_t *data, size_t size) {
  uint8_t sum = 0;
  for (size_t i = 0; i < size; i++)
    sum = (uint8_t) (sum * 31 + data[i]);
  return sum;
}

/* 0, or -1 when the packet is malformed. */
int packet_read (struct packet *out, const uint8_t *data, size_t size) {
  if (size < 2)
    return -1;
  size_t length = data[0];
  if (length + 2 > size || length > sizeof out->name)
    return -1;
  if (sum_of (data, length + 1) != data[length + 1])
    return -1;
  for (size_t i = 0; i < length; i++)
    out->name[i] = (char) data[i + 1];
  out->name[length] = '\0';
  return 0;
}

/* What fuzzers call; reprise calls it with any data. */
int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size) {
  struct packet p;
  packet_read (&p, data, size);
  return 0;
}
