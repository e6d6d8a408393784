#pragma once

/* What the machines of a fleet tell each other, through Redis 7.
 *
 *     reprise:fleet                a set: runs that go on
 *     reprise:fleet:RUN:run        what is run; goes by itself soon after its
 *                                  leader died
 *     reprise:fleet:RUN:units      a stream with one group: what is to be done
 *     reprise:fleet:RUN:pieces     a stream: what was done
 *     reprise:fleet:RUN:blob:NAME  bytes that these two speak of
 *     reprise:fleet:RUN:notes      of units: a piece of what was done so far
 *     reprise:fleet:RUN:idle       members that wait, by when they were last
 * seen reprise:fleet:RUN:members    what each does, for people
 *
 * A unit is in the stream until somebody has finished it. Finishing takes it
 * out, adds its piece and what is left of it as new units, in one step, and
 * only once: of two members that had the same unit, since one was silent for
 * too long, the second is told that it came too late.
 *
 * Nothing in Redis is believed without its tag, HMAC-SHA256 under the key of
 * the fleet, of the name of the run and of every byte. Who has no key can
 * delete and repeat what was said, which costs time and nothing else.
 *
 * All calls wait until Redis is there again, but not for ever: then they are
 * false, and so are all that follow.
 */

#include "context/context.h"
#include "remote/cutting.h"

#include <signal.h>

typedef struct exchange exchange;

#define EXCHANGE_NAME 64

typedef struct blob {
  char name[EXCHANGE_NAME];
  uint64_t size;
  char tag[33];
} blob;

/* Work: what is open in this trie between two nodes (run/run.h, run_share). */
typedef struct fleet_unit {
  char id[EXCHANGE_NAME]; /* in the stream */
  blob base;
  uint32_t from, to;
  uint32_t patience; /* how often it was given back without an end of a path */
  uint32_t tries;    /* how often it was begun by who died */
} fleet_unit;

/* What it took. */
typedef struct labour {
  uint64_t time; /* ns of processor time */
  uint64_t instructions, queries, solved;
} labour;

/* What was done. Without bytes: nothing, and nobody will; the rest is open. */
typedef struct piece {
  blob base, found;
  uint32_t n_left; /* units that go on with it */
  labour labour;
} piece;

/* The place of the fleet, and the key of its tags: the file of --key-file. On
 * this machine alone it may do without.
 */
status exchange_open (context *, const char *url, exchange **out);
void exchange_close (exchange *); /* NULL is allowed */

/* Who was told to end waits for Redis no longer than a second. */
void exchange_listen (exchange *, const volatile sig_atomic_t *is_told);

/* A member of its own, in a process that was forked: has a connection of its
 * own under a name of its own.
 */
bool exchange_reopen (exchange *);

const char *exchange_run (const exchange *); /* "": none */
const char *exchange_self (const exchange *);

/* For who leads. A new run has a name, under which bytes can be put; it begins
 * with its text, and goes on as long as it is renewed every few seconds.
 */
void exchange_name_run (exchange *);
bool exchange_begin (exchange *, const char *text);
bool exchange_renew (exchange *);
bool exchange_give (exchange *, const fleet_unit *);
bool exchange_next_piece (exchange *, piece *); /* false: none now */
bool exchange_is_done (exchange *);  /* no unit is left; pieces may be */
bool exchange_is_quiet (exchange *); /* nobody is on a unit */
void exchange_drop (exchange *, const blob *);
void exchange_call_off (exchange *); /* members give back what they have */
void exchange_end (exchange *);

/* For members. The next run after the one of now, in a circle; its text. False:
 * there is none. And is the one of now still there?
 */
bool exchange_join (exchange *, char_vec *text);
bool exchange_goes_on (exchange *);
bool exchange_take (exchange *, fleet_unit *); /* false: there is none now */
void exchange_keep (exchange *,
                    const fleet_unit *); /* we are alive, and on it */
void exchange_note (exchange *, const fleet_unit *, const blob *);
bool exchange_noted (exchange *, const fleet_unit *, blob *);
typedef enum finished { FINISH_LOST, FINISH_LATE, FINISH_DONE } finished;
finished exchange_finish (exchange *, const fleet_unit *, const piece *,
                          size_t n, const fleet_unit *left);

/* We wait; does somebody else? He is told that he is going to get work, so that
 * of several who ask one is true.
 */
void exchange_wait (exchange *);
bool exchange_relieve (exchange *);

/* Bytes. What is read is what was written, or false. */
bool exchange_put (exchange *, const void *, size_t, blob *out);
bool exchange_get (exchange *, const blob *, char_vec *out);

/* What this member does, in a word or two; and what all do, as a table. */
void exchange_tell (exchange *, const char *what);
status exchange_show (exchange *, FILE *);
