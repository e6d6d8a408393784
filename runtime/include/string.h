#include_next <string.h>
#ifndef _REPRISE_STRING_H
#define _REPRISE_STRING_H
#ifdef _GNU_SOURCE
#ifdef __cplusplus
extern "C" {
#endif
void *rawmemchr (const void *, int);
const char *sigabbrev_np (int);
const char *sigdescr_np (int);
const char *strerrordesc_np (int);
#ifdef __cplusplus
}
#endif
#endif
#endif
