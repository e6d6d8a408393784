#pragma once

/* Who remembers the paths of an earlier run, from above (memo/).
 *
 * It is asked at each question whether the answer is known, and told what was
 * decided and how each path ended. What it says about alternatives is believed
 * (the code that was executed is the same); values that it offers are
 * evaluated. What it keeps of a path is behind the path's pending, and
 * nobody's business.
 *
 *     start --> ask --> decide --> ask ... --> end
 *                 |                  |
 *                 '-> stray          '-> leave
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
  GUIDE_CARRIED, /* the same, and all of them are carried: the path is done */
  GUIDE_ASTRAY   /* this is not the path that is remembered: nothing said since
                    its last decision is worth anything */
} guidance;

typedef struct alternative {
  uint32_t choice;
  uint32_t test;   /* of a path behind it, plus 1; 0: none */
  bool is_carried; /* what is behind is known: no state is needed */
} alternative;

typedef struct guide guide;
struct guide {
  size_t room; /* bytes behind a pending, zero at first */

  /* The first path is about to start. False: all that can be found is known
   * and was carried over, nothing is to be executed.
   *
   * 'foreseen' is NULL but for a run that does not explore everything: it gets
   * targets that remembered paths reach which hold, as a set of bits. What
   * these paths executed counts as covered. They are carried over in the end,
   * if not before: where a path is left out.
   */
  bool (*start) (guide *, pending *, uint64_t *foreseen);

  guidance (*ask) (guide *, const state *, choice_kind, uint32_t n,
                   size_t *n_out, const alternative **out);

  /* Values of 'ask' do not hold. False: only what was said just now is wrong,
   * and 'ask' is to be called again; true: GUIDE_ASTRAY.
   */
  bool (*stray) (guide *, pending *);

  /* The path takes these alternatives, each as the pending of the same index;
   * those that are carried are left out. What the path did and its digest are
   * those before.
   */
  void (*decide) (guide *, const state *, choice_kind, uint32_t n,
                  size_t n_taken, const uint32_t *taken, pending *const *into);

  /* A call returned, with fewer frames than there were since the last decision;
   * or one was made from where there are the fewest, one of the first few.
   * True: what the path leads to is known and was carried over. NULL: nobody
   * needs to know.
   */
  bool (*pass) (guide *, pending *);

  /* The path ends here, perhaps silently. False: not the one that is
   * remembered, as GUIDE_ASTRAY.
   */
  bool (*end) (guide *, pending *);

  /* The path is left out, and not explored any further by this run. What is
   * remembered behind it, and holds, is carried over. False: nothing is. If
   * 'open', then as what was cut: it is increased by the paths that go on
   * there, and these have the tests that they had.
   */
  bool (*leave) (guide *, pending *, uint64_t *open);

  /* Tests of the earlier run. NULL, all four: there are none. */

  /* A few of paths that are like this one; 'out' is cleared first. */
  void (*tests) (guide *, const state *, u32_vec *out);

  /* What a test gives these inputs, those that are in 'out' left out. False: it
   * has none for one of them.
   */
  bool (*values) (guide *, uint32_t test, size_t n, const term *leaf,
                  model *out);

  /* The values of the test of the path with the same decisions, if they lead
   * here, become those of this path. Has it those of such a test?
   */
  bool (*adopt) (guide *, pending *);

  /* The path is an old one so far, and no code changed on the way to where that
   * was decided next.
   */
  bool (*validates) (guide *, const pending *);
};
