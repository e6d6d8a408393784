#include "klee/flags.h"
#include "test.h"

#include <string.h>

/* KLEE's command line. */

typedef struct parsed {
  memory mem;
  trouble why;
  klee_flags flags;
  status status;
} parsed;

static void parse (parsed *p, int argc, const char *const *argv) {
  *p = (parsed) {0};
  p->status =
      klee_flags_parse (&p->flags, &p->mem, argc, (char **) argv, &p->why);
}

static void release (parsed *p) {
  klee_flags_release (&p->flags);
  CHECK_EQ (p->mem.live, 0);
}

#define PARSE(P, ...) \
  const char *words[] = {__VA_ARGS__}; \
  parse (P, (int) (sizeof words / sizeof *words), words)

TEST (one_dash_or_two) {
  parsed p;
  PARSE (&p, "-write-smt2s", "--write-cov=true", "-max-time", "5min",
         "--max-depth=7", "x.bc", "--search=dfs", "-max-time=1");
  CHECK_EQ (p.status, ST_OK);
  CHECK (p.flags.write_smt2s && p.flags.write_cov);
  CHECK (!strcmp (p.flags.max_time, "5min"));
  CHECK (!strcmp (p.flags.max_depth, "7"));
  CHECK (!strcmp (p.flags.file, "x.bc"));
  CHECK_EQ (p.flags.argc, 2); /* the program's own */
  CHECK (!strcmp (p.flags.argv[1], "-max-time=1"));
  CHECK_EQ (p.flags.search.len, 0);
  release (&p);
}

TEST (defaults_and_false) {
  parsed p;
  PARSE (&p, "--write-ktests=false", "-output-stats=0", "x.bc");
  CHECK_EQ (p.status, ST_OK);
  CHECK (!p.flags.write_ktests && !p.flags.output_stats);
  CHECK (p.flags.output_source);
  CHECK (!strcmp (p.flags.entry_point, "main"));
  CHECK (!strcmp (p.flags.max_memory, "2000"));
  release (&p);
}

TEST (lists_and_last_word) {
  parsed p;
  PARSE (&p, "--search=random-path", "-search", "nurs:covnew", "--max-tests=1",
         "--max-tests=2", "x.bc");
  CHECK_EQ (p.flags.search.len, 2);
  CHECK (!strcmp (p.flags.search.data[1], "nurs:covnew"));
  CHECK (!strcmp (p.flags.max_tests, "2"));
  release (&p);
}

TEST (without_effect) {
  parsed p;
  PARSE (&p, "--solver-backend", "stp", "--optimize", "--optimize-array=all",
         "--store=none", "x.bc");
  CHECK_EQ (p.status, ST_OK);
  CHECK_EQ (p.flags.ignored.len, 3);
  CHECK_EQ (p.flags.ours.len, 1);
  CHECK (!strcmp (p.flags.file, "x.bc"));
  release (&p);
}

/* What is done anyway is worth no word, unless it is to be switched off. */
TEST (done_anyway) {
  parsed p;
  PARSE (&p, "--use-cex-cache", "-watchdog=true", "--check-div-zero=false",
         "x.bc");
  CHECK_EQ (p.status, ST_OK);
  CHECK_EQ (p.flags.ignored.len, 1);
  CHECK (!strcmp (p.flags.ignored.data[0], "--check-div-zero=false"));
  release (&p);
}

static void refuse (int argc, const char *const *argv) {
  parsed p;
  parse (&p, argc, argv);
  CHECK_EQ (p.status, ST_USAGE);
  CHECK (trouble_text (&p.why)[0]);
  release (&p);
}

TEST (refused) {
  refuse (1, (const char *[]) {"--max-time"});
  refuse (2, (const char *[]) {"--write-cov=perhaps", "x.bc"});
  refuse (2, (const char *[]) {"--watchdog=perhaps", "x.bc"});
}
