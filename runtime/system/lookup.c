/* Paths. */

#include "lookup.h"
#include "file.h"
#include "system.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LINKS 40 /* symbolic links on one way */

static node *here = &__reprise_home;

node *find_here (void) { return here; }

void find_move (node *n) {
  n->opened++;
  here->opened--;
  here = n;
}

/* The part of the path up to the next slash. A fork for each byte that may
 * be one, if it is symbolic.
 */
static size_t part_length (const char *path) {
  size_t n = 0;
  while (path[n] && path[n] != '/')
    n++;
  return n;
}

static const char *skip_slashes (const char *path) {
  while (*path == '/')
    path++;
  return path;
}

static int is_text (const char *name, size_t length, const char *text) {
  if (length != strlen (text))
    return 0;
  unsigned res = 1;
  for (size_t i = 0; i < length; i++)
    res &= (unsigned) (name[i] == text[i]);
  return (int) res;
}

/* The target of the link and what follows it. */
static char *join (node *link, const char *rest) {
  size_t n = (size_t) link->size, more = strlen (rest);
  char *path = malloc (n + 1 + more + 1);
  if (!path)
    return NULL;
  memcpy (path, link->bytes, n);
  path[n] = '/';
  memcpy (path + n + 1, rest, more + 1);
  if (!more)
    path[n] = 0;
  return path;
}

/* No files, and one is wanted: what the program does otherwise is not explored,
 * which the report shall say.
 */
static long missing (void) {
  if (!__reprise_has_files)
    reprise_bound ("an empty file system");
  return -ENOENT;
}

static long finish (node *n, int how, found *out) {
  out->node = n;
  return n || how & FIND_PARENT ? 0 : missing ();
}

/* "." and "..": a node without a place. */
static node *step_dots (node *at, const char *name, size_t length) {
  if (is_text (name, length, "."))
    return at;
  if (is_text (name, length, ".."))
    return at->parent;
  return NULL;
}

static long walk (node *at, const char *path, int how, found *out) {
  int links = 0;
  if (*path == '/')
    at = &__reprise_root;
  path = skip_slashes (path);
  *out = (found) {.node = at};
  while (*path) {
    size_t length = part_length (path);
    const char *rest = skip_slashes (path + length);
    int is_last = !*rest;
    if (!node_is (at, S_IFDIR))
      return -ENOTDIR;
    if (!node_allows (at, X_OK))
      return -EACCES;
    if (length > NAME_MAX)
      return -ENAMETOOLONG;
    node *next = step_dots (at, path, length);
    *out =
        (found) {.directory = next ? NULL : at, .name = path, .length = length};
    if (!next)
      next = node_find (at, path, length);
    int must_be_directory = is_last && path[length];
    if (next && node_is (next, S_IFLNK) &&
        !(is_last && !must_be_directory && how & FIND_STAY)) {
      if (++links > LINKS)
        return -ELOOP;
      path = join (next, rest);
      if (!path)
        return -ENOMEM;
      if (*path == '/')
        at = &__reprise_root;
      path = skip_slashes (path);
      continue;
    }
    out->has_slash = must_be_directory;
    if (!next)
      return is_last ? finish (NULL, how, out) : missing ();
    if (must_be_directory && !node_is (next, S_IFDIR))
      return -ENOTDIR;
    out->node = at = next;
    path = rest;
  }
  return 0;
}

/* Length up to the first byte that is surely 0, or the last of the object,
 * which then can be nothing else; -1: all are concrete. An object of symbolic
 * size may end with the first 0, and no byte behind it is looked at: each
 * length is a path.
 */
static long symbolic_length (const char *path) {
  int is_symbolic = 0;
  size_t room = reprise_room (path);
  int is_whole = reprise_is_concrete (room);
  for (long n = 0;; n++) {
    if (is_whole && (size_t) n + 1 == room && is_symbolic)
      return n;
    int is_known = reprise_is_concrete ((unsigned char) path[n]);
    is_symbolic |= !is_known;
    if ((is_known || !is_whole) && !path[n])
      return is_symbolic ? n : -1;
  }
}

/* Is it this name, which has no symbolic length? */
static unsigned names (const char *path, long limit, const entry *e) {
  if ((long) e->length > limit)
    return 0;
  unsigned res = path[e->length] == 0;
  for (size_t i = 0; i < e->length; i++)
    res &= (unsigned) (path[i] == e->name[i]);
  return res;
}

/* Empty, or with slashes, or of dots alone: one condition. */
static unsigned is_special (const char *path, long limit) {
  unsigned is_inside = 1, has_slash = 0, is_dots = 1;
  for (long i = 0; i < limit; i++) {
    is_inside &= (unsigned) (path[i] != 0);
    has_slash |= is_inside & (unsigned) (path[i] == '/');
    is_dots &= (is_inside ^ 1) | (unsigned) (path[i] == '.');
  }
  return has_slash | is_dots;
}

/* Every way to put slashes is a path of its own: too many, unless it is short.
 * Of longer ones, those that are all slashes or dots, and one of the rest.
 */
#define SPECIAL_MAX 3

static long walk_special (node *at, const char *path, long limit, int how,
                          found *out) {
  static const char *const texts[] = {"/", ".", ".."};
  if (limit <= SPECIAL_MAX)
    return walk (at, path, how, out);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    entry e = {.name = texts[i], .length = strlen (texts[i])};
    if (names (path, limit, &e))
      return walk (at, texts[i], how, out);
  }
  char *fixed = malloc ((size_t) limit + 1);
  if (!fixed)
    return -ENOMEM;
  for (long i = 0; i <= limit; i++) {
    fixed[i] = (char) node_fix ((unsigned char) path[i]);
    if (!fixed[i])
      break; /* what follows may never have been written */
  }
  return walk (at, fixed, how, out);
}

static long find_symbolic (node *at, const char *path, long limit, int how,
                           found *out) {
  for (entry *e = at->entries; e; e = e->next)
    if (names (path, limit, e)) {
      if (node_is (e->node, S_IFLNK) && !(how & FIND_STAY))
        return walk (at, path, how, out);
      *out = (found) {e->node, at, e->name, e->length};
      return node_allows (at, X_OK) ? 0 : -EACCES;
    }
  if (is_special (path, limit))
    return walk_special (at, path, limit, how, out);
  *out = (found) {NULL, at, path, 0};
  if (how & FIND_PARENT)
    out->length = part_length (path);
  return finish (NULL, how, out);
}

/* Where relative paths start. */
static long start_of (long descriptor, node **out) {
  *out = here;
  if ((int) descriptor == AT_FDCWD)
    return 0;
  file *f = file_get (descriptor);
  if (!f)
    return -EBADF;
  *out = f->node;
  return 0;
}

long find (long at, const char *path, int how, found *out) {
  node *start;
  if (!path)
    return -EFAULT;
  long limit = symbolic_length (path);
  if (limit < 0 && *path == '/')
    return walk (&__reprise_root, path, how, out);
  long trouble = start_of (at, &start);
  if (trouble)
    return trouble;
  if (!*path) {
    *out = (found) {.node = start};
    return how & FIND_EMPTY ? 0 : -ENOENT;
  }
  if (!node_is (start, S_IFDIR))
    return *path == '/' ? walk (start, path, how, out) : -ENOTDIR;
  if (limit < 0)
    return strlen (path) < PATH_MAX ? walk (start, path, how, out)
                                    : -ENAMETOOLONG;
  return find_symbolic (start, path, limit, how, out);
}
