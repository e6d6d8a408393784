#pragma once

/* Options that are one of a few names. Each list is an X-macro of constant and
 * name, an enum made of it, and a function that gives the name; CHOICE rows of
 * options.def refer to the enum.
 */

#define BACKENDS(X) \
  X (BACKEND_AUTO, "auto") \
  X (BACKEND_BITS, "bits") \
  X (BACKEND_Z3, "z3")

/* rw reads and writes; ro only reads; enforce only reads, and a miss is an
 * error of the run (for CI).
 */
#define STORE_MODES(X) \
  X (STORE_RW, "rw") \
  X (STORE_RO, "ro") \
  X (STORE_ENFORCE, "enforce")

/* Whose UNSAT and unknown to believe: those that runs on this store proved;
 * also those with a valid HMAC under the key; all.
 */
#define TRUSTS(X) \
  X (TRUST_OWN, "own") \
  X (TRUST_SIGNED, "signed") \
  X (TRUST_ALL, "all")

/* A call of a function that nobody defines: any result; any result, and any
 * content of what its arguments point to; the path ends.
 */
#define UNDEFINED_POLICIES(X) \
  X (UNDEFINED_FRESH, "fresh") \
  X (UNDEFINED_HAVOC, "havoc") \
  X (UNDEFINED_STOP, "stop")

#define LIBCS(X) \
  X (LIBC_MUSL, "musl") \
  X (LIBC_NONE, "none")

/* How KLEE does it, where it differs: not at all; with one of its C libraries,
 * so that calls of all functions, of some or of none leave the program; or with
 * none, and such calls are errors.
 */
#define KLEE_WAYS(X) \
  X (KLEE_OFF, "off") \
  X (KLEE_NONE, "none") \
  X (KLEE_SMALL, "klee") \
  X (KLEE_UCLIBC, "uclibc") \
  X (KLEE_CLOSED, "closed")

#define PROGRESSES(X) \
  X (PROGRESS_AUTO, "auto") \
  X (PROGRESS_JSON, "json") \
  X (PROGRESS_NONE, "none")

/* Which state goes on next (explore/). Auto: depth first, but the nearest one
 * where the run does not explore everything (STOPS, or a target).
 */
#define SEARCHES(X) \
  X (SEARCH_AUTO, "auto") \
  X (SEARCH_DFS, "dfs") \
  X (SEARCH_BFS, "bfs") \
  X (SEARCH_RANDOM_PATH, "random-path") \
  X (SEARCH_UNCOVERED, "uncovered") \
  X (SEARCH_INTERLEAVED, "interleaved")

/* When a run is done, but for its limits. */
#define STOPS(X) \
  X (STOP_AT_EXPLORED, "explored") \
  X (STOP_AT_COVERED, "covered")

/* Which tests of a run: all, one for each set of branches that a path takes,
 * those that cover something before others do, few that cover what all cover,
 * also in MC/DC, one of each error
 * (suite/covering.h).
 */
#define SUITE_CHOICES(X) \
  X (SUITE_ALL, "all") \
  X (SUITE_PATHS, "paths") \
  X (SUITE_NEW, "new") \
  X (SUITE_BRANCHES, "branches") \
  X (SUITE_MCDC, "mcdc") \
  X (SUITE_ERRORS, "errors")

/* How tests are written for others (suite/). */
#define TEST_FORMATS(X) \
  X (TEST_FORMAT_KTEST, "ktest") \
  X (TEST_FORMAT_XML, "xml") \
  X (TEST_FORMAT_C, "c") \
  X (TEST_FORMAT_CMOCKA, "cmocka") \
  X (TEST_FORMAT_GTEST, "gtest") \
  X (TEST_FORMAT_UNITY, "unity") \
  X (TEST_FORMAT_CHECK, "check") \
  X (TEST_FORMAT_SH, "sh") \
  X (TEST_FORMAT_BATS, "bats") \
  X (TEST_FORMAT_CORPUS, "corpus")

#define CHOICE_CONSTANT(NAME, TEXT) NAME,
typedef enum undefined_policy {
  UNDEFINED_POLICIES (CHOICE_CONSTANT)
} undefined_policy;
typedef enum libc_kind { LIBCS (CHOICE_CONSTANT) } libc_kind;
typedef enum klee_way { KLEE_WAYS (CHOICE_CONSTANT) } klee_way;
typedef enum progress_kind { PROGRESSES (CHOICE_CONSTANT) } progress_kind;
typedef enum search_kind {
  SEARCHES (CHOICE_CONSTANT) SEARCH_COUNT
} search_kind;
typedef enum stop_kind { STOPS (CHOICE_CONSTANT) } stop_kind;
typedef enum suite_choice { SUITE_CHOICES (CHOICE_CONSTANT) } suite_choice;
typedef enum test_format { TEST_FORMATS (CHOICE_CONSTANT) } test_format;
typedef enum store_mode { STORE_MODES (CHOICE_CONSTANT) } store_mode;
typedef enum store_trust { TRUSTS (CHOICE_CONSTANT) } store_trust;
typedef enum backend_kind {
  BACKENDS (CHOICE_CONSTANT) BACKEND_COUNT
} backend_kind;
#undef CHOICE_CONSTANT

const char *backend_kind_name (backend_kind);
const char *test_format_name (test_format);
