#pragma once

/* What became of each test, as much as two suites tell. */

#include "suite/changes.h"

/* Appends all changes. 'told' is what is known of them already, or NULL; with
 * it the numbers of tests mean the same in both.
 */
void changes_between (changes *, suite *old, suite *now, const changes *told);
