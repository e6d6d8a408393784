#ifndef _REPRISE_STRING_H
#define _REPRISE_STRING_H

/* GNU has other functions of these names. Those of POSIX are __xpg_*. */
#ifdef _GNU_SOURCE
#define strerror_r __reprise_strerror_r
#ifndef basename
#define basename __reprise_basename
#define __reprise_has_basename
#endif
#endif
#include_next <string.h>
#ifdef _GNU_SOURCE
#undef strerror_r
#endif
#ifdef __reprise_has_basename
#undef basename
#undef __reprise_has_basename
#ifndef __cplusplus
char *basename (const char *);
#endif
#endif

#if !defined _GNU_SOURCE && \
    (defined _POSIX_C_SOURCE || defined _XOPEN_SOURCE || defined _BSD_SOURCE)
#ifdef __cplusplus
extern "C" {
#endif
int strerror_r (int, char *, size_t) __asm__ ("__xpg_strerror_r");
#ifdef __cplusplus
}
#endif
#endif

#ifdef _GNU_SOURCE
#ifdef __cplusplus
extern "C" {
#endif
char *strerror_r (int, char *, size_t);
void *rawmemchr (const void *, int);
const char *sigabbrev_np (int);
const char *sigdescr_np (int);
const char *strerrordesc_np (int);
#ifdef __cplusplus
}
#endif
#endif
#endif
