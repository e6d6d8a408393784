#include_next <stdlib.h>
#ifndef _REPRISE_STDLIB_H
#define _REPRISE_STDLIB_H
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif
#if defined _GNU_SOURCE || defined _BSD_SOURCE || defined _DEFAULT_SOURCE
uint32_t arc4random (void);
uint32_t arc4random_uniform (uint32_t);
void arc4random_buf (void *, size_t);
int rpmatch (const char *);
#endif
#ifdef _GNU_SOURCE
char *canonicalize_file_name (const char *);
#endif
#ifdef __cplusplus
}
#endif
#endif
