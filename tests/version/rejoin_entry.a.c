#include <klee/klee.h>

/* The first block of a function that stays on the stack is edited; what is
 * behind it is as it was.
 */

static const unsigned char *at;
static int depth;

static int read_list (void) {
  int n = 0;
  if (++depth > 3)
    klee_silent_exit (1);
  while (*at == 'a' || *at == '(')
    if (*at++ == '(')
      n += 2 * read_list ();
    else
      n++;
  if (*at == ')')
    at++;
  depth--;
  return n;
}

int main (void) {
  static unsigned char text[6];
  klee_make_symbolic (text, sizeof text, "text");
  klee_assume (!text[5]);
  at = text;
  int n = read_list ();
  return *at ? 20 : n;
}
