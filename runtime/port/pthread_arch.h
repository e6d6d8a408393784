/* The thread pointer of the libc: there is one thread, and its description is
 * an ordinary global (start/thread.c), which is where errno is. Takes the
 * place of musl's header of the same name.
 */

extern struct __pthread __reprise_thread;

static inline uintptr_t __get_tp (void) {
  return (uintptr_t) &__reprise_thread;
}

#define MC_PC gregs[REG_RIP]
