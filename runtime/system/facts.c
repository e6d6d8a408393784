/* What a program asks about the system. The same answers every time. */

#include "file.h"
#include "system.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>

#define HOST "a fixed host"

volatile uint64_t __reprise_facts[FACT_COUNT];

system_call (uname) {
  static const struct utsname name = {.sysname = "Linux",
                                      .nodename = "reprise",
                                      .release = "6.1.0",
                                      .version = "#1",
                                      .machine = "x86_64"};
  struct utsname *to = (struct utsname *) a;
  reprise_bound (HOST);
  *to = name;
  if (__reprise_facts[FACT_HOST])
    to->release[0] = to->version[1] = to->machine[0] = '?';
  return 0;
}

system_call (sysinfo) {
  unsigned long more = __reprise_facts[FACT_HOST];
  reprise_bound (HOST);
  *(struct sysinfo *) a = (struct sysinfo) {.uptime = 1000 + more,
                                            .totalram = (1ul << 32) + more,
                                            .freeram = (1ul << 31) + more,
                                            .procs = 1,
                                            .mem_unit = 1};
  return 0;
}

static void limit (long what, struct rlimit *r) {
  reprise_bound (HOST);
  r->rlim_cur = r->rlim_max = RLIM_INFINITY;
  if (what == RLIMIT_NOFILE)
    r->rlim_cur = r->rlim_max = FILES_MAX;
}

system_call (getrlimit) {
  if ((unsigned long) a >= RLIMIT_NLIMITS)
    return -EINVAL;
  limit (a, (struct rlimit *) b);
  return 0;
}

/* What a limit would end goes on. */
static long set_limit (long what) {
  if ((unsigned long) what >= RLIMIT_NLIMITS)
    return -EINVAL;
  if (what != RLIMIT_CORE)
    reprise_missing ("setrlimit() had no effect");
  return 0;
}

system_call (setrlimit) { return set_limit (a); }

system_call (prlimit64) {
  if ((unsigned long) b >= RLIMIT_NLIMITS)
    return -EINVAL;
  if (c)
    set_limit (b);
  if (d)
    limit (b, (struct rlimit *) d);
  return 0;
}

system_call (getrusage) {
  reprise_bound (HOST);
  /* As much as Linux writes: that of this library is larger than others. */
  memset ((void *) b, 0, offsetof (struct rusage, ru_nivcsw) + sizeof (long));
  return 0;
}

/* Numbers that look random and are the same in every run and on every path
 * that asks as often.
 */
system_call (getrandom) {
  static uint64_t seed = 0x9e3779b97f4a7c15;
  unsigned char *to = (unsigned char *) a;
  reprise_bound ("fixed random numbers");
  seed += __reprise_facts[FACT_RANDOM];
  for (long i = 0; i < b; i++) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    to[i] = (unsigned char) (seed >> 56);
  }
  return b;
}
