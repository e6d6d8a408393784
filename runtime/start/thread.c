/* The only thread. errno lives here, and the locale. */

#include "libc.h"
#include "pthread_impl.h"

volatile int __thread_list_lock;

struct __pthread __reprise_thread = {
    .self = &__reprise_thread,
    .prev = &__reprise_thread,
    .next = &__reprise_thread,
    .tid = 1000, /* what getpid says too */
    .detach_state = DT_JOINABLE,
    .robust_list.head = &__reprise_thread.robust_list.head,
    .locale = &libc.global_locale,
};
