// options: --check-leaks
// lost: not followed: no source
// expect: complete=18 error=1
// error: out_of_bounds 39
// Objects of functions without source have the size and the members of their
// type, and nothing else is behind their pointers. Only results that the
// program compares with null may be null.
#include <stdlib.h>
#include <string.h>

struct node {
  int id;
  char name[40];
  struct node *next;
  int *numbers;
};
struct node *node_make (int);       /* never compared with null */
struct node *node_find (const char *);
void *raw_memory (size_t);
char *text_of (int);

static char secret[8] = "secret";

static int use (struct node *n) {
  n->id = 4;
  n->name[39] = 'x';
  n->numbers[0] = n->next->id;
  return n->next == n || n->numbers == (int *) secret;
}

int main (void) {
  if (use (node_make (1)))
    abort ();
  struct node *n = node_find ("a"), *raw = raw_memory (sizeof *raw);
  raw->numbers = 0;
  raw->name[39] = 1;
  if (n) {
    if (n->name[3] == 'k')
      n->name[n->id == 7 ? 80 : 1] = 0; /* here */
    free (n);
  } else if (strlen (text_of (2)) == 3)
    return 2;
  return strcmp (secret, "secret") != 0;
}
