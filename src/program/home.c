#include "program/home.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The directory that a path is in. */
static size_t directory (const char *path, size_t len) {
  while (len && path[len - 1] != '/')
    len--;
  return len;
}

static bool exists (memory *mem, char_vec *path) {
  return access (text_c (mem, path), R_OK) == 0;
}

static bool below (memory *mem, const char *file, size_t len, const char *what,
                   char_vec *path) {
  static const char *const places[] = {"../share/reprise/", "", "../",
                                       "../../"};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    vec_clear (path);
    text_printf (mem, path, "%.*s%s%s", (int) directory (file, len), file,
                 places[i], what);
    if (exists (mem, path))
      return true;
  }
  return false;
}

bool home_find (memory *mem, const char *what, char_vec *path) {
  const char *home = getenv ("REPRISE_HOME");
  if (home) {
    vec_clear (path);
    text_printf (mem, path, "%s/%s", home, what);
    if (exists (mem, path))
      return true;
  }
  char self[PATH_MAX];
  ssize_t len = readlink ("/proc/self/exe", self, sizeof self);
  if (len > 0 && below (mem, self, (size_t) len, what, path))
    return true;
  Dl_info info;
  if (dladdr (__extension__ (void *) home_find, &info) && info.dli_fname &&
      info.dli_fname[0] == '/' &&
      below (mem, info.dli_fname, strlen (info.dli_fname), what, path))
    return true;
  vec_clear (path);
  return false;
}
