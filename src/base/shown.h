#pragma once

/* Foreign text on a terminal: strings and names of the program under test, and
 * names of files, are bytes that anybody chose. What would move the cursor,
 * change colours or turn the direction of writing is printed as \u001b, what is
 * not UTF-8 as \xff. Lines and tabs stay.
 */

#include "base/vec.h"

#include <stdio.h>

#define SHOWN_MAX 8 /* bytes of one character, with a NUL */

/* The first character of a text that has one; returns how many bytes it is. */
size_t shown_char (const char *text, char out[SHOWN_MAX]);

/* All of it. What is added to a line stays in it: its newlines are shown. */
void shown_print (FILE *, const char *text);
void shown_add (memory *, char_vec *out, const char *text);

/* Writes to the descriptor what is written to it, as it is shown. */
FILE *shown_stream (int fd);
