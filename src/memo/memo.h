#pragma once

/* The memory of runs on one input: what the last one explored is carried over
 * where no code that was executed has changed, and the rest is executed again
 * along the paths that are known.
 *
 * Law: the result is that of a run from scratch.
 */

#include "explore/explorer.h"
#include "memo/recorder.h"
#include "suite/suite.h"

typedef struct memo memo;

typedef struct memo_config {
  context *context;
  program *program;
  const char *path; /* of the file of the trie; borrowed */
  bool is_fresh;    /* nothing is carried over, but recorded */
  bool by_rule;     /* nothing is carried over or recorded; all tests are the
                       seeds of the first path (explore/test_rule.h) */
  const targets *targets; /* that the run looks for; borrowed, or NULL */
  bool shows_ends;        /* see old_trie_show, also for ... */
  bool shows_output;
  void *owner;
  /* A test that holds as it was, but perhaps for lines. Number 0: it needs a
   * new one. Borrowed for the call.
   */
  void (*carry) (void *owner, const testcase *);
  /* The same for a test that is as it was to the byte. */
  void (*copy) (void *owner, const suite *, uint32_t index);
} memo_config;

memo *memo_open (const memo_config *);
void memo_free (memo *);

guide *memo_guide (memo *);

/* Questions that were answered: of this run, and of the last one or NULL. */
precedents *memo_precedents (memo *);
const precedents *memo_old_precedents (const memo *);

void memo_attach (memo *, explorer *);

/* Tests of the earlier run, or NULL. */
suite *memo_tests (const memo *);

/* Explore only paths from the test of number 'from' on, up to the one before
 * the test 'to', both of the last run; 0: from the first, up to the last. See
 * memo/range.h. ST_USAGE: there are no such.
 */
status memo_set_range (memo *, uint32_t from, uint32_t to, trouble *);

/* Explore only what is open in the trie of the last run, from the node 'from'
 * on up to before 'to', both open nodes plus 1; 0: up to the last one. Nothing
 * of the last run is carried over, so that a trie of this one is a piece
 * (fleet/pieces.h). ST_BADINPUT: there is no such trie, or it is of another
 * program.
 */
status memo_set_share (memo *, uint32_t from, uint32_t to, trouble *);

/* The path that ended last has the test of this index in the suite. */
void memo_note_test (memo *, uint32_t index);

/* The largest number of a test of the earlier run, and how many there are. */
uint32_t memo_last_number (memo *);
uint32_t memo_count_tests (const memo *);

/* The test of the earlier run that this path, which ends, is the path of: each
 * once; false: none. Decisions are the same where they look the same, also in
 * functions that were edited (likeness.h).
 */
bool memo_recall (memo *, const pending *, testcase *out);

/* The test of this number is in use. */
void memo_use (memo *, uint32_t number);

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

/* Will a run of the same program carry over everything, its tests in the order
 * of this suite? Not while something is open, was not explored exactly, or was
 * found in another order than that of the trie.
 */
bool memo_is_settled (const memo *);

/* What this run has cost so far; that of the runs before is added. */
void memo_note_cost (memo *, trie_cost);

/* Write the trie and the suite of this directory, of which everything that was
 * found is in the file. Not 'is_whole': the run goes on, or was ended; what it
 * has not come to is as it was before, or open, and is continued from there.
 */
status memo_save (memo *, const char *suite_dir, bool is_whole, trouble *);

/* From now on only what is found by these paths that wait is recorded, as a
 * piece of the trie (fleet/pieces.h) that is saved to this path, borrowed.
 * Tests are counted from 0 again.
 */
void memo_begin_piece (memo *, const char *path, const pending_vec *open);

recorder *memo_recorder (memo *);
