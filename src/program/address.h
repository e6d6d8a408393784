#pragma once

/* Addresses of the program under test.
 *
 * Every object lives in a slot of its own, 64 GiB apart from its neighbours:
 *
 *     63 .. 36 | 35 .. 0
 *     slot     | place within the slot
 *
 * So the object behind an address is found by a shift; a pointer that runs
 * out of its object, by whatever an int can index, meets nothing; and
 * addresses do not depend on sizes. Slot 0 is the page of NULL.
 *
 * The slot of a function or a global is a hash of its name (placing.h): an
 * edit of the program does not move what it does not touch. What a path
 * allocates has the slots behind, one after the other. Below all of them is
 * room for objects whose address the program itself says.
 */

#include <stdint.h>

#define ADDRESS_SLOT_BITS 36
#define ADDRESS_SLOT_SIZE (UINT64_C (1) << ADDRESS_SLOT_BITS)
#define ADDRESS_SLOTS (UINT32_C (1) << (64 - ADDRESS_SLOT_BITS - 1))

/* The first of functions, globals, and what paths allocate. */
#define ADDRESS_FUNCTION_BITS 24u
#define ADDRESS_GLOBAL_BITS 25u
#define ADDRESS_FIRST_FUNCTION (UINT32_C (1) << ADDRESS_FUNCTION_BITS)
#define ADDRESS_FIRST_GLOBAL (UINT32_C (1) << ADDRESS_GLOBAL_BITS)
#define ADDRESS_FIRST_FREE (2 * ADDRESS_FIRST_GLOBAL)

/* Where in its slot an object starts: low enough, and not at 0, so that one
 * byte before an object is in the same slot. Aligned for everything.
 */
#define ADDRESS_START UINT64_C (0x10000)

static inline uint32_t address_slot (uint64_t address) {
  return (uint32_t) (address >> ADDRESS_SLOT_BITS);
}

static inline uint64_t address_of_slot (uint32_t slot) {
  return (uint64_t) slot << ADDRESS_SLOT_BITS | ADDRESS_START;
}
