/* musl's vfscanf and vsscanf, but that null is neither a place to write to nor
 * a text. musl takes it for the '*' of "%*d" and writes nothing; here it is an
 * address that nothing is at, an error where something is written, as natively.
 */

#include <stdarg.h>

static void *place (void *given) { return given ? given : (void *) 16; }

#undef va_arg
#define va_arg(LIST, TYPE) ((TYPE) place (__builtin_va_arg (LIST, TYPE)))

#include "../stdio/vfscanf.c"

#define vfscanf(F, FORMAT, LIST) \
  ((void) *(const volatile char *) s, vfscanf (F, FORMAT, LIST))

#include "../stdio/vsscanf.c"
