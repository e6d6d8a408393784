#pragma once

/* Tests as one C file that compiles alone ('cc tests.c', for cmocka with
 * -lcmocka). It has the program in it: by an #include of its path, or, where
 * it includes klee/klee.h, which others do not have, its text. Every test
 * runs in a process of its own and passes when it ends as it did here.
 */

#include "export/export.h"

/* The program, and functions of our interface that it uses and others do not
 * have; false: it uses none, and nothing is written. In C only.
 */
bool c_put_program (memory *, const char *path, char_vec *out);

/* 'n' grows by the tests written: those of paths that were cut have no end
 * to be compared with.
 */
status c_write (const export_request *, char_vec *out, uint32_t *n, trouble *);
