/* 13 decisions, 8,192 paths. Stage d is reached by a share of 2^-d of them:
 * when all decisions before it and its own go one way.
 */
#include <klee/klee.h>

#define N 13

static int hit (int n) { return n + 1; }
static int miss (int n) { return n - 1; }

#define STAGE(D) \
  static int stage_##D (int n) { return n ^ (D + 100); }
/* The function of a stage has a line of its own, so that it can be edited. */
STAGE (0)
STAGE (1)
STAGE (2)
STAGE (3)
STAGE (4)
STAGE (5)
STAGE (6)
STAGE (7)
STAGE (8)
STAGE (9)
STAGE (10)
STAGE (11)
STAGE (12)

#define STEP(D) \
  if (in[D] > 100) { \
    n = hit (n); \
  } else { \
    n = miss (n); \
    all = 0; \
  } \
  if (all) \
    n = stage_##D (n);

int main (void) {
  unsigned char in[N];
  int n = 0, all = 1;
  klee_make_symbolic (in, sizeof in, "in");
  STEP (0)
  STEP (1)
  STEP (2)
  STEP (3)
  STEP (4)
  STEP (5)
  STEP (6)
  STEP (7)
  STEP (8)
  STEP (9)
  STEP (10)
  STEP (11)
  STEP (12)
  return n & 1;
}
