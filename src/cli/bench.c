/* reprise bench: reprise-lab has it. */

#include "cli/cli.h"

int cli_bench (context *c, int argc, char **argv) {
  if (c->extension)
    return c->extension->bench (c, argc, argv);
  trouble_set (&c->trouble, ST_ELSEWHERE, "reprise has no tables to measure");
  return cli_trouble (c);
}
