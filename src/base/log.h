#pragma once

/* Messages to the user, by level. A logger is passed to who needs it; there is
 * no global one. Answers go to standard output and never through here.
 */

#include <stdio.h>

typedef enum log_level {
  LEVEL_ERROR,   /* what was asked for cannot be done */
  LEVEL_WARNING, /* it can, but not as expected */
  LEVEL_INFO,    /* what a user likes to see (default) */
  LEVEL_DEBUG    /* --verbose */
} log_level;

typedef struct logger {
  FILE *file;       /* borrowed; NULL: silent */
  log_level level;  /* messages above it are dropped */
  const char *name; /* put before errors and warnings; borrowed; may be NULL */
} logger;

/* One line; the newline is added. Flushed, so that a crash loses nothing. */

void log_write (const logger *, log_level, const char *fmt, ...)
    __attribute__ ((format (printf, 3, 4)));

/* The test comes first so that the arguments of a dropped message cost
 * nothing.
 */
#define LOG_AT(LOG, LEVEL, ...) \
  do { \
    if ((LOG)->file && (LEVEL) <= (LOG)->level) \
      log_write (LOG, LEVEL, __VA_ARGS__); \
  } while (0)

#define log_error(LOG, ...) LOG_AT (LOG, LEVEL_ERROR, __VA_ARGS__)
#define log_warning(LOG, ...) LOG_AT (LOG, LEVEL_WARNING, __VA_ARGS__)
#define log_info(LOG, ...) LOG_AT (LOG, LEVEL_INFO, __VA_ARGS__)
#define log_debug(LOG, ...) LOG_AT (LOG, LEVEL_DEBUG, __VA_ARGS__)
