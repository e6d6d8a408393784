#include "base/status.h"
#include "base/suggest.h"

#include "test.h"

TEST (first_trouble_wins) {
  trouble t = {0};
  CHECK_EQ (trouble_set (&t, ST_NOFILE, "no %s", "x"), ST_NOFILE);
  CHECK_EQ (trouble_set (&t, ST_BADINPUT, "other"), ST_BADINPUT);
  CHECK_STR (trouble_text (&t), "no x");
  CHECK_EQ (t.code, ST_NOFILE);
  trouble_clear (&t);
  CHECK_STR (trouble_text (&t), status_text (ST_OK));
}

static const char *closest (const char *word) {
  suggestion s = {.word = word};
  suggest (&s, "backend");
  suggest (&s, "timeout");
  suggest (&s, "technique");
  return s.best ? s.best : "";
}

TEST (suggestions_are_close) {
  CHECK_STR (closest ("bakcend"), "backend");
  CHECK_STR (closest ("timout"), "timeout");
  CHECK_STR (closest ("tech"), "technique");
  CHECK_STR (closest ("colour"), "");
  CHECK_STR (closest (""), "");
}
