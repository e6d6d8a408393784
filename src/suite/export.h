#pragma once

/* Tests as files for others.
 *
 *   ktest    test000001.ktest ...                      (suite/ktest.h)
 *   xml      metadata.xml, test000001.xml ...          Test-Comp 1.1
 *   c        test000001.c ..., each a program that compiles alone
 *   cmocka   tests.c, one group with all of them
 */

#include "suite/suite.h"

typedef struct export_request {
  memory *mem;
  suite *suite;
  test_format format;
  const char *directory;
  const uint32_t *index;
  uint32_t n;
} export_request;

typedef struct export_counts {
  uint32_t tests, files;
  uint32_t left_out; /* of paths that were cut: C has no end to check */
} export_counts;

status export_tests (const export_request *, export_counts *, trouble *);
