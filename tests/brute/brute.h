/* What the programs of this folder have: small numbers as inputs, and a way to
 * say more than they return. See run.
 */
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned char u8;
typedef signed char i8;
typedef unsigned short u16;
typedef short i16;
typedef unsigned int u32;
typedef int i32;
typedef unsigned long u64;
typedef long i64;

/* x is below 256; or x and y are below these numbers, which are powers of two,
 * 65,536 inputs together at most.
 */
#define TEST(name) long test_##name (int x)
#define TEST2(name, most_x, most_y) long test_##name (int x, int y)

static u32 brute_hash;
static void out (long v) {
  brute_hash =
      (brute_hash << 5 | brute_hash >> 27) ^ (u32) v ^ (u32) ((u64) v >> 32);
}

/* Values that a compiler must not know. */
static volatile int zero_;
#define ZERO (zero_)
