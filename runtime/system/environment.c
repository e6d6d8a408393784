/* What a program does with a variable that it does not get is explored; what it
 * does with others shall be told to be left out.
 */

#include "reprise.h"

#include <stdlib.h>
#include <unistd.h>

char *__getenv_quiet (const char *);

char *getenv (const char *name) {
  char *value = __getenv_quiet (name);
  if (!value && (!__environ || !*__environ))
    reprise_bound (
        "an empty environment (--sym-env=NAME:LEN makes it symbolic)");
  return value;
}
