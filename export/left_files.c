#include "export/left_files.h"

#include <dirent.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct leftover {
  const char *root, *host_files;
  const situation *situation;
  const outcome *outcome;
  char *what;
  size_t size;
} leftover;

static bool disagree (const leftover *w, const char *name, const char *how) {
  const char *sign = strstr (name, "//"); /* outcome.h: no part of it */
  int n = sign ? (int) (sign - name) : (int) strlen (name);
  snprintf (w->what, w->size, "file '%.*s' %s", n < 100 ? n : 100, name, how);
  return false;
}

/* One that the outcome names. */

static bool has_bytes (const outcome_part *p, const uint8_t *bytes, size_t n) {
  for (uint32_t i = 0; i < outcome_shown (p) && i < n; i++)
    if (outcome_is_known (p, i) && p->bytes[i] != bytes[i])
      return false;
  return n == p->n || outcome_shown (p) < p->n;
}

static bool has_mode (const outcome_part *p, const struct stat *st) {
  char digits[8];
  snprintf (digits, sizeof digits, "%04o", (unsigned) st->st_mode & 07777);
  return has_bytes (p, (const uint8_t *) digits, strlen (digits));
}

/* We may have to make it readable first. */
static bool has_content (const outcome_part *p, const char *path) {
  uint8_t *bytes = memory_alloc (NULL, p->n + 1);
  struct stat st;
  bool is_link = !lstat (path, &st) && S_ISLNK (st.st_mode);
  ssize_t n = is_link ? readlink (path, (char *) bytes, p->n + 1) : -1;
  FILE *f = n < 0 && !chmod (path, 0600) ? fopen (path, "r") : NULL;
  if (f) {
    n = (ssize_t) fread (bytes, 1, p->n, f);
    fclose (f);
    chmod (path, st.st_mode & 07777);
  }
  bool is_same =
      n >= 0 &&
      ((uint64_t) st.st_size == p->size || outcome_shown (p) < p->n) &&
      has_bytes (p, bytes, (size_t) n);
  memory_free (NULL, bytes, p->n + 1);
  return is_same;
}

static bool is_as_told (const leftover *w, const outcome_part *p) {
  char path[PATH_MAX + 1];
  struct stat st;
  const char *sign = strstr (p->name, "//");
  int n = sign ? (int) (sign - p->name) : (int) strlen (p->name);
  snprintf (path, sizeof path, "%s%s%.*s", w->root,
            *p->name == '/' ? "" : "/work/", n, p->name);
  bool is_there = !lstat (path, &st);
  if (is_there == p->is_freed)
    return disagree (w, p->name, is_there ? "is there" : "is not there");
  if (is_there && sign && sign[2] == '%')
    return has_mode (p, &st) || disagree (w, p->name, "has other permissions");
  bool has_text = is_there && (S_ISREG (st.st_mode) || S_ISLNK (st.st_mode));
  return !has_text || has_content (p, path) ||
         disagree (w, p->name, "has another content");
}

/* One that the outcome does not name. */

static bool is_named (const leftover *w, const char *name) {
  size_t n = strlen (name);
  for (uint32_t i = 0; i < w->outcome->n; i++) {
    const outcome_part *p = w->outcome->part + i;
    if (p->what == OUTCOME_FILE && !strncmp (p->name, name, n) &&
        (!p->name[n] || p->name[n] == '/'))
      return true;
  }
  return false;
}

static bool is_given (const leftover *w, const char *name, const char *path) {
  char host[2 * PATH_MAX];
  struct stat st;
  for (size_t i = 0; i < w->situation->file.len; i++) {
    const situation_file *f = w->situation->file.data + i;
    outcome_part as = {.size = f->size, .n = (uint32_t) f->size};
    as.bytes = f->bytes;
    if (!strcmp (f->name, name))
      return has_content (&as, path);
  }
  snprintf (host, sizeof host, "%s/%s", w->host_files ? w->host_files : "",
            name);
  return w->host_files && !lstat (host, &st);
}

/* All below a directory; 'name' is how the outcome calls it. */
static bool is_all_known (const leftover *w, const char *path,
                          const char *name) {
  DIR *d = opendir (path);
  const struct dirent *e;
  bool agrees = true;
  while (agrees && d && (e = readdir (d))) {
    char below[PATH_MAX + 1], called[PATH_MAX + 1];
    struct stat st;
    if (!strcmp (e->d_name, ".") || !strcmp (e->d_name, ".."))
      continue;
    snprintf (below, sizeof below, "%s/%s", path, e->d_name);
    snprintf (called, sizeof called, "%s%s", name, e->d_name);
    if (!is_named (w, called) && !is_given (w, called, below))
      agrees = disagree (w, called, "is not expected");
    else if (!lstat (below, &st) && S_ISDIR (st.st_mode)) {
      snprintf (called, sizeof called, "%s%s/", name, e->d_name);
      agrees = is_all_known (w, below, called);
    }
  }
  if (d)
    closedir (d);
  return agrees;
}

bool left_files_agree (const char *root, const char *host_files,
                       const situation *s, const outcome *o, char *what,
                       size_t size) {
  leftover w = {root, host_files, s, o, what, size};
  char path[PATH_MAX + 1];
  bool agrees = true;
  for (uint32_t i = 0; agrees && i < o->n; i++)
    agrees = o->part[i].what != OUTCOME_FILE || is_as_told (&w, o->part + i);
  snprintf (path, sizeof path, "%s/work", root);
  agrees = agrees && is_all_known (&w, path, "");
  snprintf (path, sizeof path, "%s/tmp", root);
  return agrees && is_all_known (&w, path, "/tmp/");
}
