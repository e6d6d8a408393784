/* Standard input as JSON text for yajl's tree. */
#include <stdio.h>
#include <unistd.h>
#include <yajl/yajl_tree.h>

int main (void) {
  char text[64], message[256];
  ssize_t n = read (0, text, sizeof text - 1);
  text[n > 0 ? n : 0] = 0;
  yajl_val value = yajl_tree_parse (text, message, sizeof message);
  if (!value) {
    fputs (message, stdout);
    return 1;
  }
  printf ("type %d\n", (int) value->type);
  yajl_tree_free (value);
  return 0;
}
