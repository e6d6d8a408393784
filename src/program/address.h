#ifndef PROGRAM_ADDRESS_H
#define PROGRAM_ADDRESS_H

/* Addresses of the program under test.
 *
 * Every object lives in a slot of its own, 64 GiB apart from its neighbours:
 *
 *     63 .. 36 | 35 .. 0
 *     slot     | place within the slot
 *
 * So the object behind an address is found by a shift; a pointer that runs
 * out of its object, by whatever an int can index, meets nothing; and
 * addresses do not depend on sizes. Slot 0 is the page of NULL. Functions
 * come first, then globals, in the order of the program; what a path
 * allocates comes behind. Some slots are left between them, and strings are the
 * last of the globals: most edits of a program leave the addresses of what
 * they do not touch alone.
 */

#include <stdint.h>

#define ADDRESS_SLOT_BITS 36
#define ADDRESS_SLOT_SIZE (UINT64_C (1) << ADDRESS_SLOT_BITS)
#define ADDRESS_SLOTS (UINT32_C (1) << (64 - ADDRESS_SLOT_BITS - 1))

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

#endif
