#pragma once

/* A test as a file of a fuzzer's corpus: the bytes that the program is fed. */

#include "suite/testcase.h"

/* Appends what LLVMFuzzerTestOneInput gets, or standard input, or what is in
 * the only file, or the only input that there is. ST_UNSUPPORTED: none of these
 * is all that a fuzzer would have to choose.
 */
status corpus_write (const testcase *, memory *, char_vec *out, trouble *);
