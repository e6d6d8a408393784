#pragma once

/* Tests as files for others.
 *
 *   ktest    test000001.ktest ...                      (suite/ktest.h)
 *   xml      metadata.xml, test000001.xml ...          Test-Comp 1.1
 *   corpus   test000001 ...     what a fuzzer feeds    (corpus.h)
 *   c, cmocka, gtest, unity, check    of a function: test_NAME.c
 *                                     (export_unit.h)
 *   c, cmocka    of others: tests.c    (export_c.h)
 *   sh, bats     of a program: test_NAME.sh    (export_sh.h)
 */

#include "export/maintained.h"
#include "suite/suite.h"

typedef struct export_request {
  context *context;
  memory *mem;
  suite *suite;
  test_format format;
  const char *directory;
  const uint32_t *index;
  uint32_t n;
  bool
      is_native; /* what tests of functions say is confirmed (unit_confirm.h) */
  bool is_whole; /* each of them, not one of each class (behaviour.h) */
} export_request;

typedef enum left_why {
  LEFT_MISUSE, /* whoever calls it so is wrong */
  LEFT_CUT,    /* its path has no end that a test can check */
  LEFT_UNSAID, /* the format cannot say it */
  LEFT_COUNT
} left_why;

typedef struct export_counts {
  uint32_t tests, files;
  uint32_t left_out[LEFT_COUNT];
  uint32_t fewer;        /* say less than was explored: it differs natively */
  maintained maintained; /* of a file that was there */
} export_counts;

status export_tests (const export_request *, export_counts *, trouble *);
