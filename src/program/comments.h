#pragma once

/* C without its comments: each becomes a space, as a compiler sees it, and the
 * ends of lines in it stay, as a byte 1 where the line had begun before it.
 * Several blanks become one, and those at the edges of lines none. Two texts
 * that agree then are compiled to the same program, line by line; only columns
 * differ.
 */

#include "base/vec.h"

/* Appends the text to 'out'. False: where comments begin and end is not as
 * plain as that (line splices at their edges, trigraphs, raw strings).
 */
bool comments_strip (memory *, const char *text, size_t len, char_vec *out);
