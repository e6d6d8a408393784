#ifndef REPLAY_REPLAY_H
#define REPLAY_REPLAY_H

/* What 'reprise tests replay' and the native program tell each other.
 *
 * Tests, one file: number of arguments; each of them as a text; then, up to
 * the end of the file, tests:
 *
 *     u64   blocks after which it is to be stopped, 0 = never
 *     u64   blocks after which its trace is noted, 0 = never
 *     u64   number of parts of its outcome; each is a text (the name of an
 *           argument, "" for the result, a file behind "/"), u64 size and size
 *           of all there is, bytes, and as many that are 0 where there is
 *           nothing to be compared; of a file, all may be one of the two below
 *     u64   number of inputs; each is a text (its name), u64 size, bytes
 *
 * Numbers are u64 in the order of the machine, texts a length that counts the
 * NUL behind them.
 *
 * Results, one file: an array of 'struct replay_result', by test.
 */

#include <stdint.h>

#define REPLAY_GONE (~UINT64_C (0)) /* it is not there */
#define REPLAY_ANY_SIZE (~UINT64_C (1))

#define REPLAY_NO_SANDBOX 3 /* exit status: nothing was run */

enum replay_end {
  REPLAY_NONE,
  REPLAY_EXIT,      /* status */
  REPLAY_FAULT,     /* fault: name as in machine/faults.def; detail */
  REPLAY_STOPPED,   /* after so many blocks */
  REPLAY_SILENT,    /* klee_silent_exit and the like */
  REPLAY_SIGNAL,    /* status: its number; address */
  REPLAY_SANITIZER, /* detail: what AddressSanitizer says */
  REPLAY_TIMEOUT,
  REPLAY_NO_INPUT, /* it wants an input that the test has not; detail */
  REPLAY_UNSUPPORTED
};

/* Of a driven function: what it returns and leaves. */
enum replay_answer {
  REPLAY_NO_ANSWER, /* it did not return */
  REPLAY_AS_EXPECTED,
  REPLAY_OTHER_RESULT,
  REPLAY_OTHER_WRITES,
  REPLAY_OTHER_FILES
};

struct replay_result {
  uint32_t end;
  int32_t status;
  uint64_t trace, blocks; /* of the user's functions */
  uint64_t noted;         /* the trace, after the blocks that were asked for */
  uint64_t output[2];     /* standard output and error, as replay_hash */
  uint64_t address;
  uint32_t answer; /* enum replay_answer */
  char fault[32];
  char detail[96];
};

/* Of what is written, from 0, in any pieces. */
static inline uint64_t replay_hash (uint64_t hash, const void *bytes,
                                    uint64_t n) {
  const unsigned char *at = bytes;
  for (uint64_t i = 0; i < n; i++)
    hash = (hash + at[i] + 1) * 0x9e3779b97f4a7c15u;
  return hash;
}

#endif
