/* In the C locale of glibc a byte above 127 is no character; in musl it is one
 * of its own.
 */

#include "locale_impl.h"

#include <errno.h>
#include <stdlib.h>
#include <wchar.h>

size_t __mbrtowc_any (wchar_t *, const char *, size_t, mbstate_t *);
int __mbtowc_any (wchar_t *, const char *, size_t);
size_t __mbsrtowcs_any (wchar_t *, const char **, size_t, mbstate_t *);

static int is_none (const char *s, size_t n) {
  if (!s || !n || MB_CUR_MAX > 1 || (unsigned char) *s < 0x80)
    return 0;
  errno = EILSEQ;
  return 1;
}

size_t mbrtowc (wchar_t *to, const char *s, size_t n, mbstate_t *state) {
  return is_none (s, n) ? (size_t) -1 : __mbrtowc_any (to, s, n, state);
}

int mbtowc (wchar_t *to, const char *s, size_t n) {
  return is_none (s, n) ? -1 : __mbtowc_any (to, s, n);
}

size_t mbsrtowcs (wchar_t *to, const char **from, size_t n, mbstate_t *state) {
  if (MB_CUR_MAX > 1)
    return __mbsrtowcs_any (to, from, n, state);
  const char *s = *from;
  size_t i = 0;
  for (; !to || i < n; i++) {
    int trouble = is_none (s + i, 1);
    if (to && (trouble || !s[i]))
      *from = trouble ? s + i : NULL;
    if (trouble)
      return (size_t) -1;
    if (to)
      to[i] = s[i];
    if (!s[i])
      return i;
  }
  *from = s + i;
  return i;
}

wint_t btowc (int c) { return (unsigned) c < 0x80 ? (wint_t) c : WEOF; }
