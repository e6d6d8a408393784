#ifndef PORT_REPRISE_H
#define PORT_REPRISE_H

/* Between the runtime and the machine. The machine provides the functions
 * reprise_*; the runtime provides those with underscores.
 */

#include <stddef.h>

/* Machine. */

void reprise_output (int descriptor, const void *, size_t);
_Noreturn void reprise_unsupported (const char *what); /* ends the path */

/* Runtime. */

/* Before main, and before constructors. */
void __reprise_libc_start (int argc, char **argv, char **envp);

/* Every system call: result, or -errno. */
long __reprise_syscall (long n, long a, long b, long c, long d, long e, long f);

#endif
