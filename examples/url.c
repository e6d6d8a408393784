/* Decodes %41 and + in place, as in the query of a URL. What happens with a %
 * at the end?
 */

static int digit (char c) {
  return c >= '0' && c <= '9' ? c - '0' : (c | 32) - 'a' + 10;
}

void url_decode (char *text) {
  char *to = text;
  while (*text) {
    if (*text == '%') {
      *to++ = (char) (digit (text[1]) << 4 | digit (text[2]));
      text += 3;
    } else {
      *to++ = *text == '+' ? ' ' : *text;
      text++;
    }
  }
  *to = '\0';
}
