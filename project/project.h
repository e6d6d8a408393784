#pragma once

/* reprise test: all functions of a project, and what they show. */

#include "project/configuration.h"
#include "project/found.h"
#include "project/ledger.h"

/* Something that is said of several functions in the same words. */
typedef struct told_once {
  const char *text;
  const job *first; /* NULL: of none */
  size_t jobs;
} told_once;
typedef VEC (told_once) told_list;

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
  told_list bounds, premises, warnings;
  uint64_t time; /* ns */
} project;

typedef struct project_counts {
  size_t whole, kept; /* jobs */
  uint64_t tests, complete, error, cut, queries, solved, instructions;
} project_counts;

project_counts project_count (const project *);
int project_status (const project *); /* exit_status.h */

/* Of all results, when they are there. */
void project_collect_premises (project *);
void project_print_bounds (const project *);

void project_print (const project *);
json_t *project_json (const project *);
