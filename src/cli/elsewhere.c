/* Subcommands that only reprise-lab has: it goes on with them. */

#include "cli/cli.h"

#define ELSEWHERE(NAME, SENTENCE) \
  int cli_##NAME (context *c, int argc, char **argv) { \
    if (c->extension) \
      return c->extension->NAME (c, argc, argv); \
    trouble_set (&c->trouble, ST_ELSEWHERE, SENTENCE); \
    return cli_trouble (c); \
  }

ELSEWHERE (bench, "reprise has no tables to measure")
ELSEWHERE (certify, "reprise does not check its own runs")
ELSEWHERE (solve, "reprise reads no scripts")
