#include "base/whole_file.h"

#include "base/vec.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
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
