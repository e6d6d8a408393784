/* reprise-lab: reprise and what was published before it. */

#include "lab/lab_main.h"

static const extension lab = {.bench = lab_bench};

int main (int argc, char **argv) { return cli_main (argc, argv, &lab); }
