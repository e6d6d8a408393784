#ifndef REPRISE_H
#define REPRISE_H

/* Reprise as a library: the only public header. Link with -lreprise. */

#ifdef __cplusplus
extern "C" {
#endif

#define REPRISE_API __attribute__ ((visibility ("default")))

/* Version of the library, for example "0.1.0"; static. */

REPRISE_API const char *reprise_version (void);

/* The commit it was built from, or "none"; static. */

REPRISE_API const char *reprise_git_id (void);

#ifdef __cplusplus
}
#endif

#endif
