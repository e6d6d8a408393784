#include "base/status.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

const char *status_text (status st) {
  static const char *const texts[] = {
#define X(NAME, TEXT) TEXT,
      STATUSES (X)
#undef X
  };
  assert (st < ST_COUNT);
  return texts[st];
}

status trouble_set (trouble *t, status st, const char *fmt, ...) {
  assert (st != ST_OK);
  if (t->code != ST_OK)
    return st;
  t->code = st;
  va_list ap;
  va_start (ap, fmt);
  vsnprintf (t->text, sizeof t->text, fmt, ap);
  va_end (ap);
  return st;
}

void trouble_clear (trouble *t) {
  t->code = ST_OK;
  t->text[0] = 0;
}

const char *trouble_text (const trouble *t) {
  return t->text[0] ? t->text : status_text (t->code);
}
