// expect: complete=1 error=0
// lost: an empty file system
// lost: a fixed host
// lost: a processor without extensions
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

/* What is asked of the host is said to be fixed, however it is asked. */
int main (void) {
  struct stat s;
  if (stat ("/proc/self", &s) != -1 || access ("/etc/passwd", R_OK) != -1)
    abort ();
  if (getauxval (AT_HWCAP) || getauxval (AT_PAGESZ) != 4096)
    abort ();
  return __builtin_cpu_supports ("avx2");
}
