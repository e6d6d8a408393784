/* Random command lines: options, operands, messages, in the words of glibc. */
#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int flag;
static const struct option longs[] = {
    {"verbose", 0, 0, 'v'}, {"version", 0, 0, 'V'},
    {"output", 1, 0, 'o'},  {"color", 2, 0, 'c'},
    {"colour", 2, 0, 'c'},  {"set", 0, &flag, 7},
    {"x", 0, 0, 'X'},       {0, 0, 0, 0}};
static unsigned seed = 1;
static unsigned rnd (void) { return (seed = seed * 1103515245 + 12345) >> 16; }
static const char *const words[] = {
    "-a",    "-b",        "-bval",  "-ab",       "-abc",       "-c",
    "-cred", "--",        "-",      "x",         "y",          "--verbose",
    "--ver", "--vers",    "--verb", "--output",  "--output=f", "--out=",
    "--col", "--color=r", "--colo", "--set",     "--s",        "--set=1",
    "--bad", "--bad=1",   "-W",     "-Wverbose", "-Woutput=3", "-Wbad",
    "-v",    "-o",        "-ofile", "-output",   "-verbose",   "-x",
    "-xy",   "--x",       "-?",     "-:",        "-;",         "-n",
    "-Wver"};
static const char *const shorts[] = {
    "ab:c::W;vo:", "+ab:c::vo:", "-ab:c::W;vo:", ":ab:c::W;vo:", "ab:", "",
    "+:ab:x",      "-:bx:W;",    "vxo:"};
int main (void) {
  dup2 (1, 2);
  setvbuf (stdout, NULL, _IONBF, 0);
  for (int round = 0; round < 600; round++) {
    char *argv[8];
    int n = 1 + rnd () % 6, kind = rnd () % 3;
    const char *s = shorts[rnd () % 9];
    argv[0] = "prog";
    for (int i = 1; i < n; i++)
      argv[i] = (char *) words[rnd () % (sizeof words / sizeof *words)];
    argv[n] = NULL;
    int c, which = -1, steps = 0;
    optind = 0;
    opterr = rnd () % 4 != 0;
    flag = 0;
    if (rnd () % 7 == 0)
      setenv ("POSIXLY_CORRECT", "1", 1);
    else
      unsetenv ("POSIXLY_CORRECT");
    printf ("%d:", round);
    while (steps++ < 20) {
      optopt = 'Q';
      which = -1;
      c = kind == 0   ? getopt (n, argv, s)
          : kind == 1 ? getopt_long (n, argv, s, longs, &which)
                      : getopt_long_only (n, argv, s, longs, &which);
      fflush (stdout);
      printf (" [%d %s %d %d %d %d]", c, optarg ? optarg : "(null)", optind,
              optopt, which, flag);
      if (c == -1)
        break;
    }
    printf (" ->");
    for (int i = 1; i < n; i++)
      printf (" %s", argv[i]);
    printf ("\n");
    fflush (stdout);
  }
  return 0;
}
