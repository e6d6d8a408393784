/* Standard input as a request or response for http-parser, then as a URL. */
#include "http_parser.h"
#include <stdio.h>
#include <unistd.h>

static int part (http_parser *parser, const char *text, size_t n) {
  (void) parser;
  printf ("[%.*s]", (int) n, text);
  return 0;
}

int main (void) {
  char text[64];
  ssize_t got = read (0, text, sizeof text);
  size_t n = got > 0 ? got : 0;
  http_parser parser;
  http_parser_settings settings;
  struct http_parser_url url;
  http_parser_init (&parser, HTTP_BOTH);
  http_parser_settings_init (&settings);
  settings.on_url = settings.on_header_field = settings.on_header_value = part;
  settings.on_body = part;
  size_t used = http_parser_execute (&parser, &settings, text, n);
  printf ("%d: %s\n", (int) used,
          http_errno_name (HTTP_PARSER_ERRNO (&parser)));
  http_parser_url_init (&url);
  return http_parser_parse_url (text, n, 0, &url) ? 1 : 0;
}
