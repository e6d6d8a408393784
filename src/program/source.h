#pragma once

/* The input file: what it is, judged by its content first. */

#include "base/status.h"
#include "base/vec.h"

typedef enum source_kind {
  SOURCE_C,        /* to be compiled; 'bytes' is empty */
  SOURCE_BITCODE,  /* LLVM's, raw or wrapped */
  SOURCE_EMBEDDED, /* modules of bitcode, from a native file: embedded.h */
  SOURCE_TEXT      /* LLVM's assembly */
} source_kind;

typedef struct source {
  source_kind kind;
  char_vec bytes;
} source;

/* ST_NOFILE when it cannot be read, ST_BADINPUT when it is neither. Release
 * it in any case.
 */
status source_read (memory *, const char *path, source *, trouble *);

/* The same of bytes, which are copied; C is none of them. */
status source_take (memory *, const char *name, const char *bytes, size_t,
                    source *, trouble *);
void source_release (memory *, source *);
