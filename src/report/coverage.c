/* Lines and branches: from the blocks that were executed. */

#include "report/report.h"

static void count_branch (coverage *out, const covered_branch *b) {
  assert (b->ways < 4); /* bits: one for each way */
  out->branches += 2;
  out->branches_covered += (b->ways & 1u) + (b->ways >> 1 & 1u);
}

static void count_folded (coverage *out, uint64_t sides) {
  out->folded = sides > out->branches ? sides - out->branches : 0;
}

coverage coverage_of (const covered *c) {
  uint64_t sides = 0;
  coverage out = {.lines = c->lines.len};
  for (size_t i = 0; i < c->lines.len; i++)
    out.lines_covered += c->lines.data[i].is_covered;
  for (size_t i = 0; i < c->branches.len; i++)
    count_branch (&out, c->branches.data + i);
  for (size_t i = 0; i < c->functions.len; i++)
    sides += c->functions.data[i].sides;
  count_folded (&out, sides);
  return out;
}

/* By file. Lines, branches and functions of a file follow each other in their
 * lists; a file without lines has none of the others to tell of.
 */

typedef struct file_walk {
  const covered *covered;
  arena *texts;
  size_t line, branch, function; /* the next of each */
} file_walk;

static void take_lines (file_walk *w, uint32_t file, report_source *out) {
  const covered_line *l = w->covered->lines.data + w->line;
  size_t n = 0, most = w->covered->lines.len - w->line;
  for (n = 0; n < most && l[n].file == file; n++)
    out->coverage.lines_covered += l[n].is_covered;
  out->coverage.lines = n;
  uint32_t *missed = arena_alloc (w->texts, (n - out->coverage.lines_covered) *
                                                sizeof *missed);
  out->uncovered = missed;
  for (size_t i = 0; i < n; i++)
    if (!l[i].is_covered)
      missed[out->n_uncovered++] = l[i].line;
  assert (out->n_uncovered == n - out->coverage.lines_covered);
  w->line += n;
}

static void take_branches (file_walk *w, uint32_t file, report_source *out) {
  for (; w->branch < w->covered->branches.len; w->branch++) {
    const covered_branch *b = w->covered->branches.data + w->branch;
    if (b->file > file)
      break;
    if (b->file == file)
      count_branch (&out->coverage, b);
  }
}

/* Behind take_branches. */
static void take_functions (file_walk *w, uint32_t file, report_source *out) {
  uint64_t sides = 0;
  const covered_function *f = w->covered->functions.data;
  size_t end = w->function, n = w->covered->functions.len;
  while (end < n && f[end].file <= file)
    end++;
  const char **names =
      arena_alloc (w->texts, (end - w->function) * sizeof *names);
  out->uncalled = names;
  for (; w->function < end; w->function++) {
    if (f[w->function].file != file)
      continue;
    sides += f[w->function].sides;
    if (!f[w->function].is_covered)
      names[out->n_uncalled++] =
          program_function (w->covered->program, f[w->function].function)->name;
  }
  count_folded (&out->coverage, sides);
}

void coverage_by_file (const covered *c, arena *texts, report *out) {
  file_walk w = {.covered = c, .texts = texts};
  size_t most = 0;
  for (size_t i = 0; i < c->lines.len; i++)
    most += !i || c->lines.data[i].file != c->lines.data[i - 1].file;
  report_source *source = arena_alloc (texts, most * sizeof *source);
  for (size_t i = 0; i < most; i++) {
    assert (w.line < c->lines.len); /* take_lines stopped at the next file */
    uint32_t file = c->lines.data[w.line].file;
    source[i] = (report_source) {.file = program_file (c->program, file)};
    take_lines (&w, file, source + i);
    take_branches (&w, file, source + i);
    take_functions (&w, file, source + i);
  }
  assert (w.line == c->lines.len); /* lines of a file follow each other */
  out->n_sources = most;
  out->sources = source;
}
