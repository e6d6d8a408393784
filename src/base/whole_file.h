#pragma once

/* Files as a whole: written at once or not at all, read where they are mapped.
 */

#include "base/status.h"

#include <stddef.h>

/* Replaces the file: under another name first, so that whoever reads has the
 * old one or the new one. "-" is standard output.
 */
status whole_file_write (const char *path, const char *bytes, size_t n,
                         trouble *);

/* Can it be written, as far as one knows before? */
status whole_file_check (const char *path, trouble *);

/* The bytes of a file, to be unmapped. Of one that is not there, cannot be read
 * or is empty: false, with errno.
 */
typedef struct mapped_file {
  const void *bytes;
  size_t size;
} mapped_file;

bool whole_file_map (const char *path, mapped_file *);
void whole_file_unmap (mapped_file *);
