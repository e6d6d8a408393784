#pragma once

/* Archives as ar(1) writes them, GNU's and thin ones. Nothing of a file is
 * believed.
 */

#include <stdbool.h>
#include <stddef.h>

typedef struct ar_member {
  const char *name; /* not NUL-terminated; of a thin one: its path, from where
                       the archive is */
  size_t name_len;
  const char *bytes; /* NULL: it is a file of its own */
  size_t size;
} ar_member;

bool ar_is_archive (const char *bytes, size_t n);

/* The next one; '*at' is 0 first. False: there is none any more. */
bool ar_next (const char *bytes, size_t n, size_t *at, ar_member *);
