/* In one expression and without a call: no fork for a symbolic character. */

#include <ctype.h>

int ispunct (int c) {
  unsigned u = (unsigned) c;
  int is_graph = u - 0x21 < 0x5e;
  int is_letter = (u | 32) - 'a' < 26;
  int is_digit = u - '0' < 10;
  return is_graph & !is_letter & !is_digit;
}
