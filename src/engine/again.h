#ifndef ENGINE_AGAIN_H
#define ENGINE_AGAIN_H

/* The same again: a run of which nothing changed since the last one has its
 * result, and its suite is in place. Says so without compiling, loading or
 * exploring anything, as a run that carries everything over would.
 *
 * Only a run that ended by itself and of which the next one will carry over
 * everything is kept; whatever is in doubt goes the slow way, which gives the
 * same result. What is kept lies beside the trie: docs/formats/again.md.
 */

#include "engine/subject.h"
#include "program/footing.h"
#include "report/report.h"

typedef struct again again;

again *again_open (const subject *); /* borrows it */
void again_free (again *);

/* True: nothing changed, and this is the result; its texts are borrowed. */
bool again_recall (again *, report *out);

/* To be filled by loading the program. */
footing *again_footing (again *);

/* The result of this run, for the next. 'trie' is its file. */
void again_keep (again *, const report *, const char *trie);

#endif
