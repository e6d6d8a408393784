/* Lines and branches: from the blocks that were executed. */

#include "report/report.h"

coverage coverage_of (const covered *c) {
  coverage out = {.lines = c->lines.len, .branches = 2 * c->branches.len};
  for (size_t i = 0; i < c->lines.len; i++)
    out.lines_covered += c->lines.data[i].is_covered;
  for (size_t i = 0; i < c->branches.len; i++)
    out.branches_covered +=
        (unsigned) __builtin_popcount (c->branches.data[i].ways);
  return out;
}
