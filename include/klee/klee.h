#ifndef KLEE_KLEE_H
#define KLEE_KLEE_H

/* The interface between a program under test and the tool that runs it, as
 * programs written for KLEE use it. Reprise finds this header by itself.
 */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Inputs. */

/* The object at 'address' takes any value; 'size' is its whole size. */
void klee_make_symbolic (void *address, size_t size, const char *name);

/* Any value from 'begin' up to and without 'end'. */
int klee_range (int begin, int end, const char *name);

int klee_int (const char *name);

/* Any value below 'n'. */
uintptr_t klee_choose (uintptr_t n);

/* Only paths on which the condition holds go on. */
void klee_assume (uintptr_t condition);

/* Ends of a path. */

__attribute__ ((noreturn)) void klee_silent_exit (int status); /* no test */
__attribute__ ((noreturn)) void klee_abort (void);
__attribute__ ((noreturn)) void klee_report_error (const char *file, int line,
                                                   const char *message,
                                                   const char *suffix);
__attribute__ ((noreturn)) void klee_assert_fail (const char *expression,
                                                  const char *file,
                                                  unsigned int line,
                                                  const char *function);

#define klee_assert(EXPRESSION) \
  ((EXPRESSION) \
       ? (void) 0 \
       : klee_assert_fail (#EXPRESSION, __FILE__, __LINE__, __func__))

/* Questions. */

unsigned klee_is_symbolic (uintptr_t value);
unsigned klee_is_replay (void); /* 1 in a test that is run natively */
size_t klee_get_obj_size (void *address);
int klee_get_errno (void);

/* A value that the expression may have here; the path stays as it is. */
float klee_get_valuef (float expression);
double klee_get_valued (double expression);
long klee_get_valuel (long expression);
long long klee_get_valuell (long long expression);
int32_t klee_get_value_i32 (int32_t expression);
int64_t klee_get_value_i64 (int64_t expression);

/* Messages. */

void klee_print_expr (const char *message, ...);
void klee_print_range (const char *name, int value);
void klee_warning (const char *message);
void klee_warning_once (const char *message);
void klee_stack_trace (void);

/* Hints. */

void klee_prefer_cex (void *object, uintptr_t condition);
void klee_posix_prefer_cex (void *object, uintptr_t condition);
void klee_mark_global (void *object);
void klee_check_memory_access (const void *address, size_t size);
void klee_set_forking (unsigned enable);
void klee_alias_function (const char *name, const char *other);
void klee_define_fixed_object (void *address, size_t size);
void klee_open_merge (void);
void klee_close_merge (void);

#ifdef __cplusplus
}
#endif

#endif
