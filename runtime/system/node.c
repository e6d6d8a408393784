/* Nodes: content and directories. */

#include "node.h"
#include "reprise.h"
#include "system.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FIRST_NUMBER 100 /* below are those that are there from the start */

/* Numbers. */

unsigned long node_fix (unsigned long n) {
  return reprise_is_concrete (n) ? n : reprise_concrete (n);
}

unsigned long node_decide (unsigned long n, unsigned long limit) {
  if (reprise_is_concrete (n))
    return n <= limit ? n : limit + 1;
  if (n > limit)
    return limit + 1;
  volatile unsigned long i = 0; /* or the compiler finds that i is n */
  while (i < limit && n != i)
    i++;
  return i;
}

/* Life. */

node *node_new (unsigned mode) {
  static unsigned long numbers = FIRST_NUMBER;
  node *n = calloc (1, sizeof *n);
  if (!n)
    return NULL;
  n->mode = mode;
  n->owner = n->group = NODE_USER;
  n->number = numbers++;
  if (node_is (n, S_IFDIR))
    n->links = 1; /* its own "." */
  node_touch (n, 1);
  n->accessed = n->modified;
  return n;
}

void node_release (node *n) {
  int is_static = n->number < FIRST_NUMBER;
  if (is_static || n->is_given || n->opened || n->links > node_is (n, S_IFDIR))
    return;
  if (n->room && !n->is_mapped)
    free (n->bytes);
  free (n);
}

void node_touch (node *n, int is_content) {
  __reprise_now (&n->changed);
  if (is_content)
    n->modified = n->changed;
}

/* Content. */

long node_size (node *n) {
  if (n->decides) {
    n->size = (long) node_decide (*n->decides, (unsigned long) n->size);
    free (n->decides);
    n->decides = NULL;
  }
  return n->size;
}

long node_read (node *n, long at, void *to, long count) {
  long size = node_size (n);
  if (at >= size || count <= 0)
    return 0;
  if (count > size - at)
    count = size - at;
  memcpy (to, n->bytes + at, (size_t) count);
  __reprise_now (&n->accessed);
  return count;
}

/* It is about to be written. */
static void keep_first (node *n) {
  if (!n->is_given || n->is_changed)
    return;
  n->is_changed = 1;
  n->first = n->bytes;
  n->first_size = node_size (n);
  if (!n->room || !n->size)
    return;
  n->first = malloc ((size_t) n->size);
  if (n->first)
    memcpy (n->first, n->bytes, (size_t) n->size);
  else
    n->first_size = -1;
}

/* Room for so many bytes, of which those beyond the size are not set. */
static long make_room (node *n, long size) {
  if (n->is_protected)
    reprise_protect (n->bytes, 0); /* until it is written: node_changed */
  if (size <= n->room)
    return 0;
  if (n->is_mapped || size > NODE_DISK) {
    reprise_missing (n->is_mapped
                         ? "write() failed: a file grew while it was mapped"
                         : "write() failed: a file grew beyond 16 MiB");
    return -ENOSPC;
  }
  long room = size < 32 ? 64 : 2 * size;
  unsigned char *bytes = malloc ((size_t) room);
  if (!bytes)
    return -ENOSPC;
  if (n->size)
    memcpy (bytes, n->bytes, (size_t) n->size);
  if (n->room)
    free (n->bytes);
  n->bytes = bytes;
  n->room = room;
  return 0;
}

static void node_changed (node *n) {
  if (n->is_protected)
    reprise_protect (n->bytes, 1);
  node_touch (n, 1);
}

long node_resize (node *n, long size) {
  long old = node_size (n), trouble = 0;
  keep_first (n);
  if (size > old || !n->room)
    trouble = make_room (n, size > old ? size : old);
  if (trouble)
    return trouble;
  if (size > old)
    memset (n->bytes + old, 0, (size_t) (size - old));
  n->size = size;
  node_changed (n);
  return 0;
}

