#ifndef SYSTEM_FILE_H
#define SYSTEM_FILE_H

/* Open files: descriptors, and the descriptions that several of them share. */

#include "node.h"

#define FILES_MAX 256 /* descriptors */

typedef struct file {
  node *node;
  long position; /* of a directory: cookie of the last entry read */
  int flags;     /* as open(2) was given, and F_SETFL */
  unsigned refs; /* descriptors */
} file;

file *file_get (long descriptor); /* NULL: not open */

/* The lowest free descriptor from 'from' on for an open node; -errno. */
long file_open (node *, int flags, long from);
long file_share (file *, long from, int flags);
long file_close (long descriptor);

/* Of the descriptor itself: FD_CLOEXEC. */
int *file_marks (long descriptor);

int file_reads (const file *);
int file_writes (const file *);

/* Would not wait. */
int file_is_ready (const file *, int is_for_writing);

#endif
