#pragma once

/* The harvest of a run: a test for every path that ends, written to the suite
 * at once, and the list of errors, one per identity (machine/identity.h).
 */

#include "memo/memo.h"
#include "report/report.h"

typedef struct harvest harvest;

/* What the facts point to is borrowed. */
status harvest_new (context *, program *, const suite_facts *, harvest **);
const suite_facts *harvest_facts (const harvest *);
void harvest_attach (harvest *, machine *);

/* Tests of paths that the earlier run had keep their numbers. */
void harvest_remember (harvest *, memo *);

/* Told of each test that is written; NULL: nobody. Who observes sees errors as
 * KLEE does: one per place and kind.
 */
typedef void (*harvest_observer) (void *owner, const testcase *, const state *,
                                  const pending *);
void harvest_observe (harvest *, harvest_observer, void *owner);

/* Told of each new error that is found by executing its path; borrowed. */
void harvest_tell (harvest *, progress *);

void harvest_free (harvest *);

/* Gives the number of its test. */
uint64_t harvest_path (harvest *, const state *, const pending *);

/* A test of the earlier run that holds. */
void harvest_carry (harvest *, const testcase *);

/* The same for one that is known to be as it was, and is no error. */
void harvest_copy (harvest *, const suite *, uint32_t index);

/* Sharing a run. From now on tests are of a piece, in a suite of its own:
 * counted from 0, and new ones have provisional numbers, which all processes
 * take from one counter. At the end what became of tests is written there.
 */
#define HARVEST_PROVISIONAL (UINT32_C (1) << 31)
status harvest_begin_piece (harvest *, const char *dir,
                            _Atomic uint32_t *numbers);
status harvest_end_piece (harvest *, const char *dir);

/* The other way: all tests come again, from the pieces, for a suite in this
 * directory; then what became of them. Gives the index of a test plus 1.
 */
status harvest_begin_join (harvest *, const char *dir);
uint32_t harvest_join (harvest *, testcase *);
void harvest_join_changes (harvest *, const char *dir);

/* How many changes of each kind there are so far; and more of them. */
const uint64_t *harvest_counts (const harvest *);
void harvest_absorb (harvest *, const uint64_t count[CHANGE_COUNT]);

uint32_t harvest_last_number (harvest *); /* so far */

void harvest_flush (harvest *);
status harvest_close (harvest *); /* the suite is complete */

/* In the order of places; in the arena, with borrowed texts. */
void harvest_report_errors (const harvest *, arena *, report *out);
uint64_t harvest_tests (const harvest *); /* written so far */

/* At the end, once: how the suite differs from that of the earlier run; it is
 * written beside it.
 */
const changes *harvest_changes (harvest *, bool is_early);
