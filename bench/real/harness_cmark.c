/* Standard input as Markdown for cmark, written as HTML. */
#include "cmark.h"
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main (void) {
  char text[64];
  ssize_t n = read (0, text, sizeof text);
  char *html = cmark_markdown_to_html (text, n > 0 ? n : 0, CMARK_OPT_DEFAULT);
  fputs (html, stdout);
  free (html);
  return 0;
}
