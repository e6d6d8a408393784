#include "parse.h"
int parse (const char *text) {
  char word[LIMIT] = "";
  int n = 0;
  for (; text[n] >= 'a' && text[n] <= 'z'; n++)
    word[n] = text[n];
  return word[0] == 'x' ? 0 : n;
}
