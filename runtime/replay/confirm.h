#ifndef REPLAY_CONFIRM_H
#define REPLAY_CONFIRM_H

/* Between the tests and confirm.c, and between that and export/unit_confirm.c.
 */

#ifdef __cplusplus
extern "C" {
#endif

void reprise_checked (unsigned, int holds);
int reprise_is_same (const char *, const char *);
extern void (*const reprise_tests[]) (void);
extern const unsigned reprise_n_tests;

#ifdef __cplusplus
}
#endif

enum { CONFIRM_UNSEEN, CONFIRM_HOLDS, CONFIRM_FAILS }; /* a byte of RESULTS */
enum { CONFIRM_DONE = 77, CONFIRM_NO_SANDBOX }; /* status of the program */

#endif
