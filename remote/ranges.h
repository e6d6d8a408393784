#pragma once

/* The run of a trie, cut into as many ranges (memo/range.h) with as many tests
 * each as --ranges says; printed. ST_USAGE: there is no such trie.
 */

#include "context/context.h"

status ranges_print (context *, const char *input, const char *file);
