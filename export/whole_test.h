#pragma once

/* All of a test: for people, and as JSON. */

#include "suite/testcase.h"

#include <jansson.h>
#include <stdio.h>

void testcase_print (const testcase *, FILE *);
json_t *testcase_json (const testcase *); /* new reference */
