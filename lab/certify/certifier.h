#pragma once

/* Checks a trie against the program, believing nothing in it.
 *
 * The tree is walked as it claims to be. The machine executes the program
 * symbolically along it; at every question
 *
 *   - the alternatives that the trie has are shown by a test behind each, whose
 *     values are evaluated; without one (silent ends) a solver is asked;
 *   - all others together must be impossible, which an oracle proves;
 *
 * and at every end the machine must have come to the same end at the same
 * place, over the same blocks, the test must satisfy the whole path condition,
 * and a concrete run with the test's bytes must enter the same blocks and end
 * the same way.
 *
 * So what is certified follows from the program, the machine, the evaluator and
 * the oracle; whatever trie, suite and store say is a hint. What the trie says
 * it did not explore is not looked at, but named. Decisions:
 * docs/adr/0025-certificates.md
 */

#include "ladder/oracle.h"
#include "machine/machine.h"
#include "memo/trie.h"

/* Something that does not hold. */
typedef struct certify_failure {
  const char *what; /* a sentence */
  const char *file, *function;
  uint32_t line;   /* 0: no place */
  const char *way; /* the choices from the start on, "1 0 2" */
} certify_failure;

/* Something that was not explored, or not exactly. */
typedef struct certify_note {
  const char *what;
  const char *file, *function;
  uint32_t line;
  uint64_t count;
} certify_note;

/* How sides were shown to be impossible; filled in by who has the oracle. */
typedef struct certify_proofs {
  uint64_t by_evaluation, by_core, by_solver; /* sides */
  uint64_t cores;          /* that are different, each checked once: */
  uint64_t by_bits, by_z3; /* who checked it */
  uint64_t once;           /* only the solver that found it knows it */
  uint64_t models;         /* questions that turned out to be possible */
  uint64_t unknown;        /* not answered */
  uint64_t false_proofs;   /* of the store, found out */
} certify_proofs;

typedef enum certify_verdict {
  CERTIFIED,
  CERTIFIED_BOUNDED, /* but for what was not explored */
  NOT_CERTIFIED
} certify_verdict;

typedef struct certificate {
  const char *path; /* of the trie */
  trie_cost before; /* as the trie says */
  uint64_t time;    /* ns of processor time */
  uint64_t nodes, decisions, questions;
  uint64_t complete, error, silent; /* paths that were executed */
  uint64_t open, cut;               /* places that were not explored */
  uint64_t tests;                   /* executed concretely */
  uint64_t stray;                   /* tests that belong to no end */
  uint64_t fixed;                   /* sides of inputs with one value */
  uint64_t left_out;                /* possible, left out where it says so */
  certify_proofs proofs;
  uint64_t n_failures;
  size_t n_listed; /* the first of them */
  const certify_failure *failure;
  size_t n_notes;
  const certify_note *note;
  certify_verdict verdict;
} certificate;

typedef struct certify_config {
  context *context;
  terms *terms;
  program *program;
  oracle *oracle;   /* UNSAT is believed, models are evaluated */
  const char *path; /* of the trie; borrowed */
  int argc;
  const char *const *argv;
} certify_config;

typedef struct certifier certifier;

/* ST_NOFILE or ST_CORRUPT: there is nothing to check. */
status certifier_open (const certify_config *, certifier **out);
void certifier_free (certifier *);

/* Walks the tree; the result is borrowed, but for what the oracle counts. */
void certifier_run (certifier *, certificate *out);
