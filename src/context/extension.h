#pragma once

/* What a program adds that is made of all of this one and more (lab/,
 * diff/, export/, klee/, project/). There is none in reprise itself. What is 0
 * it does not add. Everything is constant and outlives the context.
 */

#include "base/vec.h"
#include "context/rungs.h"

struct context;
struct counting_class;
struct oracle;
struct preset;
struct run_request;
struct symbolic;
struct term;
struct terms;
struct test_rule;

typedef struct extension {
  unsigned n_rungs; /* at most MAX_EXTRA_RUNGS */
  const rung_row *rung;
  unsigned n_presets;
  const struct preset *preset;       /* ladder/presets.h */
  const struct test_rule *test_rule; /* explore/test_rule.h; or NULL */
  struct oracle *(*whole_oracle) (struct context *, struct terms *);
  int (*bench) (struct context *, int argc, char **argv); /* subcommands */
  int (*certify) (struct context *, int argc, char **argv);
  int (*diff) (struct context *, int argc, char **argv);
  int (*solve) (struct context *, int argc, char **argv);
  int (*store) (struct context *, int argc, char **argv);
  int (*fleet) (struct context *, int argc, char **argv);
  int (*worker) (struct context *, int argc, char **argv);
  /* run --fleet: explored by several machines; then reprise goes on. --ranges
   */
  int (*lead) (struct context *, const struct run_request *);
  int (*report) (struct context *, int argc, char **argv);
  int (*test) (struct context *, int argc, char **argv);
  int (*tests) (struct context *, int argc, char **argv);
  int (*watch) (struct context *, int argc, char **argv);
  const struct counting_class *counting; /* report/counting.h; or NULL */
  /* How values of the program are shown; NULL, or false: as SMT-LIB does. */
  bool (*write_term) (memory *, char_vec *out, const struct terms *,
                      size_t n_inputs, const struct symbolic *input,
                      struct term);
} extension;

/* The name of a rung as in options and counters; NULL: there is none of this
 * number. The extension may be NULL.
 */
const char *rung_name (const extension *, rung_kind);
