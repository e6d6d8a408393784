/* reprise bench: reprise-lab has it. */

#include "cli/cli.h"

int cli_bench (context *c, int argc, char **argv) {
  const extension *x = c->extension;
  return x ? x->bench (c, argc, argv) : cli_hand_over (c, "reprise bench");
}
