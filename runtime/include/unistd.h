#include_next <unistd.h>
#ifndef _REPRISE_UNISTD_H
#define _REPRISE_UNISTD_H
#ifdef _GNU_SOURCE
#ifdef __cplusplus
extern "C" {
#endif
int close_range (unsigned int, unsigned int, int);
void closefrom (int);
int group_member (gid_t);
#ifdef __cplusplus
}
#endif
#define TEMP_FAILURE_RETRY(EXPRESSION) \
  (__extension__ ({ \
    long int __result; \
    do \
      __result = (long int) (EXPRESSION); \
    while (__result == -1L && errno == EINTR); \
    __result; \
  }))
#endif
#endif
