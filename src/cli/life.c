/* What is around everything that a program does. */

#include "cli/cli.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

/* A standard stream that is closed would be the number of the next file, say of
 * the store, and get what is meant for the stream. It is held open so that
 * reading input and writing results still fail; messages are lost.
 */
static void hold_standard_streams (void) {
  static const int modes[] = {O_WRONLY, O_RDONLY, O_RDWR};
  for (int fd = 0; fd < 3; fd++)
    if (fcntl (fd, F_GETFD) < 0 && open ("/dev/null", modes[fd]) != fd)
      _exit (CLI_TROUBLE);
}

int cli_main (int argc, char **argv, const extension *x, cli_body *body) {
  context c;
  hold_standard_streams ();
  signal (SIGXFSZ, SIG_IGN); /* a full disk is a failed write, not the end */
  hand_over_note (argc, argv);
  context_init (&c);
  c.extension = x;
  int result = body (&c, argc, argv);
  context_release (&c);
  bool has_failed = ferror (stdout);
  if (fclose (stdout) || has_failed) { /* a full disk is not success */
    fprintf (stderr, "reprise: error: cannot write to standard output\n");
    return CLI_TROUBLE;
  }
#ifdef NDEBUG /* a solver may still be busy, and shall not hear of our end */
  fflush (NULL);
  _exit (result);
#endif
  return result;
}
