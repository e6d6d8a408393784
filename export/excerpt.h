#pragma once

/* Source text in a page: lines with their numbers, some of them marked. */

#include "base/vec.h"

#include <stdio.h>

typedef struct excerpt excerpt;

/* The file as it is now; NULL: it cannot be read. A relative path that is not
 * there is looked for in 'directory', where the run was started. To be freed.
 */
excerpt *excerpt_open (memory *, const char *path, const char *directory);
void excerpt_free (excerpt *);

uint32_t excerpt_lines (const excerpt *);

/* The lines from 'first' to 'last', as far as there are any, as HTML. 'mark'
 * says how a line is marked: the name of a class, or NULL.
 */
typedef const char *(*excerpt_mark) (void *owner, uint32_t line);
void excerpt_print (const excerpt *, uint32_t first, uint32_t last, void *owner,
                    excerpt_mark, FILE *);
