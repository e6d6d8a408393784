/* Standard input as a raw stream of zlib's inflate, into a small buffer. */
#include "zlib.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main (void) {
  unsigned char in[64], out[32];
  z_stream stream;
  ssize_t n = read (0, in, sizeof in);
  memset (&stream, 0, sizeof stream);
  stream.next_in = in, stream.avail_in = n > 0 ? n : 0;
  stream.next_out = out, stream.avail_out = sizeof out;
  if (inflateInit2 (&stream, -15) != Z_OK)
    return 2;
  int status = inflate (&stream, Z_FINISH);
  printf ("%d: %lu bytes of %lu, %s\n", status, stream.total_out,
          stream.total_in, stream.msg ? stream.msg : "no message");
  inflateEnd (&stream);
  return status == Z_STREAM_END ? 0 : 1;
}
