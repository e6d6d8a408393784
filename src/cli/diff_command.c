/* reprise diff: what does a change do? */

#include "cli/cli.h"

#include "diff/diffing.h"

static int diff_status (diff_answer a) {
  return a == DIFF_EQUIVALENT  ? CLI_OK
         : a == DIFF_DIFFERENT ? CLI_FOUND
                               : CLI_INCOMPLETE;
}

static int diff_show (context *c, diffing *d, const diff_request *q) {
  report rep;
  diff_result r;
  status st = cli_explore (diffing_run (d), &rep);
  if (!st)
    st = diffing_result (d, &rep, &r);
  if (st)
    return cli_trouble (c);
  if (c->options.json)
    cli_print_json (diff_json (&r, q));
  else if (c->options.markdown)
    diff_print_markdown (&r, q);
  else
    diff_print (&r);
  cli_print_stats (c);
  return diff_status (r.answer);
}

int cli_diff (context *c, int argc, char **argv) {
  if (argc < 2) {
    trouble_set (&c->trouble, ST_USAGE,
                 "diff needs two versions: 'reprise diff OLD.c NEW.c'");
    return cli_trouble (c);
  }
  diff_request q = {
      .before = argv[0], .now = argv[1], .argc = argc - 2, .argv = argv + 2};
  diffing *d;
  cli_limit_memory (c);
  if (diffing_open (c, &q, &d))
    return cli_trouble (c);
  int result = diff_show (c, d, &q);
  diffing_free (d);
  return result;
}
