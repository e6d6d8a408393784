#include_next <ctype.h>
#if !defined(_REPRISE_CTYPE_H) && !defined(__cplusplus)
#define _REPRISE_CTYPE_H

/* Other C libraries look into a table: what is no character is a fault. */
int reprise_character (int);

#undef isalpha
#undef isdigit
#undef isgraph
#undef islower
#undef isprint
#undef isspace
#undef isupper
#define __reprise_from(c, first) ((unsigned) reprise_character (c) - (first))
#define isalpha(c) (((unsigned) reprise_character (c) | 32) - 'a' < 26)
#define isdigit(c) (__reprise_from (c, '0') < 10)
#define isgraph(c) (__reprise_from (c, 0x21) < 0x5e)
#define islower(c) (__reprise_from (c, 'a') < 26)
#define isprint(c) (__reprise_from (c, 0x20) < 0x5f)
#define isspace(c) __isspace (reprise_character (c))
#define isupper(c) (__reprise_from (c, 'A') < 26)
#endif
