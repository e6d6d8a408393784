#pragma once

/* The trace of a run: a rolling hash over the blocks that it enters, in the
 * functions of the user. A run of the machine and a native one of the same
 * module that have the same trace took the same path.
 *
 * 'trace_step' is written a second time in runtime/replay/replay.c, which is
 * compiled on its own.
 */

#include "base/hash.h"

#include <string.h>

/* A block by the name of its function and its number there. */
static inline uint32_t trace_site (const char *name, uint32_t n) {
  return (uint32_t) hash_mix (hash_bytes (name, strlen (name)).lo, n);
}

/* Blocks that clang makes of va_arg: whether an argument lies in registers or
 * in memory depends on the machine.
 */
static inline bool trace_is_native (const char *block_name) {
  return !strncmp (block_name, "vaarg.in_", 9);
}

static inline uint64_t trace_step (uint64_t trace, uint32_t site) {
  trace = (trace ^ site) * 0x9e3779b97f4a7c15u;
  return trace ^ trace >> 29;
}
