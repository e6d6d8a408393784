/* Brackets nested deeper than the stack of an expression. */
#include <klee/klee.h>

int main (void) {
  char text[48];
  char open[16];
  int depth = 0;
  klee_make_symbolic (text, sizeof text, "text");
  for (int i = 0; i < 48 && text[i]; i++)
    switch (text[i]) {
    case '(':
    case '[':
    case '{':
      open[depth++] = text[i];
      break;
    case ')':
    case ']':
    case '}':
      if (!depth || open[--depth] != (text[i] == ')' ? '(' : text[i] - 2))
        return 1;
      break;
    default:
      if (text[i] < ' ')
        return 2;
    }
  return depth;
}
