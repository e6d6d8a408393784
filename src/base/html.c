#include "base/html.h"

void html_text (const char *s, FILE *to) {
  for (; *s; s++)
    switch (*s) {
    case '<':
      fputs ("&lt;", to);
      break;
    case '&':
      fputs ("&amp;", to);
      break;
    case '"':
      fputs ("&quot;", to);
      break;
    case '\'':
      fputs ("&#39;", to);
      break;
    case '\r':
      break;
    default:
      fputc (*s, to);
    }
}
