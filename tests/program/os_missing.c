// expect: complete=1 error=0
// lost: an empty file system
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>

/* A file that would be made, where its directory is not there. */
int main (void) {
  if (shm_open ("/x", O_CREAT | O_RDWR, 0600) != -1)
    abort ();
  return 0;
}
