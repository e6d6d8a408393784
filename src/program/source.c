#include "program/source.h"

#include "program/embedded.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static status read_bytes (memory *mem, int fd, const char *path,
                          char_vec *bytes, trouble *t) {
  char part[65536];
  struct stat info;
  if (fstat (fd, &info))
    info.st_mode = 0;
  if (S_ISCHR (info.st_mode)) /* which may have no end */
    return trouble_set (t, ST_BADINPUT, "'%s' is a device, not a file", path);
  if (S_ISREG (info.st_mode))
    vec_reserve (mem, bytes, (size_t) info.st_size + 1);
  for (;;) {
    ssize_t n = read (fd, part, sizeof part);
    if (!n)
      return ST_OK;
    if (n > 0)
      text_add (mem, bytes, part, (size_t) n);
    else if (errno != EINTR)
      return trouble_set (t, ST_NOFILE, "cannot read '%s': %s", path,
                          strerror (errno));
  }
}

static bool starts_with (const char_vec *v, const char *start, size_t len) {
  return v->len >= len && !memcmp (v->data, start, len);
}

static bool ends_with (const char *text, const char *end) {
  size_t n = strlen (text), m = strlen (end);
  return n >= m && !strcmp (text + n - m, end);
}

static bool is_c (const char *path) {
  return ends_with (path, ".c") || ends_with (path, ".i") ||
         ends_with (path, ".h");
}

/* The words that a file of LLVM assembly begins with, in practice. */
static bool looks_like_assembly (const char_vec *v) {
  static const char *const starts[] = {"; ModuleID",        "source_filename",
                                       "target datalayout", "target triple",
                                       "define ",           "declare "};
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
    if (starts_with (v, starts[i], strlen (starts[i])))
      return true;
  return false;
}

static bool take_embedded (source *s) {
  size_t at, size;
  if (!embedded_find (s->bytes.data, s->bytes.len, &at, &size))
    return false;
  memmove (s->bytes.data, s->bytes.data + at, size);
  s->bytes.len = size;
  s->kind = SOURCE_EMBEDDED;
  return true;
}

static status native (const char *path, source *s, trouble *t) {
  if (take_embedded (s))
    return ST_OK;
  return trouble_set (t, ST_BADINPUT,
                      "'%s' is native code without bitcode in it: build it "
                      "with 'reprise build -- make' (or another command), or "
                      "give its .c files",
                      path);
}

static status source_classify (const char *path, source *s, trouble *t) {
  const char_vec *v = &s->bytes;
  if (starts_with (v, "BC\xc0\xde", 4) ||
      starts_with (v, "\xde\xc0\x17\x0b", 4))
    s->kind = SOURCE_BITCODE;
  else if (is_c (path))
    s->kind = SOURCE_C;
  else if (starts_with (v, "\177ELF", 4))
    return native (path, s, t);
  else if (ends_with (path, ".ll") || looks_like_assembly (v))
    s->kind = SOURCE_TEXT;
  else if (ends_with (path, ".bc"))
    return trouble_set (t, ST_BADINPUT, "'%s' is not LLVM bitcode: %s", path,
                        v->len ? "it does not begin like bitcode"
                               : "it is empty");
  else
    return trouble_set (t, ST_BADINPUT,
                        "'%s' is neither C (.c), LLVM bitcode (.bc), LLVM "
                        "assembly (.ll) nor a program with bitcode in it",
                        path);
  return ST_OK;
}

status source_read (memory *mem, const char *path, source *s, trouble *t) {
  *s = (source) {0};
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return trouble_set (t, ST_NOFILE, "cannot open '%s': %s", path,
                        strerror (errno));
  status st = read_bytes (mem, fd, path, &s->bytes, t);
  close (fd);
  if (st == ST_OK)
    st = source_classify (path, s, t);
  if (st == ST_OK && s->kind == SOURCE_C)
    vec_clear (&s->bytes);
  return st;
}

status source_take (memory *mem, const char *name, const char *bytes, size_t n,
                    source *s, trouble *t) {
  *s = (source) {0};
  text_add (mem, &s->bytes, bytes, n);
  status st = source_classify (name, s, t);
  return st || s->kind != SOURCE_C
             ? st
             : trouble_set (t, ST_BADINPUT, "'%s' is not compiled", name);
}

void source_release (memory *mem, source *s) { vec_release (mem, &s->bytes); }
