/* The name without it is GNU's, of <string.h>. */
#undef basename
#define basename __xpg_basename
#include_next <libgen.h>
