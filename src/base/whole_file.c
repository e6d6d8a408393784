#include "base/whole_file.h"

#include "base/vec.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static bool write_bytes (FILE *f, const char *bytes, size_t n) {
  bool is_written = fwrite (bytes, 1, n, f) == n;
  return !fclose (f) && is_written;
}

static status whole_file_refuse (trouble *why, const char *path) {
  return trouble_set (why, ST_NOWRITE, "cannot write %s: %s", path,
                      strerror (errno));
}

static bool is_stdout (const char *path) {
  return !strcmp (path, "-") || !strcmp (path, "/dev/stdout");
}

/* A device or a pipe cannot be replaced; nor can a name that stands for what
 * some process has open.
 */
static bool is_special (const char *path) {
  struct stat info;
  return !strncmp (path, "/dev/", 5) || !strncmp (path, "/proc/", 6) ||
         (!stat (path, &info) && !S_ISREG (info.st_mode));
}

static status check_directory (const char *path, trouble *why) {
  const char *end = strrchr (path, '/');
  char_vec name = {0};
  text_add (NULL, &name, end ? path : ".", end ? (size_t) (end - path) : 1);
  if (end == path)
    text_puts (NULL, &name, "/");
  status st = access (text_c (NULL, &name), W_OK | X_OK)
                  ? whole_file_refuse (why, path)
                  : ST_OK;
  vec_release (NULL, &name);
  return st;
}

status whole_file_check (const char *path, trouble *why) {
  if (is_stdout (path))
    return ST_OK;
  if (!is_special (path))
    return check_directory (path, why);
  int fd = open (path, O_WRONLY | O_NONBLOCK | O_CLOEXEC);
  bool is_bad = fd < 0 && errno != ENXIO; /* nobody reads the pipe yet */
  if (fd >= 0)
    close (fd);
  return is_bad ? whole_file_refuse (why, path) : ST_OK;
}

static status write_special (const char *path, const char *bytes, size_t n,
                             trouble *why) {
  FILE *f = fopen (path, "a");
  return f && write_bytes (f, bytes, n) ? ST_OK : whole_file_refuse (why, path);
}

status whole_file_write (const char *path, const char *bytes, size_t n,
                         trouble *why) {
  assert (*path && (bytes || !n));
  if (is_stdout (path))
    return fwrite (bytes, 1, n, stdout) == n ? ST_OK
                                             : whole_file_refuse (why, path);
  if (is_special (path))
    return write_special (path, bytes, n, why);
  char real[PATH_MAX]; /* a link stays one */
  if (realpath (path, real))
    path = real;
  char_vec name = {0};
  text_printf (NULL, &name, "%s.%ld.new", path, (long) getpid ());
  const char *other = text_c (NULL, &name);
  FILE *f = fopen (other, "w");
  status st = ST_OK;
  if (!f || !write_bytes (f, bytes, n) || rename (other, path)) {
    st = whole_file_refuse (why, path);
    unlink (other);
  }
  vec_release (NULL, &name);
  return st;
}

bool whole_file_map (const char *path, mapped_file *out) {
  struct stat info;
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return false;
  void *at = MAP_FAILED;
  if (!fstat (fd, &info))
    at = mmap (NULL, (size_t) info.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  int why = errno;
  close (fd);
  errno = why;
  *out = (mapped_file) {at, at == MAP_FAILED ? 0 : (size_t) info.st_size};
  return at != MAP_FAILED;
}

void whole_file_unmap (mapped_file *f) { munmap ((void *) f->bytes, f->size); }
