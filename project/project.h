#pragma once

/* reprise test: all functions of a project, and what they show. */

#include "project/configuration.h"
#include "project/found.h"
#include "project/ledger.h"

typedef struct project {
  context *context;
  memory *mem;
  arena texts;
  const char *folder; /* as given */
  survey survey;
  configuration settings;
  job_vec jobs;
  ledger ledger;
  size_t skipped;   /* functions that the settings leave out */
  size_t unchanged; /* that are as they were, with --since */
  found found;
  coverage coverage; /* by all of them */
  uint64_t time;     /* ns */
} project;

typedef struct project_counts {
  size_t whole, kept; /* jobs */
  uint64_t tests, complete, error, cut, queries, solved, instructions;
} project_counts;

project_counts project_count (const project *);
int project_status (const project *); /* exit_status.h */

void project_print (const project *);
json_t *project_json (const project *);
