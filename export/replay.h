#pragma once

/* Replaying: every test is executed by our machine and by the program built
 * natively (export/executable.h), and both must take the same path to the same
 * end, and write the same. Or by an executable that somebody else built, in
 * the situation that the test describes (export/situation.h): then the status
 * and what it writes must be the same.
 *
 * What a native run cannot show is not held against it: a leak ends in an
 * exit, unseen; of a path that was cut, or of an endless loop, only the part
 * that was executed is compared.
 */

#include "report/report.h"
#include "suite/suite.h"

typedef struct replay_difference {
  uint32_t number; /* of the test */
  const testcase *test;
  native_kind kind;
  const char *recorded; /* how it ended when it was found; "": as in 'ours' */
  const char *ours;     /* how it ends in the machine */
  const char *natively; /* and how in the native program */
  const char *remark;   /* what else is known, or "" */
  const char *depends;  /* only what it writes differs, and that depends on
                           this; NULL: not */
  bool is_native_same;  /* as ours: only what was recorded differs */
} replay_difference;

typedef struct replay_request {
  context *context; /* its options become those of the run */
  suite *suite;
  const uint32_t *index; /* of the tests to be replayed */
  uint32_t n;
  uint64_t timeout;       /* per test, ns */
  unsigned jobs;          /* processes at the same time */
  const char *executable; /* or NULL */
  bool is_alone;          /* in our machine, and not natively */
  bool must_be_safe;      /* run nothing where there is no sandbox */
  bool is_watched; /* memory, in all tests; otherwise in those that end in an
                      error, which are few: it is slow */
  void *owner;
  void (*differs) (void *owner, const replay_difference *);
  void (*went_on) (void *owner, uint32_t done); /* often; or NULL */
} replay_request;

typedef enum outside_why {
  OUTSIDE_INPUTS, /* it has inputs that cannot be given from outside */
  OUTSIDE_END,    /* it does not exit: it ends in an error, or was cut */
  OUTSIDE_TIME,   /* it sleeps for longer than we wait */
  OUTSIDE_COUNT
} outside_why;

typedef struct replay_counts {
  uint32_t agree, differ;
  uint32_t unseen;      /* NATIVE_UNSEEN: neither */
  uint32_t status_only; /* with --executable: what it writes depends on the
                           system, the status is the same */
  uint32_t left_out[OUTSIDE_COUNT]; /* with --executable */
  uint64_t build_ns, machine_ns, native_ns;
} replay_counts;

status replay (const replay_request *, replay_counts *);
