#include "program/home.h"

#include <dlfcn.h>
#include <limits.h>
#include <unistd.h>

/* The directory that a path is in. */
static size_t directory (const char *path, size_t len) {
  while (len && path[len - 1] != '/')
    len--;
  return len;
}

static bool exists (memory *mem, char_vec *path, const char *base, size_t len,
                    const char *middle, const char *what) {
  vec_clear (path);
  text_printf (mem, path, "%.*s%s%s", (int) len, base, middle, what);
  return access (text_c (mem, path), R_OK) == 0;
}

/* A directory with our header is ours; a tree of sources has what was made
 * from them in build/.
 */
static bool look_in (memory *mem, const char *base, size_t len,
                     const char *what, char_vec *path) {
  return exists (mem, path, base, len, "/include/klee/", "klee.h") &&
         (exists (mem, path, base, len, "/", what) ||
          exists (mem, path, base, len, "/build/", what));
}

static bool look_around (memory *mem, const char *file, size_t len,
                         const char *what, char_vec *path) {
  static const char *const places[] = {"../share/reprise", "..", "../.."};
  char_vec base = {0};
  bool found = false;
  for (size_t i = 0; i < sizeof places / sizeof *places && !found; i++) {
    vec_clear (&base);
    text_printf (mem, &base, "%.*s%s", (int) directory (file, len), file,
                 places[i]);
    found = look_in (mem, base.data, base.len, what, path);
  }
  vec_release (mem, &base);
  return found;
}

bool home_find (memory *mem, const char *what, char_vec *path) {
  const char *home = getenv ("REPRISE_HOME");
  if (home && look_in (mem, home, strlen (home), what, path))
    return true;
  char self[PATH_MAX];
  ssize_t len = readlink ("/proc/self/exe", self, sizeof self);
  if (len > 0 && look_around (mem, self, (size_t) len, what, path))
    return true;
  Dl_info info;
  if (dladdr (__extension__ (void *) home_find, &info) && info.dli_fname &&
      info.dli_fname[0] == '/' &&
      look_around (mem, info.dli_fname, strlen (info.dli_fname), what, path))
    return true;
  vec_clear (path);
  return false;
}

status home_find_libc (memory *mem, char_vec *path, trouble *t) {
  if (home_find (mem, "libc/archive", path)) {
    path->len -= strlen ("/archive");
    text_c (mem, path);
    return ST_OK;
  }
  return trouble_set (t, ST_NOFILE,
                      "the C library for programs under test was not found; "
                      "run 'make libc' or 'make install', set REPRISE_HOME to "
                      "the directory of Reprise's sources, or give "
                      "--libc=none");
}
