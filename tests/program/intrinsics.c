// options: --keep-branches
// replay: no
// expect: complete=6 error=0
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

/* All that ask and tell and do not fork. */
static void ask (int n, char *p) {
  klee_assert (klee_is_symbolic (n));
  klee_assert (!klee_is_replay ());
  klee_assert (!klee_is_symbolic (5));
  klee_assert (klee_get_obj_size (p) == 12);
  klee_assert (klee_get_errno () == 0);
  int value = klee_get_value_i32 (n);
  klee_assert (!klee_is_symbolic (value));
  klee_assert (klee_get_valuel (7) == 7);
  klee_assert (klee_get_valuell (8) == 8);
  klee_assert (klee_get_value_i64 (9) == 9);
  klee_assert (klee_get_valued (1.5) == 1.5);
  klee_assert (klee_get_valuef (2.5f) == 2.5f);
  klee_print_expr ("n", n);
  klee_print_range ("n", n);
  klee_warning ("once");
  klee_warning_once ("twice");
  klee_stack_trace ();
  klee_check_memory_access (p, 12);
  klee_mark_global (p);
}

int main (void) {
  int n = klee_int ("n");
  char *p = malloc (12);
  klee_prefer_cex (&n, n > 5);
  klee_posix_prefer_cex (&n, n > 5);
  ask (n, p);
  int r = klee_range (10, 13, "r");
  klee_assert (r >= 10 && r < 13);
  klee_assert (klee_range (4, 5, "fixed") == 4);
  uintptr_t c = klee_choose (3);
  klee_assert (c < 3);
  klee_open_merge ();
  klee_close_merge ();
  if (r == 11)
    return 1;
  if (c == 2)
    return 2;
  klee_assume (n != 77);
  if (n == 77)
    return 3;
  klee_set_forking (0);
  int unexplored = n > 1000;
  klee_set_forking (1);
  if (n == 1)
    klee_silent_exit (0);
  switch (n) {
  case 2:
  case 3:
    return 4;
  case 4:
    return 5;
  }
  return unexplored < 0;
}
