#include "base/shown.h"

#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void show (const char *text, const char *expected) {
  char_vec out = {0};
  shown_add (NULL, &out, text);
  CHECK_STR (text_c (NULL, &out), expected);
  vec_release (NULL, &out);
}

TEST (what_steers_a_terminal_is_shown) {
  show ("", "");
  show ("plain text\tand more", "plain text\tand more");
  show ("a\nb", "a\\nb");
  show ("\x1b[2J\a\x7f", "\\u001b[2J\\u0007\\u007f");
  show ("\u00e4 \u20ac \U0001f600", "\u00e4 \u20ac \U0001f600");
  show ("\xc2\x9b"
        "1m",
        "\\u009b1m");                   /* a control in two bytes */
  show ("\u202egnp.c", "\\u202egnp.c"); /* from right to left */
  show ("\x9b", "\\x9b");
  show ("\xc3", "\\xc3"); /* ends too early */
  show ("\xe2\x82x", "\\xe2\\x82x");
  show ("\xc0\x9b", "\\xc0\\x9b");          /* too long a form of ESC */
  show ("\xed\xa0\x80", "\\xed\\xa0\\x80"); /* half of a pair */
  show ("\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"); /* beyond the last */
}

/* In pieces of any size. */
TEST (a_stream_shows_what_is_written_to_it) {
  static const char text[] = "a\u20acb\x1b[1m\n\xff\tc\xc2\x9b\n";
  static const char expected[] = "a\u20acb\\u001b[1m\n\\xff\tc\\u009b\n";
  for (size_t step = 1; step < sizeof text; step++) {
    char path[] = "/tmp/reprise-shown-XXXXXX", got[64] = "";
    int fd = mkstemp (path);
    FILE *f = shown_stream (fd);
    for (size_t at = 0; at + 1 < sizeof text; at += step) {
      fprintf (f, "%.*s", (int) step, text + at);
      CHECK_EQ (fflush (f), 0);
    }
    fclose (f);
    CHECK_EQ (pread (fd, got, sizeof got, 0), (ssize_t) sizeof expected - 1);
    CHECK_STR (got, expected);
    close (fd);
    unlink (path);
  }
}

TEST (a_stream_that_cannot_be_written_says_so) {
  FILE *f = shown_stream (-1);
  fputs ("text", f);
  CHECK (fflush (f) != 0);
  fclose (f);
}
