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

/* "--name=value", or "--name" with its value behind it. */
static bool is_option (const char *word, const char *option, int *n_words) {
  size_t len = strlen (option);
  if (strncmp (word, option, len) || (word[len] && word[len] != '='))
    return false;
  *n_words = word[len] ? 1 : 2;
  return true;
}

void hand_over_changed (const char *other, const char *const *without,
                        const char *with) {
  VEC (char *) now = {0};
  bool is_over = false;
  for (char **at = given; *at; at++) {
    int n = 0;
    is_over |= !strcmp (*at, "--");
    for (const char *const *w = without; !is_over && *w && !n; w++)
      is_option (*at, *w, &n);
    if (n == 2 && at[1])
      at++;
    if (!n)
      vec_push (NULL, &now, *at);
    if (now.len == 2 && with) { /* behind the name of the command */
      vec_push (NULL, &now, (char *) (uintptr_t) with);
      with = NULL;
    }
  }
  vec_push (NULL, &now, NULL);
  given = now.data;
  hand_over (other);
}

void hand_over_signed (const char *other) {
  char_vec build = {0};
  if (build_identity (NULL, &build))
    setenv (FROM, text_c (NULL, &build), 1);
  vec_release (NULL, &build);
  hand_over (other);
}

const char *hand_over_build (void) { return getenv (FROM); }
