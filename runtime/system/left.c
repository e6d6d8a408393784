/* What a program leaves: at its end the machine hears of every file that may be
 * other than at the start, by its path, relative to where the program began if
 * it is there. Only what is there at the end counts, not the way to it.
 *
 * What is no file has a mark behind its path: "d/" is a directory, "l//@" a
 * link, whose content is where it leads, "p//|" a pipe. "f//%" are permissions,
 * four digits: of what is new if they are not the usual ones.
 */

#include "node.h"
#include "system.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

static int is_any;

void __reprise_change_files (void) {
  is_any = 1;
  reprise_change_file ();
}

static char path[PATH_MAX];

/* The length of the path with this name; 0: it is too long for anybody. */
static size_t add_name (size_t at, const entry *e) {
  if (at + e->length + 3 > sizeof path)
    return 0;
  memcpy (path + at, e->name, e->length);
  return at + e->length;
}

static size_t add_mark (const node *n, size_t length) {
  if (node_is (n, S_IFREG))
    return length;
  path[length++] = '/';
  if (node_is (n, S_IFDIR))
    return length;
  path[length++] = '/';
  path[length++] = node_is (n, S_IFLNK) ? '@' : '|';
  return length;
}

/* 'was' had this name at the start, or is NULL. */
static void tell (node *n, size_t length, node *was) {
  length = add_mark (n, length);
  if (!was || (was->mode ^ n->mode) & S_IFMT)
    reprise_file (path, length, n->bytes, node_size (n), NULL, -1);
  else if (was->is_changed)
    reprise_file (path, length, n->bytes, node_size (n), was->first,
                  was->first_size);
  else
    reprise_file (path, length, n->bytes, node_size (n), was->bytes,
                  node_size (was));
}

#define DIGITS 4

static void put_digits (unsigned mode, char digit[DIGITS]) {
  for (int i = DIGITS; i-- > 0; mode >>= 3)
    digit[i] = (char) ('0' + (mode & 7));
}

static void tell_mode (const node *n, size_t length, int is_given) {
  unsigned usual = node_is (n, S_IFDIR) ? 0755 : 0644;
  unsigned was = is_given ? n->first_mode & 07777 : usual;
  char digits[DIGITS], before[DIGITS];
  unsigned differ = was ^ (n->mode & 07777);
  if (node_is (n, S_IFLNK) || (is_given && !n->has_first_mode) ||
      (!klee_is_symbolic (differ) && !differ)) /* no question at the end */
    return;
  put_digits (n->mode & 07777, digits);
  put_digits (was, before);
  memcpy (path + length, "//%", 3);
  reprise_file (path, length + 3, digits, DIGITS, before,
                is_given ? DIGITS : -1);
}

static void tell_directory (const node *, size_t at, int is_new);

static void tell_entry (const node *directory, const entry *e, size_t at,
                        int is_new) {
  node *n = e->node;
  int is_given = e->is_given && !is_new, is_directory = node_is (n, S_IFDIR);
  int is_same = is_given && !n->is_changed && !n->has_first_mode;
  if ((is_same && !is_directory) || n->device != DEVICE_NONE)
    return;
  size_t end = add_name (at, e);
  const entry *was = e;
  if (!is_given)
    was = is_new ? NULL : node_entry (directory->gone, e->name, e->length);
  if (!end)
    return;
  if (!is_given || n->is_changed)
    tell (n, end, was ? was->node : NULL);
  tell_mode (n, end, is_given);
  path[end] = '/';
  if (is_directory)
    tell_directory (n, end + 1, !is_given);
}

static void tell_directory (const node *d, size_t at, int is_new) {
  for (const entry *e = d->entries; e; e = e->next)
    tell_entry (d, e, at, is_new);
  for (const entry *e = d->gone; e && !is_new; e = e->next) {
    size_t end = add_name (at, e);
    if (end && !node_find (d, e->name, e->length))
      reprise_file (path, add_mark (e->node, end), NULL, -1, NULL, 0);
  }
}

void __reprise_tell_files (void) {
  if (!is_any)
    return;
  tell_directory (&__reprise_home, 0, 0);
  path[0] = '/';
  for (const entry *e = __reprise_root.entries; e; e = e->next)
    if (e->node != &__reprise_home && node_allows (e->node, W_OK))
      tell_entry (&__reprise_root, e, 1, 0);
}
