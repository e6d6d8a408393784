#include "export/html.h"

#include "base/shown.h"

static const char *entity_of (char c) {
  switch (c) {
  case '<':
    return "&lt;";
  case '&':
    return "&amp;";
  case '"':
    return "&quot;";
  case '\'':
    return "&#39;";
  case '\r':
    return "";
  default:
    return NULL;
  }
}

void html_text (const char *s, FILE *to) {
  char part[SHOWN_MAX];
  while (*s) {
    const char *entity = entity_of (*s);
    s += shown_char (s, part);
    fputs (entity ? entity : part, to);
  }
}
