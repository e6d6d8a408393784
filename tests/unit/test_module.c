#include "program/module.h"

#include "test.h"

#include <llvm-c/Analysis.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A file that is gone when the test is: tests run in processes of their own,
 * in a directory that they share.
 */
typedef struct lab {
  memory mem;
  logger log;
  trouble trouble;
  module module;
  char directory[64], path[96];
} lab;

static void set_up (lab *l) {
  *l = (lab) {.directory = "/tmp/reprise-module-XXXXXX"};
  CHECK (mkdtemp (l->directory) != NULL);
}

static void write_file (lab *l, const char *name, const char *bytes,
                        size_t len) {
  snprintf (l->path, sizeof l->path, "%s/%s", l->directory, name);
  FILE *f = fopen (l->path, "w");
  CHECK (f && fwrite (bytes, 1, len, f) == len && !fclose (f));
}

static void write_text (lab *l, const char *name, const char *text) {
  write_file (l, name, text, strlen (text));
}

static program_config config (lab *l) {
  return (program_config) {.mem = &l->mem,
                           .log = &l->log,
                           .input = l->path,
                           .buffer_size = 16,
                           .depth = 3};
}

static void verify (const module *m) {
  char *text = NULL;
  if (m->module && LLVMVerifyModule (m->module, LLVMReturnStatusAction, &text))
    FAIL ("%s", text);
  LLVMDisposeMessage (text);
}

static void tear_down (lab *l) {
  verify (&l->module);
  module_release (&l->mem, &l->module);
  CHECK_EQ (l->mem.live, 0);
  char command[128];
  snprintf (command, sizeof command, "rm -rf %s", l->directory);
  CHECK_EQ (system (command), 0);
}

static unsigned count_blocks (const module *m, const char *name) {
  LLVMValueRef f = LLVMGetNamedFunction (m->module, name);
  CHECK (f != NULL);
  return LLVMCountBasicBlocks (f);
}

static const char both[] = "int g;\n"
                           "int f (int a, int b) { if (a && b) g = 1;"
                           " return g; }\n"
                           "int main (int c, char **v) { return f (c, !v); }\n";

/* LLVM's numbers count clashes of all names together. */
TEST (static_names_do_not_depend_on_others) {
  static const char *const expected[] = {"b", "b.1", "b.2", "c.1", "b.x"};
  lab l;
  set_up (&l);
  write_text (&l, "a.ll",
              "@b = internal global i32 1\n"
              "@b.53 = internal global i32 2\n"
              "@b.2.54 = internal global i32 3\n"
              "@c.7 = private global i32 4\n"
              "@b.x = internal global i32 5\n"
              "@o.9 = global i32 6\n"
              "define internal void @f.12() {\n  ret void\n}\n"
              "define i32 @main() {\n  ret i32 3\n}\n");
  program_config c = config (&l);
  CHECK_EQ (module_load (&c, &l.module, &l.trouble), ST_OK);
  LLVMModuleRef m = l.module.module;
  LLVMValueRef v = LLVMGetFirstGlobal (m);
  for (unsigned i = 0; i < 5; i++, v = LLVMGetNextGlobal (v)) {
    size_t len;
    CHECK_STR (LLVMGetValueName2 (v, &len), expected[i]);
  }
  CHECK (LLVMGetNamedGlobal (m, "o.9") && LLVMGetNamedFunction (m, "f.1"));
  tear_down (&l);
}

TEST (c_is_compiled_and_simplified) {
  lab l;
  set_up (&l);
  write_text (&l, "both.c", both);
  program_config c = config (&l);
  CHECK_EQ (module_load (&c, &l.module, &l.trouble), ST_OK);
  CHECK_STR (l.module.start, "__reprise_start");
  CHECK (LLVMGetNamedFunction (l.module.module, l.module.start) != NULL);
  CHECK_EQ (count_blocks (&l.module, "f"), 3); /* one branch for both */
  tear_down (&l);
}

TEST (branches_are_kept_on_request) {
  lab l;
  set_up (&l);
  write_text (&l, "both.c", both);
  program_config c = config (&l);
  c.keep_branches = true;
  CHECK_EQ (module_load (&c, &l.module, &l.trouble), ST_OK);
  CHECK_EQ (count_blocks (&l.module, "f"), 4);
  tear_down (&l);
}

