#include "solver/core.h"

#include "base/map.h"

/* The terms that are needed for sure come first, then those still to be
 * tried; the backend's core may remove several of the latter at once.
 */
static void keep_only (memory *mem, term_vec *core, const term_vec *smaller) {
  map in;
  map_init (&in, mem);
  for (size_t i = 0; i < smaller->len; i++)
    map_put (&in, smaller->data[i].id, 1);
  size_t len = 0;
  for (size_t i = 0; i < core->len; i++)
    if (map_find (&in, core->data[i].id))
      core->data[len++] = core->data[i];
  assert (len <= smaller->len); /* a part of what was asked */
  core->len = len;
  map_release (&in);
}

unsigned core_minimise (backend *b, memory *mem, term_vec *core,
                        unsigned max_checks, uint64_t deadline) {
  term_vec rest = {0}, smaller = {0};
  unsigned checks = 0;
  size_t needed = 0;
  verdict v = VERDICT_UNSAT;
  uint64_t effort = b->effort;
  b->class->reset (b);
  b->effort = BACKEND_BRIEF;
  while (needed < core->len && core->len > 1 && checks < max_checks &&
         v != VERDICT_UNKNOWN) {
    if (deadline && clock_now () >= deadline)
      break;
    vec_clear (&rest);
    for (size_t i = 0; i < core->len; i++)
      if (i != needed)
        vec_push (mem, &rest, core->data[i]);
    checks++;
    v = b->class->check (b, rest.len, rest.data, deadline);
    if (v != VERDICT_UNSAT) {
      needed++;
      continue;
    }
    vec_clear (&smaller);
    b->class->get_core (b, mem, &smaller);
    keep_only (mem, core, &smaller);
    if (needed > core->len)
      needed = core->len;
  }
  b->effort = effort;
  vec_release (mem, &rest, &smaller);
  return checks;
}
