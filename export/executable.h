#pragma once

/* A program under test as a native executable: the same module that is
 * explored, libc included, so that one test takes the same path in both.
 *
 * Instrumentation (instrument.c):
 *   - every block of a function of the user tells that it is entered;
 *   - "unreachable", shifts and, if asked for, signed arithmetic are checked;
 *   - memory is watched by AddressSanitizer, if asked for;
 *   - what the machine provides is called under other names, "replay_" before
 *     them, which runtime/replay/replay.c defines; inputs come from there too;
 *   - all other names are made local, so that they do not meet the system's.
 *
 * The executable is run as
 *
 *     EXECUTABLE TESTS RESULTS MILLISECONDS JOBS sandboxed|open
 *
 * and does every test of the file TESTS in a process of its own
 * (export/replay.h), where the host's files cannot be changed.
 */

#include "program/program.h"

/* The instrumented module, to a file. */
status executable_prepare (const program_config *, bool check_overflow,
                           const char *bitcode, trouble *);

/* Compiled and linked. Watching memory makes every test cost some
 * milliseconds more.
 */
status executable_link (const program_config *, const char *bitcode,
                        bool is_watched, const char *executable, trouble *);