TEST (what_is_not_to_be_optimised_stays) {
  lab l;
  set_up (&l);
  write_text (&l, "a.c",
              "int g;\n__attribute__ ((optnone, noinline))"
              " int f (int a, int b) { if (a && b) g = 1; return g; }\n"
              "int main (int c, char **v) { return f (c, !v); }\n");
  program_config c = config (&l);
  CHECK_EQ (module_load (&c, &l.module, &l.trouble), ST_OK);
  CHECK_EQ (count_blocks (&l.module, "f"), 4);
  tear_down (&l);
}

/* Names of the functions that one calls, in their order. */
static void check_calls (lab *l, const char *caller, const char *expected) {
  char text[256] = "";
  LLVMValueRef f = LLVMGetNamedFunction (l->module.module, caller);
  CHECK (f != NULL);
  LLVMBasicBlockRef b = LLVMGetEntryBasicBlock (f);
  for (LLVMValueRef i = LLVMGetFirstInstruction (b); i;
       i = LLVMGetNextInstruction (i))
    if (LLVMIsACallInst (i)) {
      size_t len, at = strlen (text);
      snprintf (text + at, sizeof text - at, "%s ",
                LLVMGetValueName2 (LLVMGetCalledValue (i), &len));
    }
  CHECK_STR (text, expected);
}

TEST (constructors_run_by_priority) {
  lab l;
  set_up (&l);
  write_text (&l, "a.c",
              "void __attribute__ ((constructor)) last (void) {}\n"
              "void __attribute__ ((constructor (200))) second (void) {}\n"
              "void __attribute__ ((constructor (101))) first (int c) {}\n"
              "void __attribute__ ((destructor (101))) d2 (void) {}\n"
              "void __attribute__ ((destructor)) d1 (void) {}\n"
              "int main (void) { return 0; }\n");
  program_config c = config (&l);
  CHECK_EQ (module_load (&c, &l.module, &l.trouble), ST_OK);
  check_calls (&l, l.module.start, "first second last main __reprise_finish ");
  check_calls (&l, "__reprise_finish", "d1 d2 ");
  tear_down (&l);
}

TEST (assembly_is_read) {
  lab l;
  set_up (&l);
  write_text (&l, "a.ll", "define i32 @main() {\n  ret i32 3\n}\n");
  program_config c = config (&l);
  CHECK_EQ (module_load (&c, &l.module, &l.trouble), ST_OK);
  tear_down (&l);
}

static void check_trouble (lab *l, status expected, const char *part) {
  program_config c = config (l);
  CHECK_EQ (module_load (&c, &l->module, &l->trouble), expected);
  if (!strstr (l->trouble.text, part))
    FAIL ("'%s' does not say '%s'", l->trouble.text, part);
  trouble_clear (&l->trouble);
}

TEST (bad_input_is_explained) {
  lab l;
  set_up (&l);
  snprintf (l.path, sizeof l.path, "%s/none.c", l.directory);
  check_trouble (&l, ST_NOFILE, "cannot open");
  strcpy (l.path, l.directory);
  check_trouble (&l, ST_BADINPUT, "defines main");
  write_text (&l, "a.c", "int main (void) { return x; }");
  check_trouble (&l, ST_BADINPUT, "does not compile");
  write_text (&l, "a.bc", "");
  check_trouble (&l, ST_BADINPUT, "it is empty");
  write_text (&l, "a.txt", "hello");
  check_trouble (&l, ST_BADINPUT, "neither C");
  write_text (&l, "a.o", "\177ELF");
  check_trouble (&l, ST_BADINPUT, "native code");
  write_file (&l, "b.bc", "BC\xc0\xde\x35\x14", 6);
  check_trouble (&l, ST_BADINPUT, "LLVM cannot read");
  write_text (&l, "a.ll", "define i32 @main() {\n  ret i64 3\n}\n");
  check_trouble (&l, ST_BADINPUT, "doesn't match");
  write_text (&l, "b.ll", "target triple = \"aarch64-linux-gnu\"\n");
  check_trouble (&l, ST_UNSUPPORTED, "compiled for aarch64");
  write_text (&l, "b.c", "int parse (int x) { return x; }");
  check_trouble (&l, ST_BADINPUT, "it defines parse");
  write_text (&l, "c.ll", "define i32 @main(double %d) {\n  ret i32 3\n}\n");
  check_trouble (&l, ST_UNSUPPORTED, "has parameters other");
  tear_down (&l);
}

