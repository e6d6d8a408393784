/* <error.h>: messages that name the program, and may end it. */

#define _GNU_SOURCE
#include <errno.h>
#include <error.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void (*error_print_progname) (void);
unsigned int error_message_count;
int error_one_per_line;

static void print_name (const char *after) {
  fflush (stdout);
  if (error_print_progname)
    error_print_progname ();
  else
    fprintf (stderr, "%s%s", program_invocation_name, after);
}

static void print_message (int status, int number, const char *format,
                           va_list list) {
  vfprintf (stderr, format, list);
  error_message_count++;
  if (number)
    fprintf (stderr, ": %s", strerror (number));
  fputc ('\n', stderr);
  fflush (stderr);
  if (status)
    exit (status);
}

void error (int status, int number, const char *format, ...) {
  va_list list;
  va_start (list, format);
  print_name (": ");
  print_message (status, number, format, list);
  va_end (list);
}

/* Is it about the same line as the last one? */
static int is_repeated (const char *file, unsigned int line) {
  static const char *last_file;
  static unsigned int last_line;
  int is_same =
      last_line == line &&
      (file == last_file || (file && last_file && !strcmp (file, last_file)));
  last_file = file;
  last_line = line;
  return is_same;
}

void error_at_line (int status, int number, const char *file, unsigned int line,
                    const char *format, ...) {
  va_list list;
  if (error_one_per_line && is_repeated (file, line))
    return;
  print_name (":");
  if (file)
    fprintf (stderr, "%s:%u: ", file, line);
  else
    fputc (' ', stderr);
  va_start (list, format);
  print_message (status, number, format, list);
  va_end (list);
}
