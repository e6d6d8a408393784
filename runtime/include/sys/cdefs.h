#ifndef _SYS_CDEFS_H
#define _SYS_CDEFS_H
#ifdef __cplusplus
#define __BEGIN_DECLS extern "C" {
#define __END_DECLS }
#else
#define __BEGIN_DECLS
#define __END_DECLS
#endif
#define __P(ARGUMENTS) ARGUMENTS
#define __CONCAT(X, Y) X##Y
#define __STRING(X) #X
#define __THROW
#define __nonnull(PARAMETERS) __attribute__ ((__nonnull__ PARAMETERS))
#define __attribute_pure__ __attribute__ ((__pure__))
#define __wur
#endif
