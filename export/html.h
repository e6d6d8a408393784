#pragma once

/* Pages that need no other file. */

#include <stdio.h>

/* Text as it is to be read: nothing of it is markup, in an attribute neither.
 */
void html_text (const char *, FILE *);
