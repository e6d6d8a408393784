/* LCOV's tracefile: a record for each source file. */

#include "base/shown.h"
#include "report/files.h"

#include <limits.h>

typedef struct tracefile {
  const report *report;
  const covered *covered;
  char_vec text;
  size_t line, branch, function; /* the next of each */
} tracefile;

#define PUT(T, ...) text_printf (NULL, &(T)->text, __VA_ARGS__)

static void put_functions (tracefile *t, uint32_t file) {
  const covered *c = t->covered;
  unsigned found = 0, hit = 0;
  for (; t->function < c->functions.len; t->function++) {
    const covered_function *f = c->functions.data + t->function;
    if (f->file != file)
      break;
    char_vec name = {0};
    shown_add (NULL, &name,
               program_function (t->covered->program, f->function)->name);
    PUT (t, "FN:%u,%s\nFNDA:%d,", f->line, text_c (NULL, &name), f->is_covered);
    PUT (t, "%s\n", text_c (NULL, &name));
    vec_release (NULL, &name);
    found++;
    hit += f->is_covered;
  }
  assert (t->function == c->functions.len || /* sorted by file */
          c->functions.data[t->function].file > file);
  PUT (t, "FNF:%u\nFNH:%u\n", found, hit);
}

/* Branches of one line are numbered; "-": the line was never reached. */
static void put_branches (tracefile *t, uint32_t file) {
  const covered *c = t->covered;
  unsigned found = 0, hit = 0, number = 0;
  uint32_t line = 0;
  for (; t->branch < c->branches.len; t->branch++) {
    const covered_branch *b = c->branches.data + t->branch;
    if (b->file != file)
      break;
    number = b->line == line ? number + 1 : 0;
    line = b->line;
    for (unsigned way = 0; line && way < 2; way++) {
      bool is_taken = b->ways >> way & 1;
      PUT (t, "BRDA:%u,%u,%u,%s\n", line, number, way,
           !b->is_reached ? "-"
           : is_taken     ? "1"
                          : "0");
      found++;
      hit += is_taken;
    }
  }
  assert (t->branch == c->branches.len || /* sorted by file */
          c->branches.data[t->branch].file > file);
  PUT (t, "BRF:%u\nBRH:%u\n", found, hit);
}

static void put_lines (tracefile *t, uint32_t file) {
  const covered *c = t->covered;
  unsigned found = 0, hit = 0;
  for (; t->line < c->lines.len; t->line++) {
    const covered_line *l = c->lines.data + t->line;
    if (l->file != file)
      break;
    PUT (t, "DA:%u,%d\n", l->line, l->is_covered);
    found++;
    hit += l->is_covered;
  }
  assert (t->line == c->lines.len || /* sorted by file */
          c->lines.data[t->line].file > file);
  PUT (t, "LF:%u\nLH:%u\n", found, hit);
}

static void put_file (tracefile *t, uint32_t file) {
  char absolute[PATH_MAX];
  const char *path = program_file (t->covered->program, file);
  PUT (t, "TN:\nSF:%s\n", realpath (path, absolute) ? absolute : path);
  put_functions (t, file);
  put_branches (t, file);
  put_lines (t, file);
  PUT (t, "end_of_record\n");
}

/* What has no file (made by the compiler), or is in one without lines. */
static void skip_until (tracefile *t, uint32_t file) {
  const covered *c = t->covered;
  while (t->function < c->functions.len &&
         c->functions.data[t->function].file < file)
    t->function++;
  while (t->branch < c->branches.len && c->branches.data[t->branch].file < file)
    t->branch++;
}

status lcov_write (const report *r, const char *path, trouble *why) {
  tracefile t = {.report = r, .covered = r->covered};
  assert (t.covered); /* --lcov asked for it */
  while (t.line < t.covered->lines.len) {
    uint32_t file = t.covered->lines.data[t.line].file;
    skip_until (&t, file);
    put_file (&t, file);
  }
  status st = whole_file_write (path, t.text.data, t.text.len, why);
  vec_release (NULL, &t.text);
  return st;
}
