#ifndef PORT_REPRISE_H
#define PORT_REPRISE_H

/* Between the runtime and the machine. The machine provides the functions
 * reprise_* and klee_*; the runtime provides those with underscores.
 */

#include "../replay/facts.h"

#include <stddef.h>
#include <stdint.h>

/* Machine. */

/* -1: it is only looked at whether all of it was set. */
void reprise_output (int descriptor, const void *, size_t);
_Noreturn void reprise_unsupported (const char *what); /* ends the path */
void reprise_missing (const char *what); /* "f() failed: ...", a loss */
void reprise_may_be_woken (void); /* by a signal, thread or process: a loop */
void reprise_bound (const char *what); /* "a fixed clock", on the input */
_Noreturn void reprise_exit (int);
void reprise_change_file (void); /* some file is about to be another */

/* So many more bytes of standard output would be in a buffer elsewhere; 0: none
 * are; BUFFER_LOST: the program ends without writing them.
 */
#define BUFFER_LOST SIZE_MAX
void reprise_buffer (size_t);

/* At the end, a file that may be other than at the start: its path, content,
 * and what that was. A size of -1: there is or was none.
 */
void reprise_file (const char *path, size_t length, const void *, long size,
                   const void *was, long was_size);
_Noreturn void reprise_fault (const char *kind, const char *what);
int reprise_character (int); /* itself, or a fault: neither that nor EOF */
void reprise_protect (const void *object, int is_constant); /* all of it */
int reprise_is_concrete (uint64_t);
int reprise_is_double (long double);  /* symbolic, and made of one */
uint64_t reprise_concrete (uint64_t); /* one value, which is a loss */
uint64_t reprise_clean (uint64_t);    /* zero where it was never set */
size_t reprise_room (const void *);   /* bytes up to the end of its object */

/* Blocks that must not overlap: may they, and then are they apart? */
int reprise_is_near (const void *, const void *);
void reprise_apart (const char *function, const void *to, size_t,
                    const void *from, size_t);

/* A block that must be there as a whole, even if less of it decides. */
void reprise_whole (const char *function, const void *, size_t);

void klee_make_symbolic (void *, size_t, const char *name);
void klee_mark_global (void *);
unsigned klee_is_symbolic (uintptr_t);
int klee_range (int low, int end, const char *name);
void klee_assume (uintptr_t condition);
void klee_prefer_cex (void *object, uintptr_t condition);
void klee_warning_once (const char *message); /* a loss, named once */

/* Runtime. */

/* Before main, and before constructors: may change all three. */
void __reprise_libc_start (int *argc, char ***argv, char ***envp);

/* Every system call: result, or -errno. */
long __reprise_syscall (long n, long a, long b, long c, long d, long e, long f);

/* What other systems answer otherwise: see facts.h. */
extern volatile uint64_t __reprise_facts[FACT_COUNT];

/* At the end: what became of files (system/left.c). */
void __reprise_tell_files (void);

/* Nobody else was asked for who might wake the one who waits. */
extern int __reprise_is_alone;

/* Nanoseconds since the start. */
extern uint64_t __reprise_elapsed;

/* Files of the host (--host-files), which the program folder puts in: a table
 * that ends with a row without a name. Names are relative, directories come
 * before what is in them.
 */
struct reprise_host_file {
  const char *name;
  const void *bytes;
  uint64_t size;
  uint64_t mode;
};
extern const struct reprise_host_file __reprise_host_files[];

#endif
