#ifndef UNIT_TEST_H
#define UNIT_TEST_H

/* Unit tests. A test is a block of C that registers itself:
 *
 *     TEST (push_keeps_order) {
 *       CHECK (vec_is_empty (&v));
 *       CHECK_EQ (v.n, 3);
 *     }
 *
 * Each runs in its own process, so it may crash, leak or hang without harm to
 * the others; the first failed check ends it. It is shown as FILE.NAME, where
 * FILE is the source without directory, "test_" and ".c"; the arguments of the
 * runner select tests whose shown name contains one of them.
 *
 * Every argument of a check is evaluated once.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct test test;

struct test {
  const char *file, *name;
  void (*run) (void);
  test *next;
};

void test_register (test *);

#define TEST(NAME) \
  static void run_##NAME (void); \
  __attribute__ ((constructor)) static void register_##NAME (void) { \
    static test t = {__FILE__, #NAME, run_##NAME, NULL}; \
    test_register (&t); \
  } \
  static void run_##NAME (void)

#define CHECK(COND) test_check (__FILE__, __LINE__, #COND, (COND))

/* Integers, enums, booleans. */

#define CHECK_EQ(A, B) \
  test_check_equal (__FILE__, __LINE__, #A, #B, (intmax_t) (A), (intmax_t) (B))

#define CHECK_STR(A, B) test_check_text (__FILE__, __LINE__, #A, #B, A, B)

/* For failures found by the test's own code. */

#define FAIL(...) test_fail (__FILE__, __LINE__, __VA_ARGS__)

/* True under 'make check-long': random tests then do much more work. */

bool test_is_long (void);

/* Under the sanitizers: tests whose time goes into solvers, which are not
 * instrumented, do a part of the work that they do in release.
 */
static inline bool test_is_sanitized (void) {
#ifdef __SANITIZE_ADDRESS__
  return true;
#else
  return false;
#endif
}

void test_fail (const char *file, int line, const char *fmt, ...)
    __attribute__ ((format (printf, 3, 4), noreturn));
void test_check (const char *file, int line, const char *text, bool holds);
void test_check_equal (const char *file, int line, const char *a_text,
                       const char *b_text, intmax_t a, intmax_t b);
void test_check_text (const char *file, int line, const char *a_text,
                      const char *b_text, const char *a, const char *b);

#endif
