/* An interpreter of short commands: thousands of paths, and a place far down
 * that needs five of them in the right order.
 *
 *     + -  count        !  arm it, if the count is 2        #  fire, if armed
 *     [ ]  open and close; digits are pushed, $ pops
 */
#include <klee/klee.h>

#define N 7

static int depth, count, top, stack[4];
static int is_armed;

static int fire (void) { return 1000 + depth; }

static void push (int v) {
  if (top < 4)
    stack[top++] = v;
}

static int step (char c) {
  switch (c) {
  case '+':
    count++;
    return 0;
  case '-':
    count--;
    return 0;
  case '[':
    depth++;
    return 0;
  case ']':
    return depth-- ? 0 : -1;
  case '!':
    if (count == 2)
      is_armed = 1;
    return 0;
  case '#':
    if (is_armed && depth == 1)
      return fire ();
    return -1;
  case '$':
    return top ? (top--, 0) : -1;
  default:
    if (c < '0' || c > '9')
      return -1;
    push (c - '0');
    return 0;
  }
}

int main (void) {
  char text[N];
  klee_make_symbolic (text, sizeof text, "text");
  for (int i = 0; i < N && text[i]; i++) {
    int result = step (text[i]);
    if (result)
      return result;
  }
  return 0;
}
