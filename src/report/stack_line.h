#ifndef REPORT_STACK_LINE_H
#define REPORT_STACK_LINE_H

/* The stack of an error is text: "#0 function (file:line)", a line each, the
 * innermost first. Here it is taken apart again.
 */

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct stack_line {
  char function[256];
  char file[PATH_MAX]; /* "": not known, and no line */
  uint32_t line;
} stack_line;

/* The next one of the text at '*next', which moves behind it; false: there is
 * none.
 */
bool stack_line_read (const char **next, stack_line *);

#endif
