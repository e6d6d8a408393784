#include "report/stack_line.h"

#include <stdio.h>
#include <string.h>

static bool read_line (const char *text, stack_line *out) {
  unsigned line = 0;
  int n = sscanf (text, "#%*u %255[^ \n] (%4095[^:)\n]:%u)", out->function,
                  out->file, &line);
  if (n < 3)
    out->file[0] = '\0';
  out->line = n == 3 ? line : 0;
  return n >= 1;
}

bool stack_line_read (const char **next, stack_line *out) {
  bool is_read = false;
  while (!is_read && **next) {
    const char *end = strchrnul (*next, '\n');
    is_read = read_line (*next, out);
    *next = *end ? end + 1 : end;
  }
  return is_read;
}
