#include "cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

int cli_solve (context *c, int argc, char **argv) {
  if (argc != 1) {
    trouble_set (&c->trouble, ST_USAGE,
                 "solve needs one file, as in 'reprise solve FILE.smt2'");
    return cli_trouble (c);
  }
  FILE *file = fopen (argv[0], "r");
  if (!file) {
    trouble_set (&c->trouble, ST_NOFILE, "cannot read '%s': %s", argv[0],
                 strerror (errno));
    return cli_trouble (c);
  }
  fclose (file);
  return CLI_OK;
}
