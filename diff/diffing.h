#pragma once

/* The life of a diff: two versions become one program, whose paths are explored
 * as those of any other (run/run.h); a path on which the versions can answer
 * otherwise ends with FAULT_DIFFERENT (machine/versus.h). The input of such a
 * path is then executed concretely, in both, to see what they answer.
 */

#include "base/json_members.h"
#include "diff/change_marks.h"
#include "report/verdict.h"
#include "run/run.h"

typedef struct diff_request {
  const char *before, *now; /* FILE or FILE:FUNCTION */
  int argc;                 /* arguments of both programs */
  char **argv;
  /* Of revisions: the working tree, where the files of the old one are, and of
   * the new one if it is not the working tree; else NULL.
   */
  const char *root, *root_before, *root_now;
  const char *name_before, *name_now; /* of them, for the user */
  const char_vec
      *changed;      /* files that did, from the root; each with its NUL */
  const char *title; /* what both are versions of, or NULL */
  bool is_titled;    /* it is one of several */
  const char
      *shown[2]; /* names of both for programs; NULL: as they are given */
} diff_request;

typedef enum diff_answer {
  DIFF_EQUIVALENT,
  DIFF_DIFFERENT,
  DIFF_UNKNOWN
} diff_answer;

/* Inputs on which the versions differ: those of one path. */
typedef struct diff_class {
  const char *inputs;       /* a witness: "tri(3, 3, 3)" */
  bool is_call;             /* which is a call, and so a subject */
  const char *now, *before; /* what they answer: "returns 42" */
  const char *text;         /* both: "returns 42, was 3" */
  const char *what;         /* that differs first: "return" */
  source_place changed;     /* the first changed code on the path, or the edit
                               that made it one */
  bool is_outside;          /* of its function, which uses what it declares */
  uint64_t weight;          /* of the witness: small ones are shown first */
} diff_class;

typedef struct diff_result {
  diff_answer answer;
  bool is_accepted;     /* nothing is missing, or --allow-incomplete has it */
  const report *report; /* of the run */
  uint64_t same;       /* paths on which both were executed, and are the same */
  uint64_t unaffected; /* that come to no changed code */
  json_count failing[FAULT_COUNT]; /* of both: with the same fault in both */
  size_t n_failing;
  uint64_t unconfirmed; /* that seemed to differ, and did not when executed */
  bool is_first_call;   /* only that was compared, and others may differ */
  const char *flags;    /* the database whose flags a version without its own
                           was compiled with; or "" */
  size_t n_changed;     /* functions with changed code that can be reached */
  VEC (diff_class) classes; /* by place of the change, small witnesses first */
} diff_result;

typedef struct diffing diffing;

/* Loads both; ST_OK with one to be freed, or trouble in the context. */
status diffing_open (context *, const diff_request *, diffing **out);
void diffing_free (diffing *);

/* To be explored by the caller. NULL: nothing changed since this was asked
 * last, and the result is known.
 */
run *diffing_run (diffing *);

/* Functions of two files by name, each with its NUL. */
typedef struct diff_functions {
  char_vec changed;     /* both define it, and not the same; behind each, the
                           file that has its text: it may be a header */
  char_vec variables;   /* that other files can use, and are not the same */
  char_vec added, gone; /* only one version has it; static ones that are gone
                           nobody misses */
  char_vec values;      /* variables that other files can use, and that begin
                           with another value */
  char_vec hidden;      /* static now; who misses it does not link */
  char_vec added_variables, gone_variables; /* that other files can use */
  bool has_main;                            /* both are programs */
} diff_functions;

/* Either version may be missing (NULL). 'is_linked': a change of what they need
 * of other files counts, too.
 */
status diffing_functions (context *, const diff_request *, bool is_linked,
                          diff_functions *);
void diff_functions_release (memory *, diff_functions *);

/* After that. Borrowed from the diffing and the report, which is NULL if there
 * is no run.
 */
status diffing_result (diffing *, const report *, diff_result *out);

/* All of a result but its report, as JSON and back. */
extern const json_member diff_result_members[];

/* What differs between two evaluated outcomes: the texts of a class, each with
 * the types of its version.
 */
struct datatypes;
void diff_describe (const outcome *now, const outcome *before,
                    const struct datatypes *, const struct datatypes *old,
                    arena *, diff_class *out);

/* What a fault of this name is called. */
const char *fault_words (const char *name);

/* "equivalent" */
const char *diff_answer_name (diff_answer);

/* Views of a result. */
void diff_print (const diff_result *, const diff_request *);
void diff_print_markdown (const diff_result *, const diff_request *, FILE *);
json_t *diff_json (const diff_result *, const diff_request *);

/* All that were compared; those that end with a fault in both versions, the
 * same one.
 */
uint64_t diff_paths (const diff_result *);
uint64_t diff_failing_paths (const diff_result *);

/* Parts of the first two: the first line, without what ends it; what is told
 * below, each line behind a bullet; where the classes of a place end.
 */
void diff_print_answer (const diff_result *, FILE *);
void diff_print_notes (const diff_result *, const char *bullet, FILE *);
/* Why something was not explored; where, if it was not finished. */
void diff_print_reason (const verdict_reason *, char_vec *out);
void diff_print_flags (const diff_result *, char_vec *out); /* assumed */
size_t diff_end_of_place (const diff_result *, size_t first);
