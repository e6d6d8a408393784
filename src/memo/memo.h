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
  bool is_paper;    /* nothing is carried over or recorded; all tests are the
                       seeds of the first path */
  const targets *targets; /* that the run looks for; borrowed, or NULL */
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

/* The test of the earlier run that this path, which ends, is the path of: each
 * once; false: none. Decisions are the same where they look the same, also in
 * functions that were edited (kin.h).
 */
bool memo_recall (memo *, const pending *, testcase *out);

/* The path that was recalled, or is new, has the decisions of an old one. */
bool memo_is_same (const memo *, const pending *);

/* Reasons, a line each: why the path is none of the earlier run's, if there
 * was one; why each test that was neither carried over nor recalled is gone.
 */
bool memo_has_past (const memo *);
uint64_t memo_suite_digest (const memo *); /* of its bytes; 0: none */
void memo_why_new (memo *, const pending *, char_vec *out);
void memo_why_gone (memo *, void *owner,
                    void (*tell) (void *owner, const testcase *,
                                  const char *reason));

typedef enum save_kind {
  SAVE_PART,  /* the run goes on, or was ended: what it has not come to is as it
                 was before, or open, and is continued from there */
  SAVE_WHOLE, /* all is explored */
  SAVE_LAST   /* and no run of this process goes on with it: as --trie says */
} save_kind;

/* What this run has cost so far; that of the runs before is added. */
void memo_note_cost (memo *, trie_cost);

/* Write the trie and the suite of this directory, of which everything that was
 * found is in the file.
 */
status memo_save (memo *, const char *suite_dir, save_kind, trouble *);

#endif
