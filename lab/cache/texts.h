#pragma once

/* Texts by number: each distinct text is kept once and numbered from 0 in
 * the order of arrival. Equal numbers are equal texts, not only equal hashes.
 */

#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"

#define TEXT_NONE UINT32_MAX

typedef struct text_entry {
  const char *text;
  uint32_t len;
  uint32_t next; /* another text with the same hash, or TEXT_NONE */
} text_entry;

typedef struct texts {
  memory *mem;
  arena data;
  map first; /* hash -> number + 1 */
  VEC (text_entry) entry;
} texts;

void texts_init (texts *, memory *);
void texts_release (texts *);

uint32_t texts_find (const texts *, const char *); /* or TEXT_NONE */
uint32_t texts_add (texts *, const char *);        /* found or made */
