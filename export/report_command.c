/* reprise report: what the last run found, from its output directory. */

#include "cli/cli.h"

#include "export/export_commands.h"
#include "export/webpage.h"
#include "report/report_file.h"
#include "report/report_json.h"

static void report_show (const options *opts, const report *r) {
  if (opts->json) {
    cli_print_json (report_json (r, NULL));
    return;
  }
  report_print (r);
  if (opts->lines)
    report_print_sources (r);
}

static status report_write_page (context *c, const report *r) {
  status st = webpage_write (r, c->options.html, &c->trouble);
  if (!st && !c->options.quiet && strcmp (c->options.html, "-"))
    printf ("wrote %s\n", c->options.html);
  return st;
}

int report_command (context *c, int argc, char **argv) {
  if (argc > 1) {
    trouble_set (&c->trouble, ST_USAGE,
                 "give one directory; '%s' is a second one", argv[1]);
    return cli_trouble (c);
  }
  report r;
  arena texts;
  arena_init (&texts, &c->memory);
  status st = report_file_read (c, argc ? argv[0] : CLI_DIRECTORY, &texts, &r,
                                &c->trouble);
  if (!st && c->options.html)
    st = report_write_page (c, &r);
  else if (!st)
    report_show (&c->options, &r);
  arena_release (&texts);
  return st ? cli_trouble (c) : CLI_OK;
}
