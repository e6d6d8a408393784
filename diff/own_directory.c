#include "diff/own_directory.h"

#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <signal.h>
#include <unistd.h>

#define PREFIX "reprise-diff-"

static int remove_one (const char *path, const struct stat *st, int flag,
                       struct FTW *at) {
  (void) st;
  (void) flag;
  (void) at;
  return remove (path);
}

static void remove_tree (const char *path) {
  nftw (path, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

/* Nobody has this process number now. */
static bool is_left (const char *name) {
  char *end;
  if (strncmp (name, PREFIX, strlen (PREFIX)) != 0)
    return false;
  long pid = strtol (name + strlen (PREFIX), &end, 10);
  return pid > 0 && *end == '-' && kill ((pid_t) pid, 0) && errno == ESRCH;
}

static void remove_left (memory *mem, const char *base) {
  char_vec path = {0};
  DIR *d = opendir (base);
  for (struct dirent *e; d && (e = readdir (d));)
    if (is_left (e->d_name)) {
      vec_clear (&path);
      text_printf (mem, &path, "%s/%s", base, e->d_name);
      remove_tree (text_c (mem, &path));
    }
  if (d)
    closedir (d);
  vec_release (mem, &path);
}

status own_directory_make (context *c, char_vec *out) {
  char real[PATH_MAX]; /* as compilers name what they find there */
  const char *base = getenv ("TMPDIR");
  assert (!out->len);
  base = base && *base ? base : "/tmp";
  base = realpath (base, real) ? real : base;
  remove_left (&c->memory, base);
  text_printf (&c->memory, out, "%s/" PREFIX "%ld-XXXXXX", base,
               (long) getpid ());
  text_c (&c->memory, out);
  if (mkdtemp (out->data))
    return ST_OK;
  status st = trouble_set (&c->trouble, ST_NOWRITE,
                           "cannot make a directory in '%s': %s", base,
                           strerror (errno));
  vec_clear (out);
  return st;
}

void own_directory_remove (const char_vec *path) {
  if (path->len)
    remove_tree (path->data);
}
