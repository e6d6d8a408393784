#ifndef REPRISE_H
#define REPRISE_H

/* Reprise as a library: the only public header. Link with -lreprise.
 *
 *     reprise *r = reprise_new ();
 *     reprise_set_option (r, "timeout", "250ms");
 *     puts (reprise_eval (r, "(declare-const x Int) (assert (< x 0))"));
 *     puts (reprise_eval (r, "(check-sat) (get-value (x))"));
 *     reprise_free (r);
 *
 * A handle is a session of its own with its own memory; several may live at
 * once. One thread at a time may use a handle.
 */

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define REPRISE_API __attribute__ ((visibility ("default")))

/* Version of the library, for example "0.1.0"; static. */

REPRISE_API const char *reprise_version (void);

/* The commit it was built from, or "none"; static. */

REPRISE_API const char *reprise_git_id (void);

typedef struct reprise reprise;

REPRISE_API reprise *reprise_new (void);
REPRISE_API void reprise_free (reprise *); /* NULL is allowed */

/* Options of 'reprise solve' by name, as "backend", "z3". To be called
 * before the first evaluation. 0, or -1 and reprise_error says why.
 */
REPRISE_API int reprise_set_option (reprise *, const char *name,
                                    const char *value);

/* Obey the SMT-LIB commands of a text and give their responses, one per line.
 * What they declare and assert stays for the next call. A command that is
 * wrong answers (error "..."); those after it are obeyed. The result is
 * borrowed until the next call. NULL when the proof store that an option
 * names cannot be opened, or on a NULL argument; reprise_error says why.
 */
REPRISE_API const char *reprise_eval (reprise *, const char *commands);

/* The sentence of the last failure, or "". Borrowed. */
REPRISE_API const char *reprise_error (const reprise *);

/* From another thread or a signal handler: the running query ends soon and
 * answers unknown.
 */
REPRISE_API void reprise_interrupt (reprise *);

#ifdef __cplusplus
}
#endif

#endif
