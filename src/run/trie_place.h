#pragma once

/* Where the trie of a run is kept: beside the proofs, one file for each input
 * and each set of options that change what is explored.
 */

#include "run/subject.h"

typedef struct trie_place {
  memory *mem;
  char_vec path;   /* empty: there is none */
  bool is_kept;    /* after the run */
  bool is_written; /* at all: a range is not what the next run goes on from */
} trie_place;

/* For a run. */
void trie_place_init (trie_place *, const subject *);
void trie_place_release (trie_place *);

/* In this very file. */
void trie_place_at (trie_place *, memory *, const char *path);

/* Where a kept one is: of this build, or of another one, which is only to be
 * looked at. False: there is no place, since the store is none or far away.
 */
bool trie_place_find (const subject *, const char *build, char_vec *out);

/* How names of all files there begin. */
bool trie_place_begin (context *, const char *build, char_vec *out);

/* What else is kept there, by a key of its own. */
bool trie_place_name (context *, const char *build, hash128 key,
                      const char *suffix, char_vec *out);

/* Tries and results that other builds than this one (NULL: ours) left in a
 * store, unused for so many days or more, are removed: nobody else drops them.
 * Returns how many files.
 */
uint64_t trie_place_sweep (memory *, const char *store, const char *build,
                           unsigned days);
