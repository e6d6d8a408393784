/* A key that is as long as its place, in lines "key=value" and "key". */
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

struct item {
  char *key;
  int value;
  struct item *next;
};
static struct item *head;

static void put (const char *key, int value) {
  struct item *i = malloc (sizeof *i);
  i->key = malloc (16);
  strcpy (i->key, key);
  i->value = value;
  i->next = head;
  head = i;
}

static int get (const char *key) {
  for (struct item *i = head; i; i = i->next)
    if (!strcmp (i->key, key))
      return i->value;
  return -1;
}

int main (void) {
  char text[24];
  int sum = 0;
  klee_make_symbolic (text, sizeof text, "text");
  text[23] = 0;
  for (char *line = text; *line;) {
    char *end = line + strcspn (line, "\n");
    int last = !*end;
    *end = 0;
    char *eq = strchr (line, '=');
    if (eq) {
      *eq = 0;
      put (line, atoi (eq + 1));
    } else
      sum += get (line);
    line = last ? end : end + 1;
  }
  return sum;
}
