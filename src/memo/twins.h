#ifndef MEMO_TWINS_H
#define MEMO_TWINS_H

/* Globals of an earlier version of the program and of the one of now.
 *
 * Those with a name are known by it. Strings and tables without one are known
 * by where they are used: two are twins if blocks that are otherwise the same
 * use them at the same place, or variables that are otherwise the same lead to
 * them. That is a bijection; it may not give a string another content while
 * there is one with the old content.
 *
 * What is in a global, and how large it is, matters to a path only if it was
 * looked at.
 */

#include "memo/recorder.h"

typedef struct twins {
  memory *mem;
  const trie *old;
  recorder *now;
  u32_vec to, from; /* of the tries; numbers plus 1 */
  u32_vec undo;     /* of 'old' */
  map contents;     /* digest of what has no name now -> 1 */
  map names;        /* digest of a name -> of the program, plus 1 */
} twins;

void twins_init (twins *, memory *, const trie *old, recorder *now);
void twins_release (twins *);

/* Do these use the same? If not, nothing has changed. */
bool twins_unify (twins *, size_t n, const uint32_t *old, const uint32_t *now);

/* What a global of the old trie is now, if it is the same: number in the
 * program plus 1, or 0. To be asked about those with a name first.
 */
uint32_t twins_find (twins *, uint32_t old);

#endif
