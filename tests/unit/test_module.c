#include "program/module.h"

#include "test.h"

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
  return (program_config) {
      .mem = &l->mem, .log = &l->log, .input = l->path, .buffer_size = 16};
}

static void tear_down (lab *l) {
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

TEST (c_is_compiled_and_simplified) {
  lab l;
  set_up (&l);
  write_text (&l, "both.c", both);
  program_config c = config (&l);
  CHECK_EQ (module_load (&c, &l.module, &l.trouble), ST_OK);
  CHECK_STR (l.module.start, "__reprise_start");
  CHECK (LLVMGetNamedFunction (l.module.module, l.module.start) != NULL);
  CHECK_EQ (count_blocks (&l.module, "f"), 3); /* one branch for both */
  CHECK (l.module.compile_ns > 0);
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

TEST (assembly_is_read) {
  lab l;
  set_up (&l);
  write_text (&l, "a.ll", "define i32 @main() {\n  ret i32 3\n}\n");
  program_config c = config (&l);
  CHECK_EQ (module_load (&c, &l.module, &l.trouble), ST_OK);
  tear_down (&l);
}
