/* What only a program beside this one has: it goes on with the same arguments.
 */

#include "base/build_identity.h"
#include "cli/cli.h"

#include <limits.h>
#include <unistd.h>

#define FROM "REPRISE_HANDED_OVER_BY"

static char **given;

void hand_over_note (int argc, char **argv) {
  size_t size = ((size_t) argc + 1) * sizeof *argv;
  given = memcpy (memory_alloc (NULL, size), argv, size);
}

void hand_over (const char *other) {
  char path[PATH_MAX + 32];
  ssize_t len = readlink ("/proc/self/exe", path, PATH_MAX);
  while (len > 0 && path[len - 1] != '/')
    len--;
  assert (given && strlen (other) < 32); /* hand_over_note */
  strcpy (path + (len > 0 ? len : 0), other);
  execv (path, given);
}

char **hand_over_given (void) { return given; }

void hand_over_signed (const char *other) {
  char_vec build = {0};
  if (build_identity (NULL, &build))
    setenv (FROM, text_c (NULL, &build), 1);
  vec_release (NULL, &build);
  hand_over (other);
}

const char *hand_over_build (void) { return getenv (FROM); }
