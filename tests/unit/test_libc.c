/* A C library of a few members, written as docs/formats/archive.md says. */

#include "program/archive.h"
#include "program/module.h"

#include "test.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/IRReader.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N_MEMBERS = 6, N_SYMBOLS = 8 };

/* Sorted. */
static const char *const names[N_SYMBOLS] = {"__reprise_libc_start",
                                             "exit",
                                             "finish",
                                             "free",
                                             "helper",
                                             "puts",
                                             "strlen",
                                             "unused"};

typedef struct member {
  const char *text;
  uint32_t n_defined, n_needed;
  uint32_t link[4];
} member;

static const member members[N_MEMBERS] = {
    {"define void @__reprise_libc_start(ptr %c, ptr %v, ptr %e) {\n"
     "  ret void\n}\n",
     1,
     0,
     {0}},
    {"declare void @free(ptr)\n"
     "define weak void @finish() {\n  ret void\n}\n"
     "define void @exit(i32 %x) {\n  call void @finish()\n"
     "  call void @free(ptr null)\n  ret void\n}\n",
     2,
     1,
     {1, 2, 3}},
    {"@count = internal global i32 0\n"
     "declare i64 @strlen(ptr)\n"
     "define i32 @puts(ptr %s) {\n  %n = call i64 @strlen(ptr %s)\n"
     "  store i32 1, ptr @count\n  ret i32 0\n}\n",
     1,
     1,
     {5, 6}},
    {"define i64 @strlen(ptr %s) {\n  ret i64 7\n}\n"
     "define void @helper() {\n  ret void\n}\n",
     2,
     0,
     {4, 6}},
    {"define void @unused() {\n  ret void\n}\n", 1, 0, {7}},
    {"define void @free(ptr %p) {\n  ret void\n}\n", 1, 0, {3}},
};

static const uint32_t providers[N_SYMBOLS] = {0, 1, 1, 5, 3, 2, 3, 4};

typedef struct lab {
  memory mem;
  logger log;
  trouble trouble;
  module module;
  char directory[64], path[96];
} lab;

static LLVMMemoryBufferRef assemble (const char *text) {
  LLVMContextRef llvm = LLVMContextCreate ();
  LLVMModuleRef m;
  char *error = NULL;
  LLVMMemoryBufferRef in =
      LLVMCreateMemoryBufferWithMemoryRangeCopy (text, strlen (text), "member");
  if (LLVMParseIRInContext (llvm, in, &m, &error))
    FAIL ("%s", error);
  LLVMMemoryBufferRef out = LLVMWriteBitcodeToMemoryBuffer (m);
  LLVMDisposeModule (m);
  LLVMContextDispose (llvm);
  return out;
}

static void write_archive (FILE *f) {
  uint32_t n_links = 0;
  uint64_t names_size = 0;
  for (int i = 0; i < N_MEMBERS; i++)
    n_links += members[i].n_defined + members[i].n_needed;
  for (int i = 0; i < N_SYMBOLS; i++)
    names_size += strlen (names[i]) + 1;
  uint32_t head[] = {1, N_SYMBOLS, N_MEMBERS, n_links};
  fwrite ("REPRISEA", 1, 8, f);
  fwrite (head, 1, sizeof head, f);
  fwrite (&names_size, 1, 8, f);
  uint32_t name = 0;
  for (int i = 0; i < N_SYMBOLS; i++) {
    archive_symbol s = {name, providers[i]};
    fwrite (&s, 1, sizeof s, f);
    name += (uint32_t) strlen (names[i]) + 1;
  }
  LLVMMemoryBufferRef body[N_MEMBERS];
  uint64_t at = 32 + 8 * N_SYMBOLS + 32 * N_MEMBERS + 4 * n_links + names_size;
  uint32_t link = 0;
  for (int i = 0; i < N_MEMBERS; i++) {
    body[i] = assemble (members[i].text);
    archive_member m = {at,
                        LLVMGetBufferSize (body[i]),
                        link,
                        members[i].n_defined,
                        members[i].n_needed,
                        0};
    fwrite (&m, 1, sizeof m, f);
    at += m.size;
    link += m.n_defined + m.n_needed;
  }
  for (int i = 0; i < N_MEMBERS; i++)
    fwrite (members[i].link, 4, members[i].n_defined + members[i].n_needed, f);
  for (int i = 0; i < N_SYMBOLS; i++)
    fwrite (names[i], 1, strlen (names[i]) + 1, f);
  for (int i = 0; i < N_MEMBERS; i++) {
    fwrite (LLVMGetBufferStart (body[i]), 1, LLVMGetBufferSize (body[i]), f);
    LLVMDisposeMemoryBuffer (body[i]);
  }
}

