/* reprise-test: reprise, with what runs a whole project. */

#include "cli/cli.h"

#include "project/test_command.h"

int main (int argc, char **argv) {
  const extension added = {.test = test_command};
  return cli_main (argc, argv, &added, cli_dispatch);
}
