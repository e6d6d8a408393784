#ifndef MEMORY_SPACE_H
#define MEMORY_SPACE_H

/* The address space of one state: from slots (program/address.h) to objects.
 *
 * A persistent radix tree. Forking shares everything: both get a new owner
 * number, and whoever writes next copies the nodes on the way and the object.
 * Freed objects leave a mark, so that using one is told from a wild access.
 *
 * Cost: fork O(1); find O(depth of the tree), at most 5 steps; the first
 * write after a fork copies one object and the nodes above it.
 */

#include "memory/object.h"

typedef struct space space;

space *space_new (memory *, uint32_t first_slot);
space *space_fork (space *);
void space_free (space *);

/* Changes whenever pointers that were found before may be stale or no longer
 * writable: after a fork. Never the same for two spaces at a time.
 */
uint32_t space_owner (const space *);

/* The object of a slot, NULL: nothing there, or freed. */
object *space_find (const space *, uint32_t slot);

/* The same, to be written: owned by this space. */
object *space_own (space *, uint32_t slot);

typedef enum slot_state { SLOT_NEVER, SLOT_LIVE, SLOT_FREED } slot_state;
slot_state space_slot (const space *, uint32_t slot);

/* An object of a known place (globals), or at the next free slot. Content:
 * the bytes given, or a pattern that is no good value (0xAB), or zeros.
 */
object *space_put (space *, uint64_t address, uint64_t size);
object *space_allocate (space *, uint64_t size, object_kind);

/* The object is gone. A stack object's slot may be used again, at another
 * place in it; a heap object's is not until slots run out.
 */
void space_release (space *, uint32_t slot);

/* Live objects by increasing slot: for resolving pointers, leaks, copies. */
typedef bool (*space_visit) (void *, object *); /* false: stop */
void space_each (space *, uint32_t from, uint32_t to, void *, space_visit);

size_t space_count (const space *); /* live objects */
size_t space_bytes (const space *); /* of live objects */

#endif