TEST (missing_function_has_a_suggestion) {
  lab l;
  set_up (&l);
  write_text (&l, "a.c", "int parse (int x) { return x; }");
  program_config c = config (&l);
  c.entry = "prase";
  CHECK_EQ (module_load (&c, &l.module, &l.trouble), ST_BADINPUT);
  CHECK (strstr (l.trouble.text, "did you mean 'parse'?") != NULL);
  tear_down (&l);
}

/* Names of inputs in the order in which the driver makes them. */
static void check_inputs (lab *l, const char *expected) {
  char text[512] = "";
  LLVMValueRef f = LLVMGetNamedFunction (l->module.module, "__reprise_driver");
  CHECK (f != NULL);
  LLVMBasicBlockRef b = LLVMGetEntryBasicBlock (f);
  for (LLVMValueRef i = LLVMGetFirstInstruction (b); i;
       i = LLVMGetNextInstruction (i)) {
    size_t len;
    if (!LLVMIsACallInst (i) ||
        strcmp (LLVMGetValueName2 (LLVMGetCalledValue (i), &len),
                "klee_make_symbolic"))
      continue;
    LLVMValueRef name = LLVMGetInitializer (LLVMGetOperand (i, 2));
    if (LLVMGetAsString (name, &len)[0] == '?')
      continue; /* whether a pointer is null */
    unsigned long long size = LLVMConstIntGetZExtValue (LLVMGetOperand (i, 1));
    size_t at = strlen (text);
    snprintf (text + at, sizeof text - at, "%s:%llu ",
              LLVMGetAsString (name, &len), size);
  }
  CHECK_STR (text, expected);
}

/* Names are to be found in debug info too. */
static const char *const drive_flags[] = {"-fdiscard-value-names", NULL};

static void drive (lab *l, const char *source, const char *entry,
                   const char *expected) {
  write_text (l, "a.c", source);
  program_config c = config (l);
  c.entry = entry;
  c.flags = drive_flags;
  CHECK_EQ (module_load (&c, &l->module, &l->trouble), ST_OK);
  check_inputs (l, expected);
  verify (&l->module);
  module_release (&l->mem, &l->module);
}

TEST (functions_are_driven_by_their_types) {
  lab l;
  set_up (&l);
  drive (&l, "int f (int a, long b, char *s) { return a + b + *s; }", "f",
         "a:4 b:8 s:16 ");
  drive (&l,
         "struct n { int k; struct n *l; _Bool t; };"
         "int f (const struct n *p) { return p->k; }",
         "f", "p.k:4 p.l.k:4 p.l.l.k:4 p.l.l.t:1 p.l.t:1 p.t:1 ");
  drive (&l,
         "struct s { int a; double d; }; int f (struct s s, int k)"
         " { return s.a + k; }",
         "f", "s.a:4 s.d:8 k:4 ");
  drive (&l,
         "struct s { long x[4]; unsigned a:3, b:5; } f (struct s s)"
         " { return s; }",
         "f", "s.x:32 s.a:1 ");
  drive (&l,
         "int f (short *v, int (*g) (void), void *p, long double d)"
         " { return v && g && p && d; }",
         "f", "v:16 p:16 d:16 ");
  drive (&l,
         "struct o; int f (struct o *o, char **v, union { int a; } *u)"
         " { return o && v && u; }",
         "f", "o:16 v[0]:16 v[1]:16 u:4 ");
  drive (&l, "static inline int f (char c) { return c; }", "f", "c:1 ");
  drive (&l,
         "static int f (_Complex double c, __int128 i, float *x)"
         " { return c == i + *x; } int (*p) (_Complex double, __int128,"
         " float *) = f;",
         "f", "c:16 argument[2]:16 x:16 "); /* of no one variable */
  tear_down (&l);
}

TEST (a_fuzz_target_is_driven) {
  lab l;
  set_up (&l);
  const char *text =
      "int LLVMFuzzerInitialize (int *c, char ***v) { return *c + !*v; }\n"
      "int LLVMFuzzerTestOneInput (const unsigned char *d, unsigned long n)"
      " { return n && *d; }\n";
  drive (&l, text, NULL, "data:16 size:8 ");
  drive (&l, text, "LLVMFuzzerTestOneInput", "data:16 size:8 ");
  tear_down (&l);
}