static void set_up (lab *l) {
  *l = (lab) {.directory = "/tmp/reprise-libc-XXXXXX"};
  CHECK (mkdtemp (l->directory) != NULL);
  snprintf (l->path, sizeof l->path, "%s/archive", l->directory);
  FILE *f = fopen (l->path, "w");
  CHECK (f != NULL);
  write_archive (f);
  CHECK_EQ (fclose (f), 0);
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

static status load (lab *l, const char *text) {
  snprintf (l->path, sizeof l->path, "%s/a.ll", l->directory);
  FILE *f = fopen (l->path, "w");
  CHECK (f && fputs (text, f) >= 0 && !fclose (f));
  program_config c = {
      .mem = &l->mem, .log = &l->log, .input = l->path, .libc = l->directory};
  return module_load (&c, &l->module, &l->trouble);
}

static bool is_runtime (LLVMValueRef f) {
  return LLVMGetStringAttributeAtIndex (
             f, (LLVMAttributeIndex) LLVMAttributeFunctionIndex,
             MODULE_RUNTIME_MARK, strlen (MODULE_RUNTIME_MARK)) != NULL;
}

static bool has_body (const lab *l, const char *name) {
  LLVMValueRef f = LLVMGetNamedFunction (l->module.module, name);
  return f && !LLVMIsDeclaration (f);
}

TEST (symbols_are_found) {
  lab l;
  set_up (&l);
  archive a;
  CHECK_EQ (archive_open (&a, l.path, &l.trouble), ST_OK);
  for (uint32_t i = 0; i < N_SYMBOLS; i++)
    CHECK_EQ (archive_find (&a, names[i]), i);
  CHECK_EQ (archive_find (&a, "a"), ARCHIVE_NONE);
  CHECK_EQ (archive_find (&a, "strle"), ARCHIVE_NONE);
  CHECK_EQ (archive_find (&a, "zzz"), ARCHIVE_NONE);
  archive_close (&a);
  tear_down (&l);
}

TEST (damaged_archives_are_refused) {
  lab l;
  set_up (&l);
  static char bytes[1 << 16];
  FILE *f = fopen (l.path, "r");
  size_t size = fread (bytes, 1, sizeof bytes, f);
  fclose (f);
  for (size_t i = 0; i < 200; i++) {
    char old = bytes[i];
    bytes[i] = (char) ~old;
    f = fopen (l.path, "w");
    fwrite (bytes, 1, i % 3 ? size : i, f);
    fclose (f);
    archive a;
    if (archive_open (&a, l.path, &l.trouble) == ST_OK)
      for (uint32_t k = 0; k < N_SYMBOLS; k++)
        archive_find (&a, names[k]);
    archive_close (&a);
    bytes[i] = old;
  }
  tear_down (&l);
}

TEST (only_what_is_needed_is_linked) {
  lab l;
  set_up (&l);
  CHECK_EQ (load (&l, "declare i32 @puts(ptr)\n"
                      "define i32 @main() {\n"
                      "  %r = call i32 @puts(ptr null)\n  ret i32 %r\n}\n"),
            ST_OK);
  CHECK (has_body (&l, "puts") && has_body (&l, "strlen"));
  CHECK (has_body (&l, "exit") && has_body (&l, "__reprise_libc_start"));
  CHECK (!has_body (&l, "free")); /* the machine's */
  CHECK (!has_body (&l, "unused"));
  LLVMModuleRef m = l.module.module;
  CHECK (is_runtime (LLVMGetNamedFunction (m, "puts")));
  CHECK (is_runtime (LLVMGetNamedFunction (m, l.module.start)));
  CHECK (!is_runtime (LLVMGetNamedFunction (m, "main")));
  CHECK_STR (LLVMGetSection (LLVMGetNamedGlobal (m, "count")),
             MODULE_RUNTIME_MARK);
  tear_down (&l);
}

TEST (the_program_wins) {
  lab l;
  set_up (&l);
  CHECK_EQ (load (&l, "declare i32 @puts(ptr)\ndeclare void @helper()\n"
                      "define void @finish() {\n  ret void\n}\n"
                      "define i64 @strlen(ptr %s) {\n  ret i64 0\n}\n"
                      "define i32 @main() {\n  call void @helper()\n"
                      "  %r = call i32 @puts(ptr null)\n  ret i32 %r\n}\n"),
            ST_OK);
  LLVMModuleRef m = l.module.module;
  CHECK (!is_runtime (LLVMGetNamedFunction (m, "strlen")));
  CHECK (!is_runtime (LLVMGetNamedFunction (m, "finish")));
  CHECK (is_runtime (LLVMGetNamedFunction (m, "helper")));
  tear_down (&l);
}
