/* reprise-export: reprise, with what shows a run that is over, and its tests.
 */

#include "cli/cli.h"

#include "export/export_commands.h"

int main (int argc, char **argv) {
  const extension added = {.report = report_command, .tests = tests_command};
  return cli_main (argc, argv, &added, cli_dispatch);
}
