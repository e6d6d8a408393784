// expect: complete=1 error=0
// lost: fork() failed: there is only one process
// lost: exec() failed: no other program
// lost: socket() failed: there is no network
// lost: pthread_create() failed: there is only one thread
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static void *nothing (void *p) { return p; }

/* Nothing of this reaches the host: it fails, and the report says so. */
int main (void) {
  pthread_t thread;
  char *const words[] = {"true", NULL};
  assert (fork () == -1 && errno == EAGAIN);
  assert (execv ("/bin/true", words) == -1 && errno == ENOENT);
  assert (socket (AF_INET, SOCK_STREAM, 0) == -1 && errno == EAFNOSUPPORT);
  assert (pthread_create (&thread, NULL, nothing, NULL) == EAGAIN);
  assert (wait (NULL) == -1 && errno == ECHILD);
  assert (kill (1, 9) == -1);
  return 0;
}
