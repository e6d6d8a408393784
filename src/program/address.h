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
 * edit of the program does not move what it does not touch. So has a variable
 * on the stack (program_variable_slot). What a path allocates besides has the
 * slots behind, one after the other. Below all of them is room for objects
 * whose address the program itself says.
 */

#include <stdbool.h>
#include <stdint.h>

#define ADDRESS_SLOT_BITS 36
#define ADDRESS_SLOT_SIZE (UINT64_C (1) << ADDRESS_SLOT_BITS)
#define ADDRESS_SLOTS (UINT32_C (1) << (64 - ADDRESS_SLOT_BITS - 1))

/* The first of variables on the stack, so many of each function; of functions,
 * globals, and what paths allocate besides.
 */
#define ADDRESS_VARIABLE_BITS 7u
#define ADDRESS_FIRST_VARIABLE (ADDRESS_FIRST_FUNCTION / 2)
#define ADDRESS_FUNCTION_BITS 24u
#define ADDRESS_GLOBAL_BITS 25u
#define ADDRESS_FIRST_FUNCTION (UINT32_C (1) << ADDRESS_FUNCTION_BITS)
#define ADDRESS_FIRST_GLOBAL (UINT32_C (1) << ADDRESS_GLOBAL_BITS)
#define ADDRESS_FIRST_FREE (2 * ADDRESS_FIRST_GLOBAL)

/* Where in its slot an object starts: at a multiple of its alignment and of no
 * larger power of two, as nothing more is promised natively. Far enough from
 * both ends that no 32-bit index leaves the slot. The lowest five bytes are
 * neither 0 nor ASCII, so that a text that ends one byte late, in a pointer,
 * makes another address of it.
 */
#define ADDRESS_LOWEST UINT64_C (0x1b5c6d780)
#define ADDRESS_MIN_ALIGNMENT UINT64_C (16) /* malloc's */
#define ADDRESS_MAX_ALIGNMENT UINT64_C (0x10000)

static inline uint64_t address_start (uint64_t alignment) {
  uint64_t a = alignment < ADDRESS_MIN_ALIGNMENT   ? ADDRESS_MIN_ALIGNMENT
               : alignment > ADDRESS_MAX_ALIGNMENT ? ADDRESS_MAX_ALIGNMENT
                                                   : alignment;
  return (ADDRESS_LOWEST & ~(2 * a - 1)) | a;
}

static inline uint32_t address_slot (uint64_t address) {
  return (uint32_t) (address >> ADDRESS_SLOT_BITS);
}

static inline bool address_is_variable (uint32_t slot) {
  return slot >= ADDRESS_FIRST_VARIABLE && slot < ADDRESS_FIRST_FUNCTION;
}

/* Of what comes and goes on a path. */
static inline bool address_is_allocated (uint32_t slot) {
  return slot >= ADDRESS_FIRST_FREE || address_is_variable (slot);
}

static inline uint64_t address_in_slot (uint32_t slot, uint64_t alignment) {
  return ((uint64_t) slot << ADDRESS_SLOT_BITS) + address_start (alignment);
}

/* Of what is aligned as malloc does it. */
static inline uint64_t address_of_slot (uint32_t slot) {
  return address_in_slot (slot, ADDRESS_MIN_ALIGNMENT);
}

/* Of a label in a function: how far from where that starts, at most. */
#define ADDRESS_MAX_LABEL UINT64_C (0x10000)
