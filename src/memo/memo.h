#ifndef MEMO_MEMO_H
#define MEMO_MEMO_H

/* The memory of runs on one input: what the last one explored is carried over
 * where no code that was executed has changed, and the rest is executed again
 * along the paths that are known.
 *
 * Law: the result is that of a run from scratch.
 */

#include "explore/explorer.h"
#include "memo/trie.h"
#include "suite/suite.h"

typedef struct memo memo;

typedef struct memo_config {
  context *context;
  program *program;
  const char *path; /* of the file of the trie; borrowed */
  bool is_fresh;    /* nothing is carried over, but recorded */
  void *owner;
  /* A test that holds as it was, but perhaps for lines; 'at' is where it ends,
   * NULL: that is not known. Borrowed for the call.
   */
  void (*carry) (void *owner, const testcase *, const spot *at);
  /* The same for a test that is as it was to the byte. */
  void (*copy) (void *owner, const suite *, uint32_t index);
} memo_config;

memo *memo_open (const memo_config *);
void memo_free (memo *);

guide *memo_guide (memo *);
void memo_attach (memo *, explorer *);

/* The --max-depth of the run that left a trie there; false: there is none. */
bool memo_last_depth (memory *, const char *path, uint64_t *out);

/* Tests of the earlier run, or NULL. */
suite *memo_tests (const memo *);

/* The path that ended last has the test of this index in the suite. */
void memo_note_test (memo *, uint32_t index);

/* The largest number of a test of the earlier run, and how many there are. */
uint32_t memo_last_number (const memo *);
uint32_t memo_count_tests (const memo *);

/* Paths that were carried over without their tests: --trie=boundary. */
uint64_t memo_untested (const memo *);

/* A test of the earlier run with the same decisions, once; false: none. */
bool memo_recall (memo *, hash128 path, testcase *out);

/* What this run has cost so far; that of the runs before is added. */
void memo_note_cost (memo *, trie_cost);

/* Write the trie and the suite of this directory, of which everything that was
 * found is in the file. Also while the run goes on: what is not explored yet
 * is open, and a run that is killed is continued from there. The last one is
 * what option --trie says.
 */
status memo_save (memo *, const char *suite_dir, bool is_last, trouble *);

#endif
