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
  while (n < most && l[n].file == file)
    n++;
  uint32_t *lines = arena_alloc (w->texts, 2 * n * sizeof *lines);
  uint32_t *missed = lines + n;
  for (size_t i = 0; i < n; i++)
    if (l[i].is_covered)
      lines[out->n_covered++] = l[i].line;
    else
      missed[out->n_uncovered++] = l[i].line;
  out->covered = lines;
  out->uncovered = missed;
  out->coverage.lines = n;
  out->coverage.lines_covered = out->n_covered;
  w->line += n;
}

/* Those before are of files without lines. */
static void take_branches (file_walk *w, uint32_t file, report_source *out) {
  const covered_branch *b = w->covered->branches.data;
  size_t end = w->branch, n = w->covered->branches.len;
  while (w->branch < n && b[w->branch].file < file)
    w->branch++;
  for (end = w->branch; end < n && b[end].file == file; end++)
    count_branch (&out->coverage, b + end);
  report_branch *all = arena_alloc (w->texts, (end - w->branch) * sizeof *all);
  out->branch = all;
  for (; w->branch < end; w->branch++)
    all[out->n_branches++] =
        (report_branch) {.line = b[w->branch].line,
                         .is_reached = b[w->branch].is_reached,
                         .was_true = b[w->branch].ways & 1,
                         .was_false = b[w->branch].ways & 2};
}

/* Behind take_branches. */
static void take_functions (file_walk *w, uint32_t file, report_source *out) {
  uint64_t sides = 0;
  const covered_function *f = w->covered->functions.data;
  size_t end, n = w->covered->functions.len;
  while (w->function < n && f[w->function].file < file)
    w->function++;
  for (end = w->function; end < n && f[end].file == file; end++)
    sides += f[end].sides;
  report_function *all =
      arena_alloc (w->texts, (end - w->function) * sizeof *all);
  out->function = all;
  for (; w->function < end; w->function++)
    all[out->n_functions++] = (report_function) {
        .name = program_function (w->covered->program, f[w->function].function)
                    ->name,
        .line = f[w->function].line,
        .is_called = f[w->function].is_covered};
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
