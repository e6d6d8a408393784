/* Functions of glibc that cannot be had here: a path that calls one ends
 * there, by name.
 */

#include "reprise.h"

#define UNSUPPORTED(NAME, WHAT) \
  _Noreturn void NAME (void) { reprise_unsupported (#NAME ": " WHAT); }

#define REGEX "GNU's own regular expressions"
UNSUPPORTED (re_compile_pattern, REGEX)
UNSUPPORTED (re_compile_fastmap, REGEX)
UNSUPPORTED (re_search, REGEX)
UNSUPPORTED (re_search_2, REGEX)
UNSUPPORTED (re_match, REGEX)
UNSUPPORTED (re_match_2, REGEX)

#define SHADOW "the database of passwords"
UNSUPPORTED (sgetspent, SHADOW)
UNSUPPORTED (getsgnam, SHADOW)
UNSUPPORTED (sgetsgent, SHADOW)
UNSUPPORTED (putsgent, SHADOW)

#define NETWORK "databases of the network"
UNSUPPORTED (getrpcbynumber, NETWORK)
UNSUPPORTED (getrpcbyname, NETWORK)
UNSUPPORTED (getservent_r, NETWORK)
UNSUPPORTED (getprotobynumber_r, NETWORK)
UNSUPPORTED (getprotobyname_r, NETWORK)
UNSUPPORTED (innetgr, NETWORK)
UNSUPPORTED (__res_init, NETWORK)
UNSUPPORTED (__nss_configure_lookup, NETWORK)

UNSUPPORTED (parse_printf_format, "formats as tables")
UNSUPPORTED (register_printf_specifier, "new conversions of printf")
UNSUPPORTED (sem_clockwait, "there is only one thread")
UNSUPPORTED (_dl_find_object, "there is no dynamic linker")

/* Programs set this and then compile, which ends the path. */
unsigned long re_syntax_options;
unsigned long re_set_syntax (unsigned long syntax) {
  unsigned long old = re_syntax_options;
  re_syntax_options = syntax;
  return old;
}
