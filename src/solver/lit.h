#pragma once

/* Literals: a variable and a sign in one word. Variable 0 is the constant, so
 * 0 is false and 1 is true, and complement is one bit. The variables of the
 * SAT kernel and the gates of the circuit (solver/gates.h) are the same.
 */

#include "base/vec.h"

typedef uint32_t lit;
typedef VEC (lit) lit_vec;

#define LIT_FALSE ((lit) 0)
#define LIT_TRUE ((lit) 1)

static inline lit lit_make (uint32_t var) { return 2 * var; }
static inline uint32_t lit_var (lit l) { return l >> 1; }
static inline lit lit_not (lit l) { return l ^ 1; }
static inline lit lit_flip (lit l, lit sign) { return l ^ (sign & 1); }
static inline bool lit_is_const (lit l) { return l <= LIT_TRUE; }
