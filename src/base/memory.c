#include "base/memory.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static void *insist (void *block, size_t size) {
  if (block || !size)
    return block;
  fprintf (stderr, "reprise: out of memory (asked for %zu bytes)\n", size);
  abort ();
}

void *memory_alloc (memory *m, size_t size) {
  memory_charge (m, size, 0);
  return size ? insist (malloc (size), size) : NULL;
}

void *memory_zalloc (memory *m, size_t size) {
  memory_charge (m, size, 0);
  return size ? insist (calloc (1, size), size) : NULL;
}

void *memory_resize (memory *m, void *block, size_t old_size, size_t new_size) {
  assert (block || !old_size);
  memory_charge (m, new_size, old_size);
  if (new_size)
    return insist (realloc (block, new_size), new_size);
  free (block);
  return NULL;
}

void memory_free (memory *m, void *block, size_t size) {
  memory_charge (m, 0, block ? size : 0);
  free (block);
}

bool memory_exceeded (const memory *m) {
  return m && m->limit && m->live > m->limit;
}

size_t memory_resident (size_t *mapped) {
  char text[128];
  unsigned long all = 0, resident = 0, shared = 0;
  int fd = open ("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  ssize_t n = fd < 0 ? -1 : read (fd, text, sizeof text - 1);
  if (fd >= 0)
    close (fd);
  if (n <= 0)
    return 0;
  text[n] = 0;
  if (sscanf (text, "%lu %lu %lu", &all, &resident, &shared) != 3 ||
      resident < shared)
    return 0;
  size_t page = (size_t) sysconf (_SC_PAGESIZE);
  if (mapped)
    *mapped = shared * page;
  return (resident - shared) * page;
}
