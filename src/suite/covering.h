#pragma once

/* What each test of a suite covers, and the choice of a small suite by it.
 *
 * An item is a block of the user's code, a side of a branch, or a vector of a
 * decision: two of these show that a condition matters. Tests that
 * cover the same share a set. It lies beside the suite, for which it is made:
 * docs/formats/suite.md.
 */

#include "base/vec.h"
#include "context/choices.h"
#include "suite/suite.h"

#define COVERING_FILE "coverage" /* in the output directory */
#define COVERING_UNKNOWN UINT32_MAX

typedef struct covering_test {
  uint32_t index; /* in the suite */
  uint32_t set;   /* COVERING_UNKNOWN: nothing but what others cover */
} covering_test;

typedef struct covering_pair {
  uint32_t condition, a, b; /* items */
} covering_pair;

typedef struct covering {
  memory *mem;
  uint32_t n_items;
  uint32_t n_plain;      /* of them, blocks and sides; vectors follow */
  uint32_t n_conditions; /* of decisions with more than one */
  VEC (covering_pair) pairs;
  u32_vec start; /* set i: item[start[i] .. start[i + 1]), increasing */
  u32_vec item;
  VEC (covering_test) tests; /* in the order of the tree of paths */
} covering;

void covering_init (covering *, memory *);
void covering_release (covering *);

/* A set, with increasing items; gives its number. */
uint32_t covering_add (covering *, size_t n, const uint32_t *item);

/* More blocks and sides that the tests at these indices cover: of each a list
 * of numbers below 'n'. Other tests cover none of them.
 */
typedef struct covering_more {
  uint32_t index;
  u32_vec items; /* increasing */
} covering_more;
void covering_extend (covering *, uint32_t n, size_t n_tests,
                      const covering_more *);

/* Beside the suite with this digest. */
status covering_write (const covering *, const char *dir, uint64_t suite_digest,
                       trouble *);

/* False: there is none, or it is of another suite. */
bool covering_read (covering *, const char *dir, const suite *);

/* Tests that cover what all cover, few of them (or, with SUITE_PATHS, the first
 * of each set): the one that covers most that
 * is new, the first of equals, and so on; those that became superfluous are
 * left out again. One test of each error is always there. By index, increasing;
 * 'dir' is where the suite is. ST_NOFILE: nobody noted what its tests cover.
 */
status covering_choose (memory *, const char *dir, suite *, suite_choice,
                        u32_vec *out, trouble *);

/* The same of what is in memory; with the tests of these sets before all
 * others.
 */
void covering_choose_of (const covering *, suite *, suite_choice,
                         const u32_vec *first, u32_vec *out);

/* The suite of a directory becomes that choice of it, and so does its coverage.
 * 'n': how many tests that are.
 */
status covering_narrow (memory *, const char *dir, suite_choice, uint64_t *n,
                        trouble *);
