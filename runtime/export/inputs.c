
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

struct reprise_input {
  const char *name;
  size_t size;
  const unsigned char *bytes;
};

/* Which builds show an error. */
enum reprise_sight {
  REPRISE_ALL,
  REPRISE_ADDRESS,   /* those with AddressSanitizer */
  REPRISE_UNDEFINED, /* those with UndefinedBehaviorSanitizer */
  REPRISE_NO
};

struct reprise_test {
  unsigned number;
  const char *end; /* how it ended when it was found */
  int is_error, status;
  const char *needs; /* to be seen */
  enum reprise_sight shown_by;
  size_t first, n; /* inputs */
};

static const struct reprise_input *reprise_next, *reprise_last;

__attribute__ ((unused)) static void reprise_take (void *to, size_t size,
                                                   const char *name) {
  if (reprise_next == reprise_last || reprise_next->size != size) {
    fprintf (stderr, "the test has no such input: %s\n", name);
    _exit (99);
  }
  memcpy (to, reprise_next++->bytes, size);
}

__attribute__ ((unused, noreturn)) static void
reprise_error (const char *what) {
  fprintf (stderr, "%s\n", what);
  abort ();
}
