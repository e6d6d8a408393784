/* Inside the libc the allocator has names of its own, so that a program may
 * replace malloc. The machine's is the only one here.
 */

#include <stdlib.h>

void *__libc_malloc (size_t n) { return malloc (n); }
void *__libc_malloc_impl (size_t n) { return malloc (n); }
void *__libc_calloc (size_t n, size_t size) { return calloc (n, size); }
void *__libc_realloc (void *p, size_t n) { return realloc (p, n); }
void __libc_free (void *p) { free (p); }
