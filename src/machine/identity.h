#pragma once

/* Which error is it? One rule for all who ask: the list of errors of a run and
 * of one that was killed, SARIF's fingerprints, KLEE's files, what became of
 * tests, what the last run knows.
 *
 * An error is its kind, its place, and its cause.
 *
 * The place is the file, relative to the directory of the program's input; the
 * function; the text of the line without comments; and which of the
 * instructions of such lines in the function it is. So it is the same when
 * lines move, when other lines are edited, in every directory, and however the
 * input is named. Two instructions never have the same place.
 *
 * The cause is the object: its name, or where it was made and freed. Two
 * objects at one place are two errors. Where the values of the test decide
 * which object it is, there is none. Of an assertion, or a report of the
 * program, the cause is its text.
 */

#include "machine/end_record.h"

struct machine;

error_identity error_identity_of (struct machine *, const end_spots *,
                                  const end_record *);

void identities_free (struct machine *);
