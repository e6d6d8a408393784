/* reprise certify: check the trie of the last run against the program. */

#include "lab/lab_main.h"

#include "lab/certify/certificate.h"
#include "lab/certify/certifying.h"

static int status_of (const certificate *c) {
  static const int exits[] = {[CERTIFIED] = CLI_OK,
                              [CERTIFIED_BOUNDED] = CLI_INCOMPLETE,
                              [NOT_CERTIFIED] = CLI_FOUND};
  assert (c->verdict < sizeof exits / sizeof *exits);
  return exits[c->verdict];
}

static void print (context *c, const char *input, const certificate *found) {
  if (!c->options.json) {
    certificate_print (input, found);
    return;
  }
  cli_print_json (certificate_json (input, found));
}

/* FILE, then "--" and the arguments of the program, as for run. */
static status take_operands (context *c, int argc, char **argv, int *first) {
  int n = c->options.n_operands;
  *first = n == 0 && argc > 1 && !strcmp (argv[1], "--") ? 2 : 1;
  if (argc < 1)
    return trouble_set (&c->trouble, ST_USAGE,
                        "certify needs an input: 'reprise certify FILE.c'");
  if (n > 1 || (n == 0 && argc > 1 && *first == 1))
    return trouble_set (
        &c->trouble, ST_USAGE,
        "give one input; the program's arguments go after '--'");
  return ST_OK;
}

int lab_certify (context *c, int argc, char **argv) {
  int first;
  certifying *made;
  certificate found;
  if (take_operands (c, argc, argv, &first))
    return cli_trouble (c);
  cli_limit_memory (c);
  if (certifying_open (c, argv[0], argc - first, argv + first, &made))
    return cli_trouble (c);
  certifying_run (made, &found);
  print (c, argv[0], &found);
  int result = status_of (&found);
  certifying_free (made);
  return result;
}
