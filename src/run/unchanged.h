#pragma once

/* The same again: a run of which nothing changed since the last one has its
 * result, and its suite is in place. Says so without compiling, loading or
 * exploring anything, as a run that carries everything over would.
 *
 * Only a run that ended by itself and of which the next one will carry over
 * everything is kept; whatever is in doubt goes the slow way, which gives the
 * same result. What is kept lies beside the trie: docs/formats/again.md.
 */

#include "program/dependencies.h"
#include "report/report.h"
#include "run/subject.h"

typedef struct unchanged unchanged;

unchanged *unchanged_open (const subject *); /* borrows it */
void unchanged_free (unchanged *);

/* True: nothing changed, and this is the result; its texts are borrowed. */
bool unchanged_recall (unchanged *, report *out);

/* To be filled by loading the program. */
dependencies *unchanged_footing (unchanged *);

/* The same of two versions (subject.before): a text, borrowed, that was kept
 * with this report.
 */
bool unchanged_recall_text (unchanged *, const char **text, size_t *n);
void unchanged_keep_text (unchanged *, const report *, const char *text);

/* The result of this run, for the next. 'trie' is its file. */
void unchanged_keep (unchanged *, const report *, const char *trie);
