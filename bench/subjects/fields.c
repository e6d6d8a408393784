/* A list of fields in a buffer of any size up to --buffer-size: type, length,
 * as many bytes. Lengths add up, so that conditions join all inputs.
 */
#include <stddef.h>
#include <stdint.h>

struct packet {
  uint32_t time;
  char name[8];
};

static int packet_read (struct packet *out, const uint8_t *data, size_t size) {
  for (size_t at = 0; at < size;) {
    if (size - at < 2)
      return -1;
    uint8_t type = data[at], length = data[at + 1];
    at += 2;
    if (length > size - at)
      return -1;
    if (type == 1) {
      if (length != 4)
        return -1;
      out->time = (uint32_t) data[at] << 8 | data[at + 3];
    } else if (type == 2) {
      if (length >= sizeof out->name)
        return -1;
      for (uint8_t i = 0; i < length; i++)
        out->name[i] = (char) data[at + i];
      out->name[length] = '\0';
    }
    at += length;
  }
  return 0;
}

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size) {
  struct packet p = {0};
  packet_read (&p, data, size);
  return 0;
}
