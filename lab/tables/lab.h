#pragma once

/* What measurements share: the context, whose options are those of a hybrid
 * run, and where the subjects are.
 */

#include "base/vec.h"
#include "context/context.h"

typedef struct lab {
  context *context;
  memory *mem;
  char_vec subjects;       /* directory */
  struct contest *contest; /* NULL before it was held: lab/tables/contest.h */
} lab;

/* Trouble in the context when there are no subjects. */
status lab_open (context *, lab *);
void lab_close (lab *);

/* The files of a directory whose names end so, sorted. */
typedef VEC (char *) name_list;
status lab_list (lab *, const char *folder, const char *suffix, name_list *);
void lab_release_list (lab *, name_list *);
