/* reprise run: explore the paths of a C program. */

#include "cli/cli.h"

int cli_run (context *c, int argc, char **argv) {
  (void) argc;
  (void) argv;
  trouble_set (&c->trouble, ST_UNSUPPORTED, "'run' is being built");
  return cli_trouble (c);
}
