// lost: fixed process ids
// expect: complete=3 error=6
// error: killed 24
// error: killed 27
// error: killed 31
// error: abort 33
// error: deadlock 38
// error: null_pointer 41
#include <errno.h>
#include <klee/klee.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

/* Ways to die, and to live. */

int main (void) {
  char text[] = "a b";
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  int end[2];
  switch (klee_range (0, 9, "n")) {
  case 0:
    raise (SIGSEGV);
    break;
  case 1:
    kill (getpid (), SIGKILL);
    break;
  case 2: /* nobody reads */
    pipe (end), close (end[0]);
    return (int) write (end[1], "x", 1);
  case 3:
    raise (SIGABRT);
    break;
  case 4: /* by the only one who could unlock it */
    pthread_mutex_lock (&m);
    pthread_mutex_trylock (&m);
    pthread_mutex_lock (&m);
    break;
  case 5: /* no text was begun */
    strtok (NULL, " ");
    break;
  case 6: /* nor is there one after the last */
    strtok (text, " ");
    strtok (NULL, " ");
    return strtok (NULL, " ") || strtok (NULL, " ");
  case 7:
    signal (SIGPIPE, SIG_IGN);
    pipe (end), close (end[0]);
    return write (end[1], "x", 1) == 1 || errno != EPIPE;
  }
  return 0;
}
