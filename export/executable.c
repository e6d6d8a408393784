#include "export/executable.h"

#include "export/instrument.h"
#include "program/command.h"
#include "program/home.h"

#include <llvm-c/BitWriter.h>

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

static status compile_all (const program_config *config, const char *bitcode,
                           const char *runtime, bool is_watched,
                           const char *executable, char_vec *messages,
                           bool *succeeded, trouble *t) {
  command c;
  char_vec out = {0};
  command_init (&c, config->mem);
  make_command (&c, bitcode, runtime, is_watched, executable);
  status st = command_run (&c, &out, messages, succeeded, t);
  command_release (&c);
  vec_release (config->mem, &out);
  return st;
}

/* The sanitizer may not be installed. */
status executable_link (const program_config *config, const char *bitcode,
                        bool is_watched, const char *executable, trouble *t) {
  memory *mem = config->mem;
  char_vec runtime = {0}, messages = {0};
  bool succeeded = false;
  status st = ST_OK;
  if (!home_find (mem, RUNTIME, &runtime)) {
    st = trouble_set (t, ST_NOFILE,
                      "the runtime for replays is not installed (%s)", RUNTIME);
    goto out;
  }
  TRY (compile_all (config, bitcode, runtime.data, is_watched, executable,
                    &messages, &succeeded, t));
  if (!succeeded && is_watched) {
    log_warning (config->log,
                 "AddressSanitizer cannot be linked, so memory errors may go "
                 "unnoticed; install libclang-rt-19-dev");
    TRY (compile_all (config, bitcode, runtime.data, false, executable,
                      &messages, &succeeded, t));
  }
  if (!succeeded) {
    fwrite (messages.data, 1, messages.len, stderr);
    st = trouble_set (t, ST_BADINPUT, "'%s' cannot be built natively",
                      config->input);
  }
out:
  vec_release (mem, &runtime, &messages);
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
