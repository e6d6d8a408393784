#pragma once

/* Two versions of a program on one path, one after the other.
 *
 *     now ──exit, fault──▶ before ──exit, fault──▶ judge ──▶ same: an exit
 *      │                                              └────▶ FAULT_DIFFERENT
 *      └── no changed code was executed: VERSUS_UNAFFECTED
 *
 * What a version answered (its end, result, output) is kept in the state as
 * terms; then the state begins anew, with another version, fresh memory, and
 * all it knows of its inputs. The k-th input of a name and size is the same in
 * both. The judge asks one question: can the answers differ? What cuts a path
 * or gives it up ends it in either version.
 */

#include "machine/outcome.h"

/* Exit statuses of paths whose versions answer the same: both were executed,
 * or the path of the new one has no changed code, or can come to none. Where
 * both end with a fault, VERSUS_FAULT times its number is added.
 */
#define VERSUS_SAME 0
#define VERSUS_UNAFFECTED 1
#define VERSUS_OUT_OF_REACH 2
#define VERSUS_FAULT 4

/* The block that begins at this instruction of the new version is changed. */
void machine_mark_changed (machine *, uint32_t function, uint32_t pc);

/* This function of the new version can come to changed code: an answer that
 * points to it is another one, though its name is the same.
 */
void machine_mark_leading (machine *, uint32_t function);

/* This global of either version is part of its answer, written or not: it
 * begins otherwise in the other one.
 */
void machine_keep_global (machine *, uint32_t);

/* The path is in the new version, and has executed no changed code. */
bool versus_is_unaffected (const state *);

/* It can come to none: it ends here. */
void versus_leave (state *);

typedef enum versus_half { VERSUS_NEW, VERSUS_OLD, VERSUS_JUDGE } versus_half;

/* What a version answered, of a path that came to the judge. */
const outcome *versus_reply (const state *, versus_half);

/* What is compared: 'now' and 'before' get the same parts, as far as both can
 * have them. In the arena, and borrowed from the state. They have values where
 * types are known (arranging.h), but not if they are to be 'raw'; true: there
 * are such. Without it, answers are compared as they are.
 */
typedef bool versus_match (machine *, const state *, arena *, outcome *now,
                           outcome *before, bool is_raw);
void machine_set_match (machine *, versus_match *);
