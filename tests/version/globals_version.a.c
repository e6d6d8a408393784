#include <klee/klee.h>
#include <string.h>

struct option {
  const char *name;
  int value;
};

const char *version = "1.0";
static const struct option options[] = {
    {"all", 1}, {"back", 2}, {"count", 3}, {0, 0}};
int limit = 10;
static int table[] = {5, 6, 7};
static const char letters[] = "abc";

static int find (char c) {
  for (int i = 0; options[i].name; i++)
    if (options[i].name[0] == c)
      return options[i].value;
  return 0;
}

static int length (const char *text) {
  int n = 0;
  while (text[n])
    n++;
  return n;
}

static int pick (int c, const char *release) {
  switch (c) {
  case 'v':
    return length (release);
  case 'o':
    return find ('b');
  case 'l':
    return limit;
  case 'm':
    return 2 * length ("a message") + length ("another one");
  case 't':
    return table[1];
  case 'x':
    return length (letters);
  }
  return length ("usage") == 5 ? 1 : 2;
}

int main (void) {
  unsigned char c, d;
  klee_make_symbolic (&c, sizeof c, "c");
  klee_make_symbolic (&d, sizeof d, "d");
  int n = pick (c, version);
  if (d > n)
    return find ((char) d);
  return n == 7 ? table[d % 3] : 0;
}
