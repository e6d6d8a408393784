/* reprise-lab: reprise and what was published before it. */

#include "lab/lab_main.h"

#include "explore/test_rule.h"
#include "lab/likely/shares.h"
#include "lab/published/published.h"

int main (int argc, char **argv) {
  if (argc == 2 && !strncmp (argv[1], "--dump-docs=", 12))
    return lab_documents (argv[1] + 12);
  extension lab = published;
  /* It goes on from what the program that handed over left: tests are executed
   * again, and the rule may miss paths anyway.
   */
  test_rule rule = published_test_rule;
  rule.build = hand_over_build;
  lab.test_rule = &rule;
  lab.bench = lab_bench;
  lab.certify = lab_certify;
  lab.solve = lab_solve;
  lab.store = lab_store;
  lab.counting = &counting_inputs;
  return cli_main (argc, argv, &lab, cli_dispatch);
}
