#pragma once

/* Calls somebody every so often, from a thread of its own: who works for an
 * unknown time is told to look up, and needs no clock in between.
 *
 * What is called sets a flag, no more: it may run at any moment until
 * heartbeat_free has returned. After a fork nothing beats in the child.
 */

#include "base/memory.h"

typedef struct heartbeat heartbeat;
typedef void heartbeat_call (void *owner);

/* NULL: there can be no thread. */
heartbeat *heartbeat_new (memory *, uint64_t period, heartbeat_call *,
                          void *owner);
void heartbeat_free (heartbeat *); /* NULL is allowed */
