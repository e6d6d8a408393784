#include "context/budget.h"

#include "base/clock.h"

static uint64_t deadline_after (uint64_t ns) {
  uint64_t now = clock_now ();
  return ns < BUDGET_FOREVER - now ? now + ns : 0; /* beyond time: none */
}

void budget_init (budget *b, uint64_t ns, const memory *account) {
  b->deadline = ns ? deadline_after (ns) : 0;
  b->account = account;
}

budget budget_within (const budget *outer, uint64_t ns) {
  budget inner;
  budget_init (&inner, ns, outer->account);
  if (!inner.deadline || (outer->deadline && outer->deadline < inner.deadline))
    inner.deadline = outer->deadline;
  return inner;
}

uint64_t budget_remaining (const budget *b) {
  if (!b->deadline)
    return BUDGET_FOREVER;
  uint64_t now = clock_now ();
  return now < b->deadline ? b->deadline - now : 0;
}

budget_end budget_check (const budget *b) {
  if (b->account && memory_exceeded (b->account))
    return BUDGET_MEMORY;
  return b->deadline && clock_now () >= b->deadline ? BUDGET_TIME : BUDGET_LEFT;
}

const char *budget_end_text (budget_end end) {
  static const char *const texts[] = {"within limits", "time limit",
                                      "memory limit"};
  return texts[end];
}
