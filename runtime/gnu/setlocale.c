/* As glibc has it where no locale was installed: there are two, and every other
 * name is refused. musl takes any.
 */

#include <locale.h>
#include <string.h>

char *__setlocale_any (int category, const char *name);

static int is_one (const char *name, size_t n) {
  static const char *const all[] = {"", "C", "POSIX", "C.UTF-8", "C.utf8"};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (strlen (all[i]) == n && !memcmp (all[i], name, n))
      return 1;
  return 0;
}

char *setlocale (int category, const char *name) {
  if (name && !strchr (name, ';') && !is_one (name, strlen (name)))
    return NULL; /* with ';' it is what setlocale returned */
  return __setlocale_any (category, name);
}
