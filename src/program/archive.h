#pragma once

/* Many modules of bitcode in one file, with an index of what each defines and
 * needs (docs/formats/archive.md). Mapped; opening it costs the same for any
 * size. Everything handed out lives until it is closed.
 */

#include "base/status.h"

#include <stddef.h>
#include <stdint.h>

#define ARCHIVE_NONE UINT32_MAX

typedef struct archive_symbol {
  uint32_t name, provider;
} archive_symbol;

typedef struct archive_member {
  uint64_t offset, size;
  uint32_t first_link, n_defined, n_needed, zero;
} archive_member;

typedef struct archive {
  const char *bytes; /* the file */
  size_t size;
  uint32_t n_symbols, n_members, n_links;
  const archive_symbol *symbol;
  const archive_member *member;
  const uint32_t *link;
  const char *name;
  uint64_t names_size;
} archive;

status archive_open (archive *, const char *path, trouble *);
void archive_close (archive *); /* {0} is allowed */

/* The number of a symbol, by binary search. */
uint32_t archive_find (const archive *, const char *name);

/* The member that provides a symbol. */
uint32_t archive_provider (const archive *, uint32_t symbol);

/* Symbols of a member. */
const uint32_t *archive_defined (const archive *, uint32_t member, uint32_t *n);
const uint32_t *archive_needed (const archive *, uint32_t member, uint32_t *n);

const char *archive_bytes (const archive *, uint32_t member, size_t *size);