unsigned char *node_map (node *n, long size) {
  long old = node_size (n), wanted = size > old ? size : old;
  keep_first (n);
  if (n->is_mapped)
    return wanted <= n->room ? n->bytes : NULL;
  unsigned char *bytes =
      wanted > NODE_DISK ? NULL : aligned_alloc (SYSTEM_PAGE, (size_t) wanted);
  if (!bytes)
    return NULL;
  memset (bytes, 0, (size_t) wanted);
  if (old)
    memcpy (bytes, n->bytes, (size_t) old);
  if (n->room)
    free (n->bytes);
  n->bytes = bytes;
  n->room = wanted;
  n->is_mapped = 1;
  return bytes;
}

void node_protect (node *n, int is_constant) {
  n->is_protected = is_constant;
  reprise_protect (n->bytes, is_constant);
}

void node_unmap (node *n) {
  unsigned char *bytes = malloc ((size_t) (n->room ? n->room : 1));
  if (!bytes)
    return;
  memcpy (bytes, n->bytes, (size_t) n->room);
  free (n->bytes);
  n->bytes = bytes;
  n->is_mapped = n->is_protected = 0;
}

long node_write (node *n, long at, const void *from, long count) {
  long old = node_size (n), end = at + count;
  if (count <= 0)
    return 0;
  reprise_output (-1, from, (size_t) count);
  keep_first (n);
  long trouble = make_room (n, end > old ? end : old);
  if (trouble)
    return trouble;
  if (at > old)
    memset (n->bytes + old, 0, (size_t) (at - old));
  memcpy (n->bytes + at, from, (size_t) count);
  if (end > old)
    n->size = end;
  node_changed (n);
  return count;
}

/* Directories. */

/* One condition, not one fork for each byte. */
static unsigned is_same (const char *a, const char *b, size_t n) {
  unsigned res = 1;
  for (size_t i = 0; i < n; i++)
    res &= (unsigned) (a[i] == b[i]);
  return res;
}

entry *node_entry (entry *e, const char *name, size_t length) {
  while (e && !(e->length == length && is_same (e->name, name, length)))
    e = e->next;
  return e;
}

node *node_find (const node *directory, const char *name, size_t length) {
  const entry *e = node_entry (directory->entries, name, length);
  return e ? e->node : NULL;
}

long node_add (node *directory, const char *name, size_t length, node *n) {
  entry *e = malloc (sizeof *e);
  char *copy = malloc (length ? length : 1);
  if (!e || !copy)
    return -ENOSPC;
  memcpy (copy, name, length);
  *e = (entry) {NULL, copy, length, n, ++directory->next_cookie, 0};
  entry **last = &directory->entries;
  while (*last)
    last = &(*last)->next;
  *last = e;
  n->links++;
  if (node_is (n, S_IFDIR)) {
    n->parent = directory;
    directory->links++;
  }
  node_touch (directory, 1);
  node_touch (n, 0);
  return 0;
}

void node_remove (node *directory, const node *n, const char *name,
                  size_t length) {
  entry **at = &directory->entries;
  while (*at && !((*at)->node == n && (*at)->length == length &&
                  is_same ((*at)->name, name, length)))
    at = &(*at)->next;
  if (!*at)
    return;
  entry *e = *at;
  node *gone = e->node;
  *at = e->next;
  if (e->is_given) {
    e->next = directory->gone;
    directory->gone = e;
  }
  gone->links--;
  if (node_is (gone, S_IFDIR))
    directory->links--;
  node_touch (directory, 1);
  node_touch (gone, 0);
  node_release (gone);
}

void node_give (node *directory) {
  for (entry *e = directory->entries; e; e = e->next) {
    e->is_given = e->node->is_given = 1;
    node_give (e->node);
  }
}

int node_is_empty (const node *directory) { return !directory->entries; }

int node_allows (const node *n, int bits) {
  if (n->seen) /* anybody's permission will do */
    return ((unsigned) bits & ~(n->mode | n->mode >> 3 | n->mode >> 6) & 7) ==
           0;
  unsigned shift = n->owner == NODE_USER ? 6 : n->group == NODE_USER ? 3 : 0;
  unsigned granted = n->mode >> shift & 7;
  return ((unsigned) bits & ~granted & 7) == 0;
}
