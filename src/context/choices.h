#ifndef CONTEXT_CHOICES_H
#define CONTEXT_CHOICES_H

/* Options that are one of a few names. Each list is an X-macro of constant and
 * name, an enum made of it, and a function that gives the name; CHOICE rows of
 * options.def refer to the enum.
 */

#define BACKENDS(X) \
  X (AUTO, "auto") \
  X (BITS, "bits") \
  X (Z3, "z3")

/* rw reads and writes; ro only reads; enforce only reads, and a miss is an
 * error of the run (for CI).
 */
#define STORE_MODES(X) \
  X (RW, "rw") \
  X (RO, "ro") \
  X (ENFORCE, "enforce")

/* Whose UNSAT and unknown to believe: those that runs on this store proved;
 * also those with a valid HMAC under the key; all.
 */
#define TRUSTS(X) \
  X (OWN, "own") \
  X (SIGNED, "signed") \
  X (ALL, "all")

/* Functions that nobody defines: called natively where all arguments are
 * concrete, else a fresh result; always a fresh result; never.
 */
#define FOREIGN_POLICIES(X) \
  X (CONCRETE, "concrete") \
  X (SYMBOLIC, "symbolic") \
  X (NONE, "none")

#define LIBCS(X) \
  X (MUSL, "musl") \
  X (NONE, "none")

/* What the execution trie keeps: everything, or the ways to where a run with
 * larger limits goes on.
 */
#define TRIE_KINDS(X) \
  X (FULL, "full") \
  X (BOUNDARY, "boundary")

#define PROGRESSES(X) \
  X (AUTO, "auto") \
  X (JSON, "json") \
  X (NONE, "none")

/* Which state goes on next (explore/). Auto: depth first, but the nearest one
 * where the run does not explore everything (STOPS, or a target).
 */
#define SEARCHES(X) \
  X (AUTO, "auto") \
  X (DFS, "dfs") \
  X (BFS, "bfs") \
  X (RANDOM_PATH, "random-path") \
  X (COVERAGE, "coverage") \
  X (UNCOVERED, "uncovered") \
  X (INTERLEAVED, "interleaved")

/* When a run is done, but for its limits. */
#define STOPS(X) \
  X (EXPLORED, "explored") \
  X (COVERED, "covered")

/* How tests are written for others (suite/). */
#define TEST_FORMATS(X) \
  X (KTEST, "ktest") \
  X (XML, "xml") \
  X (C, "c") \
  X (CMOCKA, "cmocka")

typedef enum foreign_policy {
#define X(NAME, TEXT) FOREIGN_##NAME,
  FOREIGN_POLICIES (X)
#undef X
      FOREIGN_COUNT
} foreign_policy;

typedef enum libc_kind {
#define X(NAME, TEXT) LIBC_##NAME,
  LIBCS (X)
#undef X
      LIBC_COUNT
} libc_kind;

typedef enum trie_kind {
#define X(NAME, TEXT) TRIE_##NAME,
  TRIE_KINDS (X)
#undef X
      TRIE_KIND_COUNT
} trie_kind;

typedef enum progress_kind {
#define X(NAME, TEXT) PROGRESS_##NAME,
  PROGRESSES (X)
#undef X
      PROGRESS_COUNT
} progress_kind;

typedef enum search_kind {
#define X(NAME, TEXT) SEARCH_##NAME,
  SEARCHES (X)
#undef X
      SEARCH_COUNT
} search_kind;

typedef enum stop_kind {
#define X(NAME, TEXT) STOP_AT_##NAME,
  STOPS (X)
#undef X
      STOP_AT_COUNT
} stop_kind;

typedef enum test_format {
#define X(NAME, TEXT) TEST_FORMAT_##NAME,
  TEST_FORMATS (X)
#undef X
      TEST_FORMAT_COUNT
} test_format;

typedef enum store_mode {
#define X(NAME, TEXT) STORE_##NAME,
  STORE_MODES (X)
#undef X
      STORE_MODE_COUNT
} store_mode;

typedef enum store_trust {
#define X(NAME, TEXT) TRUST_##NAME,
  TRUSTS (X)
#undef X
      TRUST_COUNT
} store_trust;

typedef enum backend_kind {
#define X(NAME, TEXT) BACKEND_##NAME,
  BACKENDS (X)
#undef X
      BACKEND_COUNT
} backend_kind;

const char *backend_kind_name (backend_kind);
const char *test_format_name (test_format);

#endif
