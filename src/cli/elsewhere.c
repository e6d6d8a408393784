/* Subcommands that only programs beside this one have: they go on with them. */

#include "cli/cli.h"

#define ELSEWHERE(NAME, SENTENCE) \
  int cli_##NAME (context *c, int argc, char **argv) { \
    if (c->extension && c->extension->NAME) \
      return c->extension->NAME (c, argc, argv); \
    trouble_set (&c->trouble, ST_ELSEWHERE, SENTENCE); \
    return cli_trouble (c); \
  }

ELSEWHERE (bench, "reprise has no tables to measure")
ELSEWHERE (certify, "reprise does not check its own runs")
ELSEWHERE (solve, "reprise reads no scripts")
ELSEWHERE (store, "reprise only uses stores")

/* Those of other programs than reprise-lab. */
#define OTHER(NAME, PROGRAM, SENTENCE) \
  int cli_##NAME (context *c, int argc, char **argv) { \
    if (c->extension && c->extension->NAME) \
      return c->extension->NAME (c, argc, argv); \
    hand_over (PROGRAM); \
    trouble_set (&c->trouble, ST_USAGE, \
                 SENTENCE "; try " PROGRAM \
                          ", which 'make' builds beside this program"); \
    return cli_trouble (c); \
  }

OTHER (fleet, "reprise-fleet", "reprise knows no other machines")
OTHER (worker, "reprise-fleet", "reprise knows no other machines")
OTHER (diff, "reprise-diff", "reprise does not compare versions")
OTHER (watch, "reprise-diff", "reprise does not watch files")
OTHER (report, "reprise-export", "reprise does not show old results")
OTHER (test, "reprise-test", "reprise runs one program at a time")
OTHER (tests, "reprise-export", "reprise does not show tests")

int cli_klee (context *c, int argc, char **argv) {
  (void) argc, (void) argv;
  hand_over ("reprise-klee");
  trouble_set (&c->trouble, ST_USAGE,
               "reprise does not speak as KLEE does; try reprise-klee, which "
               "'make' builds beside this program");
  return cli_trouble (c);
}
