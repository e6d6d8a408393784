#pragma once

/* The functions of a project: what its files define, who calls whom, and what
 * is in each function with all that it needs, as digests.
 *
 * Files are those of the compilation database below a directory or, where there
 * is none, all C files there. Each is compiled with its own flags, once
 * (program/kept_objects.h); nothing is linked. Names are resolved as a linker
 * does: in the file first, then in any other.
 */

#include "base/arena.h"
#include "base/hash.h"
#include "base/map.h"
#include "context/context.h"

typedef struct surveyed {
  const char *file; /* as it is named on a command line from here */
  const char *name;
  uint32_t line;
  hash128 text;     /* of itself */
  hash128 lines;    /* where its instructions are in the file */
  hash128 code;     /* with all that it needs */
  hash128 placed;   /* the same, and where in the files that is */
  bool is_function; /* else a variable, or a function that is another's */
  bool is_local;    /* nobody outside of the file can call it by its name */
  bool is_address;  /* it may be called through a pointer */
  bool is_state;    /* a variable that may change */
  bool has_state;   /* so may one that it needs: calls depend on earlier ones */
  bool is_program;  /* main */
  bool is_foreign;  /* of a header of the system */
  uint32_t params, pointers;         /* how many of them are pointers */
  uint32_t branches, indices, calls; /* what is in it */
  u32_vec needs;                     /* others, by number: what it mentions */
  u32_vec callers;                   /* functions that mention it */
} surveyed;

typedef struct survey {
  context *context;
  memory *mem;
  arena texts;
  const char *folder;   /* as given */
  const char *database; /* path; NULL: there is none */
  VEC (surveyed) item;  /* in the order of files, and in them */
  uint32_t n_files;
  VEC (const char *) failed; /* files that do not compile: sentences */
  map by_name; /* hash of file and name, and of name -> number + 1 */
} survey;

/* What is below 'folder'. 'moved_from' and 'moved_to' are those of
 * program_config, or NULL. One file that does not compile does not keep us from
 * the others. To be released in any case.
 */
status survey_open (survey *, context *, const char *folder,
                    const char *moved_from, const char *moved_to);
void survey_release (survey *);

/* By file and name; NULL: there is none. */
const surveyed *survey_find (const survey *, const char *file,
                             const char *name);

/* What others can call by this name; NULL: there is none. */
const surveyed *survey_named (const survey *, const char *name);

/* What says which calls of the function are allowed, or NULL. */
const surveyed *survey_contract (const survey *, const surveyed *);
