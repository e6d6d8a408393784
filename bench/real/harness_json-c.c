/* Standard input as JSON text for json-c, written again as it was read. */
#include <json.h>
#include <stdio.h>
#include <unistd.h>

int main (void) {
  char text[64];
  ssize_t n = read (0, text, sizeof text - 1);
  text[n > 0 ? n : 0] = 0;
  json_tokener *reader = json_tokener_new ();
  json_object *value =
      json_tokener_parse_ex (reader, text, n > 0 ? (int) n + 1 : 1);
  if (json_tokener_get_error (reader) != json_tokener_success) {
    printf ("error %d at %zu\n", (int) json_tokener_get_error (reader),
            json_tokener_get_parse_end (reader));
    return 1;
  }
  puts (json_object_to_json_string (value));
  json_object_put (value);
  json_tokener_free (reader);
  return 0;
}
