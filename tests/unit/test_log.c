#include "base/clock.h"
#include "base/log.h"

#include "test.h"

#include <stdlib.h>

TEST (levels) {
  char *text = NULL;
  size_t size = 0;
  FILE *file = open_memstream (&text, &size);
  logger log = {file, LEVEL_INFO, "me"};
  log_error (&log, "no %s", "way");
  log_warning (&log, "odd");
  log_info (&log, "fine");
  log_debug (&log, "hidden");
  log.level = LEVEL_DEBUG;
  log_debug (&log, "shown");
  log_info (&(logger) {0}, "silent");
  fclose (file);
  CHECK_STR (text, "me: error: no way\nme: warning: odd\nfine\nshown\n");
  free (text);
}

TEST (clock_goes_forward) {
  uint64_t a = clock_now (), b = clock_now ();
  CHECK (a <= b);
  CHECK (b - a < CLOCK_SECOND);
  CHECK (clock_cpu () > 0);
}
