#ifndef START_INPUTS_H
#define START_INPUTS_H

/* Symbolic inputs of a program: arguments, environment, standard input and
 * files, as the words on its command line ask for them. The words are KLEE's,
 * with one or two dashes, and in its order, so that its tools understand the
 * tests:
 *
 *     --sym-arg N            one argument of up to N bytes
 *     --sym-args MIN MAX N   MIN to MAX of them
 *     --sym-files NUM N      files A, B, ... of N bytes
 *     --sym-stdin N          standard input of N bytes
 *     --sym-stdout           accepted
 *     --max-fail N           up to N calls fail on each path
 *     --fd-fail              the same with N = 1
 *
 * and of our own
 *
 *     --sym-env NAME N       a variable of up to N bytes
 *     --set-env NAME=VALUE
 *     --sym-sizes            files and standard input of up to N bytes
 *     --sym-stat             permissions, owners and times of these are any
 *     --klee-stat            so is all else that stat says, as with KLEE
 *     --fail-calls N         any call may fail, up to N on each path
 *
 * All other words are the program's arguments, in their places.
 */
void __reprise_inputs (int *argc, char ***argv, char ***envp);
extern const char __reprise_has_inputs; /* who needs it has the above */

#endif
