#pragma once

/* A file of tests that people keep with their program: which tests are in it,
 * and what becomes of those that are there. Who writes a format adds the head
 * and the tests (export_unit.h, export_sh.h).
 */

#include "export/export.h"
#include "export/tested.h"

#include <limits.h>

typedef struct kept_file {
  const export_request *request;
  memory *mem;
  const suite_facts *facts;
  const unit_format *format;
  const char *entry; /* with it names begin */
  trouble *trouble;
  export_counts *counts;
  tested tested;
  retrace *retrace;
  behaviour paths;
  u32_vec chosen; /* for which there is no test yet: index in the suite */
  filed_tests in_file;
  map filed;   /* keys of tests in the file, by marks and as they are now */
  map holds;   /* keys of all paths */
  map written; /* by some path (behaviour_written) */
  unit_tests tests;
  char directory[PATH_MAX]; /* absolute: loading goes elsewhere */
  char_vec name, path, head;
  char_vec old; /* text of the file */
} kept_file;

/* Loads the program and executes the tests along their paths. On trouble there
 * is something to release, too. ST_BADINPUT: the program is another now.
 */
status kept_file_open (kept_file *, const export_request *, const char *entry,
                       export_counts *, trouble *);

/* Which paths get a test: all classes of behaviour, except for what is filed.
 */
void kept_file_choose (kept_file *);

/* The file with 'head' and 'tests'. */
status kept_file_write (kept_file *);
void kept_file_release (kept_file *);

/* The key of a path that was followed (behaviour_key). */
uint64_t kept_file_key (const kept_file *, uint32_t index);
