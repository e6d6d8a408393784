/* What only reprise-lab has: it goes on with the same arguments. */

#include "cli/cli.h"

#include <errno.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#define OTHER "reprise-lab"

static char **given; /* parsing the options moves the program's own */

void hand_over_note (int argc, char **argv) {
  size_t size = ((size_t) argc + 1) * sizeof *argv;
  given = memcpy (memory_alloc (NULL, size), argv, size);
}

int cli_hand_over (context *c, const char *what) {
  char path[PATH_MAX + sizeof OTHER];
  ssize_t len = readlink ("/proc/self/exe", path, PATH_MAX);
  while (len > 0 && path[len - 1] != '/')
    len--;
  strcpy (path + (len > 0 ? len : 0), OTHER);
  fflush (stdout);
  execv (path, given);
  trouble_set (&c->trouble, ST_NOFILE, "%s needs " OTHER ", but '%s': %s", what,
               path, strerror (errno));
  return cli_trouble (c);
}
