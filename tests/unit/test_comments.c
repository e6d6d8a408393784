#include "program/comments.h"

#include "test.h"

#include <string.h>

static bool becomes (const char *text, const char *expected) {
  char_vec out = {0};
  bool is_plain = comments_strip (NULL, text, strlen (text), &out);
  bool is_same = expected ? is_plain && !strcmp (text_c (NULL, &out), expected)
                          : !is_plain;
  vec_release (NULL, &out);
  return is_same;
}

TEST (comments_become_spaces) {
  CHECK (becomes ("", ""));
  CHECK (becomes ("int x; // one\nint y;", "int x;\nint y;"));
  CHECK (becomes ("a/**/b/* * / */c", "a b c"));
  CHECK (becomes ("a /* 1\n2\n */ b", "a \1\1 b"));
  CHECK (becomes ("a / b /= c", "a / b /= c"));
  CHECK (becomes ("/*/ */x", "x"));
  CHECK (becomes ("// no end", ""));
}

TEST (comments_leave_what_was_there_without_them) {
  CHECK (becomes ("  int  x;\t \n\ty ;", "int x;\ny ;"));
  CHECK (becomes ("/* a */ int /* b */ x; /* c */\n", "int x;\n"));
  CHECK (becomes ("/* a\n b */ x", "\nx"));
  CHECK (becomes ("\n/* a\n */ #define A", "\n\n#define A"));
  CHECK (becomes ("#define f  (x)", "#define f (x)"));
  CHECK (becomes ("#define A /*\n*/ 1", "#define A \1 1"));
  CHECK (becomes ("#define A\\\n /*\n*/ 1", "#define A\\\n \1 1"));
  CHECK (becomes ("a\\\n  b", "a\\\n b"));
  CHECK (becomes ("\"a  b\"  c", "\"a  b\" c"));
  CHECK (becomes ("#include <a  b.h>  ", "#include <a  b.h> "));
}

TEST (comments_are_not_in_literals) {
  CHECK (becomes ("\"//\" '\"' \"/*\"", "\"//\" '\"' \"/*\""));
  CHECK (becomes ("\"\\\"//\" // x", "\"\\\"//\" "));
  CHECK (becomes ("L'\\'' u8\"a\" // x", "L'\\'' u8\"a\" "));
  CHECK (becomes ("\"a\\\nb//\"", "\"a\\\nb//\""));
  CHECK (becomes ("#include <a.h> // x", "#include <a.h> "));
  CHECK (becomes ("#include \"a//b.h\" // x", "#include \"a//b.h\" "));
}

TEST (comments_that_are_not_plain) {
  CHECK (becomes ("// a \\\nb", NULL));
  CHECK (becomes ("/\\\n/ a", NULL));
  CHECK (becomes ("/* *\\\n/ a", NULL));
  CHECK (becomes ("/* no end", NULL));
  CHECK (becomes ("\"no end\n\"", NULL));
  CHECK (becomes ("#error don't\n", NULL));
  CHECK (becomes ("1'000 /* x */", NULL));
  CHECK (becomes ("8'000 /* x */", NULL));
  CHECK (becomes ("R\"(//)\"", NULL));
  CHECK (becomes ("\?\?/", NULL));
  CHECK (becomes ("#include <a//b.h>", NULL));
  CHECK (becomes ("#include \"a\\\"", NULL));
  CHECK (becomes ("a \\ \n b", NULL));
  CHECK (becomes ("a \1 b", NULL));
}
