/* reprise report: what the last run found, from its output directory. */

#include "cli/cli.h"

#include "base/grouped.h"
#include "export/export_commands.h"
#include "export/formats.h"
#include "export/kept_report.h"
#include "export/webpage.h"
#include "report/report_json.h"
#include "report/verdict.h"

/* Coverage of each file, and what was not executed. */

/* "3, 7-9": neighbours are one span. */
static void print_lines (size_t n, const uint32_t *line) {
  for (size_t i = 0; i < n;) {
    uint32_t first = line[i], last = first;
    const char *comma = i ? "," : "";
    while (++i < n && line[i] == last + 1)
      last++;
    printf (last > first ? "%s %u-%u" : "%s %u", comma, first, last);
  }
}

static void print_source (const report_source *s) {
  printf ("%s: %s of %s lines\n", s->file, GROUPED (s->coverage.lines_covered),
          GROUPED (s->coverage.lines));
  if (s->n_uncovered) {
    printf ("  not executed:");
    print_lines (s->n_uncovered, s->uncovered);
    putchar ('\n');
  }
  const char *before = "  not called:";
  for (size_t i = 0; i < s->n_functions; i++)
    if (!s->function[i].is_called) {
      printf ("%s %s", before, s->function[i].name);
      before = ",";
    }
  if (*before == ',')
    putchar ('\n');
}

static void print_sources (const report *r) {
  for (size_t i = 0; i < r->n_sources; i++)
    print_source (r->sources + i);
}

static void report_show (const options *opts, const report *r) {
  if (opts->json) {
    cli_print_json (report_json (r, NULL));
    return;
  }
  report_print (r);
  if (opts->lines)
    print_sources (r);
}

/* Files. */

static void tell_written (const options *o, const char *path) {
  if (path && !o->quiet && strcmp (path, "-"))
    printf ("wrote %s\n", path);
}

static status write_files (const report *r, trouble *why) {
  const options *o = &r->context->options;
  status st = o->html ? webpage_write (r, o->html, why) : ST_OK;
  if (!st)
    st = formats_write (r, why);
  if (!st) {
    tell_written (o, o->html);
    tell_written (o, o->lcov);
    tell_written (o, o->sarif);
  }
  return st;
}

int report_command (context *c, int argc, char **argv) {
  const options *o = &c->options;
  unsigned allowed;
  if (argc > 1)
    trouble_set (&c->trouble, ST_USAGE,
                 "give one directory; '%s' is a second one", argv[1]);
  if (argc > 1 || verdict_allow (o->allow_incomplete, &allowed, &c->trouble))
    return cli_trouble (c);
  report r;
  arena texts;
  arena_init (&texts, &c->memory);
  status st = kept_report_read (c, argc ? argv[0] : CLI_DIRECTORY, &texts, &r,
                                &c->trouble);
  r.store = o->store;
  if (!st && (o->html || o->lcov || o->sarif))
    st = write_files (&r, &c->trouble);
  else if (!st)
    report_show (o, &r);
  arena_release (&texts);
  return st ? cli_trouble (c) : CLI_OK;
}
