
void klee_make_symbolic (void *to, size_t size, const char *name) {
  reprise_take (to, size, name);
}

int klee_range (int begin, int end, const char *name) {
  int v = begin;
  if (begin + 1 != end)
    reprise_take (&v, sizeof v, name);
  return v;
}

int klee_int (const char *name) {
  int v;
  reprise_take (&v, sizeof v, name);
  return v;
}

uintptr_t klee_choose (uintptr_t n) {
  uintptr_t v;
  (void) n;
  reprise_take (&v, sizeof v, "klee_choose");
  return v;
}

void klee_assume (uintptr_t condition) {
  if (!condition)
    reprise_error ("klee_assume of something false");
}

void __VERIFIER_assume (int condition) {
  if (!condition)
    _exit (0);
}

/* __CPROVER_assume (condition): programs say int, or _Bool. */
void reprise_assume (_Bool condition) __asm__ ("__CPROVER_assume");
void reprise_assume (_Bool condition) {
  if (!condition)
    _exit (0);
}

/* __CPROVER_assert (condition, text): programs say int, or _Bool. */
void reprise_assert (_Bool condition,
                     const char *text) __asm__ ("__CPROVER_assert");
void reprise_assert (_Bool condition, const char *text) {
  if (!condition)
    reprise_error (text);
}

void reach_error (void) { reprise_error ("reach_error"); }

void __VERIFIER_error (void) { reprise_error ("__VERIFIER_error"); }

void klee_silent_exit (int status) { _exit (status); }

void klee_abort (void) { reprise_error ("klee_abort"); }

void klee_report_error (const char *file, int line, const char *message,
                        const char *suffix) {
  (void) file, (void) line, (void) suffix;
  reprise_error (message);
}

void klee_assert_fail (const char *expression, const char *file, unsigned line,
                       const char *function) {
  (void) file, (void) line, (void) function;
  reprise_error (expression);
}

unsigned klee_is_symbolic (uintptr_t v) {
  (void) v;
  return 0;
}

unsigned klee_is_replay (void) { return 1; }

size_t klee_get_obj_size (void *v) {
  (void) v;
  return 0;
}

#include <errno.h>
int klee_get_errno (void) { return errno; }

float klee_get_valuef (float v) { return v; }

double klee_get_valued (double v) { return v; }

long klee_get_valuel (long v) { return v; }

long long klee_get_valuell (long long v) { return v; }

int32_t klee_get_value_i32 (int32_t v) { return v; }

int64_t klee_get_value_i64 (int64_t v) { return v; }

void klee_print_expr (const char *message, ...) { (void) message; }

void klee_print_range (const char *name, int v) { (void) name, (void) v; }

void klee_warning (const char *message) { (void) message; }

void klee_warning_once (const char *message) { (void) message; }

void klee_stack_trace (void) {}

void klee_prefer_cex (void *o, uintptr_t c) { (void) o, (void) c; }

void klee_posix_prefer_cex (void *o, uintptr_t c) { (void) o, (void) c; }

void klee_mark_global (void *o) { (void) o; }

void klee_check_memory_access (const void *o, size_t n) { (void) o, (void) n; }

void klee_set_forking (unsigned enable) { (void) enable; }

void klee_alias_function (const char *a, const char *b) { (void) a, (void) b; }

void klee_define_fixed_object (void *o, size_t n) { (void) o, (void) n; }

void klee_open_merge (void) {}

void klee_close_merge (void) {}
