#pragma once

/* One test, three ends: as it was recorded, as the machine executes it again,
 * as it ends natively.
 */

#include "export/recorded.h"
#include "export/replay.h"
#include "runtime/replay/replay.h"

typedef struct comparison {
  char recorded[256]; /* "" if the machine ends so again */
  char ours[256];
  char natively[256];
  const char *remark;
  native_kind kind;
  bool is_native_same; /* as ours: only what was recorded differs */
} comparison;

/* Where the native run may stop, 0: nowhere. */
uint64_t compare_stop_after (const recorded *);

/* Texts are filled if they do not agree. NULL: nothing was run natively. */
void compare_test (const testcase *, const recorded *,
                   const struct replay_result *or_null, comparison *out);
