#include "report/files.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static bool write_bytes (FILE *f, const char *bytes, size_t n) {
  bool is_written = fwrite (bytes, 1, n, f) == n;
  return !fclose (f) && is_written;
}

static status refuse (trouble *why, const char *path) {
  return trouble_set (why, ST_NOWRITE, "cannot write %s: %s", path,
                      strerror (errno));
}

status whole_file_write (const char *path, const char *bytes, size_t n,
                         trouble *why) {
  if (!strcmp (path, "-"))
    return fwrite (bytes, 1, n, stdout) == n ? ST_OK : refuse (why, path);
  char_vec name = {0};
  text_printf (NULL, &name, "%s.%ld.new", path, (long) getpid ());
  const char *other = text_c (NULL, &name);
  FILE *f = fopen (other, "w");
  status st = ST_OK;
  if (!f || !write_bytes (f, bytes, n) || rename (other, path)) {
    st = refuse (why, path);
    unlink (other);
  }
  vec_release (NULL, &name);
  return st;
}
