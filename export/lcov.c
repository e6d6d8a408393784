/* LCOV's tracefile: a record for each source file. */

#include "base/shown.h"
#include "base/whole_file.h"
#include "export/formats.h"

#include <limits.h>
#include <stdlib.h>

#define PUT(TEXT, ...) text_printf (NULL, TEXT, __VA_ARGS__)

static void put_functions (const report_source *s, char_vec *out) {
  size_t hit = 0;
  for (size_t i = 0; i < s->n_functions; i++) {
    const report_function *f = s->function + i;
    char_vec name = {0};
    shown_add (NULL, &name, f->name);
    PUT (out, "FN:%u,%s\nFNDA:%d,", f->line, text_c (NULL, &name),
         f->is_called);
    PUT (out, "%s\n", text_c (NULL, &name));
    vec_release (NULL, &name);
    hit += f->is_called;
  }
  PUT (out, "FNF:%zu\nFNH:%zu\n", s->n_functions, hit);
}

/* Branches of one line are numbered; "-": the line was never reached. */
static void put_branches (const report_source *s, char_vec *out) {
  unsigned found = 0, hit = 0, number = 0;
  uint32_t line = 0;
  for (size_t i = 0; i < s->n_branches; i++) {
    const report_branch *b = s->branch + i;
    number = b->line == line ? number + 1 : 0;
    line = b->line;
    for (unsigned way = 0; line && way < 2; way++) {
      bool is_taken = way ? b->was_false : b->was_true;
      PUT (out, "BRDA:%u,%u,%u,%s\n", line, number, way,
           !b->is_reached ? "-"
           : is_taken     ? "1"
                          : "0");
      found++;
      hit += is_taken;
    }
  }
  PUT (out, "BRF:%u\nBRH:%u\n", found, hit);
}

/* Executed or not, in the order of their numbers. */
static void put_lines (const report_source *s, char_vec *out) {
  size_t hit = 0, missed = 0;
  while (hit < s->n_covered || missed < s->n_uncovered) {
    bool is_hit =
        missed == s->n_uncovered ||
        (hit < s->n_covered && s->covered[hit] < s->uncovered[missed]);
    PUT (out, "DA:%u,%d\n", is_hit ? s->covered[hit] : s->uncovered[missed],
         is_hit);
    hit += is_hit;
    missed += !is_hit;
  }
  PUT (out, "LF:%zu\nLH:%zu\n", hit + missed, hit);
}

status lcov_write (const report *r, const char *path, trouble *why) {
  char_vec text = {0};
  for (size_t i = 0; i < r->n_sources; i++) {
    const report_source *s = r->sources + i;
    char absolute[PATH_MAX];
    PUT (&text, "TN:\nSF:%s\n",
         realpath (s->file, absolute) ? absolute : s->file);
    put_functions (s, &text);
    put_branches (s, &text);
    put_lines (s, &text);
    PUT (&text, "end_of_record\n");
  }
  status st = whole_file_write (path, text.data, text.len, why);
  vec_release (NULL, &text);
  return st;
}
