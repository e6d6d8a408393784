/* A word of the input that is too long for its place. */
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static int n_words;
static char *words[8];

static void word (const char *from, const char *to) {
  if (n_words == 8)
    return;
  words[n_words] = malloc (12);
  memcpy (words[n_words], from, to - from);
  words[n_words++][to - from] = 0; /* nobody asks how long it is */
}

int main (void) {
  char text[40];
  klee_make_symbolic (text, sizeof text, "text");
  text[39] = 0;
  const char *p = text;
  for (;;) {
    while (*p == ' ' || *p == '\t')
      p++;
    if (!*p)
      break;
    const char *from = p;
    while (*p && *p != ' ' && *p != '\t')
      p++;
    if (n_words < 7)
      word (from, p);
  }
  return n_words;
}
