#include "program/native.h"

#include "program/command.h"
#include "program/home.h"
#include "program/instrument.h"

#include <llvm-c/BitWriter.h>
#include <stdlib.h>

#ifndef REPRISE_CLANG
#define REPRISE_CLANG "clang-19"
#endif

#define RUNTIME "runtime/replay/replay.c"

static void make_command (command *c, const char *bitcode, const char *runtime,
                          const char *executable) {
  const char *compiler = getenv ("REPRISE_CLANG");
  const char *word[] = {compiler && *compiler ? compiler : REPRISE_CLANG,
                        "-w",
                        "-O0",
                        "-fsanitize=address",
                        "-fno-omit-frame-pointer",
                        "-no-pie",
                        "-o",
                        executable,
                        bitcode,
                        runtime,
                        "-lm",
                        "-lpthread"};
  for (size_t i = 0; i < sizeof word / sizeof *word; i++)
    command_add (c, word[i]);
}

static status link_all (const program_config *config, const char *bitcode,
                        const char *executable, trouble *t) {
  memory *mem = config->mem;
  char_vec runtime = {0}, out = {0}, messages = {0};
  bool succeeded = false;
  command c;
  command_init (&c, mem);
  status st = ST_OK;
  if (!home_find (mem, RUNTIME, &runtime)) {
    st = trouble_set (t, ST_NOFILE,
                      "the runtime for replays is not installed (%s)", RUNTIME);
    goto out;
  }
  make_command (&c, bitcode, runtime.data, executable);
  TRY (command_run (&c, &out, &messages, &succeeded, t));
  if (!succeeded) {
    if (config->log && config->log->file)
      fwrite (messages.data, 1, messages.len, config->log->file);
    st = trouble_set (t, ST_BADINPUT, "'%s' cannot be built natively",
                      config->input);
  }
out:
  command_release (&c);
  vec_release (mem, &runtime);
  vec_release (mem, &out);
  vec_release (mem, &messages);
  return st;
}

status native_build (const program_config *config, bool check_overflow,
                     const char *directory, const char *executable,
                     trouble *t) {
  module m;
  char_vec bitcode = {0};
  status st = module_load (config, &m, t);
  if (st)
    return st;
  instrument (config->mem, &m, check_overflow);
  text_printf (config->mem, &bitcode, "%s/program.bc", directory);
  if (LLVMWriteBitcodeToFile (m.module, text_c (config->mem, &bitcode)))
    st = trouble_set (t, ST_NOWRITE, "cannot write '%s'", bitcode.data);
  module_release (config->mem, &m);
  if (!st)
    st = link_all (config, bitcode.data, executable, t);
  vec_release (config->mem, &bitcode);
  return st;
}
