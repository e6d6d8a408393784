#ifndef EXPLORE_GUIDE_H
#define EXPLORE_GUIDE_H

/* Who remembers the paths of an earlier run, from above (memo/).
 *
 * It is told about every decision and every end, and asked at each question
 * whether the answer is known. What it says about alternatives is believed
 * (the code that was executed is the same); values that it offers are
 * evaluated. A pending has room for what it needs (struct trail).
 */

#include "explore/searcher.h"
#include "machine/chooser.h"

/* A question in the digest of those that were asked, which is a sum: that of a
 * part of a way can be taken from it.
 */
static inline uint64_t explore_question (choice_kind what, uint32_t n) {
  return hash_mix (what, n);
}

typedef enum guidance {
  GUIDE_NONE,    /* not known: ask */
  GUIDE_SINGLE,  /* one alternative is possible: that of the witness */
  GUIDE_SEVERAL, /* those in 'out' are */
  GUIDE_CARRIED, /* the same, and all of them are carried: the path is done.
                    What 'ask' says next goes if values do not hold */
  GUIDE_ASTRAY   /* this is not the path that is remembered: nothing said since
                    its last decision is worth anything */
} guidance;

typedef struct alternative {
  uint32_t choice;
  bool is_carried; /* what is behind is known: no state is needed */
} alternative;

/* How a question was answered before: which alternatives are possible, and
 * values of the inputs that show each, if there are several.
 */
typedef struct precedent {
  uint64_t possible; /* bits */
  uint32_t n_inputs;
  const uint64_t *value; /* of each input, for each alternative in turn */
} precedent;

typedef struct guide guide;
struct guide {
  /* The first path is about to start. False: all that can be found is known
   * and was carried over, nothing is to be executed.
   */
  bool (*start) (guide *, pending *);

  /* Of a run that does not explore everything, before it starts: targets that
   * remembered paths reach which hold, as a set of bits. What these paths
   * executed counts as covered. They are carried over in the end, if not
   * before: where a path is left out.
   */
  uint64_t (*foresee) (guide *);

  /* The path is left out, and not explored any further by this run. What is
   * remembered behind it, and holds, is carried over. False: nothing is. If
   * 'open', then as what was cut: it is increased by the paths that go on
   * there, and these have the tests that they had.
   */
  bool (*leave) (guide *, pending *, uint64_t *open);

  guidance (*ask) (guide *, const state *, choice_kind, uint32_t n,
                   size_t *n_out, const alternative **out);

  /* After GUIDE_SEVERAL: the test of a path behind out[i]. False: none. */
  bool (*test_behind) (guide *, const state *, size_t i, uint32_t *test);

  /* The next three are there or not together; if not, nothing is known. */

  /* A few tests of paths that are like this one; 'out' is cleared first. */
  void (*seed) (guide *, const state *, u32_vec *out);

  /* What the test gives these inputs, those that are in 'out' left out. False:
   * it has none for one of them.
   */
  bool (*test_values) (guide *, uint32_t test, size_t n, const term *leaf,
                       model *out);

  /* The test of the path that has the decisions of this one and none behind
   * them, or, if this one has ended, just a few; false: there is none. And
   * whether the witness of this path has its values anyway.
   */
  bool (*heritage) (guide *, const pending *, uint32_t *test, bool *is_same);

  /* The question was asked before, of the same constraints, by this digest;
   * borrowed until the next call. And it was asked now. Either both are there
   * or none.
   */
  bool (*recall) (guide *, hash128 question, precedent *out);
  void (*learn) (guide *, hash128 question, const precedent *);

  /* The path takes these alternatives, each as the pending of the same index;
   * NULL for one that is carried. The digest of the path is that before.
   */
  void (*decide) (guide *, const state *, choice_kind, uint32_t n,
                  size_t n_taken, const uint32_t *taken, pending *const *into);

  /* The path was warned of something; what it was warned of since its last
   * decision is not so, since it goes back there.
   */
  void (*warn) (guide *, pending *, const cause *, spot);
  void (*take_back) (guide *, pending *);

  /* It ends here: is this where the path that is remembered ends? After that
   * it ended, also silently.
   */
  bool (*may_end) (guide *, const pending *);
  void (*end) (guide *, const state *, pending *);

  /* A call returned, with fewer frames than there were since the last decision.
   * True: what the path leads to is known and was carried over.
   */
  bool (*pass) (guide *, pending *);

  /* Blocks executed so far are those of this path; another one may run. Or
   * they are forgotten, since it was only executed again.
   */
  void (*pause) (guide *, pending *);
  void (*forget) (guide *);
};

#endif
