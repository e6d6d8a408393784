/* Allocation that may fail, up to a number of times on each path: what the
 * functions of the same names without prefix become with --fail-malloc. Here
 * these are the machine's own.
 */

#define _GNU_SOURCE
#include "reprise.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>

unsigned __reprise_allocations_may_fail;

static int fails (void) {
  if (!__reprise_allocations_may_fail || !klee_range (0, 2, "allocation_fails"))
    return 0;
  __reprise_allocations_may_fail--;
  errno = ENOMEM;
  return 1;
}

void *__reprise_failing_malloc (size_t n) { return fails () ? 0 : malloc (n); }

void *__reprise_failing_calloc (size_t n, size_t size) {
  return fails () ? 0 : calloc (n, size);
}

void *__reprise_failing_realloc (void *p, size_t n) {
  return n && fails () ? 0 : realloc (p, n);
}

void *__reprise_failing_reallocarray (void *p, size_t n, size_t size) {
  return n && size && fails () ? 0 : reallocarray (p, n, size);
}

void *__reprise_failing_aligned_alloc (size_t to, size_t n) {
  return fails () ? 0 : aligned_alloc (to, n);
}

void *__reprise_failing_memalign (size_t to, size_t n) {
  return fails () ? 0 : memalign (to, n);
}

int __reprise_failing_posix_memalign (void **p, size_t to, size_t n) {
  return fails () ? ENOMEM : posix_memalign (p, to, n);
}
