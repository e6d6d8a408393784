// options: --env=HOME=/work,EMPTY= --sym-env=MODE:1
// expect: complete=3 error=0
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main (void) {
  const char *mode = getenv ("MODE");
  assert (!strcmp (getenv ("HOME"), "/work") && !*getenv ("EMPTY"));
  assert (mode && !getenv ("PATH"));
  if (!*mode)
    puts ("empty");
  else if (*mode == 'v')
    puts ("verbose");
  return 0;
}
