/* What the libc's own files for threads would define. A second thread or
 * process cannot be had, which the report says: there is no schedule to
 * explore. Locks, once-routines and
 * thread-specific data are the libc's and work for one thread.
 */

#include "pthread_impl.h"
#include "reprise.h"

#include <errno.h>
#include <stdlib.h>

static void nothing (void) {}
weak_alias (nothing, __pthread_tsd_run_dtors);

int __pthread_create (pthread_t *restrict thread,
                      const pthread_attr_t *restrict attributes,
                      void *(*entry) (void *), void *restrict argument) {
  __reprise_is_alone = 0;
  reprise_may_be_woken ();
  reprise_missing ("pthread_create() failed: there is only one thread");
  return EAGAIN;
}

/* The last thread's end is the end of the process. */
_Noreturn void __pthread_exit (void *result) {
  struct pthread *self = __pthread_self ();
  while (self->cancelbuf) {
    struct __ptcb *top = self->cancelbuf;
    self->cancelbuf = top->__next;
    top->__f (top->__x);
  }
  __pthread_tsd_run_dtors ();
  exit (0);
}

weak_alias (__pthread_create, pthread_create);
weak_alias (__pthread_exit, pthread_exit);

void __do_cleanup_push (struct __ptcb *entry) {
  struct pthread *self = __pthread_self ();
  entry->__next = self->cancelbuf;
  self->cancelbuf = entry;
}

void __do_cleanup_pop (struct __ptcb *entry) {
  __pthread_self ()->cancelbuf = entry->__next;
}

int pthread_cancel (pthread_t thread) {
  reprise_unsupported ("pthread_cancel");
}

int __clone (int (*entry) (void *), void *stack, int flags, void *argument,
             ...) {
  __reprise_is_alone = 0;
  reprise_may_be_woken ();
  reprise_missing ("fork() failed: there is only one process");
  return -EAGAIN;
}

void __synccall (void (*function) (void *), void *argument) {
  function (argument);
}

void __reset_tls (void) {}
void __tl_lock (void) {}
void __tl_unlock (void) {}
void __tl_sync (pthread_t thread) {}
