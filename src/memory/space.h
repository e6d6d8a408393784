#pragma once

/* The address space of one state: from slots (program/address.h) to objects.
 *
 * A persistent radix tree. Forking shares everything: both get a new owner
 * number, and whoever writes next copies the nodes on the way and the object,
 * unless the others are gone by then. Freed objects leave a mark, so that
 * using one is told from a wild access.
 *
 * Spaces that were forked from one another are a family: they share a pool of
 * blocks, and the account. Not thread-safe, a family belongs to one thread.
 *
 * Cost: fork O(1); find O(depth of the tree), 3 steps for 4096 objects, at most
 * 7; the first write after a fork copies one object and the nodes above it.
 */

#include "memory/object.h"
#include "program/placing.h"

typedef struct space space;

/* Slots from 'first_slot' on are given to what is allocated. Of those below,
 * the ones in 'known' (NULL: none) lie as close in the tree as if they followed
 * each other; any others come before them. Borrowed, for all of the family.
 */
space *space_new (memory *, uint32_t first_slot, const placing *known);
space *space_fork (space *);
void space_free (space *);

/* Changes whenever pointers that were found before may no longer be written:
 * after a fork. Never used again, by no space. An object with this owner may
 * be written in place. A pointer that was found is stale after space_own of
 * its slot (which may copy) and after space_release.
 */
uint64_t space_owner (const space *);

/* The object of a slot, NULL: nothing there, or freed. */
object *space_find (const space *, uint32_t slot);

/* The same, to be written: owned by this space. The pointer stays until the
 * object is released or, after a fork, owned again.
 */
object *space_own (space *, uint32_t slot);

typedef enum slot_state { SLOT_NEVER, SLOT_LIVE, SLOT_FREED } slot_state;
slot_state space_slot (const space *, uint32_t slot);

/* The same for an address: a stack object that came later into the slot is
 * not meant by it: SLOT_FREED. (What was there 65536 objects ago is.)
 */
slot_state space_at (const space *, uint64_t address);

/* An object of a known place (globals), whose slot is below 'first_slot' or
 * was never used: zeros. Or at the next free slot: filled with 0xAB, which is
 * no good value; an alignment of 0 is malloc's. Owned; the caller sets what is
 * not address, size and kind.
 * NULL: too large, by itself or with the others. Never for want of memory, of
 * which a fresh object needs little: paths must not depend on how much there
 * is.
 */
#define SPACE_MAX_OBJECT (UINT64_C (1) << 28) /* of what is allocated */
#define SPACE_MAX_BYTES (UINT64_C (1) << 32)  /* of all objects */

object *space_put (space *, uint64_t address, uint64_t size);
object *space_allocate (space *, uint64_t size, uint64_t alignment,
                        object_kind);

/* A variable in its own slot (program_variable_slot), at another place each
 * time. NULL: it is not free, or as above.
 */
object *space_allocate_variable (space *, uint32_t slot, uint64_t size,
                                 uint64_t alignment, bool is_new);

/* The object, which lives, is gone. A stack object's slot is the first to be
 * used again, at another place in it; others are not, and keep a note.
 */
void space_release (space *, uint32_t slot, uint32_t note);

/* The stack object, which lives, begins anew: same place, never written.
 * Without bytes where its block has ended. Owned.
 */
object *space_renew (space *, uint32_t slot, uint64_t size, bool is_ended);

/* The note of an object that is gone, 0: none, or it was on the stack. */
uint32_t space_note (const space *, uint32_t slot);

/* Live objects by increasing slot, 'from' to 'to' inclusive: for resolving
 * pointers, leaks, copies. The space must not be changed meanwhile.
 */
typedef bool (*space_visit) (void *, object *); /* false: stop */
void space_each (space *, uint32_t from, uint32_t to, void *, space_visit);

/* Objects of a space as it was when this one was forked from it, and what this
 * one has in their places, if that may be something else; NULL: it is gone.
 * Costs what was written since, by either.
 */
typedef void (*space_change) (void *, object *then, object *now);
void space_each_changed (const space *then, const space *now, void *,
                         space_change);

/* Of one family: slots whose objects may differ ('slots' is cleared first).
 * False, and nothing was done: one has an object where the other has none.
 * Otherwise places that the other one used are used in the first, too, so that
 * a pointer to what is gone stays one.
 */
bool space_join (space *, space *other, memory *, u32_vec *slots);

/* All that is in the space, by names that other runs have (memory/naming.h).
 * What was there when it was last said to begin is left out until it is
 * written. Costs what was written since the last time, by this space or by
 * one it was forked from. Both give the space another owner.
 */
struct naming;
void space_begin (space *);
hash128 space_digest (space *, const struct naming *);

/* Variables that the last run did not have, and that are gone? */
bool space_had_new (const space *);

/* For --check=3 and tests; space.c says what must hold. Costs all there is. */
bool space_is_valid (const space *, const terms *);

size_t space_count (const space *); /* live objects */
size_t space_bytes (const space *); /* of live objects */
