#pragma once

/* What the commands of reprise-lab are beside those of reprise. */

#include "cli/cli.h"

int lab_bench (context *, int argc, char **argv);
int lab_certify (context *, int argc, char **argv);
int lab_solve (context *, int argc, char **argv);
int lab_store (context *, int argc, char **argv);

/* Files generated from the tables: "options" or "man", on standard output. */
int lab_documents (const char *which);
