/* Standard input as JSON text for jansson, written again as it was read. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main (void) {
  char text[64];
  ssize_t n = read (0, text, sizeof text);
  json_error_t error;
  json_object_seed (1); /* otherwise random */
  json_t *value = json_loadb (text, n > 0 ? n : 0, JSON_DECODE_ANY, &error);
  if (!value) {
    printf ("%d:%d: code %d\n", error.line, error.column,
            json_error_code (&error));
    return 1;
  }
  char *again = json_dumps (value, JSON_ENCODE_ANY | JSON_COMPACT);
  puts (again ? again : "cannot be written");
  free (again);
  json_decref (value);
  return 0;
}
