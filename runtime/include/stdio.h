#include_next <stdio.h>
#ifndef _REPRISE_STDIO_H
#define _REPRISE_STDIO_H

/* Sizes of buffers, as programs for glibc know them. */
#undef BUFSIZ
#define BUFSIZ 8192
#undef L_ctermid
#define L_ctermid 9
#ifdef L_cuserid
#undef L_cuserid
#define L_cuserid 9
#endif
#undef FOPEN_MAX
#define FOPEN_MAX 16
#undef TMP_MAX
#define TMP_MAX 238328

#ifdef _GNU_SOURCE
#ifdef __cplusplus
extern "C" {
#endif
int renameat2 (int, const char *, int, const char *, unsigned int);
struct obstack;
int obstack_printf (struct obstack *, const char *, ...);
int obstack_vprintf (struct obstack *, const char *, __builtin_va_list);
#ifdef __cplusplus
}
#endif
#define RENAME_NOREPLACE (1 << 0)
#define RENAME_EXCHANGE (1 << 1)
#endif
#endif
