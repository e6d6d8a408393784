#include "context/amount.h"
#include "context/options.h"
#include "lab/solve_json.h"

#include "test.h"

#include <string.h>

static status parse (options *o, trouble *t, int argc, const char **argv) {
  options_init (o);
  trouble_clear (t);
  return options_parse (o, t, COMMAND_SOLVE, &argc, (char **) argv);
}

#define PARSE(...) \
  parse (&o, &t, sizeof ((const char *[]) {__VA_ARGS__}) / sizeof (char *), \
         (const char *[]) {__VA_ARGS__})

TEST (spans) {
  uint64_t ns = 0;
  CHECK (span_parse ("10", &ns));
  CHECK_EQ (ns, 10000000000);
  CHECK (span_parse ("3.5", &ns));
  CHECK_EQ (ns, 3500000000);
  CHECK (span_parse ("250ms", &ns));
  CHECK_EQ (ns, 250000000);
  CHECK (span_parse ("1h10min", &ns));
  CHECK_EQ (ns, 4200000000000);
  CHECK (span_parse ("2us3ns", &ns));
  CHECK_EQ (ns, 2003);
  CHECK (span_parse ("0", &ns));
  CHECK_EQ (ns, 0);
  const char *bad[] = {
      "",   "x",    "-1", "1x",  "1 s", "inf", "1e",  "1h5",
      "ms", "0x10", ".",  "nan", "1m",  "5s5", "1s ", "99999999999999999999h"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    if (span_parse (bad[i], &ns))
      FAIL ("'%s' is accepted", bad[i]);
}

TEST (sizes) {
  uint64_t n = 0;
  CHECK (size_parse ("4096", &n));
  CHECK_EQ (n, 4096);
  CHECK (size_parse ("512M", &n));
  CHECK_EQ (n, 512 << 20);
  CHECK (size_parse ("1.5k", &n));
  CHECK_EQ (n, 1536);
  CHECK (size_parse ("2G", &n));
  CHECK_EQ (n, INT64_C (2) << 30);
  CHECK (!size_parse ("", &n));
  CHECK (!size_parse ("M", &n));
  CHECK (!size_parse ("1MB", &n));
  CHECK (!size_parse ("99999999999T", &n));
}

TEST (command_line) {
  options o;
  trouble t = {0};
  CHECK_EQ (PARSE ("--backend=z3", "--timeout", "5", "-iv", "--no-json"), 0);
  CHECK_EQ (o.backend, BACKEND_Z3);
  CHECK_EQ (o.timeout, 5000000000);
  CHECK (o.interactive && o.verbose && !o.json);
  CHECK_EQ (PARSE ("-t2", "--memory-limit=1G"), 0);
  CHECK_EQ (o.timeout, 2000000000);
  CHECK_EQ (o.memory_limit, 1 << 30);

  const char *argv[] = {"a", "--json", "-", "--", "--json"};
  int argc = 5;
  CHECK_EQ (options_parse (&o, &t, COMMAND_SOLVE, &argc, (char **) argv), 0);
  CHECK_EQ (argc, 3);
  CHECK_EQ (o.n_operands, 2);
  CHECK_STR (argv[0], "a");
  CHECK_STR (argv[1], "-");
  CHECK_STR (argv[2], "--json");
}

TEST (bad_command_lines) {
  options o;
  trouble t = {0};
  CHECK_EQ (PARSE ("--bakend=z3"), ST_USAGE);
  CHECK_STR (t.text, "there is no option --bakend, did you mean --backend?");
  CHECK_EQ (PARSE ("--backend=z4"), ST_USAGE);
  CHECK_STR (t.text, "option --backend has no choice 'z4', did you mean 'z3'?");
  CHECK_EQ (PARSE ("--check=4"), ST_USAGE);
  CHECK_STR (t.text, "option --check needs a number from 0 to 3, not '4'");
  CHECK_EQ (PARSE ("--seed"), ST_USAGE);
  CHECK_STR (t.text, "option --seed needs a value: --seed=N");
  CHECK_EQ (PARSE ("--json=maybe"), ST_USAGE);
  CHECK_EQ (PARSE ("--no-seed"), ST_USAGE);
  CHECK_EQ (PARSE ("-x"), ST_USAGE);
  CHECK_EQ (PARSE ("--timeout=soon"), ST_USAGE);
  CHECK_EQ (PARSE ("--log="), ST_USAGE);
}

TEST (json_has_every_option) {
  options o;
  options_init (&o);
  json_t *json = options_json (&o, COMMAND_SOLVE);
  CHECK_STR (json_string_value (json_object_get (json, "preset")), "hybrid");
  CHECK (json_is_null (json_object_get (json, "log")));
  CHECK (json_is_integer (json_object_get (json, "memory-limit")));
  json_decref (json);
}

TEST (lists_of_options_are_read_back) {
  options o, again;
  trouble t = {0};
  char_vec list = {0}, other = {0};
  options_init (&o);
  options_list (&o, NULL, EFFECTS_ON_RESULT, &list);
  CHECK_EQ (list.len, 0); /* what is at its default */
  CHECK_EQ (PARSE ("--timeout=1.5", "--seed=7", "--backend=z3", "--no-suspend"),
            0);
  o.cflags = "-DA -DB=%20\n";
  o.max_allocation = 5;
  options_list (&o, NULL, EFFECTS_ON_RESULT, &list);
  CHECK_STR (list.data,
             "backend=z3 cflags=-DA%20-DB=%2520%0a max-allocation=5 seed=7 "
             "suspend=0 timeout=1500000000ns");
  text_puts (NULL, &other, list.data);
  text_c (NULL, &other);
  options_init (&again);
  CHECK_EQ (options_take_list (&again, &t, other.data), ST_OK);
  CHECK_STR (again.cflags, o.cflags);
  CHECK_EQ (again.timeout, o.timeout);
  char_vec same = {0};
  options_list (&again, NULL, EFFECTS_ON_RESULT, &same);
  CHECK_STR (same.data, list.data);
  char unknown[] = "no-such=1", no_value[] = "seed";
  CHECK_EQ (options_take_list (&again, &t, unknown), ST_USAGE);
  CHECK_EQ (options_take_list (&again, &t, no_value), ST_CORRUPT);
  vec_release (NULL, &list);
  vec_release (NULL, &other);
  vec_release (NULL, &same);
}

TEST (texts_count_by_value) {
  options o;
  char out[] = "reprise-out";
  char_vec list = {0};
  options_init (&o);
  o.out = out; /* the default, elsewhere */
  options_list (&o, NULL, EFFECTS_ON_RESULT, &list);
  CHECK_EQ (list.len, 0);
  o.output = true;
  CHECK (options_need (&o, NEEDS_PATHS) && options_need (&o, NEEDS_ALONE));
  CHECK (!options_need (&o, NEEDS_PAST));
  vec_release (NULL, &list);
}
