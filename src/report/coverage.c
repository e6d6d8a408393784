/* Lines and branches: from the blocks that were executed. */

#include "base/map.h"
#include "report/report.h"

typedef struct lines {
  map seen; /* file and line -> 1 seen, 2 covered */
} lines;

static void add_lines (lines *l, const code *c, const block *b,
                       bool is_covered) {
  for (uint32_t i = b->first; i < b->first + b->n; i++) {
    place at = c->place[i];
    if (!at.line || !at.file)
      continue;
    uint64_t *v = map_at (&l->seen, (uint64_t) at.file << 32 | at.line);
    if (is_covered)
      *v = 2;
    else if (!*v)
      *v = 1;
  }
}

static bool ends_in_branch (const code *c, const block *b) {
  return b->n && c->insn[b->first + b->n - 1].op == OP_BRANCH;
}

static void add_function (program *p, uint32_t f, const uint8_t *covered,
                          uint32_t n, const uint8_t *branches, lines *l,
                          coverage *out) {
  const code *c = program_code (p, f);
  for (uint32_t i = 0; i < c->n_blocks; i++) {
    const block *b = c->block + i;
    bool was_here = b->index < n && covered[b->index / 8] >> b->index % 8 & 1;
    add_lines (l, c, b, was_here);
    if (!ends_in_branch (c, b))
      continue;
    uint8_t ways = b->index < n ? branches[b->index] : 0;
    out->branches += 2;
    out->branches_covered += (ways & 1) + (ways >> 1 & 1);
  }
}

coverage coverage_of (program *p, const machine *m) {
  coverage out = {0};
  lines l;
  uint32_t n, n_branches;
  const uint8_t *covered = machine_covered (m, &n);
  const uint8_t *branches = machine_branches (m, &n_branches);
  map_init (&l.seen, NULL);
  for (uint32_t f = 0; f < program_count_functions (p); f++) {
    const function *fn = program_function (p, f);
    if (fn->is_users && fn->has_body)
      add_function (p, f, covered, n, branches, &l, &out);
  }
  for (size_t i = 0; i < l.seen.cap; i++)
    if (l.seen.slot[i].key) {
      out.lines++;
      out.lines_covered += l.seen.slot[i].value == 2;
    }
  map_release (&l.seen);
  return out;
}
