#pragma once

/* What memo.c (opening, saving), memo_carry.c (what holds is carried over),
 * memo_follow.c (what is known at a question), memo_record.c (decisions and
 * ends of now) and memo_tests.c share.
 */

#include "memo/carrier.h"
#include "memo/likeness.h"
#include "memo/memo.h"
#include "memo/moment.h"
#include "memo/range.h"
#include "memo/seeds.h"

#define NOWHERE UINT32_MAX

/* A moment on the way from the last decision, where a call returned or began.
 */
typedef struct trail_mark {
  hash128 digest; /* of the state, ... */
  uint64_t key;   /* ... and of its constraints */
  uint64_t site;  /* where the call returned to, or what it called */
  uint64_t instructions, questions, asked;
  size_t blocks; /* of the way, before it */
} trail_mark;

#define TRAIL_MARKS 6

/* What is kept of a path: where it is in the trie of now and in the last one.
 * It is plain data behind the pending (guide.room), all zero at first.
 */
typedef struct trail {
  uint32_t node;   /* in the trie that is made */
  uint32_t old;    /* in the one it follows, plus 1; 0: none */
  uint32_t behind; /* the same, if it is only known what is from there on */
  uint32_t lower, upper; /* of a range: where its bounds are, plus 1, while
                            the path is on them; 0: it is within */
  kinship likeness;
  uint32_t adopted; /* the test whose values it has, plus 1; 0: none */
  uint32_t doubted; /* with --check=2: the node of the past that it is said to
                       come to, plus 1 */
  uint32_t unnoted; /* decisions since its state was noted */
  uint32_t n_returns, n_marks;
  trail_mark mark[TRAIL_MARKS];
} trail;

static inline trail *trail_of (const pending *p) {
  return (trail *) (void *) (p + 1);
}

struct memo {
  guide guide; /* first: the explorer knows us by it */
  memo_config config;
  memory *mem;
  program *program;
  explorer *explorer;
  machine *machine;
  recorder recorder;
  old_trie old_trie;
  range range;
  bool has_range, is_share;   /* of the last run: see memo_set_share */
  u32_vec on_lower, on_upper; /* blocks that count as soon as a path comes
                                 from this bound into the range */
  bool has_past;
  likeness likeness; /* with a past */
  seeds seeds;       /* with a past */
  bool is_settled;   /* the file that is there is as good as a new one */
  bool has_moved;    /* but for lines where tests end */
  carrier carrier;   /* of the past to the recorder */
  map source; /* node plus 1 -> what was there, plus 1; if all is the same */
  bool is_rejoining;       /* this question says where the path is */
  uint32_t following;      /* the decision that is asked about, or NOWHERE */
  VEC (alternative) known; /* its alternatives ... */
  u32_vec kids;            /* ... and the nodes behind them */
  uint32_t last_test;      /* index plus 1; 0: the path has none */
  uint32_t ended; /* the node that gets the next test, or NOWHERE: none does */
  uint64_t adoptions, adoptions_tried, adoptions_left_out;
  model *adopting; /* work space; with a past */
  moments moments;
  uint64_t spent, gained, unlooked; /* see is_worth_looking */
  bool has_moments;                 /* they are recorded ... */
  map returns;   /* site -> marks there << 32 | those that were of use */
  map moment_at; /* ... and looked for: key -> index in the past plus 1 */
  map test_at;   /* digest of a path -> index of its test plus 1 */
  bool has_test_at;
  uint32_t last_number;  /* of a test, with 'test_at' */
  VEC (uint8_t) is_used; /* tests of the past */
  map number_at;         /* number of such a test -> index plus 1 */
  u32_vec blocks;        /* work space */
  u32_vec list;
  spot_vec spots;
  source_places calls;
};

/* The path is off the trie: is it in a state that the last run was in at a
 * decision? Then it is there again, and 'following' is the node.
 */
bool memo_rejoin (memo *, const state *, choice_kind, uint32_t n);

/* The state of a path at the node that is a decision now; the best of its marks
 * on the way to an end.
 */
void memo_note_moment (memo *, const state *, choice_kind, uint32_t n);
void memo_note_way (memo *, const pending *);

/* With --check=2 nothing is carried over, followed or rejoined, but everything
 * has to be what it was said to be: this question, decided so, where each
 * choice is followed by a node to be doubted, plus 1; an end of this kind.
 */
bool memo_doubts (const memo *);
void memo_doubt_decision (memo *, const state *, choice_kind, uint32_t among,
                          uint32_t doubted, size_t n, const uint32_t *choice,
                          pending *const *into);
void memo_doubt_end (memo *, const state *, uint32_t doubted, shape_kind);

/* With a rule: an old test took all decisions of this path, in code that is as
 * it was.
 */
bool memo_keeps_test (memo *, const pending *);

/* Are moments recorded? And is there one to be found? */
void memo_open_moments (memo *);

static inline memo *memo_of (guide *g) { return (memo *) g; }

/* Carry over a whole subtree of the past to a node of now. What does not hold
 * in it is open, and added to 'open'; NULL: nobody asks, and such paths need no
 * tests. 'path' and 'met' are those of a pending there.
 */
void memo_carry (memo *, uint32_t from, uint32_t to, hash128 path, uint64_t met,
                 uint64_t *open);

/* The block that decides there (a choice_kind), and how the choice leaves it,
 * as machine_take_blocks would have it: block.index * 4 + way. A check that is
 * made by a branch does not.
 */
uint32_t memo_way (const memo *, uint8_t what, spot, uint32_t choice);

/* The path ends as the one of this moment did: what is behind it is its own. */
void memo_carry_way (memo *, pending *, const trie_moment *);

/* Targets on the ways to ends that have a test, and hold; what is on these ways
 * counts as covered.
 */
uint64_t memo_foresee (memo *);

/* The path is none that is remembered. */
void memo_lose_trail (pending *);

/* Of the path since its last decision. */
shape memo_shape (memo *, const pending *, shape_kind);

/* Each file has its part of the guide. */
void memo_guide_carrying (guide *);
void memo_guide_following (guide *);
void memo_guide_recording (guide *);
void memo_guide_rejoining (guide *);
void memo_guide_seeding (guide *); /* with a past */
