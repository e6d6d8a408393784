/* reprise solve: reprise-lab has it. */

#include "cli/cli.h"

int cli_solve (context *c, int argc, char **argv) {
  if (c->extension)
    return c->extension->solve (c, argc, argv);
  trouble_set (&c->trouble, ST_ELSEWHERE, "reprise reads no scripts");
  return cli_trouble (c);
}
