#include "export/c_source.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Sources as text: words, definitions, what is embedded. */

static void read_text (memory *mem, const char *text, c_source *out) {
  char path[] = "/tmp/reprise-source-XXXXXX.c";
  trouble t = {0};
  int fd = mkstemps (path, 2);
  CHECK (fd >= 0 && write (fd, text, strlen (text)) == (ssize_t) strlen (text));
  close (fd);
  CHECK_EQ (c_source_read (mem, path, out, &t), ST_OK);
  unlink (path);
  out->path = "/nowhere/a.c";
}

static int params_of (const char *text) {
  memory mem = {0};
  c_source s;
  read_text (&mem, text, &s);
  int n = c_source_main_params (&s);
  c_source_release (&mem, &s);
  CHECK_EQ (mem.live, 0);
  return n;
}

TEST (parameters_of_main) {
  CHECK_EQ (params_of (""), -1);
  CHECK_EQ (params_of ("int main (void) { }"), 0);
  CHECK_EQ (params_of ("int main ( void ) { }"), 0);
  CHECK_EQ (params_of ("int main() {}"), 0);
  CHECK_EQ (params_of ("int\nmain\n(int argc, char **argv)\n{ }"), 2);
  CHECK_EQ (params_of ("int main (int c, char *v[], char **e) {}"), 3);
  CHECK_EQ (params_of ("int main (void);"), -1);
  CHECK_EQ (params_of ("/* int main (void) {} */ int domain (int x) {}"), -1);
  CHECK_EQ (params_of ("// int main (void) {}\nchar *s = \"main () {\";"), -1);
}

static bool falls_off (const char *text) {
  memory mem = {0};
  c_source s;
  read_text (&mem, text, &s);
  bool does = c_source_falls_off (&s, "main");
  c_source_release (&mem, &s);
  CHECK_EQ (mem.live, 0);
  return does;
}

TEST (ends_of_main) {
  CHECK (falls_off ("int main (void) { }"));
  CHECK (falls_off ("int main (void) { int x = 1; if (x) { return 2; } }"));
  CHECK (falls_off ("int main (void) { f (); /* return 0; */ }"));
  CHECK (!falls_off ("int main (void) { f (); return 0; }"));
  CHECK (!falls_off ("int main (void) { if (f ()) { g (); } return 0; } "));
  CHECK (!falls_off ("int main (int c, char **v) {\n  return 0;\n}\nint x;"));
  CHECK (!falls_off ("int f (void) { }"));
}

TEST (words) {
  memory mem = {0};
  c_source s;
  read_text (&mem,
             "#include <stdio.h>\n"
             "/* klee_int */ char c = '\"'; int klee_range_of; // klee_abort\n"
             "void reach_error (void) { }\n"
             "int x = klee_choose (3) + f_1 () + f_22 ();\n",
             &s);
  CHECK (!s.has_klee);
  CHECK (!c_source_has (&s, "klee_int"));
  CHECK (!c_source_has (&s, "klee_range"));
  CHECK (!c_source_has (&s, "klee_abort"));
  CHECK (c_source_has (&s, "klee_choose"));
  CHECK (c_source_defines (&s, "reach_error"));
  CHECK (!c_source_defines (&s, "klee_choose"));
  size_t at = 0, n = c_source_next (&s, "f_", &at);
  CHECK_EQ (n, 3);
  at += n;
  CHECK_EQ (c_source_next (&s, "f_", &at), 4);
  at += 4;
  CHECK_EQ (c_source_next (&s, "f_", &at), 0);
  c_source_release (&mem, &s);
  CHECK_EQ (mem.live, 0);
}

TEST (embedding) {
  memory mem = {0};
  c_source s;
  char_vec out = {0};
  read_text (&mem,
             "#include <stdio.h>\n #  include \"klee/klee.h\"\n"
             "#include \"not-there.h\"\nint x;",
             &s);
  CHECK (s.has_klee);
  c_source_embed (&mem, &s, "int klee;\n", &out);
  CHECK_STR (text_c (&mem, &out), "#line 1 \"/nowhere/a.c\"\n"
                                  "#include <stdio.h>\n"
                                  "int klee;\n"
                                  "#line 3 \"/nowhere/a.c\"\n"
                                  "#include \"not-there.h\"\n"
                                  "int x;\n");
  vec_release (&mem, &out);
  c_source_release (&mem, &s);
  CHECK_EQ (mem.live, 0);
}

/* Whatever is cut off: no word is read beyond the end. */
TEST (cut_off) {
  static const char text[] = "int main (void) { char *s = \"a\\\"b\"; /* x */ "
                             "return '\\''; } // end";
  char part[sizeof text];
  for (size_t n = 0; n < sizeof text; n++) {
    memcpy (part, text, n);
    part[n] = 0;
    params_of (part);
  }
}
