#ifndef SYSTEM_NODE_H
#define SYSTEM_NODE_H

/* What is in the file system: files, directories, links, devices, pipes.
 *
 * All of it is memory of the path: what one path writes, no other sees, and
 * nothing gets to the host. A file's content is one object of the heap, so
 * bytes may be symbolic. Sizes are concrete once anybody asks: that of a file
 * with a symbolic size is decided, one fork for each value, by node_size.
 */

#include "local.h"

#include <stddef.h>
#include <sys/stat.h>
#include <time.h>

typedef enum device {
  DEVICE_NONE,
  DEVICE_OUTPUT, /* standard output or error: 'stream' */
  DEVICE_EMPTY,  /* standard input where none was asked for */
  DEVICE_NULL,
  DEVICE_ZERO,
  DEVICE_FULL,
  DEVICE_RANDOM
} device;

typedef struct node node;

typedef struct entry {
  struct entry *next;
  const char *name; /* 'length' bytes, not ended by a NUL; may be symbolic */
  size_t length;
  node *node;
  long cookie;  /* rises along the list: where a reader of the directory is */
  int is_given; /* it is there from the start */
} entry;

struct node {
  unsigned mode;       /* type and permissions */
  unsigned first_mode; /* of what is there from the start, ... */
  int has_first_mode;  /* ... and was given others since */
  unsigned owner, group;
  unsigned links;
  unsigned opened; /* descriptions that refer to it */
  device device;
  int stream;
  unsigned long number;
  unsigned char *bytes; /* content, target of a link, what is in a pipe */
  long size, room;      /* room 0: the bytes are not ours to write */
  int is_mapped;        /* somebody has their address: they stay there */
  int is_protected;     /* who has it must not write */
  int is_given;         /* it is there from the start ... */
  int is_changed;       /* ... and was written: what it was is in 'first' */
  unsigned char *first;
  long first_size;
  unsigned *decides; /* where the size is symbolic: its input */
  long start;        /* of a pipe: bytes before it were read */
  unsigned readers, writers;
  node *parent;          /* of a directory */
  entry *entries, *gone; /* gone: of those that were there from the start */
  long next_cookie;
  struct timespec accessed, modified, changed;
  struct kstat *seen; /* what KLEE's users see of a symbolic file; or NULL */
};

extern node __reprise_root, __reprise_home; /* / and the first directory */
extern node __reprise_standard[3];

#define NODE_USER 1000 /* owner of what the program makes */
#define NODE_DISK (16l << 20)

static inline int node_is (const node *n, unsigned type) {
  return (n->mode & S_IFMT) == type;
}

/* NULL: no memory. */
node *node_new (unsigned mode);
void node_release (node *); /* when neither linked nor open */

/* Content. Offsets and lengths are concrete. */
long node_size (node *);
long node_read (node *, long at, void *to, long n); /* bytes read */
long node_write (node *, long at, const void *from, long n);
long node_resize (node *, long size); /* 0 or -errno */

/* The content in memory, at least so many bytes: whoever writes there writes
 * to the file, and the other way round. NULL: it cannot be had.
 */
unsigned char *node_map (node *, long size);

/* Of what is mapped: nobody but the system writes there. And at the end of the
 * last mapping its bytes move away.
 */
void node_protect (node *, int is_constant);
void node_unmap (node *);

/* All that is in a directory now is there from the start. */
void node_give (node *directory);

/* Directories. 'name' has 'length' bytes, which may be symbolic: there is a
 * fork for each entry it may be.
 */
node *node_find (const node *directory, const char *name, size_t length);
entry *node_entry (entry *list, const char *name, size_t length);
long node_add (node *directory, const char *name, size_t length, node *);
void node_remove (node *directory, const node *, const char *name,
                  size_t length);
int node_is_empty (const node *directory);

/* May the user do it: bits as in access(2)? */
int node_allows (const node *, int bits);

/* Times: as they are now. */
void node_touch (node *, int is_content);

/* A number that may be symbolic, as a concrete one: a fork for each value up
 * to 'limit'; anything larger is 'limit + 1'. Negative ones are large.
 */
unsigned long node_decide (unsigned long n, unsigned long limit);

/* One that has no limit to go through: one value stands for all others, which
 * the report says.
 */
unsigned long node_fix (unsigned long n);

#endif
