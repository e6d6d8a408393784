#include "lab/query/input.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#define FIRST_SIZE ((size_t) 1 << 16)
#define ZSTD_MAGIC_BYTES "\x28\xb5\x2f\xfd"
#define GZIP_MAGIC_BYTES "\x1f\x8b"

static void input_make_room (script_input *in, size_t want) {
  size_t size = in->size ? in->size : FIRST_SIZE;
  while (size < want)
    size *= 2;
  if (size == in->size)
    return;
  in->data = memory_resize (in->mem, in->data, in->size, size);
  in->size = size;
}

static status input_read_all (script_input *in, trouble *t, int fd,
                              const char *path) {
  struct stat info;
  if (!fstat (fd, &info) && S_ISREG (info.st_mode))
    input_make_room (in, (size_t) info.st_size + 1);
  for (;;) {
    input_make_room (in, in->len + 1);
    ssize_t n = read (fd, in->data + in->len, in->size - in->len);
    if (!n)
      return ST_OK;
    if (n > 0)
      in->len += (size_t) n;
    else if (errno != EINTR)
      return trouble_set (t, ST_NOFILE, "cannot read '%s': %s", path,
                          strerror (errno));
  }
}

static bool starts_with (const script_input *in, const char *magic) {
  size_t n = strlen (magic);
  return in->len >= n && !memcmp (in->data, magic, n);
}

/* A frame that is cut off gives what was complete: logs end like that. */
static status unpack (script_input *in, trouble *t, const char *path) {
  script_input out = {.mem = in->mem};
  ZSTD_DStream *stream = ZSTD_createDStream ();
  ZSTD_inBuffer from = {in->data, in->len, 0};
  status st = ST_OK;
  bool is_full = false; /* more may wait inside the stream */
  while (from.pos < from.size || is_full) {
    input_make_room (&out, out.len + ZSTD_DStreamOutSize ());
    ZSTD_outBuffer to = {out.data, out.size, out.len};
    size_t code = ZSTD_decompressStream (stream, &to, &from);
    out.len = to.pos;
    is_full = to.pos == to.size;
    out.is_cut = code != 0; /* a frame is not complete */
    if (ZSTD_isError (code)) {
      st = trouble_set (t, ST_BADINPUT, "'%s' is damaged: zstd says '%s'", path,
                        ZSTD_getErrorName (code));
      break;
    }
  }
  ZSTD_freeDStream (stream);
  input_release (in);
  *in = out;
  return st;
}

status input_load (script_input *in, memory *mem, trouble *t,
                   const char *path) {
  *in = (script_input) {.mem = mem};
  bool is_stdin = !strcmp (path, "-");
  int fd = is_stdin ? STDIN_FILENO : open (path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return trouble_set (t, ST_NOFILE, "cannot open '%s': %s", path,
                        strerror (errno));
  status st = input_read_all (in, t, fd, path);
  if (!is_stdin)
    close (fd);
  if (st == ST_OK && starts_with (in, ZSTD_MAGIC_BYTES))
    st = unpack (in, t, path);
  else if (st == ST_OK && starts_with (in, GZIP_MAGIC_BYTES))
    st = trouble_set (
        t, ST_BADINPUT,
        "'%s' is compressed with gzip: unpack it with gunzip first", path);
  if (st != ST_OK)
    input_release (in);
  return st;
}

void input_release (script_input *in) {
  memory_free (in->mem, in->data, in->size);
  *in = (script_input) {.mem = in->mem};
}
