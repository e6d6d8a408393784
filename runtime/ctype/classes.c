/* Each in one expression and without a call: no fork for a symbolic character.
 * What is no character is a fault: other C libraries look into a table.
 */

#include "reprise.h"

typedef unsigned char_class;

static char_class is_from (char_class u, char_class first, char_class n) {
  return u - first < n;
}

static char_class is_letter (char_class u) { return is_from (u | 32, 'a', 26); }
static char_class is_digit (char_class u) { return is_from (u, '0', 10); }
static char_class is_graph (char_class u) { return is_from (u, 0x21, 0x5e); }

#define CLASS(NAME, CONDITION) \
  int NAME (int c) { \
    char_class u = (char_class) reprise_character (c); \
    return (int) (CONDITION); \
  } \
  int NAME##_l (int c, const void *locale) { return NAME (c); }

CLASS (isalnum, is_letter (u) | is_digit (u))
CLASS (isalpha, is_letter (u))
CLASS (isblank, (u == ' ') | (u == '\t'))
CLASS (iscntrl, (u < 0x20) | (u == 0x7f))
CLASS (isdigit, is_digit (u))
CLASS (isgraph, is_graph (u))
CLASS (islower, is_from (u, 'a', 26))
CLASS (isprint, is_from (u, 0x20, 0x5f))
CLASS (ispunct, is_graph (u) & !is_letter (u) & !is_digit (u))
CLASS (isspace, (u == ' ') | is_from (u, '\t', 5))
CLASS (isupper, is_from (u, 'A', 26))
CLASS (isxdigit, is_digit (u) | is_from (u | 32, 'a', 6))
