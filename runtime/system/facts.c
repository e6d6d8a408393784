/* What a program asks about the system. The same answers every time. */

#include "file.h"
#include "system.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>

system_call (uname) {
  static const struct utsname name = {.sysname = "Linux",
                                      .nodename = "reprise",
                                      .release = "6.1.0",
                                      .version = "#1",
                                      .machine = "x86_64"};
  *(struct utsname *) a = name;
  return 0;
}

system_call (sysinfo) {
  *(struct sysinfo *) a = (struct sysinfo) {.uptime = 1000,
                                            .totalram = 1ul << 32,
                                            .freeram = 1ul << 31,
                                            .procs = 1,
                                            .mem_unit = 1};
  return 0;
}

static void limit (long what, struct rlimit *r) {
  r->rlim_cur = r->rlim_max = RLIM_INFINITY;
  if (what == RLIMIT_NOFILE)
    r->rlim_cur = r->rlim_max = FILES_MAX;
}

system_call (getrlimit) {
  limit (a, (struct rlimit *) b);
  return 0;
}

system_call (prlimit64) {
  if (d)
    limit (b, (struct rlimit *) d);
  return 0;
}

system_call (getrusage) {
  memset ((void *) b, 0, sizeof (struct rusage));
  return 0;
}

/* Numbers that look random and are the same in every run and on every path
 * that asks as often.
 */
system_call (getrandom) {
  static uint64_t seed = 0x9e3779b97f4a7c15;
  unsigned char *to = (unsigned char *) a;
  for (long i = 0; i < b; i++) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    to[i] = (unsigned char) (seed >> 56);
  }
  return b;
}
