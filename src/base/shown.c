#include "base/shown.h"

#include <errno.h>
#include <unistd.h>

/* How long a sequence is that starts so; 0: none does. */
static size_t length_of (unsigned char first) {
  return first < 0x80   ? 1
         : first < 0xc2 ? 0
         : first < 0xe0 ? 2
         : first < 0xf0 ? 3
         : first < 0xf5 ? 4
                        : 0;
}

static bool is_continued (const char *bytes, size_t n) {
  for (size_t i = 1; i < n; i++)
    if ((bytes[i] & 0xc0) != 0x80)
      return false;
  return true;
}

static uint32_t character_of (const char *bytes, size_t n) {
  uint32_t code = (unsigned char) bytes[0] & (n > 1 ? 0x7fu >> n : 0x7f);
  for (size_t i = 1; i < n; i++)
    code = code << 6 | ((unsigned char) bytes[i] & 0x3f);
  return code;
}

/* Too long a sequence, half of a pair, or beyond the last. */
static bool is_character (uint32_t c, size_t n) {
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  return c >= least[n] && (c < 0xd800 || c > 0xdfff) && c < 0x110000;
}

static bool is_control (uint32_t c) {
  return (c < ' ' && c != '\n' && c != '\t') || (c >= 0x7f && c < 0xa0) ||
         (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

/* The first character of 'n' bytes, not none. Returns how many bytes it takes,
 * or 0: more are needed to know.
 */
static size_t shown_next (const char *bytes, size_t n, char out[SHOWN_MAX]) {
  size_t len = length_of ((unsigned char) bytes[0]);
  if (len > n && is_continued (bytes, n))
    return 0;
  uint32_t c = len && len <= n && is_continued (bytes, len)
                   ? character_of (bytes, len)
                   : UINT32_MAX;
  if (c == UINT32_MAX || !is_character (c, len)) {
    snprintf (out, SHOWN_MAX, "\\x%02x", (unsigned char) bytes[0]);
    return 1;
  }
  if (is_control (c))
    snprintf (out, SHOWN_MAX, "\\u%04x", c & 0xffff);
  else
    snprintf (out, SHOWN_MAX, "%.*s", (int) len, bytes);
  return len;
}

size_t shown_char (const char *text, char out[SHOWN_MAX]) {
  size_t n = shown_next (text, strnlen (text, 4), out);
  if (!n) /* it ends within a character */
    snprintf (out, SHOWN_MAX, "\\x%02x", (unsigned char) *text);
  return n ? n : 1;
}

void shown_add (memory *mem, char_vec *out, const char *text) {
  char part[SHOWN_MAX];
  while (*text) {
    text += shown_char (text, part);
    text_puts (mem, out, *part == '\n' ? "\\n" : part);
  }
}

void shown_print (FILE *f, const char *text) {
  char part[SHOWN_MAX];
  while (*text) {
    text += shown_char (text, part);
    fputs (part, f);
  }
}

/* Streams. */

typedef struct shown_state {
  int fd;
  size_t n;
  char rest[4]; /* the start of a character */
} shown_state;

static bool write_whole (int fd, const char *bytes, size_t n) {
  while (n) {
    ssize_t done = write (fd, bytes, n);
    if (done < 0 && errno != EINTR)
      return false;
    bytes += done > 0 ? done : 0;
    n -= done > 0 ? (size_t) done : 0;
  }
  return true;
}

/* How many bytes are as they are, at least: most. */
static size_t plain (const char *bytes, size_t n) {
  size_t i = 0;
  while (i < n && ((bytes[i] >= ' ' && bytes[i] < 0x7f) || bytes[i] == '\n'))
    i++;
  return i;
}

static ssize_t stream_write (void *owner, const char *bytes, size_t n) {
  shown_state *s = owner;
  char_vec in = {0}, out = {0};
  char part[SHOWN_MAX];
  text_add (NULL, &in, s->rest, s->n);
  text_add (NULL, &in, bytes, n);
  size_t at = 0;
  for (size_t len; at < in.len; at += len) {
    len = plain (in.data + at, in.len - at);
    text_add (NULL, &out, in.data + at, len);
    if (len)
      continue;
    len = shown_next (in.data + at, in.len - at, part);
    if (!len)
      break;
    text_puts (NULL, &out, part);
  }
  s->n = in.len - at;
  memcpy (s->rest, in.data + at, s->n);
  bool is_written = write_whole (s->fd, out.data, out.len);
  vec_release (NULL, &in, &out);
  return is_written ? (ssize_t) n : 0;
}

static int stream_close (void *owner) {
  free (owner);
  return 0;
}

FILE *shown_stream (int fd) {
  shown_state *s = calloc (1, sizeof *s);
  if (!s)
    return NULL;
  s->fd = fd;
  FILE *f = fopencookie (
      s, "w",
      (cookie_io_functions_t) {.write = stream_write, .close = stream_close});
  if (f && isatty (fd))
    setvbuf (f, NULL, _IOLBF, 0);
  return f;
}
