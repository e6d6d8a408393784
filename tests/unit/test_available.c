/* Trees of files as the kernel shows them; what is expected is computed by
 * hand. */

#include "base/available.h"
#include "test.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char root[64];

static void put (const char *path, const char *text) {
  char name[512];
  snprintf (name, sizeof name, "%s%s", root, path);
  for (char *p = name + strlen (root) + 1; (p = strchr (p, '/')); *p++ = '/') {
    *p = 0;
    mkdir (name, 0755);
  }
  FILE *f = fopen (name, "w");
  CHECK (f && fputs (text, f) >= 0 && !fclose (f));
}

static void begin (const char *groups) {
  strcpy (root, "/tmp/reprise-available-XXXXXX");
  CHECK (mkdtemp (root));
  put ("/proc/meminfo",
       "MemTotal: 9000 kB\nMemFree: 10 kB\nMemAvailable:   8192 kB\n");
  put ("/proc/self/cgroup", groups);
}

static uint64_t end (void) {
  char command[128];
  uint64_t kilobytes = available_memory (root) >> 10;
  snprintf (command, sizeof command, "rm -r %s", root);
  CHECK (!system (command));
  return kilobytes;
}

TEST (available_of_the_machine) {
  begin ("0::/\n");
  CHECK (end () == 8192);
  begin ("");
  put ("/proc/meminfo", "MemTotal: 9000 kB\n");
  CHECK (!end ());
}

TEST (available_in_groups) {
  begin ("3:cpu:/x\n0::/a/b\n");
  put ("/sys/fs/cgroup/a/b/memory.max", "max\n");
  put ("/sys/fs/cgroup/a/b/memory.current", "99999999\n");
  CHECK (end () == 8192);

  begin ("0::/a/b\n"); /* the group around it has less; 1 MB is only cached */
  put ("/sys/fs/cgroup/a/b/memory.max", "7340032\n");
  put ("/sys/fs/cgroup/a/memory.max", "6291456\n");
  put ("/sys/fs/cgroup/a/memory.current", "3145728\n");
  put ("/sys/fs/cgroup/a/memory.stat", "file 5\ninactive_file 1048576\n");
  CHECK (end () == 4096);

  begin ("0::/seen/elsewhere\n"); /* in a container its own is on top */
  put ("/sys/fs/cgroup/memory.max", "2097152\n");
  CHECK (end () == 2048);

  begin ("5:memory,x:/j\n4:cpu:/j\n");
  put ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  put ("/sys/fs/cgroup/memory/j/memory.limit_in_bytes", "5242880\n");
  put ("/sys/fs/cgroup/memory/j/memory.usage_in_bytes", "2097152\n");
  CHECK (end () == 3072);

  begin ("0::/full\n"); /* nothing is left: no "no limit" */
  put ("/sys/fs/cgroup/full/memory.max", "4194304\n");
  put ("/sys/fs/cgroup/full/memory.current", "5242880\n");
  CHECK (end () == 1024);
}
