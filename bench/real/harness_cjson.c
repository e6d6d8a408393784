/* Standard input as JSON text for cJSON; the shape of what it read. */
#include "cJSON.h"
#include <stdio.h>
#include <unistd.h>

static int count (const cJSON *value) {
  int res = 0;
  for (; value; value = value->next)
    res += 1 + count (value->child);
  return res;
}

int main (void) {
  char text[64];
  ssize_t n = read (0, text, sizeof text);
  cJSON *value = cJSON_ParseWithLength (text, n > 0 ? n : 0);
  if (!value) {
    const char *at = cJSON_GetErrorPtr ();
    printf ("error at %d\n", at ? (int) (at - text) : -1);
    return 1;
  }
  printf ("type %d, %d values\n", value->type, count (value));
  cJSON_Delete (value);
  return 0;
}
