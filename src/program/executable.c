#include "program/executable.h"

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
                          bool is_watched, const char *executable) {
  const char *compiler = getenv ("REPRISE_CLANG");
  const char *argument[] = {compiler && *compiler ? compiler : REPRISE_CLANG,
                            "-w",
                            "-O0",
                            "-no-pie",
                            is_watched ? "-fsanitize=address"
                                       : "-fno-sanitize=all",
                            "-o",
                            executable,
                            bitcode,
                            runtime,
                            "-lm",
                            "-lpthread"};
  for (size_t i = 0; i < sizeof argument / sizeof *argument; i++)
    command_add (c, argument[i]);
}

status executable_link (const program_config *config, const char *bitcode,
                        bool is_watched, const char *executable, trouble *t) {
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
  make_command (&c, bitcode, runtime.data, is_watched, executable);
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

status executable_prepare (const program_config *config, bool check_overflow,
                           const char *bitcode, trouble *t) {
  module m;
  status st = module_load (config, &m, t);
  if (st)
    return st;
  instrument (config->mem, &m, check_overflow);
  if (LLVMWriteBitcodeToFile (m.module, bitcode))
    st = trouble_set (t, ST_NOWRITE, "cannot write '%s'", bitcode);
  module_release (config->mem, &m);
  return st;
}
