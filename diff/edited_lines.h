#pragma once

/* Where the text of a change is. A path is known to execute a changed block,
 * but the line of a block may be one that nobody edited: a break was added
 * further down, or a table has another number. The edit that explains it best
 * is, in this order,
 *
 *     - the line itself, where it was edited;
 *     - the nearest edited line of the function, behind it first;
 *     - the nearest edited line of the file that declares something that the
 *       function names: a table, a macro, a member.
 */

#include "base/vec.h"

#include <stdint.h>

typedef struct edited_place {
  uint32_t line;
  bool is_outside; /* of the function */
  bool is_edited;  /* something was found */
} edited_place;

/* The lines of the function are from 'first' to 'last', that of the block is
 * among them. Where nothing better is found, or a file cannot be read, it
 * stays.
 */
edited_place edited_lines_find (memory *, const char *now, const char *before,
                                uint32_t first, uint32_t last, uint32_t line);

/* A line of another file that is edited and declares something that these lines
 * of 'user' name; 0: there is none.
 */
uint32_t edited_lines_elsewhere (memory *, const char *now, const char *before,
                                 const char *user, uint32_t first,
                                 uint32_t last);
