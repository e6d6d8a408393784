#pragma once

/* Which path of the earlier run a path is most like, also behind changed code.
 *
 * Past changed code the trie cannot be followed, since nothing says that the
 * same questions have the same answers. But it can be looked at: a decision
 * that looks like that of a node leads to its child. So a path of now comes to
 * the tests that are worth trying (seeds.h), and, if all its decisions look
 * like those of an old path, it is that path and its test keeps its number.
 * Nothing that is found here is believed in: tests are evaluated, and the rest
 * is numbers and texts.
 *
 * Blocks that are not the same look alike by their order between those that
 * are.
 */

#include "memo/old_trie.h"

/* Which path of the earlier run a path is most like. */
typedef struct kinship {
  uint32_t near;    /* in its trie, plus 1; 0: no path is like this one */
  uint32_t nearest; /* the last node that it was like */
  uint8_t stray;    /* why it is another path, 0: the same decisions so far */
  spot at;          /* where it went another way first */
} kinship;

/* Why a path is none of the earlier run: kinship.stray. */
typedef enum stray_kind {
  STRAY_NOT,
  STRAY_NEW_SIDE,     /* of a decision that was there */
  STRAY_NEW_DECISION, /* that was not there */
  STRAY_GONE,         /* one that was there is gone */
  STRAY_BEYOND        /* the earlier run had stopped before it */
} stray_kind;

typedef struct likeness {
  memory *mem;
  program *program;
  const old_trie *old_trie;
  recorder *recorder;
  VEC (u32_vec) looks; /* by function of the trie: block -> now, plus 1 */
  VEC (uint8_t) has_looks;
  uint64_t *fate; /* of each node: what became of it; 0: nothing. Private */
} likeness;

void likeness_init (likeness *, memory *, program *, const old_trie *,
                    recorder *);
void likeness_release (likeness *);

/* A decision of a path: what it is like behind each alternative. 'site' is the
 * spot in the trie that is made.
 */
typedef struct likeness_decision {
  choice_kind what;
  uint32_t n;
  spot at;
  trie_spot site;
} likeness_decision;

kinship likeness_next (likeness *, const kinship *, const likeness_decision *,
                       uint32_t choice);

/* The path that came to this decision took this child. */
void likeness_follow (likeness *, uint32_t old, uint32_t child, spot at);

/* It ended, there; in no function: not by an error. */
void likeness_end (likeness *, const kinship *, spot at);

/* The test of the path that this one has come to the end of, index plus 1. */
uint32_t likeness_test (const likeness *, const kinship *);

/* The same before it ends, if there are but few: decisions that lead there may
 * be gone.
 */
uint32_t likeness_test_near (const likeness *, const kinship *);

/* Why it is a new path; why the test of this index has none: texts of a line,
 * added. 'why_not' goes over the whole trie: it is told all at once, the tests
 * in question being those that 'is_used' has not.
 */
void likeness_why_new (likeness *, const kinship *, char_vec *out);
void likeness_why_gone (likeness *, const uint8_t *is_used, void *owner,
                        void (*tell) (void *owner, uint32_t test,
                                      const char *reason));
