#ifndef _GNU_LIBC_VERSION_H
#define _GNU_LIBC_VERSION_H
const char *gnu_get_libc_version (void);
const char *gnu_get_libc_release (void);
#endif
