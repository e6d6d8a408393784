/* What only reprise-lab has: it goes on with the same arguments. */

#include "base/build_identity.h"
#include "cli/cli.h"

#include <limits.h>
#include <unistd.h>

#define OTHER "reprise-lab"
#define FROM "REPRISE_HANDED_OVER_BY"

static char **given;

void hand_over_note (int argc, char **argv) {
  size_t size = ((size_t) argc + 1) * sizeof *argv;
  given = memcpy (memory_alloc (NULL, size), argv, size);
}

const char *hand_over (void) {
  char path[PATH_MAX + sizeof OTHER];
  ssize_t len = readlink ("/proc/self/exe", path, PATH_MAX);
  while (len > 0 && path[len - 1] != '/')
    len--;
  strcpy (path + (len > 0 ? len : 0), OTHER);
  assert (given); /* hand_over_note */
  char_vec build = {0};
  if (build_identity (NULL, &build))
    setenv (FROM, text_c (NULL, &build), 1);
  vec_release (NULL, &build);
  execv (path, given);
  return "; try " OTHER ", which 'make' builds beside this program";
}

const char *hand_over_build (void) { return getenv (FROM); }
