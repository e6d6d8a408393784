/* Reprise as a library: state constraints, ask, read the answer.
 *
 *     cc embed.c $(pkg-config --cflags --libs reprise) && ./a.out
 */
#include <reprise.h>

#include <stdio.h>
#include <string.h>

int main (void) {
  reprise *r = reprise_new ();
  if (reprise_set_option (r, "timeout", "1s")) {
    fprintf (stderr, "%s\n", reprise_error (r));
    return 2;
  }
  reprise_eval (r, "(declare-const x Int) (declare-const y Int)"
                   "(assert (and (< 0 x y 10) (= (+ (* 7 x) y) 13)))");
  const char *answer = reprise_eval (r, "(check-sat)");
  fputs (answer, stdout);
  if (!strcmp (answer, "sat\n"))
    fputs (reprise_eval (r, "(get-value (x y))"), stdout);
  fputs (reprise_eval (r, "(assert (> x 1)) (check-sat)"), stdout);
  reprise_free (r);
  return 0;
}
