#include "machine/state.h"
#include "test.h"

#include <string.h>

static bool is_cause (const char *text, const char *want) {
  return !strcmp (fault_cause (text), want);
}

TEST (cause_is_what_is_said_of_the_object) {
  CHECK (is_cause ("4 bytes at offset 16 of 16 bytes of a", " of a"));
  CHECK (is_cause ("1 byte at offset -1 of 1 byte of a", " of a"));
  CHECK (is_cause ("1 byte at offset 5 of 0 bytes (symbolic) allocated in f:1",
                   " allocated in f:1"));
  CHECK (is_cause ("at most 7 bytes allocated in f:1, freed in f:2",
                   " allocated in f:1, freed in f:2"));
  CHECK (is_cause ("symbolic pointer: 4 bytes at offset 16 of 16 bytes", ""));
  CHECK (is_cause ("address 0x8", ""));
  CHECK (is_cause ("4 bytes at offset 16", ""));
  CHECK (is_cause ("", ""));
}

static bool is_related (const char *text, const char *what, uint32_t line) {
  const char *next = text + related_start (text);
  related r;
  return related_read (&next, &r) && r.what_len == strlen (what) &&
         !strncmp (r.what, what, r.what_len) && r.line == line && !*next;
}

TEST (related_places_are_read_back) {
  CHECK (is_related ("8 bytes allocated in f:12", "allocated", 12));
  CHECK (is_related ("1 byte at offset 8 of 8 bytes of name, declared in f:3",
                     "declared", 3));
  CHECK (is_related ("8 bytes of x, declared in f (a b.c:7)", "declared", 7));
  CHECK (related_start ("4 bytes at offset 4 of 4 bytes of x") == 35);
  CHECK (related_start ("4 bytes of x, declared in f:3") == 7);
}
