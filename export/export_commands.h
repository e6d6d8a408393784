#pragma once

/* The subcommands of reprise-export: what they return is its exit status. */

#include "context/context.h"

struct suite;

int report_command (context *, int argc, char **argv);
int tests_command (context *, int argc, char **argv);

/* tests diff, with the operands behind it. */
int tests_diff_command (context *, int argc, char **argv);

/* tests export: those of the suite in the directory; picked by numbers? */
int export_command (context *, struct suite *, const char *directory, size_t n,
                    const uint32_t *index, bool is_picked);
