#include_next <limits.h>
#ifndef _REPRISE_LIMITS_H
#define _REPRISE_LIMITS_H

/* Sizes of buffers, as programs for glibc know them. */
#undef MB_LEN_MAX
#define MB_LEN_MAX 16
#ifdef HOST_NAME_MAX
#undef HOST_NAME_MAX
#define HOST_NAME_MAX 64
#endif
#ifdef LINE_MAX
#undef LINE_MAX
#define LINE_MAX 2048
#endif
#ifdef NGROUPS_MAX
#undef NGROUPS_MAX
#define NGROUPS_MAX 65536
#endif
#ifdef RE_DUP_MAX
#undef RE_DUP_MAX
#define RE_DUP_MAX 32767
#endif
#ifdef PTHREAD_KEYS_MAX
#undef PTHREAD_KEYS_MAX
#define PTHREAD_KEYS_MAX 1024
#endif
#endif
