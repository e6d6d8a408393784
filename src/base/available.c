#include "base/available.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define MAX_PATH 4096
#define LEAST (UINT64_C (1) << 20)
#define NO_LIMIT (UINT64_C (1) << 60) /* version 1 has a number for none */

/* Of a file that is a number, or of its line that begins with a word. "max" is
 * no number.
 */
static bool read_number (const char *path, const char *word, uint64_t *out) {
  char line[256];
  bool is_found = false;
  size_t n = strlen (word);
  FILE *f = fopen (path, "r");
  while (f && !is_found && fgets (line, sizeof line, f)) {
    char *end;
    *out = strtoull (line + n, &end, 10);
    is_found = !strncmp (line, word, n) && end > line + n;
  }
  if (f)
    fclose (f);
  return is_found;
}

static uint64_t fewer (uint64_t a, uint64_t b) { return a < b ? a : b; }

static uint64_t minus (uint64_t a, uint64_t b) { return a > b ? a - b : 0; }

/* The files of a version of control groups. */
typedef struct group_files {
  const char *mount, *limit, *used, *cached;
} group_files;

static const group_files version_1 = {
    "/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes",
    "total_inactive_file "};
static const group_files version_2 = {"/sys/fs/cgroup", "memory.max",
                                      "memory.current", "inactive_file "};

/* What one group leaves. Files that are only cached do not count. */
static uint64_t left_in (const char *directory, const group_files *v) {
  char path[MAX_PATH + 64];
  uint64_t limit, used, cached = 0;
  snprintf (path, sizeof path, "%s/%s", directory, v->limit);
  if (!read_number (path, "", &limit) || limit >= NO_LIMIT)
    return UINT64_MAX;
  snprintf (path, sizeof path, "%s/%s", directory, v->used);
  if (!read_number (path, "", &used))
    used = 0;
  snprintf (path, sizeof path, "%s/memory.stat", directory);
  read_number (path, v->cached, &cached);
  return minus (limit, minus (used, cached));
}

/* The group and those around it. In a container some are not to be seen. */
static uint64_t left_around (const char *root, const char *group,
                             const group_files *v) {
  char path[MAX_PATH];
  uint64_t left = UINT64_MAX;
  size_t top = strlen (root) + strlen (v->mount);
  int n = snprintf (path, sizeof path, "%s%s%s", root, v->mount, group);
  if (n < 0 || (size_t) n >= sizeof path)
    return left;
  for (;;) {
    char *slash = strrchr (path + top, '/');
    left = fewer (left, left_in (path, v));
    if (!slash)
      return left;
    *slash = 0;
  }
}

/* "4:memory:/a/b" of version 1, "0::/a/b" of version 2. */
static uint64_t left_in_groups (const char *root) {
  char path[MAX_PATH], line[MAX_PATH];
  uint64_t left = UINT64_MAX;
  snprintf (path, sizeof path, "%s/proc/self/cgroup", root);
  FILE *f = fopen (path, "r");
  while (f && fgets (line, sizeof line, f)) {
    line[strcspn (line, "\n")] = 0;
    char *kinds = strchr (line, ':');
    char *group = kinds ? strchr (kinds + 1, ':') : NULL;
    if (!group)
      continue;
    bool is_second = group == kinds + 1;
    *group++ = 0;
    if (is_second || strstr (kinds + 1, "memory"))
      left = fewer (
          left, left_around (root, group, is_second ? &version_2 : &version_1));
  }
  if (f)
    fclose (f);
  return left;
}

static uint64_t left_of_addresses (const char *root) {
  char path[MAX_PATH];
  struct rlimit most;
  uint64_t kilobytes;
  snprintf (path, sizeof path, "%s/proc/self/status", root);
  if (getrlimit (RLIMIT_AS, &most) || most.rlim_cur == RLIM_INFINITY ||
      !read_number (path, "VmSize:", &kilobytes))
    return UINT64_MAX;
  return minus (most.rlim_cur, kilobytes << 10);
}

uint64_t available_memory (const char *root) {
  char path[MAX_PATH];
  uint64_t kilobytes, left = UINT64_MAX;
  snprintf (path, sizeof path, "%s/proc/meminfo", root);
  if (read_number (path, "MemAvailable:", &kilobytes))
    left = kilobytes << 10;
  left = fewer (left, left_in_groups (root));
  left = fewer (left, left_of_addresses (root));
  return left == UINT64_MAX ? 0 : left < LEAST ? LEAST : left;
}
