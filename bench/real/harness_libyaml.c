/* Standard input as YAML for libyaml: the kinds of events, or the error. */
#include <stdio.h>
#include <unistd.h>
#include <yaml.h>

int main (void) {
  unsigned char text[64];
  ssize_t n = read (0, text, sizeof text);
  yaml_parser_t parser;
  yaml_event_t event;
  if (!yaml_parser_initialize (&parser))
    return 2;
  yaml_parser_set_input_string (&parser, text, n > 0 ? n : 0);
  for (int is_end = 0; !is_end;) {
    if (!yaml_parser_parse (&parser, &event)) {
      printf ("\n%d:%d: %s\n", (int) parser.problem_mark.line,
              (int) parser.problem_mark.column, parser.problem);
      yaml_parser_delete (&parser);
      return 1;
    }
    is_end = event.type == YAML_STREAM_END_EVENT;
    printf ("%d ", event.type);
    yaml_event_delete (&event);
  }
  putchar ('\n');
  yaml_parser_delete (&parser);
  return 0;
}
