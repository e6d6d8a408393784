#pragma once

/* Test-Comp's exchange format, version 1.1. The n-th input is what the n-th
 * call of __VERIFIER_nondet_* returns; objects that are no number are the
 * bytes in memory, as 0x and two digits each.
 */

#include "suite/suite.h"

/* 'hash': of the program, NULL: SHA-256 of its file. */
void xml_write_metadata (memory *, const suite_facts *, const char *hash,
                         char_vec *out);
void xml_write_test (memory *, const testcase *, char_vec *out);
