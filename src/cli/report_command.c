/* reprise report: what the last run found, from its output directory. */

#include "cli/cli.h"

#include "report/webpage.h"

static void show (const options *o, const report_file *r) {
  if (o->json) {
    cli_print_json (json_incref ((json_t *) report_file_json (r)));
    return;
  }
  report_print (report_file_report (r));
  if (o->lines)
    report_file_print_lines (r);
}

int cli_report (context *c, int argc, char **argv) {
  if (argc > 1) {
    trouble_set (&c->trouble, ST_USAGE,
                 "give one directory; '%s' is a second one", argv[1]);
    return cli_trouble (c);
  }
  report_file *r =
      report_file_open (c, argc ? argv[0] : CLI_DIRECTORY, &c->trouble);
  if (!r)
    return cli_trouble (c);
  status st = ST_OK;
  if (c->options.html)
    st = webpage_write (r, c->options.html, &c->trouble);
  else
    show (&c->options, r);
  report_file_free (r);
  return st ? cli_trouble (c) : CLI_OK;
}
