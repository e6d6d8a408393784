#pragma once

/* reprise certify, from the file to the certificate: loads the program, finds
 * the trie of its last run, walks it (certifier.h) with an oracle that
 * believes nobody (refuter.h). Nothing is written.
 *
 * The trie is that of the same input in the store. A store from elsewhere has
 * it under another name: then it is the newest one of a file of that name, with
 * the same function, arguments and options.
 */

#include "lab/certify/certifier.h"

typedef struct certifying certifying;

/* ST_OK, or trouble in the context: no program, no trie, a damaged one. */
status certifying_open (context *, const char *input, int argc, char **argv,
                        certifying **out);
void certifying_free (certifying *);

/* The result is borrowed. */
void certifying_run (certifying *, certificate *out);
