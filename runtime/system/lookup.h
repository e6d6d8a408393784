#ifndef SYSTEM_LOOKUP_H
#define SYSTEM_LOOKUP_H

/* From a path to a node.
 *
 * A path with symbolic bytes costs one fork for each file it may name in the
 * directory where it starts, one for "none of them", and more only where it
 * may have slashes or dots.
 */

#include "node.h"

typedef struct found found;
struct found {
  node *node;       /* NULL: there is none, but a directory for it */
  node *directory;  /* where it is or would be; NULL for "/", "." and ".." */
  const char *name; /* its last part */
  size_t length;
  int has_slash; /* behind it: only a directory may be made there */
};

#define FIND_STAY 1   /* at a symbolic link that is the last part */
#define FIND_EMPTY 2  /* the empty path is the directory itself */
#define FIND_PARENT 4 /* no file is fine, if it could be made */

/* 'at' is a descriptor or AT_FDCWD. 0 or -errno; without FIND_PARENT a file
 * that is not there is an error.
 */
long find (long at, const char *path, int how, found *);

/* The directory of relative paths. */
node *find_here (void);
void find_move (node *);

#endif
