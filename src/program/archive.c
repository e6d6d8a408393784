#include "program/archive.h"

#include "base/whole_file.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

#define MAGIC "REPRISEA"
#define VERSION 1

typedef struct archive_header {
  char magic[8];
  uint32_t version, n_symbols, n_members, n_links;
  uint64_t names_size;
} archive_header;

/* The tables, if the file is long enough for them. */
static bool find_tables (archive *a) {
  const archive_header *h = (const archive_header *) a->bytes;
  if (a->size < sizeof *h || memcmp (h->magic, MAGIC, sizeof h->magic) ||
      h->version != VERSION)
    return false;
  a->n_symbols = h->n_symbols;
  a->n_members = h->n_members;
  a->n_links = h->n_links;
  a->names_size = h->names_size;
  size_t symbols = sizeof *h;
  size_t members = symbols + (size_t) h->n_symbols * sizeof *a->symbol;
  size_t links = members + (size_t) h->n_members * sizeof *a->member;
  size_t names = links + (size_t) h->n_links * sizeof *a->link;
  if (names > a->size || h->names_size > a->size - names)
    return false;
  a->symbol = (const archive_symbol *) (a->bytes + symbols);
  a->member = (const archive_member *) (a->bytes + members);
  a->link = (const uint32_t *) (a->bytes + links);
  a->name = a->bytes + names;
  return !h->n_symbols || (h->names_size && !a->name[h->names_size - 1]);
}

/* Every number points to something. */
static bool is_sound (const archive *a) {
  for (uint32_t i = 0; i < a->n_symbols; i++)
    if (a->symbol[i].name >= a->names_size ||
        a->symbol[i].provider >= a->n_members)
      return false;
  for (uint32_t i = 0; i < a->n_members; i++) {
    const archive_member *m = a->member + i;
    uint64_t end = (uint64_t) m->first_link + m->n_defined + m->n_needed;
    if (m->offset > a->size || m->size > a->size - m->offset ||
        end > a->n_links)
      return false;
  }
  for (uint32_t i = 0; i < a->n_links; i++)
    if (a->link[i] >= a->n_symbols)
      return false;
  return true;
}

uint32_t archive_find (const archive *a, const char *name) {
  uint32_t low = 0, high = a->n_symbols;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    assert (a->symbol[middle].name < a->names_size); /* is_sound */
    int order = strcmp (name, a->name + a->symbol[middle].name);
    if (!order)
      return middle;
    if (order < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return ARCHIVE_NONE;
}

uint32_t archive_provider (const archive *a, uint32_t symbol) {
  assert (symbol < a->n_symbols);
  return a->symbol[symbol].provider;
}

const uint32_t *archive_defined (const archive *a, uint32_t member,
                                 uint32_t *n) {
  assert (member < a->n_members);
  *n = a->member[member].n_defined;
  return a->link + a->member[member].first_link;
}

const uint32_t *archive_needed (const archive *a, uint32_t member,
                                uint32_t *n) {
  const archive_member *m = a->member + member;
  assert (member < a->n_members);
  *n = m->n_needed;
  return a->link + m->first_link + m->n_defined;
}

const char *archive_bytes (const archive *a, uint32_t member, size_t *size) {
  assert (member < a->n_members);
  *size = a->member[member].size;
  return a->bytes + a->member[member].offset;
}

status archive_open (archive *a, const char *path, trouble *t) {
  mapped_file f;
  *a = (archive) {0};
  if (!whole_file_map (path, &f))
    return trouble_set (t, ST_NOFILE, "cannot open '%s': %s", path,
                        strerror (errno));
  a->bytes = f.bytes;
  a->size = f.size;
  if (find_tables (a) && is_sound (a))
    return ST_OK;
  archive_close (a);
  return trouble_set (t, ST_BADINPUT,
                      "'%s' is damaged or of another version: build it again",
                      path);
}

void archive_close (archive *a) {
  mapped_file f = {a->bytes, a->size};
  if (f.bytes)
    whole_file_unmap (&f);
  *a = (archive) {0};
}
