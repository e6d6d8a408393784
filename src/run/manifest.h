#pragma once

/* What must be as it was for a result to hold: facts about files.
 *
 *     content   the same bytes: size, times and inode tell, or else a digest
 *     source    the same C but for comments, likewise
 *     stamp     the same size, times and inode: for large files that are
 *               replaced rather than edited, as programs and libraries
 *     absence   there is none
 *     folder    the same C files in a directory and below, by name
 *
 * A stamp is believed only if it was old when it was taken. A file system
 * tells time in steps: of two changes within one, the second leaves no mark.
 * So a file that changed less than a step before we looked, or after the
 * result began to be made, has no stamp to rely on: of content the digest is
 * compared each time then, until it is old enough, and the rest cannot be
 * vouched for.
 */

#include "base/hash.h"
#include "suite/pack.h"

typedef struct manifest manifest;

manifest *manifest_new (memory *);
void manifest_free (manifest *);

/* A result is about to be made, now: later changes are not part of it. */
void manifest_start (manifest *);

/* False: that cannot be vouched for. Paths are copied. */
bool manifest_add_source (manifest *, const char *path); /* read since start */
bool manifest_add_input (manifest *, const char *path);  /* so; not C */
bool manifest_add_result (manifest *, const char *path); /* written since */
bool manifest_add_stamp (manifest *, const char *path);
bool manifest_add_made (manifest *, const char *path); /* stamp; just written */
void manifest_add_absence (manifest *, const char *path);
bool manifest_add_folder (manifest *, const char *path);

/* Was this file as it is before the start? */
bool manifest_is_old (const manifest *, const char *path);

size_t manifest_count (const manifest *); /* of facts */

/* Are all facts true? Costs a call of the system for each, while nothing was
 * touched. 'is_renewed' is set if stamps are better now than those in the file.
 */
bool manifest_holds (manifest *, bool *is_renewed);

/* All below one directory are below another now. */
void manifest_move (manifest *, const char *from, const char *to);

void manifest_pack (const manifest *, char_vec *out);
bool manifest_unpack (manifest *, unpacker *);
